// What is picked up and pointed at: shared by board, hand and seats, which lie in different parts of the frame. There is
// one table on a page, so there is one of it.

import { SvelteMap } from 'svelte/reactivity';
import type { Spot } from '$lib/games';
import type { Settings } from '$lib/settings.svelte';
import type { Prompt, Value } from '$lib/types';
import { DOWN, narrowed, optionsOf, playable, questionFor, targetsOf, type Option } from './aim';
import { isAction, isKind } from './model';

/** A drag begins after so many pixels. */
const DRAG = 7;
export const HAND = 'hand';

/** What a drag carries: a card of the hand, or a wagon that lies somewhere. */
export interface Load {
  readonly card: string;
  readonly index: number;
  readonly cell: string | null;
}

export interface Seen {
  readonly prompt: Prompt | null;
  readonly me: number;
  readonly seats: number;
  readonly cities: readonly (string | null)[];
  /** What the tray offers to confirm; left out by who doesn't know. */
  readonly previewed?: Value | null;
  readonly settings: Settings;
  act(action: Value, spot?: Spot): void;
  why(action: Value, spot: Spot): void;
  preview(action: Value | null): void;
}

class Play {
  #seen: Seen | null = null;
  prompt: Prompt | null = $state.raw(null);
  me = $state(-1);
  /** The card picked up, and which of the hand's it is. */
  picked: { card: string; index: number } | null = $state.raw(null);
  chosen: readonly string[] = $state.raw([]);
  /** All that is needed is chosen: once more, and it is done. */
  ready: Option | null = $state.raw(null);
  drag: (Load & { x: number; y: number }) | null = $state.raw(null);
  /** The place under the pointer, the focus or the dragged card. */
  over: string | null = $state(null);
  /** My front and hand lie in tray or sheet; a replay has neither, and shows them with the seats. */
  hands = $state(0);
  /** The last move: its cells keep a thin halo in the colour of the seat until the next. */
  marks: ReadonlyMap<string, string> = $state.raw(new Map());
  /** Cells whose wagon or card is still on its way there. */
  readonly coming = new SvelteMap<string, number>();

  readonly options: readonly Option[] = $derived(optionsOf(this.prompt, this.me, this.picked?.card ?? null));
  readonly targets: ReadonlySet<string> = $derived(targetsOf(this.options, this.chosen));
  readonly playable: ReadonlySet<string> = $derived(playable(this.prompt));
  /** Wagons may be taken back, and no card is in play. */
  readonly taking = $derived(this.picked === null && this.prompt?.ask === 'turn');

  sync(seen: Seen): void {
    this.#seen = seen;
    if (seen.prompt !== this.prompt || seen.me !== this.me) {
      this.prompt = seen.prompt;
      this.me = seen.me;
      this.letGo();
    } else if (seen.previewed === null && this.ready !== null) {
      // "Rather not" in the tray, or Escape.
      this.ready = null;
      this.chosen = [];
    }
  }

  letGo(): void {
    this.picked = null;
    this.chosen = [];
    this.drag = null;
    if (this.ready !== null) this.#seen?.preview(null);
    this.ready = null;
  }

  pick(card: string, index: number, spot: Spot): void {
    if (this.picked?.index === index) return this.letGo();
    if (this.prompt === null || this.prompt.ask === 'chain') return;
    this.letGo();
    if (!this.playable.has(card)) {
      const question = this.#cardQuestion(card);
      if (question !== null) this.#seen?.why(question, spot);
      return;
    }
    this.picked = { card, index };
  }

  /** A cell was pressed, or something dropped on it. */
  choose(cell: string, spot: Spot): void {
    const { ready } = this;
    if (ready !== null && ready.cells.includes(cell)) return this.#do(ready, spot);
    if (this.chosen.includes(cell)) {
      this.chosen = this.chosen.filter((each) => each !== cell);
      this.#unready();
      return;
    }
    if (!this.targets.has(cell)) return this.askWhy(cell, spot);
    this.#unready();
    const chosen = [...this.chosen, cell];
    const left = narrowed(this.options, chosen);
    const [only] = left;
    this.chosen = chosen;
    if (left.length !== 1 || only === undefined) return;
    if (chosen.length === only.cells.length && !this.#wantsAnother(only)) {
      if (only.cells.length === 1) this.chosen = [];
      return this.#do(only, spot);
    }
    // The last cells of a stack are clear: they are marked, and pressed once more.
    if (chosen.length === only.cells.length || only.action.type.startsWith('discard')) {
      this.chosen = only.cells;
      this.ready = only;
      this.#seen?.preview(only.action);
    }
  }

  /** Dragged from one place to another: both are chosen at once. */
  drop(load: Load, cell: string | null, spot: Spot): void {
    if (cell === null || cell === load.cell) {
      if (load.cell === null) this.letGo();
      return;
    }
    if (load.cell !== null) {
      if (cell === HAND || cell === DOWN) {
        const back = this.options.find(({ action, cells }) => action.type === 'up' && cells[0] === load.cell);
        if (back !== undefined) this.#do(back, spot);
        return;
      }
      if (this.targets.has(load.cell)) {
        this.choose(load.cell, spot);
        this.choose(cell, spot);
      }
      return;
    }
    if (cell === HAND) return this.letGo();
    if (this.targets.has(cell)) {
      const only = narrowed(this.options, [cell]);
      if (only.length === 1 && only[0]?.cells.length === 1 && isKind(load.card)) return this.#do(only[0], spot);
    }
    this.choose(cell, spot);
  }

  askWhy(cell: string, spot: Spot): void {
    const seen = this.#seen;
    if (seen === null || seen.me < 0) return;
    const near = [(seen.me + 1) % seen.seats, (seen.me + seen.seats - 1) % seen.seats];
    const question = questionFor(this.picked?.card ?? null, this.chosen, cell, seen.cities, near, seen.me);
    if (question !== null) seen.why(question, spot);
  }

  /** What is missing to take a city. */
  askCity(city: string, spot: Spot): void {
    if (this.#seen !== null && this.#seen.me >= 0) this.#seen.why({ type: 'claim', city }, spot);
  }

  act(action: Value, spot: Spot): void {
    this.#seen?.act(action, spot);
  }

  #unready(): void {
    if (this.ready === null) return;
    this.ready = null;
    this.#seen?.preview(null);
  }

  #do(option: Option, spot: Spot): void {
    this.ready = null;
    this.#seen?.act(option.action, spot);
  }

  /** What can't be pressed by mistake: asked once more. Others only where the person wants it so. */
  #wantsAnother(option: Option): boolean {
    return this.#seen?.settings.confirm === true || option.action.type === 'remove' || option.action.type === 'up';
  }

  #cardQuestion(card: string): Value | null {
    const seen = this.#seen;
    if (seen === null) return null;
    const cities = seen.cities.filter((city) => city !== null);
    const [city = ''] = cities;
    if (!isAction(card)) return { type: 'down', wagon: card };
    if (card === 'swap_two') return { type: 'swap', one: `${city}/left/1`, two: `${city}/right/1` };
    if (card === 'neighbour_exchange') return { type: 'exchange', seat: (seen.me + 1) % seen.seats, give: 'mail', take: 'baggage' };
    if (card === 'remove_city') return { type: 'remove', city };
    const height = card === 'discard_two' ? 2 : 3;
    return { type: height === 2 ? 'discard-two' : 'discard-three', cities: cities.slice(0, height), side: 'left', place: 1 };
  }
}

export const play = new Play();

/** Makes an element something to drag; a press without a drag stays a click. */
export function draggable(load: () => Load | null) {
  return (element: HTMLElement) => {
    let from: { x: number; y: number; id: number } | null = null;
    let dragged = false;

    const cellAt = (x: number, y: number): string | null => {
      for (const each of document.elementsFromPoint(x, y)) {
        const cell = each.closest<HTMLElement>('[data-mp-drop]')?.dataset['mpDrop'];
        if (cell !== undefined) return cell;
      }
      return null;
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || load() === null) return;
      from = { x: event.clientX, y: event.clientY, id: event.pointerId };
      dragged = false;
    };
    const move = (event: PointerEvent): void => {
      if (from === null || event.pointerId !== from.id) return;
      const carried = load();
      if (carried === null) return;
      if (!dragged) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG) return;
        dragged = true;
        element.setPointerCapture(event.pointerId);
        if (carried.cell === null && play.picked?.index !== carried.index) {
          play.letGo();
          if (play.playable.has(carried.card)) play.picked = { card: carried.card, index: carried.index };
        }
      }
      play.drag = { ...carried, x: event.clientX, y: event.clientY };
      play.over = cellAt(event.clientX, event.clientY);
    };
    const up = (event: PointerEvent): void => {
      if (from === null || event.pointerId !== from.id) return;
      from = null;
      if (!dragged) return;
      const carried = play.drag;
      play.drag = null;
      play.over = null;
      if (carried !== null && event.type === 'pointerup') {
        play.drop(carried, cellAt(event.clientX, event.clientY), { x: event.clientX, y: event.clientY });
      }
    };
    // The click that ends a drag is none.
    const click = (event: MouseEvent): void => {
      if (!dragged) return;
      dragged = false;
      event.stopImmediatePropagation();
      event.preventDefault();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerup', up);
    element.addEventListener('pointercancel', up);
    element.addEventListener('click', click, true);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerup', up);
      element.removeEventListener('pointercancel', up);
      element.removeEventListener('click', click, true);
    };
  };
}

/** Where on the screen an element was pressed, by pointer or by key. */
export function spotOf(event: MouseEvent): Spot {
  if (event.detail > 0) return { x: event.clientX, y: event.clientY };
  const box = (event.currentTarget as Element).getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}
