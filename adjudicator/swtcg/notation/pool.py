"""What waits at a table, from the words of a board's line: `waiting: light draw; luke upkeep; vader bounty; maul #1`.

The draw of the turn and Upkeep are duties, `#1` is the triggered ability with that number on the card (with `on luke`
for what it happened to), and a Bounty is earned: it is paid as the next build step of its player starts, or waits.
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.abilities import the_stack
from adjudicator.swtcg.notation.names import folded, refer
from adjudicator.swtcg.notation.texts import WaitText
from adjudicator.swtcg.standing.abilities import Instance, is_upkeep
from adjudicator.swtcg.standing.continuous import scene_of
from adjudicator.swtcg.table.table import Delayed, Scene, Stack, Table, Trigger
from adjudicator.swtcg.words import language as w

BOUNTY, UPKEEP, DRAW = "bounty", "upkeep", "draw"
RULES = {
    BOUNTY: "rots.keywords.bounty",
    UPKEEP: "rots.keywords.upkeep",
    DRAW: "rots.turn.draw-at-start-of-own-build-step",
}

_replace = msgspec.structs.replace


def enter(table: Table, waits: tuple[WaitText, ...], *, due: bool) -> tuple[Trigger, ...]:
    """The triggers that wait; with `due` also Bounties, which else are only earned, as delayed effects of the table.

    Raises NotUnderstoodError, AmbiguousError.
    """
    found: list[Trigger] = []
    for each in waits:
        if each.seat:
            if each.seat not in table.seats:
                raise NotUnderstoodError(each.seat, each.seat, table.order)
            scene = Scene(controller=each.seat, source=DRAW)
            found.append(Trigger(table.new_id(), each.seat, scene, duty=DRAW, rule=RULES[DRAW]))
            continue
        number, rest = the_stack(table, each.words, "")
        stack, kind = table.stacks.get(number), folded(" ".join(rest))
        if stack is None:
            raise NotUnderstoodError(each.words[0], each.words[0], ("something on the table",))
        instance = _meant(table, stack, kind)
        if kind == BOUNTY:
            bounty = _earned(table, stack, instance)
            if due:
                found.append(Trigger(bounty.id, stack.controller, bounty.scene, bounty.do, rule=bounty.rule))
            else:
                table.delayed = {**table.delayed, bounty.id: bounty}
        else:
            found.append(_waiting(table, stack, instance, each.on))
    return tuple(found)


def _meant(table: Table, stack: Stack, kind: str) -> Instance:
    """The ability of a stack that is to wait: by its kind, its number, or as the only one."""
    here: list[Instance] = [each for each in table.index.by_stack.get(stack.id, ()) if _may_wait(each)]
    called = {_called(stack, each): each for each in here}
    fits = [each for each in here if kind in ("", _called(stack, each), _number(stack, each))]
    if len(fits) != 1:
        words = tuple(f"{table.title(stack.id)} {name}" for name in called)
        raise NotUnderstoodError(
            kind, kind or table.title(stack.id), words or ("a unit with an ability that can wait",)
        )
    return fits[0]


def _may_wait(instance: Instance) -> bool:
    return isinstance(instance.ability, w.Triggered) or is_upkeep(instance.ability)


def _called(stack: Stack, instance: Instance) -> str:
    if is_upkeep(instance.ability):
        return UPKEEP
    return BOUNTY if getattr(instance.ability, "keyword", "") == BOUNTY else _number(stack, instance)


def _number(stack: Stack, instance: Instance) -> str:
    return "#" + instance.key.removeprefix(f"{stack.id}.")


def _waiting(table: Table, stack: Stack, instance: Instance, on: str) -> Trigger:
    """The trigger of an ability: a duty of Upkeep, or what a triggered ability does."""
    scene = scene_of(table, stack, instance)
    if not isinstance(ability := instance.ability, w.Triggered):
        return Trigger(table.new_id(), stack.controller, scene, duty=UPKEEP, rule=RULES[UPKEEP])
    bound = {"it": (refer(table, on),)} if on else {}
    scene = _replace(scene, kind=ability.keyword, bound=bound)
    return Trigger(
        table.new_id(),
        stack.controller,
        scene,
        ability.do,
        ability.may,
        ability.chance,
        rule=table.why.triggers_when_whenever_at,
    )


def _earned(table: Table, stack: Stack, instance: Instance) -> Delayed:
    """A Bounty that is earned: what is due at the next build step of its player."""
    later = next((each for each in getattr(instance.ability, "do", ()) if isinstance(each, w.Later)), None)
    if later is None:
        raise NotUnderstoodError(BOUNTY, BOUNTY, ("a unit with Bounty",))
    earned = {"earned": table.turn.number}
    scene = _replace(scene_of(table, stack, instance), kind=BOUNTY, numbers=earned)
    return Delayed(table.new_id(), later.when, later.do, scene, later.until, rule=RULES[BOUNTY])
