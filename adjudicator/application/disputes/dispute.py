"""What a dispute is: what was asked at which frozen position, who ruled how, and how far it has come.

    OPENED -> RULED -> APPEALED -> UPHELD | OVERTURNED

The contents are what is stored, one a step; `folded` makes the dispute of them. The roles come with each
call and are checked; the service in front of it checks that the caller has the role.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from adjudicator.application.disputes.errors import DecisionRefusedError


class State(StrEnum):
    """How far a dispute has come."""

    OPENED = "opened"
    RULED = "ruled"
    APPEALED = "appealed"
    UPHELD = "upheld"
    OVERTURNED = "overturned"


class Role(StrEnum):
    """In what capacity somebody speaks."""

    PLAYER = "player"
    FLOOR_JUDGE = "floor-judge"
    HEAD_JUDGE = "head-judge"


class Infraction(StrEnum):
    """The class of what went wrong; NONE where nobody did wrong."""

    NONE = "none"
    GAME_PLAY_ERROR = "game-play-error"
    TOURNAMENT_ERROR = "tournament-error"
    UNSPORTING_CONDUCT = "unsporting-conduct"


class Penalty(StrEnum):
    """What it costs who did wrong; it is recorded, and only a remedy changes the game."""

    NONE = "none"
    CAUTION = "caution"
    WARNING = "warning"
    GAME_LOSS = "game-loss"
    MATCH_LOSS = "match-loss"
    DISQUALIFICATION = "disqualification"


LOSSES = (Penalty.GAME_LOSS, Penalty.MATCH_LOSS, Penalty.DISQUALIFICATION)
"""Penalties by which the offender loses at least the game; the remedy `GameLoss` closes it."""


class CarryOut(msgspec.Struct, frozen=True, tag="carry-out"):
    """The declaration in question is carried out as legal; `said` names another one instead, in notation."""

    said: str = ""


class RewindTo(msgspec.Struct, frozen=True, tag="rewind"):
    """The game goes on from a revision (0: the frozen position)."""

    revision: int = 0


class Repair(msgspec.Struct, frozen=True, tag="repair"):
    """Facts that the judge declares happen: a JSON array of facts of the game."""

    facts: str


class GameLoss(msgspec.Struct, frozen=True, tag="game-loss"):
    """A seat loses the game, which is closed; a decision that overturns it reopens the game."""

    seat: str


Remedy = CarryOut | RewindTo | Repair | GameLoss


class Question(msgspec.Struct, frozen=True):
    """What is disputed.

    `text` is what was asked, `said` the declaration in notation as everybody may know it, `about` the entry
    of the game that is disputed (0: none). What the adjudicator answered at the frozen position, on what
    everybody knows: `ruling` ("" if there is no declaration), `rules` (failing first), `missing`, `cards`.
    """

    text: str
    said: str = ""
    about: int = 0
    ruling: str = ""
    rules: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()


class Person(msgspec.Struct, frozen=True):
    """Who speaks, and in what capacity."""

    name: str
    role: Role


class Decision(msgspec.Struct, frozen=True):
    """What a judge decides.

    `ruling` is "legal", "illegal" or "" (no declaration is decided), `answer` the ruling in words, `citations`
    rule ids, the deciding one first; `situation` and `cards` are words under which it is found as a precedent;
    `offender` is the seat that the infraction is counted against, `minutes` the time extension.
    """

    answer: str
    ruling: str = ""
    citations: tuple[str, ...] = ()
    remedies: tuple[Remedy, ...] = ()
    infraction: Infraction = Infraction.NONE
    penalty: Penalty = Penalty.NONE
    offender: str = ""
    minutes: int = 0
    situation: str = ""
    cards: tuple[str, ...] = ()
    note: str = ""


class Carried(msgspec.Struct, frozen=True):
    """The entries of the game's own log that carry a decision, and where the game stood after them."""

    entries: tuple[int, ...] = ()
    revision: int = 0
    head: bytes = b""


class DisputeOpened(msgspec.Struct, frozen=True):
    """The first entry: the game, frozen at a revision; `last` and `head` are those of its log at that moment."""

    game: str
    edition: str
    revision: int
    last: int
    head: bytes
    question: Question
    by: Person
    note: str = ""


class DisputeRuled(msgspec.Struct, frozen=True):
    """The ruling at the table."""

    decision: Decision
    by: Person
    carried: Carried = Carried()


class DisputeAppealed(msgspec.Struct, frozen=True):
    """Somebody appeals, and says why."""

    grounds: str
    by: Person


class DisputeDecided(msgspec.Struct, frozen=True):
    """The head judge's last word: the ruling stands, or `decision` takes its place."""

    upheld: bool
    decision: Decision
    by: Person
    carried: Carried = Carried()


class DisputeNoted(msgspec.Struct, frozen=True):
    """A remark; it changes nothing."""

    text: str
    by: Person


Content = DisputeOpened | DisputeRuled | DisputeAppealed | DisputeDecided | DisputeNoted


class Told(msgspec.Struct, frozen=True):
    """One entry of a dispute: number, content, hash chain's head and wall clock (milliseconds)."""

    number: int
    content: Content
    head: bytes
    at: int


class Dispute(msgspec.Struct, frozen=True):
    """A dispute as it stands; `entries` are all its steps, `position` when it was opened."""

    id: str
    opened: DisputeOpened
    state: State
    entries: tuple[Told, ...]
    position: int = 0

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return self.entries[-1].number

    @property
    def head(self) -> bytes:
        """The head of its hash chain."""
        return self.entries[-1].head

    @property
    def ruled(self) -> DisputeRuled | None:
        """The ruling at the table."""
        return next((each.content for each in self.entries if isinstance(each.content, DisputeRuled)), None)

    @property
    def decided(self) -> DisputeDecided | None:
        """The head judge's decision of the appeal."""
        return next((each.content for each in self.entries if isinstance(each.content, DisputeDecided)), None)

    @property
    def stands(self) -> Decision | None:
        """The decision that stands: the head judge's if it overturned the ruling, else the ruling."""
        if self.decided is not None and not self.decided.upheld:
            return self.decided.decision
        return None if self.ruled is None else self.ruled.decision

    @property
    def minutes(self) -> int:
        """The time extension of all decisions together."""
        return sum(each.decision.minutes for each in (self.ruled, self.decided) if each is not None)


def next_state(state: State, content: Content) -> State | None:
    """Where a step leads from a state; None where it has no place."""
    if isinstance(content, DisputeNoted):
        return state
    if isinstance(content, DisputeRuled):
        return State.RULED if state is State.OPENED else None
    if isinstance(content, DisputeAppealed):
        return State.APPEALED if state is State.RULED else None
    if isinstance(content, DisputeDecided) and state is State.APPEALED:
        return State.UPHELD if content.upheld else State.OVERTURNED
    return None


def check(decision: Decision) -> None:
    """Whether a decision makes sense by itself. Raises DecisionRefusedError."""
    if not decision.answer.strip():
        raise DecisionRefusedError("answer", "says nothing")
    if decision.ruling not in {"", "legal", "illegal"}:
        raise DecisionRefusedError("ruling", "is `legal`, `illegal` or empty: a judge decides")
    if decision.minutes < 0:
        raise DecisionRefusedError("minutes", "cannot be negative")
    kinds = [type(each) for each in decision.remedies]
    if CarryOut in kinds and decision.ruling == "illegal":
        raise DecisionRefusedError("remedies", "carry out what is ruled illegal")
    if GameLoss in kinds[:-1]:
        raise DecisionRefusedError("remedies", "go on after the game was lost")
    if RewindTo in kinds[1:]:
        raise DecisionRefusedError("remedies", "take back what other remedies have done; rewind first")
    _check_penalty(decision)


def _check_penalty(decision: Decision) -> None:
    """Whether it is said who loses by a penalty, and no other loses the game. Raises DecisionRefusedError."""
    loses = next((each.seat for each in decision.remedies if isinstance(each, GameLoss)), "")
    if decision.penalty not in LOSSES:
        return
    if not (decision.offender or loses):
        raise DecisionRefusedError("offender", f"is missing: a {decision.penalty} is somebody's")
    if decision.offender and loses not in {"", decision.offender}:
        raise DecisionRefusedError("remedies", f"{loses} loses the game, but the penalty is {decision.offender}'s")
