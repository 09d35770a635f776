"""What the pure rooms may not call, and the one order that Python does not keep."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.sources import pure_files, tree

#: Built-in calls through which a pure room could reach the world, run text, or depend on an address in memory.
IMPURE_CALLS = frozenset({"open", "input", "print", "eval", "exec", "__import__", "id", "hash", "globals"})

#: The one module that may look at an address; what it remembers by it does not depend on it.
REMEMBERS = "adjudicator/kernel/remembering.py"

#: Calls that hand on the order of what they are given.
KEEPS_ORDER = frozenset({"tuple", "list", "enumerate", "iter", "zip", "map"})


def calls(path: str) -> Iterator[tuple[int, str]]:
    """Line and name of every call of a plain name."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id


def is_set(node: ast.expr) -> bool:
    """Whether an expression makes a set on the spot, so that iterating it follows the hash seed."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in {"set", "frozenset"}
    return isinstance(node, ast.Set | ast.SetComp)


def iterated(path: str) -> Iterator[ast.expr]:
    """Everything that a loop, a comprehension, or a call that keeps the order, goes through."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.For | ast.comprehension):
            yield node.iter
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEEPS_ORDER:
            yield from node.args


def test_pure_rooms_call_nothing_impure() -> None:
    """A judge gives the same answer on every machine: no files, no output, no text run as code, no addresses."""
    found = [
        f"{path}:{line} {name}()"
        for path in pure_files()
        for line, name in calls(path)
        if name in IMPURE_CALLS and not (path == REMEMBERS and name == "id")
    ]
    assert [] == found


def test_pure_rooms_iterate_no_set() -> None:
    """The order of a set of strings changes with the hash seed, so no loop of the pure rooms goes over one."""
    found = [
        f"{path}:{node.lineno} {ast.unparse(node)}" for path in pure_files() for node in iterated(path) if is_set(node)
    ]
    assert [] == found
