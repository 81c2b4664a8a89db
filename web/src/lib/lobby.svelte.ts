// The lobby, live: rows by where they belong, those that wait for me first.

import { live, type News } from './live.svelte';
import type { Row, Tables } from './types';
import { house } from './words.svelte';

export class Lobby {
  rows: ReadonlyMap<string, Row> = $state.raw(new Map());
  loaded = $state(false);

  mine: readonly Row[] = $derived(
    [...this.rows.values()]
      .filter((row) => row.mine && row.status !== 'finished')
      .sort((one, two) => Number(two.my_turn) - Number(one.my_turn) || two.changed - one.changed),
  );
  /** My games that are over, the last one first. */
  played: readonly Row[] = $derived(
    [...this.rows.values()]
      .filter((row) => row.mine && row.status === 'finished')
      .sort((one, two) => two.changed - one.changed),
  );
  boarding: readonly Row[] = $derived(
    [...this.rows.values()].filter((row) => row.status === 'waiting').sort((one, two) => two.created - one.created),
  );
  running: readonly Row[] = $derived(
    [...this.rows.values()].filter((row) => row.status === 'running').sort((one, two) => two.changed - one.changed),
  );
  finished: readonly Row[] = $derived(
    [...this.rows.values()].filter((row) => row.status === 'finished').sort((one, two) => two.changed - one.changed),
  );

  /** Subscribes; gives what ends it. */
  open(): () => void {
    return live.listen({
      ask: () => ({ type: 'lobby', on: true }),
      hear: (news) => this.#hear(news),
      end: () => ({ type: 'lobby', on: false }),
    });
  }

  #hear(news: News): void {
    if (news.type === 'lobby') void this.#whole(news);
    else if (news.type === 'row') void this.#put([news.row], false);
    else if (news.type === 'gone') {
      const rest = new Map(this.rows);
      rest.delete(news.table);
      this.rows = rest;
    }
  }

  async #whole(tables: Tables): Promise<void> {
    await this.#put([...tables.finished, ...tables.running, ...tables.open, ...tables.mine], true);
    this.loaded = true;
  }

  async #put(rows: readonly Row[], anew: boolean): Promise<void> {
    await Promise.all([...new Set(rows.map((row) => row.game))].map((game) => house.game(game)));
    const now = new Map(anew ? [] : this.rows);
    for (const row of rows) {
      const known = now.get(row.id);
      if (known === undefined || known.version <= row.version) now.set(row.id, row);
    }
    this.rows = now;
  }
}
