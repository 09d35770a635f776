"""What is told on a condition: if it is so, if it is not, if that is discarded, if that is what the attack brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import ALWAYS, Discarded, Foretold, Survives, _asked, not_discarded
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, DEFENDER
from adjudicator.swtcg.cards.compiling.story.so_far import _none_to_choose
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.cards.compiling.telling.how_often import Go
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those
from adjudicator.swtcg.words.terms import within

Done = Sequence[w.Instruction]
OUTCOME = (Foretold, Survives, Discarded)
"""Conditions on what is yet to come, in place of which nothing was said before."""


def if_so(story: Story, held: Any, go: Go, *, instead: bool) -> None:
    """Tell what is done if something is so, or with `instead` in place of what was said last. Raises NotMeant."""
    if isinstance(held, Foretold | Survives):
        _as_attack_ends(story, held, go)
        return
    if isinstance(held, Discarded):
        _if_discarded(story, held, go)
        return
    condition = _asked(held, story)
    if condition == ALWAYS and instead:
        raise NotMeant("instead, always")
    if condition == ALWAYS:
        go()
        return
    if not instead and not story.lasts and _none_to_choose(story, condition):
        _choose_or_else(story, condition, go)
        return
    if instead and not story.until and not story.lasts and "last until" in story.marks:
        story.until = story.marks["last until"]  # as what it takes the place of
    with story.inside() as do:
        go()
    _brought_out(story, do)
    if story.lasts:
        if not all(hasattr(each, "condition") for each in do):
            raise NotMeant("if")
        story.so_while(condition)
        story.say(*do)
    elif instead:
        _in_place_of(story, condition, do)
    else:
        story.say(w.If(condition=condition, then=tuple(do)))


def otherwise(story: Story, go: Go) -> None:
    """Tell what is done if what was asked last is not so. Raises NotMeant."""
    last = story.do[-1] if story.do else None
    if not isinstance(last, w.If | w.May) or (isinstance(last, w.May) and last.otherwise):
        raise NotMeant("otherwise")  # an offer is declined
    entered = {word: story.marks.pop(word, ()) for word in ("came into play", "in play")}  # not if it is otherwise
    with story.inside() as do:
        go()
    story.marks.update(entered)
    _brought_out(story, do)
    last = story.do[-1]
    assert isinstance(last, w.If | w.May)
    story.do[-1] = structs.replace(last, otherwise=tuple(do))


def _if_discarded(story: Story, asks: Discarded, go: Go) -> None:
    """Of "If that unit is discarded, ...": when it is, this turn (ruling.how-long-a-played-card-watches)."""
    those = asks.noun.build(story)
    if not those.bound:
        raise NotMeant("if any is discarded")
    if those.bound == "disrupted":
        raise NotMeant("what becomes of what is disrupted")
    zones: tuple[str, ...] = ()
    for part in asks.places:
        place = part(story, Those())
        zones = place.zones
        if place.alongside == those.bound:  # "that arena" is where it stands, and no build zone
            those = structs.replace(those, zones=ARENAS)
    event = w.Event(kind="discarded", to=those, at=zones[0] if len(zones) == 1 else "")
    until = asks.until or story.until
    if story.until == "turn":
        story.until = ""
    with story.inside() as do:
        go()
    story.say(w.Later(when=event, do=tuple(do), until=until or ("permanent" if those == w.THIS else "turn")))


def _as_attack_ends(story: Story, held: Foretold | Survives, go: Go) -> None:
    """Of "If you are correct, ..." and "If the defending unit is not discarded, ...": that shows as the attack ends."""
    if isinstance(held, Foretold):
        condition = story.marks.get("foretold")
    else:
        those = story.mention(held.noun.build(story))
        in_attack = "attack" in (story.marks.get("last until"), story.marks.get("until otherwise"))
        if those not in (ATTACKER, DEFENDER) and not (in_attack or held.said):
            raise NotMeant("if that is not discarded, and when")
        condition = not_discarded(those)
    if condition is None:
        raise NotMeant("if that was foretold")
    with story.inside() as do:
        go()
    then = (w.If(condition=condition, then=tuple(do)),)
    attacked = story.marks.get("attacked") if isinstance(held, Foretold) else None
    story.say(w.Later(when=w.Event(kind="attack ends", by=attacked), do=then, until="attack ends"))


def _choose_or_else(story: Story, condition: w.Condition, go: Go) -> None:
    """What is chosen is chosen on resolving, since there need not be any."""
    before = tuple(structs.replace(each, when="resolving") if isinstance(each, w.Choose) else each for each in story.do)
    story.do.clear()
    with story.inside() as do:
        go()
    story.say(w.If(condition=condition, then=tuple(do), otherwise=before))


def _in_place_of(story: Story, condition: w.Condition, do: Done) -> None:
    """Of "If it is damaged, it gets +4 power instead": that, or else what was said last of the same kind."""
    if not story.do:
        raise NotMeant("instead of what")
    if (replaced := story.marks.get("replaced")) is not None:
        story.say(w.If(condition=condition, then=tuple(do), otherwise=(w.Discard(what=replaced),)))
        return
    alike = [at for at, each in enumerate(story.do) if do and type(each) is type(do[-1])]
    at = alike[-1] if alike else len(story.do) - 1
    if isinstance(story.do[at], w.RollDice) and not alike:
        raise NotMeant("instead of a roll")
    first = at - 1 if at and _only_for(story.do[at - 1], story.do[at], (condition, *do)) else at
    last = tuple(story.do[first : at + 1])
    story.do[first : at + 1] = [w.If(condition=condition, then=tuple(do), otherwise=last)]


def _brought_out(story: Story, do: Done) -> None:
    """Of "If you roll 4 or more, prevent all damage to one of your units. If you roll less, prevent 1 damage to that
    unit": a choice that both speak of is made before either.
    """
    for at, each in enumerate(story.do):
        first = each.then[0] if isinstance(each, w.If) and each.then and not each.otherwise else None
        if not isinstance(first, w.Choose) or any(
            getattr(word, "into", "") == first.into for word in within(tuple(do))
        ):
            continue
        if _speaks_of(do, first.into):
            assert isinstance(each, w.If)
            story.do[at : at + 1] = [first, structs.replace(each, then=each.then[1:])]
            return


def _only_for(choice: w.Instruction, done: w.Instruction, other: Sequence[Any]) -> bool:
    """Whether cards are chosen for the sake of one thing done to them alone, and nothing else speaks of them."""
    if not isinstance(choice, w.Choose) or choice.when != "resolving" or getattr(done, "what", None) is None:
        return False
    return choice.among.what == "card" and _speaks_of((done,), choice.into) and not _speaks_of(other, choice.into)


def _speaks_of(said: Sequence[Any], name: str) -> bool:
    """Whether what is said means, somewhere, what is bound to a name."""
    return any(isinstance(word, Those) and word.bound == name for word in within(tuple(said)))
