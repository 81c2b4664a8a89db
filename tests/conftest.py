"""For all tests: the probe registers like any game; the example game of the pages can be imported."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
for folder in (ROOT / "tests" / "probe", ROOT / "docs" / "examples" / "sidings" / "src"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
