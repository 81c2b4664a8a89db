// A match position by position: of a table at this server, or of a record from a file. Positions are fetched in pages
// around the one that is shown.

import { contribution, get, post, refusalOf, Refused } from './api';
import type { Player } from './games';
import { mentions } from './mentions';
import { session } from './session.svelte';
import { SPECTATOR, Speaker } from './speaker';
import { seatTitle, type Met } from './table.svelte';
import type { LogLine, Moment, OptionValue, Refusal, Result, Room } from './types';
import { house } from './words.svelte';

export interface Difference {
  code: string;
  params: Record<string, unknown>;
}

interface Pages {
  seq: number;
  positions: Moment[];
}

type Source = (from: number, to: number, seat: number | null) => Promise<Pages>;

const PAGE = 40;
const COLOURS = ['rose', 'cobalt', 'fir', 'ochre', 'plum', 'graphite'];

/** Tables whose end this person has seen: their whole log may be read beside the replay. */
export const known = new Set<string>();

export class Replay {
  ready = $state(false);
  closed: Refusal | null = $state.raw(null);
  met: Met | null = $state.raw(null);
  game = $state('');
  players: readonly Player[] = $state.raw([]);
  /** The last position there is. */
  last = $state(0);
  at = $state(0);
  /** The furthest position looked at: the log tells no more than that. */
  reached = $state(0);
  /** Whose eyes: a seat, or -1 for what everybody saw. */
  seat = $state(SPECTATOR);
  /** Seats of my own; through other eyes nobody is called "you". */
  mine: readonly number[] = $state.raw([]);
  /** All hands may be looked at: the match is over. */
  bare = $state(false);
  playing = $state(false);
  /** Steps a second. */
  speed = $state(1);
  differences: readonly Difference[] = $state.raw([]);

  #moments: ReadonlyMap<number, Moment> = $state.raw(new Map());
  #pages = new Map<string, Promise<void>>();

  private constructor(
    readonly table: string | null,
    private readonly source: Source,
    private readonly prepare: (replay: Replay) => Promise<void>,
    readonly record: unknown = null,
  ) {}

  static ofTable(id: string, seat: number | null): Replay {
    return new Replay(
      id,
      (from, to, whose) =>
        get<Pages>(`/api/tables/${id}/positions?from=${from}&to=${to}&text=1${whose === null ? '' : `&seat=${whose}`}`),
      async (replay) => {
        const { room } = await get<{ room: Room }>(`/api/tables/${id}`);
        replay.game = room.game;
        replay.bare = room.status === 'finished';
        replay.players = room.seats.map((each) => ({
          seat: each.seat,
          name: seatTitle(each, each.seat),
          colour: each.colour,
          bot: each.kind === 'bot',
          open: false,
          connected: true,
          standIn: null,
        }));
        replay.mine = room.you?.seats ?? [];
        replay.seat = seat ?? replay.mine[0] ?? SPECTATOR;
      },
    );
  }

  static ofRecord(text: string): Replay {
    let record: unknown = null;
    try {
      record = JSON.parse(text);
    } catch {
      record = null;
    }
    return new Replay(
      null,
      (from, to, whose) =>
        post<Pages>('/api/records/positions', { record, from, to, seat: whose ?? SPECTATOR, text: true }),
      async (replay) => {
        const checked = await post<{
          differences: Difference[];
          game: string;
          seats: number;
          players: { name?: string; bot?: string }[];
        }>('/api/records/check', record);
        replay.differences = checked.differences;
        replay.game = checked.game;
        replay.bare = true;
        replay.players = Array.from({ length: checked.seats }, (_, seat) => {
          const player = checked.players[seat] ?? {};
          return {
            seat,
            name: player.name ?? seatTitle({ kind: 'bot' }, seat),
            colour: COLOURS[seat % COLOURS.length] ?? 'graphite',
            bot: player.bot !== undefined,
            open: false,
            connected: true,
            standIn: null,
          };
        });
      },
      record,
    );
  }

  #inOrder = $derived([...this.#moments.values()].sort((one, two) => one.seq - two.seq));
  moment: Moment | undefined = $derived(this.#moments.get(this.at));
  lines: readonly LogLine[] = $derived(this.#inOrder.flatMap((moment) => moment.lines));
  latest: readonly LogLine[] = $derived(this.moment?.lines ?? []);
  result: Result | null = $derived(this.moment?.outcome ?? null);
  views: readonly Record<string, unknown>[] = $derived(this.moment?.views ?? []);
  view: Record<string, unknown> = $derived(
    (this.seat >= 0 ? this.views[this.seat] : undefined) ?? this.moment?.view ?? {},
  );
  me = $derived(this.mine.includes(this.seat) ? this.seat : SPECTATOR);
  /** Positions at which somebody else's turn begins. */
  turns: readonly number[] = $derived.by(() => {
    const found: number[] = [];
    let before = '';
    for (const moment of this.#inOrder) {
      const now = moment.deciders.join();
      if (now !== before) found.push(moment.seq);
      before = now;
    }
    return found;
  });
  /** Where each round begins, in games whose view counts them; else empty. */
  rounds: readonly { number: number; seq: number }[] = $derived.by(() => {
    const found: { number: number; seq: number }[] = [];
    for (const { view, seq } of this.#inOrder) {
      const number = view['round'];
      if (typeof number === 'number' && number !== found.at(-1)?.number) found.push({ number, seq });
    }
    return found.length > 1 ? found : [];
  });
  speaker: Speaker = $derived(
    house
      .about(this.game)
      .calling(session.game(this.game)?.options ?? [], (this.view['options'] ?? {}) as Record<string, OptionValue>)
      .at(
        this.players.map((player) => player.name),
        this.me,
      )
      .through(this.me === this.seat ? null : (this.players[this.seat]?.name ?? null)),
  );

  async start(seq: number | null): Promise<void> {
    try {
      await this.prepare(this);
      await house.game(this.game);
      await this.#page(0);
      // The whole journal is wanted beside the board: the other pages follow by themselves.
      this.at = Math.min(seq ?? 0, this.last);
      this.reached = this.table !== null && known.has(this.table) ? this.last : this.at;
      await this.#page(Math.floor(this.at / PAGE));
      this.ready = true;
      for (let page = 1; page * PAGE <= this.last; page += 1) await this.#page(page);
    } catch (error) {
      this.closed = refusalOf(error);
    }
  }

  async go(to: number): Promise<void> {
    const wanted = Math.max(0, Math.min(this.last, to));
    try {
      await this.#page(Math.floor(wanted / PAGE));
      this.at = wanted;
      this.reached = Math.max(this.reached, wanted);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.met = { refusal: error.refusal, spot: null };
    }
  }

  /** Look with other eyes; pages are fetched anew where the server gives one seat at a time. */
  async lookAs(seat: number): Promise<void> {
    this.seat = seat;
    this.#pages.clear();
    await this.go(this.at);
  }

  #page(page: number): Promise<void> {
    const key = `${this.seat}:${page}`;
    let loading = this.#pages.get(key);
    if (loading === undefined) {
      loading = this.#load(page);
      this.#pages.set(key, loading);
      loading.catch(() => this.#pages.delete(key));
    }
    return loading;
  }

  async #load(page: number): Promise<void> {
    const whose = this.seat >= 0 ? this.seat : null;
    const answer = await this.source(page * PAGE, page * PAGE + PAGE - 1, whose);
    await house.learn(
      this.game,
      answer.positions.flatMap((moment) => [
        ...moment.lines.flatMap((line) => [...mentions(line)]),
        ...(moment.board ?? []).flatMap((line) => [...mentions(line.params)]),
        ...(moment.outcome?.lines ?? []).flat().flatMap((line) => [...mentions(line.params)]),
      ]),
    );
    const now = new Map(this.#moments);
    for (const moment of answer.positions) now.set(moment.seq, moment);
    this.#moments = now;
    this.last = answer.seq;
  }

  /** A table of my own from this position on, all seats mine to hand out. */
  async playOn(): Promise<Room | null> {
    try {
      const from = this.table === null ? { record: this.record, seq: this.at } : { table: this.table, seq: this.at };
      const { room } = await post<{ room: Room }>('/api/tables', {
        game: this.game,
        seats: this.players.length,
        public: false,
        from,
        contribution: contribution(),
      });
      return room;
    } catch (error) {
      this.met = { refusal: refusalOf(error), spot: null };
      return null;
    }
  }
}
