// A clock that pages can read, and times as people say them.

import { house } from './words.svelte';

class Clock {
  now = $state(Date.now() / 1000);

  start(): void {
    setInterval(() => {
      this.now = Date.now() / 1000;
    }, 10_000);
  }
}

export const clock = new Clock();

/** `14:32`. */
export function hourOf(seconds: number): string {
  return new Date(seconds * 1000).toLocaleTimeString(house.language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** `5 minutes ago`. */
export function ago(seconds: number): string {
  const past = Math.max(0, clock.now - seconds);
  const words = new Intl.RelativeTimeFormat(house.language, { numeric: 'auto', style: 'long' });
  if (past < 50) return words.format(0, 'second');
  if (past < 3000) return words.format(-Math.max(1, Math.round(past / 60)), 'minute');
  if (past < 80_000) return words.format(-Math.round(past / 3600), 'hour');
  return words.format(-Math.round(past / 86_400), 'day');
}
