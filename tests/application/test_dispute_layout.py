"""Golden bytes: disputes that the first layout wrote are read for ever, and are written the same."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from uuid import UUID

import msgspec
import pytest

from adjudicator.application import CorruptLogError
from adjudicator.application.disputes import (
    CarryOut,
    Decision,
    Dispute,
    GameLoss,
    Infraction,
    Penalty,
    Person,
    Question,
    Repair,
    RewindTo,
    Role,
    State,
    log,
)
from adjudicator.application.disputes.dispute import (
    Carried,
    Content,
    DisputeAppealed,
    DisputeDecided,
    DisputeNoted,
    DisputeOpened,
    DisputeRuled,
)
from adjudicator.application.store import EnvelopeMapper, NoTranscoder, Row

GOLDEN = Path(__file__).parent / "golden" / "dispute-layout-1.txt"
STREAM = UUID("8a86d618-0ebe-403c-833c-2972ce43b2f3")
FLO, HERA = Person("Flo", Role.FLOOR_JUDGE), Person("Hera", Role.HEAD_JUDGE)
CONTENTS: tuple[Content, ...] = (
    DisputeOpened(
        "c29abe9a-d2cd-4d69-8419-2563629c72d5", "harbour-1", 7, 9, b"h" * 32,
        Question("May she?", "north: pass", 9, "undecided", ("harbour.1.3",), ("CARD_KNOWN",), ("Parrot",)),
        Person("Ann", Role.PLAYER), "Table 7",
    ),
    DisputeNoted("Both were calm.", FLO),
    DisputeRuled(
        Decision(
            "Yes.", "legal", ("harbour.1.3",), (RewindTo(3), Repair("[]"), CarryOut("north: pass")),
            Infraction.GAME_PLAY_ERROR, Penalty.WARNING, "north", 3, "out of turn", ("Parrot",), "a dissent",
        ),
        FLO, Carried((10, 11), 11, b"g" * 32),
    ),
    DisputeAppealed("No.", Person("Ben", Role.PLAYER)),
    DisputeDecided(upheld=False, decision=Decision("No.", remedies=(GameLoss("north"),)), by=HERA),
)  # fmt: skip


def rows_written() -> list[Row]:
    """The rows that this version stores."""
    mapper = EnvelopeMapper(NoTranscoder())
    dispute: Dispute | None = None
    rows: list[Row] = []
    for number, content in enumerate(CONTENTS, 1):
        envelope, told = log.written(STREAM, dispute, content, number)
        dispute = log.added(STREAM, dispute, told)
        stored = mapper.to_stored_event(envelope)
        rows.append((number, stored.topic, stored.state))
    return rows


def golden() -> list[Row]:
    """The rows of the golden file."""
    lines = (json.loads(line) for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    return [(each["entry"], each["topic"], base64.b64decode(each["state"])) for each in lines]


def test_old_disputes_are_read() -> None:
    """The golden rows are the dispute that they were written from."""
    found = log.states(STREAM, golden())[-1]
    assert CONTENTS == tuple(each.content for each in found.entries)
    assert (State.OVERTURNED, 3, "No.") == (found.state, found.minutes, found.stands.answer if found.stands else "")


def test_disputes_are_written_as_ever() -> None:
    """This version writes the same bytes; after an addition to the layout there is a second golden file."""
    assert golden() == rows_written()


@pytest.mark.parametrize("place", range(len(CONTENTS)))
def test_every_changed_byte_is_found(place: int) -> None:
    """Whatever byte of the public part is changed, the entry is the first bad one."""
    rows = golden()
    number, topic, state = rows[place]
    parts = msgspec.msgpack.decode(state)
    for at in range(0, len(parts[0]), 7):
        public = bytearray(parts[0])
        public[at] ^= 1
        changed = [
            *rows[:place],
            (number, topic, msgspec.msgpack.encode([bytes(public), *parts[1:]])),
            *rows[place + 1 :],
        ]
        with pytest.raises(CorruptLogError) as corrupt:
            log.states(STREAM, changed)
        assert number == corrupt.value.entry


if __name__ == "__main__":  # written once, when the layout was made
    lines = [
        {"entry": number, "topic": topic, "state": base64.b64encode(state).decode()}
        for number, topic, state in rows_written()
    ]
    GOLDEN.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
