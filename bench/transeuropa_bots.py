"""How strong TransEuropa's bots are, and how long they think. Figures: `transeuropa_bots.md`.

python bench/transeuropa_bots.py            all of it, on one core (some 25 minutes)
python bench/transeuropa_bots.py --jobs 2   the same games on two
python bench/transeuropa_bots.py --games 40 fewer games
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from bench.contests import Contest, arguments_of, print_strength, print_times  # noqa: E402
from roundhouse.games.transeuropa import game  # noqa: E402

SEED = 2005
TIMED_ROUNDS = 20

CONTESTS = [
    Contest(("heuristic", "random"), 0.97),
    Contest(("heuristic", "greedy"), 0.60),
    Contest(("heuristic", "random", "random", "random"), 0.80),
    Contest(("heuristic", "greedy", "greedy", "greedy"), 1 / 3),
    Contest(("greedy", "random"), 0.0),
]


def main() -> None:
    print_strength(game, CONTESTS, SEED, arguments_of(__doc__))
    # The first round of each match.
    print_times(
        game, ("greedy", "heuristic"), (2, 3, 4, 5, 6), SEED, TIMED_ROUNDS, lambda state: bool(state.view(0)["past"])
    )


if __name__ == "__main__":
    main()
