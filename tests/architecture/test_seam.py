"""The seam: outside a game's own package only the list of games, and the clients' default edition, name a game."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from adjudicator.games import DEFAULT_EDITION, OURS, GameList
from adjudicator_cli import EDITION
from tests.architecture.sources import imported_modules, python_files, tree

PACKAGES = tuple(dict.fromkeys(place.partition(":")[0].rpartition(".")[0] for place in OURS.values()))
"""The games' packages, as the list names them."""
NAMES = (*OURS, *(name for package in PACKAGES for name in (package, package.rpartition(".")[2])))
"""What a text that names a game would hold: an edition, a package, or its last word alone."""
MAY_NAME = {"adjudicator/games.py", "clients/adjudicator_cli/__init__.py"}
SHIPPED = ("adjudicator/", "clients/", "projections/")


def outside() -> Iterator[str]:
    """The shipped files that belong to no game."""
    homes = tuple(package.replace(".", "/") + "/" for package in PACKAGES)
    yield from (path for path in python_files() if path.startswith(SHIPPED) and not path.startswith(homes))


def strings(path: str) -> Iterator[tuple[int, str]]:
    """Line and text of every string of a module that is no docstring and no remark behind a name."""
    told = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


def named(said: str) -> bool:
    """Whether a string is the name of a game or an edition, or holds the name of a game's module or folder."""
    modules = (form for package in PACKAGES for form in (package, package.replace(".", "/")))
    return any(form in said for form in modules) or any(word in NAMES for word in said.split(","))


def test_nothing_else_imports_a_game() -> None:
    """Nor a part of one: whoever needs a game asks the list for it."""
    found = [
        f"{path}:{line} imports {module}"
        for path in outside()
        for line, module in imported_modules(path)
        if any(f"{module}.".startswith(f"{package}.") for package in PACKAGES)
    ]
    assert [] == found


def test_nothing_else_names_a_game() -> None:
    """No string has the name of a game, of an edition or of a module of one."""
    found = {
        f"{path}:{line} {said!r}"
        for path in outside()
        if path not in MAY_NAME
        for line, said in strings(path)
        if named(said)
    }
    assert set() == found


def test_the_list_tells_the_truth() -> None:
    """Every edition of the list is one that its game has, and a game has no edition that is not listed."""
    games = GameList()
    for edition in OURS:
        assert edition in games.of(edition).editions
    assert set(OURS) == {edition for game in games for edition in game.editions}
    assert DEFAULT_EDITION == EDITION, "commands and case files mean the same edition where none is named"
