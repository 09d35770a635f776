"""Which entry of a rewritten log stands out, where a head that was kept only says that one of many was altered.

A forger of a log with its chain has to rewrite all that follows from it too. An entry stands out if it does not fit
the request that is kept for it, or the house's chance, which follows from the seed; and, less surely, if today's judge
finds otherwise on the table before it. A clue is no proof: an entry before it may have been altered without a trace.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from adjudicator.application.commands import (
    Close,
    Command,
    GiveNonce,
    GiveRuling,
    Note,
    Reopen,
    Rewind,
    Submit,
    digest,
)
from adjudicator.application.rejudging import Divergence, rejudge
from adjudicator.application.replay import History
from adjudicator.application.store import RequestKept
from adjudicator.kernel.entries import (
    Declared,
    GameClosed,
    GameReopened,
    NonceGiven,
    NoteAdded,
    Rewound,
    RulingGiven,
)
from adjudicator.kernel.judging import ALL, ANSWER, FAILING
from adjudicator.kernel.verdict import Clause, Finding

_LEVELS = (ANSWER, FAILING, ALL)
_clauses = msgspec.msgpack.Decoder(tuple[tuple[Clause, ...], tuple[str, ...]])


class Clue(msgspec.Struct, frozen=True):
    """An entry that stands out, and why."""

    entry: int
    why: str


def first_clue(history: History, requests: Iterable[RequestKept], after: int, until: int) -> Clue | None:
    """The first entry after one and not after another that stands out.

    A contradiction of something kept goes before one that only today's judge finds: rules change.
    """
    sure = [*_against_requests(history, requests, after, until), *_against_seed(history, after, until)]
    if sure:
        return min(sure, key=lambda each: each.entry)
    return next(_judged_otherwise(history, after, until), None)


def bounded(why: str, since: int, until: int, clue: Clue | None = None) -> str:
    """What can be known, in words."""
    if since == until:
        return f"{why}; everything before it is vouched for, so this entry was altered"
    after = f", after entry {since - 1}" if since > 1 else ""
    told = f"altered at or before entry {until}{after}: {why}"
    return f"{told}; entry {clue.entry} stands out: {clue.why}" if clue else told


def _against_requests(history: History, requests: Iterable[RequestKept], after: int, until: int) -> Iterator[Clue]:
    """Entries that are not what their kept request asked for, or not what it was answered.

    The digests are believed only if those of other entries come out: commands may get new fields.
    """
    fits, wrong = 0, []
    for kept in requests:
        if not 1 <= kept.entry <= len(history.entries):
            continue
        asked = tuple(_asked(history, kept.entry))
        if asked and kept.body not in {digest(each) for each in asked}:
            wrong.append(kept.entry)
        else:
            fits += bool(asked)
        if after < kept.entry <= until and not _answered(history, kept):
            yield Clue(kept.entry, "its reasons differ from those in the answer to the request")
    if fits:
        yield from (
            Clue(each, "the request kept for it asked for something else") for each in wrong if after < each <= until
        )


def _asked(history: History, number: int) -> Iterator[Command]:
    """The commands that lead to an entry; none if it cannot be said. Callers differ in what they expected to stand."""
    content: Any = history.entries[number - 1].content
    before = history.entries[number - 2].revision if number > 1 else 0
    game = history.game_id
    for expected in (None, before):
        if isinstance(content, Declared):
            for level in _LEVELS:
                yield Submit(game, content.declaration, level, expected, content.remark, content.nonce)
        elif isinstance(content, RulingGiven):
            if content.declaration is None and not content.facts:
                yield GiveRuling(
                    game, content.by, content.note, content.ruling, content.about, None, content.citation, (), expected
                )
        elif isinstance(content, Rewound):
            yield Rewind(game, content.to, content.why, content.by, expected)
        elif isinstance(content, NoteAdded):
            yield Note(game, content.text, content.by, content.about)
        elif isinstance(content, NonceGiven):
            yield GiveNonce(game, content.seat, content.nonce)
        elif isinstance(content, GameClosed):
            for result in (content.result, ""):
                yield Close(game, result, content.why, content.by, expected)
        elif isinstance(content, GameReopened):
            yield Reopen(game, content.why, content.by, expected)


def _answered(history: History, kept: RequestKept) -> bool:
    """Whether the failing clauses that the caller was told are those of the entry; also if none were told."""
    content = history.entries[kept.entry - 1].content
    if not kept.verdict or not isinstance(content, Declared):
        return True
    try:
        clauses, _ = _clauses.decode(kept.verdict)
    except msgspec.MsgspecError:
        return True
    told = tuple(each.code for each in clauses if each.finding is Finding.FAILS)
    return not clauses or told == content.every_reason[0]


def _against_seed(history: History, after: int, until: int) -> Iterator[Clue]:
    for each in _divergences(history, after, until):
        if each.what == "chance":
            yield Clue(each.entry, f"the seed gives {each.now}, but {each.recorded} is recorded")
            return


def _judged_otherwise(history: History, after: int, until: int) -> Iterator[Clue]:
    for each in _divergences(history, after, until):
        yield Clue(each.entry, f"today's judge finds another {each.what}")


def _divergences(history: History, after: int, until: int) -> Iterator[Divergence]:
    for each in rejudge(history):
        if isinstance(each, Divergence) and after < each.entry:
            if each.entry > until:
                return
            yield each
