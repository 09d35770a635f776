"""Players, and what they do: with cards, with units, each or one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.clauses import EachDid, EachWho, With, _by
from adjudicator.swtcg.cards.compiling.phrases.offering import of_one_choice
from adjudicator.swtcg.cards.compiling.phrases.stating import _until
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _has
from adjudicator.swtcg.cards.compiling.story.saying import (
    Say,
    _counters,
    _discard,
    _for_each,
    _much,
    _not_meant,
    _nouns,
    _on_table,
    _who,
)
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told, _amount, _times, _with, stat_of
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


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

    simple__player_has_above: Callable[[str, Token, Noun], Callable[[Story], w.Condition]]
    simple__player_has_most: Callable[[str, Token, Noun], Callable[[Story], w.Condition]]
    simple__controls_arena: Callable[[str, Part], Callable[[Story], w.Condition]]

    def player__you(self) -> str:
        return "you"

    def player__you_whose_this_is(self, _this: Token) -> str:
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

    def player__has_the_extreme(self, described: Part, extreme: Token, stat: Token, *place: Part) -> With:
        """Of "who has the unit with the highest speed": whose highest is higher; who has none has no lowest."""

        def best(story: Story, who: str) -> w.Amount:
            if extreme != "highest":
                raise NotMeant("whose is the lowest")
            those = _with(story, described(story, Those()), place)
            of = structs.replace(those, side=story.side(who))
            return w.Stat(stat=stat_of(str(stat)), of=of, over="highest")

        return With(best, ">")

    def player__has_most_force(self) -> With:
        return With(_force_of, ">")

    def player__has_least_force(self) -> With:
        return With(_force_of, "<")

    def player__each_who_has(self, noun: Noun) -> EachWho:
        return EachWho(lambda story: _has(story, "that", noun))

    def player__each_who_has_above(self, number: Token, noun: Noun) -> EachWho:
        return EachWho(self.simple__player_has_above("that", number, noun))

    def player__each_who_has_most(self, number: Token, noun: Noun) -> EachWho:
        return EachWho(self.simple__player_has_most("that", number, noun))

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
                options.append(tuple(story.told_apart(way)))
            story.say(*of_one_choice(*options))

        return say

    def clause_vp__win(self) -> Say:
        return lambda story: story.say(w.Win(who=_who(story)))

    def clause_vp__lose(self) -> Say:
        """Who loses the game leaves it to the other player."""

        def say(story: Story) -> None:
            loser = _who(story)
            if loser not in ("you", "opponent"):
                raise NotMeant("who loses the game")
            story.say(w.Win(who="opponent" if loser == "you" else "you"))

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
