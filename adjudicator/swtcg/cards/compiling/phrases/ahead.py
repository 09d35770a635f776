"""What is read and not carried out yet: counters of a Resource or Campaign and of any kind, and more of the 2020s."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _lasting
from adjudicator.swtcg.cards.compiling.phrases.paying import CostPart, ahead_cost
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Hears, Only
from adjudicator.swtcg.cards.compiling.story.saying import Say, _exactly, _for_each
from adjudicator.swtcg.cards.compiling.story.selecting import Told, _times
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import ahead
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Cost, Event, Those

Quantity = tuple[int, Any, bool]
IT = Those(what="stack", bound="it")


@v_args(inline=True)
class AheadMeaning(Transformer[Token, Any]):
    """The phrases of `ahead.lark`."""

    # --- counters ---------------------------------------------------------------------------

    def marks__plain(self, _counter: Token) -> str:
        return ahead.PLAIN

    def marks__of_any_type(self, _counter: Token) -> str:
        return ahead.ANY

    def marks__other_than_damage(self, _counter: Token) -> str:
        return ahead.OTHER_THAN_DAMAGE

    def marks__one_of_several(self, *marks: str) -> str:
        return " or ".join(marks)

    def one_mark__mark(self, mark: Token) -> str:
        return str(mark)

    def one_mark__damage(self) -> str:
        return "damage"

    def cost__takes_ahead(self, quantity: Quantity, mark: str, noun: Noun) -> CostPart:
        return lambda story, cost: ahead_cost(story, cost, mark, quantity, noun, -1)

    def cost__puts_ahead(self, quantity: Quantity, mark: str, noun: Noun) -> CostPart:
        return lambda story, cost: ahead_cost(story, cost, str(mark), quantity, noun, 1)

    cost__puts_marks = cost__puts_ahead

    def cost__takes_more(self, _x: Token, more: Token, mark: str, noun: Noun) -> CostPart:
        """Of "Remove X+1 counters": the X is the player's to choose."""

        def add(story: Story, cost: Cost) -> Cost:
            many = w.Sum(of=(w.X(), int(more)))
            paid = ahead_cost(story, cost, mark, (1, 1, False), noun, -1)
            story.much = w.X()
            return structs.replace(paid, marks_amount=many)

        return add

    def clause_vp__puts_ahead(self, quantity: Quantity, mark: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            many = _for_each(story, _exactly(story, quantity))
            story.say(w.AddMarks(on=story.reach(in_play(noun)), mark=mark, amount=many))

        return say

    def clause_vp__harm_ahead(self, quantity: Quantity, _counter: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.PlaceDamage(on=story.reach(noun), amount=_exactly(story, quantity)))

        return say

    def clause_vp__takes_ahead(self, quantity: Quantity, mark: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(
                w.AddMarks(on=story.reach(in_play(noun)), mark=mark, amount=_times(_exactly(story, quantity), -1))
            )
            story.much = w.X(name="removed")

        return say

    def clause_vp__moves_ahead(self, quantity: Quantity, mark: str, source: Noun, target: Noun) -> Say:
        """As many as could be taken off are put there."""
        least, most, _ = quantity

        def say(story: Story) -> None:
            if most is None:
                raise NotMeant("so many counters")
            number = most if least == most else w.Capped(of=w.X(name="removed"), most=most)
            story.say(w.AddMarks(on=story.reach(in_play(source)), mark=mark, amount=_times(most, -1)))
            story.say(w.AddMarks(on=story.reach(in_play(target)), mark=mark, amount=number))

        return say

    def clause_vp__puts_more(self, amount: Told, more: Token, mark: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            many = w.Sum(of=(amount(story), int(more)))
            story.say(w.AddMarks(on=story.reach(in_play(noun)), mark=str(mark), amount=many))

        return say

    def clause_vp__takes_more(self, amount: Told, more: Token, mark: str, noun: Noun) -> Say:
        def say(story: Story) -> None:
            many = w.Times(of=w.Sum(of=(amount(story), int(more))), times=-1)
            story.say(w.AddMarks(on=story.reach(in_play(noun)), mark=str(mark), amount=many))

        return say

    # --- the supply, and what is disrupted ---------------------------------------------------------

    def clause_vp__shuffles_own(self) -> Say:
        return lambda story: story.say(w.Shuffle(who=story.one_player(story.who)))

    def clause_vp__returns_to_supply(self, noun: Noun) -> Say:
        return lambda story: story.say(w.MoveTo(what=story.reach(noun), to="supply"))

    def clause_vp__disrupts_free(self) -> Say:
        return lambda story: story.say(w.Disrupt(of=("free activated",)))

    def clause_vp__disrupts_prevention(self) -> Say:
        return lambda story: story.say(w.Disrupt(of=("prevention",)))

    def restriction_vp__change_value(self, stat: Token) -> Any:
        def limit(story: Story, those: Those) -> tuple[w.Instruction, ...]:
            return (_lasting(story, w.Allow(clause="VALUE_MAY_CHANGE", who=those, permit=False, keyword=str(stat))),)

        return limit

    # --- what may be --------------------------------------------------------------------------

    def statement__only_one_copy(self, number: Token, _copy: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            if number != "1" or noun.build(story) not in (THIS, story.own):
                raise NotMeant("so many copies")
            story.say(w.Allow(clause="MAY_BE_IN_PLAY_TWICE", who=THIS, permit=False, until="permanent"))

        return say

    def statement__in_a_deck(self, noun: Noun, *words: tuple[str, str]) -> Say:
        def say(story: Story) -> None:
            kinds = " ".join(value for _, value in words)
            who = noun.build(story)
            story.say(w.Allow(clause="MAY_BE_IN_DECK", who=who, whom=Those(subtype=kinds), until="permanent"))

        return say

    def statement__may_stack(self, noun: Noun, under: Noun) -> Say:
        def say(story: Story) -> None:
            who, whom = noun.build(story), under.build(story)
            story.say(w.Allow(clause="MAY_BE_STACKED", who=who, whom=whom, until="permanent"))

        return say

    def statement__no_limit_of_stack(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.Allow(clause="STACK_HAS_ROOM", who=noun.build(story), until="permanent"))

        return say

    def simple__in_play(self, noun: Noun) -> Any:
        def asks(story: Story) -> w.Condition:
            those = in_play(noun).build(story)
            return w.There(are=those)

        return asks

    def unit_vp__equipped_up_to(self, number: Token, _own: Token) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            twin = Those(what="equipment", name=story.name)
            many = w.Allow(clause="EQUIPPED_UP_TO", who=those, whom=twin, keyword=str(number), until="permanent")
            story.say(many)

        return verb

    def only__at_build_roll(self) -> Only:
        return Only(time="build roll")

    def only__at_prevention(self) -> Only:
        return Only(time="prevention")

    def duration__next_attack(self) -> str:
        return "next attack"

    # --- events -----------------------------------------------------------------------------------

    def event__taps(self, noun: Noun) -> Hears:
        return _hears("tapped", noun)

    def event__you_tap(self, noun: Noun) -> Hears:
        return _hears("you tap", noun, "yours")

    def event__you_stack(self, noun: Noun) -> Hears:
        return _hears("you stack", noun, "yours")

    def event__gets_marks(self, quantity: Quantity, mark: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            heard: Event = _hears("gets marks", noun)(story)
            return structs.replace(heard, at=str(mark))

        return hear


def in_play(noun: Noun) -> Noun:
    """A card of any kind that counters are put on lies in play."""

    def build(story: Story) -> Those:
        those = noun.build(story)
        unplaced = those.what == "card" and not (those.zones or those.bound)
        return structs.replace(those, zones=ahead.PLACED) if unplaced else those

    return structs.replace(noun, build=build)


def _hears(kind: str, noun: Noun, side: str = "") -> Hears:
    def hear(story: Story) -> Event:
        those = noun.any_one(story)
        if side and those.side == "any" and not those.bound:
            those = structs.replace(those, side=side)
        story.mention(those if those.bound else IT, those)
        return Event(kind=kind, to=those)

    return hear
