// Dragging, pinching and tapping, told apart. Points are pixels of the board's box.

import type { Point } from './aim';

/** Pixels a finger may slip while it taps. */
const SLIP = 6;
/** Fingers nearer to each other than this say nothing about a scale. */
const CLOSE = 10;

interface Heard {
  pan(dx: number, dy: number): void;
  zoom(factor: number, at: Point): void;
  tap(event: PointerEvent): void;
  hover(event: PointerEvent): void;
}

export class Gestures {
  #down = new Map<number, Point>();
  #dragged = false;

  constructor(
    private readonly box: () => HTMLElement | undefined,
    private readonly heard: Heard,
  ) {}

  get held(): boolean {
    return this.#down.size > 0;
  }

  at(event: { clientX: number; clientY: number }): Point {
    const box = this.box()?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    if (this.#down.size === 0) this.#dragged = false;
    this.#down.set(event.pointerId, this.at(event));
  }

  move(event: PointerEvent): void {
    const before = this.#down.get(event.pointerId);
    if (before === undefined) {
      if (event.pointerType === 'mouse') this.heard.hover(event);
      return;
    }
    const at = this.at(event);
    if (!this.#dragged && this.#down.size === 1 && Math.hypot(at.x - before.x, at.y - before.y) < SLIP) return;
    this.#dragged = true;
    this.box()?.setPointerCapture(event.pointerId);
    const other = [...this.#down].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      this.heard.pan(at.x - before.x, at.y - before.y);
    } else {
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(at.x - other.x, at.y - other.y);
      this.heard.pan((at.x - before.x) / 2, (at.y - before.y) / 2);
      if (was > CLOSE) this.heard.zoom(is / was, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    }
    this.#down.set(event.pointerId, at);
  }

  up(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId) || this.#dragged || event.type === 'pointercancel') return;
    this.heard.tap(event);
  }
}
