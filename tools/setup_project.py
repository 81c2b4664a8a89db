"""Sets the project up in `.venv`: `python3 tools/setup_project.py [base|dev]`.

Run by make with the system's Python and nothing else installed, hence the standard library only
and no syntax that Python 3.7 can't read: with an old Python one is told what to do instead of
being shown a traceback.
What is up to date is left alone; a second run takes a fraction of a second.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

from find_compiler import missing_to_compile
from waiting import Waiting

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "roundhouse-setup.json"
VENV_PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
# Each set holds the ones before it.
SETS = ("base", "compile", "dev")
LINES_OF_A_FAILURE = 25


class SetupFailed(Exception):
    """Set-up can't go on; the text says why and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def check_python() -> None:
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        raise SetupFailed(
            f"Roundhouse needs Python 3.11 or newer; {sys.executable} is {found}.\n"
            "Install a newer one and name it, for example: make setup PYTHON=python3.12"
        )


def venv_version() -> str | None:
    """The version of the Python in .venv; None where there is none that runs."""
    if not VENV_PYTHON.exists():
        return None
    code = "import sys; print('%d.%d.%d' % sys.version_info[:3])"
    try:
        done = subprocess.run(
            [str(VENV_PYTHON), "-I", "-c", code],
            stdout=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def read_stamp() -> dict[str, str]:
    """What the last set-up left behind; empty when there is no telling."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return {"set": str(stamp["set"]), "digest": str(stamp["digest"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def digest(name: str, python: str) -> str:
    """Changes with everything that an installed set depends on."""
    text = hashlib.sha256(f"{ROOT}\n{python}\n".encode())
    for path in (ROOT / "requirements" / f"{name}.txt", ROOT / "pyproject.toml", Path(__file__)):
        text.update(path.read_bytes())
    return text.hexdigest()


def widest(name: str, installed: str | None) -> str:
    """Of the set that is asked for and the one that is there, the one that holds the other."""
    return max(name, installed, key=SETS.index) if installed in SETS else name


def make_venv(why: str) -> None:
    say(f"Making .venv with Python {'.'.join(map(str, sys.version_info[:3]))}{why}")
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        raise SetupFailed(
            "This Python has no venv, which set-up needs. On Debian and Ubuntu:\n  apt-get install python3-venv"
        )
    if VENV.is_symlink() or VENV.is_file():
        raise SetupFailed(f"{VENV} is in the way; move it away and run this again.")
    shutil.rmtree(VENV, ignore_errors=True)
    run(
        [sys.executable, "-m", "venv", str(VENV)],
        "Python could not make .venv (see above). On Debian and Ubuntu, `apt-get install python3-venv` may mend it.",
    )


def run(command: list[str], advice: str) -> None:
    """Runs a command quietly, but for the seconds it takes; shows the end of what it said only if it fails."""
    with Waiting():
        done = subprocess.run(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        raise failure(done.stdout, advice)


def failure(said: str, advice: str) -> SetupFailed:
    # For a wrong hash pip lists every right one: pages that hide the line with the package's name.
    hashes = ("Expected sha256", "Expected     or")
    lines = [line for line in said.splitlines() if line.strip()]
    lines = [line for line in lines if not line.lstrip().startswith(hashes)]
    return SetupFailed("\n".join([*lines[-LINES_OF_A_FAILURE:], "", advice]))


PIP = [str(VENV_PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input"]
PIP_ADVICE = (
    "pip could not install what the project needs (see above). Check the network and pip's own"
    " settings\n(`.venv/bin/pip config list`), then run the same command again."
)


def install(name: str) -> None:
    requirements = ROOT / "requirements" / f"{name}.txt"
    wanted = [line for line in requirements.read_text(encoding="utf-8").splitlines() if "==" in line]
    say(f"Installing {len(wanted)} packages (requirements/{name}.txt)…")
    command = [*PIP, "install", "--require-hashes", "--no-deps", "-r", str(requirements)]
    show_progress(command, len(wanted))
    say("Installing roundhouse itself, as a link to src/")
    run(
        [*PIP, "install", "--no-deps", "--no-build-isolation", "--editable", str(ROOT)],
        "The project could not be installed into .venv (see above). `rm -rf .venv` and another run start afresh.",
    )


def pip_runs() -> bool:
    command = [*PIP, "--version"]
    done = subprocess.run(command, capture_output=True, check=False)
    return done.returncode == 0


def show_progress(command: list[str], count: int) -> None:
    """Runs pip and tells how far it is."""
    said = []
    seen = 0
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None
    with process, Waiting() as waiting:
        for line in process.stdout:
            said.append(line)
            if line.startswith(("Collecting ", "Requirement already ")):
                seen += 1
                waiting.note = f"{seen} of {count} fetched"
            elif line.startswith("Installing collected "):
                waiting.note = "putting them in place"
    if process.returncode != 0:
        raise failure("".join(said), PIP_ADVICE)


def compile_rules() -> None:
    # Its exit code is for the checks. For set-up, plain Python is a full result, and it says so.
    command = [str(VENV_PYTHON), str(ROOT / "tools" / "compile_rules.py"), "--quiet-if-done"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode == 1:
        say("Going on without: rules run as plain Python, slower but the same.")


def set_up(asked: str) -> None:
    check_python()
    started = time.monotonic()
    can_compile = not missing_to_compile()
    stamp = read_stamp()
    name = "compile" if asked == "base" and can_compile else asked
    name = widest(name, stamp.get("set"))
    python = venv_version()
    ours = ".".join(map(str, sys.version_info[:2]))
    same_python = python is not None and python.rpartition(".")[0] == ours
    if same_python and python and stamp == {"set": name, "digest": digest(name, python)}:
        if can_compile:
            compile_rules()
        return

    if python is None and not VENV.exists():
        say("The first start takes some two minutes, more on a busy machine; all is fetched and built once.")
    if python is None:
        make_venv("; the one there is broken" if VENV.exists() else "")
    elif not same_python:
        make_venv(f"; the one there is of Python {python}")
    elif not pip_runs():
        # A first run that was interrupted leaves an environment with half a pip.
        make_venv("; the one there has no working pip")
    STAMP.unlink(missing_ok=True)
    install(name)
    python = venv_version()
    if python is None:
        raise SetupFailed(f"{VENV_PYTHON} does not run. `rm -rf .venv` and run this again.")
    text = json.dumps({"set": name, "digest": digest(name, python)})
    STAMP.write_text(text + "\n", encoding="utf-8")
    compile_rules()
    say(f"Set up in {time.monotonic() - started:.0f} s.")


def main() -> int:
    parser = argparse.ArgumentParser(description="Set the project up in .venv.")
    parser.add_argument("set", nargs="?", choices=("base", "dev"), default="base")
    arguments = parser.parse_args()
    try:
        set_up(arguments.set)
    except SetupFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Running it again goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
