// What a view says about the board: networks, distances, the last move. Pure sums, so that they can be tested.

import type { Choice, LogLine, Prompt, Value } from '$lib/types';
import type { Thing } from '$lib/games';
import type { Atlas, City, Edge, Place } from './model';

/** A card of the hand was tapped: its city is to be shown on the map, not only lit up. */
export const SHOWN = 'shown';

export interface Round {
  round: number;
  first: number;
  reason: string;
  markers: (string | null)[];
  hands: string[][];
  rails: [string, number][];
  finished: number[];
  missing: number[];
  missing_rails: string[][];
}

export interface View {
  seats: number;
  seat: number;
  round: number;
  first: number;
  phase: 'markers' | 'first-rail' | 'second-rail' | 'over';
  deciders: number[];
  points: number;
  rails_left: number;
  scores: number[];
  markers: (string | null)[];
  networks: number[];
  rails: [string, number][];
  finished: number[];
  hands: (string[] | null)[];
  past: Round[];
}

export const asView = (view: Record<string, unknown>): View => view as unknown as View;

export interface Laid {
  readonly edge: Edge;
  readonly seat: number;
}

export function laidRails(atlas: Atlas, rails: readonly (readonly [string, number])[]): Laid[] {
  return rails.flatMap(([name, seat]) => {
    const edge = atlas.edgeByName.get(name);
    return edge === undefined ? [] : [{ edge, seat }];
  });
}

/** All crossings that hang together with `start` by these rails. */
export function reach(atlas: Atlas, start: Place, rails: ReadonlySet<number>): Set<number> {
  const seen = new Set([start.id]);
  const open = [start];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const edge of atlas.around[place.id] ?? []) {
      if (!rails.has(edge.id)) continue;
      const other = edge.a === place ? edge.b : edge.a;
      if (seen.has(other.id)) continue;
      seen.add(other.id);
      open.push(other);
    }
  }
  return seen;
}

/** The crossings of each seat's network; empty before its marker stands. Seats of one network share one set. */
export function networks(atlas: Atlas, markers: readonly (string | null)[], rails: readonly Laid[]): Set<number>[] {
  const laid = new Set(rails.map((rail) => rail.edge.id));
  const found: Set<number>[] = [];
  for (const marker of markers) {
    const place = marker === null ? undefined : atlas.placeByName.get(marker);
    const known = place === undefined ? undefined : found.find((each) => each.has(place.id));
    found.push(known ?? (place === undefined ? new Set<number>() : reach(atlas, place, laid)));
  }
  return found;
}

/** How many points each crossing is away from a network: free along rails, one or two along other lines. */
export function distances(atlas: Atlas, from: Iterable<number>, rails: readonly Laid[]): Map<number, number> {
  const laid = new Set(rails.map((rail) => rail.edge.id));
  const best = new Map<number, number>();
  // A step costs 0, 1 or 2 points, so a list of places for each distance serves as the queue.
  const waiting: number[][] = [[...from]];
  for (let far = 0; far < waiting.length; far += 1) {
    const here = waiting[far] ?? [];
    for (let next = 0; next < here.length; next += 1) {
      const id = here[next];
      if (id === undefined || best.has(id)) continue;
      best.set(id, far);
      for (const edge of atlas.around[id] ?? []) {
        const other = edge.a.id === id ? edge.b.id : edge.a.id;
        if (best.has(other)) continue;
        (waiting[far + (laid.has(edge.id) ? 0 : edge.cost)] ??= []).push(other);
      }
      for (let gap = far + 1; gap < waiting.length; gap += 1) waiting[gap] ??= [];
    }
  }
  return best;
}

/** A card of a hand and how far its city is from the seat's network; null before the marker stands. */
export interface Held {
  readonly city: City;
  readonly toGo: number | null;
}

export function held(atlas: Atlas, view: View, seat: number): Held[] {
  const cities = (view.hands[seat] ?? []).flatMap((id) => atlas.cityById.get(id) ?? []);
  const rails = laidRails(atlas, view.rails);
  const network = networks(atlas, view.markers, rails)[seat];
  if (network === undefined || network.size === 0) return cities.map((city) => ({ city, toGo: null }));
  const far = distances(atlas, network, rails);
  return cities.map((city) => ({ city, toGo: far.get(city.node) ?? null }));
}

/** Something that may be done: a line to lay a rail on, or a crossing for the marker. */
export interface Target {
  readonly thing: Thing;
  readonly choice: Choice;
  readonly action: Value;
  readonly x: number;
  readonly y: number;
  readonly edge: Edge | null;
  readonly place: Place | null;
}

export function targets(atlas: Atlas, prompt: Prompt | null): Target[] {
  const found: Target[] = [];
  for (const choice of (prompt?.choices ?? []).flatMap((verb) => verb.choices ?? [])) {
    if (!choice.action) continue;
    const thing = { kind: choice.kind, name: choice.name };
    const edge = choice.kind === 'edge' ? (atlas.edgeByName.get(choice.name) ?? null) : null;
    const place = choice.kind === 'node' ? (atlas.placeByName.get(choice.name) ?? null) : null;
    const spot = edge ?? place;
    if (spot !== null) found.push({ thing, choice, action: choice.action, x: spot.x, y: spot.y, edge, place });
  }
  return found;
}

export interface LastMove {
  readonly seat: number;
  readonly edges: readonly Edge[];
  readonly place: Place | null;
}

/** What the last turn put on the board: its rails that still lie there, or its marker. */
export function lastMove(atlas: Atlas, view: View, journal: readonly LogLine[]): LastMove | null {
  const there = new Set(view.rails.map(([name]) => name));
  const edges: Edge[] = [];
  let mover: number | null = null;
  for (const line of journal.toReversed()) {
    const seat = line['seat'];
    if (line.kind === 'round-began') break;
    if (typeof seat !== 'number') continue;
    if (line.kind === 'placed') {
      if (mover !== null) break;
      const place = atlas.placeByName.get(String(line['node']));
      // What was taken back is still told, but no longer there.
      if (place !== undefined && view.markers[seat] === place.name) return { seat, edges, place };
    } else if (line.kind === 'stopped') {
      if (mover !== null) break;
      mover = seat;
    } else if (line.kind === 'laid') {
      const edge = atlas.edgeByName.get(String(line['edge']));
      if (edge === undefined || !there.has(edge.name)) continue;
      if (mover !== null && seat !== mover) break;
      mover = seat;
      edges.unshift(edge);
      // A turn is two single lines or one double one.
      if (edges.length === 2 || edge.cost === 2) break;
    }
  }
  return mover === null || edges.length === 0 ? null : { seat: mover, edges, place: null };
}

/** The journal's account of a round that has just ended, as the views remember it. */
export function endedRound(lines: readonly LogLine[]): Round | null {
  const line = lines.findLast((each) => each.kind === 'round-ended');
  return line === undefined ? null : (line as unknown as Round);
}

/** For rails laid just now, in order: does each grow from its second crossing towards its first? */
export function growth(
  atlas: Atlas,
  markers: readonly (string | null)[],
  rails: readonly Laid[],
  latest: readonly LogLine[],
): Map<string, { order: number; backwards: boolean }> {
  const found = new Map<string, { order: number; backwards: boolean }>();
  const news = latest.filter((line) => line.kind === 'laid').map((line) => String(line['edge']));
  const laid = new Set(rails.map((rail) => rail.edge.id));
  for (const name of news) {
    const edge = atlas.edgeByName.get(name);
    if (edge !== undefined) laid.delete(edge.id);
  }
  news.forEach((name, order) => {
    const rail = rails.find((each) => each.edge.name === name);
    if (rail === undefined) return;
    const marker = markers[rail.seat];
    const start = marker === null || marker === undefined ? undefined : atlas.placeByName.get(marker);
    const network = start === undefined ? new Set<number>() : reach(atlas, start, laid);
    found.set(name, { order, backwards: !network.has(rail.edge.a.id) && network.has(rail.edge.b.id) });
    laid.add(rail.edge.id);
  });
  return found;
}
