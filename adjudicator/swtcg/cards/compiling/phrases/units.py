"""What units do and what is done to them, and that they get something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import (
    Gain,
    UnitVerb,
    _change,
    _damages,
    _get,
    _grant,
    _lasting,
    damages_the_same,
)
from adjudicator.swtcg.cards.compiling.phrases.lasting import during
from adjudicator.swtcg.cards.compiling.phrases.offering import its_player_may, whose_unit
from adjudicator.swtcg.cards.compiling.phrases.timing import TAPPED
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked
from adjudicator.swtcg.cards.compiling.story.rivals import attacking_so
from adjudicator.swtcg.cards.compiling.story.saying import Say, _exactly, _on_table
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, Part, Told, _times, _with, stat_of
from adjudicator.swtcg.cards.compiling.story.spoken import WHOSE
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

NO_LIMIT = 9
"""So many cards more than the rules have it may lie in a stack of which a text says only "more"."""


@v_args(inline=True)
class UnitMeaning(Transformer[Token, Any]):
    """Units and what they do or get, of `units.lark`."""

    gain__add: Callable[..., Gain]
    gain__more_dice: Callable[..., Gain]

    def unit_vp__gets(self, gains: tuple[Gain, ...]) -> UnitVerb:
        return lambda story, those: _get(story, those, gains)

    def unit_vp__gets_in(self, gains: tuple[Gain, ...], place: Part) -> UnitVerb:
        return lambda story, those: _get(story, place(story, those), gains)

    def unit_vp__gets_or(self, gains: tuple[Gain, ...], *rest: Any) -> UnitVerb:
        """Of "gets +2 power for this attack, or +4 power if it is a Vehicle": one or the other, by what is so."""
        *until, others, asks = rest

        def verb(story: Story, those: Those) -> None:
            for each in until:
                during(story, each)
            with story.inside() as first:
                _get(story, those, gains)
            condition = _asked(asks, story)
            with story.inside() as second:
                _get(story, those, others)
            if story.lasts:
                raise NotMeant("one or the other, always")
            story.say(w.If(condition=condition, then=tuple(second), otherwise=tuple(first)))

        return verb

    def unit_vp__loses(self, losses: tuple[Gain, ...]) -> UnitVerb:
        return lambda story, those: _get(story, those, losses)

    def clause_vp__raises(self, which: Token, noun: Noun, stat: Token, amount: Told) -> Say:
        """Of "Reduce that unit's power by 2"."""
        less = which == "reduce"

        def say(story: Story) -> None:
            number = amount(story)
            changed = _times(number, -1) if less else number
            story.say(_change(story, _on_table(story.reach(noun)), stat_of(str(stat)), changed))

        return say

    def clause_vp__doubles_stat(self, stat: Token, noun: Noun) -> Say:
        """So much more as it is now."""

        def say(story: Story) -> None:
            those = _on_table(story.reach(noun))
            if not those.bound or noun.plural:
                raise NotMeant("doubled for each of several")
            name = stat_of(str(stat))
            story.say(_change(story, those, name, w.Stat(stat=name, of=those)))

        return say

    def clause_vp__doubles_stat_of(self, noun: Noun, stat: Token) -> Say:
        return self.clause_vp__doubles_stat(stat, noun)

    def unit_vp__rolls_more(self, amount: Told) -> UnitVerb:
        return lambda story, those: _get(story, those, (self.gain__more_dice(amount),))

    def clause_vp__rolls_more(self, number: Token) -> Say:
        """Of "When this unit attacks, roll 1 extra attack die": it is the attacker that the event has named."""

        def say(story: Story) -> None:
            attacker = story.marks.get("turned")
            if attacker not in (THIS, ATTACKER) or story.who != "you":
                raise NotMeant("whose attack dice")
            _get(story, attacker, (self.gain__more_dice(lambda told: int(number)),))

        return say

    def clause_vp__raises_of(self, which: Token, stat: Token, noun: Noun, amount: Told) -> Say:
        return self.clause_vp__raises(which, noun, stat, amount)

    def unit_vp__rolls_less(self, number: Token) -> UnitVerb:
        return lambda story, those: _get(story, those, (self.gain__more_dice(lambda told: -int(number)),))

    def statement__stat_raised(self, noun: Noun, stat: Token, which: Token, amount: Told) -> Say:
        return self.clause_vp__raises(which, noun, stat, amount)

    def unit_vp__gets_marks(self, quantity: tuple[int, Any, bool], mark: Token) -> UnitVerb:
        return lambda story, those: story.say(w.AddMarks(on=those, mark=str(mark), amount=_exactly(story, quantity)))

    def unit_vp__gets_build_counters(self, quantity: tuple[int, Any, bool]) -> UnitVerb:
        return lambda story, those: story.say(w.AddCounters(on=_on_table(those), amount=_exactly(story, quantity)))

    def clause_vp__give(self, noun: Noun, gains: tuple[Gain, ...]) -> Say:
        return lambda story: _get(story, _on_table(story.reach(noun)), gains)

    def unit_vp__gets_and_cannot(self, gains: tuple[Gain, ...], *limits: Any) -> UnitVerb:
        first, second = self.unit_vp__gets(gains), self.unit_vp__cannot(*limits)
        return lambda story, those: (first(story, those), second(story, those))[1]

    def unit_vp__gets_attacking_and(self, first: tuple[Gain, ...], noun: Noun, more: tuple[Gain, ...]) -> UnitVerb:
        """What is got when attacking something, and what is got besides."""

        def verb(story: Story, those: Those) -> None:
            if "member" in story.marks:
                raise NotMeant("when attacking, and as long as")
            story.marks["member"] = lambda told, who: attacking_so(told, who, noun)
            _get(story, those, first)
            story.marks.pop("member")
            story.marks.pop("member used")
            _get(story, those, more)

        return verb

    def gets_attacking_each(self, *parts: Any) -> UnitVerb:
        """What is got when attacking one thing, and what when attacking another."""
        pairs = list(zip(parts[::2], parts[1::2], strict=True))

        def verb(story: Story, those: Those) -> None:
            for gains, noun in pairs:
                self.unit_vp__gets_attacking_and(gains, noun, ())(story, those)

        return verb

    def unit_vp__gets_either(self, *gains: Gain) -> UnitVerb:
        """One of several gains, as whoever plays it chooses."""

        def verb(story: Story, those: Those) -> None:
            options = []
            for gain in gains:
                with story.inside() as do:
                    _get(story, those, (gain,))
                options.append(tuple(do))
            story.say(w.OneOfThese(options=tuple(options)))

        return verb

    def unit_vp__gets_and_loses(self, gains: tuple[Gain, ...], losses: tuple[Gain, ...]) -> UnitVerb:
        return self.unit_vp__gets((*gains, *losses))

    def unit_vp__damages(self, amount: Told, noun: Noun, *more: Any) -> UnitVerb:
        return _damages(((amount, noun), *([(more[0], more[1])] if more else [])), dice=False)

    def unit_vp__damages_equal(self, amount: Told, noun: Noun) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            number = None if noun.extra.get("other of two") else amount(story)
            told = amount if number is None else lambda _: number
            _damages(((told, noun),), dice=False)(story, those)

        return verb

    def unit_vp__damages_equal_turned(self, noun: Noun, amount: Told) -> UnitVerb:
        return self.unit_vp__damages_equal(amount, noun)

    def unit_vp__takes_damage(self, amount: Told) -> UnitVerb:
        return lambda story, those: story.say(w.Damage(to=those, amount=amount(story)))

    def unit_vp__damages_dice(self, amount: Told, noun: Noun) -> UnitVerb:
        return _damages(((amount, noun),), dice=True)

    def unit_vp__damages_the_same(self, amount: Told) -> UnitVerb:
        return damages_the_same(amount, dice=False)

    def unit_vp__damages_the_same_dice(self, amount: Told) -> UnitVerb:
        return damages_the_same(amount, dice=True)

    def unit_vp__damages_turned(self, noun: Noun, amount: Told) -> UnitVerb:
        return _damages(((amount, noun),), dice=False)

    def unit_vp__may_damage(self, amount: Told, noun: Noun) -> UnitVerb:
        return _may_damage(amount, noun, dice=False)

    def unit_vp__may_damage_dice(self, amount: Told, noun: Noun) -> UnitVerb:
        return _may_damage(amount, noun, dice=True)

    def shares(self, least: Token, most: Token, *parts: Part) -> Noun:
        whose, *rest = parts
        return Noun("pick", lambda told: _with(told, Those(), (*rest, whose)), int(least), int(most), plural=True)

    def unit_vp__divides(self, amount: Told, *words: Any) -> UnitVerb:
        among = words[-1]

        def verb(story: Story, those: Those) -> None:
            part = w.Damage(to=Those(what="stack", bound="part"), amount=w.X(name="share"), by=those)
            chosen = story.reach(among) if among.how == "pick" else among.build(story)
            story.say(w.Divide(amount=amount(story), among=chosen, do=(part,), into="part"))

        return verb

    def clause_vp__divides(self, amount: Told, *words: Any) -> Say:
        return lambda story: self.unit_vp__divides(amount, *words)(story, w.THIS)

    def unit_vp__doubles(self, _doubling: Token, noun: Noun | None = None) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            if noun is not None:
                those = structs.replace(those, attacking_whom=noun.build(story))
            story.say(_lasting(story, w.Modify(of=those, stat="damage done", amount=2, set=True)))

        return verb

    def unit_vp__retreats(self) -> UnitVerb:
        return lambda story, those: story.say(w.Retreat(what=those))

    def unit_vp__is_discarded(self) -> UnitVerb:
        return lambda story, those: story.say(w.Discard(what=those))

    def unit_vp__is_tapped(self) -> UnitVerb:
        return lambda story, those: story.say(w.Tap(what=those))

    def unit_vp__untaps(self) -> UnitVerb:
        return lambda story, those: story.say(w.Untap(what=those))

    def unit_vp__becomes(self, *words: tuple[str, str]) -> UnitVerb:
        kinds = " ".join(value for key, value in words if key == "kind")
        if not kinds or any(key != "kind" for key, _ in words):
            raise NotMeant("become that")
        return lambda story, those: story.say(_grant(story, those, w.TreatAs(subtype=kinds)))

    def unit_vp__cannot(self, *limits: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            member = story.marks.get("member")
            those = those if member is None else member(story, those)
            for limit in limits:
                said = limit(story, those)
                if member is not None:
                    story.marks["member used"] = story.marks.get("member used", 0) + len(said)
                story.say(*said)

        return verb

    def unit_vp__ignores_both(self, one: Token, other: Token) -> UnitVerb:
        both = (self.unit_vp__ignores(one), self.unit_vp__ignores(other))

        def verb(story: Story, those: Those) -> None:
            for each in both:
                each(story, those)

        return verb

    def unit_vp__ignores(self, keyword: Token, noun: Noun | None = None) -> UnitVerb:
        """Of "ignores Shields": what it attacks has none in that attack."""

        def verb(story: Story, those: Those) -> None:
            if keyword not in ("shields", "armor"):
                raise NotMeant(f"ignores {keyword}")
            whom = noun.build(story) if noun is not None else Those()
            if (member := story.marks.get("member")) is not None:
                those = member(story, those)
                story.marks["member used"] = story.marks.get("member used", 0) + 1
            if not whom.bound:
                whom = structs.replace(whom, attacked_by=those)
            story.say(_lasting(story, w.Silence(of=whom, keyword=str(keyword))))

        return verb

    def unit_vp__ignores_turned(self, noun: Noun, keyword: Token) -> UnitVerb:
        return self.unit_vp__ignores(keyword, noun)

    def unit_vp__stack_room(self, *_words: Any) -> UnitVerb:
        return lambda story, those: story.say(_lasting(story, w.Modify(of=those, stat="stack room", amount=NO_LIMIT)))

    def unit_vp__does_not_untap(self) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            if story.marks.get("next untap") or story.marks.pop("next turn", False):
                story.say(w.Allow(clause="UNTAPS", who=those, permit=False, until="next untap"))
            elif story.until in (TAPPED, "next build"):
                story.say(w.Allow(clause="UNTAPS", who=those, permit=False, until=story.until))
            elif story.lasts and story.marks.get("untap"):
                story.say(_lasting(story, w.Allow(clause="UNTAPS", who=those, permit=False)))
            else:
                raise NotMeant("doesn't untap")

        return verb

    def unit_vp__may_stay_tapped(self) -> UnitVerb:
        return lambda story, those: story.say(_lasting(story, w.Allow(clause="MAY_STAY_TAPPED", who=those)))

    def clause_vp__may_not_untap(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            story.say(_lasting(story, w.Allow(clause="MAY_STAY_TAPPED", who=noun.build(story))))

        return say

    def unit_vp__wins_ties(self, _stat: Token) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            if those != Those(side="yours"):
                raise NotMeant("ties of some units")
            story.say(_lasting(story, w.Allow(clause="DARK_WINS_TIES", who=Those(side="yours"))))

        return verb

    def unit_vp__gets_no_keyword(self, keyword: Token) -> UnitVerb:
        if keyword != "bounty":
            raise NotMeant(f"no {keyword}")
        return lambda story, those: story.say(_lasting(story, w.Allow(clause="BOUNTY_EARNED", who=those, permit=False)))

    def clause_vp__gets_no_bounty(self, keyword: Token, noun: Noun, *_place: Part) -> Say:
        def say(story: Story) -> None:
            if keyword != "bounty":
                raise NotMeant(f"no {keyword}")
            who = Those(side=story.side(story.who))
            change = w.Allow(clause="BOUNTY_EARNED", who=who, permit=False, whom=noun.build(story))
            story.say(_lasting(story, change))

        return say

    def unit_vp__no_effect(self) -> UnitVerb:
        return lambda story, those: story.say(_lasting(story, w.Silence(of=those, vain=True)))


def _may_damage(amount: Told, noun: Noun, *, dice: bool) -> UnitVerb:
    """Of "That unit may do that much damage to ...": what may be chosen for it may be left unchosen, else its player is
    asked.
    """

    def verb(story: Story, those: Those) -> None:
        if noun.how != "pick":
            its_player_may(those, _damages(((amount, noun),), dice=dice))(story)
            return
        if whose_unit(story, those) != "you":
            raise NotMeant(WHOSE)
        when, story.when = story.when, "resolving"
        with story.inside() as do:
            to = story.reach(Noun("pick", noun.build, 0, 1))
            story.say(w.Damage(to=to, amount=amount(story), by=those, dice=dice))
        story.when = when
        story.say(*do)

    return verb
