"""The battery: rules run as plain Python and compiled play the very same matches."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from roundhouse.engine.registry import games
from tests.battery.playing import GAMES

SCRIPT = Path(__file__).parent / "digest.py"


def run(name: str, plain: bool) -> tuple[str, str]:
    """How the rules ran in a process of its own, and the digest of all it met."""
    environment = {key: value for key, value in os.environ.items() if key != "ROUNDHOUSE_PLAIN"}
    if plain:
        environment["ROUNDHOUSE_PLAIN"] = "1"
    command = [sys.executable, str(SCRIPT), name, str(GAMES or 2)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    status, digest = done.stdout.split()
    return status, digest


@pytest.mark.parametrize("name", list(games()))
def test_plain_and_compiled_play_the_same(name: str) -> None:
    status, compiled = run(name, plain=False)
    if status != "compiled":
        pytest.skip(f"rules are {status} here")
    status, plain = run(name, plain=True)
    assert status == "forced-plain"
    assert compiled == plain
