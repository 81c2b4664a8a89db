"""Why not: the reason an action, an option or a position is refused, as a value.

A refusal is data (a code, its parameters, the number of the rule); the words a person reads live in the
catalogues. Codes are stable: clients and bots may rely on them.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """One reason. `rule` is the number in the game's rules file, or empty where the house itself refuses."""

    code: str
    params: dict[str, Any] = {}
    rule: str = ""


class RefusalError(Exception):
    """Carries a refusal to whoever asked; never shown to a person as it is."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} {refusal.params}")
        self.refusal = refusal


class ActionError(RefusalError):
    """An action that can't be played: illegal now, or naming something that isn't there."""


class OptionError(RefusalError):
    """A table that can't be opened this way: wrong seats, unknown option, value out of range."""


class PositionError(RefusalError):
    """A position (dumped, or written by hand) that can't be; `params["at"]` says where in the JSON."""


def refuse_action(code: str, rule: str = "", **params: Any) -> ActionError:
    return ActionError(Refusal(code, params, rule))


def refuse_option(code: str, **params: Any) -> OptionError:
    return OptionError(Refusal(code, params))


def refuse_position(code: str, at: str, **params: Any) -> PositionError:
    return PositionError(Refusal(code, {"at": at, **params}))
