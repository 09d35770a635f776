"""What sets off no ability that waits for a deployment, though one could think so, where the documents say it.

A unit deployed to the build zone, or to an arena that is not the one that a text names; a unit card that an effect puts
into an arena; a Location. Each is a note for `untriggered.tell`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.swtcg.chapters.playing.untriggered import DUTY
from adjudicator.swtcg.standing.continuous import scene_of
from adjudicator.swtcg.standing.events import matching
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.traits import of_another_arena
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.table import UNIT, Scene, Stack, Table, Trigger, in_build_zone
from adjudicator.swtcg.words.language import Event, Those, Triggered
from adjudicator.swtcg.words.printed import printed

KINDS = frozenset({f.UnitDeployed, f.CardPutIntoPlay, f.LocationPut})
"""The facts that are, or resemble, a deployment."""
WAITING = frozenset({"deployed", "moved"})
"""The events that abilities wait for which are looked at."""


def notes(table: Table, fact: Any) -> Iterator[Trigger]:
    """For each ability that a fact does not set off although it resembles what that waits for, the reason."""
    stack = table.stacks.get(fact.stack)
    if stack is None or not table.known(stack):
        return
    if isinstance(fact, f.UnitDeployed) and in_build_zone(stack):
        yield from _of_its_own(table, stack)
    for instance in table.index.listeners:
        ability = instance.ability
        if not isinstance(ability, Triggered) or ability.when.kind not in WAITING:
            continue
        source = table.stacks.get(instance.stack)
        if source is None:
            continue
        scene = scene_of(table, source, instance)
        if not matching(table, fact, ability.when, scene):
            rule, because = _why(table, fact, ability.when, stack, scene)
            if rule:
                yield Trigger(0, source.controller, scene, (), rule=because, held=rule, duty=DUTY)


def _of_its_own(table: Table, stack: Stack) -> Iterator[Trigger]:
    """What a unit deployed to the build zone says of its own deployment."""
    face = table.top(stack)
    for ability in printed(face, table.edition.book.value):
        if not isinstance(ability, Triggered) or ability.when.kind != "deployed":
            continue
        if ability.when.to is not None and ability.when.to.bound == "this":
            scene = Scene(controller=stack.controller, source=face.title, stack=stack.id)
            rule = table.why.deploy_deploy_effects_need_arena
            yield Trigger(0, stack.controller, scene, (), rule="it was deployed to no arena", held=rule, duty=DUTY)


def _why(table: Table, fact: Any, event: Event, stack: Stack, scene: Scene) -> tuple[str, str]:
    """The rule by which this is not the event, and why; empty where they have nothing to do with each other."""
    why, those = table.why, event.to
    if isinstance(fact, f.CardPutIntoPlay):
        if stack.role != UNIT or not _meant(table, those, stack, scene):
            return "", ""
        if event.kind == "moved":
            return why.movement_put_into_arena_not_moved, "it was put there, not moved"
        if fact.rule == why.keywords_meditate_definition and why.deploy_played_is_not_deployed:
            return why.deploy_played_is_not_deployed, "it was played, not deployed"
        return why.deploy_put_into_arena_is_not_deployed, "it was put there, not deployed"
    if event.kind != "deployed":
        return "", ""
    if isinstance(fact, f.LocationPut):
        meant = _meant(table, those, stack, scene)
        return (why.deploy_only_units_are_deployed, "a Location is not deployed") if meant else ("", "")
    if in_build_zone(stack):
        meant = _meant(table, those, stack, scene)
        return (why.deploy_deploy_effects_need_arena, "it was deployed to no arena") if meant else ("", "")
    if those is not None and of_another_arena(table, those, stack):
        others = msgspec.structs.replace(those, types=())
        if _meant(table, others, stack, scene):
            return why.deploy_multi_arena_effects_of_that_arena_only, "it was deployed to another arena"
    return "", ""


def _meant(table: Table, those: Those | None, stack: Stack, scene: Scene) -> bool:
    """Whether an event would be about a stack, wherever that is."""
    return those is None or matches(table, those, stack, scene, anywhere=True)
