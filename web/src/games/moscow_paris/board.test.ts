import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Choice, LogLine, Prompt, Result, Value } from '$lib/types';
import { cardOf, cellsOf, DOWN, narrowed, optionsOf, playable, questionFor, targetsOf } from './aim';
import { layoutOf, trainOf, wagonLeft } from './layout';
import { ACTIONS, cardsOf, flagOf, KINDS, ownFlag } from './model';
import { cityTitle, claimsOf, countryOf, flagFor, frontCells, lastCells, lastDeed, type View } from './position';
import { DRAWN, sceneOf } from './scenes';
import { stepWords } from './steps';
import { countedSides, decidedBy, rowsOf } from './tally';
import { DECK, DISCARD, travels } from './travel';

const path = new URL('../../../../src/roundhouse/games/moscow_paris/content/cards.json', import.meta.url);
const read = cardsOf({ 'cards.json': JSON.parse(readFileSync(path, 'utf-8')) });
if (read === null) throw new Error('content is missing');
const cards = read;

const view = (more: Partial<View> = {}): View => ({
  seats: 3,
  seat: 0,
  options: {},
  phase: 'turn',
  turn: 0,
  deciders: [0],
  lines: [
    { city: 'moscow', left: ['mail', 'dining'], right: ['luxury'] },
    { city: 'rome', left: ['saloon'], right: [] },
    { city: 'paris', left: ['seating'], right: ['mail'] },
    { city: 'nice', left: [], right: [] },
  ],
  cities_left: 6,
  removed: [],
  deck: 50,
  discard: {},
  hand: ['mail', 'mail', 'baggage', 'discard_two'],
  players: [
    { front: ['mail'], cards: 4, known: [], cities: [] },
    { front: ['dining', 'dining'], cards: 3, known: [], cities: [] },
    { front: [], cards: 5, known: [], cities: [] },
  ],
  scores: [0, 0, 0],
  claims: [],
  chain: null,
  repeats: [0, 0, 0],
  stalemates: 0,
  ...more,
});

const leaf = (action: Value): Choice => ({ kind: 'x', name: JSON.stringify(action), params: {}, action });
const verb = (name: string, ...actions: Value[]): Choice => ({ kind: 'verb', name, params: {}, choices: actions.map(leaf) });
const asked = (ask: string, ...choices: Choice[]): Prompt => ({ ask, params: {}, notes: [], choices });
const line = (kind: string, more: Record<string, unknown>): LogLine => ({ kind, seq: 1, ...more });

const TURN = asked(
  'turn',
  verb('wagon', { type: 'wagon', wagon: 'baggage', city: 'rome', side: 'left' }, { type: 'wagon', wagon: 'baggage', city: 'rome', side: 'right' }),
  verb('down', { type: 'down', wagon: 'baggage' }, { type: 'down', wagon: 'mail' }),
  verb('up', { type: 'up', wagon: 'mail' }),
  verb(
    'discard-two',
    { type: 'discard-two', cities: ['moscow', 'rome'], side: 'left', place: 1 },
    { type: 'discard-two', cities: ['rome', 'paris'], side: 'left', place: 1 },
  ),
  verb('swap', { type: 'swap', one: 'moscow/left/1', two: 'rome/left/1' }, { type: 'swap', one: 'rome/left/1', two: 'front/1/dining' }),
);

describe('the cards', () => {
  it('all have what is drawn of them', () => {
    expect([...cards.wagons.keys()]).toEqual([...KINDS]);
    expect(cards.cities.size).toBe(18);
    for (const city of cards.cities.values()) {
      expect(DRAWN).toContain(city.id);
      if (city.country !== null) expect(cards.flags.get(city.country)?.colours.length).toBeGreaterThan(1);
    }
    expect(new Set(DRAWN.map((city) => sceneOf(city).nearPath)).size).toBe(DRAWN.length);
    expect(new Set(DRAWN.map((city) => sceneOf(city).sky.join())).size).toBe(DRAWN.length);
  });

  it('have a symbol, an outline and an emblem for every kind of wagon', () => {
    const drawing = readFileSync(new URL('pieces.svg', import.meta.url), 'utf-8');
    for (const kind of KINDS) {
      for (const part of ['wagon', 'shape', 'emblem']) expect(drawing).toContain(`id="mp-${part}-${kind}"`);
    }
  });

  it('draw a city no one has drawn as the home town', () => {
    expect(sceneOf('atlantis')).toBe(sceneOf('home_town'));
  });
});

describe('flags', () => {
  const home = cards.cities.get('home_town');
  if (home === undefined) throw new Error('no home town');

  it('of a home town are put together as the host says, or those of its country', () => {
    const own = view({ options: { home_town: 'Kassel', home_country: 'own', home_flag: 'vertical:blue,white,red' } });
    expect(flagFor(cards, own, home)).toEqual({ layout: 'vertical', colours: ['#2456ad', '#fffdf5', '#cf2b33'] });
    expect(cityTitle(cards, own, 'home_town', 'ru')).toBe('Kassel');
    const german = view({ options: { home_town: 'Kassel', home_country: 'DE', home_flag: 'vertical:blue,white' } });
    expect(countryOf(german, home)).toBe('DE');
    expect(flagFor(cards, german, home)).toBe(cards.flags.get('DE'));
  });

  it('leave out a colour that is none, and know the crescent', () => {
    expect(ownFlag('horizontal:green,url(x),white').colours).toHaveLength(2);
    expect(flagOf('plain with crescent and star', ['#f00', '#fff']).layout).toBe('crescent');
  });
});

describe('aiming', () => {
  it('offers for a picked card only what is done with it', () => {
    expect([...targetsOf(optionsOf(TURN, 0, 'baggage'), [])].sort()).toEqual([DOWN, 'rome/left', 'rome/right']);
    expect([...targetsOf(optionsOf(TURN, 0, 'mail'), [])]).toEqual([DOWN]);
    expect([...targetsOf(optionsOf(TURN, 0, null), [])]).toEqual(['front/0/mail']);
    expect([...playable(TURN)].sort()).toEqual(['baggage', 'discard_two', 'mail', 'swap_two']);
  });

  it('narrows a stack down step by step', () => {
    const options = optionsOf(TURN, 0, 'discard_two');
    expect([...targetsOf(options, [])].sort()).toEqual(['moscow/left/1', 'paris/left/1', 'rome/left/1']);
    expect(narrowed(options, ['moscow/left/1'])).toHaveLength(1);
    expect(narrowed(options, ['rome/left/1'])).toHaveLength(2);
    expect([...targetsOf(options, ['rome/left/1'])].sort()).toEqual(['moscow/left/1', 'paris/left/1']);
  });

  it('finds the second of two wagons from either of them', () => {
    const options = optionsOf(TURN, 0, 'swap_two');
    expect([...targetsOf(options, ['front/1/dining'])]).toEqual(['rome/left/1']);
    expect([...targetsOf(options, ['rome/left/1'])].sort()).toEqual(['front/1/dining', 'moscow/left/1']);
  });

  it('needs no card to go on with a chain', () => {
    const chain = asked('chain', verb('exchange', { type: 'exchange', seat: 2, give: 'mail', take: 'dining' }), leaf({ type: 'stop' }));
    expect(optionsOf(chain, 0, null).map(({ cells }) => cells)).toEqual([['front/0/mail', 'front/2/dining']]);
    expect(playable(chain).size).toBe(0);
  });

  it('knows card and cells of every action', () => {
    const actions: [Value, string | null, number][] = [
      [{ type: 'wagon', wagon: 'mail', city: 'rome', side: 'left' }, 'mail', 1],
      [{ type: 'down', wagon: 'mail' }, 'mail', 1],
      [{ type: 'up', wagon: 'mail' }, null, 1],
      [{ type: 'swap', one: 'a/left/1', two: 'b/left/1' }, 'swap_two', 2],
      [{ type: 'discard-two', cities: ['a', 'b'], side: 'left', place: 1 }, 'discard_two', 2],
      [{ type: 'discard-three', cities: ['a', 'b', 'c'], side: 'left', place: 1 }, 'discard_three', 3],
      [{ type: 'exchange', seat: 1, give: 'mail', take: 'dining' }, 'neighbour_exchange', 2],
      [{ type: 'remove', city: 'rome' }, 'remove_city', 1],
      [{ type: 'claim', city: 'rome' }, null, 0],
    ];
    for (const [action, card, cells] of actions) {
      expect(cardOf(action)).toBe(card);
      expect(cellsOf(action, 0)).toHaveLength(cells);
    }
    const used = new Set(actions.map(([action]) => cardOf(action)));
    for (const kind of ACTIONS) expect(used).toContain(kind);
  });

  it('asks the question that tells why not', () => {
    const cities = ['moscow', 'rome', 'paris', null];
    const ask = (picked: string | null, chosen: string[], cell: string) => questionFor(picked, chosen, cell, cities, [1, 2], 0);
    expect(ask('mail', [], 'moscow/left')).toEqual({ type: 'wagon', wagon: 'mail', city: 'moscow', side: 'left' });
    expect(ask('swap_two', ['rome/left/1'], 'moscow/left/2')).toEqual({ type: 'swap', one: 'rome/left/1', two: 'moscow/left/2' });
    expect(ask('swap_two', [], 'moscow/left/2')).toBeNull();
    expect(ask('discard_two', [], 'moscow/right/1')).toEqual({ type: 'discard-two', cities: ['moscow', 'rome'], side: 'right', place: 1 });
    expect(ask('discard_two', [], 'paris/right/1')).toBeNull();
    expect(ask('discard_two', [], 'rome/right/1')).toEqual({ type: 'discard-two', cities: ['rome', 'paris'], side: 'right', place: 1 });
    expect(ask('discard_three', [], 'rome/right/1')).toBeNull();
    expect(ask('neighbour_exchange', ['front/0/mail'], 'front/1/mail')).toEqual({ type: 'exchange', seat: 1, give: 'mail', take: 'mail' });
    expect(ask(null, ['front/2/dining'], 'front/0/dining')).toEqual({ type: 'exchange', seat: 2, give: 'dining', take: 'dining' });
  });
});

describe('the layout', () => {
  const sizes = [
    [1440, 900, { top: 0, right: 300, bottom: 300, left: 0 }],
    [1280, 720, { top: 0, right: 300, bottom: 260, left: 0 }],
    [1920, 1080, { top: 0, right: 300, bottom: 300, left: 0 }],
    [390, 844, { top: 58, right: 0, bottom: 372, left: 0 }],
    [360, 740, { top: 58, right: 0, bottom: 372, left: 0 }],
  ] as const;

  it('keeps every wagon on its side, inside the hall, over its rail', () => {
    for (const [width, height, insets] of sizes) {
      const layout = layoutOf(width, height, insets, { narrow: 80, wide: 84 });
      expect(layout.narrow).toBe(width < 700);
      for (const places of [1, 2, 3, 4]) {
        const train = trainOf(layout, places);
        expect(train.wagon).toBeGreaterThan(layout.narrow ? 28 : 70);
        for (let place = 0; place < places; place += 1) {
          const right = wagonLeft(layout, train, 'right', place);
          const left = wagonLeft(layout, train, 'left', place);
          expect(right).toBeGreaterThan(layout.card.x + layout.card.width);
          expect(right + train.wagon).toBeLessThanOrEqual(layout.width);
          expect(left + train.wagon).toBeLessThan(layout.card.x);
          expect(left).toBeGreaterThanOrEqual(0);
          if (place > 0) expect(right).toBeGreaterThanOrEqual(wagonLeft(layout, train, 'right', place - 1) + train.wagon);
        }
        expect((train.wagon * 78) / 120).toBeLessThan(layout.rail);
      }
      // A city shut in by places on both sides still fits, and lines don't lie on each other.
      expect(layout.card.height).toBeLessThan(layout.pitch);
    }
  });
});

describe('what moves', () => {
  it('goes from the hand to the line, and a card from the pile to the hand', () => {
    const is = view({ hand: ['mail', 'mail', 'baggage', 'saloon'] });
    const plan = travels(
      [line('laid', { seat: 0, wagon: 'dining', city: 'moscow', side: 'left' }), line('drew', { seat: 0, number: 1, cards: ['mail'] })],
      view(),
      is,
    );
    expect(plan.map(({ what, from, to, after }) => [what, from, to, after])).toEqual([
      ['dining', 'hand/0', 'moscow/left/2', 0],
      ['mail', DECK, 'card/1', 1],
    ]);
  });

  it('shows only backs of what others draw', () => {
    const plan = travels([line('drew', { seat: 1, number: 2 })], view(), view());
    expect(plan.map(({ what, to, shows }) => [what, to, shows])).toEqual([
      [null, 'hand/1', null],
      [null, 'hand/1', null],
    ]);
  });

  it('lets two wagons cross, and each end where the other lay', () => {
    const told = { seat: 1, wagon: 'luxury', other_wagon: 'dining', from: 'moscow/right/1', to: 'front/1/dining' };
    const plan = travels([line('swapped-front', told)], view(), view());
    expect(plan.slice(1).map(({ what, from, to }) => [what, from, to])).toEqual([
      ['luxury', 'moscow/right/1', 'front/1/luxury'],
      ['dining', 'front/1/dining', 'moscow/right/1'],
    ]);
    expect(plan[0]).toMatchObject({ what: 'swap_two', from: 'hand/1', to: DISCARD });
  });

  it('takes a line away with the wagons it cost, and the city to its seat', () => {
    const told = { seat: 0, city: 'paris', wagons: ['seating', 'mail'], points: 2 };
    const plan = travels([line('claimed', told), line('city-came', { city: 'berlin' })], view(), view());
    expect(plan.filter(({ to }) => to === DISCARD).map(({ from }) => from)).toEqual([
      'paris/left/1',
      'front/0/seating',
      'paris/right/1',
      'front/0/mail',
    ]);
    expect(plan.at(-2)).toMatchObject({ what: 'city:paris', to: 'taken/paris' });
    expect(plan.at(-1)).toMatchObject({ what: 'city:berlin', to: 'berlin' });
  });
});

describe('the last move', () => {
  it('is the deed, not what follows from it', () => {
    const journal = [line('put-down', { seat: 2, wagon: 'mail' }), line('laid', { seat: 0, wagon: 'dining', city: 'moscow', side: 'left' }), line('drew', { seat: 0, number: 1 })];
    const deed = lastDeed(journal);
    expect(deed?.kind).toBe('laid');
    expect(lastCells(deed, view())).toEqual({ cells: ['moscow/left/2'], seat: 0 });
    expect(lastCells(line('laid', { seat: 0, wagon: 'dining', city: 'gone', side: 'left' }), view())).toBeNull();
  });

  it('names the copies of a wagon before a seat apart', () => {
    expect(frontCells(1, ['dining', 'dining']).map(({ key, copy }) => [key, copy])).toEqual([
      ['front/1/dining', 0],
      ['front/1/dining', 1],
    ]);
  });
});

describe('the next step', () => {
  const words = (picked: string | null, chosen: string[], prompt: Prompt | null = TURN) =>
    stepWords(
      { prompt, me: 0, picked: picked === null ? null : { card: picked }, chosen, ready: null, targets: targetsOf(optionsOf(prompt, 0, picked), chosen) },
      view(),
      (kind) => kind,
    );

  it('is said for every card and every step of it', () => {
    expect(words(null, [])).toBeNull();
    expect(words('baggage', [])).toEqual({ key: 'board.step-wagon', params: { what: 'baggage', number: 2, front: 'free' } });
    expect(words('swap_two', ['moscow/left/2'])).toEqual({ key: 'board.step-swap-with', params: { what: 'dining' } });
    expect(words('discard_two', [])?.key).toBe('board.step-discard-two');
    expect(words('discard_two', ['rome/left/1'])?.key).toBe('board.step-discard-on');
    expect(words('neighbour_exchange', ['front/0/mail'])).toEqual({ key: 'board.step-exchange-take', params: { what: 'mail' } });
    expect(words('neighbour_exchange', ['front/1/dining'])).toEqual({ key: 'board.step-exchange-give', params: { what: 'dining' } });
    expect(words('remove_city', [])?.key).toBe('board.step-remove');
    expect(words('mail', [], null)).toBeNull();
  });
});

describe('claims', () => {
  it('come out of the prompt with what they cost and bring', () => {
    const action = { type: 'claim', city: 'paris' };
    const prompt = asked('claim', {
      kind: 'verb',
      name: 'claim',
      params: {},
      choices: [{ kind: 'claimed-city', name: 'paris', params: { wagons: ['mail', 'seating'], points: 2, gain: 3 }, action }],
    });
    expect(claimsOf(prompt)).toEqual([{ city: 'paris', wagons: ['mail', 'seating'], points: 2, gain: 3, action }]);
    expect(claimsOf(TURN)).toEqual([]);
  });
});

describe('the count', () => {
  const city = (name: string, country: string, points: number, capital: boolean) => ({ code: 'city', points, params: { city: name, country, capital, seat: 0 } });
  const result = (lines: Result['lines'], ranks: number[]): Result => ({
    ending: 'played-out',
    reason: 'cities-out',
    scores: lines.map((each) => each.reduce((sum, { points }) => sum + points, 0)),
    ranks,
    won: null,
    margin: null,
    lines,
    teams: null,
    winners: [],
  });
  const french = [city('paris', 'FR', 2, true), city('nice', 'FR', 1, false), { code: 'flags', points: 1, params: { country: 'FR', number: 2 } }];
  const mixed = [city('rome', 'IT', 2, true), city('berlin', 'DE', 2, true)];

  it('puts repeated flags in rows of their own, the rest together', () => {
    const [first] = countedSides(result([[...french, ...mixed], []], [1, 2]), view({ seats: 2 }));
    if (first === undefined) throw new Error('nobody counted');
    expect(first).toMatchObject({ points: 7, bonus: 1, total: 8, capitals: 3, cities: 4 });
    expect(rowsOf(first).map((flag) => [flag.cities, flag.bonus])).toEqual([
      [['paris', 'nice'], 1],
      [['rome', 'berlin'], 0],
    ]);
  });

  it('tells what decided between equal points', () => {
    const told = (lines: Result['lines'], ranks: number[]) => {
      const outcome = result(lines, ranks);
      return decidedBy(outcome, countedSides(outcome, view({ seats: 2 })));
    };
    expect(told([french, mixed], [2, 1])).toBe('capitals');
    const small = [city('nice', 'FR', 1, false), city('milan', 'IT', 1, false), city('paris', 'FR', 2, true)];
    expect(told([small, [city('rome', 'IT', 2, true), city('warsaw', 'PL', 2, false)]], [1, 2])).toBe('cities');
    expect(told([mixed, mixed], [1, 1])).toBe('shared');
    expect(told([mixed, french.slice(1)], [1, 2])).toBeNull();
  });

  it('counts partners as one side', () => {
    const outcome = result([mixed, french, mixed, french], [1, 3, 1, 3]);
    const sides = countedSides(outcome, view({ seats: 4, options: { teams: true } }));
    expect(sides.map((side) => side.seats)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(decidedBy(outcome, sides)).toBe('capitals');
  });
});
