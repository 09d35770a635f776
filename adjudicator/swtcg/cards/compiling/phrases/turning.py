"""What is said the other way round: the same as another sentence says, told as that one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Asks, Hears, Member, Several
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told
from adjudicator.swtcg.cards.compiling.story.sentences import Mark, Sentence
from adjudicator.swtcg.cards.compiling.story.story import Noun

Limit = Any
"""What something can't do, of the rule `restriction_vp`."""


@v_args(inline=True)
class TurningMeaning(Transformer[Token, Any]):
    """Sentences, clauses and conditions that others say too."""

    clause__units_do: Callable[..., Say]
    clause_vp__gain_force: Callable[[Told], Say]
    event__attacked: Callable[[Noun], Hears]
    event__attacks: Callable[[Noun], Hears]
    event__attacks_there: Callable[[Noun, Part], Hears]
    opener__first_time: Callable[[Hears], Mark]
    opener__whenever: Callable[[Hears], Mark]
    picked__picked_a: Callable[..., Noun]
    pronoun__it: Callable[[], Noun]
    restriction_vp__be_attacked_again: Callable[..., Limit]
    restriction_vp__be_intercepted: Callable[[Noun], Limit]
    simple__is_in_attack: Callable[[Noun], Member]
    simple__is_using: Callable[..., Member]
    simple__player_has: Callable[[str, Noun], Asks]
    simple__player_has_none: Callable[[str, Noun], Asks]
    unit_vp__cannot: Callable[..., UnitVerb]
    unit_vp__costs: Callable[..., UnitVerb]
    unit_vp__may_become_defender: Callable[[], UnitVerb]
    unit_vp__now_attacks: Callable[..., UnitVerb]

    def only_if(self, noun: Noun, limit: Limit, asks: Asks) -> Sentence:
        """Of "can attack only if": can't attack unless."""
        barred = self.clause__units_do(noun, self.unit_vp__cannot(limit))
        return Sentence((), (barred,), (Mark("unless", Mark("so", asks)),))

    def sentence__only_if(self, *parts: Any) -> Sentence:
        *openers, said = parts
        assert isinstance(said, Sentence)
        return structs.replace(said, openers=tuple(openers))

    def sentence__may_be_attacked_instead(self, whom: Noun, other: Noun, *_unit: Token) -> Sentence:
        """Of "If a Jedi would be attacked, you may have this unit be attacked instead": it may become the defender."""
        offered = self.clause__units_do(other, self.unit_vp__may_become_defender())
        return Sentence((self.opener__whenever(self.event__attacked(whom)),), (offered,), ())

    def more_gained(self, amount: Told, each: Mark) -> Sentence:
        """Of "You gain 2 Force for each Walker and 1 Force for each Speeder": what is gained besides."""
        return Sentence((), (self.clause_vp__gain_force(amount),), (each,))

    def sentence__first_to_attack(self, described: Part, *rest: Any) -> Sentence:
        """Of "The first Walker to attack each turn gets": the first time one attacks, it gets."""
        *places, verb = (each for each in rest if not isinstance(each, Mark))
        closers = tuple(each for each in rest if isinstance(each, Mark))
        one = self.picked__picked_a((1, 1, False), described)
        event = self.event__attacks_there(one, places[0]) if places else self.event__attacks(one)
        gets = self.clause__units_do(self.pronoun__it(), verb)
        return Sentence((self.opener__first_time(event),), (gets,), closers)

    def clause__deploys_for(self, noun: Noun, number: Token, less: bool) -> Say:
        """Of "You may deploy this unit for 2 less build points": it costs so much less."""
        return self.clause__units_do(noun, self.unit_vp__costs(number, less, "build"))

    def clause__cannot_intercept(self, who: Noun, keyword: Token, attacker: Noun) -> Say:
        """Of "Droids can't intercept attacks by your Jedi": your Jedi can't be intercepted by Droids."""
        if keyword != "intercept":
            raise NotMeant(f"{keyword} attacks")
        return self.clause__units_do(attacker, self.unit_vp__cannot(self.restriction_vp__be_intercepted(who)))

    def clause__attacked_by_few(self, player: str, noun: Noun, *words: Token) -> Say:
        """Of "Your opponent can't attack it with more than one unit each turn"."""
        if player != "opponent":
            raise NotMeant("whose attacks")
        return self.clause__units_do(noun, self.unit_vp__cannot(self.restriction_vp__be_attacked_again(*words)))

    def unit_vp(self, verb: UnitVerb) -> UnitVerb:
        return verb

    def must_now_attack(self, noun: Noun, *instead: Noun) -> UnitVerb:
        """Of "must attack this unit instead": now attacks it."""
        return self.unit_vp__now_attacks(noun, *instead)

    def simple__only_one_has(self, player: str, noun: Noun, other: str) -> Asks:
        """Of "you have a Jedi and your opponent has none"."""
        return Several((self.simple__player_has(player, noun), self.simple__player_has_none(other, noun)))

    def closer__when_using(self, keyword: Token, *whom: Noun) -> Mark:
        return Mark("as long as", self.simple__is_using(self.pronoun__it(), keyword, *whom))

    def closer__when_in_attack(self) -> Mark:
        """Of "when attacking or defending"."""
        return Mark("as long as", self.simple__is_in_attack(self.pronoun__it()))

    def opener__when_using(self, keyword: Token, *whom: Noun) -> Mark:
        """What stands in front is said of who is named behind it."""
        return structs.replace(self.closer__when_using(keyword, *whom), goes_on=True)

    def fought(self, arena: Token, battle: Token) -> Token:
        """Of "the Ground battle": its arena."""
        if battle != "battle":
            raise NotMeant(f"{arena} {battle}")
        return arena
