"""Text as people type it: composed (NFC), without characters that steer or hide, counted as a reader counts."""

from __future__ import annotations

import unicodedata
from typing import Final

JOINER: Final = "\u200d"
MARKS_ON_ONE: Final = 4
"""More accents than this on one letter is a tower, not a script."""
STEERING: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""Control, formatting (bidirectional overrides among them), surrogates, private, unassigned, line separators."""
CODE_POINTS_ON_ONE: Final = 10
"""So many code points a character may have, on average, before a text is too long to be looked at."""


def composed(text: str) -> str:
    """The text in its composed form, on one line, with single spaces."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def continues(char: str) -> bool:
    """Does it belong to the character before it (accents, variation selectors, skin tones, tags)?"""
    return unicodedata.category(char) in ("Mn", "Mc", "Me") or "\U0001f3fb" <= char <= "\U0001f3ff"


def pictorial(char: str) -> bool:
    return unicodedata.category(char) in ("So", "Sk", "Sm") or "\U0001f000" <= char <= "\U0001faff"


def graphemes(text: str) -> int:
    """How many characters a reader counts: near enough to the standard for limits."""
    count = 0
    joined = False
    flag_half = False
    for char in text:
        is_flag = "\U0001f1e6" <= char <= "\U0001f1ff"
        if char == JOINER:
            joined = True
            continue
        if continues(char):
            continue
        if joined:
            joined = False
            continue
        if is_flag and flag_half:
            flag_half = False
            continue
        flag_half = is_flag
        count += 1
    return count


def harmless(text: str) -> bool:
    """No character that steers the text around it, hides in it, or piles up."""
    marks = 0
    for place, char in enumerate(text):
        if char == JOINER:
            around = text[place - 1 : place], text[place + 1 : place + 2]
            if not (
                around[0] and around[1] and (pictorial(around[0]) or continues(around[0])) and pictorial(around[1])
            ):
                return False
            continue
        if unicodedata.category(char) in STEERING:
            return False
        marks = marks + 1 if continues(char) else 0
        if marks > MARKS_ON_ONE:
            return False
    return not text or not unicodedata.combining(text[0])


def fits(text: str, least: int, most: int) -> bool:
    """Is it composed, harmless and of a length allowed?"""
    if len(text) > most * CODE_POINTS_ON_ONE:
        return False
    return composed(text) == text and harmless(text) and least <= graphemes(text) <= most
