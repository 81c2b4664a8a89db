"""Both languages say everything the code can say, with the same parameters; nothing is said by nobody."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from roundhouse.engine.game import Game
from roundhouse.engine.registry import games
from roundhouse.locales import LANGUAGES, house_words
from roundhouse.locales.message import PLURAL_FORMS, parameters, parsed, plurals

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ROOT / "src" / "roundhouse"
HOUSE = "house"
CATALOGUES = [HOUSE, *games()]
# The browser client has its own check of the words that only it says.
OF_THE_CLIENT = "web."


def words(catalogue: str, language: str) -> dict[str, str]:
    return house_words(language) if catalogue == HOUSE else games()[catalogue].words(language)


def catalogue_file(catalogue: str, language: str) -> Path:
    folder = SOURCES if catalogue == HOUSE else Path(str(games()[catalogue].folder))
    return folder / "locales" / f"{language}.json"


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_both_languages_have_the_same_keys(catalogue: str) -> None:
    assert sorted(words(catalogue, "en")) == sorted(words(catalogue, "ru"))


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice(catalogue: str, language: str) -> None:
    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        names = [name for name, _ in pairs]
        assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})
        return dict(pairs)

    json.loads(catalogue_file(catalogue, language).read_text("utf-8"), object_pairs_hook=once)


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_both_languages_use_the_same_parameters(catalogue: str) -> None:
    """A language may put a parameter to another use (a plural where the other needs none), but has to have it."""
    for key, english in words(catalogue, "en").items():
        here, there = set(parameters(english)), set(parameters(words(catalogue, "ru")[key]))
        assert here == there, f"{key}: {here ^ there}"


@pytest.mark.parametrize("catalogue", CATALOGUES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_can_be_read_and_have_all_plural_forms(catalogue: str, language: str) -> None:
    for key, text in words(catalogue, language).items():
        parsed(text)
        # ICU proper would take an apostrophe before a brace for a quote.
        assert not re.search(r"'[{}#]", text), key
        assert text == text.strip() or key.startswith("cli."), key
        for plural in plurals(text):
            exact = {form for form in plural.branches if form.startswith("=")}
            forms = set(plural.branches) - exact
            alike = {str(branch) for branch in plural.branches.values()}
            if len(forms) > 1 or len(alike) > 2:
                assert forms == set(PLURAL_FORMS[language]), f"{key}: {sorted(forms)}"


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_russian_is_russian(catalogue: str) -> None:
    """No message was left in English: where English has words, Russian has Cyrillic ones."""
    same = [
        key
        for key, english in words(catalogue, "en").items()
        # What stands for a value in the help (N, URL) may be the same in both.
        if not key.startswith("cli.value.")
        and words(catalogue, "ru")[key] == english
        and re.search(r"[A-Za-z]{3}", re.sub(r"\{[^{}]*\}", "", english))
    ]
    assert same == []


@cache
def all_sources() -> str:
    files = [*SOURCES.rglob("*.py"), *(ROOT / "web" / "src").rglob("*.ts"), *(ROOT / "web" / "src").rglob("*.svelte")]
    return "\n".join(path.read_text("utf-8") for path in files if "_compiled" not in path.parts)


def said_somewhere(key: str, text: str) -> bool:
    """Is the key, or the code it ends in, written in the sources?"""
    for quote in "\"'`":
        if f"{quote}{key}{quote}" in text:
            return True
    section, _, code = key.partition(".")
    if section == "cli":
        section, _, code = code.partition(".")
    name = code.removesuffix(".secret").removesuffix(".each-seat").removesuffix(".short")
    last = name.rpartition(".")[2]
    return any(f"{quote}{each}{quote}" in text for quote in "\"'`" for each in (name, last, last.replace("-", " ")))


def test_no_house_word_is_unused() -> None:
    text = all_sources()
    unused = [key for key in house_words("en") if not key.startswith(OF_THE_CLIENT) and not said_somewhere(key, text)]
    assert unused == []


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_no_word_of_a_game_is_unused(game: Game) -> None:
    """A game's words belong to codes its own sources write, or to facts of its content."""
    folder = Path(str(game.folder))
    text = "\n".join(path.read_text("utf-8") for path in [*folder.rglob("*.py"), *folder.glob("content/*.json")])
    text += all_sources()
    assert [key for key in game.words("en") if not said_somewhere(key, text)] == []


def test_every_refusal_code_of_the_sources_has_words() -> None:
    """All codes that are written where refusals are made; those of games in the game's catalogue or the house's."""
    made = re.compile(
        r"(?:Refusal|refuse_\w+|wrong_use)\(\s*f?\"([a-z][a-z0-9{}_.-]*)\"|refuse\(\s*\d+,\s*\"([a-z-]+)\""
    )
    missing = []
    for path in SOURCES.rglob("*.py"):
        for one, other in made.findall(path.read_text("utf-8")):
            code = one or other
            game = next((game for game in games().values() if path.is_relative_to(str(game.folder))), None)
            known = {**house_words("en"), **({} if game is None else game.words("en"))}
            pattern = re.compile(r"refusal\." + re.sub(r"\{[^}]*\}", r"[a-z-]+", code) + r"\Z")
            if not any(pattern.match(key) for key in known):
                missing.append(f"{path.name}: {code}")
    assert missing == []
