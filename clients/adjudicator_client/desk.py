"""The judge's desk as values: who speaks, what is decided; and the messages made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.api.v1 import dispute_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator_client.requests import named


@dataclass(frozen=True)
class Speaker:
    """A speaker in a dispute; `role` is "player", "floor-judge" or "head-judge"."""

    name: str
    role: str = "player"


@dataclass(frozen=True)
class Decision:
    """A judge's decision; it leaves open what is not given.

    `answer` is the ruling in words, `ruling` "legal" or "illegal", `rules` are ids, the deciding one first. Remedies:
    `rewind` to a revision (0: the frozen position), `repair` by facts (a JSON array), `carry_out` a declaration
    ("": the one in question), `game_loss` of a seat; None is no such remedy. `infraction` as "game-play-error",
    `penalty` as "warning".
    """

    answer: str
    ruling: str = ""
    rules: Sequence[str] = ()
    rewind: int | None = None
    repair: str | None = None
    carry_out: str | None = None
    game_loss: str | None = None
    infraction: str = ""
    penalty: str = ""
    offender: str = ""
    minutes: int = 0
    situation: str = ""
    cards: Sequence[str] = ()
    note: str = ""


def speaker(by: Speaker) -> pb.Speaker:
    """The speaker as a message. Raises ValueError for a role that does not exist."""
    return pb.Speaker(name=by.name, role=named(pb.Role, by.role))


def decision(decided: Decision) -> pb.Decision:
    """A decision as a message. Raises ValueError for a word that the API does not have."""
    return pb.Decision(
        answer=decided.answer,
        ruling=named(verdict_pb2.Ruling, decided.ruling),
        rules=decided.rules,
        remedies=_remedies(decided),
        infraction=named(pb.Infraction, decided.infraction),
        penalty=named(pb.Penalty, decided.penalty),
        offender=decided.offender,
        minutes=decided.minutes,
        situation=decided.situation,
        cards=decided.cards,
        note=decided.note,
    )


def _remedies(decided: Decision) -> list[pb.Remedy]:
    """The remedies in the order in which they happen: back, facts, the declaration, the loss."""
    found = []
    if decided.rewind is not None:
        found.append(pb.Remedy(rewind=pb.RewindRemedy(to_revision=decided.rewind)))
    if decided.repair is not None:
        found.append(pb.Remedy(repair=pb.RepairRemedy(facts=decided.repair)))
    if decided.carry_out is not None:
        found.append(pb.Remedy(carry_out=pb.CarryOutRemedy(said=decided.carry_out)))
    if decided.game_loss is not None:
        found.append(pb.Remedy(game_loss=pb.GameLossRemedy(seat=decided.game_loss)))
    return found
