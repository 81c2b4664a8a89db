import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bestSpot, nearestCity, nearestRoute, onward } from './aim';
import { Ear, passages } from './flights';
import { atlasOf, FILES, type Atlas } from './model';
import { claims, closed, lastMove, longestTrail, openTo, payments, shortestWay, sorted, standing, type View } from './position';

const content = Object.fromEntries(
  FILES.map((file) => {
    const path = new URL(`../../../../src/roundhouse/games/ticket_to_ride/content/${file}`, import.meta.url);
    return [file, JSON.parse(readFileSync(fileURLToPath(path), 'utf-8')) as unknown];
  }),
);
const atlas = atlasOf(content) as Atlas;
const city = (name: string) => atlas.city.get(name) ?? expect.fail(name);
const route = (name: string) => atlas.route.get(name) ?? expect.fail(name);

function position(given: Partial<View> = {}): View {
  const seats = given.seats ?? 4;
  return {
    seats,
    seat: 0,
    phase: 'turn',
    turn: 0,
    deciders: [0],
    last_turns: null,
    row: [],
    deck: 50,
    discard: {},
    players: Array.from({ length: seats }, () => ({
      points: 0,
      trains: 45,
      stations: 3,
      cards: 4,
      known: {},
      unknown: 4,
      tickets: 2,
      offered: 0,
    })),
    hand: {},
    tickets: [],
    offer: null,
    routes: {},
    stations: {},
    tunnel: null,
    tickets_left: 30,
    ...given,
  };
}

describe('the atlas', () => {
  it('has every city, route and space in its place', () => {
    expect(atlas.cities).toHaveLength(47);
    expect(atlas.routes).toHaveLength(101);
    expect(atlas.routes.reduce((sum, each) => sum + each.spaces.length, 0)).toBe(300);
    expect(route('frankfurt-paris-1').twin).toBe(route('frankfurt-paris-2'));
    expect(city('edinburgh').routes).toHaveLength(2);
    expect(atlas.track).toHaveLength(100);
  });

  it('is the same one for the same files', () => {
    expect(atlasOf(content)).toBe(atlas);
    expect(atlasOf({})).toBeNull();
  });
});

describe('doubles', () => {
  it('are open for both with four seats, never for one seat twice', () => {
    const routes = { 'frankfurt-paris-1': 1 };
    expect(openTo(route('frankfurt-paris-2'), position({ routes }), 0)).toBe(true);
    expect(openTo(route('frankfurt-paris-2'), position({ routes }), 1)).toBe(false);
    expect(openTo(route('frankfurt-paris-2'), position({ routes, seats: 3 }), 0)).toBe(false);
    expect(openTo(route('frankfurt-paris-1'), position({ routes }), 0)).toBe(false);
  });
});

describe('ways', () => {
  it('take the fewest trains, own routes for nothing', () => {
    expect(shortestWay(position(), 0, city('paris'), city('wien'))?.trains).toBe(8);
    const routes = { 'munchen-wien': 0 };
    expect(shortestWay(position({ routes }), 0, city('paris'), city('wien'))?.trains).toBe(5);
  });

  it('go round what is taken, or over it where a station may lend it', () => {
    const routes = { 'edinburgh-london-1': 1, 'edinburgh-london-2': 2 };
    const view = position({ routes });
    expect(shortestWay(view, 0, city('edinburgh'), city('london'))).toBeNull();
    const lent = shortestWay(view, 0, city('edinburgh'), city('london'), 1);
    expect([lent?.trains, lent?.lent]).toEqual([0, 1]);
  });
});

describe('tickets', () => {
  const ticket = { id: 't', a: city('edinburgh'), b: city('london'), points: 4, long: false };
  const players = (some: { trains?: number; stations?: number }) =>
    position().players.map((player, seat) => (seat === 0 ? { ...player, ...some } : player));

  it('are open, done, lent or lost', () => {
    expect(standing(position(), 0, ticket).state).toBe('open');
    expect(standing(position({ routes: { 'edinburgh-london-1': 0 } }), 0, ticket).state).toBe('done');
    const routes = { 'edinburgh-london-1': 1, 'edinburgh-london-2': 2 };
    expect(standing(position({ routes, players: players({ stations: 0 }) }), 0, ticket).state).toBe('lost');
    expect(standing(position({ routes }), 0, ticket).state).toBe('open');
    const stations = { london: 0 };
    expect(standing(position({ routes, stations, players: players({ stations: 2 }) }), 0, ticket).state).toBe('lent');
    expect(standing(position({ players: players({ trains: 3, stations: 0 }) }), 0, ticket).state).toBe('lost');
  });
});

describe('the longest trail', () => {
  it('takes each route once and may pass a city twice', () => {
    const names = ['paris-zurich', 'munchen-zurich', 'frankfurt-munchen', 'frankfurt-paris-1', 'dieppe-paris', 'brest-paris'];
    const routes = Object.fromEntries(names.map((name) => [name, 0]));
    const trail = longestTrail(atlas, position({ routes }), 0);
    expect(trail.reduce((sum, each) => sum + each.length, 0)).toBe(3 + 2 + 2 + 3 + 1 + 3);
    expect(new Set(trail).size).toBe(trail.length);
    expect(longestTrail(atlas, position(), 0)).toEqual([]);
  });
});

describe('why a route can not be had', () => {
  it('is said as the judge would say it', () => {
    const view = position({ hand: { red: 2, locomotive: 1 }, routes: { 'paris-zurich': 1, 'berlin-frankfurt-1': 0 } });
    expect(closed(route('paris-zurich'), view, 0)?.code).toBe('route-taken');
    expect(closed(route('berlin-frankfurt-2'), view, 0)?.code).toBe('double-own');
    expect(closed(route('amsterdam-london'), view, 0)?.params).toMatchObject({ number: 1, locomotives: 2 });
    expect(closed(route('amsterdam-essen'), view, 0)?.params).toEqual({ number: 2, colour: 'yellow' });
    expect(closed(route('erzurum-sochi'), view, 0)).toBeNull();
  });
});

describe('payments', () => {
  it('are cards in a row, with what is left in the hand', () => {
    const params = { colour: 'red', number: 2, locomotives: 1 };
    const choice = { kind: 'payment', name: 'red', params, action: { type: 'claim' } };
    const [way] = payments([choice], { red: 3, locomotive: 2 });
    expect(way?.cards).toEqual(['red', 'red', 'locomotive']);
    expect(way?.spare).toBe(2);
  });

  it('belong to routes of the prompt', () => {
    const prompt = {
      ask: 'turn',
      params: {},
      notes: [],
      choices: [{ kind: 'verb', name: 'claim', params: {}, choices: [{ kind: 'route', name: 'paris-zurich', params: {} }] }],
    };
    expect(claims(atlas, prompt).map((target) => target.name)).toEqual(['paris-zurich']);
    expect(claims(atlas, null)).toEqual([]);
  });

  it('come from a hand sorted as the shelf is', () => {
    expect(sorted({ locomotive: 1, blue: 2, red: 1 }).map(({ kind }) => kind)).toEqual(['red', 'blue', 'locomotive']);
  });
});

describe('the pointer', () => {
  it('means the nearest route or city', () => {
    const zurich = route('paris-zurich');
    const space = zurich.spaces[1] ?? expect.fail('no space');
    expect(nearestRoute({ x: space.x + 2, y: space.y - 3 }, atlas, 9)).toBe(zurich);
    expect(nearestRoute({ x: 60, y: 200 }, atlas, 9)).toBeNull();
    expect(nearestCity({ x: city('paris').x + 4, y: city('paris').y }, atlas, 9)).toBe(city('paris'));
  });

  it('goes on by arrow keys', () => {
    const targets = ['paris-zurich', 'munchen-wien', 'lisboa-madrid'].map((name) => {
      const each = route(name);
      const choice = { kind: 'route', name, params: {} };
      return { kind: 'route' as const, name, route: each, city: null, x: each.x, y: each.y, choice };
    });
    const [first] = targets;
    expect(onward(first ?? { x: 0, y: 0 }, targets, 'right')?.name).toBe('munchen-wien');
  });
});

describe('a note', () => {
  const room = { left: 0, top: 0, width: 1000, height: 700 };
  const around = { left: 400, top: 300, width: 80, height: 40 };

  it('never covers its own place and stays in the room', () => {
    const spot = bestSpot(around, { width: 250, height: 200 }, room, []);
    const beside = spot.x + 250 <= 400 || spot.x >= 480 || spot.y + 200 <= 300 || spot.y >= 340;
    expect(beside).toBe(true);
    expect(spot.x).toBeGreaterThanOrEqual(0);
    expect(spot.y + 200).toBeLessThanOrEqual(700);
  });

  it('goes where least is covered', () => {
    const crowd = Array.from({ length: 40 }, (_, place) => ({ x: 490 + (place % 8) * 25, y: 220 + place * 5, weight: 8 }));
    const spot = bestSpot(around, { width: 200, height: 160 }, room, crowd);
    const covered = crowd.filter(({ x, y }) => x > spot.x && x < spot.x + 200 && y > spot.y && y < spot.y + 160);
    expect(covered).toEqual([]);
  });
});

describe('what happened last', () => {
  it('is the last route or station of anybody', () => {
    const lines = [
      { kind: 'claimed', seat: 1, route: 'paris-zurich', seq: 3 },
      { kind: 'drew', seat: 2, seq: 4 },
      { kind: 'station-built', seat: 0, city: 'roma', seq: 5 },
      { kind: 'took', seat: 1, card: 'red', seq: 6 },
    ];
    expect(lastMove(lines)).toEqual({ seat: 0, route: null, city: 'roma', seq: 5 });
    expect(lastMove(lines.slice(0, 2))?.route).toBe('paris-zurich');
    expect(lastMove([])).toBeNull();
  });
});

describe('cards on their way', () => {
  const row = ['red', 'blue', null, 'locomotive', 'green'] as const;
  const drawn = [{ kind: 'drew', seat: 0, card: 'red', seq: 7 }];

  it('show a blind card to the seat that drew it only', () => {
    expect(passages(drawn, row, 0)).toEqual([{ kind: 'red', slot: -1, seat: 0, mine: true }]);
    for (const other of [1, -1]) {
      expect(passages(drawn, row, other)).toEqual([{ kind: null, slot: -1, seat: 0, mine: false }]);
    }
    expect(passages([{ kind: 'drew', seat: 1, seq: 8 }], row, 1)[0]?.kind).toBeNull();
  });

  it('show every seat a card that lay face up', () => {
    const lines = [{ kind: 'took', seat: 1, card: 'blue', seq: 7 }, { kind: 'claimed', seat: 1, route: 'paris-zurich', seq: 8 }];
    expect(passages(lines, row, 0)).toEqual([{ kind: 'blue', slot: 1, seat: 1, mine: false }]);
  });

  it('do not come from lines that another seat at this device was told', () => {
    const ear = new Ear();
    expect(ear.hear([], 0)).toEqual([]);
    expect(ear.hear(drawn, 0)).toBe(drawn);
    expect(ear.hear(drawn, 1)).toEqual([]);
    // Its row may change again while those lines are still the latest.
    expect(ear.hear(drawn, 1)).toEqual([]);
    expect(ear.hear(drawn, 0)).toEqual([]);
    const told = [{ kind: 'drew', seat: 0, seq: 9 }];
    expect(ear.hear(told, 0)).toBe(told);
  });
});
