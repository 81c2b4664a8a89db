import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inReadingOrder, nearest, nearestEdge, onward, startingSpot, type Way } from './aim';
import { fitted, freeRoom, kept, showing, wholeScale, zoomed } from './camera';
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
  const insets = { top: 0, right: 300, bottom: 120, left: 0 };
  const room = freeRoom(1440, 900, insets);

  it('fits the whole board into the free room of a wide screen', () => {
    const camera = fitted(room, atlas.view, null);
    for (const place of atlas.places) {
      const x = place.x * camera.scale + camera.x;
      const y = place.y * camera.scale + camera.y;
      expect(x).toBeGreaterThan(room.left);
      expect(x).toBeLessThan(room.left + room.width);
      expect(y).toBeGreaterThan(room.top);
      expect(y).toBeLessThan(room.top + room.height);
    }
  });

  it('shows a part about what matters on a narrow screen, large enough for a thumb', () => {
    const phone = freeRoom(390, 844, { top: 62, right: 0, bottom: 280, left: 0 });
    const rome = atlas.cityById.get('rome');
    if (rome === undefined) throw new Error('Rome is missing');
    const camera = fitted(phone, atlas.view, rome);
    expect(camera.scale).toBeGreaterThan(wholeScale(phone, atlas.view));
    expect(64 * camera.scale).toBeGreaterThan(36);
    const x = rome.x * camera.scale + camera.x;
    expect(x).toBeGreaterThan(phone.left);
    expect(x).toBeLessThan(phone.left + phone.width);
  });

  it('keeps the point under the pointer while zooming, and the map in the window', () => {
    const start = zoomed(fitted(room, atlas.view, null), 2, { x: 500, y: 400 }, room, atlas.view);
    const next = zoomed(start, 1.2, { x: 520, y: 380 }, room, atlas.view);
    expect((520 - next.x) / next.scale).toBeCloseTo((520 - start.x) / start.scale, 6);
    expect((380 - next.y) / next.scale).toBeCloseTo((380 - start.y) / start.scale, 6);
    const away = kept({ ...next, x: 90_000, y: -90_000 }, room, atlas.view);
    expect(away.x + atlas.view[0] * away.scale).toBeCloseTo(room.left, 6);
    expect(away.y + (atlas.view[1] + atlas.view[3]) * away.scale).toBeCloseTo(room.top + room.height, 6);
  });

  it('moves only as far as a focused target needs', () => {
    const near = zoomed(fitted(room, atlas.view, null), 3, { x: 100, y: 100 }, room, atlas.view);
    const far = atlas.cityById.get('istanbul');
    if (far === undefined) throw new Error('Istanbul is missing');
    const there = showing(near, far, room, atlas.view);
    const x = far.x * there.scale + there.x;
    expect(x).toBeLessThanOrEqual(room.left + room.width);
    expect(showing(there, far, room, atlas.view)).toBe(there);
  });
});
