// What a seat's view says, in the board's own words: lines as trains, fronts, cities with the flags they have in this
// match, and what would count for what.

import type { Cards, City, Flag } from './model';
import { ownFlag } from './model';
import type { Thing } from '$lib/games';
import type { Speaker } from '$lib/speaker';
import type { LogLine, Prompt, Value } from '$lib/types';

export const SIDES = ['left', 'right'] as const;
export type Side = (typeof SIDES)[number];

export interface LineView {
  readonly city: string | null;
  readonly left: readonly string[];
  readonly right: readonly string[];
}

export interface PlayerView {
  readonly front: readonly string[];
  readonly cards: number;
  readonly known: readonly string[];
  readonly cities: readonly string[];
}

export interface View {
  readonly seats: number;
  readonly seat: number;
  readonly options: Readonly<Record<string, unknown>>;
  readonly phase: 'turn' | 'chain' | 'claim' | 'over';
  readonly turn: number;
  readonly deciders: readonly number[];
  readonly lines: readonly LineView[];
  readonly cities_left: number;
  readonly removed: readonly string[];
  readonly deck: number;
  readonly discard: Readonly<Record<string, number>>;
  readonly hand: readonly string[] | null;
  readonly players: readonly PlayerView[];
  readonly scores: readonly number[];
  readonly claims: readonly { readonly city: string; readonly seat: number }[];
  readonly chain: { readonly by: number; readonly asked: number; readonly with: number } | null;
  readonly repeats: readonly number[];
  readonly stalemates: number;
}

export const asView = (view: unknown): View => view as View;

export const MOST_IN_FRONT = 4;
const HOME_TOWN = 'home_town';

/** A city as this table calls it. */
export function cityTitle(cards: Cards, view: View, id: string, language: string): string {
  const own = view.options[HOME_TOWN];
  if (id === HOME_TOWN && typeof own === 'string' && own !== '') return own;
  const titles = cards.cities.get(id)?.titles;
  return titles?.[language] ?? titles?.['en'] ?? id;
}

export function wagonTitle(cards: Cards, kind: string, language: string): string {
  const titles = cards.wagons.get(kind);
  return titles?.[language] ?? titles?.['en'] ?? kind;
}

/** A branch of a message can't have the underscores of the content's names. */
const branch = (name: string): string => name.replaceAll('_', '-');

export const shortTitle = (speaker: Speaker, kind: string): string => speaker.say('board.short', { kind: branch(kind) });
export const actionTitle = (speaker: Speaker, card: string): string => speaker.say('board.action', { card: branch(card) });
export const actionEffect = (speaker: Speaker, card: string): string => speaker.say('board.effect', { card: branch(card) });

/** The country whose flag a city counts as here. */
export function countryOf(view: View, city: City): string {
  const own = view.options['home_country'];
  return city.id === HOME_TOWN ? (typeof own === 'string' ? own : 'own') : (city.country ?? 'own');
}

export function flagFor(cards: Cards, view: View, city: City): Flag | null {
  const known = cards.flags.get(countryOf(view, city));
  if (known !== undefined) return known;
  const written = view.options['home_flag'];
  return typeof written === 'string' ? ownFlag(written) : null;
}

export const laidIn = (line: LineView): readonly string[] => [...line.left, ...line.right];

export const isTeams = (view: View): boolean => view.options['teams'] === true;

/** Fronts sorted by kind, as the view has them, each wagon with a name of its own: `front/0/mail`, and which copy. */
export function frontCells(seat: number, front: readonly string[]): { kind: string; key: string; copy: number }[] {
  const seen = new Map<string, number>();
  return front.map((kind) => {
    const copy = seen.get(kind) ?? 0;
    seen.set(kind, copy + 1);
    return { kind, key: `front/${seat}/${kind}`, copy };
  });
}

/** What happened last, for all to read: the turn's main line, without what only follows from it. */
export function lastDeed(journal: readonly LogLine[]): LogLine | null {
  const follows = new Set(['drew', 'city-came', 'reshuffled', 'declined', 'undone']);
  return journal.findLast((line) => !follows.has(line.kind)) ?? null;
}

/** Is a wagon meant by what is pointed at elsewhere: this one, or all of its kind? */
export const lights = (lit: readonly Thing[], cell: string, kind: string): boolean =>
  lit.some((thing) => thing.name === cell || ((thing.kind === 'wagon' || thing.kind === 'give' || thing.kind === 'take') && thing.name === kind));

/** The cells that the last move left its wagons in, with whose move it was. */
export function lastCells(deed: LogLine | null, view: View): { cells: readonly string[]; seat: number } | null {
  const seat = deed?.['seat'];
  if (deed === null || typeof seat !== 'number') return null;
  const wagon = String(deed['wagon']);
  const other = String(deed['other_wagon']);
  if (deed.kind === 'laid') {
    const city = String(deed['city']);
    const side = deed['side'] === 'left' ? 'left' : 'right';
    const place = view.lines.find((line) => line.city === city)?.[side].indexOf(wagon) ?? -1;
    return place < 0 ? null : { cells: [`${city}/${side}/${place + 1}`], seat };
  }
  if (deed.kind === 'put-down') return { cells: [`front/${seat}/${wagon}`], seat };
  if (deed.kind === 'exchanged') return { cells: [`front/${seat}/${other}`, `front/${String(deed['to_seat'])}/${wagon}`], seat };
  if (deed.kind.startsWith('swapped')) {
    const there = (cell: string, kind: string): string => (cell.startsWith('front/') ? cell.replace(/[^/]+$/, kind) : cell);
    return { cells: [there(String(deed['to']), wagon), there(String(deed['from']), other)], seat };
  }
  return null;
}

/** A city that may be taken now. */
export interface Claim {
  readonly city: string;
  readonly wagons: readonly string[];
  readonly points: number;
  readonly gain: number;
  readonly action: Value;
}

export function claimsOf(prompt: Prompt | null): readonly Claim[] {
  const verb = prompt?.choices.find((choice) => choice.kind === 'verb' && choice.name === 'claim');
  return (verb?.choices ?? []).flatMap((choice) =>
    choice.action
      ? [
          {
            city: choice.name,
            wagons: choice.params['wagons'] as string[],
            points: Number(choice.params['points']),
            gain: Number(choice.params['gain']),
            action: choice.action,
          },
        ]
      : [],
  );
}
