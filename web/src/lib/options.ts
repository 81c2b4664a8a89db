// What a game's options say together.

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
