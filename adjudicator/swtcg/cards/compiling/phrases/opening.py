"""What opens and closes a sentence: when, on which condition, how long, for each of what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Deed, Hears, Only
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told, counted, value_on
from adjudicator.swtcg.cards.compiling.story.sentences import EACH_TIME, FIRST, ONCE, Mark
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.cards.compiling.story.this_way import damage_done, damage_of_event, thus
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

FACES = 6


def _kind(words: tuple[Any, ...]) -> Part | None:
    """Of "for each Rebel put there this way": the kind; None where counters, Force or damage are counted."""
    return words[0] if words and callable(words[0]) else None


@v_args(inline=True)
class OpeningMeaning(Transformer[Token, Any]):
    """Openers and closers, of `sentences.lark`."""

    event__kills: Callable[..., Hears]
    event__killed_attacking: Callable[..., Hears]
    event__kills_attacking: Callable[..., Hears]
    event__attacks: Callable[..., Hears]
    event__would_retreat: Callable[..., Hears]
    event__attack_ends: Callable[..., Hears]
    event__the_attack_ends: Callable[..., Hears]
    simple__rolled: Callable[..., Any]

    def opener__when(self, *parts: Any) -> Mark:
        return Mark("when", parts)

    def opener__whenever(self, *parts: Any) -> Mark:
        return Mark("when", (*parts, EACH_TIME))

    def opener__when_this_turn(self, event: Hears) -> Mark:
        """How long is waited, and not how long what is done then lasts."""

        def hear(story: Story) -> w.Event:
            heard = event(story)
            story.marks["later until"] = "turn"
            return heard

        return Mark("when", (hear,))

    def opener__whenever_this_turn(self, event: Hears) -> Mark:
        return Mark("when", (*self.opener__when_this_turn(event).held, EACH_TIME))

    def opener__after_this_turn(self, event: Hears) -> Mark:
        (hears,) = self.opener__after(event).held
        return self.opener__when_this_turn(hears)

    def opener__first_time(self, event: Hears) -> Mark:
        return Mark("when", (event, FIRST))

    def opener__first_time_this_turn(self, event: Hears) -> Mark:
        """Of what a Mission says: nothing has attacked before it, so that the next time is the first."""

        def hear(story: Story) -> w.Event:
            heard = event(story)
            if story.marks.get("played") != "mission" or heard.kind not in ("attacks", "attacked"):
                raise NotMeant("the first time this turn")
            return heard

        return Mark("when", (hear,))

    def opener__once_when(self, *parts: Any) -> Mark:
        return Mark("when", (*parts, ONCE))

    def opener__after_the_attack(self) -> Mark:
        return Mark("when", (self.event__the_attack_ends(),))

    def opener__after(self, event: Hears) -> Mark:
        """Of "After this unit attacks": as its attack ends."""

        def hear(story: Story) -> w.Event:
            heard = event(story)
            return structs.replace(heard, kind="attack ends") if heard.kind == "attacks" else heard

        return Mark("when", (hear,))

    def opener__after_attack_of(self, noun: Noun) -> Mark:
        return Mark("when", (self.event__attack_ends(noun),))

    def opener__once_a_step(self, step: Token) -> Mark:
        if step != "build step":
            raise NotMeant(f"once during the {step}")
        return Mark(ONCE, Only(time=str(step), limit="turn"))

    def opener__once(self) -> Mark:
        return Mark(ONCE, Only(limit="turn"))

    def opener__so_often(self, only: Only) -> Mark:
        return Mark(ONCE, only)

    def opener__first_attack(self, *nouns: Noun) -> Mark:
        return Mark("when", (self.event__attacks(*nouns), FIRST))

    def opener__next_attack(self, noun: Noun) -> Mark:
        def hear(story: Story) -> w.Event:
            story.marks["would attack"] = those = noun.build(story)
            return w.Event(kind="would attack", to=those)

        return Mark("when", (hear,))

    def opener__when_lying(self, _self: Token, event: Hears) -> Mark:
        def hear(story: Story) -> w.Event:
            story.marks["elsewhere"] = "discard"
            return event(story)

        return Mark("when", (hear,))

    def opener__would_be_discarded(self, hears: Hears, *until: Any) -> Mark:
        if until not in ((), ("turn",), ("attack",)):
            raise NotMeant("if it would be discarded by then")
        return Mark("when", (self._until(str(until[0]), hears) if until else hears,))

    def opener__would_be_discarded_then(self, hears: Hears, asks: Any) -> Mark:
        """Of "If this unit would be discarded as long as you have a Droid": with what has to be so then."""
        return Mark("when", (hears, asks))

    def opener__would_retreat(self, noun: Noun, *place: Any) -> Mark:
        return Mark("when", (self.event__would_retreat(noun, *place),))

    def opener__each_during(self, *parts: Any) -> Mark:
        return self.opener__whenever(*parts)

    def opener__during_each(self, asks: Any, event: Hears) -> Mark:
        return self.opener__whenever(event, asks)

    def opener__for_each_result(self, *numbers: Token) -> Mark:
        shown = sorted(int(number) for number in numbers)
        if shown != list(range(shown[0], FACES + 1)):
            raise NotMeant("for each such result")
        return Mark("for each result", shown[0])

    def opener__for_each_at_least(self, least: Token) -> Mark:
        return Mark("for each result", int(least))

    def opener__if_it_does(self, who: Noun, strike: Deed, *until: Any) -> Mark:
        if until not in ((), ("turn",), ("attack",)):
            raise NotMeant("if it does that by then")
        if until:
            return Mark("when", (self._until(str(until[0]), strike(who)),), goes_on=True)
        return Mark("when", (strike(who),), goes_on=True)

    def _until(self, when: str, hears: Hears) -> Hears:
        def hear(story: Story) -> w.Event:
            story.marks["later until"] = when
            return hears(story)

        return hear

    def opener__if_the_attack_kills(self, noun: Noun) -> Mark:
        by = Noun("ref", lambda story: Those(what="stack", bound="attacker"))
        return Mark("when", (self.event__kills(by, noun),))

    def opener__if_attack_of_it_kills(self, by: Noun, noun: Noun) -> Mark:
        return Mark("when", (self.event__kills_attacking(by, noun),))

    def opener__if_killed(self, noun: Noun, *words: Any) -> Mark:
        return Mark("when", (self.event__kills(words[-1], noun),))

    def opener__if_killed_attacking(self, noun: Noun, *places: Any) -> Mark:
        return Mark("when", (self.event__killed_attacking(noun, *places),))

    def opener__on_a_roll(self, bound: tuple[str, Any]) -> Mark:
        return Mark("if", self.simple__rolled("", bound))

    def closer__at_most(self, number: Token, *_of: Token) -> Mark:
        return Mark("at most", int(number.lstrip("+")))

    def closer__at_least(self, number: Token, *_of: Token) -> Mark:
        return Mark("at least", int(number))

    def closer__for_each_thus(self, *words: Any) -> Mark:
        kind = _kind(words)
        theirs = "that" in words
        return Mark("for each", lambda story, times: w.X(name=thus(story, kind, theirs=theirs), times=times))

    def closer__for_each_damage_done(self, *number: Token) -> Mark:
        return Mark("for each", lambda story, times: damage_done(story, number, times))

    def closer__for_each_damage_of_it(self, *words: Any) -> Mark:
        number = tuple(str(word) for word in words if isinstance(word, Token))
        return Mark("for each", lambda story, times: damage_of_event(story, number, times))

    def opener__for_each_damage_done(self, *number: Token) -> Mark:
        return Mark("for each amount", lambda story, times: damage_done(story, number, times))

    def closer__in_phase(self, asks: Any) -> Mark:
        return Mark("if", asks)

    def opener__for_each_done(self, *words: Any) -> Mark:
        kind = _kind(words)
        return Mark("for each done", lambda story: thus(story, kind))

    def closer__for_each_damage(self, _counter: Token, noun: Noun) -> Mark:
        return Mark("for each", lambda story, times: value_on(story, noun, "damage", times))

    def closer__for_each_mark(self, mark: Token, noun: Noun) -> Mark:
        return Mark("for each", lambda story, times: value_on(story, noun, f"marks:{mark}", times))

    def opener__for_each_arena(self, player: str) -> Mark:
        return Mark("for each amount", lambda story, _times: w.Tally(of="arenas", who=story.one_player(player)))

    def opener__would_be_damaged(self, hears: Hears, *until: Any) -> Mark:
        return self.opener__would_be_discarded(hears, *until)

    def closer__for_each_removed(self, _counter: Token) -> Mark:
        return Mark("for each", lambda story, times: w.X(name="removed", times=times))

    def duration_closer__during(self, until: Any) -> Mark:
        return Mark("during", until)

    def opener__next_time(self, event: Hears) -> Mark:
        def hear(story: Story) -> w.Event:
            story.marks["next time"] = True
            return event(story)

        return Mark("when", (hear,))

    def opener__when_during(self, *parts: Any) -> Mark:
        *heard, asks = parts
        return Mark("when", (*heard, asks))

    def opener__on_condition(self, asks: Any) -> Mark:
        return Mark("if", asks)

    def opener__as_long_as(self, asks: Any) -> Mark:
        return Mark("as long as", asks)

    def opener__as_soon_as(self, asks: Any) -> Mark:
        return Mark("as soon as", asks)

    def opener__during(self, until: Any) -> Mark:
        return Mark("during", until)

    def opener__if_when(self, asks: Any, event: Hears, *_duration: Any) -> Mark:
        return Mark("if when", (event, asks))

    def opener__then(self) -> Mark:
        return Mark("then")

    def opener__otherwise(self) -> Mark:
        return Mark("otherwise")

    def opener__for_each(self, noun: Noun) -> Mark:
        return Mark("for each", noun)

    def closer__for_each_point(self, noun: Noun) -> Mark:
        return Mark("for each point", noun)

    def closer__for_each_of_it(self) -> Mark:
        """Of "for each damage": so many times what has just been done or prevented."""

        def damage(story: Story, times: int) -> w.Amount:
            if story.much is None or isinstance(story.much, int):
                raise NotMeant("for each damage")
            return story.much if times == 1 else w.Times(of=story.much, times=times)

        return Mark("for each", damage)

    def closer__in_each_arena(self, asks: Any) -> Mark:
        return Mark("in each arena", asks)

    def closer__for_each_paid(self, *number: Token) -> Mark:
        """For each of what was paid, or for every so many of it."""

        def paid(story: Story, times: int) -> w.Amount:
            much = story.much if isinstance(story.much, w.X) and story.much.name in ("paid", "x") else None
            if much is None or number not in ((), ("1",), ("2",)):
                raise NotMeant("for each that is paid")
            amount = w.Half(of=much) if number == ("2",) else much
            return amount if times == 1 else w.Times(of=amount, times=times)

        return Mark("for each", paid)

    def closer__in_each_controlled(self, whose: Part) -> Mark:
        def ask(story: Story) -> w.Condition:
            who = {"yours": "you", "opponents": "opponent", "theirs": "they"}[whose(story, Those()).side]
            return w.Controls(arena="there", who=who)

        return Mark("in each arena", ask)

    def closer__for_each_controlled(self, player: str) -> Mark:
        return Mark("for each controlled", player)

    def closer__for_each_of_both(self, *nouns: Noun) -> Mark:
        """For each of the ones and each of the others."""

        def count(story: Story, times: int) -> w.Amount:
            first, second = (noun.build(story) for noun in nouns)
            if first.side == "any" != second.side:  # "for each Scout and each Jedi you control"
                raise NotMeant("whose the first ones are")
            return w.Sum(of=(counted(first, times), counted(second, times)))

        return Mark("for each", count)

    def closer__for_each_counter(self, noun: Noun) -> Mark:
        return Mark("for each", lambda story, times: value_on(story, noun, "counters", times))

    def opener__for_each_points(self, number: Token, stat: Token, noun: Noun) -> Mark:
        if (number, stat) != ("10", "speed"):
            raise NotMeant(f"for each {number} {stat}")

        def times(story: Story, many: int) -> w.Amount:
            return w.Stat(stat="tens of speed", of=story.mention(noun.build(story)), times=many)

        return Mark("for each amount", times)

    def opener__for_each_damage_on(self, counter: Token, noun: Noun) -> Mark:
        return Mark("for each amount", self.closer__for_each_damage(counter, noun).held)

    def opener__for_each_mark_on(self, mark: Token, noun: Noun) -> Mark:
        return Mark("for each amount", self.closer__for_each_mark(mark, noun).held)

    def opener__for_each_removed(self, *_words: Any) -> Mark:
        return Mark("for each done", lambda story: "removed")

    def opener__unless(self, unless: Any) -> Mark:
        return Mark("unless", unless)

    def opener__if_you_do(self, *_player: str) -> Mark:
        return Mark("if you do")

    def opener__if_not(self, *_player: str) -> Mark:
        return Mark("if not")

    def closer__instead(self) -> Mark:
        return Mark("instead")

    def closer__instead_of_discard(self, *_it: Noun) -> Mark:
        return Mark("instead", "discard")

    def closer__rounded_down(self) -> Mark:
        return Mark("rounded", "down")

    def closer__rounded_up(self) -> Mark:
        return Mark("rounded", "up")

    def opener__instead(self) -> Mark:
        return Mark("instead")

    def closer__where_x(self, _one: Token, *rest: Any) -> Mark:
        return Mark("where x", rest[-1])

    def closer__later(self, event: Hears) -> Mark:
        return Mark("later", event)

    def closer__later_each(self, event: Hears) -> Mark:
        return Mark("later", event, each=True)

    def closer__after_attack(self) -> Mark:
        return Mark("later", lambda story: w.Event(kind="attack ends"))

    def closer__when_attacking(self, *noun: Noun) -> Mark:
        return Mark("attacking", noun[0] if noun else None)

    def closer__against(self, noun: Noun) -> Mark:
        return Mark("against", noun)

    def closer__when_fighting(self, noun: Noun) -> Mark:
        return Mark("fighting", noun)

    def closer__when_attacked(self, *noun: Noun) -> Mark:
        return Mark("attacked", noun[0] if noun else None)

    def closer__in_any_order(self) -> Mark:
        return Mark("any order")

    def closer__again(self) -> Mark:
        return Mark("again")

    def unless__unless_pays(self, player: str, cost: Any) -> Mark:
        return Mark("pays", (player, cost))

    def unless__unless_pays_and_does(self, player: str, cost: Any, say: Say) -> Mark:
        return Mark("pays and does", (player, cost, say))

    def unless__unless_has_and_pays(self, player: str, noun: Noun, cost: Any) -> Mark:
        return Mark("has and pays", (player, noun, cost))

    def unless__unless_out_of_reach(self, _noun: Noun) -> Mark:
        return Mark("out of reach")

    def unless__unless_so(self, asks: Any) -> Mark:
        return Mark("so", asks)

    def unless__unless_does(self, player: str, say: Say) -> Mark:
        return Mark("does", (player, say))

    def pay__force(self, amount: Told) -> tuple[str, Told]:
        return "force", amount

    def pay__points(self, amount: Told) -> tuple[str, Told]:
        return "points", amount

    closer__for_each_result = opener__for_each_result
    depending__as_long_as = opener__as_long_as
    depending__on_condition = opener__on_condition
    depending__when_attacking = closer__when_attacking
    depending__against = closer__against
    closer__during = opener__during

    def closer__when_new(self, it: Noun) -> Mark:
        """Of "the turn it is deployed": as long as that was this turn."""

        def ask(story: Story) -> w.Condition:
            if it.build(story) != w.THIS:
                raise NotMeant("the turn of which of them")
            return w.Happened(event="deployed", to=w.THIS)

        return Mark("if", ask)

    closer__on_condition = opener__on_condition
    closer__as_long_as = opener__as_long_as
    closer__as_soon_as = opener__as_soon_as
    closer__unless = opener__unless
    closer__for_each = opener__for_each
    each_closer__for_each = opener__for_each
    each_closer__when_attacking = closer__when_attacking
    optional__on_condition = opener__on_condition
