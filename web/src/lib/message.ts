// Messages with places for parameters: the same subset of ICU MessageFormat as `roundhouse.locales.message`.
//
//   {name}
//   {n, plural, =0 {no rails} one {# rail} few {…} many {…} other {# rails}}
//   {x, select, none {nobody} you {you} other {{x}}}

export class MessageError extends Error {}

export type Part =
  | string
  | { readonly place: string }
  | { readonly count: true }
  | {
      readonly kind: 'plural' | 'select';
      readonly name: string;
      readonly branches: ReadonlyMap<string, readonly Part[]>;
    };

export type Params = Readonly<Record<string, unknown>>;

/** What a message becomes: plain words, and named things that a page may light up. */
export type Piece = string | { readonly kind: string; readonly name: string; readonly text: string };

export interface Voice {
  readonly language: string;
  /** How a parameter is written. */
  show(name: string, value: unknown): Piece[];
  /** The text a select goes by. */
  pick(name: string, value: unknown): string;
}

const read = new Map<string, readonly Part[]>();
const plurals = new Map<string, Intl.PluralRules>();

export function pluralForm(language: string, count: number): string {
  let rules = plurals.get(language);
  if (rules === undefined) {
    rules = new Intl.PluralRules(language);
    plurals.set(language, rules);
  }
  return rules.select(Math.abs(count));
}

export function parse(text: string): readonly Part[] {
  const known = read.get(text);
  if (known !== undefined) return known;
  const reader = new Reader(text);
  const parts = reader.parts(false);
  if (reader.at !== text.length) throw new MessageError(`a brace closes nothing at ${reader.at} in “${text}”`);
  read.set(text, parts);
  return parts;
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  parts(inPlural: boolean): readonly Part[] {
    const found: Part[] = [];
    let plain = this.at;
    const flush = (): void => {
      if (this.at > plain) found.push(this.#text.slice(plain, this.at));
    };
    while (this.at < this.#text.length && this.#text[this.at] !== '}') {
      const sign = this.#text[this.at];
      if (sign === '{') {
        flush();
        this.at += 1;
        found.push(this.#place(inPlural));
        plain = this.at;
      } else if (sign === '#' && inPlural) {
        flush();
        this.at += 1;
        found.push({ count: true });
        plain = this.at;
      } else {
        this.at += 1;
      }
    }
    flush();
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern.source, 'y');
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.#text);
    if (match !== null) this.at = sticky.lastIndex;
    return match;
  }

  #place(inPlural: boolean): Part {
    const named = this.#match(/\s*([A-Za-z][A-Za-z0-9_]*)\s*/);
    const name = named?.[1];
    if (name === undefined) throw new MessageError(`no parameter is named at ${this.at} in “${this.#text}”`);
    if (this.#match(/\}/) !== null) return { place: name };
    const kind = this.#match(/,\s*(plural|select)\s*,/)?.[1] as 'plural' | 'select' | undefined;
    if (kind === undefined) throw new MessageError(`neither plural nor select at ${this.at} in “${this.#text}”`);
    const branches = new Map<string, readonly Part[]>();
    for (;;) {
      const key = this.#match(/\s*(=\d+|[a-z][a-z0-9-]*)\s*\{/)?.[1];
      if (key === undefined) break;
      if (branches.has(key)) throw new MessageError(`branch ${key} stands twice in “${this.#text}”`);
      branches.set(key, this.parts(inPlural || kind === 'plural'));
      if (this.#match(/\}/) === null) throw new MessageError(`branch ${key} is not closed in “${this.#text}”`);
    }
    if (!branches.has('other')) throw new MessageError(`no branch other in “${this.#text}”`);
    if (this.#match(/\s*\}/) === null) throw new MessageError(`${name} is not closed in “${this.#text}”`);
    return { kind, name, branches };
  }
}

export function render(text: string, params: Params, voice: Voice): Piece[] {
  const written: Piece[] = [];
  const walk = (parts: readonly Part[], count: readonly Piece[]): void => {
    for (const part of parts) {
      if (typeof part === 'string') {
        written.push(part);
      } else if ('count' in part) {
        written.push(...count);
      } else if ('place' in part) {
        if (!(part.place in params)) throw new MessageError(`parameter ${part.place} is missing`);
        written.push(...voice.show(part.place, params[part.place]));
      } else {
        const value = params[part.name];
        let inner = count;
        let form: string;
        if (part.kind === 'plural') {
          if (typeof value !== 'number' || !Number.isInteger(value)) {
            throw new MessageError(`parameter ${part.name} is no whole number`);
          }
          inner = voice.show(part.name, value);
          form = part.branches.has(`=${value}`) ? `=${value}` : pluralForm(voice.language, value);
        } else {
          form = picked(part.name, value, voice);
        }
        walk(part.branches.get(form) ?? part.branches.get('other') ?? [], inner);
      }
    }
  };
  walk(parse(text), []);
  return joined(written);
}

function picked(name: string, value: unknown, voice: Voice): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (Array.isArray(value) && value.length === 0) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return voice.pick(name, value);
}

/** Neighbouring plain words become one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') found[found.length - 1] = last + piece;
    else if (piece !== '') found.push(piece);
  }
  return found;
}

export function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('');
}
