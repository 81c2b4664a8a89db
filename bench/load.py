"""500 live tables of bots, 2,000 open sockets: how long a move takes to its watchers, its cost, whether all is whole.

Starts a server of its own in a temporary folder, speaks to 127.0.0.1 only, ends by itself and takes the server with it.
A move's way is timed by one clock: from the time the server wrote beside the entry in its log (before the commit) until
a client had read it. Every client puts the journal together from what it was sent; at the end that is compared with the
server's. Exit code 1 where a client's journal differs, or a bound was not kept.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
from array import array
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from bench.load_client import FRAMES, Copy, Guest, Looked, Position, digest, leaves  # noqa: E402
from bench.load_server import ServerProcess, favour, machine_seconds, now, percentile  # noqa: E402

SEATS = 3
TABLES_A_GUEST = 20
"""With three seats a table that is just what one guest may have by the product's own limits."""
PING_SECONDS = 30.0
FETCHING = 8
MOST_MILLISECONDS = 250.0
MOST_GROWTH = 0.05


@dataclass
class Figures:
    """What was seen, in arrays: some hundred thousand moves are received."""

    tables: list[str] = field(default_factory=list)
    table: array[int] = field(default_factory=lambda: array("i"))
    seq: array[int] = field(default_factory=lambda: array("i"))
    at: array[float] = field(default_factory=lambda: array("d"))
    own: array[int] = field(default_factory=lambda: array("b"))
    posts: list[tuple[str, int, float, float]] = field(default_factory=list)
    """Table, the entry's number, sent at, answered at."""
    frames: int = 0
    octets: int = 0
    faults: list[str] = field(default_factory=list)
    memory: list[tuple[float, int]] = field(default_factory=list)
    least_live: int = 1 << 30
    wakes: list[float] = field(default_factory=list)
    """How late this program itself woke up: what of the times is its own."""

    def fault(self, text: str) -> None:
        self.faults.append(text)
        if len(self.faults) <= 20:
            print(f"!! {text}", flush=True)


class Viewer:
    """One open page: it watches one table after the other."""

    def __init__(self, figures: Figures, cookie: str) -> None:
        self.figures = figures
        self.cookie = cookie
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.number = -1
        self.table = ""
        self.copy = Copy()
        self.copies: dict[str, Copy] = {}
        self.over = asyncio.Event()
        self.asked: asyncio.Queue[tuple[int, dict[str, Any]]] = asyncio.Queue()
        self.closing = False

    async def open(self, base: str) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.socket = await connect(
            base.replace("http", "ws") + "/api/live",
            additional_headers=headers,
            compression=None,
            ping_interval=None,
            max_size=2**22,
            proxy=None,
        )
        self.reader = asyncio.create_task(self.read())

    async def say(self, **message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def watch(self, number: int, table: str) -> None:
        if self.table:
            await self.say(type="unwatch", table=self.table)
        self.over.clear()
        self.number, self.table, self.copy = number, table, Copy()
        self.copies[table] = self.copy
        await self.say(type="watch", table=table, since=-1)

    async def read(self) -> None:
        assert self.socket is not None
        try:
            while True:
                data = await self.socket.recv(decode=False)
                at = now()
                self.figures.frames += 1
                self.figures.octets += len(data)
                frame = FRAMES.decode(data)
                if frame.type == "position" and frame.position is not None and frame.table == self.table:
                    self.keep(frame.position, at)
                elif frame.type in ("refused", "closing") or (frame.type == "gone" and frame.table == self.table):
                    self.figures.fault(f"a client was told {frame.type}: {frame.error}")
        except ConnectionClosed as error:
            if not self.closing:
                self.figures.fault(f"a line was closed: {error}")

    def keep(self, position: Position, at: float) -> None:
        journal, copy, figures = position.journal, self.copy, self.figures
        if journal.whole:
            copy.seq, copy.lines, copy.digest = journal.first, 0, b""
        elif journal.first != copy.seq:
            figures.fault(f"a journal has a gap: had {copy.seq}, was continued from {journal.first}")
        for seq in range(max(0, copy.seq) + 1, journal.to + 1):
            figures.table.append(self.number)
            figures.seq.append(seq)
            figures.at.append(at)
            figures.own.append(position.seat >= 0)
        copy.digest = digest(journal.lines, copy.digest)
        copy.lines += len(journal.lines)
        copy.seq = journal.to
        if position.prompt is not None:
            self.asked.put_nowait((position.seq, position.prompt))
        if position.over:
            copy.over = True
            self.over.set()

    async def close(self) -> None:
        self.closing = True
        if self.socket is not None:
            await self.socket.close()
        if self.reader is not None:
            self.reader.cancel()


class Load:
    def __init__(self, words: argparse.Namespace, server: ServerProcess) -> None:
        self.words = words
        self.server = server
        self.figures = Figures()
        self.guests: list[Guest] = []
        self.viewers: list[list[Viewer]] = []
        self.lobby = Viewer(self.figures, "")
        self.live: set[str] = set()
        self.making = asyncio.Semaphore(4)
        self.stopping = False

    # --- the tables ------------------------------------------------------------------------------------------------

    async def stand(self, number: int) -> None:
        """One of the live tables; when its match is over, a new one takes its place."""
        await asyncio.sleep(self.words.ramp * number / self.words.tables)
        guest = self.guests[number // TABLES_A_GUEST]
        person = number % TABLES_A_GUEST == 0
        viewers = self.viewers[number]
        for viewer in viewers:
            await viewer.open(self.server.base)
        while True:
            async with self.making:
                table = await self.make(guest, person)
            index = len(self.figures.tables)
            self.figures.tables.append(table)
            for viewer in viewers:
                await viewer.watch(index, table)
            await guest.ask("POST", f"/api/tables/{table}/start", {"contribution": f"{random.random()}"})
            self.live.add(table)
            player = asyncio.create_task(self.play(guest, table, viewers[0])) if person else None
            try:
                for viewer in viewers:
                    await viewer.over.wait()
            finally:
                self.live.discard(table)
                if player is not None:
                    player.cancel()

    async def make(self, guest: Guest, person: bool) -> str:
        body = {"game": "transeuropa", "seats": SEATS, "fill": "random", "settings": {"pace": self.words.pace}}
        room = (await guest.ask("POST", "/api/tables", body))["room"]
        table = str(room["id"])
        if not person:
            await guest.ask("PUT", f"/api/tables/{table}/seats/0", {"kind": "bot", "bot": "random"})
        return table

    async def play(self, guest: Guest, table: str, viewer: Viewer) -> None:
        """A person: looks at what is asked for as long as the bots do, then plays something of it."""
        done = -1
        while True:
            seq, prompt = await viewer.asked.get()
            if viewer.table != table or seq <= done:
                continue
            await asyncio.sleep(self.words.pace)
            if self.stopping:
                return
            action = random.choice(leaves(prompt))
            sent = now()
            told = await guest.ask("POST", f"/api/tables/{table}/actions", {"seat": 0, "seq": seq, "action": action})
            self.figures.posts.append((table, told["accepted"], sent, now()))
            done = seq

    # --- looking on ------------------------------------------------------------------------------------------------

    async def ping(self) -> None:
        while True:
            await asyncio.sleep(PING_SECONDS / 10)
            every = [viewer for viewers in self.viewers for viewer in viewers if viewer.socket is not None]
            every.append(self.lobby)
            part = int(time.monotonic() / (PING_SECONDS / 10)) % 10
            for viewer in every[part::10]:
                with suppress(ConnectionClosed):
                    await viewer.say(type="ping", at=1)

    async def wake(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.1)
            self.figures.wakes.append(time.monotonic() - before - 0.1)

    async def look_on(self, began: float, seconds: float) -> None:
        minute = 0
        while (passed := time.monotonic() - began) < seconds:
            if passed >= minute * 60:
                health = (await self.guests[0].client.get("/health")).json()
                memory = self.server.memory()
                self.figures.memory.append((passed / 60, memory))
                print(
                    f"minute {minute}: {memory / 2**20:.1f} MiB, {len(self.live)} live, {health['sockets']} sockets, "
                    f"{self.figures.frames} frames, load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
                minute += 1
            self.figures.least_live = min(self.figures.least_live, len(self.live))
            await asyncio.sleep(0.5)
        self.figures.memory.append((seconds / 60, self.server.memory()))

    # --- the run ---------------------------------------------------------------------------------------------------

    async def run(self) -> int:
        words = self.words
        base = self.server.base
        for number in range(-(-words.tables // TABLES_A_GUEST)):
            guest = Guest(base, number)
            await guest.arrive()
            self.guests.append(guest)
        for number in range(words.tables):
            own = self.guests[number // TABLES_A_GUEST].cookie if number % TABLES_A_GUEST == 0 else ""
            each = words.sockets // words.tables
            self.viewers.append([Viewer(self.figures, own if first == 0 else "") for first in range(each)])
        await self.lobby.open(base)
        await self.lobby.say(type="lobby")
        tasks = [asyncio.create_task(self.stand(number)) for number in range(words.tables)]
        helpers = [asyncio.create_task(self.ping()), asyncio.create_task(self.wake())]
        try:
            while len(self.live) < words.tables:
                ended = [task for task in tasks if task.done()]
                if ended:
                    ended[0].result()
                await asyncio.sleep(0.2)
            await asyncio.sleep(1.0)
            print(f"{words.tables} tables are live", flush=True)
            self.figures.wakes.clear()
            start = self.spent()
            first, began = now(), time.monotonic()
            await self.look_on(began, words.minutes * 60)
            last, spent = now(), [after - before for before, after in zip(start, self.spent(), strict=True)]
            self.stopping = True
        finally:
            for task in [*tasks, *helpers]:
                task.cancel()
            ended_with = await asyncio.gather(*tasks, *helpers, return_exceptions=True)
        for error in ended_with:
            if isinstance(error, Exception):
                self.figures.fault(f"{type(error).__name__}: {error}")
        await self.settle()
        await self.compare()
        await self.lobby.close()
        for guest in self.guests:
            await guest.client.aclose()
        code = self.server.end(signal.SIGTERM)
        if code != 0:
            self.figures.fault(f"the server ended with {code}")
        return self.report(first, last, spent)

    def spent(self) -> list[float]:
        used = resource.getrusage(resource.RUSAGE_SELF)
        return [self.server.seconds(), used.ru_utime + used.ru_stime, *machine_seconds()]

    async def settle(self) -> None:
        """Nobody watches any more, so bots pause; what was on its way arrives."""
        for viewers in self.viewers:
            for viewer in viewers:
                with suppress(ConnectionClosed):
                    await viewer.say(type="unwatch", table=viewer.table)
        await asyncio.sleep(2.0)
        for viewers in self.viewers:
            await asyncio.gather(*(viewer.close() for viewer in viewers))

    async def compare(self) -> None:
        """Each client's journal beside the server's own, of every table there was."""
        visitor = httpx.AsyncClient(base_url=self.server.base, timeout=30.0, trust_env=False)
        gate = asyncio.Semaphore(FETCHING)
        compared = behind = 0

        async def of_table(table: str, viewers: list[Viewer], client: httpx.AsyncClient) -> None:
            nonlocal compared, behind
            async with gate:
                answer = await client.get(f"/api/tables/{table}?since=-1")
            position = msgspec.json.decode(answer.content, type=Looked).position
            for viewer in viewers:
                copy = viewer.copies[table]
                compared += 1
                # A match that ran on for a moment after this client had left: the beginning is what it must have.
                had = [line for line in position.journal.lines if line["seq"] <= copy.seq]
                if position.over != copy.over or position.seq != copy.seq:
                    behind += 1
                    if copy.over or position.seq > copy.seq + 2 * SEATS:
                        self.figures.fault(f"{table}: a client ends at {copy.seq}, the server at {position.seq}")
                if len(had) != copy.lines or digest(had) != copy.digest:
                    self.figures.fault(f"{table}: a client's journal is not the server's")

        jobs = []
        for number, viewers in enumerate(self.viewers):
            guest = self.guests[number // TABLES_A_GUEST]
            for table in viewers[0].copies:
                if viewers[0].cookie:
                    jobs.append(of_table(table, viewers[:1], guest.client))
                jobs.append(of_table(table, viewers[1:] if viewers[0].cookie else viewers, visitor))
        for error in await asyncio.gather(*jobs, return_exceptions=True):
            if isinstance(error, BaseException):
                self.figures.fault(f"comparing: {type(error).__name__}: {error}")
        await visitor.aclose()
        self.compared, self.behind = compared, behind

    # --- what it comes to ------------------------------------------------------------------------------------------

    def report(self, first: float, last: float, spent: list[float]) -> int:
        figures, words = self.figures, self.words
        with closing(sqlite3.connect(f"file:{self.server.data / 'roundhouse.sqlite3'}?mode=ro", uri=True)) as database:
            stamps = {(table, seq): at for table, seq, at in database.execute('SELECT "table", seq, at FROM log')}
        moves = sum(first <= at < last for at in stamps.values())
        # The same entry at each of its clients.
        delays: list[float] = []
        own: list[float] = []
        others: list[float] = []
        posted = {(table, seq): (sent, answered) for table, seq, sent, answered in figures.posts}
        for number, seq, at, mine in zip(figures.table, figures.seq, figures.at, figures.own, strict=True):
            key = figures.tables[number], seq
            if key not in stamps:
                figures.fault(f"{key} was told and is not in the log")
                continue
            if not first <= stamps[key] < last:
                continue
            delays.append((at - stamps[key]) * 1000)
            if key in posted:
                (own if mine else others).append((at - posted[key][0]) * 1000)
        answers = [(answered - sent) * 1000 for _, _, sent, answered in figures.posts if first <= sent < last]
        seconds = last - first
        server, ours, busy, had = spent
        print(f"machine: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
        print(
            f"{words.tables} tables (least live {figures.least_live}), {words.sockets} sockets, {seconds:.0f} s: "
            f"{moves} moves ({moves / seconds:.0f}/s), {len(delays)} received, {len(figures.tables)} matches, "
            f"{len(figures.tables) - words.tables} of them in the place of finished ones"
        )
        worst = 0.0
        for name, values in (
            ("appended → client has it", delays),
            ("POST → answer", answers),
            ("POST → own socket", own),
            ("POST → others' sockets", others),
        ):
            values.sort()
            worst = max(worst, percentile(values, 0.99))
            print(
                f"{name}: p50 {percentile(values, 0.5):.1f}, p95 {percentile(values, 0.95):.1f}, "
                f"p99 {percentile(values, 0.99):.1f}, most {percentile(values, 1):.1f} ms of {len(values)}"
            )
        wakes = sorted(1000 * each for each in figures.wakes)
        print(f"this program's own lateness: p50 {percentile(wakes, 0.5):.1f}, p99 {percentile(wakes, 0.99):.1f} ms")
        print(
            f"processor: server {server / seconds:.0%} of a core, this program {ours / seconds:.0%}, "
            f"others on the machine {(busy - server - ours) / seconds:.0%} (it has {had / seconds:.1f} cores)"
        )
        print(f"frames: {figures.frames}, {figures.octets / max(1, figures.frames) / 1024:.1f} KiB each")
        print(f"journals compared: {self.compared}, of these {self.behind} left before their table's last move")
        if worst > MOST_MILLISECONDS:
            figures.fault(f"p99 is {worst:.0f} ms")
        third = next((memory for minute, memory in figures.memory if minute >= 3), 0)
        growth = figures.memory[-1][1] / third - 1 if third else 0.0
        print(
            "memory: " + ", ".join(f"{minute:.0f}: {memory / 2**20:.1f}" for minute, memory in figures.memory) + " MiB"
        )
        if third:
            print(f"memory at the end beside minute 3: {growth:+.1%}")
            if growth > MOST_GROWTH:
                figures.fault(f"memory grew by {growth:.1%}")
        log = self.server.log_file.read_text().splitlines()
        events = [line for line in log if '"level":"info"' not in line]
        for line in events[:5]:
            print(line[:400])
        if events:
            figures.fault(f"the server logged {len(events)} warnings or faults")
        print("whole and within bounds" if not figures.faults else f"{len(figures.faults)} faults")
        return 1 if figures.faults else 0


async def measured(words: argparse.Namespace) -> int:
    task = asyncio.current_task()
    assert task is not None
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    limits = {
        "requests_per_second": 2000.0,
        "request_burst": 4000,
        "tables_per_address": 100_000,
        "sockets_per_address": words.sockets + 100,
        "new_guests_per_hour": 1000,
    }
    with tempfile.TemporaryDirectory(prefix="roundhouse-load-", dir=words.folder) as folder:
        server = ServerProcess(Path(folder) / "data", limits, level=words.favour)
        try:
            server.start()
            print(f"server {server.pid} at {server.base}", flush=True)
            if words.favour and not favour(os.getpid(), words.favour):
                print("the machine doesn't let us go before others")
            async with asyncio.timeout(words.ramp * 3 + words.minutes * 60 + 300):
                return await Load(words, server).run()
        finally:
            server.end(signal.SIGKILL)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--sockets", type=int, default=2000)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--pace", type=float, default=2.0, help="seconds between the moves of one table")
    parser.add_argument("--ramp", type=float, default=60.0, help="seconds in which the tables are opened")
    parser.add_argument("--folder", help="where the temporary folder is made (default: the system's)")
    parser.add_argument("--favour", type=int, default=0, help="autogroup level on a shared machine, e.g. -15 (root)")
    words = parser.parse_args()
    if not (1 <= words.tables <= 500 and words.tables <= words.sockets <= 2000 and 0 < words.minutes <= 30):
        parser.error("at most 500 tables, 2000 sockets (at least one a table) and 30 minutes")
    try:
        return asyncio.run(measured(words))
    except asyncio.CancelledError:
        print("stopped")
        return 130


if __name__ == "__main__":
    sys.exit(main())
