// What a game's options say together.

import type { Speaker } from './speaker';
import type { GameOption, OptionValue } from './types';

type Values = Readonly<Record<string, OptionValue>>;

/** Does an option mean anything, as the others are set? */
export function meaningful(option: GameOption, all: readonly GameOption[], values: Values): boolean {
  if (option.needs === null) return true;
  const [name, wanted] = option.needs;
  const other = all.find((each) => each.name === name);
  if (other === undefined || !meaningful(other, all, values)) return false;
  const value = values[name] ?? other.default;
  return wanted === null ? value !== other.default : value === wanted;
}

/** What a person calls an option's value: ways to play have names of their own, switches are on or off. */
export function valueTitle(speaker: Speaker, option: GameOption, value: OptionValue): string {
  const keys = [`option.${option.name}.${String(value)}`, `${option.name}.${String(value)}`];
  if (option.kind === 'switch') keys.push(value === true ? 'web.switched-on' : 'web.switched-off');
  const key = keys.find((each) => speaker.knows(each));
  return key === undefined ? String(value) : speaker.say(key);
}
