import { describe, expect, it } from 'vitest';
import { plain } from './message';
import { Speaker, singular } from './speaker';

const house = {
  'text.yes': 'yes',
  'text.no': 'no',
  'text.nothing': 'none',
  'text.list': '{before} and {last}',
  'player.you': 'you',
  'player.seat': 'Seat {number}',
  'refusal.unnamed': 'Not possible ({code}).',
};
const own = {
  'journal.laid': '{seat, select, you {You lay} other {{seat} lays}} {edge}.',
  'journal.scored': 'Counted.',
  'journal.scored.each-seat': '{seat}: {missing} of {scores}',
  'refusal.taken': 'Taken: {edge}, {cities}.',
  'thing.kind.sea': 'the sea',
};
const things = {
  edge: { e1: 'Paris – 7.4' },
  city: { paris: 'Paris', rome: 'Rome', odesa: 'Odesa' },
  kind: { sea: '' },
};
const speaker = new Speaker('en', house, own, things).at(['Ann', 'Ben'], 1);

describe('a speaker', () => {
  it('addresses the reader and names the others', () => {
    expect(plain(speaker.journal({ kind: 'laid', seat: 1, edge: 'e1' })[0] ?? [])).toBe('You lay Paris – 7.4.');
    expect(plain(speaker.journal({ kind: 'laid', seat: 0, edge: 'e1' })[0] ?? [])).toBe('Ann lays Paris – 7.4.');
  });

  it('says a name in place of "You" to who looks through another’s eyes', () => {
    const there = new Speaker('en', { ...house, 'player.you-title': 'You' }).at(['Ann', 'B{e}n'], -1);
    expect(there.say('player.you-title')).toBe('You');
    expect(there.through('B{e}n').say('player.you-title')).toBe('B{e}n');
    expect(there.through('Ann').seat(0)).toBe('Ann');
  });

  it('gives a line for each seat, with its own entry of every list', () => {
    const lines = speaker.journal({ kind: 'scored', missing: [2, 0], scores: [10, 12] });
    expect(lines.map(plain)).toEqual(['Counted.', 'Ann: 2 of 10', 'you: 0 of 12']);
  });

  it('lists things as a sentence does, each of them still a thing', () => {
    const pieces = speaker.pieces('refusal.taken', { edge: 'e1', cities: ['paris', 'rome', 'odesa'] });
    expect(plain(pieces)).toBe('Taken: Paris – 7.4, Paris, Rome and Odesa.');
    expect(pieces.filter((piece) => typeof piece !== 'string').map((piece) => piece.name)).toEqual([
      'e1',
      'paris',
      'rome',
      'odesa',
    ]);
    expect(speaker.say('refusal.taken', { edge: 'e1', cities: [] })).toBe('Taken: Paris – 7.4, none.');
  });

  it('falls back to the catalogue’s word for a thing, then to its plain name', () => {
    expect(speaker.thing('kind', 'sea')).toBe('the sea');
    expect(speaker.thing('kind', 'swamp')).toBe('swamp');
  });

  it('shows an unknown code rather than breaking', () => {
    expect(speaker.refusal({ code: 'odd', params: {}, rule: '' })).toBe('Not possible (odd).');
    expect(speaker.say('never.heard')).toBe('never.heard');
  });

  it('writes a true minus', () => {
    expect(speaker.number(-3)).toBe('−3');
    expect(speaker.signed(4)).toBe('+4');
    expect(new Speaker('ru', house).number(0.7, 1)).toBe('0,7');
  });
});

describe('the kind of a parameter', () => {
  it.each([
    ['cities', 'city'],
    ['missing_rails', 'rail'],
    ['edge', 'edge'],
    ['loss', 'loss'],
  ])('%s', (name, kind) => expect(singular(name)).toBe(kind));
});
