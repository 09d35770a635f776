"""The wheel holds what is ours and no more, and the command works where nothing else is installed."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.architecture.sources import ROOT, kept_files

UV = Path(sys.prefix) / "bin" / "uv"
PACKAGES = {"adjudicator", "adjudicator_cli", "adjudicator_client", "adjudicator_views"}
TYPED = """
turn 4, Character battle; luke to attack
dark: force 6, deck 40
  character: vader = Darth Vader (J), tapped
light: force 5, deck 41
  character: luke = Luke Skywalker (F); obi = Obi-Wan Kenobi (G), tapped
> light: attack vader with obi
"""

pytestmark = pytest.mark.skipif(not UV.exists(), reason="uv is not installed beside the interpreter")


def done(*command: str | Path, typed: str = "") -> str:
    """What a command prints that has to succeed, run away from our sources."""
    ended = subprocess.run(command, cwd=ROOT.anchor, input=typed, capture_output=True, text=True, check=False)
    assert 0 == ended.returncode, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this folder."""
    folder = tmp_path_factory.mktemp("wheel")
    done(UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


def test_names_in_the_wheel_are_our_own(wheel: Path) -> None:
    """Four packages, all of them adjudicator*, each with `py.typed`; and the protos beside what is made of them."""
    names = zipfile.ZipFile(wheel).namelist()
    assert PACKAGES == {each.partition("/")[0] for each in names if ".dist-info/" not in each}
    assert {f"{each}/py.typed" for each in PACKAGES} <= set(names)
    protos = {each.removeprefix("protos/") for each in kept_files() if each.endswith(".proto")}
    assert len(protos) > 10
    assert protos <= set(names)


def test_the_wheel_alone_rules_and_plays_the_demo(wheel: Path, tmp_path: Path) -> None:
    """In a bare environment, with the locked versions, `adjudicate rule` rules and `adjudicate demo` plays a game."""
    environment, versions = tmp_path / "venv", tmp_path / "versions.txt"
    done(UV, "export", "--project", ROOT, "--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "-qo", versions)
    done(UV, "venv", "--quiet", "--python", sys.executable, environment)
    done(UV, "pip", "install", "--quiet", "--python", environment / "bin" / "python", "-c", versions, wheel)
    command = environment / "bin" / "adjudicate"
    assert "fails: ATTACKER_UNTAPPED" in done(command, "rule", "-", typed=TYPED.lstrip())
    assert "entries verified" in done(command, "demo", "--keep", tmp_path / "game.sqlite")
    assert (tmp_path / "game.sqlite").exists()
