"""`python -m tests.weaknesses FILE-OR-FOLDER`: which locked versions have a known weakness, without asking the network.

What is read are records of the OSV database: its archive of PyPI as it is offered for downloading (a zip), or a folder
of such records. The status is 1 if a locked version is affected, 2 if there is no record to be read.
"""

from __future__ import annotations

import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

LOCK = Path(__file__).resolve().parents[1] / "uv.lock"
ECOSYSTEM = "PyPI"


class Package(msgspec.Struct):
    """Of which package a record speaks."""

    name: str = ""
    ecosystem: str = ""


class Range(msgspec.Struct):
    """From which versions to which: each event has one key, "introduced", "fixed" or "last_affected", and a version."""

    type: str
    events: list[dict[str, str]] = []


class Affected(msgspec.Struct):
    """What is affected of one package."""

    package: Package = msgspec.field(default_factory=Package)
    versions: list[str] = []
    ranges: list[Range] = []


class Record(msgspec.Struct):
    """One weakness, as OSV writes it down."""

    id: str
    modified: str = ""
    withdrawn: str = ""
    summary: str = ""
    affected: list[Affected] = []


class Weakness(NamedTuple):
    """A locked version that a record is about."""

    package: str
    version: str
    record: Record


def records(path: Path) -> Iterator[Record]:
    """Every record of an archive or a folder. Raises OSError, ValueError."""
    if path.is_dir():
        written = (each.read_bytes() for each in sorted(path.glob("**/*.json")))
    else:
        archive = zipfile.ZipFile(path)
        written = (archive.read(name) for name in archive.namelist() if name.endswith(".json"))
    return (msgspec.json.decode(each, type=Record) for each in written)


def locked(lock: Path = LOCK) -> dict[str, str]:
    """The version of each locked package."""
    packages = tomllib.loads(lock.read_text(encoding="utf-8"))["package"]
    return {canonicalize_name(each["name"]): each["version"] for each in packages}


def affects(affected: Affected, version: str) -> bool:
    """Whether a version is one of those that are listed, or lies in one of the ranges."""
    if version in affected.versions:
        return True
    return any(each.type == "ECOSYSTEM" and _within(each.events, Version(version)) for each in affected.ranges)


def _within(events: Sequence[Mapping[str, str]], version: Version) -> bool:
    """By the last event that is not after the version; `last_affected` still includes its own."""
    found = False
    for event in sorted((each for each in events if "limit" not in each), key=_place):
        ((what, at),) = event.items()
        passed = Version(at) < version if what == "last_affected" else Version(at) <= version
        found = what == "introduced" if passed else found
    return found


def _place(event: Mapping[str, str]) -> tuple[Version, bool]:
    ((what, at),) = event.items()
    return Version(at), what == "introduced"


def weaknesses(read: Sequence[Record], versions: Mapping[str, str]) -> Iterator[Weakness]:
    """The locked versions that are affected, by every record that was not taken back."""
    for record in read:
        for each in record.affected:
            name = canonicalize_name(each.package.name)
            version = versions.get(name)
            if each.package.ecosystem != ECOSYSTEM or version is None or record.withdrawn:
                continue
            try:
                hit = affects(each, version)
            except InvalidVersion:  # a record whose range nobody can read is looked at by a person
                hit = True
            if hit:
                yield Weakness(name, version, record)


def main(arguments: Sequence[str]) -> int:
    """Print what is found; the status says whether it is nothing."""
    try:
        read = list(records(Path(arguments[0])))
    except (OSError, ValueError, zipfile.BadZipFile) as error:
        print(f"NOT AUDITED: {arguments[0]}: {error}")
        return 2
    if not read:
        print(f"NOT AUDITED: {arguments[0]} has no records")
        return 2
    versions = locked()
    found = list(weaknesses(read, versions))
    for each in found:
        print(f"{each.package} {each.version}: {each.record.id} {each.record.summary}")
    newest = max(each.modified for each in read)[:10]
    print(f"{len(versions)} locked versions, {len(read)} records of {newest} and before: {len(found)} known weaknesses")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
