"""The import contracts of pyproject.toml, and what they cannot say."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import PurePosixPath

import pytest

from tests.architecture.sources import ROOT, imported_modules, pure_files, python_files


def test_import_contracts_are_kept() -> None:
    """Every contract of pyproject.toml holds over the code as it stands."""
    lint = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(cache_dir=None))"
    run = subprocess.run(
        [sys.executable, "-c", lint],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ, PYTHONPATH=str(ROOT)),
    )
    assert (0, "0 broken") == (run.returncode, run.stdout.rstrip().rpartition(", ")[2].rstrip(".")), run.stdout


def test_the_two_games_never_meet() -> None:
    """No file of one game imports the other one."""
    games = {"adjudicator/swtcg/": "adjudicator.swccg", "adjudicator/swccg/": "adjudicator.swtcg"}
    met = [
        f"{path}:{line} imports {module}"
        for path in python_files()
        for home, other in games.items()
        if path.startswith(home)
        for line, module in imported_modules(path)
        if (module + ".").startswith(other + ".")
    ]
    assert [] == met


def edition_modules() -> tuple[str, ...]:
    """Dotted names of the modules that are editions: those below an `editions` folder that define an EDITION."""
    return tuple(
        path.removesuffix(".py").replace("/", ".")
        for path in python_files()
        if "editions" in PurePosixPath(path).parts[:-1]
        and path.startswith("adjudicator/")
        and not path.endswith("__init__.py")
        and PurePosixPath(path).stem.startswith(("swtcg", "swccg"))
    )


def test_editions_never_import_each_other() -> None:
    """An edition stands alone on its page: what it shares with another one is a named procedure of a chapter."""
    editions = edition_modules()
    if importlib.util.find_spec("adjudicator.swtcg.editions") is not None:
        assert editions, "the folder of editions holds no edition that this test can see"
    met = [
        f"{name} imports {module}"
        for name in editions
        for _, module in imported_modules(name.replace(".", "/") + ".py")
        for other in editions
        if other != name and (module + ".").startswith(other + ".")
    ]
    assert [] == met


@pytest.mark.parametrize("path", [path for path in python_files() if not path.startswith("tests/")])
def test_nothing_imports_the_tests(path: str) -> None:
    """Code that is shipped does not need the tests."""
    assert [] == [module for _, module in imported_modules(path) if module.split(".")[0] == "tests"]


def test_pure_rooms_import_no_operating_system() -> None:
    """Kernel, citations and games load data that lies beside them and ask the machine nothing else."""
    asked = [
        f"{path}:{line} imports {module}"
        for path in pure_files()
        for line, module in imported_modules(path)
        if module.split(".")[0] in {"os", "sys", "platform", "getpass", "pwd", "io", "glob", "fcntl"}
        and module not in {"sys.intern", "sys.maxsize"}
    ]
    assert [] == asked
