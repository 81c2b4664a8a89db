"""Compiled rules are used where they fit the sources exactly, and nowhere else."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from pathlib import Path

import pytest

import roundhouse
from find_compiler import how_to_get_it, missing_to_compile
from roundhouse import _loader

ROOT = Path(__file__).resolve().parent.parent

INIT = """\
from toy import _loader
_rules = _loader.serve(__file__)
compiled_status = _rules.status
"""
COUNT = """\
from mypy_extensions import i64
def total(top: i64) -> i64:
    found: i64 = 0
    for number in range(top):
        found += number
    return found
"""
STEP = """\
from toy.rules.count import total
class Walker:
    def __init__(self, pace: int) -> None:
        self.pace = pace
    def far(self) -> int:
        return int(total(self.pace))
"""
SHOW = """\
import json, sys
import toy
before = [name for name in sys.modules if name.startswith("toy") and "rules" in name]
from toy.rules import count, step
print(json.dumps({
    "status": toy.compiled_status(),
    "far": step.Walker(5).far(),
    "files": [count.__file__, step.__file__],
    "before": before,
}))
"""


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package with a list of two modules and the loader of this project."""
    monkeypatch.delenv(_loader.PLAIN_VARIABLE, raising=False)
    package = tmp_path / "toy"
    (package / "rules").mkdir(parents=True)
    (package / "__init__.py").write_text(INIT)
    shutil.copy(_loader.__file__, package / "_loader.py")
    (package / _loader.LIST_NAME).write_text("# rules\ntoy.rules.count  # sums\n\ntoy.rules.step\n")
    (package / "rules" / "__init__.py").touch()
    (package / "rules" / "count.py").write_text(COUNT)
    (package / "rules" / "step.py").write_text(STEP)
    return package


MODULES = ["toy.rules.count", "toy.rules.step"]


def pretend_compiled(package: Path) -> Path:
    """What a compile leaves behind, with empty files for the code."""
    folder = package / _loader.FOLDER_NAME / _loader.compiled_tag()
    folder.mkdir(parents=True)
    for module in ["toy__mypyc", *MODULES]:
        (folder / _loader.compiled_file(module)).touch()
    stamp = {"sources": _loader.digests(str(package), MODULES)}
    (folder / _loader.STAMP_NAME).write_text(json.dumps(stamp))
    return folder


def status(package: Path) -> str:
    return _loader.CompiledRules(str(package)).status()


def test_the_list_holds_names_and_comments(toy: Path) -> None:
    assert _loader.listed_modules(str(toy)) == MODULES


def test_without_a_compile_it_is_plain(toy: Path) -> None:
    assert status(toy) == "plain"
    assert _loader.CompiledRules(str(toy)).find_spec("toy.rules.count", None) is None


def test_a_compile_that_fits_is_used(toy: Path) -> None:
    folder = pretend_compiled(toy)
    rules = _loader.CompiledRules(str(toy))
    assert rules.status() == "compiled"
    for module in ["toy__mypyc", *MODULES]:
        spec = rules.find_spec(module, None)
        assert spec is not None
        assert isinstance(spec.loader, ExtensionFileLoader)
        assert spec.origin == str(folder / _loader.compiled_file(module))
        assert spec.has_location


@pytest.mark.parametrize("module", ["toy", "toy.rules", "toy.rules.other", "roundhouse", "json"])
def test_what_is_not_listed_is_left_to_others(toy: Path, module: str) -> None:
    pretend_compiled(toy)
    assert _loader.CompiledRules(str(toy)).find_spec(module, None) is None


@pytest.mark.parametrize("changed", ["rules/count.py", "rules/step.py", _loader.LIST_NAME])
def test_any_change_makes_the_whole_group_stale(toy: Path, changed: str) -> None:
    pretend_compiled(toy)
    path = toy / changed
    times = path.stat()
    path.write_text(path.read_text() + "# one more word\n")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # the clock doesn't decide
    rules = _loader.CompiledRules(str(toy))
    assert rules.status() == "stale"
    assert [rules.find_spec(module, None) for module in MODULES] == [None, None]


def test_a_change_that_is_taken_back_is_no_change(toy: Path) -> None:
    pretend_compiled(toy)
    path = toy / "rules" / "count.py"
    path.write_text(COUNT + "\n")
    assert status(toy) == "stale"
    path.write_text(COUNT)
    assert status(toy) == "compiled"


@pytest.mark.parametrize("stamp", ["", "[]", "{}", '{"sources": {}}', '{"sources": 1', "null"])
def test_a_stamp_that_says_nothing_is_stale(toy: Path, stamp: str) -> None:
    folder = pretend_compiled(toy)
    (folder / _loader.STAMP_NAME).write_text(stamp)
    assert status(toy) == "stale"


def test_a_missing_source_is_plain(toy: Path) -> None:
    pretend_compiled(toy)
    (toy / "rules" / "count.py").unlink()
    assert status(toy) == "plain"


@pytest.mark.parametrize("module", ["toy__mypyc", *MODULES])
def test_a_missing_compiled_file_is_plain(toy: Path, module: str) -> None:
    folder = pretend_compiled(toy)
    (folder / _loader.compiled_file(module)).unlink()
    assert status(toy) == "plain"


def test_a_compile_for_another_python_is_not_seen(toy: Path) -> None:
    folder = pretend_compiled(toy)
    folder.rename(folder.with_name("cpython-27-elsewhere"))
    assert status(toy) == "plain"


@pytest.mark.parametrize(("value", "expected"), [("1", "forced-plain"), ("", "compiled"), ("0", "compiled")])
def test_plain_can_be_asked_for(toy: Path, monkeypatch: pytest.MonkeyPatch, value: str, expected: str) -> None:
    pretend_compiled(toy)
    monkeypatch.setenv(_loader.PLAIN_VARIABLE, value)
    assert status(toy) == expected


def test_it_decides_once(toy: Path) -> None:
    """Half of a group compiled and half of it plain would be neither."""
    pretend_compiled(toy)
    rules = _loader.CompiledRules(str(toy))
    assert rules.status() == "compiled"
    (toy / "rules" / "count.py").write_text("")
    assert rules.status() == "compiled"


def test_this_package_says_how_it_runs() -> None:
    expected = {"compiled", "plain", "stale", "forced-plain"}
    assert roundhouse.compiled_status() in expected
    if os.environ.get(_loader.PLAIN_VARIABLE) == "1":
        assert roundhouse.compiled_status() == "forced-plain"


def test_every_listed_module_has_a_source() -> None:
    package = str(ROOT / "src" / "roundhouse")
    modules = _loader.listed_modules(package)
    assert len(set(modules)) == len(modules)
    for module in modules:
        assert Path(_loader.source_file(package, module)).is_file(), module


Done = subprocess.CompletedProcess[str]


def run_python(*arguments: str, folder: Path, **variables: str) -> Done:
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", **variables}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def show(package: Path, **variables: str) -> dict[str, object]:
    done = run_python("-c", SHOW, folder=package.parent, **variables)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown.pop("before") == []
    files = shown.pop("files")
    shown["compiled"] = [Path(file).suffix != ".py" for file in files]
    assert isinstance(shown, dict)
    return shown


def compile_toy(package: Path) -> Done:
    script = str(ROOT / "tools" / "compile_rules.py")
    return run_python(script, "--package", str(package), folder=package.parent)


@pytest.mark.skipif(
    bool(missing_to_compile()),
    reason=f"NOT CHECKED: real compiling; {missing_to_compile()} missing: {how_to_get_it()}",
)
def test_a_real_compile_from_first_to_last(toy: Path) -> None:
    beside_sources = sorted(path.name for path in (toy / "rules").iterdir())
    assert show(toy) == {"status": "plain", "far": 10, "compiled": [False, False]}

    done = compile_toy(toy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert show(toy) == {"status": "compiled", "far": 10, "compiled": [True, True]}
    plain = show(toy, ROUNDHOUSE_PLAIN="1")
    assert plain == {"status": "forced-plain", "far": 10, "compiled": [False, False]}
    again = compile_toy(toy)
    assert "up to date" in again.stdout

    # The rule changes: what was compiled from the old one is not used any more.
    count = toy / "rules" / "count.py"
    count.write_text(COUNT.replace("found += number", "found += 2 * number"))
    assert show(toy) == {"status": "stale", "far": 20, "compiled": [False, False]}

    # A compile that fails leaves everything as it was, and says where the mistake is.
    good = count.read_text()
    count.write_text(good + "wrong: int = 'a word'\n")
    failed = compile_toy(toy)
    assert failed.returncode == 1
    assert "count.py:7" in failed.stderr
    count.write_text(COUNT)
    assert show(toy) == {"status": "compiled", "far": 10, "compiled": [True, True]}

    count.write_text(good)
    done = compile_toy(toy)
    assert done.returncode == 0, done.stdout + done.stderr
    assert show(toy) == {"status": "compiled", "far": 20, "compiled": [True, True]}

    # Nothing lies beside the sources or is left over.
    caches = {"__pycache__"}
    assert sorted({path.name for path in (toy / "rules").iterdir()} - caches) == beside_sources
    compiled = [path.name for path in (toy / _loader.FOLDER_NAME).iterdir()]
    assert compiled == [_loader.compiled_tag()]
