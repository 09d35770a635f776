"""The real service in processes of its own, as an organiser runs it."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from adjudicator.application import stores

ROOT = Path(__file__).resolve().parents[2]


def installed() -> dict[str, str]:
    """The environment of a process that starts as an installed one does: it finds its modules compiled.

    pip compiles what it installs, and so does the container file; from a checkout the first process does it.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}


def free_address() -> str:
    """An address of this machine at which nobody listens yet."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{found.getsockname()[1]}"


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, to the microsecond: by the clock that Linux has for each process."""
    return time.clock_gettime(~pid << 3 | 2)  # CPUCLOCK_SCHED; Python's `time` names only those of threads


def resident_bytes(pid: int) -> int:
    """How much memory a process holds."""
    pages = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


class Peak:
    """The most memory that a process has held since this was made, against what it held then."""

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/status")
        Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")  # forget the peak so far
        self._before = self._high()

    def grown(self) -> int:
        """By how many bytes."""
        return self._high() - self._before

    def _high(self) -> int:
        line = next(each for each in self._status.read_text(encoding="ascii").splitlines() if each.startswith("VmHWM"))
        return int(line.split()[1]) * 1024


class ServerProcess:
    """`adjudicate serve` over a store, on a free port. Use it as a context; it may be killed and started again.

    `log` is a file for its standard error, `release` the module that is run: this version, or one made to be older.
    """

    def __init__(self, store: str, *flags: str, log: Path | None = None, release: str = "adjudicator_cli.main") -> None:
        url = store if stores.is_postgres(store) else f"{stores.SQLITE_URL}{store}"
        flags = ("--listen", "127.0.0.1:0", "--store", url, "--log-level", "error", *flags)
        self._begin([release, "serve", *flags], log)

    def _begin(self, words: Sequence[str], log: Path | None) -> None:
        self._log = log
        self._command = [sys.executable, "-m", *words]
        self.start()

    def start(self) -> None:
        """Start it and wait until it serves."""
        with ExitStack() as stack:
            told = stack.enter_context(self._log.open("ab")) if self._log else None
            self.process = subprocess.Popen(
                self._command, cwd=ROOT, env=installed(), stdout=subprocess.PIPE, stderr=told, text=True
            )
        self.address = self._address()

    def _address(self) -> str:
        """Where it says that it serves."""
        return self._line("serving on ")

    @property
    def web(self) -> str:
        """Where it says that it serves browsers; its next line."""
        return self._line("pages on http://")

    def _line(self, begins: str) -> str:
        """The rest of its next line, which begins so."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith(begins), line
        return line.removeprefix(begins).strip()

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.process.kill()
        self._wait()

    def stop(self) -> None:
        """End it as an organiser does: watchers are let go, calls under way are answered."""
        self.process.terminate()
        self._wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    def _wait(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


class ViewsProcess(ServerProcess):
    """`python -m adjudicator_views` over a store's log, on a free port, with its views in a file."""

    def __init__(self, store: str, views: Path, *flags: str, log: Path | None = None) -> None:
        flags = ("--log", store, "--views", str(views), "--listen", "127.0.0.1:0", *flags)
        self._begin(["adjudicator_views", *flags], log)

    def _address(self) -> str:
        self._line("")  # how much it has read
        return f"127.0.0.1:{self._line('listening, port ')}"
