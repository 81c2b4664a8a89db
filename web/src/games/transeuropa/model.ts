// The board as the client draws it: facts from board.json, places from layout.json, the backdrop from map.json.

export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue';
export type Kind = 'plain' | 'sea' | 'river' | 'mountain';
export type Setting = 'wide' | 'compact';
export type Box = readonly [left: number, top: number, width: number, height: number];

export const COLOURS: readonly Colour[] = ['red', 'orange', 'yellow', 'green', 'blue'];

export interface Place {
  readonly id: number;
  /** As actions name it: the city, or column and row. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly wet: boolean;
  city: City | null;
}

export interface Edge {
  readonly id: number;
  readonly name: string;
  readonly a: Place;
  readonly b: Place;
  readonly cost: number;
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
  /** Degrees, for pieces laid along it. */
  readonly turn: number;
  readonly wet: boolean;
  /** One line, or the two of a double. */
  readonly lines: readonly (readonly [number, number, number, number])[];
}

export interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly plate: readonly [number, number];
  readonly width: number;
  readonly ground: 'land' | 'sea';
}

export interface City {
  readonly id: string;
  readonly node: number;
  readonly colour: Colour;
  readonly x: number;
  readonly y: number;
  readonly text: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<Setting, Readonly<Record<string, Label>>>>;
}

/** A name written on the map: a sea, a river, a range. */
export interface Inscription {
  readonly id: string;
  readonly kind: 'sea' | 'river' | 'mountain';
  readonly text: Readonly<Record<string, string>>;
  readonly d: string;
  readonly size: number;
  readonly room: number;
}

export interface Atlas {
  readonly places: readonly Place[];
  readonly edges: readonly Edge[];
  readonly cities: readonly City[];
  readonly placeByName: ReadonlyMap<string, Place>;
  readonly edgeByName: ReadonlyMap<string, Edge>;
  readonly cityById: ReadonlyMap<string, City>;
  /** Where the columns and rows of the lattice lie, by their numbers. */
  readonly columns: ReadonlyMap<number, number>;
  readonly rows: ReadonlyMap<number, number>;
  /** Edges that end in a place. */
  readonly around: readonly (readonly Edge[])[];
  readonly rails: number;
  readonly opening: number;
  readonly view: Box;
  readonly bleed: Box;
  readonly type: Readonly<Record<Setting, { readonly size: number }>>;
  readonly names: readonly Inscription[];
  readonly land: string;
  readonly rivers: readonly string[];
  readonly ranges: readonly string[];
}

interface BoardFile {
  game: { rails: number; score_start: number };
  nodes: { id: number; row: number; col: number }[];
  edges: { id: number; a: number; b: number; cost: number; kind: Kind }[];
  cities: { id: string; node: number; colour: Colour }[];
}

interface LayoutFile {
  view: Box;
  bleed: Box;
  type: Record<Setting, { size: number }>;
  names: Inscription[];
  cities: { id: string; x: number; y: number; text: City['text']; labels: City['labels'] }[];
  nodes: { id: number; x: number; y: number; ground: string }[];
  edges: { id: number; x: number; y: number; turn: number; ground: string; lines: [number, number, number, number][] }[];
}

interface MapFile {
  land: string;
  rivers: { d: string }[];
  ranges: { d: string }[];
}

export const FILES = ['board.json', 'layout.json', 'map.json'] as const;

/** For the nameboards of the northernmost cities. */
const HEADROOM = 14;

const read = new WeakMap<object, Atlas>();

/** The atlas of the content files a table has fetched; null while they are not all here. */
export function atlasOf(content: Readonly<Record<string, unknown>>): Atlas | null {
  const [board, layout, map] = FILES.map((file) => content[file]) as [BoardFile?, LayoutFile?, MapFile?];
  if (board === undefined || layout === undefined || map === undefined) return null;
  let atlas = read.get(layout);
  if (atlas === undefined) {
    atlas = drawn(board, layout, map);
    read.set(layout, atlas);
  }
  return atlas;
}

function drawn(board: BoardFile, layout: LayoutFile, map: MapFile): Atlas {
  const byId = <Entry extends { id: number | string }>(entries: readonly Entry[]): Map<number | string, Entry> =>
    new Map(entries.map((entry) => [entry.id, entry]));
  const spots = byId(layout.nodes);
  const courses = byId(layout.edges);
  const towns = byId(layout.cities);
  const called = new Map(board.cities.map((city) => [city.node, city.id]));

  const places = board.nodes.map((node): Place => {
    const spot = found(spots, node.id);
    const name = called.get(node.id) ?? `${node.col}.${node.row}`;
    return { id: node.id, name, x: spot.x, y: spot.y, wet: spot.ground === 'sea', city: null };
  });
  const around: Edge[][] = places.map(() => []);
  const edges = board.edges.map((entry): Edge => {
    const course = found(courses, entry.id);
    const a = at(places, entry.a);
    const b = at(places, entry.b);
    const name = [a.name, b.name].sort().join('-');
    const { x, y, turn, lines } = course;
    const edge = { id: entry.id, name, a, b, cost: entry.cost, kind: entry.kind, x, y, turn, lines, wet: course.ground === 'sea' };
    around[entry.a]?.push(edge);
    around[entry.b]?.push(edge);
    return edge;
  });
  const cities = board.cities.map((entry): City => {
    const town = found(towns, entry.id);
    const city = { ...town, node: entry.node, colour: entry.colour };
    at(places, entry.node).city = city;
    return city;
  });
  const [left, top, across, deep] = layout.view;
  return {
    places,
    edges,
    cities,
    placeByName: new Map(places.map((place) => [place.name, place])),
    edgeByName: new Map(edges.map((edge) => [edge.name, edge])),
    cityById: new Map(cities.map((city) => [city.id, city])),
    columns: new Map(board.nodes.map((node) => [node.col, found(spots, node.id).x])),
    rows: new Map(board.nodes.map((node) => [node.row, found(spots, node.id).y])),
    around,
    rails: board.game.rails,
    opening: board.game.score_start,
    view: [left, top - HEADROOM, across, deep + HEADROOM],
    bleed: layout.bleed,
    type: layout.type,
    names: layout.names,
    land: map.land,
    rivers: map.rivers.map((river) => river.d),
    ranges: map.ranges.map((range) => range.d),
  };
}

function found<Entry>(entries: ReadonlyMap<number | string, Entry>, id: number | string): Entry {
  const entry = entries.get(id);
  if (entry === undefined) throw new Error(`the layout has no place for ${id}`);
  return entry;
}

function at<Entry>(entries: readonly Entry[], place: number): Entry {
  const entry = entries[place];
  if (entry === undefined) throw new Error(`the board has no entry ${place}`);
  return entry;
}

/** A title in the language of the moment, or any. */
export function title(named: { readonly text: Readonly<Record<string, string>> }, language: string): string {
  return named.text[language] ?? named.text['en'] ?? '';
}
