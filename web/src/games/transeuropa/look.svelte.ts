// Which part of the map is looked at: by itself what matters to me, and then what the person has chosen.

import { freeRoom, kept, moved, showing, wholeScale, zoomed, type Camera } from '$lib/camera';
import type { Insets } from '$lib/games';
import type { Point } from './aim';
import {
  compactAt,
  edgesOf,
  fitted,
  frameOf,
  inkOf,
  inView,
  plateOf,
  plateScale,
  playScale,
  REACH,
  type Area,
} from './camera';
import type { Atlas, City } from './model';

/** What the board knows of the moment. */
export interface Scene {
  readonly atlas: Atlas | null;
  readonly language: string;
  readonly insets: Insets;
  /** The account of a round stands over the map's lower edge, this high; null while none is told. */
  readonly told: number | null;
  /** The cities of the hand looked at, and what else of that hand should be seen. */
  readonly cities: readonly City[];
  readonly besides: readonly Point[];
  /** The frame's hint over the map's lower left corner, or on a phone along its upper edge. */
  readonly hint: { readonly width: number; readonly height: number; readonly above: boolean } | null;
  /** The map's own buttons. */
  readonly buttons: { readonly width: number; readonly height: number };
  readonly glides: boolean;
  /** A choice is about to be made: nothing moves under the thumb. */
  readonly waiting: boolean;
}

const NARROW = 620;
/** A change of the free room, in pixels, that isn't worth another look of the map. */
const A_LITTLE = 40;
/** On a phone the sheet's words have more or fewer lines at each step: once one plays, the map stands still for those. */
const A_LESSON = 90;
/** The share of the map in view from which on nobody needs to be told where they are. */
const MOST_OF_IT = 0.62;
/** How long after the last step of a gesture it counts as over. */
const GESTURE_END = 160;
/** The hint's distance from the map's left edge, from the tray, and from the seats above. */
const HINT = { left: 22, below: 4, above: 8 };
const AROUND_BUTTONS = 8;

interface Fitting {
  readonly hand: string;
  readonly width: number;
  readonly height: number;
  readonly hint: number;
  readonly telling: boolean;
}

export class Look {
  width = $state(0);
  height = $state(0);
  camera = $state.raw<Camera | null>(null);
  moving = $state(false);
  gliding = $state(false);
  /** Something was touched: from then on a narrow screen moves the map less readily. */
  played = false;
  /** The person has chosen this part of the map: it isn't fitted anew by itself. */
  #steered = false;
  #fitting: Fitting | null = null;
  #settle: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly scene: () => Scene) {}

  readonly covered: Insets = $derived.by(() => {
    const { insets, told } = this.scene();
    return told === null ? insets : { ...insets, bottom: insets.bottom + told + 12 };
  });
  readonly narrow = $derived(this.width - this.covered.left - this.covered.right < NARROW);
  /** Less the bars with columns and rows. */
  readonly inside: Insets = $derived.by(() => {
    const { top, right, bottom, left } = this.covered;
    const bars = frameOf(this.narrow);
    return { top: top + bars.top, right: right + bars.right, bottom: bottom + bars.bottom, left: left + bars.left };
  });
  readonly room = $derived(freeRoom(this.width, this.height, this.inside));
  readonly compact = $derived(compactAt(this.camera?.scale ?? 1, this.narrow));
  /** How much larger my own cities are drawn. */
  readonly grown = $derived.by(() => {
    const { atlas } = this.scene();
    return atlas === null ? 1 : plateScale(atlas.type[this.compact ? 'compact' : 'wide'].size, this.camera?.scale ?? 1);
  });
  readonly partial = $derived.by(() => {
    const { atlas } = this.scene();
    if (atlas === null || this.camera === null) return false;
    const [, , across, deep] = atlas.view;
    const share = (length: number, size: number): number => Math.min(1, length / (size * (this.camera?.scale ?? 1)));
    return share(this.room.width, across) * share(this.room.height, deep) < MOST_OF_IT;
  });
  /** What the ground is painted for: the scale that fits. */
  readonly firstScale = $derived.by(() => {
    const { atlas } = this.scene();
    return atlas === null || this.width === 0 ? 1 : playScale(this.room, atlas.view);
  });

  /** What has to be seen: cities with their nameboards, a marker, missing rails. */
  #ink = (scale: number): Area[] => {
    const { cities, besides } = this.scene();
    if (cities.length === 0) return [];
    return [...this.#cities(cities, scale), ...besides.map((point) => inkOf(point, null, 1))];
  };

  #cities(cities: readonly City[], scale: number): Area[] {
    const { atlas, language } = this.scene();
    if (atlas === null) return [];
    const setting = compactAt(scale, this.narrow) ? 'compact' : 'wide';
    const { size } = atlas.type[setting];
    return cities.map((city) => inkOf(city, plateOf(city, setting, language, size, true), plateScale(size, scale)));
  }

  /** What lies over the map: its own buttons, and the frame's hint. */
  #over(): Area[] {
    const { buttons, hint, insets, told } = this.scene();
    const edges = edgesOf(this.room);
    const found = [
      this.narrow
        ? { ...edges, left: edges.right - buttons.width, top: edges.bottom - buttons.height }
        : {
            ...edges,
            right: edges.left + AROUND_BUTTONS + buttons.width,
            bottom: edges.top + AROUND_BUTTONS + buttons.height,
          },
    ];
    if (hint !== null && told === null) {
      const top = this.height - insets.bottom - HINT.below - hint.height;
      if (hint.above) found.push({ ...edges, bottom: insets.top + HINT.above + hint.height });
      else found.push({ ...edges, right: HINT.left + hint.width, top });
    }
    return found;
  }

  /** To be called whenever something of the scene has changed: fits the map anew where that is called for. */
  follow(): void {
    const { atlas, cities, hint, told, waiting, glides } = this.scene();
    const { camera, room } = this;
    // The sheet has other words for a choice about to be made, and more or fewer lines of them: between a first tap and
    // a second the map doesn't move at all.
    if (atlas === null || this.width === 0 || (waiting && camera !== null)) return;
    const hand = cities.map((city) => city.id).join();
    const now = { hand, width: room.width, height: room.height, hint: hint?.height ?? 0, telling: told !== null };
    const was = this.#fitting;
    // Other cities are looked at: a new hand, or another player's in a round's account.
    const anew = camera === null || was === null || was.hand !== hand || was.telling !== now.telling;
    if (anew) {
      this.#steered = false;
    } else {
      const turned = Math.abs(was.width - now.width) > A_LITTLE;
      if (this.#steered) {
        if (!turned) return;
        this.#fitting = now;
        this.camera = kept(camera, room, atlas.view, REACH);
        return;
      }
      const still = this.played && this.narrow && !now.telling;
      const grew = Math.abs(was.height - now.height) > (still ? A_LESSON : A_LITTLE) || (!still && was.hint !== now.hint);
      if (!turned && !grew && inView(camera, room, this.#ink, this.#over())) return;
    }
    this.#fitting = now;
    this.gliding = glides && camera !== null;
    this.camera = fitted(room, atlas.view, this.#ink, this.#over());
  }

  #take(next: Camera, how: 'glide' | 'drag'): void {
    this.#steered = true;
    this.gliding = how === 'glide' && this.scene().glides;
    if (how === 'drag') {
      this.moving = true;
      clearTimeout(this.#settle);
      this.#settle = setTimeout(() => (this.moving = false), GESTURE_END);
    }
    this.camera = next;
  }

  zoom(factor: number, at: Point, how: 'glide' | 'drag'): void {
    const { atlas } = this.scene();
    if (atlas === null || this.camera === null) return;
    this.#take(zoomed(this.camera, factor, at, this.room, atlas.view, REACH), how);
  }

  pan(dx: number, dy: number, how: 'glide' | 'drag'): void {
    const { atlas } = this.scene();
    if (atlas === null || this.camera === null) return;
    this.#take(moved(this.camera, dx, dy, this.room, atlas.view, REACH), how);
  }

  get middle(): Point {
    return { x: this.room.left + this.room.width / 2, y: this.room.top + this.room.height / 2 };
  }

  fit(): void {
    const { atlas } = this.scene();
    const { camera, room } = this;
    if (atlas === null || camera === null) return;
    const mine = fitted(room, atlas.view, this.#ink, this.#over());
    // A second press shows the whole map where the first showed the part one plays in.
    const there = Math.abs(camera.scale - mine.scale) < 0.01 && Math.hypot(camera.x - mine.x, camera.y - mine.y) < 8;
    this.#take(there ? kept({ ...mine, scale: wholeScale(room, atlas.view) }, room, atlas.view, REACH) : mine, 'glide');
    this.#steered = false;
  }

  /** Moves just so far that a point is seen. */
  show(point: Point): void {
    const { atlas } = this.scene();
    if (atlas === null || this.camera === null) return;
    const next = showing(this.camera, [point], this.room, atlas.view, REACH);
    if (next !== this.camera) this.#take(next, 'glide');
  }

  /** Brings a city with its nameboard into view; where it is there already, nothing moves. */
  showCity(city: City): void {
    if (this.camera === null || inView(this.camera, this.room, (scale) => this.#cities([city], scale), this.#over())) return;
    this.show(city);
  }

  close(): void {
    clearTimeout(this.#settle);
  }
}
