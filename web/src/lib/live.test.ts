import { describe, expect, it } from 'vitest';
import { Live, backoff, type Listener, type News, type Surroundings, type Wire } from './live.svelte';

/** A server of which one sees every wire and every timer. */
class Station {
  wires: (Wire & { said: unknown[]; shut: boolean })[] = [];
  timers = new Map<number, { run: () => void; after: number }>();
  #next = 1;

  here: Surroundings = {
    connect: () => {
      const wire = {
        said: [] as unknown[],
        shut: false,
        send: (text: string) => void wire.said.push(JSON.parse(text)),
        close: () => void (wire.shut = true),
        onopen: null,
        onmessage: null,
        onclose: null,
      } as Wire & { said: unknown[]; shut: boolean };
      this.wires.push(wire);
      return wire;
    },
    later: (run, after) => {
      this.timers.set(this.#next, { run, after });
      return this.#next++;
    },
    forget: (timer) => void this.timers.delete(timer),
    random: () => 1,
  };

  get wire(): Wire & { said: unknown[]; shut: boolean } {
    const last = this.wires.at(-1);
    if (last === undefined) throw new Error('no wire yet');
    return last;
  }

  say(news: object): void {
    this.wire.onmessage?.({ data: JSON.stringify(news) });
  }

  /** Runs the timer that waits least, as time passing would. */
  pass(): number {
    const [id, timer] = [...this.timers].reduce((best, each) => (each[1].after < best[1].after ? each : best));
    this.timers.delete(id);
    timer.run();
    return timer.after;
  }
}

function listening(): { listener: Listener; heard: News[]; reached: { at: number } } {
  const heard: News[] = [];
  const reached = { at: 0 };
  return {
    heard,
    reached,
    listener: { ask: () => ({ type: 'watch', since: reached.at }), hear: (news) => heard.push(news) },
  };
}

describe('the live connection', () => {
  it('asks only once the line is open, and hands on what comes', () => {
    const station = new Station();
    const live = new Live(station.here);
    const { listener, heard } = listening();
    live.start();
    live.listen(listener);
    expect(station.wire.said).toEqual([]);
    station.wire.onopen?.();
    expect(station.wire.said).toEqual([{ type: 'watch', since: 0 }]);
    station.say({ type: 'gone', table: 'x' });
    expect(heard).toEqual([{ type: 'gone', table: 'x' }]);
  });

  it('comes back after a loss and asks for what comes after what it has', () => {
    const station = new Station();
    const live = new Live(station.here);
    const { listener, reached } = listening();
    live.start();
    live.listen(listener);
    station.wire.onopen?.();
    reached.at = 42;
    station.wire.onclose?.({ code: 1006 });
    expect(live.line).toBe('waiting');
    station.pass();
    expect(station.wires).toHaveLength(2);
    // Trying anew is not being back.
    expect([live.line, live.lost]).toEqual(['connecting', true]);
    station.wire.onopen?.();
    expect(live.lost).toBe(false);
    expect(station.wire.said).toEqual([{ type: 'watch', since: 42 }]);
    expect(live.line).toBe('open');
  });

  it('waits longer each time, and at least as long as a closing server asks for', () => {
    const station = new Station();
    const live = new Live(station.here);
    live.start();
    const waits = [0, 1, 2].map(() => {
      station.wire.onclose?.({ code: 1006 });
      return station.pass();
    });
    expect(waits).toEqual([400, 800, 1600]);
    station.wire.onopen?.();
    station.say({ type: 'closing', after: 5 });
    station.wire.onclose?.({ code: 1012 });
    expect(Math.min(...[...station.timers.values()].map((timer) => timer.after))).toBe(5000);
    expect(backoff(50, 1)).toBe(20_000);
    expect(backoff(0, 0)).toBe(200);
  });

  it('notices a line that is dead though nobody said so', () => {
    const station = new Station();
    const live = new Live(station.here);
    live.start();
    station.wire.onopen?.();
    const first = station.wire;
    expect(station.pass()).toBe(25_000);
    expect(first.said.at(-1)).toMatchObject({ type: 'ping' });
    station.pass();
    expect(first.shut).toBe(true);
    expect(live.line).toBe('waiting');
  });

  it('a listener that has left hears nothing more and says goodbye', () => {
    const station = new Station();
    const live = new Live(station.here);
    const { listener, heard } = listening();
    live.start();
    station.wire.onopen?.();
    const leave = live.listen({ ...listener, end: () => ({ type: 'unwatch' }) });
    leave();
    station.say({ type: 'gone', table: 'x' });
    expect(heard).toEqual([]);
    expect(station.wire.said.at(-1)).toEqual({ type: 'unwatch' });
  });
});
