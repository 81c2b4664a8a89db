// Which target a pointer means, and where the focus goes by arrow keys.

import type { Edge, Place } from './model';
import type { Target } from './position';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** From a point to the part of a line between its crossings. */
export function offLine(point: Point, edge: Edge): number {
  const along = { x: edge.b.x - edge.a.x, y: edge.b.y - edge.a.y };
  const length = along.x * along.x + along.y * along.y;
  const share = ((point.x - edge.a.x) * along.x + (point.y - edge.a.y) * along.y) / length;
  // Near a crossing all its lines are equally near: the outer sixths belong to none of them more than their middle says.
  const held = Math.min(0.84, Math.max(0.16, share));
  return Math.hypot(point.x - edge.a.x - held * along.x, point.y - edge.a.y - held * along.y);
}

export const offPlace = (point: Point, place: Place): number => Math.hypot(point.x - place.x, point.y - place.y);

export function offTarget(point: Point, target: Target): number {
  if (target.edge !== null) return offLine(point, target.edge);
  return target.place === null ? Infinity : offPlace(point, target.place);
}

function nearestBy<Item>(items: Iterable<Item>, within: number, off: (item: Item) => number): Item | null {
  let best: Item | null = null;
  let least = within;
  for (const item of items) {
    const far = off(item);
    if (far === Infinity || far > least || (far === least && best !== null)) continue;
    best = item;
    least = far;
  }
  return best;
}

/** The target nearest to a point, if it is near enough. */
export function nearest(point: Point, targets: readonly Target[], within: number): Target | null {
  return nearestBy(targets, within, (target) => offTarget(point, target));
}

export function nearestEdge(point: Point, edges: readonly Edge[], within: number): Edge | null {
  return nearestBy(edges, within, (edge) => offLine(point, edge));
}

export function nearestPlace(point: Point, places: readonly Place[], within: number): Place | null {
  return nearestBy(places, within, (place) => offPlace(point, place));
}

export type Way = 'left' | 'right' | 'up' | 'down';

const STEPS: Readonly<Record<Way, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The next spot in a direction: straight ahead counts once, aside twice; nothing further aside than ahead and a half. */
export function onward<Spot extends Point>(from: Point, spots: readonly Spot[], way: Way): Spot | null {
  const step = STEPS[way];
  return nearestBy(spots, Infinity, (spot) => {
    const ahead = (spot.x - from.x) * step.x + (spot.y - from.y) * step.y;
    const aside = Math.abs((spot.x - from.x) * step.y) + Math.abs((spot.y - from.y) * step.x);
    return ahead <= 0.5 || aside > ahead * 1.8 ? Infinity : ahead + 2 * aside;
  });
}

/** Rows from north to south, each from west to east: the order of Tab-like steps. */
export function inReadingOrder<Spot extends Point>(spots: readonly Spot[]): Spot[] {
  return [...spots].sort((one, two) => one.y - two.y || one.x - two.x);
}

/** Where the focus begins: the target nearest to a point of interest. */
export function startingSpot(targets: readonly Target[], home: Point): Target | null {
  return nearestBy(targets, Infinity, (target) => Math.hypot(target.x - home.x, target.y - home.y));
}
