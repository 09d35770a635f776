"""The service's shape: its handlers are thin."""

from __future__ import annotations

from tests.architecture.sources import functions, python_files

SERVICE = "adjudicator/service/"
HANDLER_LINES_MAX = 40


def test_handlers_are_thin() -> None:
    """A handler translates, calls and translates back."""
    found = [
        f"{each.path}::{each.name} has {each.lines} lines"
        for path in python_files()
        if path.startswith(SERVICE)
        for each in functions(path)
        if each.lines >= HANDLER_LINES_MAX
    ]
    assert [] == found
