"""What units and players cannot do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import (
    _lasting,
)
from adjudicator.swtcg.cards.compiling.phrases.standing_damage import PREVENTING
from adjudicator.swtcg.cards.compiling.phrases.stating import _until
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.preventing import prevented
from adjudicator.swtcg.cards.compiling.story.rivals import opposing
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _with
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

MODES = ("bombard", "ion cannon", "barrage")
"""The keywords by which a unit attacks in a way of its own."""


def _theirs(those: Those, player: Those) -> Those:
    """Things, as those of the player of whom one speaks where it is not said whose."""
    return structs.replace(those, side=player.side) if those.side == "any" and not those.bound else those


@v_args(inline=True)
class LimitMeaning(Transformer[Token, Any]):
    """What cannot be done, of `units.lark`."""

    restriction_vp__play: Callable[[Noun], Any]

    def _forbid(self, clause: str, **fields: Any) -> Any:
        return lambda story, those: [_lasting(story, w.Allow(clause=clause, who=those, permit=False, **fields))]

    def restriction_vp__attack(self) -> Any:
        return self._forbid("UNIT_MAY_ATTACK")

    def restriction_vp__be_attacked_again(self, *words: Token) -> Any:
        """Those that have been attacked this turn can't be."""
        if any(word.type == "NUM" and word != "1" for word in words):
            raise NotMeant("attacked by so many")
        forbid = self._forbid("UNIT_MAY_BE_ATTACKED")
        return lambda story, those: forbid(story, structs.replace(those, was_attacked_by=Those()))

    def restriction_vp__attack_or_be(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            clauses = ("UNIT_MAY_ATTACK", "UNIT_MAY_BE_ATTACKED")
            return [_lasting(story, w.Allow(clause=clause, who=those, permit=False)) for clause in clauses]

        return limit

    def restriction_vp__attack_in(self, place: Part) -> Any:
        attack = self.restriction_vp__attack()
        return lambda story, those: attack(story, place(story, those))

    def restriction_vp__be_piloted(self, noun: Noun | None = None) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = structs.replace(noun.build(story), what="stack") if noun is not None else None
            return [_lasting(story, w.Allow(clause="MAY_BE_PILOTED", who=those, permit=False, whom=whom))]

        return limit

    def restriction_vp__attack_those(self, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            none_of_them_any = noun.extra.get("other of two")
            whom = those if none_of_them_any else opposing(story, noun, those)
            return [_lasting(story, w.Allow(clause="UNIT_MAY_ATTACK", who=those, permit=False, whom=whom))]

        return limit

    def restriction_vp__be_attacked(self, noun: Noun | None = None) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = opposing(story, noun, those) if noun is not None else None
            return [_lasting(story, w.Allow(clause="UNIT_MAY_BE_ATTACKED", who=those, permit=False, whom=whom))]

        return limit

    def restriction_vp__be_affected(self, *words: Any) -> Any:
        """Of "Can't be stunned": no Stun takes power from it."""
        keyword = next((str(word) for word in words if isinstance(word, Token)), "stun")
        by = next((word for word in words if isinstance(word, Noun)), None)
        if keyword not in ("stun", *MODES):
            raise NotMeant(f"{keyword} affects nothing")

        def limit(story: Story, those: Those) -> list[Any]:
            whom = by.build(story) if by is not None else None
            if keyword in MODES:
                who = whom or Those()
                return [
                    _lasting(
                        story, w.Allow(clause="ATTACKER_HAS_MODE", who=who, permit=False, keyword=keyword, whom=those)
                    )
                ]
            return [_lasting(story, w.Allow(clause="MAY_BE_STUNNED", who=those, permit=False, whom=whom))]

        return limit

    def restriction_vp__be_damaged(self, noun: Noun | None = None) -> Any:
        """What can't be damaged: all damage to it is prevented."""

        def limit(story: Story, those: Those) -> list[Any]:
            prevented(story, None, those, noun.build(story) if noun is not None else None)
            return []

        return limit

    def restriction_vp__be_healed(self, *_words: Any) -> Any:
        """Of "Can't have damage counters removed": nothing is done instead."""
        return self._nothing_instead("would lose damage counters")

    def restriction_vp__gain_force(self) -> Any:
        return self._nothing_instead("would gain force")

    def restriction_vp__draw(self, _card: Token) -> Any:
        return self._nothing_instead("would draw")

    def restriction_vp__at_most_this_way(self, number: Token, *_what: Token) -> Any:
        """Of "You can't draw more than 3 cards this way": a cap on what was said last."""

        def limit(story: Story, _those: Those) -> list[Any]:
            do, last = story.last_said()
            said = last.do[0] if isinstance(last, w.ForEach) and len(last.do) == 1 else last
            if not isinstance(said, w.Draw | w.GainForce | w.GainPoints):
                raise NotMeant("more than that of what")
            amount: w.Amount = said.amount
            if isinstance(last, w.ForEach) and isinstance(amount, int):
                amount = w.Count(of=last.of, times=amount)
            if isinstance(amount, int) or (isinstance(last, w.ForEach) and not isinstance(amount, w.Count)):
                raise NotMeant("more than that of what")
            do[-1] = structs.replace(said, amount=w.Capped(of=amount, most=int(number)))
            return []

        return limit

    def restriction_vp__damage_be_prevented(self) -> Any:
        """Of "can't have its damage prevented": the damage that it does."""

        def limit(story: Story, those: Those) -> list[Any]:
            change = w.Allow(clause="DAMAGE_PREVENTABLE", who=those, permit=False)
            return [change if story.lasts and not story.until else structs.replace(change, until=story.duration())]

        return limit

    def _nothing_instead(self, kind: str) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            instead = w.Instead(event=w.Event(kind=kind, to=those), repeats=True)
            return [instead if story.lasts and not story.until else structs.replace(instead, until=story.duration())]

        return limit

    def restriction_vp__be_all(self, *parts: Any) -> Any:
        """Several things at once that can't be done to it: "be attacked or damaged by Jedi"."""
        *ways, last = parts
        by = (last,) if isinstance(last, Noun) else ()
        limits = [each(*by) for each in (ways if by else parts)]
        return lambda story, those: [said for limit in limits for said in limit(story, those)]

    def restriction_vp__be_intercepted(self, noun: Noun | None = None) -> Any:
        """In whose attack none of those may become the defending unit by Intercept."""

        def limit(story: Story, those: Those) -> list[Any]:
            whom = noun.build(story) if noun is not None else None
            change = w.Allow(clause="DEFENDER_MAY_CHANGE", who=those, permit=False, whom=whom, keyword="intercept")
            return [_lasting(story, change)]

        return limit

    def restriction_vp__be_equipped(self) -> Any:
        return self._forbid("MAY_BE_EQUIPPED")

    def passive__be_equipped(self) -> Any:
        return self.restriction_vp__be_equipped

    def passive__be_piloted(self) -> Any:
        return self.restriction_vp__be_piloted

    def passive__be_attacked(self) -> Any:
        return self.restriction_vp__be_attacked

    def passive__be_damaged(self) -> Any:
        return self.restriction_vp__be_damaged

    def restriction_vp__untap(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if story.marks.get("next untap"):
                return [w.Allow(clause="UNTAPS", who=those, permit=False, until="next untap")]
            return [_lasting(story, w.Allow(clause="MAY_UNTAP", who=those, permit=False))]

        return limit

    def restriction_vp__untap_those(self, noun: Noun) -> Any:
        return self._of_theirs(self.restriction_vp__untap(), noun)

    def restriction_vp__attack_with(self, noun: Noun) -> Any:
        return self._of_theirs(self.restriction_vp__attack(), noun)

    def _of_theirs(self, limit: Any, noun: Noun) -> Any:
        """What a player cannot do with things is what those cannot do."""
        return lambda story, player: limit(story, _theirs(noun.build(story), player))

    def restriction_vp__be_discarded(self, *_from: Any) -> Any:
        """What can't be discarded: if it would be, nothing is done instead."""

        def limit(story: Story, those: Those) -> list[Any]:
            if those == Those(side=those.side):
                raise NotMeant("a player can't be discarded")
            event = w.Event(kind="would be discarded", to=those)
            instead = w.Instead(event=event, repeats=True)
            if story.lasts and not story.until:
                return [instead]
            return [structs.replace(instead, until=story.duration())]

        return limit

    def restriction_vp__retreat(self, *place: Part) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            who = _with(story, those, place)
            clause = story.marks.get("retreat", "RETREAT_ALLOWED")
            return [_lasting(story, w.Allow(clause=clause, who=who, permit=False))]

        return limit

    def restriction_vp__use_keyword(self, *words: Any) -> Any:
        keywords = [str(word) for word in words if isinstance(word, Token) and word.type == "KEYWORD"]

        def limit(story: Story, those: Those) -> list[Any]:
            made: list[Any] = []
            for keyword in keywords:
                clause = "ATTACKER_HAS_MODE" if keyword in MODES else "ABILITY_MAY_BE_PLAYED"
                made.append(_lasting(story, w.Allow(clause=clause, who=those, permit=False, keyword=keyword)))
            return made

        return limit

    def restriction_vp__use_keyword_in(self, *words: Any) -> Any:
        *keywords, place = words
        use = self.restriction_vp__use_keyword(*keywords)
        return lambda story, those: use(story, place(story, those))

    def restriction_vp__use_mode(self, keyword: Token, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = noun.build(story)
            clause = "ATTACKER_HAS_MODE"
            return [_lasting(story, w.Allow(clause=clause, who=those, permit=False, keyword=str(keyword), whom=whom))]

        return limit

    def restriction_vp__use_abilities(self) -> Any:
        return self._forbid("ABILITY_MAY_BE_PLAYED")

    def restriction_vp__use_abilities_in(self, place: Part) -> Any:
        use = self.restriction_vp__use_abilities()
        return lambda story, those: use(story, place(story, those))

    def restriction_vp__be_rearranged(self) -> Any:
        return lambda story, those: [
            _lasting(story, w.Allow(clause="STACKS_MAY_BE_REARRANGED", who=Those(), permit=False))
        ]

    def restriction_vp__stack_cards(self, *_words: Any) -> Any:
        return lambda story, those: [_lasting(story, w.Allow(clause="STACKS_MAY_GROW", who=those, permit=False))]

    def restriction_vp__move_out(self, *_places: Part) -> Any:
        return lambda story, those: [
            _lasting(story, w.Allow(clause="MAY_GO_TO_ARENA", who=Those(what="stack", side=those.side), permit=False))
        ]

    def restriction_vp__return_from_retreat(self, *_places: Part) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if not those.bound:
                raise NotMeant("who can't return")
            return [_until(story, w.Allow(clause="MAY_GO_TO_ARENA", who=those, permit=False))]

        return limit

    def restriction_vp__play_abilities(self) -> Any:
        return lambda story, those: [_until(story, w.Allow(clause="ABILITY_MAY_BE_PLAYED", who=those, permit=False))]

    def restriction_vp__play_or_use(self, noun: Noun) -> Any:
        play, use = self.restriction_vp__play(noun), self.restriction_vp__play_abilities()
        return lambda story, those: [*play(story, those), *use(story, those)]

    def restriction_vp__play_abilities_of(self, noun: Noun) -> Any:
        """Whoever can't play them: nobody plays another's."""

        def limit(story: Story, those: Those) -> list[Any]:
            whose = story.reach(noun) if noun.how == "pick" else noun.build(story)
            if those.side not in ("any", whose.side) and whose.side != "any":
                raise NotMeant("whose abilities")
            if those.side != "any" and not whose.bound:
                whose = structs.replace(whose, side=those.side)
            return [_until(story, w.Allow(clause="ABILITY_MAY_BE_PLAYED", who=whose, permit=False))]

        return limit

    def restriction_vp__spend_points(self) -> Any:
        return lambda story, those: [_until(story, w.Allow(clause="POINTS_MAY_BE_SPENT", who=those, permit=False))]

    def restriction_vp__lose_game(self) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            if those.side != "yours":
                raise NotMeant("who can't lose")
            return [_until(story, w.Allow(clause="MAY_WIN", who=Those(side="opponents"), permit=False))]

        return limit

    def restriction_vp__retreat_those(self, noun: Noun) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            whom = _theirs(noun.build(story), those)
            clause = story.marks.get("retreat", "RETREAT_ALLOWED")
            return [_until(story, w.Allow(clause=clause, who=whom, permit=False))]

        return limit

    def restriction_vp__prevent_with(self, *words: Any) -> Any:
        *keywords, noun = words

        def limit(story: Story, those: Those) -> list[Any]:
            who = noun.build(story)
            whom = None if those == Those(side=those.side) else those
            if whom is not None and keywords != ["evade"]:
                raise NotMeant("by which of them damage to whom is not prevented")
            stands = w.Allow(clause="DAMAGE_PREVENTABLE", who=who, permit=False, whom=whom)
            return [_until(story, structs.replace(stands, keyword=str(each))) for each in keywords]

        return limit

    def restriction_vp__prevent_to_with(self, *words: Any) -> Any:
        """Of "Your opponent can't use Evade to prevent damage to that Jedi": whatever does it."""
        *keywords, noun = words

        def limit(story: Story, those: Those) -> list[Any]:
            if those != Those(side=those.side) or not set(keywords) <= set(PREVENTING):
                raise NotMeant("by which of them damage to whom is not prevented")
            meant = story.reach(noun) if noun.how == "pick" else noun.build(story)
            sides = {meant.side, *(each.kind.side for each in story.mentions if each.those == meant)} - {"any"}
            if sides - {those.side}:
                raise NotMeant("whose damage")
            whom = structs.replace(meant, side=those.side)
            stands = w.Allow(clause="DAMAGE_TO_IT_PREVENTABLE", who=whom, permit=False)
            return [_until(story, structs.replace(stands, keyword=str(each))) for each in keywords]

        return limit

    def damage_from(self, noun: Noun) -> Noun:
        return noun

    def damage_to(self, noun: Noun) -> Noun:
        return noun

    def restriction_vp__prevent_that_with(self, keyword: Token) -> Any:
        def limit(story: Story, those: Those) -> list[Any]:
            do, last = story.last_said()
            if not isinstance(last, w.Damage):
                raise NotMeant("that damage")
            do[-1] = structs.replace(last, not_by=(str(keyword),))
            story.marks["changed"] = (do, last, do[-1])
            return []

        return limit
