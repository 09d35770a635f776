"""What has been said and done so far: offers, searches and choices that the next sentence goes on with."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import _who
from adjudicator.swtcg.cards.compiling.story.spoken import IN_PLAY
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _offers(last: w.If) -> bool:
    """Whether what is done on a condition ends with an offer, which what follows may go on with."""
    return not last.otherwise and bool(last.then) and isinstance(last.then[-1], w.May)


def _searched(story: Story) -> bool:
    """Whether a search was said last: what follows "if you do" then does nothing where nothing was found."""
    _, last = story.last_said()
    return isinstance(last, w.Choose) and last.least == 0


def _done_at_all(may: w.May, then: Sequence[w.Instruction]) -> w.May:
    """Of "You may put up to 2 of them there. If you do, ...": whoever does it does it to one at least, and taps what
    stood untapped. Whoever searches a deck finds nothing if he or she likes, and then there is nothing to do it with.
    """
    first = may.do[0] if may.do else None
    if isinstance(first, w.Discard | w.Tap | w.Untap | w.Retreat) and not first.what.bound:
        raise NotMeant("whether there are any")  # "You may discard Uncle Proof. If you do, ..."
    may = structs.replace(may, do=(*may.do, *then))
    if not isinstance(first, w.Choose):
        return may
    found = Those(what="card", bound=first.into)
    if first.among.zones == ("deck",) and all(
        isinstance(each, w.Show | w.MoveTo) and each.what == found for each in then
    ):
        return may
    second = may.do[1] if len(may.do) > 1 else None
    if isinstance(second, w.Tap) and second.what.bound == first.into and first.among.tapped is None:
        first = structs.replace(first, among=structs.replace(first.among, tapped=False))
    return structs.replace(may, do=(structs.replace(first, least=first.least or 1), *may.do[1:]))


class Deed(msgspec.Struct, frozen=True):
    """What was said last to be done, and when it can be done in full."""

    done: tuple[w.Instruction, ...]
    possible: w.Condition
    in_part: bool
    """Whether as much of it is done as can be where not all can."""

    def followed(self, do: Sequence[w.Instruction]) -> w.If:
        """It and what follows if it is done."""
        then = tuple(_late(each) for each in (*self.done, *do))
        return w.If(condition=self.possible, then=then, otherwise=self.done if self.in_part else ())

    def failing(self, do: Sequence[w.Instruction]) -> w.If:
        """It, or else what follows if it can't be done."""
        instead = (*self.done, *do) if self.in_part else tuple(do)
        done, otherwise = (tuple(_late(each) for each in way) for way in (self.done, instead))
        return w.If(condition=self.possible, then=done, otherwise=otherwise)


def _to_be_done(among: Those, done: w.Instruction) -> Those:
    """Those to which it can be done: what is tapped stands untapped, what is healed is damaged."""
    match done:
        case w.Tap() | w.Untap() if among.tapped is None:
            return structs.replace(among, tapped=isinstance(done, w.Untap))
        case w.RemoveDamage() if among.damaged is None:
            return structs.replace(among, damaged=True)
        case _:
            return among


def _late(said: w.Instruction) -> w.Instruction:
    return structs.replace(said, when="resolving") if isinstance(said, w.Choose) else said


def taken_back(story: Story) -> Deed:
    """What was said last to be done, taken out of the story. Raises NotMeant where it is not known what that takes."""
    match story.do[-2:]:
        case [
            w.Choose(least=least, among=among) as choice,
            w.Discard() | w.Tap() | w.Untap() | w.Retreat() | w.MoveTo() | w.PlaceDamage() | w.RemoveDamage() as done,
        ] if least != 0:
            fit = _to_be_done(among, done)
            choice = structs.replace(choice, among=fit)
            deed = Deed((choice, done), w.There(are=fit, least=least), in_part=False)
        case [*_, w.DiscardCards(amount=int(number), who=who, types=(), whole_hand=False) as done]:
            deed = Deed((done,), w.Compare(left=w.Tally(of="hand", who=who), how=">=", right=number), in_part=True)
        case [*_, w.LoseForce(amount=int(number), who=who) as done]:
            deed = Deed((done,), w.Compare(left=w.Tally(of="force", who=who), how=">=", right=number), in_part=True)
        case _:
            raise NotMeant("if you do")
    del story.do[-len(deed.done) :]
    return deed


def _last_may(story: Story) -> w.May:
    last = story.do[-1] if story.do else None
    if not isinstance(last, w.May):
        raise NotMeant("if you do")
    return last


def _none_to_choose(story: Story, condition: w.Condition) -> bool:
    """Of "Choose one of your opponent's Clones ... If your opponent has no Clones": whether that is what is asked."""
    first = story.do[0] if story.do else None
    if not isinstance(first, w.Choose) or not isinstance(condition, w.Not) or not isinstance(condition.of, w.There):
        return False
    asked = condition.of.are if condition.of.are.zones != IN_PLAY else structs.replace(condition.of.are, zones=())
    return asked == structs.replace(first.among, where=()) and first.least == 1


def _in_any_order(story: Story, done: Sequence[w.Instruction]) -> list[w.Instruction]:
    """Of "Put them back in any order": whoever does it chooses the order."""
    told: list[w.Instruction] = []
    for each in done:
        if isinstance(each, w.MoveTo) and each.to in ("deck top", "deck bottom") and not each.who:
            told.append(structs.replace(each, who=_who(story)))
        elif isinstance(each, w.May):
            told.append(structs.replace(each, do=tuple(_in_any_order(story, each.do))))
        else:
            told.append(each)
    return told


def _bought(done: list[w.Instruction]) -> list[w.Instruction]:
    """Of "You may pay 2 Force and tap this unit": what one may pay for is what follows in the sentence."""
    at = next((at for at, each in enumerate(done[:-1]) if isinstance(each, w.May) and not each.do), None)
    if at is None:
        return done
    may = done[at]
    assert isinstance(may, w.May)
    late = (structs.replace(each, when="resolving") if isinstance(each, w.Choose) else each for each in done[at + 1 :])
    return [*done[:at], structs.replace(may, do=tuple(late))]
