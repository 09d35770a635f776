"""Conditions on what players have, control and roll, and on how many there are."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.opening import FACES
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import (
    Asks,
    _both_rolled,
    _count,
    _has,
    _not_meant,
    _owned,
    _rolled,
    in_each,
)
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _force(story: Story, player: str) -> w.Tally:
    return w.Tally(of="force", who=story.one_player(player))


def _controls(player: str, least: int) -> w.Condition:
    """A player's control of at least so many arenas."""
    ways = tuple(
        w.Both(of=tuple(w.Controls(arena=arena, who=player) for arena in arenas))
        if least > 1
        else w.Controls(arena=arenas[0], who=player)
        for arenas in combinations(ARENAS, least)
    )
    return w.AnyOf(of=ways) if len(ways) > 1 else ways[0]


def _controls_beside(who: str, thing: str) -> w.Condition:
    """That a player controls the arena in which something bound stands."""
    stands = {arena: w.There(are=Those(what="stack", bound=thing, zones=(arena,))) for arena in ARENAS}
    each = (w.Both(of=(there, w.Controls(arena=arena, who=who))) for arena, there in stands.items())
    return w.AnyOf(of=tuple(each))


def _several(story: Story, those: Those) -> Those:
    """Things of which there are several: "each of them" means these from then on."""
    story.mention(those, those, plural=True)
    return those


@v_args(inline=True)
class HoldingMeaning(Transformer[Token, Any]):
    """What players have and control, of `conditions.lark`."""

    def simple__player_has(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__player_has_exactly(self, player: str, number: Token, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _owned(story, player, noun)
            story.mention(those, those, plural=int(number) > 1)
            return w.There(are=those, least=int(number), most=int(number))

        return ask

    def simple__total_is(self, bound: tuple[str, Any]) -> Asks:
        def ask(story: Story) -> w.Condition:
            into = story.marks["rolled"] if "rolled" in story.marks else _not_meant("their total")
            return w.Compare(left=w.X(name=into), how=bound[0], right=bound[1](story))

        return ask

    def simple__tie(self) -> Asks:
        return lambda story: w.Compare(left=w.X(name="rolled"), how="=", right=_both_rolled(story))

    def roll_bound__higher(self) -> tuple[str, Any]:
        return "higher", ()

    def roll_bound__lower(self) -> tuple[str, Any]:
        return "lower", ()

    def simple__player_has_least(self, player: str, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=_several(story, _owned(story, player, noun)), least=int(number))

    def simple__player_has_above(self, player: str, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=_several(story, _owned(story, player, noun)), least=int(number) + 1)

    def simple__player_has_most(self, player: str, number: Token, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=_owned(story, player, noun), least=int(number) + 1))

    def simple__player_has_none(self, player: str, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=_owned(story, player, noun)))

    def simple__more_than(self, player: str, noun: Noun, other: str, *same: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            mine = _owned(story, player, noun)
            theirs = _owned(story, other, same[0]) if same else structs.replace(mine, side=story.side(other))
            return w.Compare(left=w.Count(of=mine), how=">", right=w.Count(of=theirs))

        return ask

    def simple__has_the_most(self, player: str, noun: Noun) -> Asks:
        return self.simple__more_than(player, noun, {"you": "opponent", "opponent": "you"}.get(player, player))

    def simple__more_by(self, player: str, number: Token, noun: Noun, other: str, *same: Noun) -> Asks:
        """So many more at least."""
        more = self.simple__more_than(player, noun, other, *same)

        def ask(story: Story) -> w.Condition:
            condition = more(story)
            assert isinstance(condition, w.Compare)
            return structs.replace(condition, how=">=", right=w.Sum(of=(condition.right, int(number))))

        return ask

    def simple__twice_as_many(self, player: str, noun: Noun, other: str) -> Asks:
        more = self.simple__more_than(player, noun, other)

        def ask(story: Story) -> w.Condition:
            condition = more(story)
            assert isinstance(condition, w.Compare)
            assert isinstance(condition.right, w.Count)
            return structs.replace(condition, how=">=", right=structs.replace(condition.right, times=2))

        return ask

    def simple__less_than(self, player: str, noun: Noun, other: str, *same: Noun) -> Asks:
        more = self.simple__more_than(player, noun, other, *same)

        def ask(story: Story) -> w.Condition:
            condition = more(story)
            assert isinstance(condition, w.Compare)
            return structs.replace(condition, how="<")

        return ask

    def _placed(self, noun: Noun, place: Part) -> Noun:
        return structs.replace(noun, build=lambda story: place(story, noun.build(story)))

    def simple__more_there(self, player: str, noun: Noun, other: str, place: Part) -> Asks:
        return self.simple__more_than(player, self._placed(noun, place), other)

    def simple__less_there(self, player: str, noun: Noun, other: str, place: Part) -> Asks:
        return self.simple__less_than(player, self._placed(noun, place), other)

    def simple__it_is_rolled(self, bound: tuple[str, Any]) -> Asks:
        return self.simple__rolled("", bound)

    def simple__there_is(self, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = noun.build(story)
            if those.what == "card":  # "If there are any Battle cards there, choose one of them"
                story.mention(those, those, plural=True)
            return _count(those, noun)

        return ask

    def simple__there_is_least(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=_several(story, noun.build(story)), least=int(number))

    def simple__there_is_less(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=noun.build(story), least=int(number)))

    def simple__there_is_most(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=noun.build(story), least=int(number) + 1))

    def simple__there_are_more(self, one: Noun, other: Noun) -> Asks:
        """Of "more Clones than Droids in the Character arena": where both are, is said once."""

        def ask(story: Story) -> w.Condition:
            more, less = one.build(story), other.build(story)
            more = structs.replace(more, zones=more.zones or less.zones)
            return w.Compare(left=w.Count(of=more), how=">", right=w.Count(of=less))

        return ask

    def simple__there_is_more(self, number: Token, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.There(are=_several(story, noun.build(story)), least=int(number) + 1)

        return ask

    def simple__controls_arena(self, player: str, place: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            story.marks.pop("all arenas", None)
            there = place(story, Those())
            if there.alongside:
                return _controls_beside(story.one_player(player), there.alongside)
            zones = there.zones
            if story.marks.pop("each arena", False) or story.marks.pop("all arenas", False):
                return _controls(story.one_player(player), len(ARENAS))
            if not zones:  # "an arena"
                return _controls(story.one_player(player), 1)
            if len(zones) != 1:
                raise NotMeant("controls which arena")
            return w.Controls(arena=zones[0], who=story.one_player(player))

        return ask

    def arenas_together__all_of(self, *types: Token) -> tuple[str, tuple[str, ...]]:
        return "all", tuple(map(str, types))

    def arenas_together__one_of(self, *types: Token) -> tuple[str, tuple[str, ...]]:
        return "one", tuple(map(str, types))

    def simple__controls_arenas(self, player: str, named: tuple[str, tuple[str, ...]]) -> Asks:
        """Of "controls the Space and Ground arenas": each of them, or either."""
        how, arenas = named

        def ask(story: Story) -> w.Condition:
            if not set(arenas) <= set(ARENAS):
                raise NotMeant("controls which arena")
            each = tuple(w.Controls(arena=arena, who=story.one_player(player)) for arena in arenas)
            return w.Both(of=each) if how == "all" else w.AnyOf(of=each)

        return ask

    def simple__does_not_control(self, player: str, place: Part) -> Asks:
        control = self.simple__controls_arena(player, place)
        return lambda story: w.Not(of=control(story))

    standing__controls_arenas = simple__controls_arenas

    def simple__player_has_force(self, player: str, bound: tuple[str, Told]) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.Compare(left=_force(story, player), how=bound[0], right=bound[1](story))

        return ask

    def simple__has_more_force(self, player: str, other: str) -> Asks:
        return lambda story: w.Compare(left=_force(story, player), how=">", right=_force(story, other))

    def simple__has_less_force(self, player: str, other: str) -> Asks:
        return lambda story: w.Compare(left=_force(story, player), how="<", right=_force(story, other))

    def simple__controls_some(self, player: str, *number: Token) -> Asks:
        return lambda story: _controls(story.one_player(player), int(number[0]) if number else 1)

    def simple__controls_none(self, player: str) -> Asks:
        return lambda story: w.Not(of=_controls(story.one_player(player), 1))

    def simple__controls_less(self, player: str, other: str) -> Asks:
        return self.simple__controls_more(other, player)

    def simple__controls_more(self, player: str, other: str) -> Asks:
        """Of three arenas: two at least, or one and the other player none."""

        def ask(story: Story) -> w.Condition:
            mine, theirs = story.one_player(player), story.one_player(other)
            alone = w.Both(of=(_controls(mine, 1), w.Not(of=_controls(theirs, 1))))
            return w.AnyOf(of=(_controls(mine, 2), alone))

        return ask

    def simple__amount_is(self, measure: Told, bound: tuple[str, Told]) -> Asks:
        return lambda story: w.Compare(left=measure(story), how=bound[0], right=bound[1](story))

    def simple__x_is(self, _letter: Token, bound: tuple[str, Told]) -> Asks:
        return lambda story: w.Compare(left=w.X(), how=bound[0], right=bound[1](story))

    def simple__controls(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__player_has_less(self, player: str, number: Token, noun: Noun) -> Asks:
        """Fewer than so many; "in each arena": fewer in at least one of them."""

        def ask(story: Story) -> w.Condition:
            return w.Not(of=in_each(story, w.There(are=_owned(story, player, noun), least=int(number))))

        return ask

    def simple__rolled(self, player: str, bound: tuple[str, Any], *_noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            if bound[0] in ("higher", "lower"):
                how = ">" if (bound[0] == "higher") == (player in ("", "you")) else "<"
                return w.Compare(left=w.X(name="rolled"), how=how, right=_both_rolled(story))
            into = story.marks["rolled"] if "rolled" in story.marks else _not_meant("roll")
            if into != {"you": "rolled", "opponent": "rolled opponent"}.get(player, into):
                raise NotMeant("whose roll")
            if story.marks.get("several dice") and min(bound[1]) <= FACES:
                raise NotMeant("which of the dice")
            return _rolled(into, *bound)

        return ask

    def simple__rolls_you(self, bound: tuple[str, Any]) -> Asks:
        return self.simple__rolled("you", bound)

    def simple__rolls_opponent(self, bound: tuple[str, Any]) -> Asks:
        return self.simple__rolled("opponent", bound)

    def simple__prevented_so(self, bound: tuple[str, Told]) -> Asks:
        """How much of it the prevention said last has prevented."""

        def ask(story: Story) -> w.Condition:
            if not isinstance(story.last_said()[1], w.Prevent):
                raise NotMeant("how much was prevented")
            return w.Compare(left=w.X(name="prevented"), how=bound[0], right=bound[1](story))

        return ask

    def roll_bound__any_of(self, *numbers: Token) -> tuple[str, Any]:
        return "in", tuple(sorted(int(number) for number in numbers))

    def roll_bound__from_to(self, first: Token, last: Token) -> tuple[str, Any]:
        """Of "a 4-6": any of them."""
        return "in", tuple(range(int(first), -int(last) + 1))

    def roll_bound__at_most(self, number: Token) -> tuple[str, Any]:
        return "<=", (int(number),)

    def roll_bound__at_least(self, number: Token) -> tuple[str, Any]:
        return ">=", (int(number),)
