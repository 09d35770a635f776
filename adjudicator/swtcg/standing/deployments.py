"""Deployments as effects wait for them: of a unit, of a card into a stack, of a Location where that is one."""

from __future__ import annotations

from adjudicator.swtcg.standing.binding import zone_meant
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.standing.matched import Match, is_one, seats_of
from adjudicator.swtcg.table import facts_base as f
from adjudicator.swtcg.table.table import Scene, Table, in_build_zone
from adjudicator.swtcg.words.language import Event, Those


def deployed(table: Table, fact: f.UnitDeployed, event: Event, scene: Scene) -> list[Match]:
    """A unit is deployed, in the way that `at` names; "extra counters" is how many build counters too many it had."""
    if (event.at and event.at != fact.cause) or not is_one(table, event.to, fact.stack, scene):
        return []
    if in_build_zone(table.stacks[fact.stack]) and not _heard_retreated(table, event):
        return []
    return [Match({"it": (fact.stack,)}, {"extra counters": fact.extra}, 0)]


def _heard_retreated(table: Table, event: Event) -> bool:
    """Whether a deployment to the build zone is one that a text waits for: where the edition has it so, or the text."""
    point = table.edition.deployed_to_build_zone
    return point.value or point.rule == table.suppressed or (event.to is not None and "build" in event.to.zones)


def stacked(table: Table, fact: f.CardStacked, event: Event, scene: Scene) -> list[Match]:
    """A card deployed into a stack triggers only from the top (crf.triggers.deploy-trigger-only-on-top-of-stack); to
    what else waits for such a card it has been deployed beneath others too.
    """
    if not fact.from_stack:
        return []
    if not fact.on_top:
        return [Match({"it": (fact.stack,)}, {}, 0)] if _heard_beneath(table, fact, event.to, scene) else []
    return [Match({"it": (fact.stack,)}, {}, 0)] if is_one(table, event.to, fact.stack, scene) else []


def _heard_beneath(table: Table, fact: f.CardStacked, those: Those | None, scene: Scene) -> bool:
    """Whether a card beneath others is one that something waits for, by what is printed on it."""
    if those is None or those.bound or fact.seat not in seats_of(table, those, scene):
        return False
    face, stack = table.face(fact.card), table.stacks.get(fact.stack)
    if stack is None or face is None:
        return False
    there = "build" if in_build_zone(stack) else stack.zone
    zones = [zone_meant(table, zone, scene) for zone in those.zones]
    return (not zones or there in zones) and card_is(table, those, face, fact.card, scene)


def location_put(table: Table, fact: f.LocationPut, event: Event, scene: Scene) -> list[Match]:
    """A Location that comes into its arena, where the edition has that as deploying."""
    point = table.edition.locations_deployed
    if not point.value and point.rule != table.suppressed:
        return []
    return [Match({"it": (fact.stack,)}, {}, 0)] if is_one(table, event.to, fact.stack, scene) else []
