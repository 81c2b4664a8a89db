// The next step in words: which key of the catalogue says what is to be chosen now.

import type { Params } from '$lib/message';
import type { Prompt } from '$lib/types';
import type { Option } from './aim';
import { DOWN } from './aim';
import { isKind } from './model';
import type { View } from './position';

export interface Doing {
  readonly prompt: Prompt | null;
  readonly me: number;
  readonly picked: { readonly card: string } | null;
  readonly chosen: readonly string[];
  readonly ready: Option | null;
  readonly targets: ReadonlySet<string>;
}

export interface Step {
  readonly key: string;
  readonly params: Params;
}

export function stepWords(doing: Doing, view: View, title: (kind: string) => string): Step | null {
  const { prompt, picked, chosen, ready, targets, me } = doing;
  if (prompt === null) return null;
  const kindAt = (cell: string | undefined): string => {
    const [city = '', side = '', place = ''] = cell?.split('/') ?? [];
    if (city === 'front') return title(place);
    const line = view.lines.find((each) => each.city === city);
    return title((side === 'left' ? line?.left : line?.right)?.[Number(place) - 1] ?? '');
  };
  if (ready !== null) {
    if (ready.action.type === 'up') return { key: 'board.step-up', params: { what: kindAt(ready.cells[0]) } };
    return { key: 'board.step-again', params: {} };
  }
  if (prompt.ask === 'chain') {
    if (chosen.length === 0) return null;
    const mine = chosen[0]?.startsWith(`front/${me}/`) === true;
    return { key: mine ? 'board.step-exchange-take' : 'board.step-exchange-give', params: { what: kindAt(chosen[0]) } };
  }
  if (picked === null) return null;
  const { card } = picked;
  if (isKind(card)) {
    const places = [...targets].filter((cell) => cell !== DOWN).length;
    return { key: 'board.step-wagon', params: { what: title(card), number: places, front: targets.has(DOWN) ? 'free' : 'full' } };
  }
  switch (card) {
    case 'swap_two':
      return chosen.length === 0
        ? { key: 'board.step-swap', params: {} }
        : { key: 'board.step-swap-with', params: { what: kindAt(chosen[0]) } };
    case 'discard_two':
      return chosen.length === 0 ? { key: 'board.step-discard-two', params: {} } : { key: 'board.step-discard-on', params: {} };
    case 'discard_three':
      return chosen.length === 0 ? { key: 'board.step-discard-three', params: {} } : { key: 'board.step-discard-on', params: {} };
    case 'neighbour_exchange': {
      if (chosen.length === 0) return { key: 'board.step-exchange', params: {} };
      const mine = chosen[0]?.startsWith(`front/${me}/`) === true;
      return { key: mine ? 'board.step-exchange-take' : 'board.step-exchange-give', params: { what: kindAt(chosen[0]) } };
    }
    default:
      return { key: 'board.step-remove', params: {} };
  }
}
