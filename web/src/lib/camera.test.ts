import { describe, expect, it } from 'vitest';
import { designPoint, fitted, freeRoom, kept, moved, screenPoint, showing, wholeScale, zoomed, type Sheet } from './camera';

const sheet: Sheet = [0, 0, 1200, 800];
const reach = { largest: 3, least: 0.6 };
const room = freeRoom(1440, 900, { top: 0, right: 300, bottom: 150, left: 0 });

describe('a sheet under its window', () => {
  it('is shown whole where there is room for it', () => {
    const camera = fitted(room, sheet, null, reach);
    expect(camera.scale).toBeCloseTo(wholeScale(room, sheet));
    expect(screenPoint(camera, { x: 600, y: 400 })).toEqual({ x: 570, y: 375 });
  });

  it('is shown in part on a phone, about what matters, never past its edges', () => {
    const phone = freeRoom(390, 844, { top: 58, right: 0, bottom: 320, left: 0 });
    const camera = fitted(phone, sheet, { x: 1180, y: 20 }, reach);
    expect(camera.scale).toBe(0.6);
    expect(screenPoint(camera, { x: 1200, y: 0 }).x).toBeCloseTo(390);
    expect(screenPoint(camera, { x: 1200, y: 0 }).y).toBeCloseTo(58);
  });

  it('keeps what is under the pointer there while zooming, up to its largest', () => {
    const at = { x: 500, y: 300 };
    const start = fitted(room, sheet, null, reach);
    const under = designPoint(start, at.x, at.y);
    const closer = zoomed(start, 2, at, room, sheet, reach);
    expect(screenPoint(closer, under).x).toBeCloseTo(at.x);
    expect(screenPoint(closer, under).y).toBeCloseTo(at.y);
    expect(zoomed(closer, 100, at, room, sheet, reach).scale).toBe(3);
    expect(zoomed(closer, 0.001, at, room, sheet, reach).scale).toBeCloseTo(wholeScale(room, sheet));
  });

  it('moves no farther than its edges', () => {
    const camera = moved(kept({ scale: 2, x: 0, y: 0 }, room, sheet, reach), 500, 500, room, sheet, reach);
    expect(screenPoint(camera, { x: 0, y: 0 })).toEqual({ x: 0, y: 0 });
  });

  it('moves just so far that what is asked for is seen', () => {
    const camera = kept({ scale: 2, x: 0, y: 0 }, room, sheet, reach);
    expect(showing(camera, [{ x: 200, y: 200 }], room, sheet, reach)).toBe(camera);
    const next = showing(camera, [{ x: 1000, y: 600 }], room, sheet, reach);
    const seen = screenPoint(next, { x: 1000, y: 600 });
    expect(seen.x).toBeLessThanOrEqual(1140 - 56 + 0.01);
    expect(seen.y).toBeLessThanOrEqual(750 - 56 + 0.01);
  });
});
