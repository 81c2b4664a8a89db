// Who I am: a guest by cookie. The recovery code is held only until it was shown.

import { ask, get, post } from './api';
import { live } from './live.svelte';
import type { GameInfo, House, Me } from './types';

class Session {
  me: Me | null = $state.raw(null);
  known = $state(false);
  house: House | null = $state.raw(null);
  games: readonly GameInfo[] = $state.raw([]);
  /** To be shown once, then forgotten. */
  recovery = $state('');
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
    this.recovery = answer.recovery;
    this.#become(answer.me);
  }

  async recover(code: string): Promise<void> {
    this.#become((await post<{ me: Me }>('/api/guests/recover', { code })).me);
  }

  async link(code: string): Promise<void> {
    this.#become((await post<{ me: Me }>('/api/guests/link', { code })).me);
  }

  async rename(name: string): Promise<void> {
    this.me = (await ask<{ me: Me }>('PATCH', '/api/me', { name })).me;
  }

  async renewRecovery(): Promise<void> {
    this.recovery = (await post<{ recovery: string }>('/api/me/recovery')).recovery;
  }

  async forget(): Promise<void> {
    await post('/api/me/forget');
    this.me = null;
    this.recovery = '';
    live.again();
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
