"""The lines of the timeline. They are made when a page is read, by stepping through that part of the game's log: making
their words takes many times as long as reading an entry, and most of them are never looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.application import Adjudication, StoreUnavailableError
from adjudicator.application.answers import Step
from adjudicator.application.private import seen_by
from adjudicator.application.speaking import spoken
from adjudicator.kernel.entries import Declared, RulingGiven
from adjudicator.kernel.viewing import view_for
from adjudicator_views.damage import OF_ALTERED_BYTES, why
from adjudicator_views.views.timeline import Row

DAMAGED = "damaged"
"""The kind of an entry that is not what was written."""


class Line(msgspec.Struct, frozen=True):
    """An entry in words: who spoke and what, how it was ruled, what happened, and what has to be known with it."""

    entry: int
    kind: str
    seat: str = ""
    says: str = ""
    ruling: str = ""
    told: str = ""
    at_milliseconds: int = 0
    revision: int = 0
    remark: str = ""
    about: int = 0
    head: bytes = b""


def lines(application: Adjudication, game_id: str, rows: Sequence[Row]) -> list[Line]:
    """The lines for rows of a game's timeline, one after the other, as everybody may see them.

    An entry that was altered after the views had read it is told as damaged, too. Raises StoreUnavailableError.
    """
    if not rows:
        return []
    steps = _steps(application, game_id, rows[0].entry)
    return [
        Line(row.entry, DAMAGED, told=row.damage) if row.damage else _line(application, game_id, row, next(steps))
        for row in rows
    ]


def _steps(application: Adjudication, game_id: str, start: int) -> Iterator[Step | str]:
    """The entries from a number on, without end: behind the last that can be read, why there are no more."""
    reason = "it is not there any more"
    try:
        yield from application.steps(game_id, start)
    except StoreUnavailableError:
        raise
    except OF_ALTERED_BYTES as error:
        reason = why(error)
    while True:
        yield reason


def _line(application: Adjudication, game_id: str, row: Row, step: Step | str) -> Line:
    """The line for a row, if the log has the entry that the row is of."""
    if isinstance(step, str):
        return Line(row.entry, DAMAGED, told=step)
    if step.entry.head != row.head:
        return Line(row.entry, DAMAGED, told="it differs from the one that the views have read")
    try:
        return _told(application.rules_of(game_id), step)
    except StoreUnavailableError:
        raise
    except OF_ALTERED_BYTES as error:
        return Line(row.entry, DAMAGED, told=why(error))


def _told(rules: Any, step: Step) -> Line:
    """An entry as everybody may see it."""
    entry, content = step.entry, seen_by(step.entry.content, ())
    if isinstance(content, Declared):
        seat, says, remark = content.declaration.seat, _said(rules, step), content.remark
    elif isinstance(content, RulingGiven):
        seat, says, remark = content.by, _said(rules, step), content.note
    else:
        seat, says, remark = spoken(content)
    return Line(
        entry.number,
        entry.kind,
        seat,
        says,
        getattr(content, "ruling", "") or "",
        _happened(rules, step, content),
        entry.at,
        entry.revision,
        remark,
        getattr(content, "about", 0),
        entry.head,
    )


def _said(rules: Any, step: Step) -> str:
    """The declaration in notation; one that hides something is told by speaker and kind only."""
    said = getattr(step.entry.content, "declaration", None)
    if said is None:
        return ""
    if seen_by(said, ()) is not said:
        return f"{said.seat}: {type(said).__name__} (hidden)"
    return str(rules.say(view_for(rules, step.before, "").table, said))


def _happened(rules: Any, step: Step, content: Any) -> str:
    """The facts in the game's own short sentences, each told on the table that it has just changed."""
    facts = getattr(content, "facts", ()) if step.entry.number > 1 else ()
    return " ".join(text for fact in facts if (text := rules.tell(step.after, fact)))
