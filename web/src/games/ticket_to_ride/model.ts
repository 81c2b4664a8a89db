// The board as the client draws it: facts from the content files, places from layout.json, the ground from map.json.

export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple' | 'black' | 'white';
export type Kind = Colour | 'locomotive';
export type Box = readonly [left: number, top: number, width: number, height: number];

/** In the order in which a hand is sorted. */
export const COLOURS: readonly Colour[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'black', 'white'];
export const KINDS: readonly Kind[] = [...COLOURS, 'locomotive'];

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly width: number;
  readonly ground: 'land' | 'sea';
}

export interface City {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly text: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, Label>>;
  readonly routes: Route[];
}

export interface Space {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
  readonly engine: boolean;
}

export interface Route {
  readonly id: string;
  readonly pair: string;
  readonly a: City;
  readonly b: City;
  readonly length: number;
  readonly colour: Colour | 'gray';
  readonly tunnel: boolean;
  readonly ferry: number;
  readonly points: number;
  /** Along its spaces, for halos. */
  readonly d: string;
  readonly spaces: readonly Space[];
  readonly x: number;
  readonly y: number;
  twin: Route | null;
}

export interface Ticket {
  readonly id: string;
  readonly a: City;
  readonly b: City;
  readonly points: number;
  readonly long: boolean;
}

export interface Inscription {
  readonly id: string;
  readonly text: Readonly<Record<string, string>>;
  readonly d: string;
  readonly size: number;
  readonly room: number;
}

export interface Atlas {
  readonly cities: readonly City[];
  readonly routes: readonly Route[];
  readonly city: ReadonlyMap<string, City>;
  readonly route: ReadonlyMap<string, Route>;
  readonly ticket: ReadonlyMap<string, Ticket>;
  readonly beds: string;
  readonly view: Box;
  readonly frame: number;
  readonly size: number;
  /** The middle of the cells 1 to 100 of the score track. */
  readonly track: readonly (readonly [number, number])[];
  readonly names: readonly Inscription[];
  readonly land: string;
  readonly lakes: string;
  readonly grid: string;
  readonly rivers: string;
  readonly ranges: string;
  readonly worth: readonly (readonly [length: number, points: number])[];
}

interface LayoutFile {
  view: Box;
  frame: number;
  type: { size: number };
  track: [number, number][];
  names: Inscription[];
  cities: { id: string; x: number; y: number; text: City['text']; labels: City['labels'] }[];
  beds: { pair: string; d: string }[];
  routes: { id: string; pair: string; d: string; spaces: [number, number, number, number][] }[];
}

interface RouteFact {
  id: string;
  a: string;
  b: string;
  length: number;
  colour: Colour | 'gray';
  tunnel: boolean;
  ferry_locomotives: number;
  points: number;
  double_group: string | null;
}

interface MapFile {
  land: string;
  lakes: string;
  grid: string;
  rivers: { d: string }[];
  ranges: { d: string }[];
}

export const FILES = ['routes.json', 'tickets.json', 'layout.json', 'map.json'] as const;

const read = new WeakMap<object, Atlas>();

/** The atlas of the content files a table has fetched; null while they are not all here. */
export function atlasOf(content: Readonly<Record<string, unknown>>): Atlas | null {
  const [routes, tickets, layout, map] = FILES.map((file) => content[file]) as [
    { routes: RouteFact[]; route_points: Record<string, number> }?,
    { tickets: { id: string; a: string; b: string; points: number; kind: string }[] }?,
    LayoutFile?,
    MapFile?,
  ];
  if (routes === undefined || tickets === undefined || layout === undefined || map === undefined) return null;
  let atlas = read.get(layout);
  if (atlas === undefined) {
    atlas = drawn(routes, tickets.tickets, layout, map);
    read.set(layout, atlas);
  }
  return atlas;
}

function drawn(
  facts: { routes: RouteFact[]; route_points: Record<string, number> },
  cards: { id: string; a: string; b: string; points: number; kind: string }[],
  layout: LayoutFile,
  map: MapFile,
): Atlas {
  const cities = layout.cities.map((city): City => ({ ...city, routes: [] }));
  const city = new Map(cities.map((each) => [each.id, each]));
  const at = (id: string): City => {
    const found = city.get(id);
    if (found === undefined) throw new Error(`the layout has no city ${id}`);
    return found;
  };
  const fact = new Map(facts.routes.map((each) => [each.id, each]));
  const routes = layout.routes.map((each): Route => {
    const known = fact.get(each.id);
    if (known === undefined) throw new Error(`the layout has an unknown route ${each.id}`);
    const spaces = each.spaces.map(([x, y, turn, engine]) => ({ x, y, turn, engine: engine === 1 }));
    const middle = spaces[Math.floor((spaces.length - 1) / 2)];
    const beyond = spaces[Math.ceil((spaces.length - 1) / 2)];
    const route: Route = {
      id: each.id,
      pair: each.pair,
      a: at(known.a),
      b: at(known.b),
      length: known.length,
      colour: known.colour,
      tunnel: known.tunnel,
      ferry: known.ferry_locomotives,
      points: known.points,
      d: each.d,
      spaces,
      x: ((middle?.x ?? 0) + (beyond?.x ?? 0)) / 2,
      y: ((middle?.y ?? 0) + (beyond?.y ?? 0)) / 2,
      twin: null,
    };
    route.a.routes.push(route);
    route.b.routes.push(route);
    return route;
  });
  for (const route of routes) {
    route.twin = routes.find((other) => other !== route && other.pair === route.pair) ?? null;
  }
  return {
    cities,
    routes,
    city,
    route: new Map(routes.map((each) => [each.id, each])),
    ticket: new Map(
      cards.map((card) => [
        card.id,
        { id: card.id, a: at(card.a), b: at(card.b), points: card.points, long: card.kind === 'long' },
      ]),
    ),
    beds: layout.beds.map((bed) => bed.d).join(''),
    view: layout.view,
    frame: layout.frame,
    size: layout.type.size,
    track: layout.track,
    names: layout.names,
    land: map.land,
    lakes: map.lakes,
    grid: map.grid,
    rivers: map.rivers.map((river) => river.d).join(''),
    ranges: map.ranges.map((range) => range.d).join(''),
    worth: Object.entries(facts.route_points).map(([length, points]) => [Number(length), points] as const),
  };
}

/** A title in the language of the moment, or any. */
export function title(named: { readonly text: Readonly<Record<string, string>> }, language: string): string {
  return named.text[language] ?? named.text['en'] ?? '';
}

export const between = (route: { a: City; b: City }, language: string): string =>
  `${title(route.a, language)} – ${title(route.b, language)}`;

export const beyond = (route: Route, city: City): City => (route.a === city ? route.b : route.a);
