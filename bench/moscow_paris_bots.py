"""How strong Moscow–Paris's bots are, and how long they think. Figures: `moscow_paris_bots.md`.

python bench/moscow_paris_bots.py            all of it, on one core (some 10 minutes)
python bench/moscow_paris_bots.py --jobs 2   contests on two
python bench/moscow_paris_bots.py --games 40 fewer games
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from bench.contests import Contest, arguments_of, print_strength, print_times  # noqa: E402
from roundhouse.games.moscow_paris import game  # noqa: E402

SEED = 2014
TIMED_MATCHES = 20

CONTESTS = [
    Contest(("heuristic", "greedy"), 0.65),
    Contest(("heuristic", "random"), 0.97),
    Contest(("greedy", "random"), 0.0),
    Contest(("heuristic", "greedy", "greedy"), 1 / 3),
    Contest(("heuristic", "greedy", "greedy", "greedy"), 1 / 4),
]


def main() -> None:
    print_strength(game, CONTESTS, SEED, arguments_of(__doc__))
    print_times(game, ("greedy", "heuristic"), (2, 3, 4), SEED, TIMED_MATCHES, lambda state: False)


if __name__ == "__main__":
    main()
