// What a person likes, remembered on this device only.

const KEY = 'roundhouse.settings';

export type Theme = 'auto' | 'light' | 'dark';
export type Speed = 'slow' | 'normal' | 'fast' | 'none';

export interface Settings {
  language: string;
  theme: Theme;
  /** How fast things travel on the board; `none` shows them in place. */
  speed: Speed;
  /** A click previews, a second one (or the button) does it. */
  confirm: boolean;
  /** Seat and card colours always with pattern and symbol; off leaves symbols only where a rule needs them. */
  patterns: boolean;
  sound: boolean;
  /** The text board in place of the drawn one. */
  text: boolean;
  /** Lessons already seen, as `game:code`. */
  seen: string[];
  /** People whose chat I don't want to read. */
  unread: string[];
}

const LANGUAGES = ['en', 'ru'] as const;

function browserLanguage(): string {
  for (const wanted of navigator.languages) {
    const short = wanted.toLowerCase().split('-')[0];
    const found = LANGUAGES.find((language) => language === short);
    if (found !== undefined) return found;
  }
  return 'en';
}

const fresh = (): Settings => ({
  language: browserLanguage(),
  theme: 'auto',
  speed: 'normal',
  confirm: false,
  patterns: true,
  sound: false,
  text: false,
  seen: [],
  unread: [],
});

/** What was stored, where each entry still has the type it should have. */
export function restored(stored: string | null, start: Settings): Settings {
  if (stored === null) return start;
  let given: unknown;
  try {
    given = JSON.parse(stored);
  } catch {
    return start;
  }
  if (typeof given !== 'object' || given === null) return start;
  const found: Settings = { ...start };
  for (const [key, value] of Object.entries(given)) {
    if (!(key in start)) continue;
    const like = start[key as keyof Settings];
    const strings = Array.isArray(like) && Array.isArray(value) && value.every((each) => typeof each === 'string');
    if (strings || (!Array.isArray(like) && typeof value === typeof like)) Object.assign(found, { [key]: value });
  }
  if (!LANGUAGES.some((language) => language === found.language)) found.language = start.language;
  return found;
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const settings: Settings = $state(restored(stored(), fresh()));

export function keepSettings(): void {
  const text = JSON.stringify(settings);
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing: the settings last as long as the page.
  }
}

export function reducedMotion(): boolean {
  return settings.speed === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Milliseconds for a thing to travel on the board. */
export function travelTime(): number {
  if (reducedMotion()) return 0;
  return { slow: 520, normal: 280, fast: 140, none: 0 }[settings.speed];
}
