"""The service's shape: it knows no game outside its composition root, and its handlers are thin."""

from __future__ import annotations

from tests.architecture.sources import functions, imported_modules, python_files

SERVICE = "adjudicator/service/"
KNOWS_STAR_WARS = {"adjudicator/service/start.py", "adjudicator/service/offerings.py", "adjudicator/service/cards.py"}
HANDLER_LINES_MAX = 40


def test_only_the_composition_root_and_the_cards_know_star_wars() -> None:
    """Everything else works for the miniature game, as the other tests here show."""
    found = {
        path
        for path in python_files()
        if path.startswith(SERVICE)
        for _, module in imported_modules(path)
        if f"{module}.".startswith("adjudicator.swtcg.")
    }
    assert KNOWS_STAR_WARS == found


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
