"""`make check ROOM=battle`: one room's linters, tests and chapters of cases; `--map` writes the table in the map."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
MAP = ROOT / "docs" / "map.md"
HEADING = "## The proofs of a room\n"


class Room(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A room: paths of its files, tests to run for it, and the chapters of cases that speak of it."""

    files: tuple[str, ...]
    tests: tuple[str, ...]
    chapters: tuple[str, ...]

    def cases(self) -> list[str]:
        """The folders of its chapters, under every edition that has them."""
        return [
            str(folder.relative_to(ROOT))
            for chapter in self.chapters
            for folder in sorted((ROOT / "tests" / "cases").glob(f"*/{chapter}"))
        ]


def rooms() -> dict[str, Room]:
    """All rooms by name. Raises msgspec.ValidationError for a row that is no room."""
    return msgspec.convert(tomllib.loads((ROOT / "tests" / "rooms.toml").read_text(encoding="utf-8")), dict[str, Room])


def printed() -> str:
    """The table of docs/map.md."""
    rows = ["| room | files | chapters of cases |", "|---|---|---|"]
    for name, room in rooms().items():
        files, chapters = (", ".join(f"`{each}`" for each in some) for some in (room.files, room.chapters))
        rows.append(f"| {name} | {files} | {chapters or '–'} |")
    return "\n".join(rows) + "\n"


def check(room: Room) -> bool:
    """Run what there is for a room, and say whether all of it passes."""
    here = Path(sys.executable).parent
    steps = [
        [str(here / "ruff"), "check", *room.files],
        [str(here / "ruff"), "format", "--check", *room.files],
        [sys.executable, "-m", "pytest", "-q", "-n", "0", *room.tests],
    ]
    if room.chapters:
        steps.append([str(here / "adjudicate"), "cases", *room.cases()])
    ended = [subprocess.run(step, cwd=ROOT, check=False).returncode for step in steps]
    return not any(ended)


def main(arguments: list[str]) -> int:
    """Check a room by its name; the exit status is 2 if there is none of that name."""
    if arguments == ["--map"]:
        before, heading, rest = MAP.read_text(encoding="utf-8").partition(HEADING)
        _, next_heading, after = rest.partition("\n## ")
        intro = rest[: rest.index("| room |")]
        MAP.write_text(before + heading + intro + printed() + next_heading + after, encoding="utf-8")
        return 0
    found = rooms()
    if len(arguments) != 1 or arguments[0] not in found:
        print(f"give a room: make check ROOM={'|'.join(found)}", file=sys.stderr)
        return 2
    return 0 if check(found[arguments[0]]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
