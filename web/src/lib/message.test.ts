import { describe, expect, it } from 'vitest';
import { MessageError, parse, plain, pluralForm, render, type Voice } from './message';

const voice = (language: string): Voice => ({
  language,
  show: (name, value) => (name === 'city' ? [{ kind: 'city', name: String(value), text: 'Paris' }] : [String(value)]),
  pick: (_, value) => String(value),
});
const told = (text: string, params: Record<string, unknown>, language = 'en'): string =>
  plain(render(text, params, voice(language)));

describe('places', () => {
  it('writes parameters, and keeps named things as things', () => {
    expect(render('Hub: {city}.', { city: 'paris' }, voice('en'))).toEqual([
      'Hub: ',
      { kind: 'city', name: 'paris', text: 'Paris' },
      '.',
    ]);
  });

  it('takes an apostrophe for what it is', () => {
    expect(told("It isn't {n}", { n: 3 })).toBe("It isn't 3");
  });

  it('says which parameter is missing', () => {
    expect(() => told('{n}', {})).toThrow(/n is missing/);
  });
});

describe('plural', () => {
  const rails = '{n, plural, =0 {no rails} one {# rail} few {few #} many {many #} other {# rails}}';

  it.each([
    [0, 'no rails'],
    [1, '1 rail'],
    [2, '2 rails'],
    [21, '21 rails'],
  ])('in English: %i', (n, text) => expect(told(rails, { n })).toBe(text));

  it.each([
    [1, '1 rail'],
    [3, 'few 3'],
    [5, 'many 5'],
    [11, 'many 11'],
    [21, '21 rail'],
    [22, 'few 22'],
    [112, 'many 112'],
  ])('in Russian: %i', (n, text) => expect(told(rails, { n }, 'ru')).toBe(text));

  it('takes only whole numbers', () => {
    expect(() => told(rails, { n: '3' })).toThrow(MessageError);
    expect(() => told(rails, { n: 1.5 })).toThrow(MessageError);
  });

  it('keeps # as it is outside of a plural', () => expect(told('# {n}', { n: 2 })).toBe('# 2'));

  it('goes by the amount below zero', () => expect(pluralForm('ru', -2)).toBe('few'));
});

describe('select', () => {
  const text =
    '{x, select, none {nobody} yes {on} no {off} you {You} other {{x} or {n, plural, one {#} other {# of them}}}}';

  it.each([
    [null, 'nobody'],
    [undefined, 'nobody'],
    [[], 'nobody'],
    ['', 'nobody'],
    [true, 'on'],
    [false, 'off'],
    ['you', 'You'],
    ['Ann', 'Ann or 2 of them'],
  ])('%j', (x, said) => expect(told(text, { x, n: 2 })).toBe(said));
});

describe('messages that can’t be read', () => {
  it.each([
    '{',
    '{}',
    '{n',
    '}',
    '{n, plural, one {a}}',
    '{n, number}',
    '{n, select, other {a} other {b}}',
    '{n, select, other {a}',
  ])('%s', (text) => expect(() => parse(text)).toThrow(MessageError));
});
