"""The supply that comes with a deck, under an edition that knows one: Subordinates and Events of the deck's side."""

from __future__ import annotations

from adjudicator.kernel.verdict import EXCEPTION, Clause
from adjudicator.swtcg.cards.deck_counting import EVENT, SUBORDINATE, Count, by_side, by_title, clause, numbers
from adjudicator.swtcg.table.edition import Edition

EVENTS_MAX = 1
COPIES_TO_DOUBT = 4
"""More copies than these would be too many in a deck."""


def of_a_supply(counted: Count, edition: Edition) -> list[Clause]:
    """Subordinates and Events are no part of a deck; said only where there are any in it."""
    there = sum(count for count, face in counted.faces if face.costless)
    found = []
    if there:
        found.append(clause("SUBORDINATES_IN_A_SUPPLY", edition.supply.rule, (("Subordinates", str(there)),), ok=False))
    events = sum(count for count, face in counted.faces if EVENT in face.types) if edition.supply.value else 0
    if events:
        rule = "idc.event.not-in-deck-count"
        found.append(clause("EVENTS_IN_A_SUPPLY", rule, (("Events", str(events)),), ok=False))
    return found


def check_supply(counted: Count) -> list[Clause]:
    """The clauses on the supply itself; none where none was brought."""
    if not counted.has_supply:
        return []
    brought = sum(count for count, _ in counted.supply)
    evidence = numbers({"cards of the supply": brought}, counted.unknown_supply)
    return [
        clause("SUPPLY_MAY_BE_BROUGHT", "idc.deck.supply-optional", evidence, ok=True, permits=EXCEPTION),
        _contents(counted),
        _side(counted),
        _events(counted),
        *_subordinates(counted),
    ]


def _contents(counted: Count) -> Clause:
    """Subordinates and Events alone."""
    other = by_title((count, face) for count, face in counted.supply if not {EVENT, SUBORDINATE} & set(face.types))
    ok = False if other else None if counted.unknown_supply else True
    evidence = numbers(other, counted.unknown_supply)
    return clause("SUPPLY_OF_SUBORDINATES_AND_EVENTS", "idc.deck.supply-contents", evidence, ok=ok)


def _side(counted: Count) -> Clause:
    """Cards of the deck's side and neutral ones. A wholly Neutral deck may be of any side, so that the supply's side
    is open there unless the list names the deck's.
    """
    sides = by_side(counted.supply)
    taken = {side for side in sides if side != "neutral"}
    own = counted.deck.side
    if own == "neutral":
        ok = False if len(taken) > 1 else None if taken or counted.unknown_supply else True
    else:
        ok = False if taken - {own} else None if counted.unknown_supply else True
    evidence = (("deck", own), *numbers(sides, counted.unknown_supply))
    return clause("SUPPLY_OF_THE_DECKS_SIDE", "idc.deck.supply-affiliation", evidence, ok=ok)


def _events(counted: Count) -> Clause:
    """A single copy of each Event, whatever its printing."""
    copies = by_title((count, face) for count, face in counted.supply if EVENT in face.types)
    over = {title: count for title, count in copies.items() if count > EVENTS_MAX}
    ok = False if over else None if counted.unknown_supply else True
    rule, same = "idc.deck.supply-one-copy-per-event", "idc.event.one-copy-in-supply"
    return clause("SUPPLY_ONE_OF_EACH_EVENT", rule, numbers(over, counted.unknown_supply), ok=ok, others=(same,))


def _subordinates(counted: Count) -> list[Clause]:
    """As many copies of a Subordinate as one likes; said only where there are more than a deck could have."""
    copies = by_title((count, face) for count, face in counted.supply if SUBORDINATE in face.types)
    many = {title: count for title, count in copies.items() if count > COPIES_TO_DOUBT}
    if not many:
        return []
    rule, same = "idc.deck.supply-subordinates-unlimited", "idc.subordinate.no-copy-limit"
    code = "SUPPLY_ANY_NUMBER_OF_SUBORDINATES"
    return [clause(code, rule, numbers(many, 0), ok=True, permits=EXCEPTION, others=(same,))]
