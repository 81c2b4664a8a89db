import { describe, expect, it } from 'vitest';
import { readFlag, writeFlag } from './flag';
import { meaningful } from './options';
import { Speaker } from './speaker';
import type { GameOption } from './types';

function option(name: string, more: Partial<GameOption>): GameOption {
  const plain = { values: [], least: 0, most: 0, seats: [], needs: null, calls: null };
  return { name, kind: 'choice', default: '', ...plain, ...more };
}

const town = option('home_town', { kind: 'text', most: 24, calls: ['city', 'home_town'] });
const country = option('home_country', { default: 'own', values: ['own', 'PL'], needs: ['home_town', null] });
const stripes = option('home_flag', { kind: 'flag', needs: ['home_country', 'own'] });
const all = [town, country, stripes];

describe('options that need others', () => {
  it('mean nothing while the other is at its default', () => {
    expect(all.map((each) => meaningful(each, all, {}))).toEqual([true, false, false]);
    expect(all.map((each) => meaningful(each, all, { home_town: 'Zürich' }))).toEqual([true, true, true]);
  });

  it('mean nothing where the other has another value', () => {
    expect(meaningful(stripes, all, { home_town: 'Zürich', home_country: 'PL' })).toBe(false);
  });
});

describe('names the host gave', () => {
  const speaker = new Speaker('en', {}, { told: '{city}' }, { city: { home_town: 'Home town', paris: 'Paris' } });

  it('go before those of the game', () => {
    const called = speaker.calling(all, { home_town: 'Zürich' });
    expect(called.say('told', { city: 'home_town' })).toBe('Zürich');
    expect(called.say('told', { city: 'paris' })).toBe('Paris');
  });

  it('leave the game’s where none was given', () => {
    expect(speaker.calling(all, { home_town: '' }).say('told', { city: 'home_town' })).toBe('Home town');
  });
});

describe('flags of stripes', () => {
  it('are read as they are written', () => {
    const text = 'vertical:white,blue,red';
    expect(readFlag(text)).toEqual({ layout: 'vertical', stripes: ['white', 'blue', 'red'] });
    expect(writeFlag(readFlag(text))).toBe(text);
  });
});
