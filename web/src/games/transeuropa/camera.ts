// Which part of the map is shown by itself: my cities with their name plates, clear of what lies over the map.

import { kept, wholeScale, type Camera, type Reach, type Room } from '$lib/camera';
import type { Insets } from '$lib/games';
import type { Box, City, Setting } from './model';

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export const REACH: Reach = { largest: 3.2, least: 0.66 };
/** Where all of the board is at least this large, all of it is shown. */
const WHOLE_WILL_DO = 0.6;
/** Pixels: what is smaller isn't read. */
const LEGIBLE = 11;
const LARGEST_PLATE = 1.7;

/** The bars with columns and rows at the map's edges, in pixels. */
export function frameOf(narrow: boolean): Insets {
  return narrow ? { top: 16, right: 8, bottom: 8, left: 17 } : { top: 22, right: 12, bottom: 8, left: 24 };
}

export const compactAt = (scale: number, narrow: boolean): boolean => scale < 0.72 || (narrow && scale < 0.9);

/** My own cities grow on a small map until their names can be read; in steps, so that a pinch doesn't draw each anew. */
export function plateScale(size: number, scale: number): number {
  return Math.round(Math.min(LARGEST_PLATE, Math.max(1, LEGIBLE / (size * scale))) * 10) / 10;
}

/** The nameboard of an own city, before it grows. */
export function plateOf(city: City, setting: Setting, language: string, size: number, ticked: boolean): Area | null {
  const spot = city.labels[setting][language] ?? city.labels[setting]['en'];
  if (spot === undefined) return null;
  const [x, y] = spot.plate;
  const width = spot.width + (ticked ? size * 1.05 : 0);
  const left = spot.anchor === 'start' ? x : spot.anchor === 'end' ? x - width : x - width / 2;
  return { left: left - 7, top: y - size * 0.92 - 1.6, right: left + width + 7, bottom: y + size * 0.4 + 1.6 };
}

/** Half of an own city's sign, a marker with its ring. */
const SIGN = 24;

/** What belongs to a city or a marker, as it is drawn at a scale. */
export function inkOf(at: Point, plate: Area | null, grown: number): Area {
  const sign = { left: at.x - SIGN, top: at.y - SIGN, right: at.x + SIGN, bottom: at.y + SIGN };
  const all = plate === null ? sign : joint([sign, plate]);
  return {
    left: at.x + (all.left - at.x) * grown,
    top: at.y + (all.top - at.y) * grown,
    right: at.x + (all.right - at.x) * grown,
    bottom: at.y + (all.bottom - at.y) * grown,
  };
}

function joint(areas: readonly Area[]): Area {
  return {
    left: Math.min(...areas.map((area) => area.left)),
    top: Math.min(...areas.map((area) => area.top)),
    right: Math.max(...areas.map((area) => area.right)),
    bottom: Math.max(...areas.map((area) => area.bottom)),
  };
}

const onScreen = (camera: Camera, area: Area): Area => ({
  left: area.left * camera.scale + camera.x,
  top: area.top * camera.scale + camera.y,
  right: area.right * camera.scale + camera.x,
  bottom: area.bottom * camera.scale + camera.y,
});

export const edgesOf = (room: Room): Area => ({
  left: room.left,
  top: room.top,
  right: room.left + room.width,
  bottom: room.top + room.height,
});

const SLACK = 0.5;
const within = (inner: Area, outer: Area): boolean =>
  inner.left >= outer.left - SLACK &&
  inner.top >= outer.top - SLACK &&
  inner.right <= outer.right + SLACK &&
  inner.bottom <= outer.bottom + SLACK;
const meets = (one: Area, two: Area): boolean =>
  one.left < two.right - SLACK && one.right > two.left + SLACK && one.top < two.bottom - SLACK && one.bottom > two.top + SLACK;

/** What is shown, by the scale: names and signs keep a size of their own. */
export type Ink = (scale: number) => readonly Area[];

/** All of it is in the room, and nothing lies over it. */
export function inView(camera: Camera, room: Room, ink: Ink, over: readonly Area[]): boolean {
  const edges = edgesOf(room);
  return ink(camera.scale)
    .map((area) => onScreen(camera, area))
    .every((area) => within(area, edges) && over.every((each) => !meets(each, area)));
}

/** The scale at which the map is played on where there is room: all of it, or on a narrow screen its full height. */
export function playScale(room: Room, view: Box): number {
  const whole = wholeScale(room, view);
  return whole >= WHOLE_WILL_DO ? whole : Math.max(whole, Math.min(REACH.least, room.height / view[3]));
}

function fittedInto(room: Room, view: Box, ink: Ink): Camera {
  let scale = playScale(room, view);
  const middle = { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2 };
  let sheet = view;
  // Smaller, the names take more of the map: a few steps settle it.
  for (let step = 0; step < 8; step += 1) {
    const areas = ink(scale);
    if (areas.length === 0) break;
    const all = joint(areas);
    const left = Math.min(view[0], all.left);
    const top = Math.min(view[1], all.top);
    const right = Math.max(view[0] + view[2], all.right);
    sheet = [left, top, right - left, Math.max(view[1] + view[3], all.bottom) - top];
    middle.x = (all.left + all.right) / 2;
    middle.y = (all.top + all.bottom) / 2;
    const next = Math.min(scale, room.width / (all.right - all.left), room.height / (all.bottom - all.top));
    if (next === scale) break;
    scale = next;
  }
  const x = room.left + room.width / 2 - middle.x * scale;
  const y = room.top + room.height / 2 - middle.y * scale;
  return kept({ scale, x, y }, room, sheet, REACH);
}

/** What is left of a room on each side of something that lies over it. */
function beside(room: Room, over: Area): Room[] {
  const edges = edgesOf(room);
  const cut = (more: Partial<Area>): Room => {
    const { left, top, right, bottom } = { ...edges, ...more };
    return { left, top, width: right - left, height: bottom - top };
  };
  return [cut({ bottom: over.top }), cut({ top: over.bottom }), cut({ right: over.left }), cut({ left: over.right })].filter(
    (each) => each.width >= room.width / 3 && each.height >= room.height / 3,
  );
}

/**
 * As large as is good to play on, never so large that some of `ink` is out of view, covered by what lies over the map
 * or cut by its frame.
 */
export function fitted(room: Room, view: Box, ink: Ink, over: readonly Area[] = []): Camera {
  const plain = fittedInto(room, view, ink);
  let rooms: Room[] = [room];
  let best: Camera | null = null;
  for (let depth = 0; depth <= over.length && best === null; depth += 1) {
    for (const each of rooms) {
      const camera = fittedInto(each, view, ink);
      if (inView(camera, room, ink, over) && camera.scale > (best?.scale ?? 0)) best = camera;
    }
    rooms = rooms.flatMap((each) => over.filter((area) => meets(area, edgesOf(each))).flatMap((area) => beside(each, area)));
  }
  return best ?? plain;
}
