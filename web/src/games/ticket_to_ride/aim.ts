// What a pointer means: the route or city nearest to it; and where the focus goes by arrow keys.

import type { Atlas, City, Route } from './model';
import type { Target } from './position';

export interface Point {
  readonly x: number;
  readonly y: number;
}

const HALF = 13.5;

/** From a point to a space, as a line along it. */
function offSpace(point: Point, space: { x: number; y: number; turn: number }): number {
  const angle = (space.turn * Math.PI) / 180;
  const dx = point.x - space.x;
  const dy = point.y - space.y;
  const along = dx * Math.cos(angle) + dy * Math.sin(angle);
  const aside = -dx * Math.sin(angle) + dy * Math.cos(angle);
  return Math.hypot(Math.max(0, Math.abs(along) - HALF), aside);
}

export const offRoute = (point: Point, route: Route): number =>
  Math.min(...route.spaces.map((space) => offSpace(point, space)));

function nearestBy<Item>(items: Iterable<Item>, within: number, off: (item: Item) => number): Item | null {
  let best: Item | null = null;
  let least = within;
  for (const item of items) {
    const far = off(item);
    if (far > least || (far === least && best !== null)) continue;
    best = item;
    least = far;
  }
  return best;
}

export const nearestRoute = (point: Point, atlas: Atlas, within: number): Route | null =>
  nearestBy(atlas.routes, within, (route) => offRoute(point, route));

export const nearestCity = (point: Point, atlas: Atlas, within: number): City | null =>
  nearestBy(atlas.cities, within, (city) => Math.hypot(city.x - point.x, city.y - point.y));

export type Way = 'left' | 'right' | 'up' | 'down';

const STEPS: Readonly<Record<Way, Point>> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** The next target in a direction: straight ahead counts once, aside twice. */
export function onward(from: Point, targets: readonly Target[], way: Way): Target | null {
  const step = STEPS[way];
  return nearestBy(targets, 1e9, (target) => {
    const ahead = (target.x - from.x) * step.x + (target.y - from.y) * step.y;
    const aside = Math.abs((target.x - from.x) * step.y) + Math.abs((target.y - from.y) * step.x);
    return ahead <= 0.5 || aside > ahead * 1.8 ? Infinity : ahead + 2 * aside;
  });
}

export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What a note may rather not cover: a point and how much it would be missed. */
export interface Missed {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

/** Where a note of this size stands beside its place so that it covers least; ties go to the nearer spot. */
export function bestSpot(
  around: Rect,
  size: { width: number; height: number },
  room: Rect,
  missed: readonly Missed[],
  pull = 0.2,
): Point {
  const GAP = 16;
  const right = room.left + room.width - size.width - 8;
  const bottom = room.top + room.height - size.height - 8;
  const clampX = (x: number): number => Math.max(room.left + 8, Math.min(right, x));
  const clampY = (y: number): number => Math.max(room.top + 8, Math.min(bottom, y));
  const middle = { x: around.left + around.width / 2, y: around.top + around.height / 2 };
  const xs = [around.left - size.width - GAP, around.left + around.width + GAP];
  for (const share of [0.5, 0.12, 0.88]) xs.push(middle.x - size.width * share);
  const ys = [around.top - size.height - GAP, around.top + around.height + GAP];
  for (const share of [0.5, 0.12, 0.88]) ys.push(middle.y - size.height * share);
  const spots = xs.flatMap((x) => ys.map((y) => ({ x: clampX(x), y: clampY(y) })));
  let best = spots[0] ?? { x: room.left, y: room.top };
  let least = Infinity;
  for (const spot of spots) {
    const right = spot.x + size.width;
    const bottom = spot.y + size.height;
    const overX = Math.max(0, Math.min(right, around.left + around.width) - Math.max(spot.x, around.left));
    const overY = Math.max(0, Math.min(bottom, around.top + around.height) - Math.max(spot.y, around.top));
    let cost = overX * overY > 0 ? 400 + (overX * overY) / 40 : 0;
    for (const point of missed) {
      const inside = point.x > spot.x - 6 && point.x < right + 6 && point.y > spot.y - 6 && point.y < bottom + 6;
      if (inside) cost += point.weight;
    }
    const dx = Math.max(spot.x - middle.x, middle.x - spot.x - size.width, 0);
    const dy = Math.max(spot.y - middle.y, middle.y - spot.y - size.height, 0);
    // Far away it would be read as belonging to something else.
    cost += Math.hypot(dx, dy) * pull;
    if (cost < least - 1e-6) {
      least = cost;
      best = spot;
    }
  }
  return best;
}
