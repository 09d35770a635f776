"""The output of commands: JSON, colour and progress, the latter two only on terminals."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_COLOURS = {"good": "32", "bad": "31", "open": "33", "quiet": "2", "strong": "1"}


class UnusableError(Exception):
    """An argument or a file that a command cannot use; the message says why."""

    told_to_people = True


def coloured(text: str, how: str) -> str:
    """A text in colour, if standard output is a terminal (NO_COLOR is respected)."""
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return text
    return f"\x1b[{_COLOURS[how]}m{text}\x1b[0m"


def say_json(content: Any) -> None:
    """Print a value as JSON."""
    print(json.dumps(content, indent=2, ensure_ascii=False))


def read_input(path: str) -> str:
    """The text of a file, or of standard input for `-`. Raises OSError, UnusableError."""
    return _text(read_bytes(path), "standard input" if path == "-" else path)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`. Raises OSError."""
    if path == "-":
        binary = getattr(sys.stdin, "buffer", None)
        read: bytes = sys.stdin.read().encode() if binary is None else binary.read()
        return read
    with open(path, "rb") as file:  # noqa: PTH123 - pathlib would cost more start-up time than the file
        return file.read()


def _text(data: bytes, source: str) -> str:
    """Bytes as text. Raises UnusableError."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnusableError(f"{source} is no text: {error.reason} at byte {error.start}") from error


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int, int | None], None]]:
    """A progress bar on standard error, if it is a terminal; call what it gives with (done, total)."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done, of: bar.update(task, completed=done, total=of)
