"""A table in the terminal: what the person is shown, asked, and may type."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roundhouse.bots.bot import RANDOM, bots_for
from roundhouse.cli.common import write_file
from roundhouse.cli.console import Console
from roundhouse.cli.games import show_rules
from roundhouse.cli.menu import Entry, entries_of, found, plain, value_keys
from roundhouse.engine.chance import Stream, numbered_seed
from roundhouse.engine.match import Match
from roundhouse.engine.prompt import Choice
from roundhouse.engine.record import write_record
from roundhouse.engine.refusal import RefusalError
from roundhouse.engine.state import NOBODY
from roundhouse.text.board import board_text, choice_text, journal_text, outcome_text, prompt_text
from roundhouse.text.layout import columns
from roundhouse.text.safe import safe
from roundhouse.text.speech import Speaker

MOST_LISTED: Final = 120
"""More choices than that are not listed unasked."""
MOST_REASONS: Final = 3
COMMANDS: Final = ("help", "board", "list", "rules", "why", "undo", "save", "quit")
KEPT_FOR_PLAYING: Final = 2
LEFT_EARLY: Final = 0
INPUT_ENDED: Final = 2


class Table:
    """One person's table. `run` plays to the end, or until the person leaves, and gives the exit code."""

    def __init__(self, console: Console, match: Match, seat: int, names: list[str]) -> None:
        self.console = console
        self.match = match
        self.seat = seat
        self.speaker = Speaker(console.language, match.game, names, seat, match.configuration.options)
        self.bots = bots_for(match.game)
        self.told = 0
        self.shown_at = -1
        """How long the log was when the board was last shown unasked."""
        self.words = self.command_words()
        self.leaving: int | None = None
        self.entries: list[Entry] = []
        self.menu: list[Entry] = []

    def command_words(self) -> dict[str, str]:
        """What may be typed for each command: the English word always, and those of the language."""
        words: dict[str, str] = {}
        for command in COMMANDS:
            for word in (command, *self.speaker.say(f"play.command.{command}").split(",")):
                words[plain(word)] = command
        return words

    # --- the match -------------------------------------------------------------------------------------------------

    def run(self) -> int:
        self.welcome()
        while not self.match.over():
            if self.seat in self.match.state.deciders():
                self.turn()
                if self.leaving is not None:
                    return self.leave()
            else:
                self.bot_plays(self.match.state.next_decider())
        self.tell_news()
        outcome = self.match.outcome()
        if outcome is not None:
            self.console.line()
            for line in outcome_text(self.speaker, outcome):
                self.console.wrapped(line)
        self.offer_to_save()
        return 0

    def bot_plays(self, seat: int) -> None:
        player = self.match.players[seat] if seat < len(self.match.players) else None
        kind = RANDOM if player is None or player.bot not in self.bots else player.bot
        seed = int(player.seed, 16) if player is not None and player.seed else seat
        # A stream for each move: a match that was saved goes on as it would have gone on.
        stream = Stream(numbered_seed(seed, "move", len(self.match.log)))
        self.match.play_integer(seat, self.bots[kind].act(self.match.state, seat, stream))

    def turn(self) -> None:
        """Ask until something is played, or the person leaves."""
        self.tell_news()
        state = self.match.state
        prompt = state.prompt(self.seat)
        if prompt is None:
            return
        last = self.match.log[-1].seat if self.match.log else NOBODY
        if last != self.seat and self.shown_at != len(self.match.log):
            self.shown_at = len(self.match.log)
            self.show_board()
        self.console.line()
        for line in prompt_text(self.speaker, prompt):
            self.console.wrapped(line)
        action = self.choose(prompt.choices)
        if action is not None:
            self.match.play_integer(self.seat, action)

    # --- choosing --------------------------------------------------------------------------------------------------

    def choose(self, choices: list[Choice], inside: bool = False) -> int | None:
        """From the tree of choices to an action; None to be asked anew, or where the person leaves."""
        self.entries = list(entries_of(self.speaker, choices))
        self.menu = []
        self.show_menu(choices)
        while True:
            answer = self.console.ask("> ")
            if answer is None:
                self.leaving = LEFT_EARLY if self.console.interactive() else INPUT_ENDED
                return None
            answer = safe(answer)
            if not answer:
                continue
            word, _, rest = answer.partition(" ")
            command = "help" if word == "?" else self.words.get(plain(word))
            if command == "undo" and inside:
                # Nothing is played yet: just one step back to the choice before.
                return None
            if command is not None and self.commanded(command, rest.strip()):
                return None
            if command is not None:
                continue
            entry = self.meant(answer)
            if entry is None:
                continue
            if entry.action is not None:
                return entry.action
            self.console.line()
            self.console.wrapped(entry.text)
            return self.choose(entry.choices, inside=True)

    def show_menu(self, choices: list[Choice]) -> None:
        """The choices with their numbers, where they aren't too many."""
        number = 0
        for choice in choices:
            count = len(choice.choices) if choice.kind == "verb" and choice.choices else 1
            group = self.entries[number : number + count]
            number += count
            if choice.kind == "verb" and choice.choices:
                self.console.wrapped(self.speaker.say("play.verb", verb=choice_text(self.speaker, choice)))
                if count > MOST_LISTED:
                    example = min(group, key=lambda entry: (entry.text[0].isdecimal(), entry.text)).text
                    self.console.wrapped(self.speaker.say("play.too-many", count=count, example=example), 2)
                    continue
            self.list_entries(group)

    def list_entries(self, entries: list[Entry]) -> None:
        """Number these and show them; a number typed from now on means one of those shown."""
        start = len(self.menu)
        self.menu += entries
        wide = len(str(start + len(entries)))
        lines = [f"{start + place + 1:>{wide}} {entry.text}" for place, entry in enumerate(entries)]
        self.console.lines(columns(lines, self.console.width, 2))

    def meant(self, answer: str) -> Entry | None:
        """The one entry that is meant, or None after saying why there isn't just one."""
        if answer.isdecimal():
            number = int(answer) if len(answer) < 6 else 0
            if 1 <= number <= len(self.menu):
                return self.menu[number - 1]
            if not found(self.entries, answer):
                self.console.say("play.no-number", number=safe(answer, 12), most=len(self.menu))
                return None
        matches = found(self.entries, answer)
        first, _, rest = answer.partition(" ")
        if not matches and rest:
            # `lay paris-12.6`: the verb may stand before the thing.
            verbs = {entry.verb for entry in self.entries if plain(entry.verb).startswith(plain(first))}
            matches = found([entry for entry in self.entries if entry.verb in verbs], rest)
        if len(matches) == 1:
            return matches[0]
        if not matches:
            reasons = self.reasons(answer)
            if reasons:
                for reason in reasons:
                    self.console.wrapped(reason)
            else:
                self.console.say("play.not-understood", text=answer)
            return None
        if len(matches) > MOST_LISTED:
            self.console.say("play.too-many-begin", count=len(matches), text=answer)
            return None
        self.console.say("play.which", count=len(matches))
        self.menu = []
        self.list_entries(matches)
        return None

    # --- commands --------------------------------------------------------------------------------------------------

    def commanded(self, command: str, rest: str) -> bool:
        """Do what was asked. True if the question before it is no longer open."""
        run: Callable[[str], bool] = getattr(self, f"do_{command}")
        try:
            return run(rest)
        except RefusalError as error:
            self.console.wrapped(self.speaker.refusal(error.refusal))
            return False

    def do_help(self, rest: str) -> bool:
        self.console.say("play.help")
        for command in COMMANDS:
            word = self.speaker.say(f"play.command.{command}").partition(",")[0]
            self.console.wrapped(self.speaker.say(f"play.help.{command}", word=word), 2)
        if self.speaker.knows("help"):
            self.console.line()
            self.console.wrapped(self.speaker.say("help"))
        return False

    def do_board(self, rest: str) -> bool:
        self.show_board()
        return False

    def do_list(self, rest: str) -> bool:
        self.menu = []
        self.list_entries(found(self.entries, rest) if rest else self.entries)
        if not self.menu:
            self.console.say("play.not-understood", text=rest)
        return False

    def do_rules(self, rest: str) -> bool:
        show_rules(self.console, self.match.game, rest)
        return False

    def do_why(self, rest: str) -> bool:
        if not rest:
            self.console.say("play.why-what")
            return False
        if rest.isdecimal() and 1 <= int(rest[:6]) <= len(self.menu):
            self.console.say("play.why-legal")
            return False
        for line in self.reasons(rest) or [self.speaker.say("play.not-understood", text=rest)]:
            self.console.wrapped(line)
        return False

    def do_undo(self, rest: str) -> bool:
        to = self.match.free_undo(self.seat)
        if to is None:
            self.console.say("play.undo-barred")
            return False
        self.match.undo(self.seat, to)
        return True

    def do_save(self, rest: str) -> bool:
        if not rest:
            self.console.say("play.save-where")
            return False
        self.save(rest)
        return False

    def do_quit(self, rest: str) -> bool:
        self.leaving = LEFT_EARLY
        return True

    def reasons(self, text: str) -> list[str]:
        """Why what was typed can't be played, each reason once; or that it can be. Empty if it names nothing."""
        wanted = plain(text)
        state, game = self.match.state, self.match.game
        offered = {game.decode(state, self.seat, action)["type"] for action in state.legal_actions(self.seat)}
        # What could be done now in another place comes first, then what is called just so.
        named: dict[tuple[bool, bool], list[int]] = {}
        for action in game.outside_actions(state, self.seat):
            try:
                value = game.decode(state, self.seat, action)
                keys = value_keys(self.speaker, value)
            except (LookupError, ValueError, RefusalError):
                # Some of these integers stand for nothing at all here.
                continue
            if any(key.startswith(wanted) for key in keys):
                named.setdefault((value["type"] not in offered, wanted not in keys), []).append(action)
        if not named:
            return []
        lines: list[str] = []
        for action in named[min(named)]:
            refusal = state.refusal(self.seat, action)
            line = self.speaker.say("play.why-legal") if refusal is None else self.speaker.refusal(refusal)
            if line not in lines:
                lines.append(line)
        if len(lines) > MOST_REASONS:
            return [*lines[:MOST_REASONS], self.speaker.say("play.more-reasons", count=len(lines) - MOST_REASONS)]
        return lines

    # --- showing ---------------------------------------------------------------------------------------------------

    def welcome(self) -> None:
        self.console.line(self.speaker.say("title"))
        self.console.wrapped(self.speaker.say("about"))
        rivals = [seat for seat in range(self.match.state.seats) if seat != self.seat]
        kinds = sorted({player.bot for player in self.match.players if player.bot})
        self.console.say("play.welcome", names=self.speaker.listed([self.speaker.name(seat) for seat in rivals]))
        if kinds:
            self.console.say("play.bots", kinds=kinds)
        self.console.say("play.hint")
        self.told = len(self.match.journal.entries)

    def show_board(self) -> None:
        self.console.line()
        view = self.match.state.view(self.seat)
        self.console.lines(board_text(self.speaker, self.match.game.board_lines(view), self.console.width))

    def tell_news(self) -> None:
        """What happened since the person last looked."""
        news = self.match.journal.told_to(self.seat, self.told)
        self.told = len(self.match.journal.entries)
        if news:
            self.console.line()
        for line in journal_text(self.speaker, news):
            self.console.wrapped(line)

    # --- the end ---------------------------------------------------------------------------------------------------

    def leave(self) -> int:
        code = self.leaving or LEFT_EARLY
        if code == INPUT_ENDED:
            self.console.say("play.input-ended")
            return code
        self.offer_to_save()
        self.console.say("play.bye")
        return code

    def offer_to_save(self) -> None:
        if not self.console.interactive():
            return
        while True:
            answer = self.console.ask(self.speaker.say("play.offer-to-save") + " ")
            if answer is None or not answer.strip():
                return
            try:
                self.save(answer.strip())
                return
            except RefusalError as error:
                self.console.wrapped(self.speaker.refusal(error.refusal))

    def save(self, path: str) -> None:
        saved = write_file(path, write_record(self.match.record()))
        self.console.say("play.saved" if self.match.over() else "play.saved-open", file=str(saved))
