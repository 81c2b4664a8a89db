// One table, live: its room, my position in it, journal and chat. Positions are shown only once the names of all
// things they mention are here, so that no code is ever read.

import { ask, contribution, get, post, refusalOf, Refused } from './api';
import type { Player, Spot, Thing } from './games';
import { live, type Listener, type News } from './live.svelte';
import { mentions } from './mentions';
import { thingsOf } from './prompt';
import { SPECTATOR, Speaker } from './speaker';
import { session } from './session.svelte';
import type { ChatMessage, Choice, LogLine, Position, Refusal, Room, Value } from './types';
import { house, say } from './words.svelte';

/** A refusal and where on the screen it was met. */
export interface Met {
  refusal: Refusal;
  spot: Spot | null;
}

/** Several ways to do one thing, beside the place where it was asked for. */
export interface Offer {
  choices: readonly Choice[];
  spot: Spot;
  title: string;
}

export class Table {
  room: Room | null = $state.raw(null);
  position: Position | null = $state.raw(null);
  journal: readonly LogLine[] = $state.raw([]);
  latest: readonly LogLine[] = $state.raw([]);
  chat: readonly ChatMessage[] = $state.raw([]);
  /** Why the table can't be shown at all. */
  closed: Refusal | null = $state.raw(null);
  met: Met | null = $state.raw(null);
  /** The action about to be done, named in tray and sheet. */
  previewed: Value | null = $state.raw(null);
  offered: Offer | null = $state.raw(null);
  lit: readonly Thing[] = $state.raw([]);
  busy = $state(false);
  /** The last entry I saw before I was away; journal lines after it are news. -1: never here. */
  before = $state(-1);
  /** How much others did while I was away. */
  missed = $state(0);

  #reached = -1;
  #chatReached = 0;
  #first = true;
  #turn: Promise<unknown> = Promise.resolve();
  #text = false;
  #stop: (() => void) | null = null;
  readonly #listener: Listener;

  constructor(readonly id: string) {
    this.#listener = {
      ask: () => ({ type: 'watch', table: id, since: this.#reached, chat: this.#chatReached, text: this.#text }),
      hear: (news) => this.#hear(news),
      end: () => ({ type: 'unwatch', table: id }),
    };
    this.before = seenBefore(id);
  }

  game = $derived(this.room?.game ?? '');
  me = $derived(this.position?.seat ?? SPECTATOR);
  names: readonly string[] = $derived(this.room === null ? [] : this.room.seats.map(seatTitle));
  speaker: Speaker = $derived(
    house
      .about(this.game)
      .calling(session.game(this.game)?.options ?? [], this.room?.options ?? {})
      .at(this.names, this.me),
  );
  players: readonly Player[] = $derived(
    (this.room?.seats ?? []).map((seat, place) => ({
      seat: seat.seat,
      name: this.names[place] ?? '',
      colour: seat.colour,
      bot: seat.kind === 'bot',
      open: seat.kind === 'open',
      connected: seat.kind === 'bot' || seat.connected === true,
      standIn: seat.stand_in ?? null,
    })),
  );
  mine: readonly number[] = $derived(this.room?.you?.seats ?? []);
  /** Something is asked of a seat of mine. */
  myTurn = $derived(
    this.position !== null &&
      !this.position.over &&
      (this.position.prompt !== null || this.position.deciders.some((seat) => this.mine.includes(seat))),
  );
  /** Hotseat: another seat of mine decides, and its curtain is down. The seat that should take the device. */
  curtainFor: number | null = $derived.by(() => {
    const { position, mine } = this;
    if (position === null || position.over || mine.length < 2) return null;
    const next = position.deciders.find((seat) => mine.includes(seat));
    return next !== undefined && position.seat !== next ? next : null;
  });
  host = $derived(this.room?.you?.host === true);

  async open(): Promise<void> {
    try {
      const { room, position } = await get<{ room: Room; position: Position | null }>(
        `/api/tables/${this.id}?since=-1&text=1`,
      );
      await this.#inTurn(async () => {
        await this.#takeRoom(room);
        if (position !== null) await this.#takePosition(position);
        else this.#closedToMe(room);
      });
    } catch (error) {
      this.closed = refusalOf(error);
      return;
    }
    if (this.closed !== null) return;
    this.#stop = live.listen(this.#listener);
  }

  close(): void {
    this.#stop?.();
    this.#stop = null;
    this.remember();
  }

  /** Notes how far I have read, for the next visit. */
  remember(): void {
    if (this.#reached >= 0) keepSeen(this.id, this.#reached);
  }

  /** The text board is shown, or no longer: its lines come only where they are asked for. */
  words(wanted: boolean): void {
    if (wanted === this.#text) return;
    this.#text = wanted;
    live.renew(this.#listener);
  }

  /** One after the other: names may have to be fetched between two positions, and answers overtake live news. */
  #inTurn(run: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(run);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #hear(news: News): void {
    this.#inTurn(async () => {
      if ((news.type === 'room' || news.type === 'position' || news.type === 'chat') && news.table !== this.id) return;
      if (news.type === 'room') await this.#takeRoom(news.room);
      else if (news.type === 'position') await this.#takePosition(news.position);
      else if (news.type === 'chat') this.#takeChat(news.messages);
      else if (news.type === 'gone' && news.table === this.id) await this.#seeWhyGone();
    }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      // Names could not be fetched: what came is asked for again when the line is back.
      live.renew(this.#listener);
    });
  }

  /** No news of this table will come any more: it was cleared, or its host closed it to those who only watch. */
  async #seeWhyGone(): Promise<void> {
    try {
      const { room, position } = await get<{ room: Room; position: Position | null }>(this.path);
      if (position === null) this.#closedToMe(room);
    } catch (error) {
      if (!(error instanceof Refused) || (error.status !== 403 && error.status !== 404)) throw error;
      this.closed = error.refusal;
    }
  }

  /** A match that has positions, and none for me. */
  #closedToMe(room: Room): void {
    if (room.status !== 'running' && room.status !== 'finished') return;
    this.closed = { code: 'spectators-closed', params: {}, rule: '' };
  }

  async #takeRoom(room: Room): Promise<void> {
    await house.game(room.game);
    if (this.room !== null && room.version < this.room.version) return;
    if (room.result !== null) {
      await house.learn(
        room.game,
        room.result.lines.flat().flatMap((line) => [...mentions(line.params)]),
      );
    }
    this.room = room;
  }

  async #takePosition(position: Position): Promise<void> {
    const now = this.position;
    if (now !== null && position.seq < now.seq) return;
    const { journal } = position;
    if (!journal.whole && journal.from > this.#reached) {
      live.renew(this.#listener);
      return;
    }
    const news = journal.whole ? journal.lines : journal.lines.filter((line) => line.seq > this.#reached);
    const game = this.game;
    await house.learn(game, [
      ...thingsOf(position.prompt?.choices ?? []),
      ...mentions(position.prompt?.params ?? {}),
      ...news.flatMap((line) => [...mentions(line)]),
      ...(position.board ?? []).flatMap((line) => [...mentions(line.params)]),
      ...(position.outcome?.lines ?? []).flat().flatMap((line) => [...mentions(line.params)]),
    ]);
    // At a shared device: what another seat was told last is not for this one.
    if (now !== null && now.seat !== position.seat) this.latest = [];
    this.journal = journal.whole ? news : [...this.journal, ...news];
    if (news.length > 0 && !journal.whole) this.latest = this.#first ? [] : news;
    if (this.#first && this.before >= 0) {
      const others = news.filter((line) => line.seq > this.before && line.seat !== position.seat);
      this.missed = new Set(others.map((line) => line.seq)).size;
    }
    this.#first = false;
    this.#reached = Math.max(this.#reached, journal.to, position.seq);
    if (now === null || now.seq !== position.seq || now.seat !== position.seat) {
      this.previewed = null;
      this.offered = null;
    }
    // Answered too late: by now it is my turn.
    if (position.prompt !== null && this.met?.refusal.code === 'not-your-turn') this.met = null;
    // An answer to an action has no lines of the text board; the live news that follows at once has.
    this.position = position.board === undefined && now?.board ? { ...position, board: now.board } : position;
    if (document.visibilityState === 'visible') this.remember();
  }

  #takeChat(messages: readonly ChatMessage[]): void {
    const news = messages.filter((message) => message.id > this.#chatReached);
    if (news.length === 0) return;
    this.chat = [...this.chat, ...news];
    this.#chatReached = Math.max(...news.map((message) => message.id));
  }

  /** Play an action; a refusal appears where it was met. */
  async act(action: Value, spot: Spot | null = null): Promise<void> {
    const { position } = this;
    if (position === null || this.busy) return;
    this.met = null;
    this.previewed = null;
    this.offered = null;
    this.busy = true;
    try {
      const answer = await post<{ position: Position }>(`${this.path}/actions`, {
        seq: position.seq,
        seat: position.seat,
        action,
        final: false,
      });
      await this.#inTurn(() => this.#takePosition(answer.position));
    } catch (error) {
      this.met = { refusal: refusalOf(error), spot };
      this.drop();
    } finally {
      this.busy = false;
    }
  }

  /**
   * Nothing is about to be done any more. It is asked anew, so that board and hand let go of what they hold too: a
   * finger leaves no hover behind that would end by itself.
   */
  drop(): void {
    this.previewed = null;
    this.offered = null;
    this.lit = [];
    const { position } = this;
    if (position === null || position.prompt === null) return;
    this.position = { ...position, prompt: { ...position.prompt } };
  }

  async why(action: Value, spot: Spot): Promise<void> {
    const { position } = this;
    if (position === null) return;
    await this.try(async () => {
      const { refusal } = await post<{ refusal: Refusal | null }>(`${this.path}/why`, { seat: position.seat, action });
      // A tap a moment too soon needs no answer when my turn has come meanwhile.
      if (refusal === null || (refusal.code === 'not-your-turn' && this.position?.prompt)) return;
      await house.learn(this.game, mentions(refusal.params));
      this.met = { refusal, spot };
    }, spot);
  }

  offer(choices: readonly Choice[], spot: Spot, title = ''): void {
    this.met = null;
    this.offered = choices.length === 0 ? null : { choices, spot, title };
  }

  async undo(to: number): Promise<void> {
    const { position } = this;
    if (position === null) return;
    await this.try(async () => {
      const answer = await post<{ position?: Position }>(`${this.path}/undo`, {
        seat: position.seat,
        seq: position.seq,
        to,
      });
      const { position: after } = answer;
      if (after !== undefined) await this.#inTurn(() => this.#takePosition(after));
    });
  }

  async curtain(seat: number | null): Promise<void> {
    await this.tell('POST', '/curtain', { seat });
  }

  /** Any other request about the table; the room it answers with is taken. */
  async tell(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<boolean> {
    return this.try(async () => {
      const answer = await ask<{ room?: Room; position?: Position } | null>(method, this.path + path, body);
      await this.#inTurn(async () => {
        if (answer?.room) await this.#takeRoom(answer.room);
        if (answer?.position) await this.#takePosition(answer.position);
      });
    });
  }

  join(more: { seat?: number; name?: string } = {}): Promise<boolean> {
    return this.tell('POST', '/join', { ...more, contribution: contribution() });
  }

  async say(channel: string, text: string): Promise<boolean> {
    return this.try(async () => {
      const { message } = await post<{ message: ChatMessage }>(`${this.path}/chat`, { channel, text });
      // It comes over the live connection too; messages before it may still be on their way there.
      if (live.line !== 'open') this.#takeChat([message]);
    });
  }

  async try(run: () => Promise<void>, spot: Spot | null = null): Promise<boolean> {
    this.met = null;
    try {
      await run();
      return true;
    } catch (error) {
      const refusal = refusalOf(error);
      if (this.game !== '') await house.learn(this.game, mentions(refusal.params)).catch(() => undefined);
      this.met = { refusal, spot };
      return false;
    }
  }

  get path(): string {
    return `/api/tables/${this.id}`;
  }
}

/** How a seat is called: a person by name; a bot by a first name of the house, so that each is told apart. */
export function seatTitle(seat: { kind: string; name?: string; bot?: string }, place: number): string {
  if (seat.kind === 'open') return say('web.seat-open');
  if (seat.kind !== 'bot') return seat.name ?? '';
  const names = say('player.bot-names').split(', ');
  return names[place % names.length] ?? '';
}

/** What kind of bot it is, in words. */
export function botTitle(bot: string): string {
  return house.speaker.knows(`web.bot.${bot}`) ? say(`web.bot.${bot}`) : bot;
}

const SEEN = 'roundhouse.seen';
const MOST_SEEN = 60;

function allSeen(): [string, number][] {
  try {
    const given: unknown = JSON.parse(localStorage.getItem(SEEN) ?? '[]');
    return Array.isArray(given) ? (given as [string, number][]) : [];
  } catch {
    return [];
  }
}

function seenBefore(id: string): number {
  const found = allSeen().find(([table]) => table === id)?.[1];
  return typeof found === 'number' ? found : -1;
}

function keepSeen(id: string, seq: number): void {
  const rest = allSeen().filter(([table]) => table !== id);
  try {
    localStorage.setItem(SEEN, JSON.stringify([[id, seq], ...rest].slice(0, MOST_SEEN)));
  } catch {
    // Nothing is kept here: all lines count as read.
  }
}
