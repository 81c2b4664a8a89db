// The prompt tree: verb → thing → how. Text board, keyboard and phone sheet all walk it here.

import type { Speaker } from './speaker';
import type { Choice, Prompt, Value } from './types';
import { mentions } from './mentions';

/** A choice with its words, ready for a list of buttons. */
export interface Named {
  choice: Choice;
  text: string;
}

export function choiceText(speaker: Speaker, choice: Choice): string {
  const params = { name: choice.name, [choice.kind]: choice.name, ...choice.params };
  for (const key of [`choice.${choice.kind}.${choice.name}`, `choice.${choice.kind}`]) {
    if (speaker.knows(key)) return speaker.say(key, params);
  }
  return speaker.thing(choice.kind, choice.name);
}

/** Words before bare numbers, each in the order of the language; what has no words of its own comes last. */
export function ordered(speaker: Speaker, choices: readonly Choice[]): Named[] {
  const collator = new Intl.Collator(speaker.language, { numeric: true });
  const named = choices.map((choice) => ({ choice, text: choiceText(speaker, choice) }));
  const bare = (text: string): number => (/^\p{L}/u.test(text) ? 0 : 1);
  // Verbs stay as the game orders them.
  if (choices.some((choice) => choice.kind === 'verb')) return named;
  return named.sort((one, two) => bare(one.text) - bare(two.text) || collator.compare(one.text, two.text));
}

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** All words typed must be found, accents and case aside. */
export function filtered(named: readonly Named[], typed: string): readonly Named[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return named;
  return named.filter(({ text }) => words.every((word) => folded(text).includes(word)));
}

/** The actions at the top of the tree, with no thing to choose: stop, pass. */
export function plainActions(prompt: Prompt): Choice[] {
  return prompt.choices.filter((choice) => choice.action);
}

export function sameAction(one: Value | null | undefined, two: Value | null | undefined): boolean {
  if (!one || !two) return one === two;
  const keys = Object.keys(one);
  return keys.length === Object.keys(two).length && keys.every((key) => same(one[key], two[key]));
}

function same(one: unknown, two: unknown): boolean {
  return one === two || JSON.stringify(one) === JSON.stringify(two);
}

/** From the root to the leaf that plays this action; empty where there is none. */
export function pathTo(choices: readonly Choice[], action: Value): Choice[] {
  for (const choice of choices) {
    if (choice.action && sameAction(choice.action, action)) return [choice];
    const rest = pathTo(choice.choices ?? [], action);
    if (rest.length > 0) return [choice, ...rest];
  }
  return [];
}

/** Every thing a prompt names, for their names to be fetched. */
export function* thingsOf(choices: readonly Choice[]): Generator<[string, string]> {
  for (const choice of choices) {
    if (choice.kind !== 'verb') yield [choice.kind, choice.name];
    yield* mentions(choice.params);
    yield* thingsOf(choice.choices ?? []);
  }
}
