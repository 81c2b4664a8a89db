// The one live connection. It comes back by itself; each subscription is asked for again with what was reached, so that
// nothing is lost and nothing comes twice.

import type { ChatMessage, Me, Position, Refusal, Room, Row, Tables } from './types';

export type News =
  | { type: 'hello'; me: Me | null; boot: string; version: string }
  | ({ type: 'lobby' } & Tables)
  | { type: 'row'; row: Row }
  | { type: 'gone'; table: string }
  | { type: 'room'; table: string; room: Room }
  | { type: 'position'; table: string; position: Position }
  | { type: 'chat'; table: string; channel: string; messages: ChatMessage[] }
  | { type: 'refused'; error: Refusal; about: unknown }
  | { type: 'closing'; after: number }
  | { type: 'pong'; at: number };

export type Line = 'connecting' | 'open' | 'waiting';

/** Somebody who listens, and what to ask for (again) each time a connection opens. */
export interface Listener {
  ask(): object;
  hear(news: News): void;
  end?(): object;
}

/** What a WebSocket is for us; tests bring their own. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Surroundings {
  connect(): Wire;
  later(run: () => void, milliseconds: number): number;
  forget(timer: number): void;
  random(): number;
}

const browser: Surroundings = {
  connect: () => {
    const address = new URL('/api/live', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    return new WebSocket(address) as Wire;
  },
  later: (run, milliseconds) => window.setTimeout(run, milliseconds),
  forget: (timer) => window.clearTimeout(timer),
  random: Math.random,
};

const PING = 25_000;
const ANSWER = 10_000;
const LONGEST_WAIT = 20_000;

/** How long to wait before try number `tries`: doubled each time, spread so that not all come back at once. */
export function backoff(tries: number, random: number): number {
  return Math.min(LONGEST_WAIT, 400 * 2 ** Math.min(tries, 8)) * (0.5 + random / 2);
}

export class Live {
  line: Line = $state('connecting');
  /** The line was lost and isn't back: what needs it should not be offered, however often it is tried anew. */
  lost = $state(false);
  /** Why the connection can't come back by itself: `4401` asks for who I am anew. */
  closed = $state(0);
  #wire: Wire | null = null;
  #listeners = new Set<Listener>();
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #late = 0;
  #after = 0;
  /** As `line`, but nobody's effect may depend on it: an effect that subscribes would do so again and again. */
  #ready = false;
  readonly #here: Surroundings;

  constructor(here: Surroundings = browser) {
    this.#here = here;
  }

  start(): void {
    this.#connect();
    if (typeof window === 'undefined') return;
    const now = (): void => {
      if (document.visibilityState === 'visible' && this.line === 'waiting') this.again();
    };
    window.addEventListener('online', now);
    // Said by the machine long before a ping would find out. Where the server is near at hand, the line is back at once.
    window.addEventListener('offline', () => {
      if (this.line === 'open') this.#lost(0);
    });
    document.addEventListener('visibilitychange', now);
  }

  /** Connect anew at once: the line is back, or the cookie has changed. */
  again(): void {
    this.#here.forget(this.#retry);
    this.#tries = 0;
    this.#drop();
    this.#connect();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#send(listener.ask());
    return () => {
      this.#listeners.delete(listener);
      const last = listener.end?.();
      if (last !== undefined) this.#send(last);
    };
  }

  /** Ask again for what a listener wants: it has found a gap. */
  renew(listener: Listener): void {
    this.#send(listener.ask());
  }

  /** Says it where there is a line; where there is none, everything is asked for anew once it is back. */
  #send(message: object): void {
    if (this.#ready) this.#wire?.send(JSON.stringify(message));
  }

  #drop(): void {
    const wire = this.#wire;
    this.#wire = null;
    this.#ready = false;
    this.#here.forget(this.#ping);
    this.#here.forget(this.#late);
    if (wire === null) return;
    wire.onopen = null;
    wire.onmessage = null;
    wire.onclose = null;
    wire.close();
  }

  #connect(): void {
    this.line = 'connecting';
    const wire = this.#here.connect();
    this.#wire = wire;
    wire.onopen = () => {
      this.line = 'open';
      this.lost = false;
      this.#ready = true;
      this.closed = 0;
      this.#after = 0;
      for (const listener of this.#listeners) this.#send(listener.ask());
      this.#nextPing();
    };
    wire.onmessage = (event) => {
      this.#tries = 0;
      this.#here.forget(this.#late);
      const news = JSON.parse(String(event.data)) as News;
      if (news.type === 'closing') this.#after = news.after * 1000;
      if (news.type !== 'pong') for (const listener of [...this.#listeners]) listener.hear(news);
    };
    wire.onclose = (event) => this.#lost(event.code);
  }

  #nextPing(): void {
    this.#ping = this.#here.later(() => {
      this.#send({ type: 'ping', at: Date.now() });
      // No answer: the line is dead though nobody said so.
      this.#late = this.#here.later(() => {
        this.#drop();
        this.#lost(0);
      }, ANSWER);
      this.#nextPing();
    }, PING);
  }

  #lost(code: number): void {
    this.#drop();
    this.line = 'waiting';
    this.lost = true;
    this.closed = code;
    const wait = Math.max(this.#after, backoff(this.#tries, this.#here.random()));
    this.#tries += 1;
    this.#retry = this.#here.later(() => this.#connect(), wait);
  }
}

export const live = new Live();
