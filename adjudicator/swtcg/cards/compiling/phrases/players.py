"""What players do: Force, build points, choices, what is tapped and untapped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.clauses import EachDid, EachWho, With, _by
from adjudicator.swtcg.cards.compiling.phrases.stating import _until
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked, _has, standing_there
from adjudicator.swtcg.cards.compiling.story.saying import (
    Say,
    _counters,
    _discard,
    _for_each,
    _much,
    _not_meant,
    _nouns,
    _on_table,
    _signed,
    _who,
)
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, Part, Told, _amount, _times
from adjudicator.swtcg.cards.compiling.story.story import ARENAS, Noun, Story
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import Those


def _counted_of(noun: Noun) -> Callable[[Story, str], w.Amount]:
    def count(story: Story, who: str) -> w.Amount:
        those = noun.build(story)
        return w.Count(of=structs.replace(those, side=story.side(who)))

    return count


def _force_of(_story: Story, who: str) -> w.Amount:
    return w.Tally(of="force", who=who)


@v_args(inline=True)
class PlayerMeaning(Transformer[Token, Any]):
    """Players and what they do, of `players.lark`."""

    simple__controls_arena: Callable[[str, Part], Callable[[Story], w.Condition]]
    simple__there_is: Callable[[Noun], Any]

    def player__you(self) -> str:
        return "you"

    def player__opponent(self) -> str:
        return "opponent"

    def player__that_player(self) -> str:
        return "that"

    def player__owner(self, *_whose: Noun) -> str:
        return "owner"

    def player__each_player(self) -> str:
        return "each"

    def player__any_player(self) -> str:
        return "any"

    def player__winner(self) -> str:
        return "winner"

    def player__loser(self) -> str:
        return "loser"

    def player__has_the_most(self, noun: Noun) -> With:
        return With(_counted_of(noun), ">")

    def player__has_the_least(self, noun: Noun) -> With:
        return With(_counted_of(noun), "<")

    def player__has_most_force(self) -> With:
        return With(_force_of, ">")

    def player__has_least_force(self) -> With:
        return With(_force_of, "<")

    def player__each_who_has(self, noun: Noun) -> EachWho:
        return EachWho(lambda story: _has(story, "that", noun))

    def player__each_who_lacks(self, noun: Noun) -> EachWho:
        return EachWho(lambda story: w.Not(of=_has(story, "that", noun)))

    def player__each_who_controls(self, place: Part) -> EachWho:
        return EachWho(self.simple__controls_arena("that", place))

    def player__each_who_did(self, *_deed: Any) -> EachDid:
        return EachDid(done=True)

    def player__each_who_did_not(self) -> EachDid:
        return EachDid(done=False)

    def player__rolls_so(self, bound: tuple[str, Any]) -> str:
        return bound[0] if bound[0] in ("higher", "lower") else _not_meant("who rolls that")

    def player__rolls_higher(self) -> str:
        return "higher"

    def player__rolls_lower(self) -> str:
        return "lower"

    def player__side_player(self, side: Token) -> str:
        return str(side).split()[0]

    def player_object(self, *_words: Any) -> None:
        return None

    def clause_vp__gain_force_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_force(_signed(number))

    def clause_vp__gain_force(self, amount: Told) -> Say:
        return lambda story: story.say(w.GainForce(amount=_for_each(story, amount(story)), who=_who(story)))

    def clause_vp__lose_force(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            lost = _for_each(story, amount(story))
            story.say(w.LoseForce(amount=lost, who=_who(story)))
            story.much = lost if story.much is None else story.much

        return say

    def clause_vp__lose_that_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=_much(story), who=_who(story)))

    def clause_vp__lose_half_force(self, _whose: Part, *, up: bool = False) -> Say:
        def say(story: Story) -> None:
            half = w.Half(of=w.Tally(of="force", who=_who(story)), up=up)
            story.say(w.Let(into="half", be=half), w.LoseForce(amount=w.X(name="half"), who=_who(story)))
            story.much = w.X(name="half")

        return say

    def clause_vp__lose_half_force_up(self, whose: Part) -> Say:
        return self.clause_vp__lose_half_force(whose, up=True)

    def clause_vp__lose_all_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=w.Tally(of="force", who=_who(story)), who=_who(story)))

    def clause_vp__gain_points_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_points(_signed(number))

    def clause_vp__gain_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            gained = w.GainPoints(amount=_for_each(story, amount(story)), who=_who(story))
            story.say(gained)

        return say

    def clause_vp__gain_both(self, points: Told, force: Told) -> Say:
        both = (self.clause_vp__gain_points(points), self.clause_vp__gain_force(force))

        def say(story: Story) -> None:
            for each in both:
                each(story)

        return say

    def clause_vp__gain_both_turned(self, force: Told, points: Told) -> Say:
        return self.clause_vp__gain_both(points, force)

    def clause_vp__lose_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            lost = amount(story)
            less = -lost if isinstance(lost, int) else w.Times(of=lost, times=-1)
            story.say(w.GainPoints(amount=less, who=_who(story)))

        return say

    def clause_vp__draw(self, quantity: tuple[int, Any, bool], *_noun: Any) -> Say:
        return lambda story: story.say(w.Draw(amount=_for_each(story, _counters(story, quantity)), who=_who(story)))

    def clause_vp__rearrange(self, *words: Any) -> Say:
        return lambda story: story.say(w.Rearrange(what=story.reach(words[-1])))

    def clause_vp__rearrange_it(self, *_cards: Token) -> Say:
        return lambda story: story.say(w.Rearrange(what=story.it()))

    def clause_vp__draw_twice_that(self, *_cards: Token) -> Say:
        return lambda story: story.say(w.Draw(amount=_times(_much(story), 2), who=_who(story)))

    def clause_vp__draw_equal(self, *words: Any) -> Say:
        amount: Told = words[-1]
        return lambda story: story.say(w.Draw(amount=amount(story), who=_who(story)))

    def clause_vp__draw_up_to(self, *words: Any) -> Say:
        """Of "draws cards until he or she has 5 in hand": as many as are missing."""
        full = int(next(word for word in words if isinstance(word, Token) and word.type == "NUM"))

        def say(story: Story) -> None:
            who = _who(story)
            missing = w.Sum(of=(full, w.Times(of=w.Tally(of="hand", who=who), times=-1)))
            story.say(w.Draw(amount=missing, who=who))

        return say

    def clause_vp__draw_another(self, _noun: Token) -> Say:
        return lambda story: story.say(w.Draw(who=_who(story)))

    def clause_vp__discard_hand(self, whose: Part) -> Say:
        return lambda story: story.say(w.DiscardCards(who=_who(story), whole_hand=True))

    def clause_vp__discard_all_but(self, kept: Told, *_hand: Any) -> Say:
        def say(story: Story) -> None:
            hand = w.Tally(of="hand", who=_who(story))
            less = w.Times(of=kept(story), times=-1)
            story.say(w.DiscardCards(who=_who(story), amount=w.Sum(of=(hand, less))))

        return say

    def clause_vp__discard_down_to(self, *words: Any) -> Say:
        """Of "discards cards until he or she has 3 or fewer": all but so many."""
        number = next(word for word in words if isinstance(word, Token) and word.type == "NUM")
        return self.clause_vp__discard_all_but(_amount(number))

    def clause_vp__discard(self, noun: Noun) -> Say:
        return lambda story: _discard(story, noun)

    def clause_vp__count(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            story.much = amount(story)

        return say

    def clause_vp__either(self, one: Say, other: Say) -> Say:
        """One of two ways; what either binds has the same name, so that what follows may speak of it."""

        def say(story: Story) -> None:
            options = []
            before = Story()
            before.go_on(story)
            for way in (one, other):
                story.go_on(before)
                with story.inside() as do:
                    way(story)
                options.append(tuple(do))
            story.say(w.OneOfThese(options=tuple(options)))

        return say

    def clause_vp__pays_any_force(self, *most: Told) -> Say:
        def say(story: Story) -> None:
            limit: w.Amount = w.Tally(of="force", who=_who(story))
            if most:
                limit = w.Capped(of=limit, most=most[0](story))  # nobody pays more than he or she has
            story.say(w.ChooseNumber(into="paid", most=limit, who=_who(story)))
            story.say(w.LoseForce(amount=w.X(name="paid"), who=_who(story)))
            story.much = w.X(name="paid")

        return say

    def clause_vp__gain_combined(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            if _who(story) != "you":
                raise NotMeant("who divides what is gained")
            both, points = w.X(name="both"), w.X(name="points")
            story.say(w.Let(into="both", be=amount(story)), w.ChooseNumber(into="points", most=both))
            story.say(w.GainPoints(amount=points))
            story.say(w.GainForce(amount=w.Sum(of=(both, w.Times(of=points, times=-1)))))

        return say

    def clause_vp__predict_hits(self) -> Say:
        return self._predict(w.Stat(stat="hits of its last attack", of=ATTACKER), None)

    def clause_vp__predict_damage(self, noun: Noun) -> Say:
        return self._predict(w.X(name="damage"), noun)

    def _predict(self, amount: w.Amount, attacked: Noun | None) -> Say:
        """A number is named now, and looked at as the attack ends."""

        def say(story: Story) -> None:
            story.say(w.ChooseNumber(into="predicted", who=_who(story)))
            story.marks["foretold"] = w.Compare(left=amount, how="=", right=w.X(name="predicted"))
            story.marks["attacked"] = attacked.build(story) if attacked is not None else None

        return say

    def clause_vp__win(self) -> Say:
        return lambda story: story.say(w.Win(who=_who(story)))

    def clause_vp__choose(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                if each.how == "ref" and each.build(story).bound in ("attacker", "defender"):
                    raise NotMeant("choose the unit of an attack")
                if each.extra.get("all of them"):
                    raise NotMeant("choose all of them")
                picked = each if each.how == "pick" else Noun("pick", each.build)
                story.marks["just choosing"] = True
                story.reach(picked)
                del story.marks["just choosing"]
            if noun.how == "all":
                story.meant_together(len(_nouns(noun)))

        return say

    def clause_vp__choose_arena(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChooseArena(when=story.when))
            story.arena = ("there",)

        return say

    def clause_vp__choose_arena_where(self, *words: Any) -> Say:
        """One of the arenas in which something is so; what is asked for stands there."""
        *types, asks = words
        among = tuple(each for each in ARENAS if each in types) or ARENAS

        def say(story: Story) -> None:
            story.arena = ("there",)
            story.say(w.ChooseArena(when=story.when, among=among, where=standing_there(_asked(asks, story))))

        return say

    def clause_vp__choose_arena_with(self, noun: Noun, _in_it: Noun) -> Say:
        return self.clause_vp__choose_arena_where(self.simple__there_is(noun))

    def clause_vp__choose_arena_controlled(self, player: str) -> Say:
        def say(story: Story) -> None:
            story.arena = ("there",)
            controls = w.Controls(arena="there", who=story.one_player(player))
            story.say(w.ChooseArena(when=story.when, where=controls))

        return say

    def clause_vp__choose_arena_not_controlled(self, player: str) -> Say:
        def say(story: Story) -> None:
            story.arena = ("there",)
            controls = w.Controls(arena="there", who=story.one_player(player))
            story.say(w.ChooseArena(when=story.when, where=w.Not(of=controls)))

        return say

    def choose_type(self, *types: Token) -> Say:
        def say(story: Story) -> None:
            among = tuple(str(each) for each in types)
            if any(each not in ARENAS for each in among):
                raise NotMeant("choose a type")
            story.say(w.ChooseArena(when=story.when, among=tuple(each for each in ARENAS if each in among)))
            story.arena = ("there",)

        return say

    def clause_vp__choose_player(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChoosePlayer())
            story.player = "chosen"

        return say

    def _each(self, noun: Noun, make: Callable[[Those], w.Instruction]) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                story.say(make(_on_table(story.reach(each))))

        return say

    def clause_vp__tap(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Tap(what=those))

    def clause_vp__untap(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Untap(what=those))

    def clause_vp__tap_or_untap(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            those = _on_table(story.reach(noun))
            story.say(w.OneOfThese(options=((w.Tap(what=those),), (w.Untap(what=those),))))

        return say

    def clause_vp__retreat(self, noun: Noun) -> Say:
        return self._each(noun, lambda those: w.Retreat(what=those))

    def clause_vp__take_control(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            of = _on_table(story.reach(noun))
            story.say(w.TakeControl(of=of, who=_who(story), until=story.until or "permanent"))

        return say

    def clause_vp__give_back(self, noun: Noun, *_whose: Part) -> Say:
        """Of "Return that unit to its owner's control": what has been taken over goes back to the other player."""

        def say(story: Story) -> None:
            of = _on_table(story.reach(noun))
            sides = {each.kind.side for each in story.mentions if each.those == of}
            who = "opponent" if "opponents" in sides else "you" if "yours" in sides else _not_meant("whose that was")
            story.say(w.TakeControl(of=of, who=who, until="permanent"))

        return say

    def clause_vp__attack_with(self, noun: Noun) -> Say:
        """Of "Your opponent must attack with ...": a duty of those units."""

        def say(story: Story) -> None:
            those = noun.build(story)
            those = structs.replace(those, side=story.side(story.who)) if those.side == "any" else those
            story.say(_until(story, w.Oblige(who=those, must_attack=Those(side="any"))))

        return say

    def clause_vp__end_attack(self) -> Say:
        return lambda story: story.say(w.EndAttack())

    def clause_vp__player_made_to(self, player: str, say: Say) -> Say:
        return _by(player, (say,))

    def clause_vp__bid(self) -> Say:
        """Of "Each player secretly bids Force": it is one thing that both do at once."""

        def say(story: Story) -> None:
            story.marks["instead of each"] = (w.Bid(),)

        return say

    clause_vp__choose_and_discard = clause_vp__discard
