"""Small modules, small functions, names that say something."""

from __future__ import annotations

from pathlib import PurePosixPath

from tests.architecture.sources import functions, python_files, text

#: The house rule says "about" 400 and 40; these are the points at which a reader gives up.
MODULE_LINES_MAX = 450
FUNCTION_LINES_MAX = 60

#: Rooms that would attract whatever has no other home.
FORBIDDEN_NAMES = frozenset({"utils", "util", "helpers", "helper", "common", "core", "misc", "shared", "stuff"})

#: Longer modules and functions, each with the reason why splitting it would make it worse.
LONG_MODULES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def test_modules_are_short() -> None:
    """No module is longer than the limit, save the named ones."""
    found = {path for path in python_files() if text(path).count("\n") > MODULE_LINES_MAX}
    assert set(LONG_MODULES) == found


def test_functions_are_short() -> None:
    """No function's body is longer than the limit, save the named ones."""
    found = {
        f"{each.path}::{each.name}"
        for path in python_files()
        for each in functions(path)
        if each.lines > FUNCTION_LINES_MAX
    }
    assert set(LONG_FUNCTIONS) == found


def test_names_say_something() -> None:
    """No folder and no module is called utils, helpers, common or core."""
    found = [
        path
        for path in python_files()
        if FORBIDDEN_NAMES & {part.removesuffix(".py").strip("_") for part in PurePosixPath(path).parts}
    ]
    assert [] == found
