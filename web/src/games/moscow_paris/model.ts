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
  readonly country: string | null;
  readonly capital: boolean;
  readonly points: number;
  readonly limit: number;
}

export interface Cards {
  readonly cities: ReadonlyMap<string, City>;
  readonly flags: ReadonlyMap<string, Flag>;
}

interface CityFacts {
  id: string;
  country: string | null;
  capital: boolean;
  points: number;
  wagon_limit: number;
}

interface Facts {
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
    for (const { id, country, capital, points, wagon_limit: limit } of [...facts.cities.cards, ...facts.special_cities]) {
      cities.set(id, { id, country, capital, points, limit });
    }
    const flags = new Map(Object.entries(facts.countries).map(([id, { flag }]) => [id, flagOf(flag.layout, flag.colours)]));
    cards = { cities, flags };
    read.set(facts, cards);
  }
  return cards;
}

export function flagOf(layout: string, colours: readonly string[]): Flag {
  if (layout.includes('crescent')) return { layout: 'crescent', colours };
  return { layout: layout === 'vertical' ? 'vertical' : 'horizontal', colours };
}
