"""Railway board games: play them, host them, write bots for them, run them by the million."""

from __future__ import annotations

from roundhouse import _loader

__all__ = ["__version__", "compiled_status"]

__version__ = "0.1.0"

_rules = _loader.serve(__file__)


def compiled_status() -> _loader.Status:
    """How the rules run in this process.

    `compiled`; `plain` where nothing was compiled for this Python; `stale` where something was, but
    from other sources; `forced-plain` where `ROUNDHOUSE_PLAIN=1` is set.
    """
    return _rules.status()
