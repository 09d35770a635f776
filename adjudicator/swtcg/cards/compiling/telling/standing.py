"""What is always on, what is said of a card that lies elsewhere, what an effect wants: the last steps to abilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Only
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, DEFENDER
from adjudicator.swtcg.cards.compiling.story.sentences import ChooseOne, Restriction, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import THIS, Those
from adjudicator.swtcg.words.terms import within

STATIC = (w.Modify, w.Grant, w.Allow, w.Oblige, w.Tax, w.Silence, w.Instead, w.Copy, w.BattleOrder)

PASSING = ("turn", "battle", "step", "next turn", "next build")
"""Durations that begin with something that happens."""

LYING = Those(what="card", bound="this")
"""A card that stands nowhere, as its own text means it."""


def lying(value: Any) -> Any:
    """Instructions with "this card" as a card that lies somewhere."""
    if value == w.THIS:
        return LYING
    if isinstance(value, Those) and value.bound == "this" and value.what == "stack":
        return structs.replace(value, what="card")
    if isinstance(value, tuple):
        return tuple(lying(each) for each in value)
    if isinstance(value, msgspec.Struct):
        said = {field.name: getattr(value, field.name) for field in structs.fields(value)}
        return structs.replace(
            value,
            **{
                field.name: lying(said[field.name])
                for field in structs.fields(value)
                if said[field.name] != field.default
            },
        )
    return value


def lies_elsewhere(value: Any, zone: str = "discard") -> bool:
    """Whether something is said of the card itself while it lies in a discard pile, or a hand."""
    return any(isinstance(each, Those) and each.bound == "this" and zone in each.zones for each in within(value))


def where_it_lies(made: w.Activated) -> w.Activated | w.Elsewhere:
    """An ability, of its card where that is no unit: face down, in the hand that it is discarded from, in the pile."""
    if any(isinstance(each, w.Deploy) and each.what.bound == "this" for each in made.do):
        return w.Elsewhere(zone="built", ability=made)
    if made.cost.discard is not None and lies_elsewhere(made.cost.discard, "hand"):
        return w.Elsewhere(zone="hand", ability=made)
    return from_discard_pile(made) if lies_elsewhere((made.do, made.condition)) else made


def from_discard_pile(made: w.Activated) -> w.Elsewhere:
    """An ability of a card that lies in the discard pile; that it lies there is no condition besides."""
    asked = made.condition
    conditions = asked.of if isinstance(asked, w.Both) else (asked,)
    rest = tuple(each for each in conditions if each is not None and not lies_elsewhere(each))
    condition = None if not rest else rest[0] if len(rest) == 1 else w.Both(of=rest)
    there = structs.replace(made, do=tuple(_unzoned(each) for each in lying(made.do)), condition=condition)
    return w.Elsewhere(zone="discard", ability=there)


def _unzoned(said: Any) -> Any:
    """An instruction about this card without where the card lies."""
    what = getattr(said, "what", None)
    if isinstance(what, Those) and what.bound == LYING.bound and what.zones == ("discard",):
        return structs.replace(said, what=structs.replace(what, zones=()))
    return said


def elsewhere(read: Restriction, story: Story, text: str) -> str:
    """The zone that a trigger's card has to be in: "play only if it is in your hand"."""
    conditions = [each for only in read.only for each in conditions_of(only, story, text)]
    match conditions:
        case [w.There(are=Those(bound="this", zones=("hand" | "discard" as zone,)))] if not any(
            o.time or o.limit for o in read.only
        ):
            return str(zone)
    raise NotUnderstood(text, why="a restriction of a trigger")


def with_floor(found: list[w.Ability]) -> tuple[w.Ability, ...]:
    """Abilities, of which one that only says the least cost belongs to the one before it. Raises NotUnderstood."""
    made: list[w.Ability] = []
    for each in found:
        floor = each.changes[0] if isinstance(each, w.Static) and len(each.changes) == 1 else None
        if not isinstance(floor, w.Tax) or floor.force or not floor.floor:
            made.append(each)
            continue
        before = made[-1] if made else None
        if not isinstance(before, w.Static) or not all(isinstance(tax, w.Tax) for tax in before.changes):
            raise NotUnderstood("", why="the least cost of what")
        taxes = (tax for tax in before.changes if isinstance(tax, w.Tax))
        lowered = tuple(structs.replace(tax, kind=floor.kind, floor=floor.floor) for tax in taxes)
        made[-1] = structs.replace(before, changes=lowered)
    return tuple(made)


def _each_players_draw(do: tuple[w.Instruction, ...]) -> w.Draw | None:
    """The draw that each player makes in his or her own draw step, if that is all."""
    match do:
        case (w.ForEachPlayer(do=(w.Draw(who="they") as draw,)),):
            return draw
    return None


def passing(read: Sentence | ChooseOne) -> str:
    """How long it is so what a sentence says; empty where it doesn't say."""
    marks = (*read.openers, *(read.closers if isinstance(read, Sentence) else ()))
    return next((str(each.held) for each in marks if each.kind == "during" and each.held in PASSING), "")


def always_on(story: Story, text: str, until: str = "") -> tuple[w.Ability, ...]:
    """Static abilities of what a sentence says is so; what a player draws besides is a trigger of the draw step.
    Nothing that is so only `until` a time is always on. Raises NotUnderstood.
    """
    if story.marks.pop("instead", None):
        raise NotUnderstood(text, why="instead of what is always so")
    condition = story.marks.pop("static condition", None)
    made: tuple[w.Ability, ...] = story.marks.pop("abilities", ())
    if made and not story.do and condition is None:
        return made
    if made and all(isinstance(each, w.Triggered) for each in made):
        asked = tuple(structs.replace(each, condition=condition) for each in made if isinstance(each, w.Triggered))
        if condition is not None:
            story.marks["static condition"] = condition
        return (*asked, *(always_on(story, text) if story.do else ()))
    event = story.marks.pop("triggered by", None)
    if event is not None and story.do:
        return (w.Triggered(when=event, do=tuple(story.do), condition=condition),)
    drawn = story.marks.pop("at draw step", None)
    if drawn:
        return _of_draw_steps((*drawn, *story.do), condition, text)
    if story.marks.pop("reminder", False):
        return ()
    if not story.do:
        raise NotUnderstood(text, why="nothing")
    if all(isinstance(each, w.Prevent | w.Later) for each in story.do):
        raise NotUnderstood(text, why="always prevented")
    if not all(isinstance(each, STATIC) for each in story.do):
        raise NotUnderstood(text, why="not always on")
    if until:
        raise NotUnderstood(text, why="from when on it is so")
    changes = tuple(each for each in story.do if isinstance(each, STATIC))
    if isinstance(condition, w.There) and condition.are.piloted_by == w.THIS:
        return (w.Static(changes=_on_its_unit(changes, condition.are, text)),)
    return (w.Static(changes=changes, condition=condition),)


def _of_draw_steps(do: tuple[w.Instruction, ...], condition: w.Condition | None, text: str) -> tuple[w.Triggered, ...]:
    """What is done at one's own draw step, or what each player draws at his or hers. Raises NotUnderstood."""
    if any(isinstance(each, w.Draw) and each.who == "opponent" for each in walk(do)):
        raise NotUnderstood(text, why="another's draw step")
    steps = {"yours": do}
    if (each := _each_players_draw(do)) is not None:
        steps = {side: (structs.replace(each, who=who),) for side, who in (("yours", "you"), ("opponents", "opponent"))}
    return tuple(
        w.Triggered(when=w.Event(kind="draw step starts", at=at), do=done, condition=condition)
        for at, done in steps.items()
    )


def _on_its_unit(changes: Sequence[w.Instruction], unit: Those, text: str) -> tuple[Any, ...]:
    """Of "As long as this unit is piloting a Transport": what the unit gets that it is on, as nothing else on a Pilot
    works there (rots.pilots.other-text-ignored). Raises NotUnderstood.
    """
    found = []
    for each in changes:
        field = next(name for name in ("of", "to", "who") if hasattr(each, name))
        if getattr(each, field) not in (unit, structs.replace(unit, piloted_by=None)):
            raise NotUnderstood(text, why="what a Pilot does besides")
        found.append(structs.replace(each, **{field: unit}))
    return tuple(found)


def conditions_of(only: Only, story: Story, text: str) -> list[w.Condition]:
    """The condition of a restriction, if it has one. Raises NotUnderstood."""
    if only.condition is None:
        return []
    before = story.mentions
    others = [each for each in before if each.those not in (ATTACKER, DEFENDER)]
    if any(each.those.bound not in ("", THIS.bound) for each in others):
        story.mentions = others  # "play only if that unit is tapped" is said of what is chosen
    try:
        condition: w.Condition | None = only.condition(story)
    except NotMeant as bad:
        raise NotUnderstood(text, why=str(bad)) from None
    finally:
        story.mentions = before
    return [condition] if condition is not None else []


def _all_done_to(name: str, may: w.Instruction) -> bool:
    """Whether all that may be done is done to what has been chosen under a name."""
    return isinstance(may, w.May) and all(
        any(isinstance(said, Those) and said.bound == name for said in within(each)) for each in may.do[1:]
    )


def willing(ability: w.Activated | w.Elsewhere) -> w.Activated | w.Elsewhere:
    """An ability without a cost that "may" be done: whoever plays it wants it."""
    if isinstance(ability, w.Elsewhere):
        return ability
    only = ability.do[0] if len(ability.do) == 1 else None
    if isinstance(only, w.May) and isinstance(only.do[0], w.DiscardCards) and len(only.do) > 1:
        return ability  # who has nothing to discard cannot do it
    first = only.do[0] if isinstance(only, w.May) else None
    if isinstance(first, w.Choose) and first.least and only is not None and not _all_done_to(first.into, only):
        return ability  # nor who has nothing to choose
    if isinstance(only, w.May) and only.cost == w.FREE and not only.otherwise and only.who == "you":
        return structs.replace(ability, do=only.do)
    return ability
