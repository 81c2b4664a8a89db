"""A real server process for the measurements: `roundhouse serve` in a session of its own, ended on every way out.

Nothing here sends anywhere but to this machine.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

PR_SET_PDEATHSIG = 1
STARTING_SECONDS = 60.0
ADDRESS = "127.0.0.1"
CODE = "from roundhouse.cli import main; import sys; sys.exit(main(sys.argv[1:]))"


def die_with_parent() -> None:
    """In the child, before it becomes the server: it ends with a measurement that is killed outright."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class ServerProcess:
    """Started and stopped as a host would, the same port each time."""

    def __init__(self, data: Path, limits: dict[str, float], workers: int = 1, level: int = 0) -> None:
        self.data = data
        self.limits = limits
        self.workers = workers
        self.port = 0
        self.level = level
        """See `favour`; 0 leaves it to the machine."""
        self.process: subprocess.Popen[str] | None = None
        self.log: IO[str] | None = None

    @property
    def base(self) -> str:
        return f"http://{ADDRESS}:{self.port}"

    @property
    def pid(self) -> int:
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ROUNDHOUSE_LIMIT_")}
        environment |= {f"ROUNDHOUSE_LIMIT_{name.upper()}": str(value) for name, value in self.limits.items()}
        words = ["serve", "--host", ADDRESS, "--port", str(self.port), "--data", str(self.data), "--lang", "en"]
        words += ["--workers", str(self.workers)]
        self.log = open(self.log_file, "a")  # noqa: SIM115 - open as long as the process lives
        self.process = subprocess.Popen(
            [sys.executable, "-c", CODE, *words],
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
            env=environment,
            start_new_session=True,
            preexec_fn=die_with_parent,
        )
        if self.level:
            favour(self.pid, self.level)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.end(signal.SIGKILL)
            raise RuntimeError(f"the server did not start; see {self.log_file}")
        self.port = int(line.split()[-1].rsplit(":", 1)[1])

    @property
    def log_file(self) -> Path:
        return self.data.parent / "server.log"

    def end(self, number: signal.Signals) -> int | None:
        """Send the signal and wait; whatever is left of its session afterwards is killed."""
        process, self.process = self.process, None
        if process is None:
            return None
        with suppress(ProcessLookupError):
            process.send_signal(number)
        try:
            code = process.wait(STARTING_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)
            if process.stdout is not None:
                process.stdout.close()
            if self.log is not None:
                self.log.close()
        return code

    def kill(self) -> None:
        """A kill of the server alone, as a machine short of memory would; its workers must see to themselves."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        if self.log is not None:
            self.log.close()
        self.process = None

    # --- what it takes ---------------------------------------------------------------------------------------------

    def family(self) -> list[int]:
        """The server and the processes it started."""
        found = [self.pid]
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit():
                with suppress(OSError, ValueError):
                    if int(fields_of(int(entry.name))[1]) == self.pid:
                        found.append(int(entry.name))
        return found

    def memory(self) -> int:
        """Resident bytes of the server and its workers."""
        return sum(resident(pid) for pid in self.family())

    def seconds(self) -> float:
        """Processor time of the server and its workers so far."""
        return sum(seconds_of(pid) for pid in self.family())


def session_members(session: int) -> list[int]:
    """Every process of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, ValueError, IndexError):
                if int(fields_of(int(entry.name))[3]) == session:
                    found.append(int(entry.name))
    return found


def fields_of(pid: int) -> list[str]:
    """The fields of /proc/PID/stat after the name: state, parent, group, session …"""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def resident(pid: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    return 0


def seconds_of(pid: int) -> float:
    with suppress(OSError):
        fields = fields_of(pid)
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def machine_seconds() -> tuple[float, float]:
    """Processor time all of the machine has been busy for, and that it had."""
    numbers = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:9]]
    ticks = os.sysconf("SC_CLK_TCK")
    return (sum(numbers) - numbers[3] - numbers[4]) / ticks, sum(numbers) / ticks


def favour(pid: int, level: int) -> bool:
    """Let a session be served before others on a shared machine (needs root); False where that can't be done."""
    try:
        Path(f"/proc/{pid}/autogroup").write_text(str(level))
    except OSError:
        return False
    return True


def percentile(values: list[float], part: float) -> float:
    """Of sorted values."""
    return values[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def now() -> float:
    """The clock that the server's log is stamped with: this machine's."""
    return time.time()
