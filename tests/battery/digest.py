"""Plays some matches and prints how the rules ran and a digest of every position met; see `test_compiled.py`."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent


def digest(name: str, matches: int) -> str:
    import msgspec

    from tests.battery.playing import Table, cases

    found = hashlib.sha256()
    for case in cases([name]):
        for number in range(matches):
            table = Table(case, number, "digest")
            while not table.match.over():
                table.play(steps=1)
                found.update(msgspec.json.encode(table.match.state.dump()))
            found.update(msgspec.json.encode(table.match.outcome()))
            found.update(msgspec.json.encode(table.match.journal.told_to(0)))
    return found.hexdigest()


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "probe")]
    import roundhouse

    print(roundhouse.compiled_status(), digest(sys.argv[1], int(sys.argv[2])))
