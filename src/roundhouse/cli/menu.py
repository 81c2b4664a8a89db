"""From what a person types to one of the choices offered: numbers, names, and the beginnings of names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field

from roundhouse.engine.game import Value
from roundhouse.engine.prompt import Choice
from roundhouse.text.board import choice_text
from roundhouse.text.speech import Speaker

DASHES = re.compile(r"\s*[-–—−]\s*")
IN_BRACKETS = re.compile(r"^(.*?)\s*\(([^()]*)\)$")


def plain(text: str) -> str:
    """Without what people leave out when they type: capitals, accents, spaces around dashes."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("ё", "е"))
    bare = "".join(sign for sign in apart if not unicodedata.combining(sign))
    # й falls apart like é does; nobody means и by it.
    return " ".join(DASHES.sub("-", unicodedata.normalize("NFKC", bare)).split())


@dataclass
class Entry:
    """A choice a person can type: how it is shown, what it may be called, what it leads to."""

    text: str
    keys: list[str]
    action: int | None = None
    choices: list[Choice] = field(default_factory=list)
    verb: str = ""


def part_keys(part: str) -> list[str]:
    """What one name may be called: `Paris (10.6)` is also `Paris`, and `10.6`."""
    found = IN_BRACKETS.match(part)
    return [part] if found is None else [part, found[1], found[2]]


def keys_of(name: str, title: str) -> list[str]:
    """All that a thing may be called; what is named by its two ends, from either end."""
    found = [name, *part_keys(title)]
    ends = title.split(" – ")
    if len(ends) == 2:
        for first, second in (ends, reversed(ends)):
            found += [f"{one}-{two}" for one in part_keys(first) for two in part_keys(second)]
    pieces = name.split("-")
    found += ["-".join(pieces[cut:] + pieces[:cut]) for cut in range(1, len(pieces))]
    return list(dict.fromkeys(plain(each) for each in found if each))


def entries_of(speaker: Speaker, choices: list[Choice]) -> Iterator[Entry]:
    """The choices as entries; of a verb, the things it may be done with."""
    for choice in choices:
        text = choice_text(speaker, choice)
        if choice.kind == "verb" and choice.choices:
            for thing in choice.choices:
                entry = entry_of(speaker, thing)
                entry.verb = choice.name
                yield entry
        else:
            entry = entry_of(speaker, choice)
            entry.text = text
            yield entry


def entry_of(speaker: Speaker, choice: Choice) -> Entry:
    text = choice_text(speaker, choice)
    keys = keys_of(choice.name, speaker.thing(choice.kind, choice.name))
    if plain(text) not in keys:
        keys.append(plain(text))
    return Entry(text, keys, choice.action, choice.choices)


def found(entries: list[Entry], typed: str) -> list[Entry]:
    """The entries that are meant: called just so, or else all that begin so."""
    wanted = plain(typed)
    if not wanted:
        return []
    exact = [entry for entry in entries if wanted in entry.keys]
    return exact or [entry for entry in entries if any(key.startswith(wanted) for key in entry.keys)]


def value_keys(speaker: Speaker, value: Value) -> list[str]:
    """What an action in its named form may be called, for questions about actions that are not offered."""
    keys = [plain(str(value["type"]))]
    verb = f"choice.verb.{value['type']}"
    if speaker.knows(verb):
        keys.append(plain(speaker.say(verb)))
    things: list[str] = []
    for name, part in value.items():
        if name != "type" and isinstance(part, str):
            things += keys_of(part, speaker.thing(name, part))
    # A thing is what is asked about; the verb alone only where there is no thing.
    return things or keys
