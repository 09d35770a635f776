"""Tables as they were stored on 28 November 2026, of every procedure that random games come to.

A procedure may come to keep its values in another way; what was stored before has to be read as the same table still.
`tables.xz` keeps for each table its bytes and the digest of a game that goes on from there.
"""

from __future__ import annotations

import base64
import hashlib
import lzma
import random
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adjudicator import play
from adjudicator.kernel.judging import ANSWER, judge
from tests.digests import GAMES, REASONS, opening, plain
from tests.kit.star_wars import SWTCG

KEPT = Path(__file__).with_name("tables.xz")
DECLARATIONS = 60


class Stored(NamedTuple):
    """A table: where it came from, its bytes in base64, and the digest of how it went on."""

    name: str
    table: str
    course: str

    @property
    def bytes(self) -> bytes:
        """The table as it was stored."""
        return base64.b64decode(self.table)


def gone_on(stored: bytes) -> str:
    """The digest of a random game that goes on from a stored table, without what only says why."""
    table, digest, chance = SWTCG.decode(stored), hashlib.sha256(), random.Random(0)
    for _ in range(DECLARATIONS):
        if SWTCG.over(table):
            break
        digest.update(msgspec.json.encode([SWTCG.moment(table), plain(SWTCG.forms(table), REASONS)]))
        said = play.choice(SWTCG, table, chance)
        assert said is not None
        verdict = judge(SWTCG, table, said, ANSWER)
        digest.update(msgspec.json.encode(plain((said, verdict.facts), REASONS)))
        table = verdict.after
    return digest.hexdigest()[:16]


def kept() -> list[Stored]:
    """The tables that were stored."""
    return msgspec.json.decode(lzma.decompress(KEPT.read_bytes()), type=list[Stored])


def keep() -> None:
    """Store two tables of every procedure and step that is at work when somebody is asked, of each edition's games."""
    met: dict[tuple[str, str], int] = {}
    found: list[Stored] = []
    for number in range(1, GAMES + 1):
        edition = ("swtcg-2005", "swtcg-2005-rulebook", "swtcg-web")[number % 3]
        chance = random.Random(f"tables {edition} {number}")
        table: Any = play.begun(SWTCG, opening(edition, number)).table
        while not SWTCG.over(table) and table.turn.number <= play.TURNS_MAX:
            said = play.choice(SWTCG, table, chance)
            assert said is not None
            table = judge(SWTCG, table, said, ANSWER).after
            new = [key for key in map(_place, table.agenda.frames) if met.get(key, 0) < 2]
            if new:
                met |= {key: met.get(key, 0) + 1 for key in new}
                data = SWTCG.encode(table)
                name = f"{edition} {number}: {'; '.join(' '.join(key) for key in new)}"
                found.append(Stored(name, base64.b64encode(data).decode(), gone_on(data)))
    KEPT.write_bytes(lzma.compress(msgspec.json.encode(found)))


def _place(frame: Any) -> tuple[str, str]:
    return frame.__struct_config__.tag, frame.step


if __name__ == "__main__":
    keep()
