"""Units that an effect sets aside and brings back: with their stack, their Pilots and Equipment as they were.

What is set aside is out of the game meanwhile (crf.zones.set-aside-means-removed-from-game) and comes back as something
new; a Pilot goes along and comes back with his unit (crf.card.sando-aqua-monster.pilot-goes-along).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.events import ITS_EQUIPMENT
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import EQUIPMENT, LOCATION, PILOT, Scene, Table
from adjudicator.swtcg.words import language as w

_replace = msgspec.structs.replace
BENEATH, HOST = "beneath ", "host of "
"""What the cards below a top card, and the top card of what it was on, are bound to: with its number behind."""


def remembered_as(table: Table, left: list[f.StackLeft], name: str) -> dict[str, tuple[int, ...]]:
    """What is bound for the way back: all the cards to a name, and how they lay on each other."""
    found: dict[str, tuple[int, ...]] = {name: tuple(c for fact in left for c in table.stacks[fact.stack].cards)}
    for fact in left:
        stack = table.stacks[fact.stack]
        top = stack.cards[0]
        if stack.cards[1:]:
            found[f"{BENEATH}{top}"] = stack.cards[1:]
        if stack.host in table.stacks:
            found[f"{HOST}{top}"] = table.stacks[stack.host].cards[:1]
    return found


def put(table: Table, scene: Scene, cards: tuple[int, ...], one: Callable[[int], Any]) -> list[Any]:
    """The facts by which cards come into play: what lay beneath joins its stack again, what was on a unit its unit.

    `one` makes the fact for a card by itself, None if it has no place.
    """
    inner = {card for name, held in scene.bound.items() if name.startswith(BENEATH) for card in held}
    facts: list[Any] = []
    made: dict[int, f.CardPutIntoPlay] = {}
    riders: list[int] = []
    for card in cards:
        if card in inner:
            continue
        fact = one(card)
        if fact is None:
            continue
        if isinstance(fact, f.CardPutIntoPlay):
            fact = _replace(fact, rule=_of_its_group(table, fact, cards) or fact.rule)
            made[card] = fact
            if fact.role == LOCATION:
                facts.extend(_making_way(table, fact))
            if scene.bound.get(f"{HOST}{card}"):
                riders.append(card)
                continue
        facts.append(fact)
        facts.extend(_joining(table, scene, card, fact))
    for card in riders:
        facts.extend(_riding(table, scene, made, card))
    return facts


def _of_its_group(table: Table, fact: f.CardPutIntoPlay, cards: tuple[int, ...]) -> str:
    """The rule by which what an effect has set aside comes back by that effect: it is a group, apart from others."""
    if not fact.source.startswith("aside"):
        return ""
    others = set(table.zones.get(fact.source, ())) - set(cards)
    return table.why.zones_group_of_its_own if others else table.why.zones_group_of_the_effect


def _making_way(table: Table, fact: f.CardPutIntoPlay) -> list[f.StackDiscarded]:
    """A Location that lies where another one comes is discarded (rots.location.replaced-is-discarded)."""
    there = (stack for stack in table.stacks.values() if stack.role == LOCATION and stack.zone == fact.zone)
    replaced = table.why.location_replaced_is_discarded
    return [f.StackDiscarded(stack=stack.id, rule=replaced, cause=fact.cause) for stack in there]


def _joining(table: Table, scene: Scene, card: int, fact: Any) -> list[f.CardPutIntoStack]:
    """The cards that lay beneath a card lie beneath it again."""
    if not isinstance(fact, f.CardPutIntoPlay):
        return []
    below = scene.bound.get(f"{BENEATH}{card}", ())
    rule = table.why.zones_units_stay_together or fact.rule
    return [
        f.CardPutIntoStack(stack=fact.stack, card=each, source=fact.source, rule=rule, cause=fact.cause)
        for each in below
    ]


def _riding(table: Table, scene: Scene, made: dict[int, f.CardPutIntoPlay], card: int) -> list[Any]:
    """What was on a unit is on it again; without its unit it stands by itself."""
    fact, host = made[card], made.get(scene.bound[f"{HOST}{card}"][0])
    if host is None:
        return [fact, *_joining(table, scene, card, fact)]
    role = EQUIPMENT if fact.role == EQUIPMENT else PILOT
    along = _replace(fact, zone=host.zone)
    on = f.Attached(stack=fact.stack, host=host.stack, role=role, rule=fact.rule, cause=fact.cause)
    return [along, *_joining(table, scene, card, along), on]


def leave_equipment(run: Run, scene: Scene, said: w.MoveTo) -> None:
    """Note that Equipment which has come off a discarded unit is none of the cards that come back with it."""
    table, rule = run.table, run.table.why.stacking_detached_stays
    for number in scene.bound.get(ITS_EQUIPMENT, ()):
        if number not in table.stacks or said.to not in ("hand", "out"):
            continue
        if not run.non_event(f"return of {table.title(number)}", rule, "it has come off, and lies in the build zone"):
            run.happen(f.StackLeft(stack=number, to=said.to, rule=rule_of(table, scene), cause=scene.source))
