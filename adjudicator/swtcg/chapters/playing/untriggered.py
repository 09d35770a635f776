"""Why a trigger is not set off: what else its text asks for is not so (`unmet`), or what resembles its event is none.

What only resembles an event is looked at for cards of which a ruling says so (rows of non-events on when triggers are
set off), as hardly anything that happens is what any given trigger waits for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.run import NON_EVENT, Run
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import scene_of
from adjudicator.swtcg.standing.events import matching
from adjudicator.swtcg.standing.matched import Match, bound_by
from adjudicator.swtcg.standing.scenes import TRIGGERED
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import Delayed, Scene, Table, Trigger
from adjudicator.swtcg.words.language import Event, Triggered
from adjudicator.swtcg.words.terms import Condition

TRIGGER_OF = "a trigger of "
"""How a trigger that is not set off is called, before the name of its card."""
DUTY = "not set off"
"""Marks, for a moment, what is no trigger but the note that there is none."""
OF_A_KEYWORD = "keyword"
"""Marks the note of a keyword, which is told of what its own effect has done as well."""
NOT_MET = "its condition is not met"
"""Why a trigger is not set off although its event has come."""


def _concerns(table: Table, event: Event, number: int, scene: Scene) -> bool:
    """Whether something happens to what the event is meant to happen to."""
    if event.to is None:
        return True
    if event.to.bound == "this":
        return number == scene.stack
    stack = table.stacks.get(number)
    return stack is not None and matches(table, event.to, stack, scene, anywhere=True)


def _discarded(table: Table, fact: f.StackDiscarded, event: Event, scene: Scene) -> str:
    return "its damage did not cause the discard" if _concerns(table, event, fact.stack, scene) else ""


def _countered(table: Table, fact: f.DamageCountersPlaced, event: Event, scene: Scene) -> str:
    if fact.packet or not _concerns(table, event, fact.stack, scene):
        return ""
    return "counters that are put or moved are no damage"


def _entered(table: Table, fact: f.CardPutIntoPlay, event: Event, scene: Scene) -> str:
    return "it was put there, not deployed" if _concerns(table, event, fact.stack, scene) else ""


def _drawn(table: Table, fact: f.CardsDrawn, event: Event, scene: Scene) -> str:
    if fact.cause == scene.source:
        return ""
    of_its_step = fact.cause == "draw" and table.turn.step == "build"
    return "the draw is not that of the draw step" if fact.seat == scene.controller and not of_its_step else ""


def _attacked(table: Table, fact: f.AttackDeclared, event: Event, scene: Scene) -> str:
    return "its text means other defenders" if fact.attacker == scene.stack else ""


Near = Callable[[Table, Any, Event, Scene], str]
RESEMBLING: dict[tuple[type, str], Near] = {
    (f.AttackDeclared, "attacks"): _attacked,
    (f.StackDiscarded, "kills"): _discarded,
    (f.DamageCountersPlaced, "damaged"): _countered,
    (f.CardPutIntoPlay, "deployed"): _entered,
    (f.CardsDrawn, "drawn"): _drawn,
    (f.CardsDrawn, "draw step starts"): _drawn,
}
"""Which facts resemble an event, and why they are none; empty where they have nothing to do with it."""
RESEMBLING_ANY = frozenset(kind for kind, _ in RESEMBLING)
"""The kinds of facts that resemble an event; of others only what waits for them may come to nothing."""


def watched(table: Table) -> Collection[str]:
    """The cards of a game of which a ruling says what does not set off their triggers."""
    return table.reckoning.cards_ruled(table, table.why.triggers_when_whenever_at, NON_EVENT)


CAUSED = "caused"
"""Marks rulings on cards that cause what resembles the event of another card's trigger."""


def unmet(table: Table, fact: Any, instance: Instance) -> list[Trigger]:
    """The note that an event has come which an ability waits for, and that what its text asks for besides is not so."""
    ability, stack = instance.ability, table.stacks.get(instance.stack)
    if stack is None or not isinstance(ability, Triggered) or f"{instance.key}{TRIGGERED}" in table.used:
        return []
    scene = scene_of(table, stack, instance)
    if ability.condition is None or not _all_unmet(
        table, ability.condition, scene, matching(table, fact, ability.when, scene)
    ):
        return []
    return [_not_met(table, scene, keyword_rules.unmet(table, ability.keyword, stack))]


def not_due(table: Table, fact: Any, delayed: Delayed) -> list[Trigger]:
    """The same of an effect that was to follow later."""
    found = matching(table, fact, delayed.when, delayed.scene)
    if delayed.condition is None or not _all_unmet(table, delayed.condition, delayed.scene, found):
        return []
    return [_not_met(table, delayed.scene)]


def _all_unmet(table: Table, condition: Condition, scene: Scene, found: Sequence[Match]) -> bool:
    """Whether an event has come, and a condition is met of nothing that it happened to."""
    return bool(found) and not any(holds(table, condition, bound_by(scene, match)) for match in found)


def _not_met(table: Table, scene: Scene, of_keyword: str = "") -> Trigger:
    """The note itself, with the paragraph that all conditions have to be met, or that of the keyword it is."""
    rule = of_keyword or table.why.triggers_all_conditions_true
    scene = msgspec.structs.replace(scene, kind=OF_A_KEYWORD) if of_keyword else scene
    return Trigger(0, scene.controller, scene, (), rule=NOT_MET, held=rule, duty=DUTY)


def passed_over(table: Table, fact: Any, cards: Collection[str]) -> Iterator[Trigger]:
    """For each trigger of these cards that a fact does not set off although it resembles its event, the reason."""
    by_its_cause = fact.cause in cards and fact.cause in table.reckoning.cards_ruled(
        table, table.why.triggers_when_whenever_at, CAUSED
    )
    for delayed in table.delayed.values():
        if delayed.scene.source in cards and not_due(table, fact, delayed):
            yield Trigger(0, delayed.scene.controller, delayed.scene, (), rule=NOT_MET, duty=DUTY)
    for instance in table.index.listeners:
        stack = table.stacks.get(instance.stack)
        ability = instance.ability
        if stack is None or not isinstance(ability, Triggered):
            continue
        if table.title(stack.id) not in cards and not by_its_cause:
            continue
        scene = scene_of(table, stack, instance)
        why = _why(table, fact, ability, scene)
        if why:
            because = f"{why} ({fact.cause})" if by_its_cause else why
            yield Trigger(0, stack.controller, scene, (), rule=because, duty=DUTY)


def not_from_pile(table: Table, fact: Any, scene: Scene, ability: Triggered) -> Iterator[Trigger]:
    """The reason why a card that has just come into a discard pile is not set off by it, if a ruling says so."""
    lost = isinstance(fact, f.CardsMoved) and fact.source.startswith("hand:") and scene.card in fact.cards
    if lost and scene.source in watched(table) and ability.when.kind == "discarded from hand":
        yield Trigger(0, scene.controller, scene, (), rule="the effect was not an opponent's", duty=DUTY)


def let_go(run: Run, gone: Collection[Trigger]) -> None:
    """Take triggers out of the pool that do not come about after all.

    The number of one that has just joined it is free again, for no fact names it: a table that is read from its log
    numbers what comes next as this one does.
    """
    if not gone:
        return
    table: Table = run.table
    named = {trigger.id for trigger in table.agenda.pool}
    for trigger in sorted(gone, key=lambda each: each.id, reverse=True):
        run.pool.remove(trigger)
        if trigger.id == table.next_id - 1 and trigger.id not in named:
            table.next_id = trigger.id


def tell(run: Run) -> None:
    """Take the notes out of the pool, as non-events; what a card's own effect has done is none, but for a keyword.

    Where a ruling on the card says why, that is told alone.
    """
    notes = [trigger for trigger in run.pool if trigger.duty == DUTY]
    ruled = {none.scene.key for none in notes if not none.held}
    for none in notes:
        run.pool.remove(none)
        sources = [frame.scene.source for frame in run.frames if getattr(frame, "scene", None) is not None]
        own = none.scene.source in sources and not none.scene.kind
        if not own and not (none.held and none.scene.key in ruled):
            rule = none.held or run.table.why.triggers_when_whenever_at
            run.non_event(TRIGGER_OF + none.scene.source, rule, none.rule)


def _why(table: Table, fact: Any, ability: Triggered, scene: Scene) -> str:
    found = matching(table, fact, ability.when, scene)
    if found:
        asked = ability.condition
        return NOT_MET if asked is not None and _all_unmet(table, asked, scene, found) else ""
    near = RESEMBLING.get((type(fact), ability.when.kind))
    return "" if near is None else near(table, fact, ability.when, scene)
