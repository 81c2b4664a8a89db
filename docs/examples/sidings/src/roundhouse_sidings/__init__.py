"""Sidings: couple wagons from one siding; who couples the last one wins."""

from roundhouse_sidings.game import Sidings

game = Sidings()
