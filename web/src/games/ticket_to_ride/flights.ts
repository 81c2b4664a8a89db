// Which cards fly where when somebody takes some, as the seat that looks may know it.

import type { LogLine } from '$lib/types';
import type { Kind } from './model';

export interface Passage {
  /** What its face shows; null: its back. */
  readonly kind: Kind | null;
  /** Its place in the row; -1: from the deck. */
  readonly slot: number;
  readonly seat: number;
  /** It comes to the hand that lies open here. */
  readonly mine: boolean;
}

/** Cards on their way to who took them. Another seat's blind card shows its back, whatever its line says. */
export function passages(lines: readonly LogLine[], row: readonly (Kind | null)[], me: number): readonly Passage[] {
  return lines.flatMap((line) => {
    if (line.kind !== 'took' && line.kind !== 'drew') return [];
    const seat = Number(line['seat']);
    const mine = me >= 0 && seat === me;
    const open = line.kind === 'took';
    const kind = (open || mine) && line['card'] !== undefined ? (String(line['card']) as Kind) : null;
    return [{ kind, slot: open ? row.indexOf(kind) : -1, seat, mine: mine && kind !== null }];
  });
}

/**
 * Lines are heard once, and only by the seat they were told to: where several seats share a device, what one of them
 * was told is still here when the next raises its curtain.
 */
export class Ear {
  #seat: number | null = null;
  #heard: readonly LogLine[] | null = null;

  hear(lines: readonly LogLine[], me: number): readonly LogLine[] {
    const news = this.#seat === me && this.#heard !== lines ? lines : [];
    this.#seat = me;
    this.#heard = lines;
    return news;
  }
}
