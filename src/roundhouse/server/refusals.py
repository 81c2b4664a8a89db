"""How the server says no: a status and a coded reason, never a sentence."""

from __future__ import annotations

from typing import Any

from roundhouse.engine.refusal import ActionError, OptionError, PositionError, Refusal, RefusalError

MOMENT_PASSED = {"match-over", "not-your-turn", "seat-unknown"}
"""Refusals of the engine that speak of the moment and not of the move."""

UNKNOWN_THING = {"game-unknown"}


class Refused(Exception):
    """Carries status and reason to whoever asked."""

    def __init__(self, status: int, refusal: Refusal, retry_after: int | None = None) -> None:
        super().__init__(f"{status} {refusal.code} {refusal.params}")
        self.status = status
        self.refusal = refusal
        self.retry_after = retry_after


def refuse(status: int, code: str, **params: Any) -> Refused:
    return Refused(status, Refusal(code, params))


def status_of(error: RefusalError) -> int:
    """The fitting status of a refusal that the engine or a game gave."""
    if error.refusal.code in UNKNOWN_THING:
        return 404
    if isinstance(error, ActionError):
        return 409 if error.refusal.code in MOMENT_PASSED else 422
    if isinstance(error, OptionError):
        return 422
    if isinstance(error, PositionError):
        return 413 if error.refusal.code == "file-too-large" else 422
    return 422


def body_of(refusal: Refusal) -> dict[str, Any]:
    return {"error": {"code": refusal.code, "params": refusal.params, "rule": refusal.rule}}
