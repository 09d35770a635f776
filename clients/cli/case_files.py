"""What commands without a service are given to read: a case file, or a board in notation with what is said at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clients.cli.terminal import UnusableError, read_input

if TYPE_CHECKING:
    from adjudicator.cases.case import Case


def case_of(path: str) -> Case:
    """A case from its file, or one made of what is written in notation; `-` is standard input. Raises CaseError."""
    from adjudicator.cases.case import read_case
    from adjudicator.cases.record import read_record

    text = read_input(path)
    return read_case(text, path) if path.endswith(".toml") or _is_toml(text) else read_record(text, path)


def said_case(path: str) -> Case:
    """A case in which something is said. Raises CaseError, UnusableError."""
    from adjudicator.cases.record import SAID

    case = case_of(path)
    if not case.steps:
        raise UnusableError(f"{path}: nothing is said; write `{SAID} light: ...` below the board")
    return case


def _is_toml(text: str) -> bool:
    """Whether a text is a case: its first line that is no remark is a table or a key with a value."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    key, equals, _ = first.partition("=")
    return first.startswith("[") or bool(equals and key.strip().replace("_", "").isalpha())
