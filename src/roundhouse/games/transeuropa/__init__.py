"""TransEuropa (Franz-Benno Delonge, 2005): join five cities before the others do."""

from roundhouse.games.transeuropa.game import TransEuropa

game = TransEuropa()

__all__ = ["TransEuropa", "game"]
