"""The stalls: one folder for each game, all laid out alike."""
