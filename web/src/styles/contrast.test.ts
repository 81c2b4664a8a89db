// What can be read and told apart is computed, from the very colours the pages use.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Theme = 'light' | 'dark';
type Colour = readonly [red: number, green: number, blue: number];

const THEMES: readonly Theme[] = ['light', 'dark'];
const SEATS = ['rose', 'cobalt', 'fir', 'ochre', 'plum', 'graphite'];

/** The custom properties of the first rule of a style sheet. */
function properties(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const rule = /\{([^{}]*)\}/.exec(text)?.[1] ?? '';
  const found = rule.split(';').flatMap((each) => {
    const parts = /^\s*(--[\w-]+)\s*:\s*([\s\S]+?)\s*$/.exec(each);
    return parts === null ? [] : [[parts[1] ?? '', parts[2] ?? ''] as const];
  });
  return new Map(found);
}

const house = properties('./tokens.css');
const board = new Map([...house, ...properties('../games/transeuropa/board.css')]);

function colour(from: ReadonlyMap<string, string>, name: string, theme: Theme): Colour {
  let value = from.get(name);
  expect(value, `${name} is defined`).toBeDefined();
  for (let steps = 0; steps < 5 && value !== undefined; steps += 1) {
    const pair = /^light-dark\((#\w+), (#\w+)\)$/.exec(value);
    const other = /^var\((--[\w-]+)\)$/.exec(value);
    if (pair !== null) value = theme === 'light' ? pair[1] : pair[2];
    else if (other !== null) value = from.get(other[1] ?? '');
    else break;
  }
  const digits = /^#([\da-f]{6})$/i.exec(value ?? '')?.[1];
  expect(digits, `${name} is a plain colour: ${value}`).toBeDefined();
  const whole = Number.parseInt(digits ?? '', 16);
  return [whole >> 16, (whole >> 8) & 255, whole & 255];
}

/** WCAG's relative luminance. */
function luminance(parts: Colour): number {
  const [red, green, blue] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, two: Colour): number {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const against = (from: ReadonlyMap<string, string>, one: string, two: string, theme: Theme): number =>
  contrast(colour(from, one, theme), colour(from, two, theme));

test('black on white is 21', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

describe.each(THEMES)('%s', (theme) => {
  test.each(SEATS.flatMap((seat) => ['--sea', '--land'].map((ground) => [seat, ground] as const)))(
    'seat %s on %s',
    (seat, ground) => {
      expect(against(house, `--seat-${seat}`, ground, theme)).toBeGreaterThanOrEqual(3.5);
    },
  );

  test.each(SEATS)('the pattern of seat %s stands out from its colour', (seat) => {
    expect(against(house, '--seat-mark', `--seat-${seat}`, theme)).toBeGreaterThanOrEqual(3);
  });

  test.each(
    ['--ink', '--muted', '--accent', '--danger', '--good'].flatMap((text) =>
      ['--paper', '--panel', '--card'].map((ground) => [text, ground] as const),
    ),
  )('text %s on %s', (text, ground) => {
    expect(against(house, text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each([
    ['--accent-ink', '--accent'],
    ['--accent-ink', '--accent-deep'],
    ['--solid-ink', '--solid'],
    ['--plate-ink', '--plate'],
  ])('text %s on %s', (text, ground) => {
    expect(against(house, text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['red', 'orange', 'yellow', 'green', 'blue'])('what is written on the card colour %s', (card) => {
    expect(against(board, `--te-on-${card}`, `--te-card-${card}`, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['--te-sea', '--te-land'])('what may be done stands out on %s', (ground) => {
    expect(against(board, '--te-accent', ground, theme)).toBeGreaterThanOrEqual(3);
    expect(against(board, '--te-ink', ground, theme)).toBeGreaterThanOrEqual(7);
    expect(against(board, '--te-steel', ground, theme)).toBeGreaterThanOrEqual(4.5);
  });
});
