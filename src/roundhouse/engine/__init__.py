"""The turntable: what all games share. Pure: no clock, no files, no network."""
