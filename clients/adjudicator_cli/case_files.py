"""The input of commands without a service: a case file, or a board in notation with what is said at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from adjudicator_cli.terminal import UnusableError, read_input

if TYPE_CHECKING:
    from adjudicator.cases.case import Case


def case_of(path: str) -> Case:
    """A case from its file, or one made of what is written in notation; `-` is standard input. Raises CaseError."""
    return _read(path)[0]


def said_before(path: str) -> tuple[Case, tuple[int, ...]]:
    """A case with the lines of its steps, though nothing be said in it. Raises CaseError."""
    return _read(path)


def said_case(path: str) -> Case:
    """A case in which something is said. Raises CaseError, UnusableError."""
    return said_lines(path)[0]


def said_lines(path: str) -> tuple[Case, tuple[int, ...]]:
    """A case in which something is said, and in which line of its file each of its steps stands (0: not known).

    Raises CaseError, UnusableError.
    """
    from adjudicator.cases.record import SAID

    case, lines = _read(path)
    if not case.steps:
        raise UnusableError(f"{path}: nothing is said; write `{SAID} light: ...` below the board")
    return case, lines


def _read(path: str) -> tuple[Case, tuple[int, ...]]:
    from adjudicator.cases.case import read_case
    from adjudicator.cases.record import read_record, said_at

    text = read_input(path)
    if path.endswith(".toml") or _is_toml(text):
        case = read_case(text, path)
        lines_before = text.count("\n", 0, max(0, text.find(case.board)))
        placed = msgspec.structs.replace(case, board="\n" * lines_before + case.board if case.board else "")
        return placed, _steps_at(text, case)
    return read_record(text, path), said_at(text)


def _steps_at(text: str, case: Case) -> tuple[int, ...]:
    """The lines in which the steps of a case file say something."""
    found, at = [], 0
    for step in case.steps:
        words = next((each for each in (step.say, step.ask, step.value) if each is not None), "")
        there = text.find(words, at) if words else -1
        at = max(at, there)
        found.append(0 if there < 0 else text.count("\n", 0, there) + 1)
    return tuple(found)


def _is_toml(text: str) -> bool:
    """Whether a text is a case: its first line that is no remark is a table or a key with a value."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    key, equals, _ = first.partition("=")
    return first.startswith("[") or bool(equals and key.strip().replace("_", "").isalpha())
