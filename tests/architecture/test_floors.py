"""The floors of the Star Wars TCG: pyproject.toml lets no import run up a floor, and no files form a circle."""

from __future__ import annotations

import ast
import tomllib
from graphlib import TopologicalSorter

from tests.architecture.sources import ROOT, python_files


def test_the_floors_have_no_debts() -> None:
    """No import that runs up a floor is let through."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    floors = next(each for each in contracts if each["id"] == "floors")
    assert [] == floors.get("ignore_imports", [])


def test_no_files_import_each_other_in_a_circle() -> None:
    """Imports inside functions count too. Raises graphlib.CycleError with the files if some do."""
    names = {_module(path): path for path in python_files() if path.startswith("adjudicator/swtcg/")}
    graph = {module: _imported(path, names) - {module} for module, path in names.items()}
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
