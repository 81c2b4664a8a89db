// What moves when something was done: from where to where, in the order in which it is told.

import { isKind } from './model';
import type { View } from './position';
import type { LogLine } from '$lib/types';

export interface Travel {
  /** A kind of wagon, an action card, `null` for the back of a card; cities by `city:` and their name. */
  readonly what: string | null;
  readonly from: string;
  readonly to: string;
  /** Steps after the beginning. */
  readonly after: number;
  /** What stands at the end of the way and appears only then. */
  readonly shows: string | null;
}

const CARD_OF: Readonly<Record<string, string>> = {
  'swapped-lines': 'swap_two',
  'swapped-front': 'swap_two',
  'swapped-fronts': 'swap_two',
  removed: 'remove_city',
};

export const DECK = 'pile/deck';
export const DISCARD = 'pile/discard';
export const CITIES = 'pile/cities';

/** Where a seat's front has a wagon of a kind, or where the next would lie. */
const before = (seat: number, kind: string): string => `front/${seat}/${kind}`;

export function travels(lines: readonly LogLine[], was: View | null, is: View): readonly Travel[] {
  const found: Travel[] = [];
  let after = 0;
  const go = (what: string | null, from: string, to: string, shows: string | null = to): void => {
    found.push({ what, from, to, after, shows });
  };
  const cellsOf = (view: View | null, city: string): [string, string][] => {
    const line = view?.lines.find((each) => each.city === city);
    return (['left', 'right'] as const).flatMap((side) =>
      (line?.[side] ?? []).map((kind, place): [string, string] => [`${city}/${side}/${place + 1}`, kind]),
    );
  };
  for (const line of lines) {
    const seat = Number(line['seat']);
    const hand = `hand/${seat}`;
    const wagon = String(line['wagon']);
    const other = String(line['other_wagon']);
    switch (line.kind) {
      case 'laid': {
        const city = String(line['city']);
        const at = cellsOf(is, city).find(([, kind]) => kind === wagon)?.[0];
        if (at !== undefined) go(wagon, hand, at);
        break;
      }
      case 'put-down':
        go(wagon, hand, before(seat, wagon));
        break;
      case 'taken-up':
        go(wagon, before(seat, wagon), hand, null);
        break;
      case 'swapped-lines':
      case 'swapped-front':
      case 'swapped-fronts': {
        go(CARD_OF[line.kind] ?? null, hand, DISCARD, null);
        after += 1;
        const from = String(line['from']);
        const to = String(line['to']);
        // Before a seat the place goes by the kind that lies there now.
        const there = (cell: string, kind: string): string => (cell.startsWith('front/') ? cell.replace(/[^/]+$/, kind) : cell);
        go(wagon, from, there(to, wagon));
        go(other, to, there(from, other));
        break;
      }
      case 'exchanged': {
        const to = Number(line['to_seat']);
        go(wagon, before(seat, wagon), before(to, wagon));
        go(other, before(to, other), before(seat, other));
        break;
      }
      case 'discarded': {
        const wagons = line['wagons'] as string[];
        const cities = line['cities'] as string[];
        go(wagons.length === 2 ? 'discard_two' : 'discard_three', hand, DISCARD, null);
        after += 1;
        cities.forEach((city, place) => go(wagons[place] ?? null, `${city}/${String(line['side'])}/${String(line['place'])}`, DISCARD, null));
        break;
      }
      case 'removed': {
        const city = String(line['city']);
        go('remove_city', hand, DISCARD, null);
        after += 1;
        for (const [cell, kind] of cellsOf(was, city)) go(kind, cell, DISCARD, null);
        go(`city:${city}`, city, CITIES, null);
        break;
      }
      case 'claimed': {
        const city = String(line['city']);
        for (const [cell, kind] of cellsOf(was, city)) {
          go(kind, cell, DISCARD, null);
          go(kind, before(seat, kind), DISCARD, null);
        }
        go(`city:${city}`, city, `taken/${city}`);
        break;
      }
      case 'drew': {
        after += 1;
        const cards = line['cards'];
        const number = Number(line['number']);
        if (Array.isArray(cards) && is.hand !== null) {
          const places = placesOf(cards as string[], is.hand);
          (cards as string[]).forEach((card, place) => go(card, DECK, `card/${places[place] ?? 0}`));
        } else {
          for (let place = 0; place < Math.min(number, 5); place += 1) go(null, DECK, hand, null);
        }
        break;
      }
      case 'city-came':
        after += 1;
        go(`city:${String(line['city'])}`, CITIES, String(line['city']));
        break;
      case 'stalemate':
        for (const each of was?.lines ?? []) {
          if (each.city !== null) for (const [cell, kind] of cellsOf(was, each.city)) go(kind, cell, DISCARD, null);
        }
        was?.players.forEach((player, at) => {
          for (const kind of new Set(player.front)) go(kind, before(at, kind), DISCARD, null);
        });
        break;
      default:
    }
  }
  return found;
}

/** Which places of the hand the drawn cards have: the last ones of their kind. */
function placesOf(drawn: readonly string[], hand: readonly string[]): readonly number[] {
  const taken = new Set<number>();
  return drawn.map((card) => {
    let place = hand.length - 1;
    while (place >= 0 && (hand[place] !== card || taken.has(place))) place -= 1;
    taken.add(place);
    return Math.max(0, place);
  });
}

export const isWagon = (what: string | null): boolean => what !== null && isKind(what);
