// Where the map lies under the window: design pixels times `scale`, moved by `x`, `y`, are pixels of the board's box.

import type { Insets } from '$lib/games';
import type { Box } from './model';

export interface Camera {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Room {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const LARGEST = 3.2;
/** Below this a step of the lattice is too short for a thumb: rather show a part of the board. */
const LEAST_FOR_THUMBS = 0.6;
/** Room for a name beside an outermost city. */
const AROUND = 70;

export function freeRoom(width: number, height: number, insets: Insets): Room {
  return {
    left: insets.left,
    top: insets.top,
    width: Math.max(40, width - insets.left - insets.right),
    height: Math.max(40, height - insets.top - insets.bottom),
  };
}

/** The scale that shows all of the board. */
export function wholeScale(room: Room, view: Box): number {
  return Math.min(room.width / view[2], room.height / view[3]);
}

/** All of the board where that is large enough to be played on; on a narrow screen its full height, about `home`. */
export function fitted(room: Room, view: Box, home: { x: number; y: number } | null): Camera {
  const whole = wholeScale(room, view);
  const scale = whole >= LEAST_FOR_THUMBS ? whole : Math.max(whole, Math.min(LEAST_FOR_THUMBS + 0.06, room.height / view[3]));
  const middle = home ?? { x: view[0] + view[2] / 2, y: view[1] + view[3] / 2 };
  return kept(
    {
      scale,
      x: room.left + room.width / 2 - middle.x * scale,
      y: room.top + room.height / 2 - middle.y * scale,
    },
    room,
    view,
  );
}

/** So that all these points are seen, with some ground round them; never closer than `fitted`. */
export function framing(room: Room, view: Box, points: readonly { x: number; y: number }[]): Camera {
  const all = fitted(room, view, null);
  if (points.length === 0) return all;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right] = [Math.min(...xs) - AROUND, Math.max(...xs) + AROUND];
  const [top, bottom] = [Math.min(...ys) - AROUND, Math.max(...ys) + AROUND];
  const scale = Math.min(all.scale, room.width / (right - left), room.height / (bottom - top));
  return kept(
    {
      scale,
      x: room.left + room.width / 2 - ((left + right) / 2) * scale,
      y: room.top + room.height / 2 - ((top + bottom) / 2) * scale,
    },
    room,
    view,
  );
}

/** Keeps the map in the window: its edges never come further in than the free room's own. */
export function kept(camera: Camera, room: Room, view: Box): Camera {
  const scale = Math.min(LARGEST, Math.max(wholeScale(room, view), camera.scale));
  const along = (at: number, start: number, size: number, from: number, length: number): number => {
    const most = from - start * scale;
    const least = from + length - (start + size) * scale;
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
  };
  return {
    scale,
    x: along(camera.x, view[0], view[2], room.left, room.width),
    y: along(camera.y, view[1], view[3], room.top, room.height),
  };
}

/** Zooms so that what lies under a point of the box stays there. */
export function zoomed(camera: Camera, factor: number, at: { x: number; y: number }, room: Room, view: Box): Camera {
  const scale = Math.min(LARGEST, Math.max(wholeScale(room, view), camera.scale * factor));
  const real = scale / camera.scale;
  return kept({ scale, x: at.x - (at.x - camera.x) * real, y: at.y - (at.y - camera.y) * real }, room, view);
}

export function moved(camera: Camera, dx: number, dy: number, room: Room, view: Box): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, room, view);
}

/** Moves just so far that a point is well inside the free room. */
export function showing(camera: Camera, point: { x: number; y: number }, room: Room, view: Box): Camera {
  const margin = Math.min(70, room.width / 4, room.height / 4);
  const x = point.x * camera.scale + camera.x;
  const y = point.y * camera.scale + camera.y;
  const into = (at: number, from: number, length: number): number =>
    at < from + margin ? from + margin - at : at > from + length - margin ? from + length - margin - at : 0;
  const dx = into(x, room.left, room.width);
  const dy = into(y, room.top, room.height);
  const next = moved(camera, dx, dy, room, view);
  return Math.hypot(next.x - camera.x, next.y - camera.y) < 0.5 ? camera : next;
}

export function designPoint(camera: Camera, x: number, y: number): { x: number; y: number } {
  return { x: (x - camera.x) / camera.scale, y: (y - camera.y) / camera.scale };
}
