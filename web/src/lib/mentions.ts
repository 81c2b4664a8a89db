// What a message's parameters name, so that names can be fetched before they are shown.

import { singular } from './speaker';

/** Every text in a message's parameters, as the kind and name it may be. */
export function* mentions(params: Readonly<Record<string, unknown>>): Generator<[string, string]> {
  for (const [key, value] of Object.entries(params)) {
    for (const text of texts(value)) yield [singular(key), text];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      yield* mentions(value as Record<string, unknown>);
    }
  }
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const each of value) yield* texts(each);
}
