"""Costs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.notation import read
from adjudicator.swtcg.cards.compiling.story.mentions import HIDDEN, Mention, NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Told, _times
from adjudicator.swtcg.cards.compiling.story.sentences import Extra
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.standing.paying import CARD_NAMES
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import FREE, THIS, Cost, Those


def _of_cost(story: Story, noun: Noun, word: str, *, any_number: bool = False) -> tuple[Those, int]:
    """What a cost takes and how many, 0 for any number; it is bound to its word and spoken of from then on."""
    those = noun.build(story)
    if noun.how == "all" or those.bound not in ("", "this", "giver"):
        raise NotMeant("that as a cost")
    freely = any_number and noun.how == "pick" and (noun.least, noun.most) in ((0, None), (w.X(), w.X()))
    number = 0 if freely else noun.most if noun.how == "pick" else 1
    if not isinstance(number, int) or (noun.how == "pick" and not freely and noun.least != number):
        raise NotMeant("any number as a cost")
    if those.side == "any" and those.bound != "this":
        those = structs.replace(those, side="yours")
    hidden = bool(set(those.zones) & set(HIDDEN))
    bound = those if those.bound else Those(what="card" if hidden else "stack", bound=word)
    story.mention(bound, those, plural=number != 1)
    if freely and noun.least:  # "Tap X of your Jedi -> ... X ..."
        story.marks["x of the cost"] = lambda told: w.Count(of=bound)
    return those, number


def _with_its_pilot(story: Story, noun: Noun) -> Those:
    """Of "Discard this Starfighter and Biggs", in what Biggs gives it: whoever discards a unit discards its Pilots."""
    nouns: tuple[Noun, ...] = noun.extra["nouns"]
    unit, pilot = (each.build(story) for each in nouns[:2])
    if (unit.bound, pilot.bound, len(nouns)) != ("this", "giver", 2):
        raise NotMeant("several things as a cost")
    return structs.replace(unit, zones=pilot.zones or unit.zones)


def extra_cost(read: Extra, story: Story, cost: Cost, text: str) -> Cost:
    """What a Mission costs besides: paid Force, tapped and discarded things. Raises NotUnderstood."""
    with story.inside() as do:
        try:
            for say in read.cost:
                say(story)
        except NotMeant as bad:
            raise NotUnderstood(text, why=str(bad)) from None
    chosen = {each.into: each for each in do if isinstance(each, w.Choose)}
    for each in do:
        what = getattr(each, "what", None)
        choice = chosen.get(what.bound) if isinstance(what, Those) else None
        if isinstance(each, w.May) and not each.do:
            cost = structs.replace(cost, force=cost.force + each.cost.force, points=cost.points + each.cost.points)
        elif isinstance(each, w.Tap) and choice is not None and choice.least == choice.most and choice.most is not None:
            those = structs.replace(choice.among, tapped=False)
            cost = structs.replace(cost, tap_others=those, tap_count=choice.least)
        elif isinstance(each, w.Retreat) and choice is not None and (choice.least, choice.most) == (1, 1):
            cost = structs.replace(cost, retreat=choice.among)
        elif isinstance(each, w.Discard) and choice is not None and choice.least == choice.most:
            cost = structs.replace(cost, discard=choice.among, discard_count=choice.least)
        elif isinstance(each, w.DiscardCards) and each == w.DiscardCards(who="you", amount=each.amount):
            if not isinstance(each.amount, int):
                raise NotUnderstood(text, why="a Mission's cost")
            cost = structs.replace(cost, discard_cards=cost.discard_cards + each.amount)
        elif isinstance(each, w.MoveTo) and each.to == "out" and choice is not None and choice.least == choice.most:
            cost = structs.replace(cost, out=choice.among, out_count=choice.least)
        elif isinstance(each, w.ChooseNumber | w.LoseForce):
            story.say(each)  # an amount of one's own choice is paid as the effect begins
        elif not isinstance(each, w.Choose):
            raise NotUnderstood(text, why="a Mission's cost")
        if choice is not None and isinstance(each, w.Tap | w.Retreat | w.Discard | w.MoveTo):
            story.mentions = [_as_paid(said, choice.into, PAID_BY[type(each)]) for said in story.mentions]
    return cost


PAID_BY = {w.Tap: "tapped", w.Retreat: "retreated", w.Discard: "discarded", w.MoveTo: "out"}
"""By what a Mission takes, the name of what has paid it."""


def _as_paid(said: Mention, chosen: str, word: str) -> Mention:
    """What was spoken of, under the name that it has once it has paid."""
    if said.those.bound != chosen:
        return said
    return structs.replace(said, those=structs.replace(said.those, bound=word))


def ahead_cost(story: Story, cost: Cost, mark: str, quantity: tuple[int, Any, bool], noun: Noun, sign: int) -> Cost:
    """A cost with counters that are put on something, or taken off."""
    least, most, _ = quantity
    those = noun.build(story)
    if least != most or most is None or cost.marks or noun.how == "all":
        raise NotMeant("such counters as a cost")
    if isinstance(most, w.X):
        story.much = w.X()
    if not {"resource", "campaign"} & set(those.types):  # nothing that is said of units means these
        story.mention(those if those.bound else Those(what="stack", bound="marked"), those)
    return structs.replace(
        cost, marks=mark, marks_of=those, marks_amount=most if sign < 0 else _times(most, -1), x=cost.x
    )


def _of_a_kind(story: Story, those: Those) -> Those | None:
    """The cards of the hand of which some are discarded, if not any card will do; "it" is then the one discarded."""
    if those.side not in ("any", "yours"):
        raise NotMeant("another's card as a cost")
    those = structs.replace(those, zones=(), side="any")
    if those == Those(what="card"):
        return None
    story.mention(Those(what="card", bound=CARD_NAMES["discard_cards"]), those)
    return structs.replace(those, zones=("hand",), side="yours")


CostPart = Callable[[Story, Cost], Cost]


@v_args(inline=True)
class CostMeaning(Transformer[Token, Any]):
    """Costs, of `costs.lark`."""

    def cost__data(self, data: Token) -> CostPart:
        return lambda story, cost: read(str(data))

    def costs(self, *parts: CostPart) -> Callable[[Story], Cost]:
        def pay(story: Story) -> Cost:
            cost = FREE
            for part in parts:
                cost = part(story, cost)
            return cost

        return pay

    def cost__force_counted(self, letter: Token, again: Token, amount: Told) -> CostPart:
        """Of "Pay X Force, where X is ...": X is that from then on."""

        def add(story: Story, cost: Cost) -> Cost:
            if letter != again or cost.amount is not None:
                raise NotMeant("another X")
            story.marks["x of the cost"] = amount
            return structs.replace(cost, amount=amount(story))

        return add

    def cost__force(self, amount: Told) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number = amount(story)
            if isinstance(number, int):
                return structs.replace(cost, force=cost.force + number)
            if not isinstance(number, w.X):
                return structs.replace(cost, amount=number)
            story.much = w.X()
            return structs.replace(cost, x=True)

        return add

    def cost__force_x(self) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            story.much = w.X()
            return structs.replace(cost, x=True)

        return add

    def cost__points(self, amount: Told) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number = amount(story)
            if isinstance(number, int):
                return structs.replace(cost, points=cost.points + number)
            return structs.replace(cost, x_points=True)

        return add

    def cost__points_x(self) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            story.much = w.X()
            return structs.replace(cost, x_points=True)

        return add

    def cost__tap_this(self, *_sign: Any) -> CostPart:
        return lambda story, cost: structs.replace(cost, tap=True)

    def cost__tap_those(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            if noun.build(story) == THIS:
                return structs.replace(cost, tap=True)
            those, number = _of_cost(story, noun, "tapped", any_number=True)
            if those.tapped:
                raise NotMeant("tap what is tapped")
            return structs.replace(cost, tap_others=structs.replace(those, tapped=False), tap_count=number)

        return add

    def cost__discard(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            if noun.how == "all":
                return structs.replace(cost, discard=_with_its_pilot(story, noun))
            those = noun.build(story)
            if those.what == "card" and (not those.zones or those.zones == ("hand",)) and not those.bound:
                if cost.discard_cards or noun.least != noun.most or not isinstance(noun.most, int):
                    raise NotMeant("discard such cards as a cost")
                return structs.replace(cost, discard_cards=noun.most, discard_kind=_of_a_kind(story, those))
            those, number = _of_cost(story, noun, "discarded")
            return structs.replace(cost, discard=those, discard_count=number)

        return add

    def cost__discard_hand(self) -> CostPart:
        return lambda story, cost: structs.replace(cost, whole_hand=True)

    def cost__counters(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            least, most, _ = quantity
            those, number = _of_cost(story, noun, "damaged")
            if number != 1:
                raise NotMeant("counters on several")
            if most is None or most == w.X():
                story.much = w.X()
                story.marks["counters put"] = w.X().name
                return structs.replace(cost, counters_on=those, x_counters=True)
            if least != most:
                raise NotMeant("up to so many counters as a cost")
            return structs.replace(cost, counters_on=those, counters=most)

        return add

    def cost__marks(self, quantity: tuple[int, Any, bool], mark: Token, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            least, most, _ = quantity
            if noun.build(story) != THIS:
                return ahead_cost(story, cost, str(mark), quantity, noun, -1)
            if least != most or not isinstance(most, int) or cost.marks:
                raise NotMeant("such counters as a cost")
            return structs.replace(cost, marks=str(mark), marks_count=most)

        return add

    def cost__retreat(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those, number = _of_cost(story, noun, "retreated")
            if number != 1:
                raise NotMeant("retreat several as a cost")
            return structs.replace(cost, retreat=those)

        return add

    def cost__out(self, noun: Noun) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            those, number = _of_cost(story, noun, "out")
            return structs.replace(cost, out=those, out_count=number)

        return add

    def cost__show(self, noun: Noun, *_to: Any) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            if noun.how == "pick" and (noun.least, noun.most) != (1, 1):
                raise NotMeant("show several as a cost")
            those = noun.build(story)
            story.mention(Those(what=those.what, bound="shown"), those)
            built = those.what == "built"
            return structs.replace(cost, show_built=those) if built else structs.replace(cost, show=those)

        return add

    def cost__mill_top(self, cards: tuple[Any, ...]) -> CostPart:
        return self.cost__mill(cards, None)

    def cost__mill(self, cards: tuple[Any, ...], destination: Any) -> CostPart:
        def add(story: Story, cost: Cost) -> Cost:
            number, whose, *bottom = cards
            if not isinstance(number, int) or bottom:
                raise NotMeant("X cards, or those at the bottom, as a cost")
            side = whose(story, Those()).side
            if side not in ("yours", "opponents"):
                raise NotMeant("such a deck as a cost")
            return structs.replace(cost, **{"mill" if side == "yours" else "mill_theirs": number})

        return add
