// REST: one function that asks, and refusals as values with code, parameters and rule.

import type { Refusal } from './types';

/** Refused by server, rules or the line: always with a code the catalogue has words for. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
    /** Seconds after which asking again helps; 0 where it isn't said. */
    readonly after = 0,
  ) {
    super(refusal.code);
  }
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function refusalIn(answer: unknown): Refusal | null {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return null;
  const error = answer.error as Partial<Refusal> | null;
  if (typeof error?.code !== 'string') return null;
  return { code: error.code, params: error.params ?? {}, rule: error.rule ?? '' };
}

export async function ask<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused({ code: 'no-line', params: {}, rule: '' }, 0);
  }
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text === '' ? null : JSON.parse(text);
  } catch {
    answer = null;
  }
  if (!response.ok) {
    const refusal = refusalIn(answer) ?? { code: 'server-odd', params: { status: response.status }, rule: '' };
    throw new Refused(refusal, response.status, Number(response.headers.get('Retry-After')) || 0);
  }
  return answer as Answer;
}

export const get = <Answer>(path: string): Promise<Answer> => ask<Answer>('GET', path);
export const post = <Answer>(path: string, body: unknown = {}): Promise<Answer> => ask<Answer>('POST', path, body);

/** The refusal in whatever was thrown; anything else is ours and goes on. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  throw error;
}

/** A number of this client's own for the shuffle, so that no server alone can choose it. */
export function contribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
