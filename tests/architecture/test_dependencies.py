"""Dependencies are pinned by version and hash, installed as they are pinned, and the audit says what it knows."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.sources import ROOT, text

REGISTRY = "https://pypi.org/simple"


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


def test_the_lock_is_that_of_the_project() -> None:
    """What pyproject.toml asks for is what the lock was made for: a change of one needs a change of the other."""
    project = tomllib.loads(text("pyproject.toml"))
    (ours,) = (each for each in tomllib.loads(text("uv.lock"))["package"] if each["name"] == "adjudicator")
    asked = [*project["project"]["dependencies"], *chain(*project["project"]["optional-dependencies"].values())]
    asked += project["dependency-groups"]["dev"]
    kept = [*ours["metadata"]["requires-dist"], *chain(*ours["metadata"]["requires-dev"].values())]
    assert sorted(_plain(each) for each in asked) == sorted(
        (each["name"], tuple(sorted(each.get("specifier", "").split(",")))) for each in kept
    )


def _plain(requirement: str) -> tuple[str, tuple[str, ...]]:
    """Name and versions of a requirement, as the lock writes them."""
    found = re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*([^;]*)", requirement)
    assert found is not None
    return found[1].lower(), tuple(sorted(each.strip() for each in found[2].split(",")))


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
    variables = {**os.environ, "UV": str(uv), **environment}
    done = subprocess.run([ROOT / ".ci" / "audit"], env=variables, capture_output=True, text=True, check=False)
    assert (ends, says) == (done.returncode, "NOT AUDITED" in done.stdout)
