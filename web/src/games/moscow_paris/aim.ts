// From cards and places to actions: what may be picked, then where, step by step. An option is an action with the cells
// that make it up: `paris/left/1` a wagon in a line, `front/0/mail` one before a seat, `paris/left` a free place,
// `paris` a city, `down` the place before oneself.

import type { Choice, Prompt, Value } from '$lib/types';

export interface Option {
  readonly action: Value;
  readonly cells: readonly string[];
}

export function* leaves(choices: readonly Choice[]): Generator<Value> {
  for (const choice of choices) {
    if (choice.action) yield choice.action;
    yield* leaves(choice.choices ?? []);
  }
}

export const DOWN = 'down';

/** The card that an action is played with; null where none is. */
export function cardOf(action: Value): string | null {
  switch (action.type) {
    case 'wagon':
    case 'down':
      return String(action['wagon']);
    case 'swap':
      return 'swap_two';
    case 'discard-two':
      return 'discard_two';
    case 'discard-three':
      return 'discard_three';
    case 'exchange':
      return 'neighbour_exchange';
    case 'remove':
      return 'remove_city';
    default:
      return null;
  }
}

export function cellsOf(action: Value, me: number): readonly string[] {
  switch (action.type) {
    case 'wagon':
      return [`${String(action['city'])}/${String(action['side'])}`];
    case 'down':
      return [DOWN];
    case 'up':
      return [`front/${me}/${String(action['wagon'])}`];
    case 'swap':
      return [String(action['one']), String(action['two'])];
    case 'discard-two':
    case 'discard-three':
      return (action['cities'] as string[]).map((city) => `${city}/${String(action['side'])}/${String(action['place'])}`);
    case 'exchange':
      return [`front/${me}/${String(action['give'])}`, `front/${String(action['seat'])}/${String(action['take'])}`];
    case 'remove':
      return [String(action['city'])];
    default:
      return [];
  }
}

/** What can be done with a picked card; with none picked, what is done without one: taking back, answering a chain. */
export function optionsOf(prompt: Prompt | null, me: number, picked: string | null): readonly Option[] {
  if (prompt === null) return [];
  const chain = prompt.ask === 'chain';
  const found: Option[] = [];
  for (const action of leaves(prompt.choices)) {
    const card = chain ? null : cardOf(action);
    if (card !== picked) continue;
    const cells = cellsOf(action, me);
    if (cells.length > 0) found.push({ action, cells });
  }
  return found;
}

/** The cards of the hand that something can be done with. */
export function playable(prompt: Prompt | null): ReadonlySet<string> {
  const cards = new Set<string>();
  if (prompt === null || prompt.ask === 'chain') return cards;
  for (const action of leaves(prompt.choices)) {
    const card = cardOf(action);
    if (card !== null) cards.add(card);
  }
  return cards;
}

export const narrowed = (options: readonly Option[], chosen: readonly string[]): readonly Option[] =>
  options.filter(({ cells }) => chosen.every((cell) => cells.includes(cell)));

/** Where the next step may go. */
export function targetsOf(options: readonly Option[], chosen: readonly string[]): ReadonlySet<string> {
  return new Set(narrowed(options, chosen).flatMap(({ cells }) => cells.filter((cell) => !chosen.includes(cell))));
}

/** Which question answers why this cell is none of the targets; null where there is none to ask. */
export function questionFor(
  picked: string | null,
  chosen: readonly string[],
  cell: string,
  cities: readonly (string | null)[],
  neighbours: readonly number[],
  me: number,
): Value | null {
  const parts = cell.split('/');
  if (picked === 'swap_two') {
    const one = chosen[0];
    return one === undefined || parts.length !== 3 ? null : { type: 'swap', one, two: cell };
  }
  if (picked === 'discard_two' || picked === 'discard_three') {
    const [city = '', side = '', place = ''] = parts;
    const height = picked === 'discard_two' ? 2 : 3;
    const at = cities.indexOf(city);
    if (at < 0 || parts.length !== 3) return null;
    const top = Math.min(at, cities.length - height);
    const names = cities.slice(top, top + height);
    if (names.some((name) => name === null)) return null;
    return { type: picked === 'discard_two' ? 'discard-two' : 'discard-three', cities: names, side, place: Number(place) };
  }
  if (parts[0] === 'front' && (picked === 'neighbour_exchange' || picked === null)) {
    const seat = Number(parts[1]);
    const wagon = parts[2] ?? '';
    const given = chosen.find((each) => each.startsWith(`front/${me}/`))?.split('/')[2];
    const taken = chosen.find((each) => !each.startsWith(`front/${me}/`))?.split('/');
    if (seat === me) return taken === undefined ? null : { type: 'exchange', seat: Number(taken[1]), give: wagon, take: taken[2] };
    if (given !== undefined) return { type: 'exchange', seat, give: given, take: wagon };
    return neighbours.includes(seat) ? null : { type: 'exchange', seat, give: wagon, take: wagon };
  }
  if (picked !== null && parts.length === 2) return { type: 'wagon', wagon: picked, city: parts[0], side: parts[1] };
  return null;
}
