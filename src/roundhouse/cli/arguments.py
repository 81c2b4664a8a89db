"""Reading the command line. Written here, because every word of help and every error has to be in two languages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from roundhouse.cli.console import Console
from roundhouse.engine.refusal import Refusal, RefusalError
from roundhouse.text.layout import columns, padded, paragraph, width_of


class UsageError(RefusalError):
    """Wrong use of the command line."""


def wrong_use(code: str, **params: Any) -> UsageError:
    return UsageError(Refusal(code, params))


@dataclass(frozen=True)
class Flag:
    """`--name`, followed by a value unless it is a switch."""

    name: str
    kind: Literal["switch", "text", "number", "seconds"] = "text"
    many: bool = False
    least: int = 0
    most: int = 2**53
    about: str = ""
    """Its key under `cli.flag`, where that isn't its name."""

    @property
    def key(self) -> str:
        return f"cli.flag.{self.about or self.name}"


@dataclass(frozen=True)
class Command:
    """One command: its words, what it takes, and what runs it. `run` gives the exit code."""

    name: str
    run: Callable[[Console, Arguments], int]
    takes: tuple[str, ...] = ()
    may_take: tuple[str, ...] = ()
    """Arguments without dashes that may be left out; one that ends in `…` may stand several times."""
    flags: tuple[Flag, ...] = ()

    @property
    def key(self) -> str:
        return "cli.about." + self.name.replace(" ", "-")


LANG: Final = Flag("lang")
JSON: Final = Flag("json", "switch")
HELP: Final = Flag("help", "switch")


@dataclass
class Arguments:
    """What was given, by name."""

    given: dict[str, Any] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        value = self.given.get(name, default)
        return str(value)

    def maybe(self, name: str) -> str | None:
        value = self.given.get(name)
        return None if value is None else str(value)

    def number(self, name: str, default: int) -> int:
        return int(self.given.get(name, default))

    def seconds(self, name: str, default: float) -> float:
        return float(self.given.get(name, default))

    def switch(self, name: str) -> bool:
        return bool(self.given.get(name, False))

    def many(self, name: str) -> list[str]:
        return list(self.given.get(name, []))

    def has(self, name: str) -> bool:
        return name in self.given


def find_language(words: Sequence[str], default: str, languages: Sequence[str]) -> tuple[str, list[str]]:
    """The language asked for anywhere on the line, and the line without it; so errors come in that language too."""
    rest: list[str] = []
    language = default
    at = 0
    while at < len(words):
        word = words[at]
        if word == "--":
            return language, [*rest, *words[at:]]
        if word == "--lang" or word.startswith("--lang="):
            value = word.partition("=")[2] if "=" in word else words[at + 1] if at + 1 < len(words) else None
            if value is None:
                raise wrong_use("flag-value-missing", flag="--lang")
            if value not in languages:
                raise wrong_use("language-unknown", value=value, known=list(languages))
            language = value
            at += 1 if "=" in word else 2
            continue
        rest.append(word)
        at += 1
    return language, rest


def read(command: Command, words: Sequence[str]) -> Arguments:
    """The arguments of a command, checked one by one."""
    flags = {f"--{flag.name}": flag for flag in (*command.flags, HELP)}
    arguments = Arguments()
    plain: list[str] = []
    at = 0
    only_plain = False
    while at < len(words):
        word = words[at]
        at += 1
        if only_plain or not word.startswith("-") or word == "-":
            plain.append(word)
        elif word == "--":
            only_plain = True
        else:
            name, equals, value = word.partition("=")
            flag = flags.get("--help" if name == "-h" else name)
            if flag is None:
                raise wrong_use("flag-unknown", flag=name, command=command.name)
            if flag.kind == "switch":
                if equals:
                    raise wrong_use("flag-takes-nothing", flag=name)
                arguments.given[flag.name] = True
                continue
            if not equals:
                if at >= len(words) or words[at].startswith("--"):
                    raise wrong_use("flag-value-missing", flag=name)
                value = words[at]
                at += 1
            checked = check(flag, value)
            if flag.many:
                arguments.given.setdefault(flag.name, []).append(checked)
            else:
                arguments.given[flag.name] = checked
    if not arguments.switch("help"):
        place(command, plain, arguments)
    return arguments


def place(command: Command, plain: list[str], arguments: Arguments) -> None:
    """Give the words without dashes their names."""
    for name in command.takes:
        if not plain:
            raise wrong_use("argument-missing", name=name, command=command.name)
        arguments.given[name] = plain.pop(0)
    for name in command.may_take:
        if name.endswith("…"):
            arguments.given[name.rstrip("…")] = plain[:]
            plain.clear()
        elif plain:
            arguments.given[name] = plain.pop(0)
    if plain:
        raise wrong_use("argument-extra", value=plain[0], command=command.name)


def check(flag: Flag, value: str) -> Any:
    if flag.kind == "text":
        return value
    try:
        number = float(value) if flag.kind == "seconds" else int(value)
    except ValueError:
        code = "flag-seconds" if flag.kind == "seconds" else "flag-number"
        raise wrong_use(code, flag=f"--{flag.name}", value=value) from None
    if not flag.least <= number <= flag.most:
        raise wrong_use("flag-range", flag=f"--{flag.name}", value=value, least=flag.least, most=flag.most)
    return number


# --- help ------------------------------------------------------------------------------------------------------------


def usage(console: Console, command: Command) -> str:
    takes = [name.upper() for name in command.takes]
    takes += [f"[{name.upper()}]" for name in command.may_take]
    words = ["roundhouse", command.name, *takes]
    return console.speaker.say("cli.help.usage", line=" ".join([*words, console.speaker.say("cli.help.flags-place")]))


def show_help(console: Console, command: Command) -> None:
    """A command's help: how it is written, what it does, its flags."""
    console.line(usage(console, command))
    console.line()
    console.say(command.key)
    console.line()
    rows = [(flag_words(console, flag), console.speaker.say(flag.key)) for flag in (*command.flags, LANG, HELP)]
    show_rows(console, rows)


def flag_words(console: Console, flag: Flag) -> str:
    if flag.kind == "switch":
        return f"--{flag.name}"
    return f"--{flag.name} {console.speaker.say(f'cli.value.{flag.about or flag.name}')}"


def show_overview(console: Console, commands: Sequence[Command]) -> None:
    """The help of the whole command."""
    console.line(console.speaker.say("cli.help.usage", line=console.speaker.say("cli.help.whole")))
    console.line()
    console.say("cli.help.about")
    console.line()
    show_rows(console, [(command.name, console.speaker.say(f"{command.key}.short")) for command in commands])
    console.line()
    console.say("cli.help.more")


def show_rows(console: Console, rows: Sequence[tuple[str, str]]) -> None:
    wide = max(width_of(left) for left, _ in rows) + 2
    for left, right in rows:
        first, *rest = paragraph(right, console.width - wide - 2)
        console.line(f"  {padded(left, wide)}{first}")
        console.lines(" " * (wide + 2) + each.strip() for each in rest)


__all__ = ["HELP", "JSON", "Arguments", "Command", "Flag", "UsageError", "columns", "find_language", "read"]
