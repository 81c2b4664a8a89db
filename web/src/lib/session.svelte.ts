// Who I am: a guest by cookie. The recovery code is held only until it was shown.

import { ask, get, post } from './api';
import { live } from './live.svelte';
import type { GameInfo, House, Me } from './types';

const RECOVERY = 'roundhouse.recovery';

/** Kept as long as this tab is open, so that a page loaded anew still shows it. */
function unnoted(): string {
  try {
    return sessionStorage.getItem(RECOVERY) ?? '';
  } catch {
    return '';
  }
}

function keepUnnoted(code: string): void {
  try {
    if (code === '') sessionStorage.removeItem(RECOVERY);
    else sessionStorage.setItem(RECOVERY, code);
  } catch {
    // A browser that keeps nothing: the code is shown until the page is left.
  }
}

class Session {
  me: Me | null = $state.raw(null);
  known = $state(false);
  house: House | null = $state.raw(null);
  games: readonly GameInfo[] = $state.raw([]);
  /** To be shown until it was noted, then forgotten. */
  recovery = $state(unnoted());
  /** Waits for a name: what to do once there is one. */
  #waiting: { resolve(): void; reject(): void } | null = null;
  asking = $state(false);

  async start(): Promise<void> {
    const [{ me }, house, { games }] = await Promise.all([
      get<{ me: Me | null }>('/api/me'),
      get<House>('/api/house'),
      get<{ games: GameInfo[] }>('/api/games'),
    ]);
    this.me = me;
    if (me === null) this.#show('');
    this.house = house;
    this.games = games;
    this.known = true;
  }

  game(name: string): GameInfo | undefined {
    return this.games.find((each) => each.name === name);
  }

  /** Makes sure I am somebody; asks for a name where needed. False when that was declined. */
  async somebody(): Promise<boolean> {
    if (this.me !== null) return true;
    this.asking = true;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting = { resolve, reject: () => reject(new Error('declined')) };
      });
      return true;
    } catch {
      return false;
    }
  }

  decline(): void {
    this.asking = false;
    this.#waiting?.reject();
    this.#waiting = null;
  }

  async enter(name: string): Promise<void> {
    const answer = await post<{ me: Me; recovery: string }>('/api/guests', { name });
    this.#show(answer.recovery);
    this.#become(answer.me);
  }

  async recover(code: string): Promise<void> {
    const { me } = await post<{ me: Me }>('/api/guests/recover', { code });
    this.#show('');
    this.#become(me);
  }

  async link(code: string): Promise<void> {
    const { me } = await post<{ me: Me }>('/api/guests/link', { code });
    this.#show('');
    this.#become(me);
  }

  async rename(name: string): Promise<void> {
    this.me = (await ask<{ me: Me }>('PATCH', '/api/me', { name })).me;
  }

  async renewRecovery(): Promise<void> {
    this.#show((await post<{ recovery: string }>('/api/me/recovery')).recovery);
  }

  noted(): void {
    this.#show('');
  }

  async forget(): Promise<void> {
    await post('/api/me/forget');
    this.me = null;
    this.#show('');
    live.again();
  }

  #show(code: string): void {
    this.recovery = code;
    keepUnnoted(code);
  }

  #become(me: Me): void {
    this.me = me;
    this.asking = false;
    // The live connection still speaks for nobody: it has to come with the new cookie.
    live.again();
    this.#waiting?.resolve();
    this.#waiting = null;
  }
}

export const session = new Session();
