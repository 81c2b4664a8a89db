"""The wheel, as someone gets it who has neither Node nor a compiler: installed, asked, served, played."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import build_wheel
import setup_client
from roundhouse import __version__
from roundhouse.engine.record import read_record
from roundhouse.engine.registry import game_named
from roundhouse.engine.replay import differences
from setup_project import ROOT
from tests.server.stage import Person, first_action

SECONDS = 120.0
NEITHER = ("node", "npm", "npx", "cc", "gcc", "clang", "c++", "make")


class Installed:
    """An environment with nothing in it but the wheel and what the wheel asks for."""

    def __init__(self, home: Path, wheel: Path) -> None:
        self.home = home
        self.wheel = wheel
        self.programs = home / "venv" / "bin"
        # Only its own programs on the path, and no setting that leads back into this project.
        self.environment = {"PATH": str(self.programs), "HOME": str(home), "LANG": "C.UTF-8", "LANGUAGE": "en"}

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.programs / words[0]), *words[1:]],
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )


def wheel_in(folder: Path) -> Path:
    """A wheel of the sources as they are now."""
    setup_client.build(quiet=True)
    return build_wheel.build(folder)


def requirements_with(wheel: Path) -> str:
    """The pinned packages and the wheel itself, all by their hashes: what else it might ask for is refused."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    pinned = (ROOT / "requirements" / "base.txt").read_text(encoding="utf-8")
    return f"{pinned}\nroundhouse-games @ {wheel.as_uri()} --hash=sha256:{digest}\n"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    home = tmp_path_factory.mktemp("installed")
    found = Installed(home, wheel_in(home))
    subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True, capture_output=True)
    (home / "requirements.txt").write_text(requirements_with(found.wheel), encoding="utf-8")
    pip = [str(found.programs / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--require-hashes"]
    done = subprocess.run([*pip, "-r", str(home / "requirements.txt")], capture_output=True, text=True, cwd=home)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    yield found
    shutil.rmtree(home, ignore_errors=True)


def test_nothing_is_there_to_build_with(installed: Installed) -> None:
    for name in NEITHER:
        assert shutil.which(name, path=installed.environment["PATH"]) is None


def test_it_holds_the_client_and_one_compile(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as opened:
        names = opened.namelist()
    assert "roundhouse/server/static/index.html" in names
    folders = {name.split("/")[2] for name in names if name.startswith("roundhouse/_compiled/")}
    compiled = build_wheel.compiled_folder()
    if compiled is None:
        assert folders == set()
        assert installed.wheel.name.endswith("-py3-none-any.whl")
    else:
        assert folders == {compiled.name}
        assert f"-cp{sys.version_info.major}{sys.version_info.minor}-" in installed.wheel.name
        assert not installed.wheel.name.endswith("-any.whl")
    strays = [
        name for name in names if "__pycache__" in name or not name.startswith(("roundhouse/", "roundhouse_games-"))
    ]
    assert strays == []


def test_it_says_its_version(installed: Installed) -> None:
    done = installed.run("roundhouse", "--version")
    assert done.returncode == 0, done.stderr
    assert __version__ in done.stdout


def test_rules_run_as_they_were_built(installed: Installed) -> None:
    asked = "import roundhouse; print(roundhouse.__file__); print(roundhouse.compiled_status())"
    done = installed.run("python", "-c", asked)
    assert done.returncode == 0, done.stderr
    where, status = done.stdout.split()
    assert where.startswith(str(installed.home)), "it ran another roundhouse than the installed one"
    assert status == ("plain" if build_wheel.compiled_folder() is None else "compiled")


def test_it_simulates(installed: Installed) -> None:
    done = installed.run(
        *("roundhouse", "simulate", "transeuropa", "--games", "2", "--bots", "greedy", "--seats", "2", "--json")
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 2


def test_a_whole_game_is_played_through_it(installed: Installed) -> None:
    log = installed.home / "log"
    with log.open("w", encoding="utf-8") as told:
        server = subprocess.Popen(
            [str(installed.programs / "roundhouse"), "serve", "--port", "0", "--data", "data", "--lang", "en"],
            cwd=installed.home,
            # One who plays as fast as a program does would be asked to slow down.
            env={**installed.environment, "ROUNDHOUSE_LIMIT_REQUESTS_PER_SECOND": "10000"},
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert "http://" in line, line
        asyncio.run(visit(line.split()[-1]))
        server.send_signal(signal.SIGTERM)
        assert server.wait(SECONDS) == 0
    finally:
        if server.poll() is None:
            server.kill()
            server.wait()
        if server.stdout is not None:
            server.stdout.close()
    assert os.stat(installed.home / "data").st_mode & 0o777 == 0o700
    # A bot that fails plays on at random: only the log tells.
    assert '"level":"error"' not in log.read_text(), log.read_text()


async def visit(base: str) -> None:
    """Open the page with all it loads, then play a match against a bot to its end, and check its record."""
    async with httpx.AsyncClient(base_url=base, timeout=SECONDS, trust_env=False) as client:
        person = Person(base, client)
        health = await client.get("/health")
        assert health.status_code == 200, health.text
        page = await client.get("/")
        assert page.status_code == 200
        loaded = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
        assert any(path.endswith(".js") for path in loaded), page.text
        for path in loaded:
            assert (await client.get(path)).status_code == 200, path
        await person.arrive("Anna")
        table = await person.table(seats=2, settings={"pace": 0.01})
        await person.post(f"/api/tables/{table}/seats/1", {"kind": "bot", "bot": "greedy"}, method="PUT")
        await person.post(f"/api/tables/{table}/start")
        while True:
            position = (await person.look(table))["position"]
            if position["over"]:
                break
            if position["prompt"] is None:
                await asyncio.sleep(0.01)
                continue
            move = {"seat": 0, "seq": position["seq"], "action": first_action(position["prompt"]), "final": True}
            await person.post(f"/api/tables/{table}/actions", move)
        record = read_record((await person.ask("GET", f"/api/tables/{table}/record")).content)
    assert differences(game_named("transeuropa"), record) == []
