"""`make dev`: server and client, each started anew when its sources change, rules as plain Python.

The page comes from Vite, which puts a changed part into it at once and hands everything under `/api` to the server. The
server is stopped in order and started again: its tables are in the database, and clients come back by themselves.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

from setup_client import MODULES, WEB, find_node, install_tools
from setup_project import ROOT, VENV_PYTHON, SetupFailed, say

SOURCES = ROOT / "src" / "roundhouse"
MADE = {"_compiled", "static", "__pycache__"}
SUFFIXES = {".py", ".json", ".md"}
LOOK_SECONDS = 0.5
STOP_SECONDS = 15
SERVE = "import sys; from roundhouse.cli import main; sys.exit(main(sys.argv[1:]))"


def seen() -> dict[str, int]:
    """When each source was last written."""
    found: dict[str, int] = {}
    for folder, folders, names in os.walk(SOURCES):
        folders[:] = [name for name in folders if name not in MADE]
        for name in names:
            if os.path.splitext(name)[1] in SUFFIXES:
                path = os.path.join(folder, name)
                try:
                    found[path] = os.stat(path).st_mtime_ns
                except FileNotFoundError:
                    continue  # an editor put another file in its place just now
    return found


class Development:
    """The two processes."""

    def __init__(self, port: int, page_port: int, data: Path) -> None:
        self.port = port
        self.page = f"http://127.0.0.1:{page_port}"
        self.page_port = page_port
        self.data = data
        self.server: subprocess.Popen[bytes] | None = None

    def start_server(self) -> None:
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--public-url", self.page]
        self.server = subprocess.Popen(
            [str(VENV_PYTHON), "-c", SERVE, *words],
            env={**os.environ, "ROUNDHOUSE_PLAIN": "1", "PYTHONUTF8": "1"},
            # What it announces is the address of a page that Vite serves; its log lines go on to standard error.
            stdout=subprocess.DEVNULL,
        )

    def stop_server(self) -> None:
        if self.server is None:
            return
        if self.server.poll() is None:
            self.server.terminate()
            try:
                self.server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        self.server = None

    def start_page(self) -> subprocess.Popen[bytes]:
        node = find_node()
        install_tools(node)
        vite = MODULES / "vite" / "bin" / "vite.js"
        where = ["--host", "127.0.0.1", "--port", str(self.page_port), "--strictPort", "--clearScreen", "false"]
        server = f"http://127.0.0.1:{self.port}"
        return subprocess.Popen(
            [str(node.node), str(vite), *where], cwd=WEB, env={**node.environment(), "ROUNDHOUSE_SERVER": server}
        )

    def run(self) -> int:
        page = self.start_page()
        try:
            before = seen()
            self.start_server()
            say(f"Server and client reload on change: {self.page}")
            say(f"Data: {self.data} (`make clean` removes it). Ctrl-C stops both.")
            fallen = False
            while page.poll() is None:
                time.sleep(LOOK_SECONDS)
                now = seen()
                if now != before:
                    changed = sorted({path for path, _ in now.items() ^ before.items()})
                    before = now
                    names = ", ".join(os.path.relpath(path, SOURCES) for path in changed[:3])
                    say(f"Changed: {names}{' …' if len(changed) > 3 else ''}. The server starts anew.")
                    self.stop_server()
                    self.start_server()
                    fallen = False
                elif not fallen and self.server is not None and self.server.poll() is not None:
                    fallen = True
                    say(f"The server ended ({self.server.returncode}, see above). It starts again after a change.")
            return page.returncode
        finally:
            self.stop_server()
            if page.poll() is None:
                page.terminate()
                page.wait()


def stop(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def main() -> int:
    parser = argparse.ArgumentParser(description="Server and client, reloading on change.")
    parser.add_argument("--port", type=int, default=8000, help="the server's port")
    parser.add_argument("--page-port", type=int, default=5173, help="the port to open in a browser")
    parser.add_argument("--data", type=Path, default=ROOT / "build" / "dev-data")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, stop)
    try:
        return Development(arguments.port, arguments.page_port, arguments.data).run()
    except SetupFailed as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
