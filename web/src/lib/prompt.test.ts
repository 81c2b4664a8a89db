import { describe, expect, it } from 'vitest';
import { filtered, ordered, pathTo, sameAction, thingsOf } from './prompt';
import { Speaker } from './speaker';
import type { Choice } from './types';

const leaf = (kind: string, name: string): Choice => ({
  kind,
  name,
  params: {},
  action: { type: 'lay', [kind]: name },
});
const lay: Choice = {
  kind: 'verb',
  name: 'lay',
  params: {},
  choices: [leaf('edge', 'e10'), leaf('edge', 'e9'), leaf('edge', 'e1')],
};
const stop: Choice = { kind: 'verb', name: 'stop', params: {}, action: { type: 'stop' } };
const speaker = new Speaker('en', {}, {}, { edge: { e1: 'Zürich – 3.1', e9: '9.1 – 9.2', e10: '10.1 – 9.2' } });

describe('a prompt', () => {
  it('puts names before numbers, and numbers by their size', () => {
    expect(ordered(speaker, lay.choices ?? []).map((named) => named.choice.name)).toEqual(['e1', 'e9', 'e10']);
  });

  it('leaves verbs in the game’s order', () => {
    expect(ordered(speaker, [stop, lay]).map((named) => named.choice.name)).toEqual(['stop', 'lay']);
  });

  it('finds by all words, accents aside', () => {
    const named = ordered(speaker, lay.choices ?? []);
    expect(filtered(named, 'zurich').map((each) => each.choice.name)).toEqual(['e1']);
    expect(filtered(named, '9.2 10').map((each) => each.choice.name)).toEqual(['e10']);
    expect(filtered(named, ' ')).toHaveLength(3);
  });

  it('finds the way to an action, however it is written', () => {
    expect(pathTo([stop, lay], { edge: 'e9', type: 'lay' }).map((choice) => choice.name)).toEqual(['lay', 'e9']);
    expect(pathTo([stop, lay], { type: 'lay', edge: 'none' })).toEqual([]);
    expect(sameAction({ type: 'a', list: [1] }, { list: [1], type: 'a' })).toBe(true);
    expect(sameAction({ type: 'a' }, { type: 'a', more: 1 })).toBe(false);
  });

  it('tells all things it names', () => {
    expect([...thingsOf([stop, lay])]).toEqual([
      ['edge', 'e10'],
      ['edge', 'e9'],
      ['edge', 'e1'],
    ]);
  });
});
