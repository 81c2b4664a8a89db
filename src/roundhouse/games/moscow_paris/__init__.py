"""Moscow–Paris: put trains together for the cities of Europe before the others do."""

from roundhouse.games.moscow_paris.game import MoscowParis

game = MoscowParis()

__all__ = ["MoscowParis", "game"]
