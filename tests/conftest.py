"""For all tests: the probe is on the path, so that it registers like any game."""

from __future__ import annotations

import sys
from pathlib import Path

PROBE = str(Path(__file__).parent / "probe")
if PROBE not in sys.path:
    sys.path.insert(0, PROBE)
