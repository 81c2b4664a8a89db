// An evening over every city: sky, what stands far and near, what is lit. Drawn 200 wide over a ground at 92; plain
// houses go on for 44 at each side, so that a wider card beheads nothing.

export const GROUND = 92;
export const SIDE = 44;
export const WIDTH = 200 + 2 * SIDE;

export interface Scene {
  /** Night above, dusk, glow at the horizon. */
  readonly sky: readonly [string, string, string];
  readonly far: string;
  readonly near: string;
  readonly sun: readonly [x: number, y: number, r: number];
  readonly farPath: string;
  readonly nearPath: string;
  /** Fine lines on what is near. */
  readonly lines: string;
  /** Where one sees through what is near: arches of bridges. */
  readonly gaps: string;
  /** Lit windows, clock faces: always, and those lit at night only. */
  readonly lit: string;
  readonly late: string;
  /** Where the water begins; null on dry land. */
  readonly water: number | null;
}

interface Plan {
  readonly sky: readonly [string, string, string];
  readonly far: string;
  readonly near: string;
  readonly sun: readonly [number, number, number];
  readonly back: string;
  readonly front: string;
  readonly lines?: string;
  readonly glow?: string;
  readonly gaps?: string;
  /** x, top, width, height of walls with windows. */
  readonly walls?: readonly (readonly [number, number, number, number])[];
  readonly water?: number;
  /** No plain houses beside: sea or a mountain goes on. */
  readonly open?: boolean;
}

const n = (value: number): string => String(Math.round(value * 10) / 10);

const box = (x: number, width: number, top: number, foot = GROUND): string => `M${n(x)} ${n(foot)}V${n(top)}h${n(width)}V${n(foot)}Z`;

/** A house with its gable to us. */
const gable = (x: number, width: number, top: number, rise: number): string =>
  `M${n(x)} ${GROUND}V${n(top)}l${n(width / 2)} ${n(-rise)} ${n(width / 2)} ${n(rise)}V${GROUND}Z`;

/** A house with a hipped or mansard roof. */
const roofed = (x: number, width: number, top: number, rise: number, slope = 4): string =>
  `M${n(x)} ${GROUND}V${n(top)}l${n(slope)} ${n(-rise)}h${n(width - 2 * slope)}l${n(slope)} ${n(rise)}V${GROUND}Z`;

const spike = (x: number, width: number, foot: number, top: number): string =>
  `M${n(x - width / 2)} ${n(foot)}L${n(x)} ${n(top)} ${n(x + width / 2)} ${n(foot)}Z`;

const tower = (x: number, width: number, shoulder: number, top: number): string =>
  box(x - width / 2, width, shoulder) + spike(x, width + 1.6, shoulder, top);

const dome = (x: number, width: number, foot: number, rise: number): string =>
  `M${n(x - width / 2)} ${n(foot)}A${n(width / 2)} ${n(rise)} 0 0 1 ${n(x + width / 2)} ${n(foot)}Z`;

const lantern = (x: number, foot: number, size: number): string =>
  box(x - size / 2, size, foot - size * 1.3, foot) + dome(x, size * 1.2, foot - size * 1.3, size * 0.7) + spike(x, 1.4, foot - size * 1.7, foot - size * 3);

/** An onion on its neck, with the cross above. */
function onion(x: number, width: number, foot: number): string {
  const w = width / 2;
  const top = foot - width * 1.25;
  return (
    `M${n(x - w * 0.55)} ${n(foot)}C${n(x - w * 1.5)} ${n(foot - width * 0.42)} ${n(x - w * 0.5)} ${n(foot - width * 0.75)} ${n(x)} ${n(top)}` +
    `C${n(x + w * 0.5)} ${n(foot - width * 0.75)} ${n(x + w * 1.5)} ${n(foot - width * 0.42)} ${n(x + w * 0.55)} ${n(foot)}Z` +
    cross(x, top)
  );
}

const cross = (x: number, foot: number): string =>
  `M${n(x - 0.6)} ${n(foot + 1)}v-6h1.2v6ZM${n(x - 1.9)} ${n(foot - 3.2)}h3.8v-1.1h-3.8Z`;

/** Teeth of a wall, or pinnacles along a roof. */
function teeth(x: number, width: number, top: number, step: number, high: number, pointed = false): string {
  let path = '';
  for (let at = x; at + step * 0.6 <= x + width + 0.01; at += step) {
    path += pointed ? spike(at + step / 2, step * 0.6, top, top - high) : box(at, step * 0.55, top - high, top + 0.5);
  }
  return path;
}

/** A hole with a round head; in a path filled by even and odd it lets the sky through. */
const arch = (x: number, width: number, top: number, foot: number): string =>
  `M${n(x)} ${n(foot)}V${n(top + width / 2)}a${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(width)} 0V${n(foot)}Z`;

const arches = (x: number, count: number, step: number, width: number, top: number, foot: number): string =>
  Array.from({ length: count }, (_, place) => arch(x + place * step, width, top, foot)).join('');

const disc = (x: number, y: number, r: number): string => `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;

/** Figures that look random and are the same on every screen. */
function dice(word: string): () => number {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822519);
    state = Math.imul(state ^ (state >>> 13), 3266489917);
    state ^= state >>> 16;
    return (state >>> 0) / 4294967296;
  };
}

function windows(walls: Plan['walls'], chance: () => number): [string, string] {
  let lit = '';
  let late = '';
  for (const [x, top, width, height] of walls ?? []) {
    for (let row = top + 3; row + 3 < top + height; row += 5.4) {
      for (let at = x + 2.2; at + 2 < x + width - 1; at += 4.4) {
        const throwing = chance();
        const pane = `M${n(at)} ${n(row)}h1.9v2.8h-1.9Z`;
        if (throwing < 0.34) lit += pane;
        else if (throwing < 0.68) late += pane;
      }
    }
  }
  return [lit, late];
}

/** Plain houses from `from` on until `to`. */
function houses(from: number, to: number, chance: () => number): { path: string; walls: [number, number, number, number][] } {
  let path = '';
  const walls: [number, number, number, number][] = [];
  for (let x = from; x < to; ) {
    const width = Math.min(to - x + 0.4, 11 + chance() * 9);
    const top = 69 + chance() * 11;
    path += chance() < 0.5 ? gable(x, width, top, 6 + chance() * 3) : roofed(x, width, top, 4.5, 3);
    walls.push([x, top, width, GROUND - top]);
    x += width - 0.2;
  }
  return { path, walls };
}

/** The mansard roofs of Paris, the palaces of a quay. */
const row = (places: readonly (readonly [number, number, number])[]): string =>
  places.map(([x, width, top]) => roofed(x, width, top, 6, 2.4) + box(x + width * 0.25, 2, top - 9, top - 5)).join('');

const PLANS: Readonly<Record<string, Plan>> = {
  moscow: {
    sky: ['#1b2a58', '#56699f', '#eeb074'],
    far: '#51629a',
    near: '#141d3d',
    sun: [112, 62, 11],
    back:
      box(62, 8, 62) + box(90, 9, 66) + box(70, 20, 46) + box(74, 12, 34) + box(77, 6, 24) + spike(80, 4, 25, 4) + spike(66, 3, 62, 54) + spike(94.5, 3, 66, 58) + onion(178, 12, 66) + box(173, 10, 66) + dome(125, 20, 74, 12) + box(115, 20, 74),
    front:
      // The wall and its tower with the clock, the star on top.
      box(0, 62, 76) + teeth(0, 62, 76, 4.2, 4) + box(20, 18, 50) + box(17.5, 23, 64) + box(22, 14, 38) + spike(29, 16, 39, 13) + 'M29 6l1.5 3.3 3.6.400-2.7 2.4.800 3.6-3.2-1.9-3.2 1.9.800-3.6-2.7-2.4 3.6-.4Z' + teeth(17.5, 23, 64, 4, 3) + box(50, 9, 66) + spike(54.5, 11, 66, 50) +
      // The nine chapels.
      box(128, 56, 74) + tower(156, 15, 50, 24) + onion(156, 7, 26) + box(133, 9, 58) + onion(137.5, 13, 58) + box(170, 9, 56) + onion(174.5, 13, 56) + box(144, 7, 62) + onion(147.5, 10, 63) + box(161.5, 7, 64) + onion(165, 10, 65) + box(180, 7, 66) + onion(183.5, 9.5, 67) + box(124, 6, 70) + onion(127, 9, 71),
    glow: disc(29, 45, 3.8) + arch(26.5, 5, 82, 92) + arches(138, 4, 11, 4.4, 82, 92),
    lines: 'M134 52l7-6M134.5 55l7-6M171 50l7-6M171 53.5l7-6M144.5 58.5l6-4M162 60.5l6-4',
    walls: [
      [130, 76, 52, 12],
      [68, 50, 24, 26],
    ],
  },
  saint_petersburg: {
    sky: ['#2f667c', '#8fb3b3', '#f6ddab'],
    far: '#6b949f',
    near: '#16333f',
    sun: [66, 64, 10],
    back: box(150, 50, 70) + roofed(120, 34, 72, 4) + box(160, 24, 58) + dome(172, 20, 58, 17) + lantern(172, 42, 4) + box(158, 4, 52) + dome(160, 5, 52, 4) + box(182, 4, 52) + dome(184, 5, 52, 4),
    front:
      // The fortress with its needle.
      box(0, 58, 79, 88) + box(14, 32, 70, 88) + box(25, 10, 54, 88) + box(26.5, 7, 44, 88) + dome(30, 8, 44, 5) + spike(30, 4.2, 42, 3) + disc(30, 6, 1.3) + spike(30, 1, 5, 0) + dome(42, 8, 70, 6) +
      // A bridge opened for the ships.
      'M66 92V78h9v14ZM124 92V78h9v14ZM70 80L95 51l2.4 2L75 84ZM129 80L104 51l-2.4 2L124 84ZM56 80h12v4H56ZM131 80h69v4h-69Z',
    gaps: arch(138, 26, 85.5, 94) + arch(170, 26, 85.5, 94),
    lines: 'M72 79L95.5 52.5M127 79L103.5 52.5M76 78v-6M82 72v-6M88 65v-6M123 78v-6M117 72v-6M111 65v-6',
    glow: '',
    walls: [
      [0, 78, 58, 10],
      [150, 70, 50, 10],
    ],
    water: 86,
  },
  smolensk: {
    sky: ['#33284f', '#a35f74', '#f6b36c'],
    far: '#7d4e70',
    near: '#261a38',
    sun: [40, 60, 11],
    back: 'M-44 92V84Q10 66 60 78T140 70T244 80V92Z' + tower(22, 12, 66, 56) + tower(182, 13, 62, 50),
    front:
      // The cathedral on its hill.
      'M40 92Q60 72 100 70T170 92Z' + box(76, 50, 42) + box(73, 56, 64) + box(95, 12, 30) + onion(101, 16, 31) + box(79, 8, 34) + onion(83, 11, 35) + box(115, 8, 34) + onion(119, 11, 35) + box(88, 6, 38) + onion(91, 7, 38) + box(108, 6, 38) + onion(111, 7, 38) +
      // The fortress wall.
      box(-44, 100, 80) + teeth(-44, 100, 80, 5, 4) + tower(10, 17, 66, 54) + teeth(1.5, 17, 66, 4.5, 3) + box(142, 102, 80) + teeth(142, 102, 80, 5, 4) + tower(164, 18, 63, 50) + teeth(155, 18, 63, 4.5, 3) + tower(215, 17, 68, 56) + tower(-28, 16, 68, 57),
    lines: 'M76 54h50M88 42v28M101 42v28M114 42v28',
    glow: arch(80, 4, 46, 52) + arch(92, 4, 46, 52) + arch(106, 4, 46, 52) + arch(118, 4, 46, 52) + arch(97.5, 7, 58, 70) + arch(162, 4, 72, 80) + arch(8, 4, 72, 80),
    open: true,
  },
  warsaw: {
    sky: ['#232b52', '#7c7ea9', '#f5c2a8'],
    far: '#6a6c9b',
    near: '#181d3d',
    sun: [150, 58, 11],
    back: box(100, 46, 66) + box(108, 30, 50) + box(114, 18, 34) + box(117.5, 11, 24) + spike(123, 6, 25, 2) + spike(104, 4, 66, 56) + spike(142, 4, 66, 56) + spike(111, 3, 50, 42) + spike(135, 3, 50, 42) + box(178, 9, 52) + box(190, 8, 60),
    front:
      // The castle with the clock tower.
      box(4, 70, 68) + roofed(4, 70, 68, 8, 5) + box(32, 13, 42) + 'M30.5 42h16l-3-6h-10Z' + box(34.5, 8, 30) + onion(38.5, 10, 31) + box(2, 8, 62) + spike(6, 9.5, 62, 52) + box(68, 8, 62) + spike(72, 9.5, 62, 52) +
      // The king on his column.
      box(90, 10, 84) + box(92, 6, 80) + box(93.7, 2.6, 46) + box(92, 6, 44, 47) + 'M93.5 44.5v-6q0-2 1.5-2t1.5 2v6Z' + disc(95, 35.4, 1.3) + 'M97 44.5V30h.8v14.5ZM95.7 32.5h3.4v.8h-3.4Z' +
      gable(106, 15, 70, 9) + gable(121, 13, 66, 10) + gable(134, 15, 71, 9) + gable(149, 13, 65, 11) + gable(162, 16, 70, 9) + gable(178, 22, 67, 11),
    glow: disc(38.5, 49, 3.6) + arch(35, 7, 80, 92),
    walls: [
      [6, 68, 66, 16],
      [108, 70, 88, 20],
      [110, 50, 26, 16],
    ],
  },
  krakow: {
    sky: ['#4b2546', '#ac556a', '#f6aa70'],
    far: '#87496a',
    near: '#2f1730',
    sun: [156, 60, 12],
    back: tower(150, 10, 58, 44) + tower(166, 12, 54, 34) + dome(179, 16, 66, 11) + box(171, 16, 66) + box(140, 50, 74) + lantern(179, 56, 3.5) + roofed(2, 30, 72, 5),
    front:
      // Two towers, one the higher.
      box(70, 16, 34) + 'M68.5 34h19v-3h-19Z' + spike(78, 12, 31, 2) + spike(71.5, 4, 31, 20) + spike(84.5, 4, 31, 20) + spike(75, 3, 31, 17) + spike(81, 3, 31, 17) + disc(78, 12, 2.2) + box(106, 15, 44) + 'M104.5 44h18v-2.5h-18Z' + dome(113.5, 13, 42, 8) + lantern(113.5, 35, 3) + gable(84, 24, 56, 18) + box(118, 14, 66) +
      // The hall of the cloth merchants.
      box(0, 64, 68) + teeth(0, 64, 68, 8, 4, true) + teeth(0, 64, 66, 8, 1.5) + box(-1, 7, 60) + spike(2.5, 8, 60, 53) + box(58, 7, 60) + spike(61.5, 8, 60, 53) +
      gable(134, 14, 72, 8) + gable(148, 13, 68, 10) + gable(161, 15, 73, 8) + gable(176, 24, 70, 10),
    glow: arches(3, 7, 8.6, 5.6, 79, 92) + arch(92, 8, 62, 86) + arch(75.5, 5, 40, 50) + arch(111, 5, 50, 58),
    walls: [[136, 74, 62, 18]],
  },
  berlin: {
    sky: ['#1d3145', '#577d92', '#f0cd92'],
    far: '#527488',
    near: '#10232e',
    sun: [42, 62, 11],
    back: box(166, 2.4, 30) + disc(167.2, 30, 6.5) + spike(167.2, 1.6, 25, 0) + 'M165.5 92L166.4 34h1.6L169 92Z' + box(178, 14, 70) + box(146, 12, 68) + dome(18, 26, 66, 15) + box(6, 24, 66) + box(0, 40, 76) + lantern(18, 52, 4),
    front:
      // The gate and its team of four.
      box(60, 76, 42, 50) + box(56, 84, 49, 55) + box(72, 52, 36, 43) + [60, 73, 86, 104, 117, 130].map((x) => box(x, 6, 54)).join('') + box(56, 84, 89) + box(42, 15, 62) + box(40, 19, 60, 63) + box(139, 15, 62) + box(137, 19, 60, 63) + spike(49.5, 15, 60, 55) + spike(146.5, 15, 60, 55) +
      'M88 36v-5l3-3.5 2 1 1.5 3.5v4ZM93.5 36v-5l3-3.5 2 1 1.5 3.5v4ZM98.5 36v-5l3-3.5 2 1 1.5 3.5v4Z' + 'M103 36v-4h6v4ZM105.3 32.5v-7.5q0-2 1.4-2t1.4 2v7.5Z' + 'M108.5 32V17h.8v15ZM106.5 18.5l2.4-3 2.4 3Z' + disc(109, 20, 1.8) +
      row([
        [0, 14, 72],
        [14, 13, 68],
        [27, 14, 73],
        [156, 15, 70],
        [171, 14, 74],
        [185, 15, 69],
      ]),
    walls: [
      [0, 72, 42, 20],
      [156, 72, 44, 20],
      [42, 64, 14, 24],
      [140, 64, 14, 24],
    ],
  },
  munich: {
    sky: ['#274070', '#7ea3c6', '#fadcae'],
    far: '#7d97bd',
    near: '#182744',
    sun: [160, 56, 11],
    back: 'M-44 92V66l24-20 16 12 22-24 20 20 14-10 22 26 20-14 24 12 26-34 18 16 16-12 26 22 20-14 20 18V92Z',
    front:
      // Two towers with their round caps.
      box(76, 13, 32) + dome(82.5, 13.5, 32, 10) + lantern(82.5, 23, 3) + box(97, 13, 32) + dome(103.5, 13.5, 32, 10) + lantern(103.5, 23, 3) + roofed(88, 58, 58, 18, 8) + box(89, 9, 48) +
      // The town hall.
      box(18, 40, 66) + teeth(18, 40, 66, 5, 4, true) + box(32, 11, 42) + spike(37.5, 10, 42, 16) + spike(33, 3, 42, 32) + spike(42, 3, 42, 32) + spike(20, 4, 66, 56) + spike(56, 4, 66, 56) +
      gable(0, 18, 72, 10) + gable(58, 18, 74, 9) + gable(146, 16, 70, 10) + box(160, 9, 60) + onion(164.5, 8, 60) + gable(170, 15, 73, 9) + gable(185, 15, 70, 9),
    glow: disc(37.5, 49, 3) + disc(82.5, 41, 2.6) + disc(103.5, 41, 2.6) + arch(34, 7, 80, 92),
    walls: [
      [20, 66, 36, 14],
      [92, 60, 54, 16],
      [146, 72, 54, 20],
    ],
  },
  dresden: {
    sky: ['#572f52', '#c3727a', '#fac488'],
    far: '#93537a',
    near: '#351c3d',
    sun: [142, 58, 12],
    back: box(152, 12, 50) + spike(158, 9, 50, 28) + box(154.5, 7, 42) + box(138, 40, 72) + box(12, 10, 48) + onion(17, 10, 48) + box(0, 36, 72),
    front:
      // The bell of stone.
      'M62 78V60h8q2-14 10-22 4-4 5-9h8q1 5 5 9 8 8 10 22h8v18Z' + box(85.5, 7, 20, 32) + dome(89, 8, 20, 6) + spike(89, 1.6, 15, 8) + box(63, 8, 48, 78) + onion(67, 8, 48) + box(107, 8, 48, 78) + onion(111, 8, 48) +
      box(28, 34, 66, 82) + roofed(28, 34, 66, 5, 3) + box(42, 4, 60, 66) + box(118, 30, 68, 82) + roofed(118, 30, 68, 5, 3) + box(178, 66, 72, 82) + box(-44, 72, 72, 82) + teeth(178, 24, 72, 6, 3, true) + teeth(0, 28, 72, 7, 3, true) + roofed(204, 40, 72, 4, 4) + roofed(-44, 40, 72, 4, 4) +
      // The bridge.
      'M-44 78H244V92H-44Z',
    gaps: Array.from({ length: 10 }, (_, at) => `M${-40 + at * 29} 92a11.5 9.5 0 0 1 23 0Z`).join(''),
    lines: 'M76 60q3-12 10-20M102 60q-3-12-10-20M89 36v24M62 62h54',
    glow: arch(86, 6, 62, 74) + disc(89, 25, 1.8) + arch(74, 4, 64, 72) + arch(100, 4, 64, 72),
    walls: [
      [30, 66, 30, 12],
      [120, 68, 28, 11],
      [178, 72, 66, 8],
      [-44, 72, 72, 8],
    ],
    water: 84,
    open: true,
  },
  vienna: {
    sky: ['#1c3f40', '#679a88', '#f5daa0'],
    far: '#5f8f83',
    near: '#0f2c2b',
    sun: [128, 60, 11],
    back: 'M163.3 52L152 92h3L164 55l9 37h3L164.7 52Z' + box(0, 30, 72) + dome(16, 20, 68, 13) + box(6, 20, 68) + lantern(16, 56, 3.5),
    front:
      // The high steeple and the roof of tiles.
      box(60, 13, 46) + spike(66.5, 12, 47, 3) + spike(60.5, 4, 47, 32) + spike(72.5, 4, 47, 32) + spike(63.5, 3, 40, 26) + spike(69.5, 3, 40, 26) + 'M72 92V66L80 44h34l8 22v26Z' + box(116, 8, 56) + spike(120, 8, 56, 38) + box(110, 6, 58) + spike(113, 6, 58, 42) + spike(58, 3, 70, 60) +
      row([
        [0, 18, 72],
        [18, 15, 76],
        [33, 17, 70],
        [50, 11, 75],
        [124, 17, 74],
        [141, 14, 78],
        [155, 18, 73],
        [173, 13, 77],
        [186, 14, 72],
      ]),
    lines: disc(164, 52, 23) + 'M78 60l5-6 5 6 5-6 5 6 5-6 5 6 5-6 3 6M79 66l5-6 5 6 5-6 5 6 5-6 5 6 5-6M82 53l4-5 4 5 4-5 4 5 4-5 4 5 4-5 3 5M164 30v44M142 52h44M148.5 36.5l31 31M179.5 36.5l-31 31',
    glow: disc(66.5, 54, 2.6) + arch(84, 4, 72, 84) + arch(93, 4, 72, 84) + arch(102, 4, 72, 84) + [0, 1, 2, 3, 4, 5, 6, 7].map((at) => box(162.5 + 23 * Math.cos((at * Math.PI) / 4), 3.2, 50.5 + 23 * Math.sin((at * Math.PI) / 4), 53.5 + 23 * Math.sin((at * Math.PI) / 4))).join(''),
    walls: [
      [0, 74, 60, 18],
      [124, 76, 76, 16],
    ],
  },
  salzburg: {
    sky: ['#234a70', '#6ea6bd', '#fbdcb4'],
    far: '#7ba2b8',
    near: '#143047',
    sun: [30, 52, 10],
    back: 'M-44 92V64l26-10 22 12 26-24 18 14 20-6 26-26 20 20 18-16 26 30 26-14 34 16 26-10V92Z',
    front:
      // The fortress on its rock.
      'M84 92Q92 62 112 56l8-4h48q14 6 20 16t30 24Z' + box(116, 56, 42, 58) + teeth(116, 56, 42, 5, 3) + box(126, 24, 30, 50) + roofed(126, 24, 31, 6, 4) + box(152, 12, 34, 50) + spike(158, 13, 34, 27) + box(112, 9, 38, 56) + spike(116.5, 10, 38, 31) + box(168, 8, 40, 58) + spike(172, 9, 40, 34) +
      // The cathedral below.
      box(34, 10, 52) + onion(39, 9, 52) + box(56, 10, 52) + onion(61, 9, 52) + box(44, 12, 60) + spike(50, 14, 60, 54) + box(70, 16, 64) + dome(78, 17, 64, 13) + lantern(78, 52, 3.5) +
      gable(0, 17, 74, 8) + gable(17, 17, 70, 9) + gable(84, 14, 76, 8) + gable(98, 16, 79, 7) + gable(114, 15, 77, 8) + gable(129, 17, 80, 7) + gable(146, 15, 78, 8) + gable(161, 18, 80, 7) + gable(179, 21, 78, 8),
    lines: 'M112 58q-8 8-10 18M186 70q10 8 14 14M132 60q-4 6-4 12M160 62q6 6 8 12',
    glow: arch(37.5, 3, 58, 64) + arch(59.5, 3, 58, 64) + arch(47, 6, 72, 84),
    walls: [
      [118, 42, 52, 12],
      [128, 30, 20, 12],
      [0, 74, 34, 18],
      [86, 79, 112, 12],
    ],
  },
  rome: {
    sky: ['#692b30', '#d0704f', '#fbc87a'],
    far: '#a3594d',
    near: '#411c1f',
    sun: [92, 58, 12],
    back: box(118, 44, 66) + box(128, 24, 52) + dome(140, 26, 52, 22) + lantern(140, 31, 4.5) + box(112, 58, 74) + dome(121, 8, 66, 6) + dome(159, 8, 66, 6) + 'M-44 92V80Q0 70 40 80V92Z',
    front:
      // The arena, broken on one side.
      'M6 92V58q0-6 8-8l36-5q16 1 16 9v7l8 3v7l6 3v18Z' +
      // Pines and a triumphal arch.
      box(104, 30, 68) + 'M102 68h34v-4h-34Z' + 'M168 92q1.5-14-1-24h3q-1.5 10 .5 24ZM150 66q4-9 18-9t18 9q-8 3-18 3t-18-3Z' + 'M190 92q1-10-1-18h2.6q-1.2 8 .4 18ZM177 74q3-7 13.5-7t13.5 7q-6 2.5-13.5 2.5T177 74Z' + 'M90 92q-2-10 0-22 2 12 0 22ZM86.5 92q-1.5-22 3.5-32 5 10 3.5 32Z' + gable(138, 20, 84, 6),
    glow: arches(11, 6, 8.8, 4.8, 79, 90) + arches(11, 6, 8.8, 4.8, 67, 74) + arches(15, 5, 8.4, 3.6, 56.5, 61),
    gaps: arch(114, 10, 75, 92) + arch(106, 4.4, 80, 92) + arch(127.5, 4.4, 80, 92),
    walls: [
      [112, 74, 8, 16],
      [118, 66, 44, 8],
    ],
  },
  venice: {
    sky: ['#0f4750', '#41979a', '#f8d795'],
    far: '#3b8489',
    near: '#0a2f37',
    sun: [104, 58, 12],
    back: box(96, 30, 72, 82) + dome(111, 12, 70, 8) + lantern(111, 63, 3) + box(-44, 90, 74, 82) + box(178, 66, 72, 82),
    front:
      // The bell tower and the palace of the doges.
      box(46, 13, 30, 82) + 'M44 30h17v-9H44Z' + spike(52.5, 15, 21, 3) + box(0, 42, 62, 82) + teeth(0, 42, 62, 3.6, 2.6, true) +
      // The church at the mouth of the canal.
      box(128, 44, 62, 80) + dome(150, 32, 56, 24) + box(135, 30, 54, 64) + lantern(150, 33, 5) + dome(174, 13, 62, 10) + lantern(174, 53, 3) + box(167, 14, 62, 80) + box(126, 6, 56, 80) + spike(129, 7, 56, 50) + 'M-44 80H244V84H-44Z' +
      // A gondola.
      'M66 86q-3-1.5-4-5 1.5 3.5 6 4h34q5-.5 7-3.5-.5 5.5-6 6.5H72q-4 0-6-2Z' + 'M98 85.5v-7q0-1.5 1.2-1.5t1.2 1.5v7Z' + disc(99.2, 75.5, 1.3) + 'M96.5 78.5l10 10 .8-.8-10-10Z' +
      // Mooring posts.
      box(186, 1.6, 72, 90) + box(192, 1.6, 74, 90) + box(198, 1.6, 71, 90) + box(22, 1.6, 75, 90) + box(28, 1.6, 73, 90),
    lines: 'M49.5 34v44M52.5 34v44M55.5 34v44M150 33v21M141 38q-3 8-3 16M159 38q3 8 3 16M0 72h42',
    glow: arches(47, 3, 4, 2.8, 23.5, 28.5) + arches(2, 7, 5.7, 3.6, 74, 80),
    walls: [
      [132, 64, 36, 14],
      [2, 62, 40, 9],
      [-44, 74, 44, 7],
      [182, 72, 62, 8],
    ],
    water: 84,
    open: true,
  },
  milan: {
    sky: ['#333452', '#8a87a5', '#f5d2ae'],
    far: '#6f6d92',
    near: '#1f2039',
    sun: [48, 60, 11],
    back: box(158, 16, 46) + 'M153 46l4 6h18l4-6V28h-26Z' + box(164, 1.5, 18, 30) + box(0, 16, 66) + box(16, 12, 60) + dome(186, 22, 72, 14) + box(175, 22, 72),
    front:
      // The cathedral: a wood of pinnacles.
      'M58 92V66l10-4V56l10-4V44l10-4V32l12-6 12 6v8l10 4v8l10 4v6l10 4v26Z' + [60, 66, 71, 76, 81, 86, 91, 96, 104, 109, 114, 119, 124, 129, 134, 140].map((x) => spike(x, 2.4, 72 - (40 - Math.abs(x - 100)) * 0.95, 52 - (40 - Math.abs(x - 100)) * 0.95)).join('') + spike(100, 5, 30, 4) + disc(100, 5, 1.2) + box(54, 92, 84) + box(56, 4, 60) + spike(58, 4.4, 60, 46) + box(140, 4, 60) + spike(142, 4.4, 60, 46) +
      row([
        [0, 16, 74],
        [16, 14, 70],
        [30, 15, 75],
        [45, 11, 72],
        [146, 15, 73],
        [161, 14, 69],
        [175, 13, 75],
        [188, 12, 71],
      ]),
    lines: 'M70 88V64M82 88V56M94 88V46M106 88V46M118 88V56M130 88V64',
    glow: arch(96, 8, 60, 90) + arch(74, 4, 70, 82) + arch(86, 4, 62, 80) + arch(110, 4, 62, 80) + arch(122, 4, 70, 82) + disc(100, 48, 3),
    walls: [
      [0, 76, 54, 16],
      [146, 76, 54, 16],
      [154, 30, 24, 14],
    ],
  },
  paris: {
    sky: ['#352a63', '#9b79b4', '#fabf9c'],
    far: '#7d66a6',
    near: '#221b42',
    sun: [134, 58, 12],
    back: 'M120 92Q150 72 180 74T244 92Z' + box(160, 22, 66, 80) + dome(171, 12, 62, 14) + box(165.5, 11, 60, 70) + lantern(171, 50, 3) + dome(162, 6, 66, 7) + dome(180, 6, 66, 7) + tower(188, 5, 58, 50) + box(12, 9, 58) + box(24, 9, 58) + box(12, 21, 66),
    front:
      // The tower of iron.
      'M98.8 10h2.4l1.6 22q1.6 16 6 26l10.5 34H109q-1.2-12-9-12t-9 12H80.7L91.2 58q4.4-10 6-26Z' + 'M97 34h6v2.6h-6ZM88.5 57.5h23v3.6h-23Z' + box(98.6, 2.8, 5, 11) + spike(100, 1, 6, 0) +
      row([
        [0, 16, 70],
        [16, 14, 66],
        [30, 15, 72],
        [45, 14, 69],
        [59, 16, 74],
        [124, 15, 73],
        [139, 16, 69],
        [155, 14, 74],
        [169, 15, 70],
        [184, 16, 66],
      ]),
    lines: 'M93 56l13-18M107 56L94 38M86 84l12-22M114 84l-12-22M96 34l6-14M104 34l-6-14M84 92l6-14M116 92l-6-14M88 68h24',
    glow: disc(100, 8, 1.5),
    walls: [
      [0, 70, 76, 22],
      [124, 72, 76, 20],
    ],
  },
  nice: {
    sky: ['#1f4f80', '#d98f9f', '#fde0a4'],
    far: '#8a7fa3',
    near: '#143450',
    sun: [118, 66, 11],
    back: 'M-44 84V58q20-14 44-6t40 8 30 14 20 8Z' + 'M176 82q12-14 30-16t38 4v12Z',
    front:
      // The hotel with its cupola, on the promenade.
      box(0, 58, 58, 86) + roofed(0, 58, 58, 5, 3) + box(44, 18, 50, 86) + dome(53, 18, 50, 13) + lantern(53, 38, 3.5) + box(-44, 44, 64, 86) + roofed(-44, 44, 64, 5, 3) + 'M-44 82H78q30 0 50 10H-44Z' +
      // Palms.
      'M84 90q3-22-1-38h2.4q4 18 1.8 38ZM84 52q-9-5-15 3 7-3 13 0-8 1-10 8 5-6 12-7-3 5-1 10 1-7 4-9 4 3 6 9 1-6-3-10 7 1 11 7-1-7-9-9 6-2 12 1-5-8-16-3Z' + 'M106 92q2-14-1-25h2q3 12 1.6 25ZM105.5 67q-6-3-10 2 5-2 9 0-5 1-7 5.5 4-4 8.5-4.5-2 3.5-.5 7 .5-5 2.5-6 3 2 4 6 .5-4-2-6.5 5 .5 7.5 5-.5-5-6-6.5 4-1 8 1-3.5-5-12-3Z' +
      // Sails on the bay.
      'M150 84h14q-1.5 3-4 3h-7q-2.5 0-3-3ZM156.5 83V66l7 15ZM155.5 82l-5.5 0 5.5-12Z' + 'M184 82h9q-1 2-2.5 2h-4.5q-1.6 0-2-2ZM188.5 81.5V71l4.3 9ZM187.5 81l-3 0 3-7Z' + 'M196 84q14-6 48-6v8h-48Z' + box(216, 3, 64, 80) + dome(217.5, 4, 64, 3),
    lines: 'M44 58h18M0 66h44M44 66h18',
    glow: disc(217.5, 66, 1.2) + [70, 96, 118].map((x) => disc(x, 80, 1.1)).join(''),
    walls: [
      [0, 60, 44, 22],
      [46, 52, 14, 30],
      [-44, 66, 44, 16],
    ],
    water: 82,
    open: true,
  },
  strasbourg: {
    sky: ['#453424', '#b3824d', '#f9d58a'],
    far: '#8c683f',
    near: '#2e2117',
    sun: [150, 58, 12],
    back: gable(118, 24, 68, 12) + gable(142, 20, 72, 10) + gable(0, 28, 66, 14) + tower(180, 11, 58, 44) + box(166, 34, 74),
    front:
      // One spire only.
      box(72, 17, 38) + box(89, 17, 52) + 'M71 38h19v-3H71Z' + box(74.5, 12, 28, 36) + spike(80.5, 12, 29, 1) + spike(74, 3, 35, 24) + spike(87, 3, 35, 24) + spike(90, 3, 52, 44) + spike(97.5, 3, 52, 45) + spike(105, 3, 52, 44) + roofed(104, 30, 66, 14, 6) +
      // Houses of timber, roofs with many windows.
      gable(4, 28, 64, 22) + gable(32, 22, 70, 18) + gable(54, 20, 74, 14) + gable(134, 24, 68, 20) + gable(158, 20, 74, 15) + gable(178, 24, 66, 21) + box(14, 2.5, 44, 52) + box(190, 2.5, 46, 54) + 'M9.5 39q3.5-5 8-1.5l-1.5 6.5h-4Z',
    lines: 'M6 66h24M6 78h24M6 66l8 12M30 66l-8 12M18 66v26M34 72h18M34 82h18M43 72v20M34 72l9 10M52 72l-9 10M136 70h20M136 81h20M146 70v22M136 70l10 11M156 70l-10 11M180 68h20M180 80h20M190 68v24M180 68l10 12M200 68l-10 12M76.5 38v50M80.5 38v50M84.5 38v50',
    glow: disc(89, 62, 4.2) + arch(85.5, 7, 74, 90) + arch(76, 3, 42, 50) + arch(82, 3, 42, 50) + [8, 23, 37, 47, 139, 150, 183, 194].map((x) => box(x, 2.4, 83, 87)).join('') + [16, 42, 144, 188].map((x) => box(x, 2.6, 55.5, 59)).join(''),
    walls: [
      [108, 68, 24, 20],
      [158, 76, 20, 15],
      [55, 76, 17, 15],
    ],
  },
  istanbul: {
    sky: ['#551b3a', '#c5504d', '#fcc266'],
    far: '#94404f',
    near: '#351226',
    sun: [42, 56, 13],
    back: box(8, 13, 62, 82) + 'M6.5 62h16v-4h-16Z' + spike(14.5, 14, 58, 40) + 'M-44 82V74Q-10 66 30 74T60 82Z' + dome(182, 20, 72, 12) + box(172, 20, 72, 82) + box(196, 2, 48, 82) + spike(197, 3, 48, 40) + 'M160 82q30-10 84-8v8Z',
    front:
      // Domes upon domes, and the minarets.
      box(72, 70, 64, 82) + dome(107, 44, 58, 24) + box(84, 46, 56, 66) + dome(84, 20, 64, 12) + dome(130, 20, 64, 12) + dome(107, 24, 66, 12) + dome(74, 10, 66, 7) + dome(140, 10, 66, 7) + spike(107, 1.2, 36, 28) +
      [62, 76, 138, 152].map((x) => box(x - 1.2, 2.4, x === 62 || x === 152 ? 30 : 22, 82) + box(x - 2.2, 4.4, x === 62 || x === 152 ? 44 : 38, x === 62 || x === 152 ? 46 : 40) + spike(x, 3.6, x === 62 || x === 152 ? 31 : 23, x === 62 || x === 152 ? 18 : 9)).join('') +
      'M-44 80H244V84H-44Z' +
      // A ferry.
      'M160 84h36q-1 5-5 5h-27q-3 0-4-5ZM166 84v-4h24v4ZM172 80v-3h12v3ZM180 77v-6h3.5v6Z' + box(-44, 60, 76, 82) + box(198, 46, 76, 82) + dome(-20, 14, 76, 8) + box(-8, 1.8, 56, 80) + spike(-7.1, 3, 56, 50),
    lines: 'M107 35v22M96 38q-5 8-6 18M118 38q5 8 6 18M72 70h70',
    glow: arches(90, 8, 4.6, 2.2, 59, 63) + arches(80, 12, 4.8, 2.4, 72, 79) + [168, 173, 178, 183].map((x) => box(x, 2.6, 81, 83)).join(''),
    walls: [
      [-44, 76, 60, 6],
      [200, 76, 44, 6],
    ],
    water: 84,
    open: true,
  },
  home_town: {
    sky: ['#29463a', '#86aa78', '#f8e19a'],
    far: '#6c9173',
    near: '#1a3026',
    sun: [48, 60, 11],
    back: 'M-44 92V78Q20 58 80 74T170 68T244 78V92Z' + 'M168 74l8-6 8 6-2 12h-12ZM175 68V58h1.6v10Z',
    front:
      // Steeple, water tower, and the station with its clock.
      box(28, 12, 52) + spike(34, 14, 52, 24) + cross(34, 25) + gable(36, 34, 70, 14) + 'M150 92l4-32h14l4 32h-3l-3-29h-10l-3 29ZM148 62V46q13-5 26 0v16ZM146 46q15-14 30 0Z' + 'M152.5 76h17v1.6h-17Z' +
      box(78, 62, 72) + 'M74 72h70l-6-8H80Z' + gable(98, 22, 66, 12) + box(107.5, 3, 46, 56) + spike(109, 6, 47, 41) + 'M70 84h78v2H70Z' +
      // A lime tree, and the house where a light burns.
      'M18 92V82h2.6v10ZM19 54q9 0 10 9 5 3 3 9t-9 6h-8q-8 0-9-6t3-9q1-9 10-9Z' + gable(174, 28, 72, 15) + box(192, 4, 58, 66) + gable(0, 12, 78, 7),
    lines: 'M148 52h26M78 78h62',
    glow: disc(109, 63, 3.8) + arch(105.5, 7, 76, 92) + box(180, 5, 78, 84) + box(190, 5, 78, 84) + disc(34, 60, 2.2) + arch(50, 6, 76, 88),
    walls: [
      [80, 74, 24, 14],
      [114, 74, 24, 14],
    ],
  },
};

function drawn(id: string, plan: Plan): Scene {
  const chance = dice(id);
  const left = plan.open === true ? null : houses(-SIDE - 2, 0, chance);
  const right = plan.open === true ? null : houses(200, 200 + SIDE + 2, chance);
  const [lit, late] = windows([...(plan.walls ?? []), ...(left?.walls ?? []), ...(right?.walls ?? [])], chance);
  return {
    sky: plan.sky,
    far: plan.far,
    near: plan.near,
    sun: plan.sun,
    farPath: plan.back,
    nearPath: `${plan.front}${left?.path ?? ''}${right?.path ?? ''}`,
    lines: plan.lines ?? '',
    gaps: plan.gaps ?? '',
    lit: `${plan.glow ?? ''}${lit}`,
    late,
    water: plan.water ?? null,
  };
}

const scenes = new Map<string, Scene>();

/** The scene of a city; a city nobody has drawn has the home town's. */
export function sceneOf(city: string): Scene {
  const known = city in PLANS ? city : 'home_town';
  let scene = scenes.get(known);
  const plan = PLANS[known];
  if (scene === undefined && plan !== undefined) {
    scene = drawn(known, plan);
    scenes.set(known, scene);
  }
  if (scene === undefined) throw new Error('no scene');
  return scene;
}

/** Every city that has a scene of its own. */
export const DRAWN: readonly string[] = Object.keys(PLANS);
