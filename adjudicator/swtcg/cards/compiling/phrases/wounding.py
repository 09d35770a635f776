"""Damage, its prevention, counters and dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.ahead import in_play
from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _damages, damages_the_same
from adjudicator.swtcg.cards.compiling.phrases.clauses import whoever_has_it
from adjudicator.swtcg.cards.compiling.phrases.offering import _may
from adjudicator.swtcg.cards.compiling.phrases.whose import its_or_theirs, that_players
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.preventing import _prevent, _prevented
from adjudicator.swtcg.cards.compiling.story.saying import (
    Say,
    _all,
    _counters,
    _damage,
    _exactly,
    _for_each,
    _not_meant,
    _nouns,
    _on_table,
    _roll,
)
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, Part, Told, _times
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNITS, Those

ALL_AGAIN = w.Reroll(all=True)


def _told_first(story: Story, amount: Told) -> Told:
    """An amount that is spoken of before what it is done to."""
    number = amount(story)
    return lambda told: number


def takes(story: Story, those: Those) -> None:
    """What would be done to one is done to another: prevented there, and done here by what would have done it."""
    story.say(w.Prevent(to=_prevented(story)))
    damager = Those(what="stack", bound="damager")
    story.say(w.Damage(to=those, amount=w.X(name="damage"), by=damager))


def _ask_whose_attack(story: Story, whose: Sequence[Part]) -> None:
    """Of "your attack dice": they are rolled in the attack of a unit of that player (`standing.also_asked`)."""
    for part in whose:
        if part in (its_or_theirs, that_players) and not story.player:  # of "its attack dice": of the unit's own attack
            who = story.it()
            if who not in (ATTACKER, story.marks.get("turned")):
                story.marks["also asked"] = w.There(are=structs.replace(who, attacking=True))
            continue
        story.marks["also asked"] = w.There(are=part(story, ATTACKER))


def _reroll_of(noun: Noun, reroll: w.Reroll) -> Say:
    """Dice of one unit are rolled only in its own attack."""

    def say(story: Story) -> None:
        who = noun.build(story)
        if who not in (ATTACKER, story.marks.get("turned")):
            story.marks["also asked"] = w.There(are=structs.replace(who, attacking=True))
        story.say(reroll)

    return say


def _being_built(those: Those) -> Those:
    """Of "2 build counters on one of your Clones in your build zone": what is not built yet."""
    return structs.replace(those, what="built") if those.what in UNITS and "build" in those.zones else those


INTO_PLAY = (*ARENAS, "arena", "there")
"""Where cards that come into play are put."""

Blow = tuple[Told, Noun, bool]
"""So much damage to something; or so many dice of it."""


def _any_of_its(story: Story, quantity: tuple[int, Any, bool], stat: str, source: Those) -> w.Amount:
    """So many counters; of "any number" the player says how many of those that are there."""
    if quantity[:2] != (0, None):
        return _counters(story, quantity)
    story.say(w.ChooseNumber(into="many", most=w.Stat(stat=stat, of=source)))
    return w.X(name="many")


def _has_some(story: Story, source: Those) -> None:
    """Of "When this unit attacks, move 1 damage counter from one unit to another": whoever has to choose the first
    chooses one that has a counter, as nothing would be moved otherwise.
    """
    chosen = story.do[-1] if story.do else None
    if isinstance(chosen, w.Choose) and chosen.into == source.bound and (chosen.when, chosen.least) == ("resolving", 1):
        story.do[-1] = structs.replace(chosen, among=structs.replace(chosen.among, damaged=True))


@v_args(inline=True)
class WoundMeaning(Transformer[Token, Any]):
    """What is done to units in counters and dice, of `players.lark`."""

    def clause_vp__mark(self, quantity: tuple[int, Any, bool], mark: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddMarks(on=story.reach(in_play(noun)), mark=str(mark), amount=_exactly(story, quantity)))

        return say

    def clause_vp__take_marks(self, quantity: tuple[int, Any, bool], mark: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            less = _times(_exactly(story, quantity), -1)
            story.say(w.AddMarks(on=story.reach(noun), mark=str(mark), amount=less))
            story.much = w.X(name="removed")

        return say

    def clause_vp__move_marks(self, quantity: tuple[int, Any, bool], mark: Token, source: Noun, target: Noun) -> Say:
        """As many as could be taken off are put there."""
        take = self.clause_vp__take_marks(quantity, mark, source)

        def say(story: Story) -> None:
            taken = story.told_apart(take)
            *ahead, off = taken
            story.say(*ahead)
            on = story.reach(target)
            story.say(off, w.AddMarks(on=on, mark=str(mark), amount=w.X(name="removed")))

        return say

    def clause_vp__mark_equal(self, mark: Token, noun: Noun, amount: Told) -> Say:
        def say(story: Story) -> None:
            number = amount(story)
            story.say(w.AddMarks(on=story.reach(noun), mark=str(mark), amount=number))

        return say

    def clause_vp__harm_equal(self, _counter: Token, noun: Noun, amount: Told) -> Say:
        def say(story: Story) -> None:
            number = amount(story)
            story.say(w.PlaceDamage(on=_on_table(story.reach(noun)), amount=number))

        return say

    def clause_vp__unmark(self, mark: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddMarks(on=story.reach(noun), mark=str(mark), amount=None))
            story.much = w.X(name="removed")

        return say

    def clause_vp__you_damage(self, amount: Told, noun: Noun) -> Say:
        return _damage(THIS, amount, noun, dice=False)

    def clause_vp__you_damage_equal(self, amount: Told, noun: Noun) -> Say:
        return lambda story: _damage(THIS, _told_first(story, amount), noun, dice=False)(story)

    def clause_vp__you_damage_turned(self, noun: Noun, amount: Told) -> Say:
        return _damage(THIS, amount, noun, dice=False)

    def clause_vp__you_damage_dice_turned(self, noun: Noun, amount: Told) -> Say:
        return _damage(THIS, amount, noun, dice=True)

    def clause_vp__you_damage_dice(self, amount: Told, noun: Noun) -> Say:
        return _damage(THIS, amount, noun, dice=True)

    def clause_vp__you_damage_the_same(self, amount: Told) -> Say:
        return lambda story: damages_the_same(amount, dice=False)(story, THIS)

    def clause_vp__you_damage_the_same_dice(self, amount: Told) -> Say:
        return lambda story: damages_the_same(amount, dice=True)(story, THIS)

    def blow__damage(self, amount: Told, noun: Noun) -> Blow:
        return amount, noun, False

    def blow__dice(self, amount: Told, noun: Noun) -> Blow:
        return amount, noun, True

    def clause_vp__you_do_blows(self, *blows: Blow) -> Say:
        return lambda story: self.unit_vp__does_blows(*blows)(story, THIS)

    def unit_vp__does_blows(self, *blows: Blow) -> UnitVerb:
        """Damage to several things, to each as much as is said of it."""

        def verb(story: Story, those: Those) -> None:
            for amount, noun, dice in blows:
                _damages(((amount, noun),), dice=dice)(story, those)

        return verb

    def unit_vp__takes_that(self) -> UnitVerb:
        return takes

    def aimed__to(self, *nouns: Noun) -> tuple[str, tuple[Noun, ...]]:
        return "to", nouns

    def aimed__by(self, *nouns: Noun) -> tuple[str, tuple[Noun, ...]]:
        return "by", nouns

    def aimed(self, by: tuple[str, tuple[Noun, ...]]) -> tuple[str, tuple[Noun, ...]]:
        return by

    def that_they_would_do(self, noun: Noun) -> tuple[str, tuple[Noun, ...]]:
        return "by", (noun,)

    def aimed__of_the_attack(self) -> tuple[str, tuple[Noun, ...]]:
        return "attack", ()

    def clause_vp__prevent_all(self, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        return lambda story: _prevent(story, None, aimed)

    def clause_vp__prevent(self, amount: Told, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        return lambda story: _prevent(story, amount, aimed)

    def clause__reduces_damage(self, *words: Any) -> Say:
        """Of "Damage done to this unit by Droids is reduced by 1": so much of it is prevented."""
        *aimed, how, amount = words
        if how != "reduce":
            raise NotMeant("more damage than is done")
        return self.clause_vp__prevent(amount, *aimed)

    def clause__reduces_damage_turned(self, how: Token, *words: Any) -> Say:
        *aimed, amount = words
        return self.clause__reduces_damage(*aimed, how, amount)

    def clause__takes_less(self, noun: Noun, number: Token, *by: Noun) -> Say:
        """Of "This unit takes 1 less damage from Droids": so much of it is prevented."""
        return self.clause_vp__prevent(lambda story: int(number), self.aimed__to(noun, *by))

    def clause_vp__prevent_that(self) -> Say:
        return lambda story: _prevent(story, None, ())

    def clause_vp__takes_it(self, noun: Noun) -> Say:
        return lambda story: takes(story, _on_table(story.reach(noun)))

    def statement__takes_it(self, noun: Noun) -> Say:
        return self.clause_vp__takes_it(noun)

    def statement__may_take_it(self, noun: Noun) -> Say:
        return _may("you", (self.clause_vp__takes_it(noun),))

    def clause_vp__prevent_all_but(self, amount: Told, *aimed: tuple[str, tuple[Noun, ...]]) -> Say:
        def say(story: Story) -> None:
            but = amount(story)
            if not aimed:
                target = _prevented(story)
            elif len(aimed) == 1 and aimed[0][0] == "to" and len(aimed[0][1]) == 1 and not (story.until or story.lasts):
                target = _on_table(story.reach(aimed[0][1][0]))
            else:
                raise NotMeant("all but so much of which damage")
            story.say(w.Prevent(to=target, all_but=but if isinstance(but, int) else _not_meant("all but X")))

        return say

    def clause_vp__harm(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                those = story.reach(each)
                last = story.do[-1] if story.do else None
                if (
                    isinstance(last, w.MoveTo)
                    and those in (last.what, Those(what="stack", bound=last.into))
                    and last.to in INTO_PLAY
                ):
                    story.do[-1] = structs.replace(last, damage=_exactly(story, quantity), into="")
                    continue
                story.say(w.PlaceDamage(on=_on_table(those), amount=_for_each(story, _exactly(story, quantity))))

        return say

    def clause_vp__harm_two(self, *words: Any) -> Say:
        one, two = words[:3], words[3:]
        return _all((self.clause_vp__harm(*one), self.clause_vp__harm(*two)))

    def clause_vp__move_damage(self, quantity: tuple[int, Any, bool], _counter: Token, one: Noun, other: Noun) -> Say:
        def say(story: Story) -> None:
            source = _on_table(story.reach(one))
            _has_some(story, source)
            target = _on_table(story.reach(other))
            amount = _any_of_its(story, quantity, "damage", source)
            story.say(w.MoveDamage(of=source, to=target, amount=amount))

        return say

    def clause_vp__move_all_damage(self, _counter: Token, one: Noun, other: Noun) -> Say:
        def say(story: Story) -> None:
            source = _on_table(story.reach(one))
            story.say(w.MoveDamage(of=source, to=_on_table(story.reach(other))))

        return whoever_has_it(say)

    def clause_vp__add_build_counters(self, quantity: tuple[int, Any, bool], *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            those = story.reach(structs.replace(noun, build=lambda told: _being_built(noun.build(told))))
            amount = _for_each(story, _counters(story, quantity))
            last = story.do[-1] if story.do else None
            if isinstance(last, w.MoveTo) and last.to == "build" and last.what == those and last.counters == 0:
                down = last.face_down or those.what == "card"
                story.do[-1] = structs.replace(last, counters=amount, face_down=down)
                return
            story.say(w.AddCounters(on=those, amount=amount))

        return say

    def clause_vp__add_build_counters_equal(self, amount: Told, noun: Noun) -> Say:
        def say(story: Story) -> None:
            number = amount(story)
            self.clause_vp__add_build_counters((number, number, False), noun)(story)

        return say

    def clause_vp__build_counters_equal_added(self, noun: Noun, amount: Told) -> Say:
        return self.clause_vp__add_build_counters_equal(amount, noun)

    def clause_vp__add_build_counters_divided(self, quantity: tuple[int, Any, bool], noun: Noun) -> Say:
        def say(story: Story) -> None:
            least, most, _ = quantity
            if not isinstance(most, int):
                raise NotMeant("so many divided")
            part = w.AddCounters(on=Those(what="stack", bound="part"), amount=w.X(name="share"))
            several = noun.how == "pick" and noun.plural and noun.most is not None  # "any of" them are all of them
            among = story.reach(noun) if several else noun.build(story)
            story.say(w.Divide(amount=most, among=among, do=(part,), into="part", up_to=least == 0))

        return say

    def clause_vp__move_build_counters(self, quantity: tuple[int, Any, bool], one: Noun, other: Noun) -> Say:
        """As many as there are to be moved."""

        def say(story: Story) -> None:
            source = story.reach(one)
            target = story.reach(other)
            story.say(w.AddCounters(on=source, amount=_times(_any_of_its(story, quantity, "counters", source), -1)))
            story.say(w.AddCounters(on=target, amount=w.X(name="removed")))

        return say

    def put_over__build_counters(self, quantity: tuple[int, Any, bool], *nouns: Noun) -> Say:
        """Of "Take a build counter from one card and put it on another": the counter is moved."""
        one, _it, other = nouns
        return self.clause_vp__move_build_counters(quantity, one, other)

    def put_over__damage(self, quantity: tuple[int, Any, bool], counter: Token, *nouns: Noun) -> Say:
        one, _it, other = nouns
        return self.clause_vp__move_damage(quantity, counter, one, other)

    def clause_vp__take_build_counters(self, quantity: tuple[int, Any, bool], *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            those = story.reach(noun)
            less = _times(_for_each(story, _counters(story, quantity)), -1)
            story.say(w.AddCounters(on=those, amount=less))
            story.much = w.X(name="removed")

        return say

    def clause_vp__choose_dice(self, *words: Any) -> Say:
        """Of "Choose one or more of your attack dice": the dice of the reroll that follows."""
        (_, most, _), *whose = words

        def say(story: Story) -> None:
            _ask_whose_attack(story, whose)
            story.marks["dice"] = w.Reroll(most=most, attack=True)

        return say

    def clause_vp__reroll_it(self) -> Say:
        """Of "it": the die chosen, else the roll that has just been made."""
        return lambda story: story.say(story.marks.get("dice", ALL_AGAIN))

    def clause_vp__reroll_the_die(self) -> Say:
        """Of "the die": of the build roll, which has but one; which of the dice of an attack nobody could tell."""

        def say(story: Story) -> None:
            if "build roll" not in story.marks:
                raise NotMeant("which die")
            story.say(ALL_AGAIN)

        return say

    def clause_vp__reroll_some(self, quantity: tuple[int, Any, bool]) -> Say:
        return lambda story: story.say(w.Reroll(most=quantity[1]))

    def clause_vp__reroll_attack_dice(self, quantity: tuple[int, Any, bool], *whose: Part) -> Say:
        return self._reroll(w.Reroll(most=quantity[1], attack=True), whose)

    def clause_vp__reroll_some_of(self, quantity: tuple[int, Any, bool], noun: Noun) -> Say:
        """Of "one of this unit's attack dice": dice of its attack."""
        return _reroll_of(noun, w.Reroll(most=quantity[1], attack=True))

    def clause_vp__reroll_all_of(self, noun: Noun) -> Say:
        return _reroll_of(noun, w.Reroll(all=True, attack=True))

    def _reroll(self, reroll: w.Reroll, whose: tuple[Part, ...]) -> Say:
        def say(story: Story) -> None:
            _ask_whose_attack(story, whose)
            story.say(reroll)

        return say

    def clause_vp__adjust(self, number: Token) -> Say:
        return lambda story: story.say(w.AdjustRoll(by=int(number)))

    def clause_vp__reroll_all(self) -> Say:
        return lambda story: story.say(ALL_AGAIN)

    def clause_vp__reroll_all_attack_dice(self, *whose: Part) -> Say:
        return self._reroll(w.Reroll(all=True, attack=True), whose)

    def clause_vp__reroll_any(self, *_words: Any) -> Say:
        return lambda story: story.say(w.Reroll())

    def clause_vp__reroll_those(self, *_words: Any) -> Say:
        return lambda story: story.say(story.marks.get("dice") or _not_meant("those dice"))

    def clause_vp__roll_of(self, quantity: tuple[int, Any, bool]) -> Say:
        return lambda story: _roll(story, _exactly(story, quantity))

    def clause_vp__roll(self, amount: Told | None = None) -> Say:
        return lambda story: _roll(story, _for_each(story, amount(story) if amount is not None else 1))

    def clause_vp__remove_build_counters(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(w.AddCounters(on=story.reach(noun), amount=None))
            story.much = w.X(name="removed")

        return say
