"""Every command, in both languages: exit codes, words, and the keys of its JSON."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from roundhouse import __version__
from roundhouse.cli import COMMANDS
from roundhouse.engine.registry import games
from roundhouse.locales import LANGUAGES, house_words
from tests.cli.conftest import Run

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
NAMES = [command.name for command in COMMANDS]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_overview_lists_all_commands(run: Run, language: str) -> None:
    for words in ([], ["--help"], ["-h"], ["help"]):
        ran = run(*words, "--lang", language)
        assert ran.code == 0
        assert ran.err == ""
        assert all(f"\n  {name} " in ran.out for name in NAMES)
        assert bool(CYRILLIC.search(ran.out)) == (language == "ru")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help(run: Run, name: str, language: str) -> None:
    ran = run(*name.split(), "--help", "--lang", language)
    assert ran.code == 0
    command = next(command for command in COMMANDS if command.name == name)
    assert all(f"--{flag.name}" in ran.out for flag in command.flags)
    assert bool(CYRILLIC.search(ran.out)) == (language == "ru")


@pytest.mark.parametrize(
    ("variables", "russian"),
    [
        ({"LANG": "ru_RU.UTF-8"}, True),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, False),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "ru_RU"}, True),
        ({"LC_ALL": "", "LANG": "ru"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({}, False),
    ],
)
def test_the_language_comes_from_the_locale(
    run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], russian: bool
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert bool(CYRILLIC.search(run("games").out)) == russian
    assert not CYRILLIC.search(run("games", "--lang=en").out)


def test_version(run: Run) -> None:
    ran = run("--version")
    assert ran.code == 0
    assert __version__ in ran.out
    assert "rules" in ran.out


def test_games(run: Run) -> None:
    ran = run("games", "--json")
    assert ran.code == 0
    listed = {each["name"]: each for each in ran.json["games"]}
    assert list(listed) == list(games())
    assert listed["transeuropa"]["seats"] == [2, 6]
    assert listed["transeuropa"]["variants"] == []
    assert "random" in listed["transeuropa"]["bots"]
    for each in listed.values():
        assert set(each) == {"name", "seats", "variants", "options", "bots"}
        (first,) = [option for option in each["options"] if option["name"] == "first_seat"]
        assert first["default"] == "random"
        assert first["values"] == ["random", *range(each["seats"][1])]
        for option in each["options"]:
            assert set(option) == {"name", "kind", "values", "default", "seats"}


@pytest.mark.parametrize(("language", "title"), [("en", "TransEuropa"), ("ru", "Магистрали Европы")])
def test_games_in_words(run: Run, language: str, title: str) -> None:
    assert title in run("games", "--lang", language).out


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules(run: Run, language: str) -> None:
    whole = run("rules", "transeuropa", "--lang", language)
    section = run("rules", "transeuropa", "4", "--lang", language)
    one = run("rules", "transeuropa", "4.3", "--lang", language)
    assert whole.code == section.code == one.code == 0
    assert one.out.startswith("**4.3**")
    assert "4.2" not in one.out
    assert section.out.startswith("## 4")
    assert one.out.strip() in section.out
    assert section.out.strip() in whole.out
    assert run("rules", "transeuropa", "99.1", "--lang", language).code == 2


SIMULATED = {
    "game", "variant", "options", "seats", "games", "decisions", "steps", "seconds", "scoring_seconds",
    "decisions_per_second", "games_per_second", "compiled", "referee_checks", "end_reasons", "bots",
}  # fmt: skip


def test_simulate_json(run: Run) -> None:
    ran = run(
        "simulate", "transeuropa", "--seats", "3", "--games", "6", "--seed", "4", "--bots", "greedy,random", "--json"
    )
    assert ran.code == 0
    data = ran.json
    assert set(data) >= SIMULATED
    assert (data["games"], data["seats"], data["variant"], data["options"]) == (6, 3, None, {})
    assert data["decisions"] <= data["steps"]
    assert data["decisions_per_second"] == pytest.approx(
        data["decisions"] / (data["seconds"] - data["scoring_seconds"])
    )
    assert data["games_per_second"] == pytest.approx(data["games"] / data["seconds"])
    assert sum(data["end_reasons"].values()) == 6
    assert [bot["name"] for bot in data["bots"]] == ["greedy", "random"]
    for bot in data["bots"]:
        assert bot["games"] == 6
        assert bot["seats"] == 9
        assert set(bot) >= {"name", "games", "seats", "wins", "win_rate", "win_rate_ci95", "mean_score"}
        low, high = bot["win_rate_ci95"]
        assert 0 <= low <= bot["win_rate"] <= high <= 1
    assert sum(bot["wins"] for bot in data["bots"]) == pytest.approx(6)
    assert "move_ms" not in data


def test_simulate_is_the_same_however_it_is_run(run: Run, tmp_path: Path) -> None:
    words = ["simulate", "transeuropa", "--seats", "3", "--games", "10", "--seed", "4", "--json"]
    clock = {"seconds", "scoring_seconds", "decisions_per_second", "games_per_second", "jobs", "referee_checks"}
    ways = [[], ["--jobs", "2"], ["--records", str(tmp_path)], ["--referee"]]
    found = []
    for way in ways:
        data = run(*words, *way).json
        found.append({name: value for name, value in data.items() if name not in clock})
    assert found.count(found[0]) == len(ways)
    assert len(list(tmp_path.iterdir())) == 10


def test_simulate_options_and_variant(run: Run) -> None:
    ran = run(
        "simulate", "probe", "--games", "2", "--json",
        "--variant", "coast", "--option", "rounds=1", "--option", "together=yes",
    )  # fmt: skip
    assert ran.code == 0
    assert ran.json["variant"] == "coast"
    assert ran.json["options"]["rounds"] == 1
    assert ran.json["options"]["together"] is True


def test_simulate_timing_and_seconds(run: Run) -> None:
    ran = run("simulate", "transeuropa", "--seconds", "0.1", "--bots", "greedy", "--timing", "--json")
    assert ran.json["seconds"] >= 0.1
    assert set(ran.json["move_ms"]["greedy"]) == {"median", "p95", "p99", "max"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_simulate_in_words(run: Run, language: str, tmp_path: Path) -> None:
    ran = run(
        "simulate", "transeuropa", "--games", "2", "--bots", "greedy,random", "--referee", "--timing",
        "--records", str(tmp_path), "--lang", language,
    )  # fmt: skip
    assert ran.code == 0
    assert "95 %" in ran.out
    assert str(tmp_path) in ran.out.replace("\n  ", "")
    assert bool(CYRILLIC.search(ran.out)) == (language == "ru")


def test_a_finding_of_the_referee_is_a_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(games()["transeuropa"]), "broken_laws", lambda self, state: ["a rail is gone"])
    ran = run("simulate", "transeuropa", "--games", "1", "--seats", "2", "--referee", "--json")
    assert ran.code == 1
    assert "a rail is gone" in ran.err
    assert ran.json["findings"]


@pytest.fixture
def record(run: Run, tmp_path: Path) -> Path:
    run(
        "simulate",
        "transeuropa",
        "--seats",
        "2",
        "--games",
        "1",
        "--seed",
        "3",
        "--bots",
        "greedy",
        "--records",
        str(tmp_path),
    )
    return tmp_path / "transeuropa-3-0.json"


def test_record_show_json(run: Run, record: Path) -> None:
    ran = run("record", "show", str(record), "--json")
    assert ran.code == 0
    log = json.loads(record.read_bytes())["log"]
    lines = [json.loads(line) for line in ran.out.splitlines()]
    assert len(lines) == len(log)
    for line, entry in zip(lines, log, strict=True):
        assert set(line) >= {"seat", "action", "journal", "position"}
        assert line["action"] == entry["action"]
        assert line["journal"]
        assert line["position"]["game"] == "transeuropa"
        assert None not in line["position"]["hands"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_record_show_in_words(run: Run, record: Path, language: str) -> None:
    ran = run("record", "show", str(record), "--lang", language)
    assert ran.code == 0
    entries = len(json.loads(record.read_bytes())["log"])
    assert re.search(rf"^ *{entries}  ", ran.out, re.MULTILINE)
    assert bool(CYRILLIC.search(ran.out)) == (language == "ru")


@pytest.mark.parametrize("language", LANGUAGES)
def test_record_verify(run: Run, record: Path, language: str) -> None:
    good = run("record", "verify", str(record), "--lang", language)
    assert (good.code, good.err) == (0, "")
    assert good.out


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("commitment", "0" * 64, "committed"),
        ("content", "other", "board"),
        ("rules_version", "0", "rules version"),
        ("seed", "zz", "seed"),
        ("result", None, "another result"),
        ("seats", 3, "replayed"),
    ],
)
def test_a_record_that_was_touched_does_not_hold(run: Run, record: Path, key: str, value: object, reason: str) -> None:
    data = json.loads(record.read_bytes())
    data[key] = value
    record.write_text(json.dumps(data))
    ran = run("record", "verify", str(record))
    assert ran.code == 1
    assert reason in ran.err
    assert "Traceback" not in ran.err
    assert run("record", "verify", str(record), "--json").json["holds"] is False


def test_a_log_that_was_touched_does_not_hold(run: Run, record: Path) -> None:
    data = json.loads(record.read_bytes())
    data["log"][4]["action"] = data["log"][3]["action"]
    record.write_text(json.dumps(data))
    ran = run("record", "verify", str(record))
    assert ran.code == 1
    assert "Entry 5 of the log" in ran.error
    shown = run("record", "show", str(record))
    assert shown.code == 2
    assert "Entry 5 of the log" in shown.error


def test_fuzz(run: Run, tmp_path: Path) -> None:
    ran = run("fuzz", "transeuropa", "--games", "3", "--seed", "2", "--records", str(tmp_path), "--json")
    assert ran.code == 0
    assert ran.json["troubles"] == []
    assert ran.json["junk_sent"] > 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_fuzz_finds(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setattr(type(games()["transeuropa"]), "most_steps", 10)
    ran = run("fuzz", "transeuropa", "--games", "1", "--records", str(tmp_path), "--lang", language)
    assert ran.code == 1
    (saved,) = tmp_path.iterdir()
    assert saved.name in ran.error
    assert run("record", "show", str(saved), "--lang", language).code == 0


def test_bench(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.arena.reference_loop.speed", lambda seconds: 50_000.0)
    ran = run("bench", "transeuropa", "--seconds", "0.05", "--json")
    assert ran.code == 0
    (speed,) = ran.json["games"]
    assert set(speed) >= {
        "name", "compiled", "decisions_per_second", "clone_us", "view_us", "determinize_us", "scoring_us",
        "yardstick", "times_yardstick",
    }  # fmt: skip
    assert speed["times_yardstick"] == pytest.approx(speed["decisions_per_second"] / 50_000)
    assert "transeuropa" in run("bench", "--seconds", "0.02", "--lang", "ru").out


def test_stale_rules_are_told_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roundhouse.cli.common.compiled_status", lambda: "stale")
    ran = run("simulate", "transeuropa", "--games", "1", "--json")
    assert ran.code == 0
    assert "make setup" in ran.error
    assert ran.json["games"] == 1
    # A wrong use has its own line, and only that.
    assert "seats" in run("simulate", "transeuropa", "--seats", "9").error


def test_every_version_line_has_words() -> None:
    for status in ("compiled", "plain", "stale", "forced-plain"):
        assert f"cli.version.{status}" in house_words("en")
