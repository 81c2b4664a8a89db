"""Runs the command in this process, as a person in a terminal would."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from roundhouse.cli import main


@dataclass
class Ran:
    """What came of it."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        assert self.out.count("\n") == 1, self.out
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line on stderr."""
        assert self.err.startswith("roundhouse: "), self.err
        assert self.err.count("\n") == 1, self.err
        assert "Traceback" not in self.err
        return self.err.removeprefix("roundhouse: ").strip()


Run = Callable[..., Ran]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`run("play", "transeuropa", typed="1\\n")`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "ROUNDHOUSE_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    # How rules run is told apart; what it says must not get between the lines looked at here.
    monkeypatch.setattr("roundhouse.cli.common.compiled_status", lambda: "compiled")

    def called(*words: str, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main(list(words))
        told = capsys.readouterr()
        return Ran(code, told.out, told.err)

    return called
