"""Names and chat as people write them: composed (NFC), without characters that steer or hide, counted as read."""

from __future__ import annotations

import unicodedata

from roundhouse.engine.text import composed, graphemes, harmless
from roundhouse.server.refusals import refuse

NAME_LENGTH = 24
CHAT_LENGTH = 500


def clean_name(text: str) -> str:
    """A name as it will be shown, or a refusal."""
    if len(text) > NAME_LENGTH * 10:
        raise refuse(422, "name-too-long", most=NAME_LENGTH)
    name = composed(text)
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
    line = composed(text)
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
