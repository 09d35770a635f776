"""Which case proves which point of difference under which edition, and why not where none does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from adjudicator.cases.audit import audited
from adjudicator.cases.case import Case
from adjudicator.cases.covering import passing
from adjudicator.citations import Books
from adjudicator.citations import load as load_books
from adjudicator.comparing.points import DATA, Point, answer_for, points
from adjudicator.games import DEFAULT_EDITION, GameList


class Proof(msgspec.Struct, frozen=True):
    """A point under an edition: the `answer` that stands there with its rules, and the cases that prove it.

    `why` is the reason why none does, empty where one is still to be written; `answer` is empty if all documents of
    the edition are silent.
    """

    point: str
    edition: str
    answer: str
    rules: tuple[str, ...]
    cases: tuple[str, ...] = ()
    why: str = ""

    @property
    def settled(self) -> bool:
        """Whether there is a case, or a reason, or nothing to prove."""
        return bool(self.cases or self.why or not self.answer)


def unproven() -> dict[str, dict[str, str]]:
    """By point and edition ("*" for all): the reason why no case can prove it."""
    return msgspec.json.decode((DATA / "unproven.json").read_bytes(), type=dict[str, dict[str, str]])


def proofs(paths: Iterable[str | Path], games: GameList) -> tuple[Proof, ...]:
    """Every point under every finished edition that hears a document which answers it. Raises CaseError for a path
    that is missing.

    A case proves a point that it names in `points`, under each of its editions, if it passes there and the audit
    accepts one of the rules of the answer that stands there, an entry that the index joins with it as the same, or a
    reading of the point.
    """
    books, reasons = load_books(), unproven()
    proven = _proven(books, paths, games)
    return tuple(
        _proof(documents(books, games, edition), books, point, edition, proven, reasons)
        for point in points().values()
        for edition in games.alike(DEFAULT_EDITION)
    )


def _proven(
    books: Books, paths: Iterable[str | Path], games: GameList
) -> Mapping[tuple[str, str], list[tuple[str, frozenset[str]]]]:
    """By point and edition: the cases that name the point, with the rules that they prove."""
    found: dict[tuple[str, str], list[tuple[str, frozenset[str]]]] = {}
    for case, result in passing(paths, games):
        if not case.points:
            continue
        rules = frozenset(claim.rule for claim in audited(case, result, games) if claim.proven)
        for point in case.points:
            found.setdefault((point, result.edition), []).append((result.path, rules))
    return found


def _proof(
    heard: Sequence[str],
    books: Books,
    point: Point,
    edition: str,
    proven: Mapping[tuple[str, str], Sequence[tuple[str, frozenset[str]]]],
    reasons: Mapping[str, Mapping[str, str]],
) -> Proof:
    stands = answer_for(point, heard)
    if stands is None:
        return Proof(point.id, edition, "", ())
    rules = stands[1].rules
    wanted = {*rules, *(same for rule in rules for same in books.entry(rule).same_as), *point.readings}
    cases = tuple(path for path, ruled in proven.get((point.id, edition), ()) if ruled & wanted)
    own = reasons.get(point.id, {})
    return Proof(point.id, edition, stands[1].ruling, rules, cases, own.get(edition, own.get("*", "")))


def documents(books: Books, games: GameList, edition: str) -> tuple[str, ...]:
    """The prefixes of an edition's documents in order of authority."""
    prefixes = {document.id: document.prefix for document in books.documents}
    return tuple(prefixes[each] for each in games.of(edition).editions[edition].documents)


def named(case: Case) -> tuple[str, ...]:
    """The points that a case names and that do not exist."""
    return tuple(point for point in case.points if point not in points())
