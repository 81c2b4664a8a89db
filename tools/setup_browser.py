"""Finds a Chromium for the browser tests: the machine's own, else one from npm, in `.venv`.

`python tools/setup_browser.py` prints the path of what was found; `… setup_browser.py test [FILE …]` runs the browser
tests with it, which get it as CHROMIUM. The one from npm is made for a machine without desktop libraries: it brings
those it needs, and is started through a small script that names them.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from setup_client import Node, build, find_node, install_tools, put_stamp, run_npm, stamped
from setup_project import ROOT, VENV, SetupFailed, say

PINS = ROOT / "requirements" / "chromium"
TESTS = ROOT / "tests" / "browser"
HOME = VENV / "chromium"
LAUNCHER = HOME / "chromium"
STAMP = HOME / ".roundhouse-setup.json"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW_TO_GET_IT = (
    "Install Chromium (on Debian and Ubuntu: `apt-get install chromium`), or name one that is there:"
    " `CHROMIUM=/path/to/chromium make test-browser`."
)
# The package unpacks the libraries it brings only where it believes to be in the cloud it was made for.
UNPACK = "import('@sparticuz/chromium').then(async (found) => console.log(await found.default.executablePath()))"
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
</fontconfig>
"""


def machines_chromium() -> Path | None:
    """The one that CHROMIUM names, else the machine's own."""
    if named := os.environ.get("CHROMIUM"):
        if shutil.which(named) is None:
            raise SetupFailed(f"CHROMIUM names {named}, which can't be run. {HOW_TO_GET_IT}")
        return Path(named)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return None if found is None else Path(found)


def starts(browser: Path) -> str:
    """Empty where it starts; else the end of what it said."""
    try:
        done = subprocess.run(
            [str(browser), "--version"],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else done.stderr.strip() or f"it ended with {done.returncode}"


def install(node: Node) -> Path:
    """The Chromium from npm, unpacked below `.venv`."""
    pins = [PINS / name for name in ("package.json", "package-lock.json")]
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in pins) + str(ROOT).encode()).hexdigest()
    if stamped(STAMP) == digest and LAUNCHER.exists():
        return LAUNCHER
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise SetupFailed(f"The browser tests need Chromium, and npm has none for this machine.\n{HOW_TO_GET_IT}")
    say("Installing Chromium from npm (the machine has none)…")
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    for path in (*pins, PINS / ".npmrc"):
        shutil.copy2(path, HOME / path.name)
    run_npm(
        node, HOME, ["ci", "--no-audit", "--no-fund"], f"npm could not install Chromium (see above).\n{HOW_TO_GET_IT}"
    )
    unpacked = HOME / "unpacked"
    unpacked.mkdir()
    done = subprocess.run(
        [str(node.node), "--input-type=module", "-e", UNPACK],
        cwd=HOME,
        env={**node.environment(), "TMPDIR": str(unpacked), "AWS_LAMBDA_JS_RUNTIME": "nodejs22.x"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    program = unpacked / "chromium"
    if done.returncode != 0 or not program.exists():
        raise SetupFailed(f"{done.stdout.strip()}\n\nChromium from npm could not be unpacked.\n{HOW_TO_GET_IT}")
    fonts = unpacked / "fonts"
    (fonts / "fonts.conf").write_text(FONTS.format(folder=fonts), encoding="utf-8")
    LAUNCHER.write_text(
        "#!/bin/sh\n"
        f"libraries={shlex.quote(str(unpacked / 'al2023' / 'lib'))}\n"
        "export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\n"
        f"export FONTCONFIG_PATH={shlex.quote(str(fonts))}\n"
        f'exec {shlex.quote(str(program))} "$@"\n',
        encoding="utf-8",
    )
    LAUNCHER.chmod(0o755)
    if complaint := starts(LAUNCHER):
        raise SetupFailed(f"{complaint}\n\nChromium from npm does not start on this machine.\n{HOW_TO_GET_IT}")
    shutil.rmtree(HOME / "node_modules")
    put_stamp(STAMP, digest)
    return LAUNCHER


def find_chromium() -> Path:
    return machines_chromium() or install(find_node())


def test(files: list[str]) -> int:
    """Runs the browser tests, one file after the other, on the client as it is now."""
    node = find_node()
    install_tools(node)
    build(quiet=True)
    browser = find_chromium()
    chosen = files or sorted(str(path) for path in TESTS.glob("*.test.mjs"))
    if not chosen:
        raise SetupFailed(f"There are no browser tests in {TESTS}.")
    say(f"Browser: {browser}")
    command = [str(node.node), "--test", "--test-concurrency=1", *chosen]
    environment = {**node.environment(), "CHROMIUM": str(browser), "ROUNDHOUSE_PYTHON": sys.executable}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description="Find a Chromium, or run the browser tests with it.")
    parser.add_argument("what", nargs="?", choices=("find", "test"), default="find")
    parser.add_argument("files", nargs="*", help="only these tests")
    arguments = parser.parse_args()
    try:
        if arguments.what == "test":
            return test(arguments.files)
        print(find_chromium())
    except SetupFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
