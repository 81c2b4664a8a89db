"""Players for any game, and the games' own, by one name each."""

from roundhouse.bots.bot import Bot, bot_named, bots_for, quick_bots

__all__ = ["Bot", "bot_named", "bots_for", "quick_bots"]
