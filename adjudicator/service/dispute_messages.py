"""Disputes as messages, and messages as what the docket takes. Raises errors.RefusedError."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.api.v1 import dispute_service_pb2 as pb
from adjudicator.api.v1.citation_pb2 import Citation
from adjudicator.application.disputes import (
    CarryOut,
    Decision,
    Dispute,
    GameLoss,
    Infraction,
    Penalty,
    Person,
    Precedent,
    Question,
    Repair,
    RewindTo,
    Role,
    State,
)
from adjudicator.application.disputes.dispute import (
    DisputeAppealed,
    DisputeDecided,
    DisputeNoted,
    DisputeOpened,
    DisputeRuled,
    Remedy,
    Told,
)
from adjudicator.service import errors, requests
from adjudicator.service.callers import CALLER
from adjudicator.service.messages import RULINGS
from adjudicator.service.quoting import Quoter

TEXT_MAX = 4_000
LIST_MAX = 50

STATES = {
    State.OPENED: pb.DISPUTE_STATE_OPENED,
    State.RULED: pb.DISPUTE_STATE_RULED,
    State.APPEALED: pb.DISPUTE_STATE_APPEALED,
    State.UPHELD: pb.DISPUTE_STATE_UPHELD,
    State.OVERTURNED: pb.DISPUTE_STATE_OVERTURNED,
}
ROLES = {
    Role.PLAYER: pb.ROLE_PLAYER,
    Role.FLOOR_JUDGE: pb.ROLE_FLOOR_JUDGE,
    Role.HEAD_JUDGE: pb.ROLE_HEAD_JUDGE,
}
INFRACTIONS = {
    Infraction.NONE: pb.INFRACTION_UNSPECIFIED,
    Infraction.GAME_PLAY_ERROR: pb.INFRACTION_GAME_PLAY_ERROR,
    Infraction.TOURNAMENT_ERROR: pb.INFRACTION_TOURNAMENT_ERROR,
    Infraction.UNSPORTING_CONDUCT: pb.INFRACTION_UNSPORTING_CONDUCT,
}
PENALTIES = {
    Penalty.NONE: pb.PENALTY_UNSPECIFIED,
    Penalty.CAUTION: pb.PENALTY_CAUTION,
    Penalty.WARNING: pb.PENALTY_WARNING,
    Penalty.GAME_LOSS: pb.PENALTY_GAME_LOSS,
    Penalty.MATCH_LOSS: pb.PENALTY_MATCH_LOSS,
    Penalty.DISQUALIFICATION: pb.PENALTY_DISQUALIFICATION,
}
_STEPS = {
    DisputeOpened: pb.DISPUTE_STEP_OPENED,
    DisputeRuled: pb.DISPUTE_STEP_RULED,
    DisputeAppealed: pb.DISPUTE_STEP_APPEALED,
    DisputeDecided: pb.DISPUTE_STEP_DECIDED,
    DisputeNoted: pb.DISPUTE_STEP_NOTED,
}

Named = TypeVar("Named")


def read_name(number: int, known: dict[Named, int], field: str) -> Named:
    """The value that an enum's number means."""
    for name, value in known.items():
        if value == number:
            return name
    raise errors.bad_field(field, f"{number} is not one of its values")


def read_person(sent: pb.Speaker) -> Person:
    """The speaker: the caller, if a token was asked for. Raises RefusedError."""
    if sent.role == pb.ROLE_UNSPECIFIED:
        raise errors.bad_field("by.role", "is missing: player, floor judge or head judge")
    name = requests.bounded(requests.needed(sent.name, "by.name"), TEXT_MAX, "by.name")
    role = read_name(sent.role, dict(ROLES), "by.role")
    CALLER.get().sign(name, role)
    return Person(name, role)


def read_decision(sent: pb.Decision, quote: Quoter) -> Decision:
    """A decision; the rules it cites have to exist."""
    names = {number: name for name, number in RULINGS.items()}
    if sent.ruling not in names:
        raise errors.bad_field("decision.ruling", f"{sent.ruling} is not a ruling")
    for field, many in (("rules", sent.rules), ("cards", sent.cards), ("remedies", sent.remedies)):
        if len(many) > LIST_MAX:
            raise errors.bad_field(f"decision.{field}", f"has more than {LIST_MAX} items")
    for place, rule in enumerate(sent.rules):
        if rule not in quote.books:
            raise errors.bad_field(f"decision.rules[{place}]", f"there is no rule {rule!r}")
    text = {field: getattr(sent, field) for field in ("answer", "situation", "note", "offender")}
    for field, words in text.items():
        requests.bounded(words, TEXT_MAX, f"decision.{field}")
    return Decision(
        text["answer"],
        names[sent.ruling],
        tuple(sent.rules),
        tuple(_remedy(each, f"decision.remedies[{place}]") for place, each in enumerate(sent.remedies)),
        read_name(sent.infraction, dict(INFRACTIONS), "decision.infraction"),
        read_name(sent.penalty, dict(PENALTIES), "decision.penalty"),
        text["offender"],
        sent.minutes,
        text["situation"],
        tuple(sent.cards),
        text["note"],
    )


def _remedy(sent: pb.Remedy, field: str) -> Remedy:
    kind = sent.WhichOneof("kind")
    if kind == "carry_out":
        return CarryOut(requests.bounded(sent.carry_out.said, requests.DECLARATION_LENGTH_MAX, field))
    if kind == "rewind":
        return RewindTo(sent.rewind.to_revision)
    if kind == "repair":
        return Repair(sent.repair.facts)
    if kind == "game_loss":
        return GameLoss(sent.game_loss.seat)
    raise errors.bad_field(field, "names no remedy")


def dispute_message(found: Dispute, quote: Quoter) -> pb.Dispute:
    """A dispute."""
    opened = found.opened
    return pb.Dispute(
        dispute=found.id,
        game=opened.game,
        edition=opened.edition,
        revision=opened.revision,
        game_entry=opened.last,
        game_head=opened.head,
        question=_question(opened.question, opened.edition, quote),
        state=STATES[found.state],
        entries=[_entry(each, opened.edition, quote) for each in found.entries],
        minutes=found.minutes,
        entry=found.last,
        head=found.head,
    )


def precedent_message(found: Precedent, quote: Quoter) -> pb.Precedent:
    """A ruling in a like case."""
    opened = found.dispute.opened
    return pb.Precedent(
        dispute=found.dispute.id,
        state=STATES[found.dispute.state],
        question=_question(opened.question, opened.edition, quote),
        decision=_decision(found.decision, opened.edition, quote),
        score=found.score,
        because=found.because,
    )


def _quoted(rules: tuple[str, ...], edition: str, quote: Quoter) -> list[Citation]:
    cited = (quote(rule, edition) for rule in rules)
    return [each for each in cited if each is not None]


def _question(found: Question, edition: str, quote: Quoter) -> pb.DisputeQuestion:
    return pb.DisputeQuestion(
        text=found.text,
        said=found.said,
        about=found.about,
        ruling=RULINGS[found.ruling],
        citations=_quoted(found.rules, edition, quote),
        missing=found.missing,
        cards=found.cards,
    )


def _entry(told: Told, edition: str, quote: Quoter) -> pb.DisputeEntry:
    content = told.content
    shown = pb.DisputeEntry(
        number=told.number,
        step=_STEPS[type(content)],
        by=pb.Speaker(name=content.by.name, role=ROLES[content.by.role]),
        head=told.head,
        at_milliseconds=told.at,
    )
    if isinstance(content, DisputeOpened):
        shown.text = content.note
    elif isinstance(content, DisputeAppealed):
        shown.text = content.grounds
    elif isinstance(content, DisputeNoted):
        shown.text = content.text
    else:
        shown.decision.CopyFrom(_decision(content.decision, edition, quote))
        shown.game_entries.extend(content.carried.entries)
        shown.upheld = isinstance(content, DisputeDecided) and content.upheld
    return shown


def _decision(found: Decision, edition: str, quote: Quoter) -> pb.Decision:
    return pb.Decision(
        answer=found.answer,
        ruling=RULINGS[found.ruling],
        rules=found.citations,
        remedies=[_remedy_message(each) for each in found.remedies],
        infraction=INFRACTIONS[found.infraction],
        penalty=PENALTIES[found.penalty],
        offender=found.offender,
        minutes=found.minutes,
        situation=found.situation,
        cards=found.cards,
        note=found.note,
        citations=_quoted(found.citations, edition, quote),
    )


def _remedy_message(found: Remedy) -> pb.Remedy:
    if isinstance(found, CarryOut):
        return pb.Remedy(carry_out=pb.CarryOutRemedy(said=found.said))
    if isinstance(found, RewindTo):
        return pb.Remedy(rewind=pb.RewindRemedy(to_revision=found.revision))
    if isinstance(found, Repair):
        return pb.Remedy(repair=pb.RepairRemedy(facts=found.facts))
    return pb.Remedy(game_loss=pb.GameLossRemedy(seat=found.seat))
