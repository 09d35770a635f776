"""How much: numbers, what can be counted or read off."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import _much
from adjudicator.swtcg.cards.compiling.story.selecting import (
    Part,
    Told,
    _amount,
    _times,
    _with,
    stat_of,
    value_on,
)
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.story.this_way import damage_of_event, thus
from adjudicator.swtcg.words.language import Amount, Capped, Count, Half, Stat, Sum, Tally, Those, Times, X


def half_of(story: Story, amount: Amount) -> Half:
    """Half of an amount, rounded as the end of the sentence says; down where it says nothing."""
    return Half(of=amount, up=story.marks.pop("rounded", "down") == "up")


def _all_of(story: Story, noun: Noun) -> Those:
    """What is counted: "your Jedi" are all of them, whichever of them has been chosen."""
    story.marks["counting"] = True
    try:
        return noun.build(story)
    finally:
        del story.marks["counting"]


@v_args(inline=True)
class AmountMeaning(Transformer[Token, Any]):
    """Amounts and measures, of `nouns.lark`."""

    def amount__data(self, data: Token) -> Told:
        return lambda story: read(str(data))

    def amount(self, measure: Told) -> Told:
        return measure

    def amount__number(self, number: Token) -> Told:
        return _amount(number)

    def amount__x(self, _letter: Token) -> Told:
        return lambda story: story.x(story) if story.x is not None else X()

    def amount__one(self) -> Told:
        return lambda story: 1

    def amount__rolled(self) -> Told:
        """Of "damage equal to the result": of the one die that was rolled."""

        def told(story: Story) -> Amount:
            if "rolled" not in story.marks or story.marks.get("several dice", True):
                raise NotMeant("the result of which die")
            return X(name=story.marks["rolled"])

        return told

    def amount__that_much(self, *_words: Any) -> Told:
        return _much

    def amount__damage_of_it(self, *_it: Any) -> Told:
        return damage_of_event

    def amount__twice_that(self) -> Told:
        return lambda story: _times(_much(story), 2)

    def amount__counted_thus(self, *_words: Any) -> Told:
        return lambda story: X(name=thus(story))

    def amount__twice(self, measure: Told) -> Told:
        return lambda story: _times(measure(story), 2)

    def amount__half(self, amount: Told) -> Told:
        return lambda story: half_of(story, amount(story))

    def amount__half_up(self, amount: Told) -> Told:
        return lambda story: Half(of=amount(story), up=True)

    def amount__capped(self, amount: Told, most: Token) -> Told:
        return lambda story: Capped(of=amount(story), most=int(most))

    def measure__stat_of(self, owner: Told, stat: Token) -> Told:
        return lambda story: Stat(stat=stat_of(str(stat)), of=owner(story))

    def measure__cost_of(self, owner: Told) -> Told:
        """Of "Half its cost": a unit's build cost, for a Battle card has another."""

        def cost(story: Story) -> Stat:
            of = owner(story)
            if isinstance(of, Those) and of.what == "card" and not of.zones:
                raise NotMeant("which cost")
            return Stat(stat="cost", of=of)

        return cost

    def measure__stat_of_turned(self, stat: Token, noun: Noun) -> Told:
        return lambda story: Stat(stat=stat_of(str(stat)), of=story.reach(noun))

    def amount__equal_to(self, _things: Noun, amount: Told) -> Told:
        return amount

    def measure__number_of(self, noun: Noun, *posts: Part) -> Told:
        return lambda story: Count(of=_with(story, _all_of(story, noun), posts))

    def measure__number_owned(self, noun: Noun, player: str, *posts: Part) -> Told:
        def count(story: Story) -> Count:
            those = _with(story, _all_of(story, noun), posts)
            return Count(of=structs.replace(those, side=story.side(player)) if those.side == "any" else those)

        return count

    def measure__damage_on(self, _counter: Token, noun: Noun) -> Told:
        return lambda story: value_on(story, noun, "damage")

    def amount__stack_of(self, _noun: Token, owner: Told) -> Told:
        return lambda story: Stat(stat="cards", of=owner(story))

    def amount__stack_of_turned(self, _noun: Token, noun: Noun) -> Told:
        return lambda story: Stat(stat="cards", of=noun.build(story))

    def amount__difference(self, one: Told, other: Told) -> Told:
        return lambda story: Sum(of=(other(story), Times(of=one(story), times=-1)))

    def amount__minus(self, amount: Told, less: Token) -> Told:
        """No less than nothing."""

        def told(story: Story) -> Amount:
            whole = amount(story)
            return Sum(of=(whole, Times(of=Capped(of=whole, most=int(less)), times=-1)))

        return told

    def amount__roll_minus(self, *words: Any) -> Told:
        return self.amount__minus(self.amount__rolled(), words[-1])

    def measure__marks_on(self, mark: Token, noun: Noun) -> Told:
        return lambda story: value_on(story, noun, f"marks:{mark}")

    def measure__build_counters_on(self, noun: Noun) -> Told:
        return lambda story: value_on(story, noun, "counters")

    def measure__arenas_controlled(self, player: str) -> Told:
        return lambda story: Tally(of="arenas", who=story.one_player(player))

    def measure__force_total(self) -> Told:
        return lambda story: Tally(of="force")

    def measure__opponents_force_total(self) -> Told:
        return lambda story: Tally(of="force", who="opponent")

    def amount__times(self, number: Token, amount: Told) -> Told:
        return lambda story: _times(amount(story), int(number))

    def owner__owner(self, noun: Noun) -> Told:
        return noun.build

    def owner__its(self) -> Told:
        return lambda story: story.it()

    def bound__at_most(self, amount: Any) -> tuple[str, Told]:
        return "<=", _amount(amount)

    def bound__at_least(self, amount: Any) -> tuple[str, Told]:
        return ">=", _amount(amount)

    def bound__none(self) -> tuple[str, Told]:
        return "=", lambda story: 0

    def bound__below(self, amount: Told) -> tuple[str, Told]:
        return "<", amount

    def bound__above(self, amount: Told) -> tuple[str, Told]:
        return ">", amount

    def bound__exactly_x(self, _letter: Token) -> tuple[str, Told]:
        return "=", self.amount__x(_letter)

    def bound__at_most_x(self, _letter: Token) -> tuple[str, Told]:
        return "<=", self.amount__x(_letter)

    def bound__at_least_x(self, _letter: Token) -> tuple[str, Told]:
        return ">=", self.amount__x(_letter)

    def bound__exactly(self, amount: Any) -> tuple[str, Told]:
        return "=", _amount(amount)
