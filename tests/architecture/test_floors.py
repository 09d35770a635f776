"""The floors of the Star Wars TCG: the debts that pyproject.toml lists only become less, and no files form a circle."""

from __future__ import annotations

import ast
import tomllib
from graphlib import TopologicalSorter

from tests.architecture.sources import ROOT, python_files

DEBTS_MAX = 11
"""How many imports still run up a floor; lower it with every one that goes."""

KNOWN_PAIR = ("adjudicator.swtcg.cards.worded.nouns", "adjudicator.swtcg.cards.worded.terms")
"""A noun may have a size, and a size may count nouns: the one import that closes a circle."""


def test_the_debts_only_shrink() -> None:
    """No import is added to those that run up a floor; one that is gone leaves the list (import-linter sees to it)."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    floors = next(each for each in contracts if each["id"] == "floors")
    assert DEBTS_MAX == len(floors["ignore_imports"])


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions count too. Raises graphlib.CycleError with the files if some do."""
    names = {_module(path): path for path in python_files() if path.startswith("adjudicator/swtcg/")}
    graph = {module: _imported(path, names) - {module} for module, path in names.items()}
    one, other = KNOWN_PAIR
    assert other in graph[one]
    graph[one].discard(other)
    assert len(graph) == len(list(TopologicalSorter(graph).static_order()))


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(path: str, names: dict[str, str]) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(module if module in names else node.module for module in inside)
    return found & set(names)
