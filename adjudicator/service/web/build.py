"""Builds the pages of the console from web/ into the package (`make web`, and a build of a wheel that finds none).

Needs npm (Node 20) and grpc_tools. It is also run where nothing else is installed, so it imports nothing of ours.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
WEB = ROOT / "web"
PROTOS = ROOT / "protos"
MADE = WEB / "src" / "gen"
CONSOLE = Path(__file__).parent / "console"
DIGEST = ".sources"
"""The file in the built folder that tells which sources it was built from."""

NOT_OURS = {"node_modules", "gen"}


class NoNodeError(RuntimeError):
    """There is no npm to build with."""

    told_to_people = True


def is_built(console: Path = CONSOLE) -> bool:
    """Whether the pages are there."""
    return (console / "index.html").is_file()


def is_current(console: Path = CONSOLE) -> bool:
    """Whether they were built from the sources as they are now."""
    return (console / DIGEST).is_file() and (console / DIGEST).read_text(encoding="ascii") == digest()


def digest() -> str:
    """What the pages are built from, as one number."""
    found = hashlib.sha256()
    for folder in (WEB, PROTOS):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(ROOT)
            if path.is_file() and not NOT_OURS & set(inside.parts):
                found.update(inside.as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


def build(*, checked: bool) -> None:
    """Build them; `checked` says that types, accessibility and tests are looked at before. Raises NoNodeError."""
    prepare()
    for each in ("check", "test", "build") if checked else ("build",):
        run(npm(), "run", "--silent", each)
    (CONSOLE / DIGEST).write_text(digest(), encoding="ascii")


def npm() -> str:
    """The program. Raises NoNodeError."""
    found = shutil.which("npm")
    if found is None:
        raise NoNodeError("the pages of the judge's console are built with npm, and there is none; install Node 20")
    return found


def prepare() -> None:
    """Fetch what builds them, and make the messages of the API from the protos. Raises NoNodeError."""
    run(npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    MADE.mkdir(exist_ok=True)
    run(
        sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", f"--es_out={MADE}", "--es_opt=target=ts",
        f"--plugin=protoc-gen-es={WEB / 'node_modules' / '.bin' / 'protoc-gen-es'}",
        *(path.relative_to(PROTOS).as_posix() for path in sorted(PROTOS.rglob("*.proto"))),
    )  # fmt: skip


def run(*command: str, **variables: str) -> None:
    """One step, in web/. Raises CalledProcessError; it has printed why."""
    environment = {**os.environ, **variables}
    subprocess.run(command, cwd=WEB, env=environment, check=True)  # noqa: S603 - the words are ours


if __name__ == "__main__":
    try:
        build(checked=True)
    except (NoNodeError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
