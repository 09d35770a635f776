"""Games as JSON lines: every stored entry with its bytes, so that chain and verdicts can be checked anywhere.

The first line says which game it is; each further line is one entry: `public` (base64) is what the chain is made
of, `commitments` stand for the private items, `private` has salt and content of those that may go out, null for
the others. The rest of a line (the declaration, its ruling) is for people and is not read again.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any
from uuid import UUID

import msgspec
from eventsourcing.persistence import IntegrityError

from adjudicator.application.audit import check_history
from adjudicator.application.codec import CONTENTS
from adjudicator.application.errors import AdjudicationError, CorruptLogError, UnknownGameError
from adjudicator.application.private import seals_in
from adjudicator.application.recording import Recording
from adjudicator.application.rejudging import Divergence, rejudge
from adjudicator.application.replay import History
from adjudicator.application.store import TOPIC_PREFIX, Envelope
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Declared, GameClosed, GameOpened, GameReopened

FORMAT = "adjudicator-game/1"
TOPICS = frozenset(TOPIC_PREFIX + kind for kind in CONTENTS)

AT_MAX = 253_402_300_800_000
"""The end of the year 9999, in milliseconds since 1970: no clock tells more, and no calendar shows it."""

Words = Callable[[int], dict[str, Any]]
"""What a line says for people, by the number of its entry."""


class NoRecordError(ValueError):
    """A text that is no record; `line` is the first bad one."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class _Line(msgspec.Struct, frozen=True):
    """An entry as it is written."""

    entry: int
    topic: str
    at: Annotated[int, msgspec.Meta(ge=0, lt=AT_MAX)]
    head: str
    public: str
    commitments: tuple[str, ...] = ()
    private: tuple[tuple[str, str] | None, ...] = ()


class _First(msgspec.Struct, frozen=True):
    """The first line."""

    format: str
    game: str
    entries: int
    head: str


class Taken(msgspec.Struct, frozen=True):
    """What reading a record led to.

    `judged` declarations were judged again; `bad` is the first bad entry (0: none) and `why` what is wrong there;
    `whole` says that nothing private is missing, so that the tables could be rebuilt; `closed` that the game is over.
    """

    game_id: str
    judged: int
    divergences: tuple[Divergence, ...]
    bad: int
    why: str
    whole: bool
    closed: bool
    envelopes: tuple[Envelope, ...]
    head: bytes = b""


def written(app: Recording, game_id: str, sees: Callable[[Sealed], bool], words: Words = lambda _: {}) -> Iterator[str]:
    """A game as JSON lines; `sees` says whose seals go out open.

    The seed of the house's chance goes out only once the game is closed.
    """
    history, envelopes = app.history(game_id), app.envelopes(game_id)
    closed = isinstance(history.entries[-1].content, GameClosed)
    first = _First(FORMAT, game_id, len(envelopes), history.head.hex())
    yield json.dumps(msgspec.to_builtins(first) | words(0), ensure_ascii=False)
    for stored, entry in zip(envelopes, history.entries, strict=True):
        seed = _seed_in(entry.content)
        shown = [closed if seal is seed else sees(seal) for seal in seals_in(entry.content)]
        private = tuple(
            (kept[0].hex(), _text(kept[1])) if kept is not None and open_ else None
            for kept, open_ in zip(stored.private, shown, strict=True)
        )
        line = _Line(
            entry.number, stored.topic, stored.at, stored.head.hex(), _text(stored.public),
            tuple(each.hex() for each in stored.commitments), private,
        )  # fmt: skip
        yield json.dumps(msgspec.to_builtins(line) | words(entry.number), ensure_ascii=False)


def taken(app: Recording, lines: Iterable[str]) -> Taken:
    """Read a record, recompute its chain, rebuild its tables and judge every declaration again.

    Raises NoRecordError for what is none, UnknownEditionError for a game that is not known here.
    """
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise NoRecordError(1, "nothing stands there")
    first = _read(numbered[0], _First)
    stream = _stream(first.game)
    if first.format != FORMAT:
        raise NoRecordError(1, f"the format is {first.format!r}, not {FORMAT!r}")
    envelopes = tuple(_envelope(stream, numbered_line) for numbered_line in numbered[1:])
    if not envelopes:
        raise NoRecordError(2, "there is no entry")
    return _checked(app, first, envelopes)


def _checked(app: Recording, first: _First, envelopes: tuple[Envelope, ...]) -> Taken:
    history: History | None = None
    divergences: tuple[Divergence, ...] = ()
    judged, bad, why = 0, 0, ""
    try:
        history = app.new_history(envelopes[0])
        for stored in envelopes:
            _add(history, stored)
        _check_end(first, history)
        if _whole(history, envelopes):
            check_history(history, envelopes)
            divergences = tuple(each for each in rejudge(history) if isinstance(each, Divergence))
            judged = sum(isinstance(each.content, Declared) for each in history.entries)
    except CorruptLogError as error:
        bad, why = error.entry, error.why
    last = history.entries[-1].content if history is not None and history.entries else None
    whole = history is not None and not bad and _whole(history, envelopes)
    head = b"" if history is None else history.head
    return Taken(first.game, judged, divergences, bad, why, whole, isinstance(last, GameClosed), envelopes, head)


def _add(history: History, stored: Envelope) -> None:
    entry = history.add(stored)
    if len(stored.private) != len(seals_in(entry.content)):
        raise CorruptLogError(history.game_id, entry.number, "it has more or fewer private items than seals")


def _check_end(first: _First, history: History) -> None:
    """A cut or lengthened record is not the one its first line speaks of. Raises CorruptLogError."""
    last = len(history.entries)
    if (last, history.head.hex()) != (first.entries, first.head):
        raise CorruptLogError(first.game, last + 1, "the record does not end where its first line says")


def bring_in(app: Recording, record: Taken) -> str:
    """Record a game from elsewhere as it is, under its own id; why not, if not (empty: it is in the log).

    A game that goes on comes in frozen: the seed of its chance never leaves its house, so here nobody can go on. A
    later record of it adds what is new, and ends that once the game is closed.
    """
    if record.bad:
        return f"entry {record.bad}: {record.why}"
    if not record.whole:
        return "private parts are missing; ask for an export for the judge"
    try:
        return _more(app, record)
    except UnknownGameError:
        pass
    except AdjudicationError as error:
        return str(error)
    try:
        app.put_beside(record.envelopes)
    except IntegrityError:
        return _more(app, record)
    return ""


def _more(app: Recording, record: Taken) -> str:
    """Add to a frozen game what a record has more; why not, if not. Raises UnknownGameError, CorruptLogError."""
    here, there = app.get(record.game_id), record.envelopes
    shared = min(here.last, len(there))
    if app.entry(record.game_id, shared).head != there[shared - 1].head:
        return "another game of this id is in the log"
    if len(there) > here.last:
        if here.closed:
            return "the game is closed here, and this record of it goes on: it was reopened in another house"
        if not here.frozen:
            return "the game goes on here, and this record has entries that this house lacks"
        try:
            app.put_beside(there[shared:])
        except IntegrityError:  # somebody else has just added it
            return _more(app, record)
    return ""


def _seed_in(content: Any) -> Sealed | None:
    """The seal of the seed that an entry holds, if it holds one."""
    return content.seed if isinstance(content, GameOpened | GameReopened) else None


def _whole(history: History, envelopes: tuple[Envelope, ...]) -> bool:
    """Whether every private item is there, seeds apart: that of a game that goes on stays in its house, and closing the
    game opens it, so that who had the game in before needs no other record of it.
    """
    for stored, entry in zip(envelopes, history.entries, strict=True):
        seed = _seed_in(entry.content)
        seals = seals_in(entry.content)
        if any(kept is None and seal is not seed for kept, seal in zip(stored.private, seals, strict=True)):
            return False
    return True


def _read(numbered: tuple[int, str], kind: type[Any]) -> Any:
    number, line = numbered
    try:
        return msgspec.json.decode(line.encode(), type=kind)
    except (msgspec.MsgspecError, ValueError) as error:
        raise NoRecordError(number, str(error)) from error


def _stream(game: str) -> UUID:
    try:
        return UUID(game)
    except ValueError:
        raise NoRecordError(1, f"{game!r} is not the id of a game") from None


def _envelope(stream: UUID, numbered: tuple[int, str]) -> Envelope:
    line: _Line = _read(numbered, _Line)
    if line.topic not in TOPICS:
        raise NoRecordError(numbered[0], f"a game has no entry {line.topic!r}")
    try:
        return Envelope(
            stream,
            line.entry,
            line.topic,
            base64.b64decode(line.public, validate=True),
            tuple(bytes.fromhex(each) for each in line.commitments),
            tuple(
                None if each is None else (bytes.fromhex(each[0]), base64.b64decode(each[1], validate=True))
                for each in line.private
            ),
            bytes.fromhex(line.head),
            line.at,
        )
    except ValueError as error:
        raise NoRecordError(numbered[0], str(error)) from error


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
