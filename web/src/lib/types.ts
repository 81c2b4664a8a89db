// What the server says: `docs/api.md` as types. Seats are numbers from 0; a spectator is seat -1.

import type { Catalogue, JournalEntry, Refusal } from './speaker';

export type { Catalogue, JournalEntry, Refusal };

export interface Me {
  id: string;
  name: string;
  created: number;
}

export interface House {
  name: string;
  version: string;
  boot: string;
  languages: string[];
  address: string;
  reach: Reach;
  /** How long nobody must have seen somebody before a bot may stand in. */
  away_seconds: number;
}

export type Reach = 'machine' | 'network' | 'public';

export interface GameOption {
  name: string;
  kind: 'choice' | 'switch' | 'number' | 'text' | 'flag';
  default: OptionValue;
  values: OptionValue[];
  least: number;
  most: number;
  seats: number[];
  /** Another option and its value without which this one means nothing; null for any value but its default. */
  needs: [string, OptionValue | null] | null;
  /** Kind and name of the thing that a text gives a name to. */
  calls: [string, string] | null;
}

export type OptionValue = string | number | boolean;

export interface GameInfo {
  name: string;
  rules_version: string;
  content: string;
  seats: { least: number; most: number };
  hidden_information: boolean;
  uses_chance: boolean;
  cooperative: boolean;
  options: GameOption[];
  bots: string[];
  bot: string;
  colours: string[];
}

export type Value = { readonly type: string; readonly [param: string]: unknown };

export interface Choice {
  kind: string;
  name: string;
  params: Record<string, unknown>;
  action?: Value | null;
  choices?: Choice[];
}

export interface Prompt {
  ask: string;
  params: Record<string, unknown>;
  notes: string[];
  choices: Choice[];
}

export interface Seat {
  seat: number;
  kind: 'person' | 'bot' | 'open';
  colour: string;
  name?: string;
  guest?: string;
  bot?: string;
  was?: string;
  connected?: boolean;
  ready?: boolean;
  hotseat?: boolean;
  stand_in?: string | null;
  away_since?: number | null;
}

export interface Vote {
  id: number;
  kind: 'undo' | 'end' | 'abandon' | 'stand-in';
  by: string;
  seat: number | null;
  to?: number | null;
  asked: string[];
  agreed: string[];
  until: number;
}

export interface ScoreLine {
  code: string;
  points: number;
  params: Record<string, unknown>;
}

export interface Result {
  ending: 'played-out' | 'resigned' | 'agreed' | 'abandoned';
  reason: string;
  scores: number[];
  ranks: number[];
  won: boolean | null;
  margin: number | null;
  lines: ScoreLine[][];
  teams: number[] | null;
  winners: number[];
}

export interface TableSettings {
  pace: number;
  undo_wait: number;
  forced: boolean;
  spectators: boolean;
}

export interface You {
  guest: string;
  seats: number[];
  host: boolean;
  seated: boolean;
  spectator: boolean;
  curtain: number | null;
  muted: boolean;
}

export interface Room {
  id: string;
  version: number;
  game: string;
  name: string;
  public: boolean;
  status: 'waiting' | 'running' | 'finished' | 'frozen';
  created: number;
  changed: number;
  host: string;
  options: Record<string, OptionValue>;
  first_seat: 'random' | number;
  settings: TableSettings;
  commitment: string;
  contributions: unknown[];
  invite: { path: string; url: string; reach: Reach; qr: string };
  seats: Seat[];
  spectators: { guest: string; name: string }[];
  muted: string[];
  deciders: number[];
  seq: number;
  requests: Vote[];
  ending: string | null;
  result: Result | null;
  rematch: string | null;
  rematch_of: string | null;
  frozen: unknown;
  you: You | null;
}

export interface Line {
  code: string;
  params: Record<string, unknown>;
  depth: number;
}

export interface LogLine extends JournalEntry {
  seq: number;
  at?: number;
  forced?: boolean;
}

export interface Position {
  table: string;
  seq: number;
  seat: number;
  curtain: number | null;
  view: Record<string, unknown>;
  deciders: number[];
  prompt: Prompt | null;
  undo: { free: number | null; last: number | null; others: number };
  over: boolean;
  outcome: Result | null;
  journal: { from: number; to: number; whole: boolean; lines: LogLine[] };
  board?: Line[];
}

/** A position of a replay: no prompt, and after the end every seat's view. */
export interface Moment {
  seq: number;
  seat: number;
  view: Record<string, unknown>;
  views?: Record<string, unknown>[];
  deciders: number[];
  outcome: Result | null;
  lines: LogLine[];
  board?: Line[];
}

export interface Row {
  id: string;
  version: number;
  game: string;
  name: string;
  status: Room['status'];
  public: boolean;
  host: string;
  seats: { kind: Seat['kind']; name?: string; colour: string }[];
  spectators: number;
  watchable: boolean;
  created: number;
  changed: number;
  stale: boolean;
  mine: boolean;
  my_turn: boolean;
  host_is_me: boolean;
  winners: number[];
}

export interface Tables {
  mine: Row[];
  open: Row[];
  running: Row[];
  finished: Row[];
}

export interface ChatMessage {
  id: number;
  channel: 'players' | 'spectators';
  guest: string;
  name: string;
  text: string;
  at: number;
}
