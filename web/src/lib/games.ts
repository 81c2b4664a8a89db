// The door by which a game brings its drawn board. Without one, the text board is the table.
//
// `web/src/games/<name>/index.ts` exports `board: GameBoard`; it is loaded only when a table of that game is opened.
// `docs/client.md` explains every prop.

import type { Component } from 'svelte';
import type { Settings } from './settings.svelte';
import type { Speaker } from './speaker';
import type { Choice, LogLine, Prompt, Result, Value } from './types';

/** Somebody at the table, as the frame shows them. */
export interface Player {
  seat: number;
  /** As shown: a person's name, or the bot's in words. */
  name: string;
  /** One of the six seat colours: `rose`, `cobalt`, `fir`, `ochre`, `plum`, `graphite`. Its pattern goes with it. */
  colour: string;
  bot: boolean;
  open: boolean;
  /** A device of this person is connected (bots always are). */
  connected: boolean;
  standIn: string | null;
}

/** A thing by kind and name, as prompt and journal speak of it: `{kind: "edge", name: "e12"}`. */
export interface Thing {
  kind: string;
  name: string;
}

/** Where something is on the screen, for the words beside it. */
export interface Spot {
  x: number;
  y: number;
}

/** What the frame lays over the board, in pixels from each edge: keep what matters inside. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface BoardProps<View = Record<string, unknown>> {
  /** What this seat may know, as the game's `view` gives it. In a replay, the view of the chosen position. */
  view: View;
  /** Every seat's view where all hands are open (replay after the end); otherwise empty. */
  views: readonly View[];
  /** What may be done now; null when it is not mine to decide. */
  prompt: Prompt | null;
  /** All journal lines this seat has, oldest first. */
  journal: readonly LogLine[];
  /** Lines of the last step only: what just happened, to be moved and haloed. Empty on the first view. */
  latest: readonly LogLine[];
  players: readonly Player[];
  /** My seat; -1 for a spectator. */
  me: number;
  outcome: Result | null;
  /** Files of the game's `content/` that the board named in `content`, by file name. */
  content: Readonly<Record<string, unknown>>;
  /** Words of house and game, with names of things and players. */
  speaker: Speaker;
  settings: Settings;
  /** Things to light up, because the journal, hand or a prompt button is pointed at. */
  lit: readonly Thing[];
  insets: Insets;
  /** A hint stands at the lower left (or above) in the room that `insets` leave, this large: nothing needed under it. */
  hint?: { width: number; height: number; above: boolean } | null;
  /** True where nothing may be done, but everything looked at: replay, spectator. */
  still: boolean;
  /** Play a leaf of the prompt. `spot` is where the pointer was, for a refusal. */
  act(action: Value, spot?: Spot): void;
  /** Ask why something may not be done; the answer appears at `spot`, with a link to the rule. */
  why(action: Value, spot: Spot): void;
  /** The choice that is about to be made (previewed), to be named in tray and sheet; null for none. */
  preview(action: Value | null): void;
  /** What is previewed now: null again when the tray was told "rather not". Left out in a replay. */
  previewed?: Value | null;
  /**
   * Several ways to do one thing (to pay for a route): a small list beside `spot`, one button for each of these
   * choices of the prompt. Each plays itself; Escape, a click elsewhere or an empty list closes it.
   */
  offer(choices: readonly Choice[], spot: Spot, title?: string): void;
  /** Something is being told that takes its time (the end of a round): a replay that plays, and the result, wait for it. */
  hold?(on: boolean): void;
  /** Point at things: the frame lights up the same in hand and journal. */
  point(things: readonly Thing[]): void;
}

export interface PieceProps<View = Record<string, unknown>> {
  view: View;
  views: readonly View[];
  players: readonly Player[];
  me: number;
  content: Readonly<Record<string, unknown>>;
  speaker: Speaker;
  settings: Settings;
  lit: readonly Thing[];
  point(things: readonly Thing[]): void;
  /** Narrow screens: the piece has to fit a phone's sheet or seat bar. */
  narrow: boolean;
  /** As in `BoardProps`, for pieces that are played from: a hand, a market. Null and without effect in a replay. */
  prompt: Prompt | null;
  previewed: Value | null;
  act(action: Value, spot?: Spot): void;
  why(action: Value, spot: Spot): void;
  preview(action: Value | null): void;
  offer(choices: readonly Choice[], spot: Spot, title?: string): void;
}

/** A sentence shown at a first occasion, once; `code` is a key of the game's catalogue (`lesson.<code>`). */
export interface Lesson {
  code: string;
  /** Shown when it answers true. */
  when(view: Record<string, unknown>, prompt: Prompt | null, me: number): boolean;
}

export interface GameBoard {
  /** The board itself. It fills its box; pan and zoom are its own. */
  Board: Component<BoardProps>;
  /** What I hold, for tray and sheet (cards, tickets). */
  Hand?: Component<PieceProps>;
  /** The hand is wide: in the tray it gets a shelf of its own under prompt and buttons, not a place between them. */
  shelf?: boolean;
  /** Verbs that board, hand or market offer themselves (the deck to draw from): the tray needs no button for them. */
  offers?: readonly string[];
  /** Keys of shorter words for what a prompt asks, where the board shows the rest: `{turn: "board.ask-turn"}`. */
  asks?: Readonly<Record<string, string>>;
  /** How one of several ways looks in the list that `offer` opens (the cards to pay with). Without it, its words. */
  Way?: Component<PieceProps & { choice: Choice }>;
  /** Beside a seat's name: a score track, counts. Without it the seat's score in figures. */
  Seat?: Component<PieceProps & { seat: number }>;
  /** What all share (stock, market), between seats and journal. */
  Stock?: Component<PieceProps>;
  /** In the prompt: what is left of this turn (two rails, three actions). */
  Left?: Component<PieceProps & { prompt: Prompt }>;
  /** What is shown at a round's or match's end above the scores. */
  End?: Component<PieceProps & { journal: readonly LogLine[]; outcome: Result | null }>;
  /** `End` tells how it was counted: it stands before ranks and scores, which would give the end away. */
  tells?: boolean;
  /** Content files the board needs, e.g. `["board.json", "layout.json"]`. */
  content: readonly string[];
  /** A seat's score out of a view, for seat bars and titles. */
  score?(view: Record<string, unknown>, seat: number): number | null;
  /** First occasions, in the order they are looked at. */
  lessons?: readonly Lesson[];
}

type Loader = () => Promise<{ board: GameBoard }>;

/** Every game with a drawn board, found by its folder: `web/src/games/<name>/index.ts`. */
const loaders = import.meta.glob<{ board: GameBoard }>('../games/*/index.ts');

export function boardLoader(game: string): Loader | undefined {
  return loaders[`../games/${game}/index.ts`];
}

/** Pictures for the lobby, likewise: `web/src/games/<name>/Stall.svelte` draws 240×168 behind the arch. */
const stalls = import.meta.glob<{ default: Component }>('../games/*/Stall.svelte', { eager: true });

export function stallPicture(game: string): Component | undefined {
  return stalls[`../games/${game}/Stall.svelte`]?.default;
}
