// The cards as the game's content gives them: kinds of wagons, actions, cities, and the flags of their countries.

export const FILES: readonly string[] = ['cards.json'];

export const KINDS = ['mail', 'baggage', 'seating', 'open_sleeper', 'compartment', 'luxury', 'dining', 'saloon'] as const;
export type Kind = (typeof KINDS)[number];

export const ACTIONS = ['swap_two', 'discard_two', 'discard_three', 'neighbour_exchange', 'remove_city'] as const;
export type ActionKind = (typeof ACTIONS)[number];

export const isKind = (name: string): name is Kind => (KINDS as readonly string[]).includes(name);
export const isAction = (name: string): name is ActionKind => (ACTIONS as readonly string[]).includes(name);

/** Kinds whose emblem is dark: white would not be seen on their colour. */
export const DARK_EMBLEM: ReadonlySet<string> = new Set(['seating', 'baggage', 'saloon']);

export interface Flag {
  readonly layout: 'horizontal' | 'vertical' | 'crescent';
  readonly colours: readonly string[];
}

export interface City {
  readonly id: string;
  /** Its name in each language; the home town's is the host's own word. */
  readonly titles: Readonly<Record<string, string>>;
  readonly country: string | null;
  readonly capital: boolean;
  readonly points: number;
  readonly limit: number;
}

export interface Cards {
  /** Names of the kinds of wagons in each language. */
  readonly wagons: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly cities: ReadonlyMap<string, City>;
  readonly flags: ReadonlyMap<string, Flag>;
}

interface CityFacts {
  id: string;
  name: Record<string, string>;
  country: string | null;
  capital: boolean;
  points: number;
  wagon_limit: number;
}

interface Facts {
  wagons: { kinds: { id: string; name: Record<string, string> }[] };
  cities: { cards: CityFacts[] };
  special_cities: CityFacts[];
  countries: Record<string, { flag: { layout: string; colours: string[] } }>;
}

const read = new WeakMap<object, Cards>();

export function cardsOf(content: Readonly<Record<string, unknown>>): Cards | null {
  const facts = content['cards.json'] as Facts | undefined;
  if (facts === undefined) return null;
  let cards = read.get(facts);
  if (cards === undefined) {
    const cities = new Map<string, City>();
    for (const { id, name, country, capital, points, wagon_limit: limit } of [...facts.cities.cards, ...facts.special_cities]) {
      cities.set(id, { id, titles: name, country, capital, points, limit });
    }
    const flags = new Map(Object.entries(facts.countries).map(([id, { flag }]) => [id, flagOf(flag.layout, flag.colours)]));
    const wagons = new Map(facts.wagons.kinds.map(({ id, name }) => [id, name]));
    cards = { wagons, cities, flags };
    read.set(facts, cards);
  }
  return cards;
}

export function flagOf(layout: string, colours: readonly string[]): Flag {
  if (layout.includes('crescent')) return { layout: 'crescent', colours };
  return { layout: layout === 'vertical' ? 'vertical' : 'horizontal', colours };
}

/** The colours a home town's own flag is put together from. */
const OWN_COLOURS: Readonly<Record<string, string>> = {
  white: '#fffdf5',
  yellow: '#f3c62f',
  orange: '#e6862e',
  red: '#cf2b33',
  light_blue: '#74b8e4',
  blue: '#2456ad',
  green: '#2c8a4b',
  black: '#1c1b19',
};

/** `vertical:blue,white,green`, as the host has put it together. */
export function ownFlag(written: string): Flag {
  const [layout = '', colours = ''] = written.split(':');
  return flagOf(layout, colours.split(',').flatMap((name) => OWN_COLOURS[name] ?? []));
}
