"""The history of rulings: what was not legal, words of judges, decisions of disputes; searched as precedents."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.application.disputes.dispute import Dispute, DisputeDecided, DisputeOpened, DisputeRuled
from adjudicator.application.following import DisputeStep
from adjudicator.kernel.verdict import Ruling
from adjudicator_views.views.view import Seen, Told, View

NAME = "rulings"
SCHEMA = """
CREATE TABLE rulings (
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, entry INTEGER NOT NULL, edition TEXT NOT NULL, kind TEXT NOT NULL,
  by_whom TEXT NOT NULL, ruling TEXT NOT NULL, reasons TEXT NOT NULL, citation TEXT NOT NULL, note TEXT NOT NULL,
  dispute TEXT NOT NULL, remedies TEXT NOT NULL, decision INTEGER NOT NULL, overturned INTEGER NOT NULL
);
CREATE INDEX rulings_of_a_game ON rulings (game, entry);
CREATE TABLE rulings_editions (game TEXT PRIMARY KEY, edition TEXT NOT NULL)
"""


_LEGAL = Ruling.LEGAL.value
_OF_GAMES = frozenset({"game-opened", "ruling-given"})
"""The entries of games that are kept beside refusals and undecided rulings."""


class _Kept(msgspec.Struct, frozen=True):
    """A row, in the order of the columns behind its number."""

    game: str
    entry: int
    edition: str
    kind: str
    by: str
    ruling: str
    reasons: str = ""
    citation: str = ""
    note: str = ""
    dispute: str = ""
    remedies: str = ""
    decision: bool = False
    overturned: bool = False


def take(cursor: sqlite3.Cursor, batch: Sequence[Told]) -> None:
    """Keep what was ruled; a decision of a dispute finds the words of its game that were said before it."""
    for each in batch:
        if isinstance(each, Seen):
            if each.kind in _OF_GAMES or _refused(each):
                _see(cursor, each)
        elif isinstance(each, DisputeStep):
            _hear(cursor, each)


def _refused(seen: Seen) -> bool:
    return seen.kind == "declared" and seen.content.ruling != _LEGAL


def _see(cursor: sqlite3.Cursor, seen: Seen) -> None:
    """Keep the entry if it is a refusal, an undecided ruling or a judge's word."""
    content = seen.content
    if seen.kind == "game-opened":
        cursor.execute("INSERT INTO rulings_editions VALUES (?, ?)", (seen.game_id, content.opening.edition))
        return
    row = cursor.execute("SELECT edition FROM rulings_editions WHERE game = ?", (seen.game_id,)).fetchone()
    edition = row[0] if row else ""
    said = getattr(content, "declaration", None)
    kind = type(said).__name__ if said is not None else ""
    if _refused(seen):
        reasons = " ".join(content.failing or content.missing)
        kept = _Kept(
            seen.game_id, seen.number, edition, kind, content.declaration.seat, content.ruling, reasons,
            note=content.remark,
        )  # fmt: skip
        _keep(cursor, kept)
    else:
        kept = _Kept(
            seen.game_id, seen.number, edition, kind, content.by, content.ruling,
            citation=content.citation, note=content.note,
        )  # fmt: skip
        _keep(cursor, kept)


def _hear(cursor: sqlite3.Cursor, step: DisputeStep) -> None:
    """Keep a decision, in the place of the judge's word by which the game carries it, and mark what it overturns."""
    content, dispute = step.told.content, step.dispute
    if isinstance(content, DisputeOpened):
        if content.question.about:
            where = (dispute.id, content.game, content.question.about)
            cursor.execute("UPDATE rulings SET dispute = ? WHERE game = ? AND entry = ? AND NOT decision", where)
    elif isinstance(content, DisputeRuled | DisputeDecided):
        if isinstance(content, DisputeDecided) and not content.upheld:
            cursor.execute("UPDATE rulings SET overturned = 1 WHERE dispute = ? AND decision", (dispute.id,))
        _keep(cursor, _decided(cursor, dispute, content))


def _decided(cursor: sqlite3.Cursor, dispute: Dispute, content: DisputeRuled | DisputeDecided) -> _Kept:
    """The row of a decision; the judge's word in the game that says the same is taken away."""
    decision, opened = content.decision, dispute.opened
    entry, kind = (content.carried.entries or (opened.last,))[0], ""
    word = "FROM rulings WHERE game = ? AND entry = ? AND NOT decision"
    for number in (opened.question.about, *content.carried.entries):
        row = cursor.execute(f"SELECT kind {word}", (opened.game, number)).fetchone()
        if row is not None:
            kind = row["kind"] or kind
            entry = number if number in content.carried.entries else entry
    cursor.executemany(f"DELETE {word}", [(opened.game, number) for number in content.carried.entries])
    return _Kept(
        opened.game,
        entry,
        opened.edition,
        kind,
        content.by.name,
        decision.ruling,
        citation=decision.citations[0] if decision.citations else "",
        note=decision.answer,
        dispute=dispute.id,
        remedies=" ".join(str(type(each).__struct_config__.tag) for each in decision.remedies),
        decision=True,
    )


def _keep(cursor: sqlite3.Cursor, kept: _Kept) -> None:
    marks = ", ".join("?" * len(kept.__struct_fields__))
    cursor.execute(f"INSERT INTO rulings VALUES (NULL, {marks})", msgspec.structs.astuple(kept))  # noqa: S608 - bound


def read(connection: sqlite3.Connection, words: str = "", game_id: str = "", limit: int = 100) -> list[dict[str, Any]]:
    """Rulings in which all the words occur (kind, reasons, citation, note), of one game or of all, newest first."""
    conditions, values = ["(? = '' OR game = ?)"], [game_id, game_id]
    for word in words.split():
        conditions.append("lower(kind || ' ' || reasons || ' ' || citation || ' ' || note) LIKE ? ESCAPE '\\'")
        escaped = word.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        values.append(f"%{escaped}%")
    where = " AND ".join(conditions)  # conditions are ours, the words are bound
    cursor = connection.execute(
        "SELECT game, entry, edition, kind, by_whom AS by, ruling, reasons, citation, note,"  # noqa: S608 - bound
        " dispute, remedies, overturned"
        f" FROM rulings WHERE {where} ORDER BY id DESC LIMIT ?",
        (*values, limit),
    )
    found = [dict(row) for row in cursor.fetchall()]
    return [{**row, "remedies": row["remedies"].split(), "overturned": bool(row["overturned"])} for row in found]


VIEW = View(NAME, SCHEMA, take)
