"""What the architecture tests look at: the repository's own Python files, tracked or about to be."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

GENERATED = "adjudicator/api/v1/"
PURE = ("adjudicator/kernel/", "adjudicator/citations/", "adjudicator/swtcg/", "adjudicator/swccg/")


@dataclass(frozen=True)
class Function:
    """One function or method: where it is and how many lines its body has, docstring apart."""

    path: str
    name: str
    line: int
    lines: int


@cache
def kept_files() -> tuple[str, ...]:
    """Paths, relative to the root, of all files that are tracked, and of new ones that git does not ignore."""
    if (ROOT / ".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    else:  # an unpacked archive: no git, so everything that is not hidden
        listed = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*")]
        listed = [path for path in listed if not any(part.startswith(".") for part in PurePosixPath(path).parts)]
    return tuple(sorted({path for path in listed if path and (ROOT / path).is_file()}))


@cache
def python_files() -> tuple[str, ...]:
    """Every Python file written by hand."""
    return tuple(path for path in kept_files() if path.endswith(".py") and not path.startswith(GENERATED))


def pure_files() -> tuple[str, ...]:
    """The files of kernel, citations and the games."""
    return tuple(path for path in python_files() if path.startswith(PURE))


@cache
def text(path: str) -> str:
    """The text of a file, given relative to the root."""
    return (ROOT / path).read_text(encoding="utf-8")


@cache
def tree(path: str) -> ast.Module:
    """The parsed module."""
    return ast.parse(text(path), filename=path)


def functions(path: str) -> Iterator[Function]:
    """Every function and method of a module; a nested one also counts within the one around it."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            length = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
            yield Function(path, node.name, node.lineno, length)


def imported_modules(path: str) -> Iterator[tuple[int, str]]:
    """Every module that a file imports, with the line; `from a import b` yields `a.b`, and relative ones resolve."""
    package = PurePosixPath(path).with_suffix("").parts[:-1]
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            stem = ".".join(part for part in (base, node.module) if part)
            yield from ((node.lineno, f"{stem}.{alias.name}") for alias in node.names)
