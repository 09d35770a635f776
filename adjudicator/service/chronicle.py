"""Entries of a log as messages."""

from __future__ import annotations

from adjudicator import application as app
from adjudicator.api.v1 import game_service_pb2 as pb
from adjudicator.application import Step
from adjudicator.application.knowing import known_reasons
from adjudicator.application.speaking import spoken
from adjudicator.kernel.entries import Declared, GameOpened, RulingGiven
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service.messages import RULINGS, Teller

KINDS = {
    app.OPENED: pb.ENTRY_KIND_OPENED,
    app.DECLARED: pb.ENTRY_KIND_DECLARED,
    app.CHANCE: pb.ENTRY_KIND_CHANCE,
    app.REVEALED: pb.ENTRY_KIND_REVEALED,
    app.RULING: pb.ENTRY_KIND_RULING_GIVEN,
    app.REWOUND: pb.ENTRY_KIND_REWOUND,
    app.NOTE: pb.ENTRY_KIND_NOTE,
    app.CLOSED: pb.ENTRY_KIND_CLOSED,
    app.REOPENED: pb.ENTRY_KIND_REOPENED,
    app.NONCE: pb.ENTRY_KIND_NONCE,
}


def entry_message(teller: Teller, step: Step, viewer: str) -> pb.Entry:
    """An entry, told on the tables before and after it, as the viewer may know it."""
    entry, content = step.entry, step.entry.content
    shown = pb.Entry(
        number=entry.number,
        revision=entry.revision,
        kind=KINDS[entry.kind],
        head=entry.head,
        at_milliseconds=entry.at,
    )
    if isinstance(content, Declared | RulingGiven | GameOpened):
        shown.facts.extend(teller.facts(step.before, content.facts, viewer)[1])
        known = teller.known(step.before, viewer) if isinstance(content, Declared) else None
        shown.non_events.extend(teller.non_events(content.non_events, known))
    if isinstance(content, Declared):
        shown.seat = content.declaration.seat
        shown.said = teller.said(known, content.declaration, viewer)
        shown.ruling = RULINGS[content.ruling]
        failing, missing = content.every_reason
        if viewer != JUDGE:
            failing, missing = known_reasons(teller.game, step.before, content, viewer)
        shown.failing.extend(failing)
        shown.missing.extend(missing)
        shown.remark = content.remark
    elif isinstance(content, RulingGiven):
        shown.seat, shown.about = content.by, content.about
        shown.ruling = RULINGS[content.ruling]
        if content.declaration is not None:
            shown.said = teller.said(teller.known(step.before, viewer), content.declaration, viewer)
        shown.remark = content.note
    else:
        shown.seat, shown.said, shown.remark = spoken(content)
        shown.about = getattr(content, "about", 0)
    return shown
