"""The wheel holds what is ours and no more, and the command works where nothing else is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from adjudicator.service.web.build import is_built
from tests.architecture.sources import ROOT, kept_files
from tests.kit.pages import needed

UV = Path(sys.prefix) / "bin" / "uv"
PACKAGES = {"adjudicator", "adjudicator_cli", "adjudicator_client", "adjudicator_views"}
MEGABYTES_MAX = 3
BUILT_FROM = ("pyproject.toml", "README.md", "LICENSE", "NOTICE", "hatch_build.py", "adjudicator/service/web/build.py")
"""As much of the sources as it takes to see what a build does."""

TYPED = """
turn 4, Character battle; luke to attack
dark: force 6, deck 40
  character: vader = Darth Vader (J), tapped
light: force 5, deck 41
  character: luke = Luke Skywalker (F); obi = Obi-Wan Kenobi (G), tapped
> light: attack vader with obi
"""

pytestmark = pytest.mark.skipif(not UV.exists(), reason="uv is not installed beside the interpreter")


def ran(*command: str | Path, typed: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    """A command that has ended, run away from our sources."""
    environment = {**os.environ, **variables}
    return subprocess.run(
        command, cwd=ROOT.anchor, env=environment, input=typed, capture_output=True, text=True, check=False
    )


def done(*command: str | Path, typed: str = "", **variables: str) -> str:
    """What a command prints that has to succeed."""
    ended = ran(*command, typed=typed, **variables)
    assert 0 == ended.returncode, ended.stdout + ended.stderr
    return ended.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this folder."""
    needed("" if is_built() or shutil.which("npm") else "no pages and no npm to build them: make web", os.environ)
    folder = tmp_path_factory.mktemp("wheel")
    done(UV, "build", "--quiet", "--wheel", "--out-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel with its extra `web`, in the locked versions, and no more."""
    folder = tmp_path_factory.mktemp("bare")
    environment, versions = folder / "venv", folder / "versions.txt"
    done(UV, "export", "--project", ROOT, "--frozen", "--no-dev", "--extra", "web", "--no-emit-project", "--no-hashes",
         "-qo", versions)  # fmt: skip
    done(UV, "venv", "--quiet", "--python", sys.executable, environment)
    asked = f"adjudicator[web] @ {wheel.as_uri()}"
    done(UV, "pip", "install", "--quiet", "--python", environment / "bin" / "python", "-c", versions, asked)
    return environment / "bin"


def test_names_in_the_wheel_are_our_own(wheel: Path) -> None:
    """Four packages, all of them adjudicator*, each with `py.typed`; and the protos beside what is made of them."""
    names = zipfile.ZipFile(wheel).namelist()
    assert PACKAGES == {each.partition("/")[0] for each in names if ".dist-info/" not in each}
    assert {f"{each}/py.typed" for each in PACKAGES} <= set(names)
    protos = {each.removeprefix("protos/") for each in kept_files() if each.endswith(".proto")}
    assert len(protos) > 10
    assert protos <= set(names)


def test_the_wheel_carries_the_pages_and_is_small(wheel: Path) -> None:
    """The pages and the books are in it, nothing that only builds them is, and it has its size."""
    names = zipfile.ZipFile(wheel).namelist()
    assert "adjudicator/service/web/console/index.html" in names
    assert [] == [each for each in names if each.endswith((".ts", ".svelte", ".yaml"))]
    assert wheel.stat().st_size <= MEGABYTES_MAX * 1_000_000


def test_the_wheel_alone_rules_and_plays_the_demo(bare: Path, tmp_path: Path) -> None:
    """In a bare environment, with the locked versions, `adjudicate rule` rules and `adjudicate demo` plays a game."""
    assert "fails: ATTACKER_UNTAPPED" in done(bare / "adjudicate", "rule", "-", typed=TYPED.lstrip())
    assert "entries verified" in done(bare / "adjudicate", "demo", "--keep", tmp_path / "game.sqlite")
    assert (tmp_path / "game.sqlite").exists()


def test_the_wheel_alone_shows_the_page_without_node(wheel: Path, bare: Path, tmp_path: Path) -> None:
    """With nothing on the path but its own environment it serves the page that it carries."""
    command = [str(bare / "adjudicate"), "serve", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0",
               "--store", f"sqlite:///{tmp_path / 'log.sqlite'}", "--log-level", "error"]  # fmt: skip
    with subprocess.Popen(command, cwd=tmp_path, env={"PATH": str(bare)}, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout is not None
            served.stdout.readline()
            address = served.stdout.readline().removeprefix("pages on ").strip()
            with urlopen(address, timeout=30) as answer:
                shown = answer.read()
        finally:
            served.terminate()
    assert zipfile.ZipFile(wheel).read("adjudicator/service/web/console/index.html") == shown


@pytest.fixture
def without_pages(tmp_path: Path) -> Path:
    """Sources in which the pages are not built."""
    for each in BUILT_FROM:
        (tmp_path / "sources" / each).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / each, tmp_path / "sources" / each)
    return tmp_path / "sources"


def test_building_without_pages_and_npm_says_what_to_do(without_pages: Path, tmp_path: Path) -> None:
    """A wheel without pages is made only if somebody asks for one."""
    command = (UV, "build", "--wheel", "--out-dir", tmp_path / "made", without_pages)
    ended = ran(*command, PATH=str(UV.parent))
    assert ended.returncode
    assert "install Node 20; or build without them: set HATCH_BUILD_NO_HOOKS=true" in " ".join(ended.stderr.split())
    done(*command, PATH=str(UV.parent), HATCH_BUILD_NO_HOOKS="true")
    assert 1 == len(list((tmp_path / "made").glob("*.whl")))


def test_an_editable_install_needs_neither(without_pages: Path, tmp_path: Path) -> None:
    """`make setup` works without Node."""
    done(UV, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv")
    done(
        UV, "pip", "install", "--quiet", "--no-deps", "--python", tmp_path / "venv" / "bin" / "python", "-e",
        without_pages, PATH=str(UV.parent),
    )  # fmt: skip
