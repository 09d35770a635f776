"""Audits that are kept: what a passing case claims, under a digest of the code and of the case.

A case that did not change, under code that did not change, gives the same findings; so it is not asked again.
"""

from __future__ import annotations

import hashlib
import platform
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

import adjudicator
from adjudicator.cases.audit import Claim
from adjudicator.games import GameList

FILE = "audits.json"
PARTS = ("kernel", "citations", "cases")
"""The packages, with their data, of which a ruling and its audit are made beside those of the games."""
LIBRARIES = ("lark", "msgspec")


@cache
def code_digest(games: tuple[str, ...]) -> str:
    """A digest of all that decides what an audit finds, besides the case: our files with those of some games (the names
    of the modules of their offers), Python and the libraries used.
    """
    from importlib.metadata import version  # noqa: PLC0415 - costs ten milliseconds that only an audit needs

    digest = hashlib.sha256(repr([platform.python_version(), *map(version, LIBRARIES)]).encode())
    parts = [Path(adjudicator.__file__).parent / part for part in PARTS]
    for folder in (*parts, *(Path(import_module(each).__file__ or "").parent for each in games)):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                digest.update(f"{file.relative_to(folder.parent).as_posix()}\0".encode())
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


class Audits:
    """The audits of one run, with those kept in a folder (None: none are, and none will be)."""

    def __init__(self, folder: Path | None, games: GameList) -> None:
        self._games = games
        self._file = None if folder is None else folder / FILE
        self._before = _read(self._file) if self._file is not None else {}
        self._now: dict[str, tuple[Claim, ...]] = {}

    def find(self, path: Path, edition: str) -> tuple[Claim, ...] | None:
        """What a case has claimed under an edition; None if it changed since, or the code did."""
        if self._file is None:
            return None
        key = self._key(path, edition)
        if key not in self._before:
            return None
        self._now[key] = self._before[key]
        return tuple(msgspec.structs.replace(claim, path=str(path)) for claim in self._before[key])

    def keep(self, path: Path, edition: str, claims: tuple[Claim, ...]) -> None:
        """Keep what a passing case claims."""
        if self._file is not None:
            self._now[self._key(path, edition)] = claims

    def _key(self, path: Path, edition: str) -> str:
        code = code_digest(self._games.modules)
        return hashlib.sha256(f"{code} {edition}\n".encode() + path.read_bytes()).hexdigest()

    def write(self) -> None:
        """Write what was found or kept in this run, and nothing older. Raises OSError."""
        if self._file is None:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        half = self._file.with_suffix(".half")
        half.write_bytes(msgspec.json.encode(self._now))
        half.replace(self._file)


def _read(file: Path) -> dict[str, tuple[Claim, ...]]:
    """What was kept; nothing if the file is not there or is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, tuple[Claim, ...]])
    except (OSError, msgspec.DecodeError):
        return {}
