// Codes and parameters turned into words: the one place where a catalogue meets names of things and of players.
// The same rules as `roundhouse.text.speech`, so that a terminal and a browser say the same.

import type { GameOption, OptionValue } from './types';
import { MessageError, plain, render, type Params, type Piece, type Voice } from './message';

export type Catalogue = Readonly<Record<string, string>>;
/** Names of things by kind: `{city: {london: "London"}}`; an empty name where the game has none for it. */
export type Things = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Refusal {
  code: string;
  params: Record<string, unknown>;
  rule: string;
}

export interface JournalEntry {
  kind: string;
  [param: string]: unknown;
}

/** Parameters whose whole numbers are seats. `seats` as a single number is a count. */
const SEATS = new Set(['seat', 'seats', 'first', 'finished', 'deciders', 'quitters', 'turn', 'to_seat']);

export const SPECTATOR = -1;

export class Speaker implements Voice {
  constructor(
    readonly language: string,
    private readonly house: Catalogue,
    private readonly own: Catalogue = {},
    private readonly things: Things = {},
    private readonly names: readonly string[] = [],
    readonly reader: number = SPECTATOR,
    private readonly eyes: string | null = null,
  ) {}

  /** The same voice at a table: who sits there, and who reads. */
  at(names: readonly string[], reader: number): Speaker {
    return new Speaker(this.language, this.house, this.own, this.things, names, reader);
  }

  /** For somebody who looks through another's eyes: where a board would say "You", that one's name stands. */
  through(name: string | null): Speaker {
    return new Speaker(this.language, this.house, this.own, this.things, this.names, this.reader, name);
  }

  /** The same voice in a match whose host gave names to things. */
  calling(options: readonly GameOption[], values: Readonly<Record<string, OptionValue>>): Speaker {
    const things: Record<string, Record<string, string>> = { ...this.things };
    for (const option of options) {
      const value = values[option.name];
      if (option.calls === null || typeof value !== 'string' || value === option.default) continue;
      const [kind, name] = option.calls;
      things[kind] = { ...things[kind], [name]: value };
    }
    return new Speaker(this.language, this.house, this.own, things, this.names, this.reader);
  }

  knows(key: string): boolean {
    return key in this.own || key in this.house;
  }

  /** A message in words and named things. A missing word is shown by its key: a page must not die of it. */
  pieces(key: string, params: Params = {}): Piece[] {
    if (this.eyes !== null && key === 'player.you-title') return [this.eyes];
    const text = this.own[key] ?? this.house[key];
    if (text === undefined) return [key];
    try {
      return render(text, params, this);
    } catch (error) {
      if (error instanceof MessageError) return [key];
      throw error;
    }
  }

  say(key: string, params: Params = {}): string {
    return plain(this.pieces(key, params));
  }

  refusal(refusal: Refusal): string {
    const params: Record<string, unknown> = { ...refusal.params };
    const why = params['why'];
    if (typeof why === 'object' && why !== null && 'code' in why) params['why'] = this.refusal(why as Refusal);
    const key = `refusal.${refusal.code}`;
    return this.knows(key) ? this.say(key, params) : this.say('refusal.unnamed', { code: refusal.code });
  }

  /** What happened: a line, and one for each seat where the catalogue has one of the same key. */
  journal(entry: JournalEntry): Piece[][] {
    const key = `journal.${entry.kind}`;
    const lines = [this.pieces(key, entry)];
    const each = `${key}.each-seat`;
    if (this.knows(each)) {
      const lists = Object.values(entry).filter(Array.isArray) as unknown[][];
      const scores = entry['scores'];
      const seats = Array.isArray(scores) ? scores.length : Math.max(0, ...lists.map((list) => list.length));
      for (let seat = 0; seat < seats; seat += 1) {
        const params: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(entry)) {
          if (SEATS.has(name)) continue;
          params[name] = Array.isArray(value) && value.length === seats ? value[seat] : value;
        }
        lines.push(this.pieces(each, { ...params, seat }));
      }
    }
    return lines;
  }

  seat(seat: number): string {
    return seat === this.reader ? this.say('player.you') : this.name(seat);
  }

  name(seat: number): string {
    return this.names[seat] || this.say('player.seat', { number: seat + 1 });
  }

  show(name: string, value: unknown): Piece[] {
    if (Array.isArray(value)) return this.#listed(value.map((each) => this.#one(name, each, true)));
    return [this.#one(name, value, false)];
  }

  pick(name: string, value: unknown): string {
    if (SEATS.has(name)) {
      if (typeof value === 'number') return value === this.reader ? 'you' : 'seat';
      if (Array.isArray(value)) {
        if (value.length === 1) return value[0] === this.reader ? 'you' : 'one';
        return 'several';
      }
    }
    return String(value);
  }

  #one(name: string, value: unknown, inList: boolean): Piece {
    if (typeof value === 'boolean') return this.say(value ? 'text.yes' : 'text.no');
    if (typeof value === 'number') {
      if (SEATS.has(name) && (inList || name !== 'seats')) {
        return { kind: 'seat', name: String(value), text: this.seat(value) };
      }
      return this.number(value);
    }
    if (typeof value === 'string') {
      const kind = singular(name);
      const text = this.thing(kind, value);
      return this.things[kind]?.[value] ? { kind, name: value, text } : text;
    }
    return value === null || value === undefined ? '' : JSON.stringify(value);
  }

  /** A named thing: as the game calls it, as the catalogue does, or else by its plain name. */
  thing(kind: string, name: string): string {
    const title = this.things[kind]?.[name];
    if (title) return title;
    const key = `thing.${kind}.${name}`;
    return this.knows(key) ? this.say(key) : name;
  }

  #listed(items: readonly Piece[]): Piece[] {
    const last = items.at(-1);
    if (last === undefined) return [this.say('text.nothing')];
    if (items.length === 1) return [last];
    // The catalogue says how the last one is joined; the things themselves stay things.
    const [before = '', between = ' ', after = ''] = this.say('text.list', { before: '\u0001', last: '\u0001' }).split(
      '\u0001',
    );
    const found: Piece[] = [before];
    items.slice(0, -1).forEach((item, place) => found.push(...(place > 0 ? [', ', item] : [item])));
    found.push(between, last, after);
    return found;
  }

  number(value: number, digits = 0): string {
    const text = new Intl.NumberFormat(this.language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(Math.abs(value));
    return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
  }

  signed(value: number): string {
    return value > 0 ? `+${this.number(value)}` : this.number(value);
  }
}

/** The kind of thing a parameter names: `missing_rails` are of the kind `rail`, `cities` of the kind `city`. */
export function singular(name: string): string {
  const word = name.slice(name.lastIndexOf('_') + 1);
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
