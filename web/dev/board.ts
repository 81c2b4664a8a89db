// One moment of a match in the house's own frame, without a server: ?moment=4-middle&language=ru&theme=dark.
// `moments.py` makes the moments, `ticket_to_ride.py` and `moscow_paris.py` those of these games (?game=ticket_to_ride).
// What would be sent is noted in `window.sent`; `?long` gives the others long names.

import '../src/styles/fonts.css';
import '../src/styles/tokens.css';
import '../src/styles/base.css';
import { mount } from 'svelte';
import Play from '../src/lib/components/Play.svelte';
import { settings } from '../src/lib/settings.svelte';
import { Table } from '../src/lib/table.svelte';
import { house } from '../src/lib/words.svelte';

const asked = new URLSearchParams(location.search);
const game = asked.get('game') ?? 'transeuropa';
const told = await (await fetch(game === 'transeuropa' ? './dist/moments.json' : `./dist/${game}.json`)).json();
const language = asked.get('language') ?? 'en';
const key = asked.get('moment') ?? (game === 'transeuropa' ? '4-middle' : '3-turn');
const moment = told.moments[key];
const long = asked.has('long');
const names: Record<string, string[]> = {
  en: ['You', 'Clara', 'Anton', 'Edith', 'Oswald', 'Marguerite'],
  ru: ['Вы', 'Клара', 'Антон', 'Эдит', 'Освальд', 'Маргарита'],
};
const colours = ['rose', 'cobalt', 'fir', 'ochre', 'plum', 'graphite'];

const sent: unknown[] = [];
Object.assign(window, { sent });
window.fetch = async (path, init) => {
  const address = String(path);
  const file = /content\/([a-z]+\.json)/.exec(address)?.[1];
  if (file !== undefined) return Response.json(told.content[file]);
  if (address.endsWith('/content')) return Response.json({ files: {} });
  const body = JSON.parse(String(init?.body ?? 'null'));
  if (address.endsWith('/names')) return Response.json({ names: body.things.map(() => null) });
  sent.push({ address, body });
  if (address.endsWith('/why') && game === 'ticket_to_ride') {
    return Response.json({ refusal: { code: 'route-taken', params: { route: body.action.route, seat: 1 }, rule: '6.1' } });
  }
  if (address.endsWith('/why')) {
    const { edge, city } = body.action;
    const refusal =
      game === 'transeuropa'
        ? { code: 'line-out-of-reach', params: { edge }, rule: '4.3' }
        : { code: 'wagons-unmatched', params: { city, wagons: ['dining', 'luxury'] }, rule: '7.1' };
    return Response.json({ refusal });
  }
  const next = told.moments[asked.get('next') ?? ''];
  if (next === undefined) return Response.json({ error: { code: 'match-over', params: {}, rule: '' } }, { status: 409 });
  const seq = position.seq + 1;
  const news = next.latest.map((line: object) => ({ ...line, seq }));
  const journal = { from: position.seq, to: seq, whole: false, lines: news };
  return Response.json({ position: { ...position, ...next, seq, journal } });
};

settings.language = language;
settings.theme = (asked.get('theme') ?? 'light') as 'light';
settings.speed = (asked.get('speed') ?? 'none') as 'none';
settings.confirm = asked.has('confirm');
if (!asked.has('lessons')) {
  settings.seen = Object.keys(told.words[language].game)
    .filter((key) => key.startsWith('lesson.'))
    .map((key) => `${game}:${key.slice('lesson.'.length)}`);
}
document.documentElement.dataset['theme'] = settings.theme;
document.documentElement.lang = language;
house.language = language;
house.catalogue = told.words[language].house;
house.games = { [game]: told.words[language].game };
house.things = { [game]: told.words[language].things };

const seats = moment.view.seats;
const me = moment.view.seat;
const lines = moment.journal;
const position = {
  table: 'dev',
  seq: lines.length,
  seat: me,
  curtain: null,
  view: moment.view,
  deciders: moment.deciders,
  prompt: moment.prompt,
  undo: { free: null, last: null },
  over: moment.outcome !== null,
  outcome: moment.outcome,
  journal: { from: -1, to: lines.length, whole: true, lines },
};
const table = new Table('dev');
table.room = {
  id: 'dev',
  version: 1,
  game,
  name: '',
  public: true,
  status: 'running',
  created: 0,
  changed: 0,
  host: 'me',
  options: {},
  first_seat: 'random',
  settings: { pace: 0.7, undo_wait: 2, forced: true, spectators: true },
  commitment: '',
  contributions: [],
  invite: { path: '', url: '', reach: 'machine', qr: '' },
  spectators: [],
  muted: [],
  deciders: moment.deciders,
  seq: lines.length,
  requests: [],
  ending: null,
  result: moment.outcome,
  rematch: null,
  rematch_of: null,
  frozen: null,
  seats: Array.from({ length: seats }, (_, seat) => ({
    seat,
    kind: 'person' as const,
    colour: colours[seat] ?? '',
    name: (names[language]?.[seat] ?? '') + (long && seat > 0 ? ' von und zu Eisenbahnfreund' : ''),
    guest: `g${seat}`,
    connected: true,
  })),
  you: {
    guest: 'g0',
    seats: me < 0 ? [] : [me],
    host: true,
    seated: me >= 0,
    spectator: me < 0,
    curtain: null,
    muted: false,
  },
};
table.position = position;
table.journal = lines;
if (asked.has('fresh')) table.latest = moment.latest;
Object.assign(window, { table, told });
const target = document.getElementById('app');
const room = table.room;
const props = {
  table,
  room,
  get position() {
    return table.position ?? position;
  },
};
if (target !== null) mount(Play, { target, props });
