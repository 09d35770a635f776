"""The judge's desk as values: who speaks, what is decided; and the messages made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adjudicator.api.v1 import dispute_service_pb2 as pb
from clients.python import requests


@dataclass(frozen=True)
class Speaker:
    """Who speaks in a dispute; `role` is "player", "floor-judge" or "head-judge"."""

    name: str
    role: str = "player"


@dataclass(frozen=True)
class Decision:
    """What a judge decides; what is not given is not decided.

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
    """Who speaks, as a message. Raises ValueError for a role that does not exist."""
    return pb.Speaker(name=by.name, role=pb.Role.Value(f"ROLE_{_upper(by.role)}"))


def decision(decided: Decision) -> pb.Decision:
    """A decision as a message. Raises KeyError or ValueError for a word that is none of the service's."""
    return pb.Decision(
        answer=decided.answer,
        ruling=requests.RULINGS[decided.ruling],
        rules=decided.rules,
        remedies=_remedies(decided),
        infraction=pb.Infraction.Value(f"INFRACTION_{_upper(decided.infraction or 'unspecified')}"),
        penalty=pb.Penalty.Value(f"PENALTY_{_upper(decided.penalty or 'unspecified')}"),
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


def opening(
    game: str, question: str, by: Speaker, *, said: str, about: int, revision: int, note: str, request: str | None
) -> pb.OpenDisputeRequest:
    """The request that opens a dispute."""
    return pb.OpenDisputeRequest(
        request_id=request or requests.request_id(),
        game=game,
        revision=revision,
        question=pb.DisputeQuestion(text=question, said=said, about=about),
        by=speaker(by),
        note=note,
    )


def ruling(
    dispute: str, decided: Decision, by: Speaker, entry: int, revision: int, request: str | None
) -> pb.RuleDisputeRequest:
    """The request that records a ruling."""
    return pb.RuleDisputeRequest(
        request_id=request or requests.request_id(),
        dispute=dispute,
        expected_entry=entry,
        expected_revision=revision,
        decision=decision(decided),
        by=speaker(by),
    )


def appealing(dispute: str, grounds: str, by: Speaker, entry: int, request: str | None) -> pb.AppealDisputeRequest:
    """The request that records an appeal."""
    return pb.AppealDisputeRequest(
        request_id=request or requests.request_id(),
        dispute=dispute,
        expected_entry=entry,
        grounds=grounds,
        by=speaker(by),
    )


def deciding(
    dispute: str, upheld: bool, decided: Decision, by: Speaker, entry: int, revision: int, request: str | None
) -> pb.DecideDisputeRequest:
    """The request that decides an appeal."""
    return pb.DecideDisputeRequest(
        request_id=request or requests.request_id(),
        dispute=dispute,
        expected_entry=entry,
        expected_revision=revision,
        upheld=upheld,
        decision=decision(decided),
        by=speaker(by),
    )


def noting(dispute: str, text: str, by: Speaker, request: str | None) -> pb.AddDisputeNoteRequest:
    """The request that adds a remark."""
    return pb.AddDisputeNoteRequest(
        request_id=request or requests.request_id(), dispute=dispute, text=text, by=speaker(by)
    )


def listing(game: str, states: Sequence[str], token: str) -> pb.ListDisputesRequest:
    """The request for a page of disputes. Raises ValueError for a state that does not exist."""
    wanted = [pb.DisputeState.Value(f"DISPUTE_STATE_{_upper(each)}") for each in states]
    return pb.ListDisputesRequest(game=game, states=wanted, page_token=token)


def verifying(dispute: str, witness: tuple[int, bytes] | None) -> pb.VerifyDisputeRequest:
    """The request that checks a dispute."""
    entry, head = witness or (0, b"")
    return pb.VerifyDisputeRequest(dispute=dispute, witness_entry=entry, witness_head=head)


def _upper(word: str) -> str:
    return word.replace("-", "_").upper()
