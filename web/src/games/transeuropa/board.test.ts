import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inReadingOrder, nearest, nearestEdge, onward, startingSpot, type Way } from './aim';
import { freeRoom, kept, showing, wholeScale, zoomed, type Camera, type Room } from '$lib/camera';
import { compactAt, fitted, frameOf, inkOf, inView, plateOf, plateScale, playScale, REACH, type Area, type Ink } from './camera';
import { atlasOf, type Atlas, type Edge } from './model';
import { distances, growth, held, lastMove, laidRails, networks, targets, type View } from './position';

const folder = new URL('../../../../src/roundhouse/games/transeuropa/content/', import.meta.url);
const file = (name: string): unknown => JSON.parse(readFileSync(new URL(name, folder), 'utf-8'));
const read = atlasOf({ 'board.json': file('board.json'), 'layout.json': file('layout.json'), 'map.json': file('map.json') });
if (read === null) throw new Error('content is missing');
const atlas: Atlas = read;

const edge = (name: string): Edge => {
  const found = atlas.edgeByName.get(name);
  if (found === undefined) throw new Error(`no line ${name}`);
  return found;
};
const node = (name: string): number => atlas.placeByName.get(name)?.id ?? -1;

const view = (more: Partial<View>): View => ({
  seats: 2,
  seat: 0,
  round: 1,
  first: 0,
  phase: 'first-rail',
  deciders: [0],
  points: 2,
  rails_left: 83,
  scores: [12, 12],
  markers: ['paris', 'berlin'],
  networks: [0, 1],
  rails: [],
  finished: [],
  hands: [['london', 'paris', 'oslo', 'riga', 'rome'], null],
  past: [],
  ...more,
});

/** Every free line that touches Paris, as the prompt offers it. */
const offer = (places: Iterable<number>): ReturnType<typeof targets> =>
  targets(atlas, {
    ask: 'lay-first',
    params: {},
    notes: [],
    choices: [
      {
        kind: 'verb',
        name: 'lay',
        params: {},
        choices: [...new Set([...places].flatMap((place) => atlas.around[place] ?? []))].map((line) => ({
          kind: 'edge',
          name: line.name,
          params: {},
          action: { type: 'lay', edge: line.name },
        })),
      },
      { kind: 'verb', name: 'stop', params: {}, action: { type: 'stop' } },
    ],
  });

describe('the atlas', () => {
  it('names lines as the rules do and knows both their ends', () => {
    expect(atlas.edges).toHaveLength(577);
    expect(atlas.edgeByName.size).toBe(577);
    for (const line of atlas.edges) {
      expect(line.name).toBe([line.a.name, line.b.name].sort().join('-'));
      expect(line.lines).toHaveLength(line.cost);
    }
    expect(atlas.cities).toHaveLength(35);
  });

  it('turns every line from its first crossing to its second', () => {
    for (const { a, b, turn, x, y } of atlas.edges) {
      const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
      expect(Math.abs(angle - turn)).toBeLessThan(1);
      expect(Math.hypot((a.x + b.x) / 2 - x, (a.y + b.y) / 2 - y)).toBeLessThan(1);
    }
  });
});

describe('distances', () => {
  it('are free along rails, one along a single line, two along a double one', () => {
    const start = node('paris');
    const plain = distances(atlas, [start], []);
    expect(plain.get(start)).toBe(0);
    for (const line of atlas.around[start] ?? []) {
      const other = line.a.id === start ? line.b.id : line.a.id;
      expect(plain.get(other)).toBeLessThanOrEqual(line.cost);
      expect(distances(atlas, [start], [{ edge: line, seat: 0 }]).get(other)).toBe(0);
    }
    // No line leads further than it costs, and some line into each crossing explains its distance.
    for (const place of atlas.places) {
      const far = plain.get(place.id) ?? Infinity;
      const ways = (atlas.around[place.id] ?? []).map(
        (line) => (plain.get(line.a === place ? line.b.id : line.a.id) ?? Infinity) + line.cost,
      );
      expect(far).toBe(place.id === start ? 0 : Math.min(...ways));
    }
  });

  it('count a hand from the network, and not before the marker stands', () => {
    expect(held(atlas, view({ markers: [null, null] }), 0).map((card) => card.toGo)).toEqual([null, null, null, null, null]);
    const cards = held(atlas, view({}), 0);
    expect(cards.map((card) => card.city.id)).toEqual(['london', 'paris', 'oslo', 'riga', 'rome']);
    expect(cards[1]?.toGo).toBe(0);
    expect(cards.every((card) => (card.toGo ?? -1) >= 0)).toBe(true);
  });
});

describe('networks', () => {
  it('join where rails meet and are then one and the same', () => {
    const start = atlas.around[node('paris')]?.[0];
    if (start === undefined) throw new Error('Paris has no line');
    const far = start.a.name === 'paris' ? start.b.name : start.a.name;
    const rails = laidRails(atlas, [[start.name, 0]]);
    const apart = networks(atlas, ['paris', 'berlin'], rails);
    expect(apart[0]?.size).toBe(2);
    expect(apart[1]?.size).toBe(1);
    const one = networks(atlas, ['paris', far, null], rails);
    expect(one[0]).toBe(one[1]);
    expect(one[2]?.size).toBe(0);
  });

  it('say from which end a new rail grows', () => {
    const lines = (atlas.around[node('paris')] ?? []).slice(0, 6);
    const rails = lines.map((line) => ({ edge: line, seat: 0 }));
    const grown = growth(
      atlas,
      ['paris', null],
      rails,
      rails.map((rail, seq) => ({ kind: 'laid', seat: 0, edge: rail.edge.name, seq })),
    );
    lines.forEach((line, order) => {
      expect(grown.get(line.name)).toEqual({ order, backwards: line.b.name === 'paris' });
    });
  });
});

describe('the last move', () => {
  const [one, two] = (atlas.around[node('paris')] ?? []).filter((line) => line.cost === 1);
  if (one === undefined || two === undefined) throw new Error('Paris has too few single lines');
  const laid = (line: Edge, seat: number) => ({ kind: 'laid', seat, edge: line.name, seq: 0 });
  const there = (...lines: Edge[]): Partial<View> => ({ rails: lines.map((line) => [line.name, 0]) });

  it('is all rails of one turn, whatever was told beside them', () => {
    const other = edge(atlas.around[node('berlin')]?.[0]?.name ?? '');
    const found = lastMove(atlas, view(there(other, one, two)), [
      laid(other, 1),
      laid(one, 0),
      { kind: 'joined', seats: [0, 1], seq: 0 },
      laid(two, 0),
    ]);
    expect(found?.seat).toBe(0);
    expect(found?.edges.map((line) => line.name)).toEqual([one.name, two.name]);
  });

  it('leaves out what was taken back, and ends where a round begins', () => {
    const journal = [laid(one, 0), laid(two, 1), { kind: 'undone', seat: 1, to: 1, seq: 0 }];
    expect(lastMove(atlas, view(there(one)), journal)?.edges.map((line) => line.name)).toEqual([one.name]);
    expect(lastMove(atlas, view(there(one)), [...journal, { kind: 'round-began', seq: 0 }])).toBeNull();
  });

  it('is a marker while markers are placed', () => {
    const found = lastMove(atlas, view({}), [{ kind: 'placed', seat: 1, node: 'berlin', seq: 0 }]);
    expect(found?.place?.name).toBe('berlin');
    expect(found?.seat).toBe(1);
  });
});

describe('aiming', () => {
  const lines = offer([node('paris')]);

  it('finds the line under the pointer within reach, and none beyond', () => {
    expect(lines.length).toBeGreaterThan(2);
    for (const target of lines) {
      expect(nearest({ x: target.x + 3, y: target.y - 3 }, lines, 24)).toBe(target);
    }
    expect(nearest({ x: -500, y: -500 }, lines, 24)).toBeNull();
    for (const line of atlas.edges) expect(nearestEdge(line, atlas.edges, 10)).toBe(line);
  });

  it('leads the focus to every target by arrow keys alone', () => {
    // A long network: everything that touches a ring of crossings far and near.
    const inside = [...distances(atlas, [node('berlin')], [])].filter(([, far]) => far < 7 && far % 2 === 0).map(([id]) => id);
    for (const wide of [lines, offer(inside)]) {
      const first = startingSpot(wide, { x: 500, y: 300 });
      if (first === null) throw new Error('nothing to start from');
      const seen = new Set([first]);
      const open = [first];
      for (let spot = open.pop(); spot !== undefined; spot = open.pop()) {
        for (const way of ['left', 'right', 'up', 'down'] as Way[]) {
          const next = onward(spot, wide, way);
          if (next === null || seen.has(next)) continue;
          seen.add(next);
          open.push(next);
        }
      }
      expect(seen.size).toBe(wide.length);
    }
  });

  it('goes where the arrow points', () => {
    const spots = offer([node('berlin'), node('paris'), node('rome')]);
    for (const spot of spots) {
      const right = onward(spot, spots, 'right');
      const down = onward(spot, spots, 'down');
      if (right !== null) expect(right.x).toBeGreaterThan(spot.x);
      if (down !== null) expect(down.y).toBeGreaterThan(spot.y);
    }
    const row = inReadingOrder(spots);
    expect(row[0]?.y).toBe(Math.min(...spots.map((spot) => spot.y)));
  });
});

describe('the camera', () => {
  const wide = freeRoom(1440, 900, { top: 22, right: 312, bottom: 128, left: 24 });
  const whole = (room: Room): Camera => fitted(room, atlas.view, () => []);
  const hands = [
    ['london', 'berlin', 'oslo', 'riga', 'rome'],
    ['madrid', 'vienna', 'moscow', 'kharkiv', 'istanbul'],
    ['plymouth', 'zurich', 'st_petersburg', 'minsk', 'tirana'],
    ['bilbao', 'paris', 'glasgow', 'odesa', 'thessaloniki'],
    ['brest', 'budapest', 'helsinki', 'kyiv', 'marseille'],
  ];

  const inkFor =
    (hand: readonly string[], language: string, narrow: boolean): Ink =>
    (scale) =>
      hand.map((id) => {
        const city = atlas.cityById.get(id);
        if (city === undefined) throw new Error(`no city ${id}`);
        const setting = compactAt(scale, narrow) ? 'compact' : 'wide';
        const { size } = atlas.type[setting];
        return inkOf(city, plateOf(city, setting, language, size, true), plateScale(size, scale));
      });

  it('fits the whole board into the free room of a wide screen', () => {
    const camera = whole(wide);
    for (const place of atlas.places) {
      const x = place.x * camera.scale + camera.x;
      const y = place.y * camera.scale + camera.y;
      expect(x).toBeGreaterThan(wide.left);
      expect(x).toBeLessThan(wide.left + wide.width);
      expect(y).toBeGreaterThan(wide.top);
      expect(y).toBeLessThan(wide.top + wide.height);
    }
  });

  it.each([
    ['a phone', 390, 844, { top: 62, right: 0, bottom: 412, left: 0 }],
    ['a phone whose sheet is low', 390, 844, { top: 62, right: 0, bottom: 250, left: 0 }],
    ['a small phone', 360, 640, { top: 62, right: 0, bottom: 300, left: 0 }],
    ['a tablet', 820, 1180, { top: 62, right: 0, bottom: 300, left: 0 }],
    ['a laptop', 1280, 800, { top: 0, right: 300, bottom: 208, left: 0 }],
  ])('shows all of a hand with its names, and nothing lies over them: %s', (_, width, height, insets) => {
    const narrow = width - insets.right < 620;
    const bars = frameOf(narrow);
    const inside = {
      top: insets.top + bars.top,
      right: insets.right + bars.right,
      bottom: insets.bottom + bars.bottom,
      left: insets.left + bars.left,
    };
    const room = freeRoom(width, height, inside);
    const edges = { left: room.left, top: room.top, right: room.left + room.width, bottom: room.top + room.height };
    const over: Area[] = narrow
      ? [{ ...edges, left: edges.right - 46, top: edges.bottom - 90 }]
      : [
          { ...edges, right: edges.left + 46, bottom: edges.top + 154 },
          { ...edges, right: 522, top: height - insets.bottom - 94 },
        ];
    for (const hand of hands) {
      for (const language of ['en', 'ru']) {
        const ink = inkFor(hand, language, narrow);
        const camera = fitted(room, atlas.view, ink, over);
        expect(inView(camera, room, ink, over), `${language}: ${hand.join(', ')}`).toBe(true);
        expect(camera.scale).toBeLessThanOrEqual(playScale(room, atlas.view) + 1e-9);
      }
    }
  });

  it('shows a hand of one corner large enough for a thumb', () => {
    const phone = freeRoom(390, 844, { top: 62, right: 0, bottom: 280, left: 0 });
    const camera = fitted(phone, atlas.view, inkFor(['tirana', 'sofia', 'bucharest'], 'en', true));
    expect(camera.scale).toBeGreaterThan(wholeScale(phone, atlas.view));
    expect(64 * camera.scale).toBeGreaterThan(36);
  });

  it('knows when something is covered or out of view', () => {
    const ink = inkFor(['rome'], 'en', false);
    const camera = whole(wide);
    expect(inView(camera, wide, ink, [])).toBe(true);
    const [rome] = ink(camera.scale);
    if (rome === undefined) throw new Error('Rome is missing');
    const [x, y] = [rome.left * camera.scale + camera.x, rome.top * camera.scale + camera.y];
    expect(inView(camera, wide, ink, [{ left: x - 9, top: y - 9, right: x + 9, bottom: y + 9 }])).toBe(false);
    expect(inView({ ...camera, x: camera.x - x + wide.left - 2 }, wide, ink, [])).toBe(false);
  });

  it('draws names larger where the map is small, and never smaller than they are', () => {
    expect(plateScale(15, 1)).toBe(1);
    expect(plateScale(20, 3)).toBe(1);
    expect(plateScale(20, 0.4) * 20 * 0.4).toBeGreaterThan(10.5);
  });

  it('keeps the point under the pointer while zooming, and the map in the window', () => {
    const start = zoomed(whole(wide), 2, { x: 500, y: 400 }, wide, atlas.view, REACH);
    const next = zoomed(start, 1.2, { x: 520, y: 380 }, wide, atlas.view, REACH);
    expect((520 - next.x) / next.scale).toBeCloseTo((520 - start.x) / start.scale, 6);
    expect((380 - next.y) / next.scale).toBeCloseTo((380 - start.y) / start.scale, 6);
    const away = kept({ ...next, x: 90_000, y: -90_000 }, wide, atlas.view, REACH);
    expect(away.x + atlas.view[0] * away.scale).toBeCloseTo(wide.left, 6);
    expect(away.y + (atlas.view[1] + atlas.view[3]) * away.scale).toBeCloseTo(wide.top + wide.height, 6);
  });

  it('moves only as far as a focused target needs', () => {
    const near = zoomed(whole(wide), 3, { x: 100, y: 100 }, wide, atlas.view, REACH);
    const far = atlas.cityById.get('istanbul');
    if (far === undefined) throw new Error('Istanbul is missing');
    const there = showing(near, [far], wide, atlas.view, REACH);
    const x = far.x * there.scale + there.x;
    expect(x).toBeLessThanOrEqual(wide.left + wide.width);
    expect(showing(there, [far], wide, atlas.view, REACH)).toBe(there);
  });
});
