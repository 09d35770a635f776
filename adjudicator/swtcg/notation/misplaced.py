"""Cards that are written where they cannot be: what the words of one stack alone show.

What an effect may have brought about is no mistake, as a unit of another's or one that a Pilot does not suit
(`possible` says what is wrong with a whole table).
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.swtcg.notation.texts import StackText
from adjudicator.swtcg.standing.card_kinds import CAMPAIGN as A_CAMPAIGN
from adjudicator.swtcg.standing.card_kinds import of_kind
from adjudicator.swtcg.standing.type_line import arenas_named
from adjudicator.swtcg.table.table import (
    BESIDE,
    BUILDING,
    CAMPAIGN,
    EQUIPMENT,
    EVENT,
    LOCATION,
    PILOT,
    RESOURCE,
    UNIT,
    Stack,
    Table,
    in_build_zone,
)

FACE_UP = ("counters", "face down", "shown")
IN_ARENA = (*FACE_UP, "retreated")
NEVER = {
    UNIT: FACE_UP,
    PILOT: FACE_UP,
    EQUIPMENT: (*IN_ARENA, "damage"),
    LOCATION: (*IN_ARENA, "damage"),
    CAMPAIGN: (*IN_ARENA, "damage"),
    BUILDING: ("damage", "tapped", "retreated", "under"),
    RESOURCE: (*IN_ARENA, "damage"),
    EVENT: (*IN_ARENA, "damage"),
}
"""By what a card is where it stands, the conditions that it never has; "counters" are those to build it."""


def wrong(table: Table, written: StackText, stack: Stack, host: Stack | None) -> tuple[str, str] | None:
    """The words of a stack that cannot be, and what would be right; None if nothing shows a mistake."""
    return next(_wrong(table, written, stack, host), None)


def _wrong(table: Table, written: StackText, stack: Stack, host: Stack | None) -> Iterator[tuple[str, str]]:
    title = written.cards[0].title
    for word in ("owned", "controlled"):
        if written.condition(word, table.order[0]) not in table.seats:
            yield written.condition(word), "one of the players: " + ", ".join(table.order)
    if written.alias.casefold() in table.order:
        yield written.alias, "an alias that is no player's name"
    if host is not None and host.role not in (UNIT, PILOT):
        yield title, "nothing on a card that is no unit"
    if not _may_be(table, stack):
        yield title, _should_be(table, stack)
    if len(stack.cards) > 1 and not _is_stacked(table, stack.role):
        yield "over", f"{title} by itself: such cards are not stacked"
    never = IN_ARENA if stack.role == UNIT and not in_build_zone(stack) else NEVER.get(stack.role, ())
    for word in never:
        if written.condition(word):
            yield word, f"nothing of the kind for {title}: {_why_never(word, stack)}"


FACE_DOWN = {
    "damage": "a face-down card is no unit",
    "tapped": "a face-down card is never tapped",
    "retreated": "a unit is retreated only face up",
    "under": "nothing lies under a face-down card",
}
"""Why a card that lies face down in the build zone never has a condition."""


def _why_never(word: str, stack: Stack) -> str:
    """Why a card where it stands never has a condition."""
    if stack.role == BUILDING:
        return FACE_DOWN[word]
    if word == "retreated":
        return "only a unit in the build zone is retreated"
    if word == "damage":
        return "only units have damage"
    return "it lies face up, and only a face-down card has that"


def _is_stacked(table: Table, role: str) -> bool:
    return role in (UNIT, PILOT, BUILDING) or (role == EQUIPMENT and table.edition.unique_equipment.value)


def _may_be(table: Table, stack: Stack) -> bool:
    """Whether the top card can be what it is where it stands; a card that nobody knows only lies face down."""
    face, role = table.face(stack.cards[0]), stack.role
    if role in BESIDE and not table.edition.supply.value:
        return False
    if face is None:
        return role in (BUILDING, *BESIDE)
    if role in (UNIT, PILOT):
        return face.is_unit
    if role == BUILDING:
        return "battle" not in face.types
    if role == LOCATION:
        return LOCATION in face.types and stack.zone in arenas_named(table, face)
    return of_kind(table, face, A_CAMPAIGN) if role == CAMPAIGN else role in face.types


def _should_be(table: Table, stack: Stack) -> str:
    """What can stand there instead."""
    if stack.role in BESIDE and not table.edition.supply.value:
        return f"no {stack.role.capitalize()}: the edition has no such cards"
    return {
        UNIT: "a unit by its name: it stands face up",
        PILOT: "a unit by its name behind 'with'",
        EQUIPMENT: "Equipment by its name behind 'carrying'",
        BUILDING: "a card that can be built",
        LOCATION: f"a Location of the {stack.zone.capitalize()} arena",
        CAMPAIGN: "a Campaign, or a card that lies face down",
    }.get(stack.role, f"a card of the type {stack.role.capitalize()}")
