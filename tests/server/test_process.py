"""The real process: `roundhouse serve`, killed in the middle, started again, stopped in order."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from roundhouse.engine.record import read_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from tests.server.stage import Person, first_action

STARTING_SECONDS = 60.0
KILLS = 4
BETWEEN_KILLS = 18


class Process:
    """A server of its own, started and stopped as a host would."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.base = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        code = "from roundhouse.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ROUNDHOUSE_DATA")}
        environment["ROUNDHOUSE_LIMIT_REQUESTS_PER_SECOND"] = "10000"
        environment["ROUNDHOUSE_LIMIT_REQUEST_BURST"] = "10000"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(self.data), "--lang", "en"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, line
        self.base = line.split()[-1]

    def stop(self, number: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(number)
        code = self.process.wait(STARTING_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None
        return code


def test_killed_in_the_middle_it_loses_nothing_acknowledged(tmp_path: Path) -> None:
    asyncio.run(killed_and_resumed(tmp_path / "data"))


async def killed_and_resumed(data: Path) -> None:
    process = Process(data)
    process.start()
    try:
        async with httpx.AsyncClient(trust_env=False) as one, httpx.AsyncClient(trust_env=False) as two:
            people = [Person("", one), Person("", two)]
            point_at(people, process.base)
            await people[0].arrive("Anna")
            await people[1].arrive("Boris")
            table = await people[0].table(seats=4, settings={"pace": 0.01})
            await people[1].post(f"/api/tables/{table}/join")
            for seat in (2, 3):
                await people[0].post(
                    f"/api/tables/{table}/seats/{seat}", {"kind": "bot", "bot": "random"}, method="PUT"
                )
            await people[0].post(f"/api/tables/{table}/start")
            told: list[dict[str, object]] = []
            acknowledged = 0
            kills = 0
            while True:
                over = False
                for seat, person in enumerate(people):
                    position = (await person.look(table, since=-1))["position"]
                    over = over or position["over"]
                    lines = position["journal"]["lines"]
                    if seat == 0:
                        assert lines[: len(told)] == told, "what was told before is another story now"
                        told = lines
                    assert position["seq"] >= acknowledged
                    if position["prompt"] is not None:
                        action = first_action(position["prompt"])
                        acknowledged = (await person.act(table, seat, position["seq"], action))["accepted"]
                        # Asked again after whatever happened, it gets the same answer.
                        again = await person.act(table, seat, position["seq"], action)
                        assert again["accepted"] == acknowledged
                if over:
                    break
                if kills < KILLS and acknowledged > (kills + 1) * BETWEEN_KILLS - BETWEEN_KILLS // 2:
                    kills += 1
                    assert process.stop(signal.SIGKILL) != 0
                    process.start()
                    point_at(people, process.base)
            assert kills == KILLS
            record = read_record((await people[0].ask("GET", f"/api/tables/{table}/record")).content)
            assert differences(game_named("transeuropa"), record) == []
        assert process.stop(signal.SIGTERM) == 0
    finally:
        if process.process is not None:
            process.stop(signal.SIGKILL)
    for name in os.listdir(data):
        mode = stat.S_IMODE((data / name).stat().st_mode)
        assert mode == 0o600, f"{name} can be read by others"
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def point_at(people: list[Person], base: str) -> None:
    """The same cookies for the server's new address."""
    for person in people:
        person.base = base
        person.client.base_url = httpx.URL(base)


def test_a_second_server_keeps_off_the_data(tmp_path: Path) -> None:
    process = Process(tmp_path)
    process.start()
    try:
        code = "from roundhouse.cli import main; import sys; sys.exit(main(sys.argv[1:]))"
        words = [sys.executable, "-c", code, "serve", "--port", "0", "--data", str(tmp_path), "--lang", "en"]
        second = subprocess.run(words, capture_output=True, text=True, timeout=STARTING_SECONDS)
        assert second.returncode == 2
        assert str(tmp_path) in second.stderr
    finally:
        assert process.stop(signal.SIGTERM) == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_soon_and_tells_who_listens(tmp_path: Path, number: signal.Signals) -> None:
    async def scene() -> None:
        process = Process(tmp_path)
        process.start()
        try:
            async with httpx.AsyncClient(base_url=process.base, trust_env=False) as client:
                person = await Person(process.base, client).arrive("Anna")
                async with person.live() as live:
                    await live.hear()
                    began = time.monotonic()
                    code = asyncio.create_task(asyncio.to_thread(process.stop, number))
                    await live.until(lambda message: message["type"] == "closing")
                    await live.connection.wait_closed()
                    assert live.connection.close_code == 1012
                    assert await code == 0
                    assert time.monotonic() - began < STARTING_SECONDS
        finally:
            if process.process is not None:
                process.stop(signal.SIGKILL)

    asyncio.run(scene())
