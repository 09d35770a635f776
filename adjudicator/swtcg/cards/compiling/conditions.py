"""Conditions."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.moments import (
    ALWAYS,
    Asks,
    Discarded,
    Foretold,
    Member,
    Survives,
    _asked,
    _both_rolled,
    _count,
    _has,
    _joined,
    _not_meant,
    _owned,
    _rolled,
    _target,
)
from adjudicator.swtcg.cards.compiling.selecting import Part, Told, _kind, _with, stat_of
from adjudicator.swtcg.cards.compiling.story import ARENAS, NotMeant, Noun, Story
from adjudicator.swtcg.cards.compiling.words import Vocabulary
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those


@v_args(inline=True)
class ConditionMeaning(Transformer[Token, Any]):
    """Conditions, of `sentences.lark`."""

    vocabulary: Vocabulary

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

    def simple__extra_counters(self, number: Token, _self: Noun) -> Asks:
        own = w.Stat(stat="extra counters", of=THIS)
        return lambda story: w.Compare(left=own, how=">=", right=int(number))

    def simple__correct(self) -> Foretold:
        return Foretold()

    def simple__nobody_has_attacked(self, _noun: Token) -> Asks:
        return lambda story: w.Not(of=w.There(are=Those(has_attacked=True)))

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

    def simple__it_is_rolled(self, bound: tuple[str, Any]) -> Asks:
        return self.simple__rolled("you", bound)

    def simple__has_pilot_of(self, noun: Noun, *words: Any) -> Member:
        kinds = tuple(word for word in words if isinstance(word, tuple) or (callable(word) and word is not None))

        def part(story: Story, those: Those) -> Those:
            pilot = _kind(self.vocabulary, story, kinds, Those(what="pilot"))
            return structs.replace(those, piloted_by=structs.replace(pilot, what="pilot"))

        return self._state(noun, part)

    def simple__there_is(self, noun: Noun) -> Asks:
        return lambda story: _count(noun.build(story), noun)

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
        return Member(noun, part, lambda story: w.There(are=part(story, noun.build(story))))

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

    def simple__is_state(self, noun: Noun, state: Part) -> Member:
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

    def simple__force_is(self, bound: tuple[str, Told]) -> Asks:
        return lambda story: w.Compare(left=w.Tally(of="force"), how=bound[0], right=bound[1](story))

    def simple__force_more(self) -> Asks:
        return lambda story: w.Compare(left=w.Tally(of="force"), how=">", right=w.Tally(of="force", who="opponent"))

    def simple__controls(self, player: str, noun: Noun) -> Asks:
        return lambda story: _has(story, player, noun)

    def simple__stat_is(self, noun: Noun, stat: Token, bound: tuple[str, Told]) -> Asks:
        def ask(story: Story) -> w.Condition:
            how, amount = bound
            return w.Compare(left=w.Stat(stat=stat_of(str(stat)), of=noun.build(story)), how=how, right=amount(story))

        return ask

    def simple__then_discarded(self, noun: Noun, *places: Part) -> Asks:
        """Of "If that unit is discarded": an event to come (`telling` makes a delayed effect of it)."""
        return Discarded(noun, places)

    def simple__not_discarded(self, noun: Noun) -> Survives:
        return Survives(noun)

    def simple__is_in_with_pilot(self, noun: Noun, place: Part, *_words: Any) -> Asks:
        def ask(story: Story) -> w.Condition:
            return w.There(are=structs.replace(_with(story, noun.build(story), (place,)), piloted=True))

        return ask

    def simple__all_are(self, described: Part, *parts: Part) -> Asks:
        *posts, state = parts

        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), tuple(posts))
            contrary = structs.replace(state(story, Those()))
            flipped = {
                field: not getattr(contrary, field)
                for field in ("tapped", "damaged", "stacked", "piloted")
                if getattr(contrary, field) is not None
            }
            return w.Not(of=w.There(are=structs.replace(those, **flipped)))

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
