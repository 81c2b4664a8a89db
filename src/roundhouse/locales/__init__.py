"""Every word a person reads: one catalogue for engine, server, client and command line, in each language.

`en.json` and `ru.json` hold the house's words by dotted keys; a game's own lie in its package (`Game.words`). The
messages are a small subset of ICU MessageFormat (`message.py`), so that the browser client reads the same files.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "ru")


@cache
def house_words(language: str) -> dict[str, str]:
    """The house's own catalogue."""
    words: dict[str, str] = json.loads((files("roundhouse.locales") / f"{language}.json").read_text("utf-8"))
    return words


__all__ = ["LANGUAGES", "house_words"]
