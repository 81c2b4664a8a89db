// What a first game teaches, each at its first occasion and once. Words: `lesson.<code>` in the game's catalogue.

import type { Lesson } from '$lib/games';
import { playable } from './aim';
import { isAction } from './model';
import { asView } from './position';

export const lessons: readonly Lesson[] = [
  { code: 'take-city', when: (_view, prompt) => prompt?.ask === 'claim' },
  { code: 'chain', when: (_view, prompt) => prompt?.ask === 'chain' },
  { code: 'stalemate', when: (_view, prompt) => prompt?.notes.includes('stalemate-near') === true },
  { code: 'last-cities', when: (_view, prompt) => prompt?.notes.includes('last-cities') === true },
  { code: 'first-turn', when: (_view, prompt) => prompt?.ask === 'turn' },
  {
    code: 'matching',
    when: (view, prompt, me) => prompt?.ask === 'turn' && (asView(view).players[me]?.front.length ?? 0) > 0,
  },
  {
    code: 'action-card',
    when: (_view, prompt) => prompt?.ask === 'turn' && [...playable(prompt)].some((card) => isAction(card)),
  },
];
