"""Dependencies are pinned by version and hash, installed as they are pinned, and the audit says what it knows."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable
from functools import cache
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests import weaknesses
from tests.architecture.sources import ROOT, kept_files, text, tree

REGISTRY = "https://pypi.org/simple"
TAKEN_UP = {"httptools"}
"""What another dependency takes up if it is there: uvicorn's reader of HTTP."""


def locked() -> list[dict[str, Any]]:
    """The packages of the lock, ours left out."""
    return [each for each in tomllib.loads(text("uv.lock"))["package"] if each["name"] != "adjudicator"]


def test_every_dependency_is_pinned_by_hash() -> None:
    """Each comes from the one registry, in one version, and each of its files has a SHA-256."""
    found = locked()
    assert len(found) > 50
    for package in found:
        assert {"registry": REGISTRY} == package["source"]
        files = [*package.get("wheels", ()), *([package["sdist"]] if "sdist" in package else [])]
        assert files, package["name"]
        assert all(each["hash"].startswith("sha256:") for each in files), package["name"]
    assert len({each["name"] for each in found}) == len(found)


def test_every_package_of_the_page_is_pinned_by_hash() -> None:
    """The page asks for exact versions, and each package that builds it has a SHA-512."""
    asked = json.loads(text("web/package.json"))
    kept = json.loads(text("web/package-lock.json"))["packages"]
    found = [each for name, each in kept.items() if name and not each.get("optional")]
    assert len(found) > 30
    assert [] == [each for each in kept.values() if each.get("link")]
    assert all(each["integrity"].startswith("sha512-") for each in found)
    for name, version in {**asked["dependencies"], **asked["devDependencies"]}.items():
        assert version == kept[f"node_modules/{name}"]["version"]


def test_the_lock_is_that_of_the_project() -> None:
    """What pyproject.toml asks for is what the lock was made for: a change of one needs a change of the other."""
    project = tomllib.loads(text("pyproject.toml"))
    (ours,) = (each for each in tomllib.loads(text("uv.lock"))["package"] if each["name"] == "adjudicator")
    asked = [*running(project), *chain(*project["dependency-groups"].values())]
    kept = [*ours["metadata"]["requires-dist"], *chain(*ours["metadata"]["requires-dev"].values())]
    assert sorted(_plain(each) for each in asked) == sorted(
        (each["name"], tuple(sorted(each.get("specifier", "").split(",")))) for each in kept
    )


def running(project: dict[str, Any]) -> list[str]:
    """What the shipped code asks for, always or with an extra."""
    return [*project["project"]["dependencies"], *chain(*project["project"]["optional-dependencies"].values())]


SHIPPED = ("adjudicator/", "clients/", "projections/")
BUILDING = ("/build.py", "/generate.py")
"""The modules that make files of this repository: they run here only, with what the group `dev` has."""


def _imported(paths: Iterable[str]) -> set[str]:
    """The modules that files import, by statement or by name, wherever in the file."""
    found = set[str]()
    for path in paths:
        for node in ast.walk(tree(path)):
            match node:
                case ast.Import(names):
                    found |= {each.name for each in names}
                case ast.ImportFrom(str(module), names, 0):
                    found |= {module, *(f"{module}.{each.name}" for each in names)}
                case ast.Call(ast.Attribute(attr="import_module"), [ast.Constant(str(module))]):
                    found.add(module)
    return found


@cache
def _homes() -> dict[str, str]:
    """By module that is installed, the distribution it comes from."""
    found: dict[str, str] = {}
    for each in metadata.distributions():
        name = _plain(each.name)[0]
        for file in each.files or ():
            if file.suffix in {".py", ".so", ".pyd"}:
                parts = [*file.parts[:-1], file.name.partition(".")[0]]
                found.setdefault(".".join(parts[: -1 if parts[-1] == "__init__" else None]), name)
    return found


def _homes_of(modules: Iterable[str]) -> set[str]:
    """The distributions that modules come from; of what is not installed, the name by which it is imported."""
    missing = {each.partition(".")[0] for each in modules} - {each.partition(".")[0] for each in _homes()}
    away = {each for each in missing - sys.stdlib_module_names if not each.startswith("adjudicator")}
    return {_homes()[each] for each in modules if each in _homes()} | away


def test_what_runs_asks_for_what_it_imports() -> None:
    """Each dependency, of an extra too, is imported by shipped code, and each import is of a dependency.

    What only builds, or is imported by tests alone, stands in a group.
    """
    project = tomllib.loads(text("pyproject.toml"))
    shipped = [each for each in kept_files() if each.endswith(".py") and each.startswith(SHIPPED)]
    runs = _homes_of(_imported(each for each in shipped if not each.endswith(BUILDING)))
    assert {_plain(each)[0] for each in running(project)} - TAKEN_UP == runs - {"adjudicator"}
    builds = _homes_of(_imported(each for each in shipped if each.endswith(BUILDING)))
    assert builds - runs <= {_plain(each)[0] for each in project["dependency-groups"]["dev"]} | {"adjudicator"}


def _plain(requirement: str) -> tuple[str, tuple[str, ...]]:
    """Name and versions of a requirement, as the lock writes them."""
    found = re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*([^;]*)", requirement)
    assert found is not None
    return re.sub(r"[-_.]+", "-", found[1]).lower(), tuple(sorted(each.strip() for each in found[2].split(",")))


def test_what_is_installed_is_what_is_pinned() -> None:
    """The tests run on the versions that users get."""
    pinned = {each["name"]: each["version"] for each in locked()}
    installed = {
        each.name.lower().replace("_", "-").replace(".", "-"): each.version for each in metadata.distributions()
    }
    both = pinned.keys() & installed.keys()
    assert len(both) > 50
    assert {name: pinned[name] for name in both} == {name: installed[name] for name in both}


@pytest.mark.parametrize(
    ("status", "environment", "ends", "says"),
    [(0, {}, 0, False), (1, {}, 1, False), (2, {}, 0, True), (2, {"AUDIT": "required"}, 2, True)],
)
def test_the_audit(tmp_path: Path, status: int, environment: dict[str, str], ends: int, says: bool) -> None:
    """A known weakness is a failure. That the database cannot be asked is said, and a failure only if it has to be."""
    uv = tmp_path / "uv"
    uv.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    uv.chmod(0o700)
    variables = {**os.environ, "ADVISORIES": "", "UV": str(uv), **environment}
    done = subprocess.run([ROOT / ".ci" / "audit"], env=variables, capture_output=True, text=True, check=False)
    assert (ends, says) == (done.returncode, "NOT AUDITED" in done.stdout)


def _record(package: str, **affected: Any) -> str:
    where = {"package": {"name": package, "ecosystem": "PyPI"}, **affected}
    return json.dumps({"id": "X-1", "modified": "2026-11-01T00:00:00Z", "summary": "made up", "affected": [where]})


def _range(*events: tuple[str, str]) -> dict[str, Any]:
    return {"ranges": [{"type": "ECOSYSTEM", "events": [{what: at} for what, at in events]}]}


@pytest.mark.parametrize(
    ("affected", "hit"),
    [
        ({"versions": ["1.9", "2.0"]}, True),
        ({"versions": ["2.0.1"]}, False),
        (_range(("introduced", "0")), True),
        (_range(("introduced", "0"), ("fixed", "2.0")), False),
        (_range(("introduced", "0"), ("fixed", "2.0.1")), True),
        (_range(("introduced", "0"), ("fixed", "10.0")), True),
        (_range(("introduced", "2.0")), True),
        (_range(("introduced", "2.1")), False),
        (_range(("introduced", "0"), ("last_affected", "2.0")), True),
        (_range(("introduced", "0"), ("last_affected", "1.9")), False),
        (_range(("introduced", "0"), ("fixed", "1.0"), ("introduced", "1.5"), ("fixed", "3.0")), True),
        (_range(("introduced", "1.5"), ("fixed", "3.0"), ("introduced", "0"), ("fixed", "1.0")), True),
        (_range(("introduced", "nobody knows")), True),
        ({"ranges": [{"type": "GIT", "events": [{"introduced": "0"}]}]}, False),
    ],
)
def test_which_versions_are_affected(tmp_path: Path, affected: dict[str, Any], hit: bool) -> None:
    """By the list of versions or by a range, as OSV means them; a range that cannot be read is for people to see."""
    (tmp_path / "x.json").write_text(_record("Some_Package", **affected))
    found = list(weaknesses.weaknesses(list(weaknesses.records(tmp_path)), {"some-package": "2.0", "other": "2.0"}))
    assert hit == bool(found)
    assert [] == list(weaknesses.weaknesses(list(weaknesses.records(tmp_path)), {"other": "2.0"}))


def test_the_audit_without_the_network(tmp_path: Path) -> None:
    """With an archive of weaknesses the audit needs nothing else; it has to be readable."""
    version = weaknesses.locked()["lark"]
    for said, ends, says in (
        (_record("lark", versions=[version]), 1, f"lark {version}: X-1 made up"),
        (_record("lark", versions=["0.1"]), 0, "records of 2026-11-01 and before: 0 known weaknesses"),
        ("", 2, "NOT AUDITED"),
    ):
        archive = tmp_path / "all.zip"
        with zipfile.ZipFile(archive, "w") as written:
            if said:
                written.writestr("X-1.json", said)
        variables = {**os.environ, "ADVISORIES": str(archive)}
        done = subprocess.run([ROOT / ".ci" / "audit"], env=variables, capture_output=True, text=True, check=False)
        assert (ends, True) == (done.returncode, says in done.stdout), done.stdout + done.stderr
