"""Boarding: which units a Pilot suits, and how many Pilots a unit has room for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.verdict import Override
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.traits import has_subtype, is_treated, line_of
from adjudicator.swtcg.standing.type_line import on_line
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold import fold
from adjudicator.swtcg.table.table import PILOT, Stack, Table, in_build_zone
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import PilotOf
from adjudicator.swtcg.words.printed import printed

PILOTS_PER_UNIT = 1

PILOTS_BY_SUBTYPE = {
    3: ("Army", "Capital Ship", "Cruiser", "Fleet", "Fortification", "Station"),
    2: ("Gunship", "Patrol Ship", "Squad", "Squadron", "Transport", "Walker"),
}
"""How many Pilots units of some subtypes carry, where subtypes say it (`Edition.pilots_by_subtype`); the most counts
(ruling.pilot-number-under-two-lists).
"""


@remembered
def kinds(face: Face) -> tuple[str, ...]:
    """The subtypes of units that a card may pilot, from its Pilot abilities; empty if it is no Pilot."""
    return tuple(word for ability in face.abilities if isinstance(ability, PilotOf) for word in ability.subtypes)


def aboard(table: Table, unit: Stack) -> list[Stack]:
    """The Pilots on a unit, the one that came first first."""
    return table.attached(unit.id, PILOT)


def normal_seats(table: Table, unit: Stack) -> int:
    """How many Pilots a unit carries by the rules alone; in the build zone only one stays, whatever it is."""
    point = table.edition.pilots_by_subtype
    if not point.value or in_build_zone(unit) or point.rule == table.suppressed:
        return PILOTS_PER_UNIT
    if not is_treated(table, unit):
        return _seats_on(line_of(table, unit))
    return next(seats_by_subtype(table, unit), PILOTS_PER_UNIT)


def seats_by_subtype(table: Table, unit: Stack) -> Iterator[int]:
    """How many Pilots the lists with a subtype of the unit give it, the most first, wherever it is."""
    point = table.edition.pilots_by_subtype
    for most, subtypes in PILOTS_BY_SUBTYPE.items() if point.value and point.rule != table.suppressed else ():
        if any(has_subtype(table, unit, subtype) for subtype in subtypes):
            yield most


@lru_cache(maxsize=1024)  # by the line, of which a game has few
def _seats_on(line: str) -> int:
    """The same by what stands on a type line."""
    for most, subtypes in PILOTS_BY_SUBTYPE.items():
        if any(on_line(line, subtype) for subtype in subtypes):
            return most
    return PILOTS_PER_UNIT


def seats_for_pilots(table: Table, unit: Stack, pilot: Stack | None = None) -> int:
    """How many Pilots a unit may have: those of the rule, and what its text, or that of a Pilot, allows while it is on.

    A text that allows an extra Pilot of some kind only allows it where he, or one aboard, is of that kind. One of a
    Pilot counts once he is aboard, whoever came first (crf.card.r2-d2-d.extra-pilot).
    """
    if pilot is not None and pilot.host != unit.id and "extra pilots" in words_of_text(pilot, table):
        table = table.fork()
        fold(table, f.Attached(stack=pilot.id, host=unit.id, role=PILOT))
    extra = max(0, keyword_value(table, unit, "extra pilots"))
    if extra and pilot is not None:
        extra -= sum(
            not any(matches(table, whom, each, entry.scene, anywhere=True) for each in (pilot, *aboard(table, unit)))
            for entry in table.index.stats.get("extra pilots", ())
            if (whom := entry.change.whom) is not None and matches(table, entry.change.of, unit, entry.scene)
        )
    return normal_seats(table, unit) + max(0, extra)


def suits(table: Table, face: Face, unit: Stack) -> bool:
    """Whether a unit is of a kind that the Pilot text of a card names, and no Droid."""
    if not is_treated(table, unit):
        return _suits_line(kinds(face), line_of(table, unit))
    return matches_kind(table, face, unit) and not has_subtype(table, unit, "Droid")


@lru_cache(maxsize=4096)
def _suits_line(words: tuple[str, ...], line: str) -> bool:
    """The same by what stands on a type line."""
    return any(map(partial(on_line, line), words)) and not on_line(line, "Droid")


def matches_kind(table: Table, face: Face, unit: Stack) -> bool:
    """Whether a unit has a subtype that the Pilot text of a card names (rots.pilots.matching-subtype-only)."""
    for word in kinds(face):  # noqa: SIM110 - most name one, and any() with a generator costs as much as two looks
        if has_subtype(table, unit, word):
            return True
    return False


def may_board(table: Table, pilot: Stack, unit: Stack) -> bool:
    """Whether a Pilot suits a unit that has room for him, as an effect that moves him asks it."""
    if not table.known(pilot) or not suits(table, table.top(pilot), unit) or barred(table, pilot, unit) is not None:
        return False
    return len(aboard(table, unit)) < seats_for_pilots(table, unit, pilot)


def barred(table: Table, pilot: Stack, unit: Stack) -> Override | None:
    """By what a Pilot is kept off a unit that only others may pilot; None if nothing does."""
    return forbidden(table, "MAY_BE_PILOTED", unit.id, pilot.id)


def words_of_text(unit: Stack, table: Table) -> tuple[str, ...]:
    """The values that the static text printed on a unit changes, whether or not it is on now."""
    if not table.known(unit):
        return ()
    return tuple(
        getattr(change, "stat", "")
        for ability in printed(table.top(unit), table.edition.book.value)
        for change in getattr(ability, "changes", ())
    )
