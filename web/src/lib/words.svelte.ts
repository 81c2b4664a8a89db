// The catalogues of the chosen language, and names of things as games give them. Switching the language loads the other
// catalogue first and then changes every word at once.

import { get, post } from './api';
import { settings } from './settings.svelte';
import { Speaker, type Catalogue } from './speaker';

interface Words {
  language: string;
  words: Catalogue;
}

type Names = Record<string, Record<string, string>>;

const stores = new Map<string, Promise<Catalogue>>();

function fetched(path: string, language: string): Promise<Catalogue> {
  const key = `${path}?language=${language}`;
  let store = stores.get(key);
  if (store === undefined) {
    store = get<Words>(key).then((answer) => answer.words);
    stores.set(key, store);
    store.catch(() => stores.delete(key));
  }
  return store;
}

class House {
  language = $state('');
  catalogue: Catalogue = $state.raw({});
  games: Readonly<Record<string, Catalogue>> = $state.raw({});
  things: Readonly<Record<string, Names>> = $state.raw({});
  /** Speaks about the house alone. */
  speaker = $derived(new Speaker(this.language, this.catalogue));

  /** Loads a language with all games seen so far, then switches. */
  async use(language: string): Promise<void> {
    const games = Object.keys(this.games);
    const [catalogue, ...own] = await Promise.all([
      fetched('/api/words', language),
      ...games.map((game) => fetched(`/api/games/${game}/words`, language)),
    ]);
    const things: Record<string, Names> = {};
    await Promise.all(
      Object.entries(this.things).map(async ([game, kinds]) => {
        const pairs = Object.entries(kinds).flatMap(([kind, names]) =>
          Object.keys(names).map((name): [string, string] => [kind, name]),
        );
        things[game] = await namesOf(game, language, pairs);
      }),
    );
    this.catalogue = catalogue;
    this.games = Object.fromEntries(games.map((game, place) => [game, own[place] ?? {}]));
    this.things = things;
    this.language = language;
    document.documentElement.lang = language;
    settings.language = language;
  }

  /** Makes sure a game's words are here. */
  async game(game: string): Promise<void> {
    if (game in this.games) return;
    const language = this.language;
    const words = await fetched(`/api/games/${game}/words`, language);
    if (language === this.language) this.games = { ...this.games, [game]: words };
    else await this.game(game);
  }

  /** Makes sure the names of all things that are mentioned are here. */
  async learn(game: string, mentioned: Iterable<readonly [string, string]>): Promise<void> {
    const known = this.things[game] ?? {};
    const missing = new Map<string, [string, string]>();
    for (const [kind, name] of mentioned) {
      if (known[kind]?.[name] === undefined) missing.set(`${kind}\u0000${name}`, [kind, name]);
    }
    if (missing.size === 0) return;
    const language = this.language;
    const found = await namesOf(game, language, [...missing.values()]);
    if (language !== this.language) return this.learn(game, mentioned);
    const now = this.things[game] ?? {};
    const merged: Names = { ...now };
    for (const [kind, names] of Object.entries(found)) merged[kind] = { ...now[kind], ...names };
    this.things = { ...this.things, [game]: merged };
  }

  about(game: string): Speaker {
    return new Speaker(this.language, this.catalogue, this.games[game], this.things[game]);
  }
}

const MOST_NAMES = 500;

async function namesOf(game: string, language: string, pairs: [string, string][]): Promise<Names> {
  const found: Names = {};
  for (let start = 0; start < pairs.length; start += MOST_NAMES) {
    const things = pairs.slice(start, start + MOST_NAMES);
    const { names } = await post<{ names: (string | null)[] }>(`/api/games/${game}/names`, { language, things });
    things.forEach(([kind, name], place) => {
      // What has no name of its own is remembered too (as nothing), so that it isn't asked for again.
      (found[kind] ??= {})[name] = names[place] ?? '';
    });
  }
  return found;
}

export const house = new House();

/** A word of the house, in the language of the moment. */
export function say(key: string, params: Readonly<Record<string, unknown>> = {}): string {
  return house.speaker.say(key, params);
}
