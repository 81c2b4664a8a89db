// What a first game teaches, each at its first occasion and once. Words: `lesson.<code>` in the game's catalogue.

import type { Lesson } from '$lib/games';
import { asView } from './position';

export const lessons: readonly Lesson[] = [
  { code: 'round-decided', when: (_view, prompt) => prompt?.ask === 'lay-last' },
  // The first account has just been closed: what the points on it were for.
  { code: 'points-run-out', when: (view) => asView(view).past.length > 0 && asView(view).phase !== 'over' },
  { code: 'place-hub', when: (_view, prompt) => prompt?.ask === 'place-marker' },
  { code: 'touch-network', when: (_view, prompt) => prompt?.ask === 'lay-first' },
  { code: 'second-or-stop', when: (_view, prompt) => prompt?.ask === 'lay-second' },
  {
    code: 'doubles-cost-both',
    when: (_view, prompt) =>
      prompt?.ask === 'lay-first' &&
      prompt.choices.some((verb) => verb.choices?.some((line) => line.params['cost'] === 2) === true),
  },
  {
    code: 'joined-are-common',
    when: (view, prompt, me) => {
      const { networks, markers } = asView(view);
      const mine = networks[me];
      return prompt !== null && networks.some((each, seat) => seat !== me && each === mine && markers[seat] !== null);
    },
  },
];
