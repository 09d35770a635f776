"""Conditions on attacks and on damage, now and this turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.conditions import _has_attacked, _not, _so_many
from adjudicator.swtcg.cards.compiling.phrases.limiting import MODES
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Asks, Member, _target
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


@v_args(inline=True)
class FightMeaning(Transformer[Token, Any]):
    """Who attacks or has attacked whom, of `conditions.lark`."""

    _state: Callable[[Noun, Part], Member]

    def simple__was_attacked(self, noun: Noun) -> Asks:
        return lambda story: _so_many(noun, w.Happened(event="was attacked", to=noun.build(story)))

    def simple__was_not_attacked(self, noun: Noun) -> Asks:
        return lambda story: _not(noun, w.Happened(event="was attacked", to=noun.build(story)))

    def simple__player_is_attacking(self, player: str) -> Asks:
        return lambda story: w.There(are=structs.replace(ATTACKER, side=story.side(player)))

    def simple__is_attacking(self, noun: Noun, whom: Noun | None = None) -> Member:
        if whom is None:
            return self._state(noun, lambda story, those: structs.replace(those, attacking=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacking_whom=_target(story, whom)))

    def simple__is_attacked(self, noun: Noun, by: Noun | None = None) -> Member:
        if by is None:
            return self._state(noun, lambda story, those: structs.replace(those, defending=True))
        return self._state(noun, lambda story, those: structs.replace(those, attacked_by=by.any_one(story)))

    def simple__is_in_attack(self, noun: Noun) -> Member:
        """Of "attacking or defending"."""
        either = (Those(attacking=True), Those(defending=True))
        return self._state(noun, lambda story, those: structs.replace(those, any_of=either))

    def simple__is_using(self, noun: Noun, keyword: Token, whom: Noun | None = None) -> Member:
        if keyword not in MODES:
            raise NotMeant(f"using {keyword}")

        def part(story: Story, those: Those) -> Those:
            target = _target(story, whom) if whom is not None else None
            return structs.replace(those, attacking_whom=target, mode=str(keyword))

        return self._state(noun, part)

    def simple__has_attacked(self, noun: Noun) -> Member:
        """Also of one that has left since: this turn's attacks are asked, not who stands there now."""

        def ask(story: Story) -> w.Condition:
            return _so_many(noun, _has_attacked(noun.build(story)))

        return Member(noun, lambda story, those: structs.replace(those, has_attacked=True), ask)

    def simple__player_attacked(self, player: str) -> Asks:
        """Whether any of the player's units has, this turn."""
        return lambda story: _has_attacked(Those(side=story.side(player)))

    def simple__player_did_not_attack(self, player: str) -> Asks:
        return lambda story: w.Not(of=_has_attacked(Those(side=story.side(player))))

    def simple__has_attacked_such(self, noun: Noun, whom: Noun) -> Asks:
        def ask(story: Story) -> w.Condition:
            by, to = noun.build(story), whom.any_one(story)
            if not to.bound:
                raise NotMeant("whom it attacked, which may have gone")
            if noun.how == "pick" and noun.least != 1:
                raise NotMeant("so many of those that attacked it")
            return _so_many(noun, w.There(are=structs.replace(to, was_attacked_by=by)))

        return ask

    def simple__was_damaged(self, noun: Noun) -> Asks:
        return lambda story: _so_many(noun, w.Happened(event="was damaged", to=noun.build(story)))

    def simple__was_not_damaged(self, noun: Noun) -> Asks:
        return lambda story: _not(noun, w.Happened(event="was damaged", to=noun.build(story)))

    def simple__has_damaged(self, noun: Noun, *whom: Any) -> Asks:
        if any(isinstance(each, Noun) for each in whom):
            raise NotMeant("whom it damaged")
        return lambda story: _so_many(noun, w.Happened(event="did damage", to=noun.build(story)))

    def simple__has_not_damaged(self, noun: Noun, *whom: Any) -> Asks:
        damaged = self.simple__has_damaged(noun, *whom)
        return lambda story: _not(noun, damaged(story))

    def simple__has_not_attacked(self, noun: Noun) -> Asks:
        return lambda story: _not(noun, _has_attacked(noun.build(story)))

    def simple__is_the_attacker(self, noun: Noun, _unit: Token) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, attacking=True))

    def simple__is_the_defender(self, noun: Noun, _unit: Token) -> Member:
        return self._state(noun, lambda story, those: structs.replace(those, defending=True))
