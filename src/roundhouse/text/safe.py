"""Text from outside, made safe to show in a terminal."""

from __future__ import annotations

import unicodedata
from typing import Final

MOST_SHOWN: Final = 200

# Controls (escape sequences begin with one), formats (marks that turn the direction of writing are among them), halves
# of surrogate pairs, private and unassigned code points, line and paragraph separators.
UNSAFE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def safe(text: str, most: int = MOST_SHOWN) -> str:
    """One line without anything that could steer a terminal; long texts are cut."""
    if text.isascii() and text.isprintable() and len(text) <= most:
        return text
    cut = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(" " if sign in "\t\n\r" else sign for sign in cut if sign in "\t\n\r" or allowed(sign)).strip()


def allowed(sign: str) -> bool:
    return unicodedata.category(sign) not in UNSAFE
