"""What is so as long as a condition is met: what it is on, what it makes of it, and where it is looked at only once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Member, Several, _asked, is_on_it
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those


def as_long_as(story: Story, asks: Any) -> w.Condition | None:
    """A condition that stands before what is so while it is met.

    One on a thing becomes part of what is changed (`_member`); it is given back for what does not take it up (`whole`).
    """
    if isinstance(asks, Member) and (
        (asks.noun.how == "ref" and asks.noun.extra.get("it")) or (story.lasts and not story.until)
    ):
        those = asks.noun.build(story)
        if asks.noun.extra.get("it") or those.bound == "this":
            story.marks["member"] = _member(asks, those)
            return w.There(are=asks.part(story, those))
    condition = _asked(asks, story)
    if story.lasts and not story.until:
        story.so_while(condition)
    elif story.until and story.when == "playing" and "card played" in story.marks and of_an_arena(condition):
        if "asked once" in story.marks:
            raise NotMeant("two conditions")
        story.marks["asked once"] = condition
    else:
        story.condition = condition
    return None


def of_an_arena(condition: w.Condition) -> bool:
    """Whether a condition is only on what stands in an arena: on no unit that was spoken of, and on no attack."""
    match condition:
        case w.There(are=those):
            return _stand_in_an_arena(those)
        case w.Compare(left=w.Count(of=some), right=w.Count(of=others)):
            return _stand_in_an_arena(some) and _stand_in_an_arena(others)
        case w.Not(of=other):
            return of_an_arena(other)
        case w.Both(of=several):
            return all(of_an_arena(each) for each in several)
    return False


def _stand_in_an_arena(those: Those) -> bool:
    named = {field: getattr(those, field) for field in _AS_IT_STANDS}
    return bool(those.zones) and {*those.zones} <= {*ARENAS, "there"} and those == Those(**named)


_AS_IT_STANDS = ("what", "side", "zones", "types", "subtype", "name", "unique", "tapped", "damaged")


def asked_once(story: Story, done: Sequence[w.Instruction]) -> list[w.Instruction]:
    """What a Battle card or Mission does for a while on a condition on an arena: it is looked at once, as the card is
    played, and what then is gained stays (crf.card.close-quarters.checked-only-when-played).
    """
    if (condition := story.marks.pop("asked once", None)) is None:
        return list(done)
    choices = [each for each in done if isinstance(each, w.Choose)]
    rest = tuple(each for each in done if not isinstance(each, w.Choose))
    return [*choices, w.If(condition=condition, then=rest)]


def whole(story: Story, condition: w.Condition | None, done: Sequence[w.Instruction]) -> None:
    """See to it that no condition on a thing is lost: what has not taken it up is so only while it is met."""
    used = story.marks.pop("member used", 0)
    if condition is None or (used and used == len(done)):
        return
    if used or not story.lasts or story.until or "static condition" in story.marks:
        raise NotMeant("as long as it is that")
    story.marks["static condition"] = condition


def _member(asks: Member, meant: Those) -> Any:
    """A condition on what is changed: part of the selector where that is what the condition is on."""

    def part(story: Story, those: Those) -> Those:
        if those == meant or asks.noun.extra.get("it"):
            return asks.part(story, those)
        story.so_while(w.There(are=asks.part(story, meant)))
        return those

    return part


def closing_as_long_as(story: Story, asks: Any) -> None:
    """A condition that stands after what it is on: "it" is what the clause is about."""
    if isinstance(asks, Several) and any(is_on_it(each) for each in asks.many):
        on_it, besides = _parted(asks)
        as_long_as(story, besides)
        asks = on_it
    if isinstance(asks, Member):

        def part(told: Story, those: Those) -> Those:
            if asks.noun.extra.get("it") or asks.noun.extra.get("that"):
                return asks.part(told, those)
            meant = asks.noun.build(told)
            if meant == those or (meant == THIS and those == THIS):
                return asks.part(told, those)
            told.so_while(_asked(asks, told))
            if not told.lasts or told.until:
                raise NotMeant("as long as another is")
            return those

        story.marks["member"] = part
        return
    story.marks.pop("it is this", None)
    as_long_as(story, asks)
    story.marks["it was this"] = story.marks.pop("it is this", False)


def _parted(asks: Several) -> tuple[Member, Any]:
    """Of several conditions the one on "it", and the others."""
    on_it = [each for each in asks.many if is_on_it(each)]
    besides = tuple(each for each in asks.many if each not in on_it)
    if len(on_it) > 1:
        raise NotMeant("several states of it")
    return on_it[0], besides[0] if len(besides) == 1 else Several(besides)


def _changed(said: w.Instruction) -> Any:
    """What an instruction changes."""
    return next((getattr(said, field) for field in ("of", "to", "who") if hasattr(said, field)), None)


def of_each(story: Story, asks: Any) -> bool:
    """Whether a condition at the end of what is always so is one on "it", each of those that the clause is about."""
    return isinstance(asks, Member) and bool(asks.noun.extra.get("it")) and story.lasts and not story.until


def closing_unless(story: Story, asks: Any) -> None:
    """What stands after those of which some are left out, by what each of them is: "it" is each of them."""
    if not of_each(story, asks):
        return

    def part(told: Story, those: Those) -> Those:
        if those.bound:
            return those
        out = asks.part(told, Those())
        if those.but is not None or out.bound:
            raise NotMeant("which of them not")
        told.marks["left out"] = True
        return structs.replace(those, but=out)

    story.marks["member"] = part


def left_out(story: Story, done: Sequence[w.Instruction]) -> bool:
    """Whether all that was told leaves those out of which "unless" speaks (`closing_unless`)."""
    if not story.marks.pop("left out", False):
        return False
    if story.marks.get("member used") != len(done):
        raise NotMeant("unless it is that")
    return True


def _looked_at_anew(said: Those) -> bool:
    """Whether a change for a while looks all the time at what is said of whom it reaches: at an attack it does."""
    return said == Those(**{field: getattr(said, field) for field in _IN_AN_ATTACK})


_IN_AN_ATTACK = ("attacking", "defending", "attacking_whom", "attacked_by", "mode")


def _kept_off(said: w.Instruction) -> bool:
    """Whether somebody cannot attack something that was spoken of."""
    if not isinstance(said, w.Allow) or said.permit or said.whom is None:
        return False
    return bool(said.whom.bound) and said.whom != said.who


def _as_long_as_it_is_kept_off(story: Story, asks: Member, kept: Sequence[w.Instruction]) -> None:
    """Of "Your opponent can't attack this unit as long as it's untapped": it is whom they can't attack; where units
    can't, nobody could tell.
    """
    if "member used" in story.marks or not story.lasts or story.until or "static condition" in story.marks:
        raise NotMeant("which of the two is that")
    whom = kept[0].whom if isinstance(kept[0], w.Allow) else None
    if whom is None or len(kept) != 1:
        raise NotMeant("which of them is that")
    story.marks["static condition"] = w.There(are=asks.part(story, whom))


def closed(story: Story, asks: Any, done: Sequence[w.Instruction]) -> None:
    """What a condition that stands after it has closed has been told: see to it that it has not been lost."""
    if isinstance(asks, Several) and any(is_on_it(each) for each in asks.many):
        asks = _parted(asks)[0]
    if story.marks.pop("it was this", False) and not all(_changed(each) == THIS for each in done):
        raise NotMeant("as long as it is so")
    if not isinstance(asks, Member):
        return
    if asks.noun.extra.get("it") and (kept := [each for each in done if _kept_off(each)]):
        _as_long_as_it_is_kept_off(story, asks, kept)
        return
    if (asks.noun.extra.get("it") or asks.noun.extra.get("that")) and "member used" not in story.marks:
        raise NotMeant("as long as it is that")
    rest = done[len([each for each in done if isinstance(each, w.Choose)]) :]
    if rest and story.marks.get("member used") == len(rest):
        del story.marks["member used"]
        if story.until and not _looked_at_anew(asks.part(story, Those())):
            raise NotMeant("for a while, as long as it is that")
        return
    whole(story, asks.asks(story), rest)
