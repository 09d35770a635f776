"""Conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.kinds_together import _together
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant, no_name
from adjudicator.swtcg.cards.compiling.story.moments import (
    ALWAYS,
    Asks,
    Discarded,
    Foretold,
    Hears,
    Member,
    Several,
    Survives,
    _asked,
    is_on_it,
)
from adjudicator.swtcg.cards.compiling.story.selecting import (
    ATTACKER,
    DEFENDER,
    Part,
    Told,
    _beside,
    _joined,
    _kind,
    _where,
    _with,
    stat_of,
    value_on,
    without,
)
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those


def _has_attacked(those: Those) -> w.Condition:
    """Of one that is known this asks of it; of any such, this turn's attacks, also of what has left since."""
    if those.bound:
        return w.There(are=structs.replace(those, has_attacked=True))
    return w.Happened(event="attacked", to=those)


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


def _all(those: Those, such: Those) -> w.Condition:
    """That all of those are such: there are some, and none but such."""
    return w.Both(of=(w.There(are=those), w.Not(of=w.There(are=without(those, such)))))


def _in_the_attack(those: Those) -> Those | None:
    """Which of the two units of the attack going on something of it is."""
    if those.attacking or those.attacking_whom is not None:
        return ATTACKER
    return DEFENDER if those.defending or those.attacked_by is not None else None


def _so_many(noun: Noun, asked: w.Condition) -> w.Condition:
    """A condition on one of those, as one on none of them or on several ("if two of your Jedi are tapped")."""
    if noun.how == "none":
        return w.Not(of=asked)
    if noun.how != "pick" or noun.least == 1:
        return asked
    if not isinstance(asked, w.There | w.Happened) or getattr(asked, "event", "discarded") != "discarded":
        raise NotMeant("so many of them")  # what happened twice to the same has not happened to two
    return structs.replace(asked, least=noun.least)


def _not(noun: Noun, asked: w.Condition) -> w.Condition:
    """That something is not so of what is meant; of one of several nothing says that it is not."""
    if noun.how in ("pick", "none"):
        raise NotMeant("one of them that is not so")
    return w.Not(of=asked)


@v_args(inline=True)
class ConditionMeaning(Transformer[Token, Any]):
    """Conditions, of `conditions.lark`."""

    vocabulary: Vocabulary
    event__discarded: Callable[..., Hears]

    def condition_if(self, asks: Any) -> Any:
        return asks

    def condition__first(self, asks: Any) -> Any:
        return asks

    def condition__both(self, *many: Any) -> Asks:
        return Several(many)

    def condition__either(self, *many: Any) -> Asks:
        return lambda story: w.AnyOf(of=tuple(_asked(each, story) for each in many))

    def simple__is_in(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            story.marks.pop("any arena", None)
            those = _with(story, noun.build(story), places)
            if those.bound and not those.zones and story.marks.get("any arena"):
                those = structs.replace(those, zones=ARENAS)  # one that is known may be in the build zone as well
            story.mention(structs.replace(those, zones=()), those)
            return _so_many(noun, w.There(are=those))

        return ask

    def simple__is_beside(self, noun: Noun, other: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            one, two = noun.build(story), other.build(story)
            one, two = (two, one) if one.bound and not two.bound else (one, two)
            return w.There(are=_beside(one, two))

        return ask

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
        """Of "If you searched your deck": of several zones that may be searched, it may have been left out."""

        def ask(story: Story) -> w.Condition:
            if story.marks.get("searched") != whose(story, Those()).side:
                raise NotMeant("if that was searched")
            story.marks["if searched"] = True
            return ALWAYS

        return ask

    def simple__is_the_only(self, noun: Noun, described: Part, *posts: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), posts)
            if noun.build(story) != THIS:
                raise NotMeant("whether another is the only one")
            here = w.There(are=_joined(THIS, structs.replace(those, side="any")))
            return w.Both(of=(here, w.Not(of=w.There(are=structs.replace(those, other=True)))))

        return ask

    def simple__is_called(self, noun: Noun, *names: Token) -> Member:
        """Of "if that Jedi is Yoda": by a name that is known."""
        called = [Those(name=str(name)) for name in names]

        def part(_story: Story, those: Those) -> Those:
            if unknown := [str(name) for name in names if str(name) not in self.vocabulary.known]:
                raise NotMeant(no_name(unknown[0]))
            return _joined(those, called[0] if len(called) == 1 else Those(any_of=tuple(called)))

        return self._state(noun, part)

    def simple__is_your_only(self, noun: Noun, whose: Part, described: Part, *posts: Part) -> Asks:
        """Of "if that Jedi is your only unit in that arena": there is no other one."""

        def ask(story: Story) -> w.Condition:
            who = noun.build(story)
            those = _with(story, whose(story, described(story, Those())), posts)
            if not who.bound:
                raise NotMeant("which is the only one")
            none_else = w.Not(of=w.There(are=without(those, Those(what=who.what, bound=who.bound))))
            itself = _joined(who, structs.replace(those, alongside=""))
            return w.Both(of=(w.There(are=itself), none_else))

        return ask

    def simple__this_is_your_only(self, *words: Part) -> Asks:
        return self.simple__is_your_only(Noun("ref", lambda story: THIS), *words)

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

    def simple__no_damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=False))

    def simple__damage_on(self, _counter: Token, noun: Noun) -> Any:
        return self._state(noun, lambda story, those: structs.replace(those, damaged=True))

    def simple__damage_at_least(self, number: Token, _counter: Token, noun: Noun) -> Asks:
        return lambda story: w.Compare(left=value_on(story, noun, "damage"), how=">=", right=int(number))

    def simple__marks_on(self, bound: tuple[str, Told], mark: Token, noun: Noun) -> Asks:
        how, amount = bound
        return lambda story: w.Compare(left=value_on(story, noun, f"marks:{mark}"), how=how, right=amount(story))

    def _state(self, noun: Noun, part: Part) -> Member:
        def ask(story: Story) -> w.Condition:
            those = noun.build(story)
            if noun.how == "each" and noun.plural:
                return _all(those, part(story, Those()))
            there = w.There(are=part(story, those))
            if (
                those in (ATTACKER, DEFENDER)
                and not story.lasts
                and not any(each.those.bound for each in story.mentions)
            ):
                story.mention(those)  # "if the attacking unit is a Droid, it gets ...": no other was spoken of
            elif those in (ATTACKER, DEFENDER) and not story.lasts:
                story.marks["asked of"] = those
            if noun.how == "pick" and not story.lasts and (one := _in_the_attack(there.are)) is not None:
                story.mention(one, there.are)  # "if one of your Jedi is attacking, it gets ...": there is but one
            return _so_many(noun, there)

        return Member(noun, part, ask)

    feature__is_piloted: Callable[..., Part]

    def simple__has_pilot(self, noun: Noun, *words: Any) -> Member:
        """Of "if it has a Pilot"; "that Pilot" is then the one on it."""
        has = self.feature__is_piloted(*words)

        def part(story: Story, those: Those) -> Those:
            story.marks["pilot of"] = those.bound
            return has(story, those)

        return self._state(noun, part)

    def simple__has_no_pilot(self, noun: Noun, *_words: Any) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, piloted=False))

    def simple__is_piloted(self, noun: Noun, by: Noun | None = None) -> Member:
        def part(story: Story, those: Those) -> Those:
            return (
                structs.replace(those, piloted_by=by.any_one(story))
                if by is not None
                else structs.replace(those, piloted=True)
            )

        return self._state(noun, part)

    def simple__is_its_pilot(self, pilot: Noun) -> Member:
        """Of "As long as Poe is its Pilot": its that was spoken of."""
        return self.simple__is_piloted(Noun("ref", lambda story: story.it(), extra={"it": True}), pilot)

    def simple__is_aboard(self, aboard: Noun, unit: Noun) -> Member:
        """Of "As long as Poe is on this unit": as its Pilot, or attached to it."""

        def part(story: Story, those: Those) -> Those:
            on = aboard.build(story)
            field = "equipped_by" if on.what == "equipment" else "piloted_by"
            return structs.replace(those, **{field: on})

        return self._state(unit, part)

    def simple__is_piloting(self, pilot: Noun, unit: Noun) -> Member:
        """Of "As long as Poe is piloting it": that he is a Pilot on it; "that unit" is then what he is on."""
        found = self.simple__is_piloted(unit, pilot)

        def ask(story: Story) -> w.Condition:
            condition = found.asks(story)
            if isinstance(condition, w.There) and condition.are.piloted_by == THIS:
                story.mention(condition.are, unit.build(story))
            return condition

        return structs.replace(found, asks=ask)

    def simple__is_not_piloted(self, noun: Noun, by: Noun) -> Asks:
        return lambda story: _not(noun, w.There(are=structs.replace(noun.build(story), piloted_by=by.any_one(story))))

    def simple__has_keyword(self, noun: Noun, keyword: Token) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, keyword=str(keyword)))

    def simple__has_feature(self, noun: Noun, feature: Part) -> Member:
        """One thing alone always has the highest of a value: of which it has it must be said."""

        def part(story: Story, those: Those) -> Those:
            found = feature(story, those)
            if those.bound and not noun.plural and (found.highest or found.lowest):
                raise NotMeant("the highest of which")
            return found

        return self._state(noun, part)

    def simple__has_extreme(self, noun: Noun, extreme: Token, stat: Token, others: Noun) -> Member:
        """Of "has the highest speed of any unit in the Ground arena": no other has more."""
        return self._extreme(noun, str(extreme), stat, others.build)

    def simple__has_extreme_there(self, noun: Noun, *words: Any) -> Member:
        extreme, stat, place = words[-3:]
        return self._extreme(noun, str(extreme), stat, lambda story: place(story, Those()))

    def _extreme(self, noun: Noun, extreme: str, stat: Token, others: Callable[[Story], Those]) -> Member:
        def part(story: Story, those: Those) -> Those:
            among = structs.replace(others(story), what="unit")
            if not those.bound or among.bound:
                raise NotMeant("the highest of which")
            than = w.Stat(stat=stat_of(str(stat)), of=among, over=extreme)
            how = ">=" if extreme == "highest" else "<="
            there = structs.replace(those, zones=those.zones or among.zones)
            return _where(there, w.Where(stat=stat_of(str(stat)), how=how, than=than))

        return self._state(noun, part)

    def simple__all_of_it(self, noun: Noun, *preds: Callable[[Noun], Any]) -> Asks | Member:
        asked = [pred(noun) for pred in preds]
        if is_on_it(asked[0]) and all(isinstance(each, Member) for each in asked):
            return self._state(noun, lambda story, those: _with(story, those, tuple(each.part for each in asked)))

        def ask(story: Story) -> w.Condition:
            first = _asked(asked[0], story)
            if isinstance(first, w.There) and all(isinstance(each, Member) for each in asked[1:]):
                parts = tuple(each.part for each in asked[1:])
                return structs.replace(first, are=_with(story, first.are, parts))
            return w.Both(of=(first, *(_asked(each, story) for each in asked[1:])))

        return ask

    def simple__is_not_state(self, noun: Noun, state: Part) -> Asks:
        return lambda story: _not(noun, w.There(are=state(story, noun.build(story))))

    def simple__is_not_in(self, noun: Noun, place: Part) -> Asks:
        return lambda story: _not(noun, w.There(are=place(story, noun.build(story))))

    def simple__is_state(self, noun: Noun, state: Part) -> Member | Asks:
        if noun.how == "each":  # "all units are tapped": there is none that is not
            return lambda story: _none_otherwise(noun.build(story), state(story, Those()))
        return self._state(noun, state)

    def simple__is_a(self, noun: Noun, described: Part) -> Member:
        return self._state(noun, lambda story, those: _joined(those, described(story, Those())))

    def simple__is_one_of(self, noun: Noun, one: Token, whose: Part, described: Part) -> Member:
        if one != "1":
            raise NotMeant("several of them")
        return self._state(noun, lambda story, those: _joined(those, _with(story, described(story, Those()), (whose,))))

    def simple__is_not_a(self, noun: Noun, described: Part) -> Asks:
        return lambda story: _not(noun, w.There(are=_joined(noun.build(story), described(story, Those()))))

    def simple__was_discarded(self, noun: Noun, *places: Part) -> Asks:
        def ask(story: Story) -> w.Condition:
            happened = w.Happened(event="discarded", to=_with(story, noun.build(story), places))
            return _so_many(noun, happened)

        return ask

    def simple__then_discarded(self, noun: Noun, *places: Part) -> Discarded:
        """Of "If that unit is discarded": an event to come (`telling` makes a delayed effect of it)."""
        return Discarded(noun, places, self.event__discarded(noun, *places))

    simple__discarded_this_turn = simple__then_discarded

    def simple__discarded_in_attack(self, noun: Noun) -> Discarded:
        return Discarded(noun, (), self.event__discarded(noun), until="attack")

    def simple__not_discarded(self, noun: Noun) -> Survives:
        return Survives(noun)

    def simple__survives(self, noun: Noun) -> Survives:
        return Survives(noun, said=True)

    def simple__all_of_them_are(self, whose: Part, described: Part, *parts: Part) -> Asks:
        *posts, state = parts

        def ask(story: Story) -> w.Condition:
            return _none_otherwise(_with(story, described(story, Those()), (whose, *posts)), state(story, Those()))

        return ask

    def simple__all_are(self, described: Part, *parts: Part) -> Asks:
        *posts, state = parts

        def ask(story: Story) -> w.Condition:
            return _none_otherwise(_with(story, described(story, Those()), tuple(posts)), state(story, Those()))

        return ask
