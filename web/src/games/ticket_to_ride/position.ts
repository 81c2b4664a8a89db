// What the board needs to know of a position: who owns what, how far tickets are, what may be claimed, what was last.

import type { Refusal } from '$lib/speaker';
import type { Choice, LogLine, Prompt } from '$lib/types';
import { beyond, COLOURS, KINDS, type Atlas, type City, type Kind, type Route, type Ticket } from './model';

export type Cards = Partial<Record<Kind, number>>;

export interface SeatView {
  readonly points: number;
  readonly trains: number;
  readonly stations: number;
  readonly cards: number;
  readonly known: Cards;
  readonly unknown: number;
  readonly tickets: number;
  readonly offered: number;
}

export interface TunnelView {
  readonly seat: number;
  readonly route: string;
  readonly colour: Kind;
  readonly number: number;
  readonly locomotives: number;
  readonly revealed: readonly Kind[];
  readonly owed: number;
}

export interface View {
  readonly seats: number;
  readonly seat: number;
  readonly phase: 'choose-long' | 'choose-tickets' | 'turn' | 'second-card' | 'keep-tickets' | 'tunnel' | 'over';
  readonly turn: number;
  readonly deciders: readonly number[];
  readonly last_turns: number | null;
  readonly row: readonly (Kind | null)[];
  readonly deck: number;
  readonly discard: Cards;
  readonly players: readonly SeatView[];
  readonly hand: Cards | null;
  readonly tickets: readonly (readonly string[] | null)[];
  readonly offer: { tickets: readonly string[]; least: number; most: number; chosen: readonly string[] | null } | null;
  readonly routes: Readonly<Record<string, number>>;
  readonly stations: Readonly<Record<string, number>>;
  readonly tunnel: TunnelView | null;
  readonly tickets_left: number;
}

export const asView = (view: object): View => view as View;

/** Doubles stand open for both only with this many. */
const BOTH_FROM = 4;

export function openTo(route: Route, view: View, seat: number): boolean {
  if (route.id in view.routes) return false;
  const other = route.twin === null ? undefined : view.routes[route.twin.id];
  return other === undefined || (other !== seat && view.seats >= BOTH_FROM);
}

// --- ways ---------------------------------------------------------------------------------------------------------------

export interface Way {
  readonly routes: readonly Route[];
  /** Trains still to be laid on it. */
  readonly trains: number;
  /** Routes of others that stations would have to lend. */
  readonly lent: number;
}

interface Reached {
  city: City;
  lent: number;
  trains: number;
  steps: number;
  from: Reached | null;
  by: Route | null;
}

/** The way from city to city that needs the fewest trains, over own and free routes, and at most `lent` of others. */
export function shortestWay(view: View, seat: number, from: City, to: City, lent = 0): Way | null {
  const best = new Map<string, number>();
  const open: Reached[] = [{ city: from, lent: 0, trains: 0, steps: 0, from: null, by: null }];
  for (;;) {
    let pick = -1;
    for (let place = 0; place < open.length; place += 1) {
      const one = open[place];
      const least = open[pick];
      if (one !== undefined && (least === undefined || weight(one) < weight(least))) pick = place;
    }
    const here = open[pick];
    if (here === undefined) return null;
    open.splice(pick, 1);
    if (here.city === to) return told(here);
    const key = `${here.city.id} ${here.lent}`;
    if ((best.get(key) ?? Infinity) <= weight(here)) continue;
    best.set(key, weight(here));
    for (const route of here.city.routes) {
      const owner = view.routes[route.id];
      const own = owner === seat;
      const foreign = owner !== undefined && !own;
      if (foreign ? here.lent >= lent || !lendable(view, seat, route) : !own && !openTo(route, view, seat)) continue;
      open.push({
        city: beyond(route, here.city),
        lent: here.lent + (foreign ? 1 : 0),
        trains: here.trains + (own || foreign ? 0 : route.length),
        steps: here.steps + 1,
        from: here,
        by: route,
      });
    }
  }
}

const weight = (reached: Reached): number => reached.trains * 1000 + reached.lent * 100 + reached.steps;

function lendable(view: View, seat: number, route: Route): boolean {
  const left = view.players[seat]?.stations ?? 0;
  return [route.a, route.b].some((city) => {
    const host = view.stations[city.id];
    return host === seat || (host === undefined && left > 0);
  });
}

function told(last: Reached): Way {
  const routes: Route[] = [];
  for (let at: Reached | null = last; at?.by != null; at = at.from) routes.unshift(at.by);
  return { routes, trains: last.trains, lent: last.lent };
}

export interface Standing {
  readonly ticket: Ticket;
  readonly state: 'done' | 'lent' | 'open' | 'lost';
  /** The way it is done by, or the shortest one that is open. */
  readonly way: Way | null;
}

/** How a ticket stands: joined, joined if stations lend, open, or beyond what trains and stations can still do. */
export function standing(view: View, seat: number, ticket: Ticket): Standing {
  const built = Object.values(view.stations).filter((host) => host === seat).length;
  const left = view.players[seat]?.stations ?? 0;
  const trains = view.players[seat]?.trains ?? 0;
  const own = shortestWay(view, seat, ticket.a, ticket.b);
  if (own?.trains === 0) return { ticket, state: 'done', way: own };
  const helped = built + left === 0 ? null : shortestWay(view, seat, ticket.a, ticket.b, built + left);
  const standingNow = built === 0 ? null : byBuilt(view, seat, ticket, built);
  if (standingNow !== null) return { ticket, state: 'lent', way: standingNow };
  if (view.phase === 'over') return { ticket, state: 'lost', way: null };
  if (own !== null && own.trains <= trains) return { ticket, state: 'open', way: own };
  if (helped !== null && helped.trains <= trains) return { ticket, state: 'open', way: helped };
  return { ticket, state: 'lost', way: null };
}

/** Joined already, if the stations that stand lend one route each. */
function byBuilt(view: View, seat: number, ticket: Ticket, built: number): Way | null {
  const players = view.players.map((player, place) => (place === seat ? { ...player, stations: 0, trains: 0 } : player));
  const way = shortestWay({ ...view, players }, seat, ticket.a, ticket.b, built);
  return way?.trains === 0 ? way : null;
}

/** The longest trail over a seat's own routes: each once, cities as often as one likes. Exact, but for a huge net. */
export function longestTrail(atlas: Atlas, view: View, seat: number): readonly Route[] {
  const own = atlas.routes.filter((route) => view.routes[route.id] === seat);
  const around = new Map<City, Route[]>();
  for (const route of own) {
    for (const city of [route.a, route.b]) around.set(city, [...(around.get(city) ?? []), route]);
  }
  const all = own.reduce((sum, route) => sum + route.length, 0);
  let best: Route[] = [];
  let most = 0;
  let patience = 150_000;
  const used = new Set<Route>();
  const path: Route[] = [];
  const walk = (city: City, length: number): void => {
    if (length > most) {
      most = length;
      best = [...path];
    }
    patience -= 1;
    if (most === all || patience < 0) return;
    for (const route of around.get(city) ?? []) {
      if (used.has(route)) continue;
      used.add(route);
      path.push(route);
      walk(beyond(route, city), length + route.length);
      path.pop();
      used.delete(route);
    }
  };
  // From odd ends first: a trail that uses everything starts there.
  const starts = [...around.keys()].sort((one, two) => ((around.get(two)?.length ?? 0) % 2) - ((around.get(one)?.length ?? 0) % 2));
  for (const city of starts) walk(city, 0);
  return best;
}

// --- what may be done ---------------------------------------------------------------------------------------------------

export interface Target {
  readonly kind: 'route' | 'city';
  readonly name: string;
  readonly route: Route | null;
  readonly city: City | null;
  readonly x: number;
  readonly y: number;
  readonly choice: Choice;
}

const verb = (prompt: Prompt | null, name: string): Choice | undefined =>
  prompt?.choices.find((choice) => choice.kind === 'verb' && choice.name === name);

export const verbOf = verb;

/** Routes that can be paid for. */
export function claims(atlas: Atlas, prompt: Prompt | null): readonly Target[] {
  return (verb(prompt, 'claim')?.choices ?? []).flatMap((choice) => {
    const route = atlas.route.get(choice.name);
    return route === undefined
      ? []
      : [{ kind: 'route' as const, name: route.id, route, city: null, x: route.x, y: route.y, choice }];
  });
}

/** Cities where a station can be paid for. */
export function sites(atlas: Atlas, prompt: Prompt | null): readonly Target[] {
  return (verb(prompt, 'station')?.choices ?? []).flatMap((choice) => {
    const city = atlas.city.get(choice.name);
    return city === undefined
      ? []
      : [{ kind: 'city' as const, name: city.id, route: null, city, x: city.x, y: city.y, choice }];
  });
}

export interface Payment {
  readonly colour: Kind;
  readonly number: number;
  readonly locomotives: number;
  readonly choice: Choice;
  readonly cards: readonly Kind[];
  /** Cards of that colour and locomotives that stay in the hand. */
  readonly spare: number;
}

export function payments(choices: readonly Choice[], hand: Cards): readonly Payment[] {
  return choices.map((choice) => {
    const colour = String(choice.params['colour']) as Kind;
    const number = Number(choice.params['number'] ?? 0);
    const locomotives = Number(choice.params['locomotives'] ?? 0);
    const cards: Kind[] = [
      ...Array.from({ length: number }, () => colour),
      ...Array.from({ length: locomotives }, () => 'locomotive' as const),
    ];
    const rest = (hand.locomotive ?? 0) - locomotives;
    const spare = rest + (colour === 'locomotive' ? 0 : (hand[colour] ?? 0) - number);
    return { colour, number, locomotives, choice, cards, spare };
  });
}

/** Why a route can't be had, in the judge's own codes, so that it is said before anything is clicked. */
export function closed(route: Route, view: View, seat: number): Refusal | null {
  const owner = view.routes[route.id];
  if (owner !== undefined) return { code: 'route-taken', params: { route: route.id, seat: owner }, rule: '6.1' };
  const twin = route.twin === null ? undefined : view.routes[route.twin.id];
  if (twin === seat) return { code: 'double-own', params: { route: route.id }, rule: '6.5' };
  if (twin !== undefined && view.seats < BOTH_FROM) {
    return { code: 'double-closed', params: { route: route.id, seat: twin }, rule: '6.6' };
  }
  const trains = view.players[seat]?.trains ?? 0;
  if (trains < route.length) {
    return { code: 'trains-lacking', params: { route: route.id, length: route.length, trains }, rule: '6.7' };
  }
  const hand = view.hand ?? {};
  const jokers = hand.locomotive ?? 0;
  if (jokers < route.ferry) {
    const params = { route: route.id, locomotives: route.ferry, number: route.ferry - jokers };
    return { code: 'ferry-lacking', params, rule: '6.8' };
  }
  const kinds = route.colour === 'gray' ? COLOURS : [route.colour];
  const best = [...kinds].sort((one, two) => (hand[two] ?? 0) - (hand[one] ?? 0))[0] ?? 'red';
  const short = route.length - (hand[best] ?? 0) - jokers;
  return short > 0 ? { code: 'cards-lacking', params: { number: short, colour: best }, rule: '6.3' } : null;
}

// --- what just happened ----------------------------------------------------------------------------------------------------

export interface Move {
  readonly seat: number;
  readonly route: string | null;
  readonly city: string | null;
  readonly seq: number;
}

const number = (value: unknown): number => (typeof value === 'number' ? value : -1);

/** The last route or station of anybody, to be haloed until the next. */
export function lastMove(journal: readonly LogLine[]): Move | null {
  for (let place = journal.length - 1; place >= 0; place -= 1) {
    const line = journal[place];
    if (line?.kind === 'claimed') {
      return { seat: number(line['seat']), route: String(line['route']), city: null, seq: line.seq };
    }
    if (line?.kind === 'station-built') {
      return { seat: number(line['seat']), route: null, city: String(line['city']), seq: line.seq };
    }
  }
  return null;
}

export const handOf = (view: View): Cards => view.hand ?? {};

/** Kinds in a hand with how many of each, in the order of the shelf. */
export function sorted(cards: Cards): readonly { kind: Kind; count: number }[] {
  return KINDS.flatMap((kind) => ((cards[kind] ?? 0) > 0 ? [{ kind, count: cards[kind] ?? 0 }] : []));
}
