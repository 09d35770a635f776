"""Sentences of a document that grant something to who builds a deck: said where a deck makes use of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from adjudicator.kernel.verdict import EXCEPTION, Clause
from adjudicator.swtcg.cards.deck_counting import Count, clause, numbers
from adjudicator.swtcg.words.card_names import normal


class Granted(msgspec.Struct, frozen=True):
    """What a rule of a document grants. `used` counts what makes use of it, by name, given the size and the number of
    copies that one could doubt.
    """

    code: str
    document: str
    rule: str
    used: Callable[[Count, int, int], dict[str, int]]


def _size(counted: Count, size: int, _: int) -> dict[str, int]:
    return {"cards": counted.deck.size} if counted.deck.size > size else {}


def _neutral(counted: Count, _: int, __: int) -> dict[str, int]:
    there = sum(count for count, face in counted.faces if face.side == "neutral")
    return {"neutral": there} if there else {}


def _versions(counted: Count, _: int, copies: int) -> dict[str, int]:
    """Names of which there are more copies than a card may have, all versions taken together."""
    sums: dict[str, int] = {}
    for count, face in counted.faces:
        if face.version:
            sums[normal(face.name)] = sums.get(normal(face.name), 0) + count
    named = {normal(face.name): face.name for _, face in counted.faces}
    return {named[name]: total for name, total in sums.items() if total > copies}


GRANTS = (
    Granted("NO_LARGEST_SIZE", "swtcg-idc-2022", "idc.deck.no-maximum-size", _size),
    Granted("NEUTRAL_WITH_ANY_SIDE", "swtcg-idc-2022", "idc.deck.neutral-allowed", _neutral),
    Granted("VERSIONS_COUNT_APART", "swtcg-idc-2022", "idc.deck.versions-count-separately", _versions),
)


def granted(counted: Count, documents: tuple[str, ...], size: int, copies: int) -> Iterator[Clause]:
    """A clause for each grant of these documents that the deck makes use of."""
    for each in GRANTS:
        used = each.used(counted, size, copies) if each.document in documents else {}
        if used:
            yield clause(each.code, each.rule, numbers(used, 0), ok=True, permits=EXCEPTION)
