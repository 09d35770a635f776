"""What a decision does to the game it is about: commands of the game's own log."""

from __future__ import annotations

import typing
from difflib import get_close_matches
from typing import Any

import msgspec

from adjudicator.application.answers import GameView
from adjudicator.application.commands import Close, GiveRuling, Reopen, Rewind
from adjudicator.application.disputes.dispute import CarryOut, Decision, Dispute, GameLoss, Person, Repair, RewindTo
from adjudicator.application.disputes.errors import DecisionRefusedError
from adjudicator.application.recording import Recording
from adjudicator.application.speaking import declared
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError

OnGame = GiveRuling | Rewind | Close | Reopen

LOSES = " loses by ruling"
"""What stands behind a seat in the result of a game that it has lost by a judge's ruling."""


def commands(
    app: Recording, dispute: Dispute, decision: Decision, by: Person, *, overturns: bool = False
) -> tuple[OnGame, ...]:
    """What is recorded in the game for a decision; nothing for a closed game, if nothing has to happen in it.

    A decision that `overturns` the ruling reopens a game that the ruling has closed, whatever else it does, and one
    that was closed since if it has a remedy. Raises DecisionRefusedError, and what the game raises for a revision it
    never had.
    """
    view = app.get(dispute.opened.game)
    if decision.offender:
        _need_seat(view, decision.offender, "offender")
    reopens = view.closed and overturns and (bool(decision.remedies) or _closed_by(dispute, view))
    if view.closed and not decision.remedies and not reopens:
        return ()
    made: list[OnGame] = [Reopen(view.game_id, _words(dispute, decision), by.name)] if reopens else []
    table = view.table
    for remedy in decision.remedies or (None,):
        if isinstance(remedy, RewindTo):
            to = remedy.revision or dispute.opened.revision
            table = app.table_at(view.game_id, to)
            made.append(Rewind(view.game_id, to, _words(dispute, decision), by.name))
        elif isinstance(remedy, GameLoss):
            made.append(_lost(view, dispute, decision, by, remedy))
        else:
            made.append(_ruling(app, view, table, dispute, decision, by, remedy))
    return tuple(made)


def _closed_by(dispute: Dispute, view: GameView) -> bool:
    """Whether it was the ruling of this dispute that closed the game, and nothing has happened in it since."""
    ruled = dispute.ruled
    lost = ruled is not None and any(isinstance(each, GameLoss) for each in ruled.decision.remedies)
    return lost and ruled is not None and ruled.carried.entries[-1:] == (view.last,)


def _words(dispute: Dispute, decision: Decision) -> str:
    return f"dispute {dispute.id}: {decision.answer}"


def _need_seat(view: GameView, seat: str, field: str) -> None:
    """Whether a seat is one that somebody holds, or, if nobody does, that the game has. Raises DecisionRefusedError."""
    seats = tuple(each for each, _ in view.seats) or getattr(view.rules, "seats", ())
    if seats and seat not in seats:
        raise DecisionRefusedError(field, f"{seat!r} is not a seat of this game: {', '.join(seats)}")


def _lost(view: GameView, dispute: Dispute, decision: Decision, by: Person, remedy: GameLoss) -> Close:
    _need_seat(view, remedy.seat, "remedies")
    return Close(view.game_id, remedy.seat + LOSES, _words(dispute, decision), by.name)


def _ruling(
    app: Recording,
    view: GameView,
    table: Any,
    dispute: Dispute,
    decision: Decision,
    by: Person,
    remedy: CarryOut | Repair | None,
) -> GiveRuling:
    """The judge's word in the game's log, with what follows from it."""
    given = GiveRuling(
        view.game_id,
        by.name,
        _words(dispute, decision),
        decision.ruling,
        dispute.opened.question.about,
        citation=decision.citations[0] if decision.citations else "",
    )
    if isinstance(remedy, CarryOut):
        said = _declaration(app, view, table, dispute, remedy)
        return msgspec.structs.replace(given, ruling="legal", declaration=said)
    if isinstance(remedy, Repair):
        return msgspec.structs.replace(given, facts=_facts(view, remedy, given.citation))
    return given


def _declaration(app: Recording, view: GameView, table: Any, dispute: Dispute, remedy: CarryOut) -> Any:
    """The declaration that is carried out: the one named, the one of the entry, or the one in question."""
    question = dispute.opened.question
    if question.about and not remedy.said:
        said = declared(app.entry(view.game_id, question.about).content)
        if said is not None:
            return said
    words = remedy.said or question.said
    if not words:
        raise DecisionRefusedError("remedies", "there is no declaration in question; name the one to carry out")
    try:
        return view.rules.read(table, words)
    except (NotUnderstoodError, AmbiguousError) as error:
        raise DecisionRefusedError("remedies", str(error)) from error


def _facts(view: GameView, remedy: Repair, rule: str) -> tuple[Any, ...]:
    """The facts that a judge declares, as the log writes them or by name: {"KIND": {"FIELD": VALUE, ...}}.

    By name, what is left out has its default, and the rule is the decision's first. Raises DecisionRefusedError.
    """
    kinds = {each.__name__: each for each in typing.get_args(view.rules.fact_type) or (view.rules.fact_type,)}
    if not remedy.facts.strip():
        raise DecisionRefusedError("remedies", "repair with no facts")
    try:
        written = msgspec.json.decode(remedy.facts.encode())
        if not isinstance(written, list):
            written = [written]
        facts = tuple(_fact(view, kinds, each, rule) for each in written)
    except (msgspec.MsgspecError, ValueError, TypeError) as error:
        raise DecisionRefusedError("remedies", f"these are no facts of this game: {error}") from error
    if not facts:
        raise DecisionRefusedError("remedies", "repair with no facts")
    return facts


def _fact(view: GameView, kinds: dict[str, Any], written: Any, rule: str) -> Any:
    """One fact. Raises ValueError, TypeError, msgspec.ValidationError."""
    if not isinstance(written, dict):
        return msgspec.convert(written, view.rules.fact_type)
    if len(written) != 1:
        raise ValueError("a fact by name is one kind with its fields")
    ((name, given),) = written.items()
    if name not in kinds:
        raise ValueError(f"there is no kind {name!r}; near: {', '.join(get_close_matches(name, kinds)) or 'none'}")
    types = {each.name: each.type for each in msgspec.structs.fields(kinds[name])}
    unknown = [each for each in given if each not in types]
    if unknown:
        raise ValueError(f"{name} has no field {unknown[0]!r}; it has {', '.join(types)}")
    fields = {field: msgspec.convert(value, types[field]) for field, value in given.items()}
    return kinds[name](**{"rule": rule, "cause": "ruling", **fields})
