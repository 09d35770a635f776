"""What people keep of a log, and what it says about where a log was altered.

A root, or a part of a tree out of a kept proof, vouches for the entries in it if the log still gives its hash; a head
vouches for its game up to its entry. If one does not come out, an entry that it covers and nothing else vouches for
was altered. The fewer entries are left between, the more exactly the place is known; nothing more can be known.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Protocol
from uuid import UUID

import msgspec

from adjudicator.application.histories import stream_of
from adjudicator.application.merkle import Tree


class Root(msgspec.Struct, frozen=True):
    """What a checkpoint says: so many entries, and the root of the tree over them."""

    size: int
    root: bytes


class HeadKept(msgspec.Struct, frozen=True):
    """A head that somebody was given for an entry of a game, and has kept."""

    game_id: str
    entry: int
    head: bytes


class Part(msgspec.Struct, frozen=True):
    """The hash over the leaves from `start` (from 0) to before `end`, as a kept proof has it in its path."""

    start: int
    end: int
    hash: bytes


class Kept(msgspec.Struct, frozen=True):
    """All that is compared with a log."""

    roots: tuple[Root, ...] = ()
    heads: tuple[HeadKept, ...] = ()
    parts: tuple[Part, ...] = ()


class Scanned(Protocol):
    """A log read from its beginning: its tree, and for each stream its entries' places (from 0) and heads."""

    tree: Tree
    places: dict[UUID, array[int]]
    heads: dict[UUID, bytearray]


class Span(msgspec.Struct, frozen=True):
    """Where a log was altered: at one of the places from `first` to `last`, counted from 1.

    `within` are the streams with entries there that nothing vouches for: the last entry vouched for, and the last in
    the span; `stream` is the one whose own head contradicts, if one does. `why` says what contradicts.
    """

    first: int
    last: int
    why: str
    within: tuple[tuple[UUID, int, int], ...]
    stream: UUID | None = None


def proven(log: Scanned, kept: Kept) -> int:
    """How many entries from the first on roots and parts vouch for."""
    reached = 0
    for each in sorted(_parts(log, kept), key=lambda each: each.start):
        if each.start <= reached < each.end and _holds(log, each):
            reached = each.end
    return reached


def altered(log: Scanned, kept: Kept) -> Span | None:
    """The first span in which something kept says that the log was altered, and None if nothing contradicts."""
    vouched = _vouched(log, kept)
    by_head = min(_by_heads(log, kept, vouched), key=_order, default=None)
    by_part = min(_by_parts(log, kept), key=lambda each: _order(each[0]), default=None)
    if by_part is None or (by_head is not None and _order(by_head) <= _order(by_part[0])):
        return by_head
    span, part = by_part
    return msgspec.structs.replace(span, within=_within(log, part, vouched))


def _order(span: Span) -> tuple[int, int]:
    """The span that ends first comes first, then the narrower one."""
    return span.last, -span.first


def missing(log: Scanned, kept: Kept) -> tuple[UUID | None, int, str] | None:
    """A stream (None: the log itself) that is shorter than somebody was told: its first missing entry, and why."""
    for each in kept.heads:
        stream = stream_of(each.game_id)
        have = len(log.places.get(stream, ()))
        if each.entry > have:
            return stream, have + 1, f"missing, though somebody was told of entry {each.entry}"
    covered = max((each.end for each in _all_parts(kept)), default=0)
    if covered > len(log.tree):
        return None, 0, f"missing; what was kept covers {covered} entries"
    return None


def _all_parts(kept: Kept) -> Iterator[Part]:
    yield from (Part(0, each.size, each.root) for each in kept.roots)
    yield from kept.parts


def _parts(log: Scanned, kept: Kept) -> Iterator[Part]:
    """The parts and roots that the log is long enough for."""
    return (each for each in _all_parts(kept) if each.end <= len(log.tree))


def _holds(log: Scanned, part: Part) -> bool:
    return log.tree.part(part.start, part.end) == part.hash


def _vouched(log: Scanned, kept: Kept) -> dict[UUID, int]:
    """The last entry of each stream that something vouches for, and with it all before it."""
    found: dict[UUID, int] = {}
    for each in kept.heads:
        stream = stream_of(each.game_id)
        if _head(log, stream, each.entry) == each.head:
            found[stream] = max(found.get(stream, 0), each.entry)
    good = sorted((each for each in _parts(log, kept) if _holds(log, each)), key=lambda each: -each.end)
    for stream, places in log.places.items():
        for part in good:
            last = bisect_left(places, part.end)
            if last and places[last - 1] >= part.start:  # no part that ends earlier vouches for more
                found[stream] = max(found.get(stream, 0), last)
                break
    return found


def _head(log: Scanned, stream: UUID, entry: int) -> bytes:
    return bytes(log.heads.get(stream, b"")[32 * entry - 32 : 32 * entry])


def _by_heads(log: Scanned, kept: Kept, vouched: dict[UUID, int]) -> Iterator[Span]:
    for each in kept.heads:
        stream = stream_of(each.game_id)
        places = log.places.get(stream, ())
        if each.entry <= len(places) and _head(log, stream, each.entry) != each.head:
            after = vouched.get(stream, 0)
            first, last = places[after] + 1, places[each.entry - 1] + 1
            why = f"entry {each.entry} does not have the head that somebody was given"
            yield Span(first, last, why, ((stream, after, each.entry),), stream)


def _by_parts(log: Scanned, kept: Kept) -> Iterator[tuple[Span, Part]]:
    """The spans, still without what is within them, and the parts that they come from."""
    good = [each for each in _parts(log, kept) if _holds(log, each)]
    for part in _parts(log, kept):
        if _holds(log, part):
            continue
        if part.start == 0:
            why = f"the checkpoint over {part.end} entries has another root"
        else:
            why = f"a proof that was kept has another hash over the entries {part.start + 1} to {part.end} of the log"
        first, last = _left(part, [each for each in good if part.start <= each.start and each.end <= part.end])
        yield Span(first + 1, max(last, first + 1), why, ()), part


def _within(log: Scanned, part: Part, vouched: dict[UUID, int]) -> tuple[tuple[UUID, int, int], ...]:
    """The streams with entries in a part that nothing vouches for."""
    found = []
    for stream, places in log.places.items():
        after = max(bisect_left(places, part.start), vouched.get(stream, 0))
        until = bisect_left(places, part.end)
        if after < until:
            found.append((stream, after, until))
    return tuple(found)


def _left(part: Part, covered: Sequence[Part]) -> tuple[int, int]:
    """What of a part nothing vouches for, from its first to after its last place."""
    first, last = part.start, part.end
    for each in sorted(covered, key=lambda each: each.start):
        if each.start <= first < each.end:
            first = each.end
    for each in sorted(covered, key=lambda each: -each.end):
        if each.start < last <= each.end:
            last = each.start
    return first, last
