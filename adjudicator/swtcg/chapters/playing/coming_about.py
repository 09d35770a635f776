"""What triggers as soon as something is so: "if you have no Droids in the Ground arena, discard this unit".

It is a triggered ability without an event of its own (ruling.what-is-done-if-something-is-so): any event that makes its
condition true sets it off, once, and none does while it stays true. So its condition is looked at before
an event and after it; what comes into play while it is true comes to it as well.
"""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.swtcg.standing.abilities import Instance
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import scene_of
from adjudicator.swtcg.standing.scenes import as_it_works
from adjudicator.swtcg.table.table import Scene, Table, Trigger
from adjudicator.swtcg.words.language import Triggered, Win


def noticed(table: Table, waiting: Iterable[Instance], before: bool) -> list[Trigger]:
    """The triggers of those abilities whose condition an event has made true; none `before` it is folded, when it is
    noted which conditions hold.
    """
    if before:
        table.so_before = frozenset(each.key for each in waiting if _scene(table, each) is not None)
        return []
    found: list[Trigger] = []
    for instance in waiting:
        ability = instance.ability
        assert isinstance(ability, Triggered)
        scene = None if instance.key in table.so_before else _scene(table, instance)
        if scene is not None:
            found.append(
                Trigger(
                    table.new_id(),
                    scene.controller,
                    scene,
                    ability.do,
                    ability.may,
                    rule=_rule(table, ability),
                )
            )
    table.so_before = frozenset()
    return found


def _rule(table: Table, ability: Triggered) -> str:
    """Why it is set off: a win condition as a trigger is, where the edition says so of it."""
    wins = any(isinstance(each, Win) for each in ability.do)
    return (wins and table.why.winning_win_is_triggered) or table.why.reading_what_is_done_if_something_is_so


def _scene(table: Table, instance: Instance) -> Scene | None:
    """The scene of an ability whose condition holds; None where it does not."""
    stack, ability = table.stacks.get(instance.stack), instance.ability
    assert isinstance(ability, Triggered)
    if stack is None or ability.condition is None:
        return None
    scene = scene_of(table, stack, instance)
    return as_it_works(table, scene) if holds(table, ability.condition, scene) else None
