"""The known points on which the documents lead to different rulings: question, each document's answer and its rules.

The data is in our own words; ids of points are stable, for cases name them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import msgspec

DATA = Path(__file__).parent / "data"


class Answer(msgspec.Struct, frozen=True):
    """What one document says: the ruling in a few words and the rules; no rules means that it is silent."""

    ruling: str
    rules: tuple[str, ...] = ()


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point of difference; `answers` by the prefix of the document, `case` a situation that decides it.

    `readings` are the readings of ours by which an edition may answer it where its documents leave it open.
    """

    id: str
    topic: str
    question: str
    answers: dict[str, Answer]
    case: str
    readings: tuple[str, ...] = ()


@cache
def points() -> dict[str, Point]:
    """All points by id, in their order."""
    found = msgspec.json.decode((DATA / "points.json").read_bytes(), type=list[Point])
    return {each.id: each for each in found}


@cache
def _by_rule() -> dict[str, tuple[tuple[str, str], ...]]:
    """By rule: the points that name it, and for which document."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for point in points().values():
        for document, answer in point.answers.items():
            for rule in answer.rules:
                found[rule] = (*found.get(rule, ()), (point.id, document))
    return found


def points_of(rules: Iterable[str]) -> tuple[str, ...]:
    """The points that some deciding rules belong to, those first that have most of them."""
    weight: dict[str, int] = {}
    for rule in dict.fromkeys(rules):
        for point, _ in _by_rule().get(rule, ()):
            weight[point] = weight.get(point, 0) + 1
    most = max(weight.values(), default=0)
    return tuple(point for point, count in weight.items() if count == most)


def answer_for(point: Point, documents: Sequence[str]) -> tuple[str, Answer] | None:
    """The answer that stands under documents in order of authority (by prefix); None if all are silent."""
    for document in documents:
        answer = point.answers.get(document)
        if answer is not None and answer.rules:
            return document, answer
    return None
