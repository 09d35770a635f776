"""What can be done with a dispute, as values: the body of a request is its command."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from adjudicator.application.disputes.dispute import Decision, Person, Question


class OpenDispute(msgspec.Struct, frozen=True, tag="open"):
    """Open a dispute about a game at a revision (0: where it stands), which is frozen for it."""

    game_id: str
    question: Question
    by: Person
    revision: int = 0
    note: str = ""


class RuleDispute(msgspec.Struct, frozen=True, tag="rule"):
    """Rule. `expected_entry` is the dispute's last entry that the caller has seen.

    `expected_revision` is the game's (0: any), which remedies would change.
    """

    dispute: str
    decision: Decision
    by: Person
    expected_entry: int = 0
    expected_revision: int = 0


class AppealDispute(msgspec.Struct, frozen=True, tag="appeal"):
    """Appeal against the ruling."""

    dispute: str
    grounds: str
    by: Person
    expected_entry: int = 0


class DecideDispute(msgspec.Struct, frozen=True, tag="decide"):
    """The head judge decides the appeal; with `upheld` the ruling and what it led to stand."""

    dispute: str
    upheld: bool
    decision: Decision
    by: Person
    expected_entry: int = 0
    expected_revision: int = 0


class NoteDispute(msgspec.Struct, frozen=True, tag="note"):
    """Add a remark, in any state."""

    dispute: str
    text: str
    by: Person


Step = RuleDispute | AppealDispute | DecideDispute | NoteDispute
Command = OpenDispute | Step


def digest(command: Command) -> bytes:
    """The digest of a request's body."""
    return sha256(b"dispute" + msgspec.msgpack.encode(command)).digest()
