// What a first game teaches, each at its first occasion and once. Words: `lesson.<code>` in the game's catalogue.

import type { Lesson } from '$lib/games';
import { asView, verbOf } from './position';

export const lessons: readonly Lesson[] = [
  { code: 'choose-tickets', when: (_view, prompt) => prompt?.ask === 'choose-tickets' || prompt?.ask === 'choose-long' },
  { code: 'tunnel', when: (_view, prompt) => prompt?.ask === 'tunnel' },
  { code: 'last-turns', when: (view) => asView(view).last_turns !== null && asView(view).phase !== 'over' },
  { code: 'claim', when: (_view, prompt) => verbOf(prompt, 'claim') !== undefined },
  { code: 'second-card', when: (_view, prompt) => prompt?.ask === 'second-card' },
  { code: 'turn', when: (_view, prompt) => prompt?.ask === 'turn' },
];
