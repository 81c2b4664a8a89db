"""Names and chat as people write them: composed (NFC), without characters that steer or hide, counted as read."""

from __future__ import annotations

import unicodedata

from roundhouse.server.refusals import refuse

NAME_LENGTH = 24
CHAT_LENGTH = 500
JOINER = "\u200d"
MARKS_ON_ONE = 4
"""More accents than this on one letter is a tower, not a script."""
STEERING = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Control, formatting (bidirectional overrides among them), surrogates, private, unassigned, line separators."""


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


def clean_name(text: str) -> str:
    """A name as it will be shown, or a refusal."""
    if len(text) > NAME_LENGTH * 10:
        raise refuse(422, "name-too-long", most=NAME_LENGTH)
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise refuse(422, "name-empty")
    if not harmless(name):
        raise refuse(422, "name-characters")
    if graphemes(name) > NAME_LENGTH:
        raise refuse(422, "name-too-long", most=NAME_LENGTH)
    return name


def clean_chat(text: str) -> str:
    """A line of chat as it will be shown, or a refusal."""
    if len(text) > CHAT_LENGTH * 10:
        raise refuse(422, "chat-too-long", most=CHAT_LENGTH)
    line = " ".join(unicodedata.normalize("NFC", text).split())
    if not line:
        raise refuse(422, "chat-empty")
    if not harmless(line):
        raise refuse(422, "chat-characters")
    if graphemes(line) > CHAT_LENGTH:
        raise refuse(422, "chat-too-long", most=CHAT_LENGTH)
    return line


def same_name(one: str, other: str) -> bool:
    """Would a reader take them for one?"""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
