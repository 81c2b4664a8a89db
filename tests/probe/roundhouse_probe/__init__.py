"""The probe: a made-up game of one page with every shape of decision. For tests; never shipped."""

from roundhouse_probe.game import Probe

game = Probe()

__all__ = ["Probe", "game"]
