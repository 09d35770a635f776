"""Conditions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.moments import (
    ALWAYS,
    Asks,
    Discarded,
    Foretold,
    Hears,
    Member,
    Survives,
    _asked,
    _both_rolled,
    _count,
    _has,
    _not_meant,
    _owned,
    _rolled,
    _target,
)
from adjudicator.swtcg.cards.compiling.selecting import Part, Told, _beside, _joined, _kind, _together, _with
from adjudicator.swtcg.cards.compiling.story import ARENAS, NotMeant, Noun, Story
from adjudicator.swtcg.cards.compiling.words import Vocabulary
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those


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


def _none_otherwise(those: Those, state: Those) -> w.Condition:
    """That all of those are in a state: there is none of the contrary. Raises NotMeant for a state without one."""
    flipped = {
        field: not getattr(state, field)
        for field in ("tapped", "damaged", "stacked", "piloted")
        if getattr(state, field) is not None
    }
    if not flipped:
        raise NotMeant("all of them so")
    return w.Not(of=w.There(are=structs.replace(those, **flipped)))


@v_args(inline=True)
class ConditionMeaning(Transformer[Token, Any]):
    """Conditions, of `sentences.lark`."""

    vocabulary: Vocabulary
    event__discarded: Callable[..., Hears]

    def condition_if(self, asks: Any) -> Any:
        return asks

    def condition__first(self, asks: Any) -> Any:
        return asks

    def condition__both(self, *many: Any) -> Asks:
        return lambda story: w.Both(of=tuple(_asked(each, story) for each in many))

    def condition__either(self, *many: Any) -> Asks:
        return lambda story: w.AnyOf(of=tuple(_asked(each, story) for each in many))

    def simple__is_in(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _with(story, noun.build(story), places)
            story.mention(structs.replace(those, zones=()), those)
            return w.There(are=those)

        return ask

    def simple__player_has(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__is_beside(self, noun: Noun, other: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            one, two = noun.build(story), other.build(story)
            one, two = (two, one) if one.bound and not two.bound else (one, two)
            return w.There(are=_beside(one, two))

        return ask

    def simple__was_attacked(self, noun: Noun) -> Asks:
        return lambda story: w.Happened(event="was attacked", to=noun.build(story))

    def simple__was_not_attacked(self, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.Happened(event="was attacked", to=noun.build(story)))

    def simple__pilots(self, noun: Noun, unit: Noun) -> Member:
        return self.simple__is_piloted(unit, noun)

    def simple__extra_counters(self, number: Token, _self: Noun) -> Asks:
        own = w.Stat(stat="extra counters", of=THIS)
        return lambda story: w.Compare(left=own, how=">=", right=int(number))

    def simple__named(self, noun: Noun, *_one: Token) -> Asks:
        """Whether it is of the name that was said."""

        def ask(story: Story) -> w.Condition:
            if "named" not in story.marks:
                raise NotMeant("what was named")
            return w.There(are=structs.replace(noun.build(story), name_of=story.marks["named"]))

        return ask

    def simple__has_build_counters(self, noun: Noun, number: Token, *_pronoun: Any) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.Compare(left=w.Stat(stat="counters", of=noun.build(story)), how=">=", right=int(number))

        return ask

    def simple__had_extra_counters(self, noun: Noun, number: Token, *_words: Any) -> Asks:
        """Of a unit that has just been deployed, and has no build counters any more."""

        def ask(story: Story) -> w.Condition:
            if noun.build(story) != THIS or not story.marks.get("deployed"):
                raise NotMeant("the build counters that were on it")
            return w.Compare(left=w.X(name="extra counters"), how=">=", right=int(number))

        return ask

    def simple__correct(self) -> Foretold:
        return Foretold()

    def simple__searched(self, whose: Part) -> Asks:
        """Of "If you searched your deck": whoever searched several zones has searched it as well."""

        def ask(story: Story) -> w.Condition:
            if story.marks.get("searched") != whose(story, Those()).side:
                raise NotMeant("if that was searched")
            return ALWAYS

        return ask

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
        return lambda story: w.There(are=_owned(story, player, noun), least=int(number))

    def simple__player_has_above(self, player: str, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=_owned(story, player, noun), least=int(number) + 1)

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

    def simple__is_the_only(self, noun: Noun, described: Part, *posts: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), posts)
            if noun.build(story) != THIS:
                raise NotMeant("whether another is the only one")
            here = w.There(are=_joined(THIS, structs.replace(those, side="any")))
            return w.Both(of=(here, w.Not(of=w.There(are=structs.replace(those, other=True)))))

        return ask

    def simple__it_is_rolled(self, bound: tuple[str, Any]) -> Asks:
        return self.simple__rolled("you", bound)

    def simple__has_pilot_of(self, noun: Noun, *words: Any) -> Member:
        kinds = tuple(word for word in words if isinstance(word, tuple) or (callable(word) and word is not None))

        def part(story: Story, those: Those) -> Those:
            pilot = _kind(self.vocabulary, story, kinds, Those(what="pilot"))
            return structs.replace(those, piloted_by=structs.replace(pilot, what="pilot"))

        return self._state(noun, part)

    def one_pilot(self, *words: Any) -> tuple[Any, ...]:
        return words

    def simple__has_pilot_of_kinds(self, noun: Noun, *words: Any) -> Member:
        kinds = [word for word in words if isinstance(word, tuple)]

        def part(story: Story, those: Those) -> Those:
            crew = [_kind(self.vocabulary, story, kind, Those(what="pilot")) for kind in kinds]
            return structs.replace(those, piloted_by=_together(Those(), crew))

        return self._state(noun, part)

    def simple__there_is(self, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = noun.build(story)
            if those.what == "card":  # "If there are any Battle cards there, choose one of them"
                story.mention(those, those, plural=True)
            return _count(those, noun)

        return ask

    def simple__there_is_no(self, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=noun.build(story)))

    def simple__there_is_least(self, number: Token, noun: Noun) -> Asks:
        return lambda story: w.There(are=noun.build(story), least=int(number))

    def simple__there_is_more(self, number: Token, noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = noun.build(story)
            story.mention(those, those, plural=True)
            return w.There(are=those, least=int(number) + 1)

        return ask

    def simple__no_damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=False))

    def simple__damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=True))

    def simple__damage_at_least(self, number: Token, _counter: Token, noun: Noun) -> Asks:
        return lambda story: w.Compare(left=w.Stat(stat="damage", of=noun.build(story)), how=">=", right=int(number))

    def _state(self, noun: Noun, part: Part) -> Member:
        def ask(story: Story) -> w.Condition:
            there = w.There(are=part(story, noun.build(story)))
            return w.Not(of=there) if noun.how == "none" else there

        return Member(noun, part, ask)

    def simple__is_attacking(self, noun: Noun, whom: Noun | None = None) -> Member:
        if whom is None:
            return self._state(noun, lambda story, those: structs.replace(those, attacking=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacking_whom=_target(story, whom)))

    def simple__is_attacked(self, noun: Noun, by: Noun | None = None) -> Member:
        if by is None:
            return self._state(noun, lambda story, those: structs.replace(those, defending=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacked_by=by.build(story)))

    def simple__is_using(self, noun: Noun, keyword: Token, whom: Noun) -> Member:
        def part(story: Story, those: Those) -> Those:
            return structs.replace(those, attacking_whom=_target(story, whom), mode=str(keyword))

        return self._state(noun, part)

    def simple__has_pilot(self, noun: Noun, *_words: Any) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, piloted=True))

    def simple__has_no_pilot(self, noun: Noun, *_words: Any) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, piloted=False))

    def simple__is_piloted(self, noun: Noun, by: Noun | None = None) -> Member:
        def part(story: Story, those: Those) -> Those:
            return (
                structs.replace(those, piloted_by=by.build(story))
                if by is not None
                else structs.replace(those, piloted=True)
            )

        return self._state(noun, part)

    def simple__is_not_piloted(self, noun: Noun, by: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=structs.replace(noun.build(story), piloted_by=by.build(story))))

    def simple__has_keyword(self, noun: Noun, keyword: Token) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, keyword=str(keyword)))

    def simple__has_feature(self, noun: Noun, feature: Part) -> Member:
        return self._state(noun, feature)

    def simple__all_of_it(self, noun: Noun, *preds: Callable[[Noun], Any]) -> Asks:
        asked = [pred(noun) for pred in preds]

        def ask(story: Story) -> w.Condition:
            first = _asked(asked[0], story)
            if isinstance(first, w.There) and all(isinstance(each, Member) for each in asked[1:]):
                parts = tuple(each.part for each in asked[1:])
                return structs.replace(first, are=_with(story, first.are, parts))
            return w.Both(of=(first, *(_asked(each, story) for each in asked[1:])))

        return ask

    def simple__is_not_state(self, noun: Noun, state: Part) -> Asks:
        return lambda story: w.Not(of=w.There(are=state(story, noun.build(story))))

    def simple__is_not_in(self, noun: Noun, place: Part) -> Asks:
        return lambda story: w.Not(of=w.There(are=place(story, noun.build(story))))

    def simple__has_attacked(self, noun: Noun) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, has_attacked=True))

    def simple__has_not_attacked(self, noun: Noun) -> Asks:
        return lambda story: w.Not(of=w.There(are=structs.replace(noun.build(story), has_attacked=True)))

    def simple__is_state(self, noun: Noun, state: Part) -> Member | Asks:
        if noun.how == "each":  # "all units are tapped": there is none that is not
            return lambda story: _none_otherwise(noun.build(story), state(story, Those()))
        return self._state(noun, state)

    def simple__is_a(self, noun: Noun, described: Part) -> Asks:
        return lambda story: w.There(are=_joined(noun.build(story), described(story, Those())))

    def simple__is_not_a(self, noun: Noun, described: Part) -> Asks:
        return lambda story: w.Not(of=w.There(are=_joined(noun.build(story), described(story, Those()))))

    def simple__was_discarded(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.Happened(event="discarded", to=_with(story, noun.build(story), places))

        return ask

    def simple__controls_arena(self, player: str, place: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            zones = place(story, Those()).zones
            if len(zones) != 1:
                raise NotMeant("controls which arena")
            return w.Controls(arena=zones[0], who=story.one_player(player))

        return ask

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

    def simple__controls_more(self, player: str, other: str) -> Asks:
        """Of three arenas: two at least, or one and the other player none."""

        def ask(story: Story) -> w.Condition:
            mine, theirs = story.one_player(player), story.one_player(other)
            alone = w.Both(of=(_controls(mine, 1), w.Not(of=_controls(theirs, 1))))
            return w.AnyOf(of=(_controls(mine, 2), alone))

        return ask

    def simple__amount_is(self, measure: Told, bound: tuple[str, Told]) -> Asks:
        return lambda story: w.Compare(left=measure(story), how=bound[0], right=bound[1](story))

    def simple__controls(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__then_discarded(self, noun: Noun, *places: Part) -> Discarded:
        """Of "If that unit is discarded": an event to come (`telling` makes a delayed effect of it)."""
        return Discarded(noun, places, self.event__discarded(noun, *places))

    def simple__discarded_this_turn(self, noun: Noun, *places: Part) -> Discarded:
        return structs.replace(self.simple__then_discarded(noun, *places), this_turn=True)

    def simple__not_discarded(self, noun: Noun) -> Survives:
        return Survives(noun)

    def simple__all_are(self, described: Part, *parts: Part) -> Asks:
        *posts, state = parts

        def ask(story: Story) -> w.Condition:
            return _none_otherwise(_with(story, described(story, Those()), tuple(posts)), state(story, Those()))

        return ask

    def simple__player_has_less(self, player: str, number: Token, noun: Noun) -> Asks:
        """Fewer than so many; "in each arena": fewer in at least one of them."""

        def ask(story: Story) -> w.Condition:
            those = _owned(story, player, noun)
            if story.marks.pop("each arena", False):
                each = (w.There(are=structs.replace(those, zones=(arena,)), least=int(number)) for arena in ARENAS)
                return w.Not(of=w.Both(of=tuple(each)))
            return w.Not(of=w.There(are=those, least=int(number)))

        return ask

    def simple__rolled(self, player: str, bound: tuple[str, Any], *_noun: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            if bound[0] in ("higher", "lower"):
                how = ">" if (bound[0] == "higher") == (player == "you") else "<"
                return w.Compare(left=w.X(name="rolled"), how=how, right=_both_rolled(story))
            into = story.marks["rolled"] if "rolled" in story.marks else _not_meant("roll")
            return _rolled(into, *bound)

        return ask

    def roll_bound__any_of(self, *numbers: Token) -> tuple[str, Any]:
        return "in", tuple(sorted(int(number) for number in numbers))

    def roll_bound__at_least(self, number: Token) -> tuple[str, Any]:
        return ">=", (int(number),)
