// The final count, side by side: seats, or teams of two.

import type { Result } from '$lib/types';
import { isTeams, type View } from './position';

export interface CountedFlag {
  readonly country: string;
  readonly cities: readonly string[];
  readonly bonus: number;
}

export interface CountedSide {
  readonly seats: readonly number[];
  readonly rank: number;
  readonly points: number;
  readonly bonus: number;
  readonly total: number;
  readonly capitals: number;
  readonly cities: number;
  readonly flags: readonly CountedFlag[];
}

export function countedSides(outcome: Result, view: View): readonly CountedSide[] {
  const seats = outcome.scores.map((_, seat) => seat);
  const groups = isTeams(view) ? [seats.filter((seat) => seat % 2 === 0), seats.filter((seat) => seat % 2 === 1)] : seats.map((seat) => [seat]);
  const sides = groups.map((group): CountedSide => {
    const [seat = 0] = group;
    const flags = new Map<string, { cities: string[]; bonus: number }>();
    let points = 0;
    let bonus = 0;
    let capitals = 0;
    for (const line of outcome.lines[seat] ?? []) {
      const country = String(line.params['country']);
      const flag = flags.get(country) ?? { cities: [], bonus: 0 };
      flags.set(country, flag);
      if (line.code === 'city') {
        flag.cities.push(String(line.params['city']));
        points += line.points;
        if (line.params['capital'] === true) capitals += 1;
      } else {
        flag.bonus += line.points;
        bonus += line.points;
      }
    }
    return {
      seats: group,
      rank: outcome.ranks[seat] ?? 0,
      points,
      bonus,
      total: outcome.scores[seat] ?? 0,
      capitals,
      cities: [...flags.values()].reduce((sum, flag) => sum + flag.cities.length, 0),
      flags: [...flags].map(([country, flag]) => ({ country, ...flag })).sort((one, two) => two.cities.length - one.cities.length),
    };
  });
  return sides.sort((one, two) => one.rank - two.rank);
}

/** Rows to show: each flag that repeats by itself, all others together. */
export function rowsOf(side: CountedSide): readonly CountedFlag[] {
  const single = side.flags.filter((flag) => flag.bonus === 0);
  const repeated = side.flags.filter((flag) => flag.bonus > 0);
  return single.length === 0 ? repeated : [...repeated, { country: '', cities: single.flatMap((flag) => flag.cities), bonus: 0 }];
}

/** What decided the first place where points were equal; null where points did. */
export function decidedBy(outcome: Result, sides: readonly CountedSide[]): 'capitals' | 'cities' | 'shared' | null {
  if (outcome.ending !== 'played-out') return null;
  const best = Math.max(...sides.map((side) => side.total));
  const level = sides.filter((side) => side.total === best);
  if (level.length < 2) return null;
  const first = sides.filter((side) => side.rank === 1);
  if (first.length > 1) return 'shared';
  const most = Math.max(...level.map((side) => side.capitals));
  return level.filter((side) => side.capitals === most).length === 1 ? 'capitals' : 'cities';
}
