"""A real server killed outright, again and again, amid many matches: is all that it acknowledged still there?

Bots' tables and tables of scripted people run at full tilt; every second or so the server gets SIGKILL and is started
again on the same data. People send the same request with the same number until it is answered; sockets come back and
go on from the number they had reached. In the end every action that was answered has to be in the log once and nothing
else of theirs, every client's journal has to be the server's, every record has to verify, and every match has to have
an end. Speaks to 127.0.0.1 only, ends by itself and takes its servers with it. Exit code 1 where anything differs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.load_client import FRAMES, Copy, Guest, Looked, digest, leaves  # noqa: E402
from bench.load_server import ServerProcess, favour, now, session_members  # noqa: E402
from roundhouse.engine.record import read_record  # noqa: E402
from roundhouse.engine.registry import game_named  # noqa: E402
from roundhouse.engine.replay import differences  # noqa: E402

GAME = "transeuropa"
AGAIN_SECONDS = 0.1
ORPHAN_SECONDS = 5.0
LINE_LOST = (httpx.TransportError, httpx.StreamError)
LIMITS = {
    "requests_per_second": 5000.0,
    "request_burst": 10_000,
    "tables_per_guest": 1000,
    "tables_per_address": 100_000,
    "bot_seats_per_guest": 10_000,
    "sockets_per_guest": 100,
    "sockets_per_address": 1000,
    "new_guests_per_hour": 1000,
    "socket_messages_per_second": 1000.0,
}


@dataclass
class Plan:
    kills: int = 50
    bot_tables: int = 12
    people_tables: int = 12
    spectators: int = 2
    """Open pages at each table besides those of its people."""
    pace: float = 0.05
    between: tuple[float, float] = (0.2, 2.0)
    """Seconds the server lives at least and at most, from its being up."""
    minutes: float = 20.0
    bot: str = "greedy"
    """Sits beside `random`, and thinks in a process of its own."""


@dataclass
class Match:
    table: str
    people: list[Guest]
    pages: list[Page] = field(default_factory=list)
    answered: dict[int, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    """By the number of the entry: which seat, which action."""
    asked_last: dict[int, float] = field(default_factory=dict)
    """When the request was sent that got the answer."""


class Killing:
    def __init__(self, plan: Plan, server: ServerProcess, say: bool) -> None:
        self.plan = plan
        self.server = server
        self.say = say
        self.faults: list[str] = []
        self.matches: list[Match] = []
        self.guests: list[Guest] = []
        self.kills = 0
        self.last = False
        """The kills are done: matches that run are played to their end, and no new ones are made."""
        self.resent = 0
        """Requests that had to be sent more than once."""
        self.repeated = 0
        """Actions that were in the log already when they were sent again: only their answer had been lost."""
        self.returned = 0
        """How often a socket was broken and came back."""
        self.midway = 0
        """Matches that were not over, summed over the kills."""

    def fault(self, text: str) -> None:
        self.faults.append(text)
        if self.say and len(self.faults) <= 20:
            print(f"!! {text}", flush=True)

    async def ask(
        self, guest: Guest, method: str, path: str, body: Any = None, accept: str = "", sent: list[float] | None = None
    ) -> Any:
        """Ask until it is answered; an answer with the code `accept` is that it has been done before. `sent` gets the
        times at which it was asked."""
        first = True
        while True:
            if sent is not None:
                sent.append(now())
            try:
                answer = await guest.client.request(method, path, json=body)
            except LINE_LOST:
                self.resent += first
                first = False
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            if answer.status_code == 503:
                await asyncio.sleep(AGAIN_SECONDS)
                continue
            if answer.status_code < 300:
                return answer.json() if answer.content else None
            error = answer.json()["error"]
            if not first and error["code"] == accept:
                return None
            raise RuntimeError(f"{method} {path} {body}: {answer.status_code} {error}")

    # --- the matches -----------------------------------------------------------------------------------------------

    async def stand(self, number: int) -> None:
        """One match after the other until the kills are done."""
        people = number < self.plan.people_tables
        while not self.last:
            match = await self.make(self.guests[2 * number : 2 * number + (2 if people else 1)], people)
            self.matches.append(match)
            readers = [asyncio.create_task(page.read_on()) for page in match.pages]
            players = [asyncio.create_task(page.play_on()) for page in match.pages if page.seat >= 0]
            try:
                for page in match.pages:
                    await page.over.wait()
                # A player whose last answer was lost asks for it still.
                await asyncio.gather(*players)
            finally:
                for task in [*readers, *players]:
                    task.cancel()
                results = await asyncio.gather(*readers, *players, return_exceptions=True)
            for result in results:
                if isinstance(result, Exception):
                    raise result

    async def make(self, guests: list[Guest], people: bool) -> Match:
        host = guests[0]
        settings = {"pace": self.plan.pace, "undo_wait": 0}
        body = {"game": GAME, "seats": 4, "fill": "random", "first_seat": 0, "settings": settings}
        table = str((await self.ask(host, "POST", "/api/tables", body))["room"]["id"])
        seats = f"/api/tables/{table}/seats"
        await self.ask(host, "PUT", f"{seats}/3", {"kind": "bot", "bot": self.plan.bot})
        match = Match(table, guests if people else [])
        if people:
            await self.ask(host, "PUT", f"{seats}/1", {"kind": "open"})
            await self.ask(guests[1], "POST", f"/api/tables/{table}/join", {"seat": 1}, accept="already-seated")
        else:
            await self.ask(host, "PUT", f"{seats}/0", {"kind": "bot", "bot": "random"})
        match.pages = [Page(self, match, guest, seat) for seat, guest in enumerate(match.people)]
        match.pages += [Page(self, match, None, -1) for _ in range(self.plan.spectators)]
        await self.ask(host, "POST", f"/api/tables/{table}/start", {}, accept="table-running")
        return match

    # --- killing ---------------------------------------------------------------------------------------------------

    async def kill_on(self) -> None:
        while self.kills < self.plan.kills:
            answered = self.answered()
            await asyncio.sleep(random.uniform(*self.plan.between))
            # It has to have played since the kill before, or nothing is proved.
            while self.answered() == answered:
                await asyncio.sleep(AGAIN_SECONDS)
            session = self.server.pid
            running = sum(not all(page.copy.over for page in match.pages) for match in self.matches)
            self.midway += running
            self.server.kill()
            self.kills += 1
            await asyncio.to_thread(self.server.start)
            await self.need_no_orphans(session)
            if self.say and self.kills % 10 == 0:
                print(f"{self.kills} kills, {len(self.matches)} matches, {self.answered()} answers", flush=True)
        self.last = True

    async def need_no_orphans(self, session: int) -> None:
        """The processes that bots thought in go when their server is no more."""
        until = time.monotonic() + ORPHAN_SECONDS
        while left := session_members(session):
            if time.monotonic() > until:
                self.fault(f"processes outlived their server: {left}")
                for pid in left:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                return
            await asyncio.sleep(0.1)

    def answered(self) -> int:
        return sum(len(match.answered) for match in self.matches)

    async def run(self) -> list[str]:
        self.server.start()
        stands = self.plan.people_tables + self.plan.bot_tables
        for number in range(2 * stands):
            guest = Guest(self.server.base, number)
            await guest.arrive()
            self.guests.append(guest)
        killer = asyncio.create_task(self.kill_on())
        tasks = [killer, *(asyncio.create_task(self.stand(number)) for number in range(stands))]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        for match in self.matches:
            await self.compare(match)
        for guest in self.guests:
            await guest.client.aclose()
        code = self.server.end(signal.SIGTERM)
        if code != 0:
            self.fault(f"the server ended with {code}")
        self.compare_logs()
        return self.faults

    # --- what must hold --------------------------------------------------------------------------------------------

    async def compare(self, match: Match) -> None:
        """The journals of all its clients, and the record."""
        for page in match.pages:
            client = self.guests[0].client if page.guest is None else page.guest.client
            if page.guest is None:
                client = httpx.AsyncClient(base_url=self.server.base, trust_env=False)
            answer = await client.get(f"/api/tables/{match.table}?since=-1")
            if page.guest is None:
                await client.aclose()
            position = msgspec.json.decode(answer.content, type=Looked).position
            lines = position.journal.lines
            if not position.over or not page.copy.over:
                self.fault(f"{match.table} has no end")
            if (position.seq, len(lines), digest(lines)) != (page.copy.seq, page.copy.lines, page.copy.digest):
                self.fault(f"{match.table}, seat {page.seat}: the client's journal is not the server's")
        answer = await self.guests[0].client.get(f"/api/tables/{match.table}/record")
        record = read_record(answer.content)
        for difference in differences(game_named(GAME), record):
            self.fault(f"{match.table}: its record says {difference}")
        for seq, (seat, action) in match.answered.items():
            entry = record.log[seq - 1]
            if entry.seat != seat or entry.action != action:
                self.fault(f"{match.table}: entry {seq} was acknowledged as {action} of seat {seat}, it is {entry}")

    def compare_logs(self) -> None:
        """What people asked for, as the database has it: all of it acknowledged, each once."""
        path = self.server.data / "roundhouse.sqlite3"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            if database.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                self.fault("the database is not sound")
            for match in self.matches:
                rows = database.execute(
                    'SELECT seq, seat, forced, at FROM log WHERE "table" = ? ORDER BY seq', (match.table,)
                ).fetchall()
                self.repeated += sum(at < match.asked_last.get(seq, 0.0) for seq, _, _, at in rows)
                if [seq for seq, *_ in rows] != list(range(1, len(rows) + 1)):
                    self.fault(f"{match.table}: the numbers of its log have gaps")
                theirs = {seq for seq, seat, forced, _ in rows if seat < len(match.people) and not forced}
                if theirs != set(match.answered):
                    self.fault(f"{match.table}: entries {sorted(theirs ^ set(match.answered))} lost or doubled")


class Page:
    """A client: its socket comes back as often as it breaks; a player's sends moves until they are answered."""

    def __init__(self, killing: Killing, match: Match, guest: Guest | None, seat: int) -> None:
        self.killing = killing
        self.match = match
        self.guest = guest
        self.seat = seat
        self.copy = Copy()
        self.over = asyncio.Event()
        self.prompt: tuple[int, dict[str, Any]] | None = None
        self.asked = asyncio.Event()

    async def read_on(self) -> None:
        """Watch, and after every break watch again from where it had got to."""
        headers = {"Cookie": self.guest.cookie} if self.guest is not None else {}
        address = self.killing.server.base.replace("http", "ws") + "/api/live"
        while not self.over.is_set():
            open_now = False
            try:
                async with connect(
                    address,
                    additional_headers=headers,
                    compression=None,
                    ping_interval=None,
                    max_size=2**22,
                    proxy=None,
                ) as socket:
                    open_now = True
                    watch = {"type": "watch", "table": self.match.table, "since": self.copy.seq}
                    await socket.send(msgspec.json.encode(watch).decode())
                    while not self.over.is_set():
                        self.hear(await socket.recv(decode=False))
            except (OSError, WebSocketException, TimeoutError):
                self.killing.returned += open_now
                await asyncio.sleep(AGAIN_SECONDS)

    def hear(self, data: bytes) -> None:
        frame = FRAMES.decode(data)
        if frame.type == "refused" or frame.type == "gone":
            self.killing.fault(f"{self.match.table}: a client was told {frame.type}: {frame.error}")
        if frame.type != "position" or frame.position is None:
            return
        position, copy = frame.position, self.copy
        journal = position.journal
        if journal.whole and copy.seq < 0:
            copy.seq = journal.first
        elif journal.whole or journal.first != copy.seq or journal.to < copy.seq:
            self.killing.fault(
                f"{self.match.table}: had {copy.seq}, was continued from {journal.first} to {journal.to}"
            )
        copy.digest = digest(journal.lines, copy.digest)
        copy.lines += len(journal.lines)
        copy.seq = journal.to
        if position.prompt is not None:
            self.prompt = position.seq, position.prompt
            self.asked.set()
        if position.over:
            copy.over = True
            self.over.set()
            self.asked.set()

    async def play_on(self) -> None:
        """Play something of what is asked, at once; and the very same again until there is an answer."""
        assert self.guest is not None
        done = -1
        while not self.over.is_set():
            await self.asked.wait()
            self.asked.clear()
            if self.prompt is None or self.prompt[0] <= done:
                continue
            seq, prompt = self.prompt
            action = random.choice(leaves(prompt))
            body = {"seat": self.seat, "seq": seq, "action": action, "final": True}
            path = f"/api/tables/{self.match.table}/actions"
            sent: list[float] = []
            accepted = (await self.killing.ask(self.guest, "POST", path, body, sent=sent))["accepted"]
            if accepted in self.match.answered:
                self.killing.fault(f"{self.match.table}: entry {accepted} was acknowledged twice")
            self.match.answered[accepted] = self.seat, action
            self.match.asked_last[accepted] = sent[-1]
            done = seq


async def killed(plan: Plan, folder: Path, say: bool = False, level: int = 0) -> Killing:
    """Play, kill, compare; what was found is in `faults`. No server is left running, whatever happens."""
    server = ServerProcess(folder / "data", LIMITS, level=level)
    killing = Killing(plan, server, say)
    if level:
        favour(os.getpid(), level)
    try:
        async with asyncio.timeout(plan.minutes * 60):
            await killing.run()
    finally:
        server.end(signal.SIGKILL)
    return killing


async def main_on(words: argparse.Namespace) -> int:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    plan = Plan(kills=words.kills, bot_tables=words.tables // 2, people_tables=words.tables - words.tables // 2)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="roundhouse-kill-") as folder:
        killing = await killed(plan, Path(folder), say=True, level=words.favour)
        log = (Path(folder) / "server.log").read_text().splitlines()
    faults = [line for line in log if '"level":"error"' in line]
    for line in faults[:5]:
        print(line[:600])
    midway = killing.midway / killing.kills
    print(f"{killing.kills} kills in {time.monotonic() - began:.0f} s, {midway:.1f} matches midway at each")
    print(
        f"{len(killing.matches)} matches, {killing.answered()} moves of people acknowledged; "
        f"{killing.resent} requests sent again ({killing.repeated} actions of them were in the log already), "
        f"{killing.returned} times a socket broke and came back"
    )
    print("nothing lost, nothing doubled" if not killing.faults else f"{len(killing.faults)} faults")
    return 1 if killing.faults or faults else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--tables", type=int, default=24, help="half of them people's, half of bots alone")
    parser.add_argument("--favour", type=int, default=0, help="autogroup level on a shared machine, e.g. -15 (root)")
    words = parser.parse_args()
    if not (1 <= words.kills <= 500 and 1 <= words.tables <= 100):
        parser.error("1 to 500 kills, 1 to 100 tables")
    try:
        return asyncio.run(main_on(words))
    except asyncio.CancelledError:
        print("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
