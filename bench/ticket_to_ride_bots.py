"""How strong Ticket to Ride's bots are, what they score, how long they think. Figures: `ticket_to_ride_bots.md`.

python bench/ticket_to_ride_bots.py            all of it, on one core (some 15 minutes)
python bench/ticket_to_ride_bots.py --jobs 2   contests on two
python bench/ticket_to_ride_bots.py --games 40 fewer games
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from bench.contests import Contest, arguments_of, played, print_strength, print_times, table  # noqa: E402
from roundhouse.games.ticket_to_ride import game  # noqa: E402

SEED = 1901
TIMED_MATCHES = 10

CONTESTS = [
    Contest(("heuristic", "random"), 0.99),
    Contest(("heuristic", "greedy"), 0.75),
    Contest(("heuristic", "random", "random", "random"), 0.0),
    Contest(("heuristic", "greedy", "greedy", "greedy"), 0.0),
    Contest(("greedy", "random"), 0.0),
]


def print_scores(games: int) -> None:
    """What `heuristic` scores among copies of itself, and how many of its tickets it completes."""
    table("way to play", "seats", "games", "average", "least", "tickets done", "tickets held", "of routes")
    for variant in game.variants:
        for seats in (2, 3, 4, 5) if variant == game.variants[0] else (2, 4):
            scores: list[int] = []
            routes: list[int] = []
            held = done = 0
            for number in range(games):
                state, _ = played(game, {"variant": variant}, ["heuristic"] * seats, SEED, number)
                outcome = state.outcome()
                assert outcome is not None
                scores += outcome.scores
                for told in outcome.detail["seats"]:
                    routes.append(sum(each["points"] for each in told["routes"]))
                    held += len(told["tickets"])
                    done += sum(each["done"] for each in told["tickets"])
            print(
                f"| {variant} | {seats} | {games} | {mean(scores):.1f} | {min(scores)} | {done / held:.1%} "
                f"| {held / len(scores):.1f} | {mean(routes):.1f} |",
                flush=True,
            )


def main() -> None:
    chosen = arguments_of(__doc__)
    print_strength(game, CONTESTS, SEED, chosen)
    print_scores(chosen.games // 2)
    print_times(game, ("greedy", "heuristic"), (2, 3, 4, 5), SEED, TIMED_MATCHES, lambda state: False)


if __name__ == "__main__":
    main()
