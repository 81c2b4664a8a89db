// Where a drawn sheet lies under its window: design pixels times `scale`, moved by `x`, `y`, are pixels of the board's box.

import type { Insets } from './games';

export type Sheet = readonly [left: number, top: number, width: number, height: number];

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

interface Point {
  readonly x: number;
  readonly y: number;
}

/** How far one may zoom in, and the scale below which rather a part of the sheet is shown. */
export interface Reach {
  readonly largest: number;
  readonly least: number;
}

export function freeRoom(width: number, height: number, insets: Insets): Room {
  return {
    left: insets.left,
    top: insets.top,
    width: Math.max(40, width - insets.left - insets.right),
    height: Math.max(40, height - insets.top - insets.bottom),
  };
}

/** The scale that shows all of the sheet. */
export function wholeScale(room: Room, sheet: Sheet): number {
  return Math.min(room.width / sheet[2], room.height / sheet[3]);
}

/** All of the sheet where that is large enough; else a part of it about `home`. */
export function fitted(room: Room, sheet: Sheet, home: Point | null, reach: Reach): Camera {
  const scale = Math.max(wholeScale(room, sheet), reach.least);
  const middle = home ?? { x: sheet[0] + sheet[2] / 2, y: sheet[1] + sheet[3] / 2 };
  const x = room.left + room.width / 2 - middle.x * scale;
  const y = room.top + room.height / 2 - middle.y * scale;
  return kept({ scale, x, y }, room, sheet, reach);
}

/** Keeps the sheet in the window: its edges never come further in than the free room's own. */
export function kept(camera: Camera, room: Room, sheet: Sheet, reach: Reach): Camera {
  const scale = Math.min(reach.largest, Math.max(wholeScale(room, sheet), camera.scale));
  const along = (at: number, start: number, size: number, from: number, length: number): number => {
    const most = from - start * scale;
    const least = from + length - (start + size) * scale;
    return least > most ? (least + most) / 2 : Math.min(most, Math.max(least, at));
  };
  return {
    scale,
    x: along(camera.x, sheet[0], sheet[2], room.left, room.width),
    y: along(camera.y, sheet[1], sheet[3], room.top, room.height),
  };
}

/** Zooms so that what lies under a point of the box stays there. */
export function zoomed(camera: Camera, factor: number, at: Point, room: Room, sheet: Sheet, reach: Reach): Camera {
  const scale = Math.min(reach.largest, Math.max(wholeScale(room, sheet), camera.scale * factor));
  const real = scale / camera.scale;
  const next = { scale, x: at.x - (at.x - camera.x) * real, y: at.y - (at.y - camera.y) * real };
  return kept(next, room, sheet, reach);
}

export function moved(camera: Camera, dx: number, dy: number, room: Room, sheet: Sheet, reach: Reach): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, room, sheet, reach);
}

/** Moves just so far that some points are well inside the free room. */
export function showing(camera: Camera, points: readonly Point[], room: Room, sheet: Sheet, reach: Reach): Camera {
  const margin = Math.min(56, room.width / 5, room.height / 5);
  const into = (least: number, most: number, from: number, length: number): number => {
    if (most - least > length - 2 * margin) return from + length / 2 - (least + most) / 2;
    return least < from + margin ? from + margin - least : most > from + length - margin ? from + length - margin - most : 0;
  };
  const xs = points.map((point) => point.x * camera.scale + camera.x);
  const ys = points.map((point) => point.y * camera.scale + camera.y);
  const dx = into(Math.min(...xs), Math.max(...xs), room.left, room.width);
  const dy = into(Math.min(...ys), Math.max(...ys), room.top, room.height);
  const next = moved(camera, dx, dy, room, sheet, reach);
  return Math.hypot(next.x - camera.x, next.y - camera.y) < 0.5 ? camera : next;
}

export const designPoint = (camera: Camera, x: number, y: number): Point => ({
  x: (x - camera.x) / camera.scale,
  y: (y - camera.y) / camera.scale,
});

export const screenPoint = (camera: Camera, point: Point): Point => ({
  x: point.x * camera.scale + camera.x,
  y: point.y * camera.scale + camera.y,
});
