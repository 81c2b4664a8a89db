// Where everything stands in the hall: four lines one below the other, the cities in the middle, room for the longest
// train on either side.

import type { Insets } from '$lib/games';

export interface Layout {
  readonly narrow: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** What stands above the lines: sign, and on a phone the rivals. */
  readonly head: number;
  readonly pitch: number;
  readonly card: { readonly width: number; readonly height: number; readonly x: number };
  /** The rail's height within a line. */
  readonly rail: number;
  /** Room for a train beside its city, and the widest a wagon may be. */
  readonly half: number;
  readonly widest: number;
}

/** How the wagons of one line stand. */
export interface Train {
  readonly wagon: number;
  /** From one wagon to the next. */
  readonly step: number;
}

/** A hall narrower than this has emblems for names. */
export const NARROW = 700;
export const WAGON_SHARE = 78 / 120;

export function layoutOf(width: number, height: number, insets: Insets, heads: { narrow: number; wide: number }): Layout {
  const room = {
    x: insets.left,
    y: insets.top,
    width: Math.max(300, width - insets.left - insets.right),
    height: Math.max(260, height - insets.top - insets.bottom),
  };
  const narrow = room.width < NARROW;
  const pitch = Math.max(narrow ? 58 : 84, Math.min(narrow ? 124 : 142, (room.height - heads[narrow ? 'narrow' : 'wide'] - (narrow ? 2 : 10)) / 4));
  // What is left over goes above the lines and below them.
  const spare = Math.max(0, room.height - heads[narrow ? 'narrow' : 'wide'] - 4 * pitch - 10);
  const head = heads[narrow ? 'narrow' : 'wide'] + Math.min(60, spare / 2);
  const cardHeight = pitch - (narrow ? 7 : 5);
  const cardWidth = narrow ? Math.min(104, room.width * 0.265) : Math.max(160, Math.min(218, cardHeight * 1.64));
  const edge = narrow ? 5 : 54;
  const half = (room.width - cardWidth) / 2 - edge - 5;
  const rail = pitch - (narrow ? 27 : 35);
  const tallest = (rail - (narrow ? 5 : 7)) / WAGON_SHARE;
  return {
    narrow,
    ...room,
    head,
    pitch,
    card: { width: Math.round(cardWidth), height: Math.round(cardHeight), x: Math.round((room.width - cardWidth) / 2) },
    rail,
    half,
    widest: Math.min(narrow ? 64 : 124, tallest),
  };
}

/** `places`: the longest side of the line, with the place where one more may go. */
export function trainOf(layout: Layout, places: number): Train {
  const gap = layout.narrow ? 2 : 5;
  const step = Math.min(layout.widest + gap, layout.half / Math.max(layout.narrow ? 2 : 3, places));
  return { step, wagon: step - gap };
}

/** The left edge of the wagon at a place, counted from the city. */
export function wagonLeft(layout: Layout, { step, wagon }: Train, side: 'left' | 'right', place: number): number {
  const gap = layout.narrow ? 3 : 7;
  const { card } = layout;
  return side === 'right' ? card.x + card.width + gap + place * step : card.x - gap - place * step - wagon;
}
