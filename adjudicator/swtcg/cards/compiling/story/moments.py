"""The values that times and conditions are read as, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from lark import Token
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS, WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Event, Those

Hears = Callable[[Story], Event]
Deed = Callable[[Noun], Hears]
"""What things do or what happens to them: the event, once it is known what things."""

ALWAYS = w.Both(of=())
"""A condition that is met by what was said before."""

Asks = Callable[[Story], w.Condition]

IT, DAMAGER = Those(what="stack", bound="it"), Those(what="stack", bound="damager")


class Only(msgspec.Struct, frozen=True):
    """One restriction: a time of `language.TIMES`, a condition, or a limit."""

    time: str = ""
    condition: Callable[[Story], w.Condition | None] | None = None
    limit: str = ""


class Either(msgspec.Struct, frozen=True):
    """Several events, each of which sets off the same."""

    ways: tuple[Hears, ...]

    def __call__(self, story: Story) -> Event:
        """As one event to wait for."""
        raise NotMeant("one event or another")


def of_side(hears: Hears, side: str) -> Hears:
    """An event that happens to something of either player, as one of what is of this side."""

    def hear(story: Story) -> Event:
        event = hears(story)
        if event.to is None or event.to.bound or event.to.side != "any":
            raise NotMeant(WHOSE)
        to = structs.replace(event.to, side=side)
        story.mentions = [structs.replace(each, kind=to) if each.kind == event.to else each for each in story.mentions]
        return structs.replace(event, to=to)

    return hear


class Discarded(msgspec.Struct, frozen=True):
    """Something being discarded, later this turn, as the condition of what then happens."""

    noun: Noun
    places: tuple[Part, ...]
    hears: Hears
    until: str = ""

    def __call__(self, story: Story) -> w.Condition:
        """As a condition on what an attack has come to."""
        to = self.noun.build(story)
        if story.marks.get("attack over") and to.bound in ("attacker", "defender"):  # it stands there no more
            return w.Happened(event="discarded", to=to)
        raise NotMeant("if that is discarded")


class Foretold(msgspec.Struct, frozen=True):
    """What was predicted coming true, at the end of the attack, as the condition of what then happens."""


class Survives(msgspec.Struct, frozen=True):
    """Something not being discarded by the end of the attack, as the condition of what then happens; `said`: the words
    are of an attack.
    """

    noun: Noun
    said: bool = False


class Member(msgspec.Struct, frozen=True):
    """A condition on the very thing that is changed ("as long as it is attacking a Droid")."""

    noun: Noun
    part: Part
    asks: Asks


class Several(msgspec.Struct, frozen=True):
    """Conditions that have to be met together."""

    many: tuple[Any, ...]

    def __call__(self, story: Story) -> w.Condition:
        """As one condition."""
        return w.Both(of=tuple(_asked(each, story) for each in self.many))


def is_on_it(asks: Any) -> bool:
    """Whether a condition is on what the sentence is about, as "it" or "that unit"."""
    return isinstance(asks, Member) and bool(asks.noun.extra.get("it") or asks.noun.extra.get("that"))


def _event(**fields: Any) -> Event:
    return Event(**{key: value for key, value in fields.items() if value is not None})


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def _asked(asks: Any, story: Story) -> w.Condition:
    story.marks.pop("each arena", None)
    if isinstance(asks, Survives):
        return not_discarded(story.mention(asks.noun.build(story)))
    if isinstance(asks, Foretold):
        raise NotMeant("if that was so by then")
    same = story.marks.get("choosing", {}).get("same")
    condition: w.Condition = asks.asks(story) if isinstance(asks, Member) else asks(story)
    if story.marks.get("choosing", {}).get("same") != same:  # "if you have 2 units in one arena": no condition says so
        raise NotMeant("of one arena, where nothing is chosen")
    return in_each(story, condition)


def not_discarded(those: Those) -> w.Condition:
    """That it has not been discarded, wherever it may be."""
    if not those.bound:
        raise NotMeant("which of them isn't discarded")
    return w.Not(of=w.Happened(event="discarded", to=those))


def in_each(story: Story, condition: w.Condition) -> w.Condition:
    """A condition on what there is: of each arena by itself, where its noun has said so."""
    if not story.marks.pop("each arena", False):
        return condition
    match condition:
        case w.Compare(left=w.Count(of=mine), right=w.Count(of=theirs)) if not (mine.zones or theirs.zones):
            sides = [tuple(structs.replace(each, zones=(arena,)) for each in (mine, theirs)) for arena in ARENAS]
            return w.Both(
                of=tuple(
                    structs.replace(condition, left=w.Count(of=left), right=w.Count(of=right)) for left, right in sides
                )
            )
    if not isinstance(condition, w.There):
        raise NotMeant("in each arena")
    return w.Both(
        of=tuple(structs.replace(condition, are=structs.replace(condition.are, zones=(arena,))) for arena in ARENAS)
    )


def _named(those: Those, name: Those) -> Those:
    """How to mean again what an event happened to: this card as it is, anything else by the event's name."""
    return THIS if those.bound == "this" else those if those.bound else name


def _left(those: Those, zones: tuple[str, ...]) -> tuple[str, Those]:
    """What is discarded and where from: the arena of one is said of the event, several of the thing."""
    zones = zones or those.zones
    if len(zones) > 1 and "build" not in zones and not those.bound:
        return "", structs.replace(those, zones=zones)
    if those.bound == "this":
        return (zones[0] if len(zones) == 1 else ""), THIS
    return (zones[0] if len(zones) == 1 else ""), those


def _step(which: str, types: tuple[Token, ...]) -> Event:
    if not types:
        return _event(kind=f"phase {which}", at="battle")
    if types[0] not in ARENAS:
        raise NotMeant(str(types[0]))
    return _event(kind=f"step {which}", at=str(types[0]))


def _owned(story: Story, player: str, noun: Noun) -> Those:
    those = noun.build(story)
    return structs.replace(those, side=story.side(player)) if those.side == "any" else those


def _all_there(conditions: tuple[w.Condition, ...]) -> tuple[w.Condition, ...]:
    """Of "this unit and a Jedi in the Ground arena": where the last is the others are too, if nothing else is said."""
    match conditions[-1]:
        case w.There(are=Those(zones=zones)) if zones:
            return tuple(
                structs.replace(each, are=structs.replace(each.are, zones=zones))
                if isinstance(each, w.There) and not each.are.zones
                else each
                for each in conditions
            )
    return conditions


def _has(story: Story, player: str, noun: Noun) -> w.Condition:
    if player == "each" and story.who != "each":  # "if both players have a Jedi"
        return w.Both(of=tuple(_has(story, one, noun) for one in ("you", "opponent")))
    if noun.how == "all":
        return w.Both(of=_all_there(tuple(_has(story, player, each) for each in noun.extra["nouns"])))
    those = _owned(story, player, noun)
    if those.what == "card":
        story.mention(those, those, plural=True)
    if noun.how == "none":
        return w.Not(of=w.There(are=those))
    if noun.plural and those.what != "card" and not any(each.plural and each.those.bound for each in story.mentions):
        story.mention(those, those, plural=True)  # "if you have 3 or more Jedi, each of those Jedi ..."
    return in_each(story, _count(those, noun))


def _count(those: Those, noun: Noun) -> w.Condition:
    least = noun.least if noun.how == "pick" else 1
    if noun.how == "none":
        return w.Not(of=w.There(are=those))
    return w.There(are=those, least=least)


def _target(story: Story, noun: Noun) -> Those:
    return noun.build(story)


def standing_there(condition: w.Condition) -> w.Condition:
    """A condition on an arena: what it asks for stands in that one."""
    match condition:
        case w.Compare(left=w.Count(of=mine), right=w.Count(of=theirs)) if not (mine.zones or theirs.zones):
            left, right = (structs.replace(each, zones=("there",)) for each in (mine, theirs))
            return structs.replace(condition, left=w.Count(of=left), right=w.Count(of=right))
        case w.There(are=those) if not those.zones:
            return structs.replace(condition, are=structs.replace(those, zones=("there",)))
        case w.Happened(event="attacked", to=those) if not those.zones:
            return structs.replace(condition, to=structs.replace(those, zones=("there",)))
        case w.Not(of=other):
            return w.Not(of=standing_there(other))
    raise NotMeant("where that is so")


def _must_be_this(story: Story, noun: Noun) -> Any:
    if noun.build(story).bound != "this":
        raise NotMeant("when another unit would attack")
    return None


def _both_rolled(story: Story) -> w.X:
    if "both rolled" not in story.marks:
        raise NotMeant("who rolls")
    return w.X(name="rolled opponent")


def _rolled(into: str, how: str, numbers: tuple[int, ...]) -> w.Condition:
    rolled = w.X(name=into)
    if how in (">=", "<="):
        return w.Compare(left=rolled, how=how, right=numbers[0])
    several = tuple(w.Compare(left=rolled, how="=", right=number) for number in numbers)
    return several[0] if len(several) == 1 else w.AnyOf(of=several)
