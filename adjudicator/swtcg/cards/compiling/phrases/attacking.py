"""Whom units attack: now, must, can, and only they."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import (
    UnitVerb,
    _attack,
    _but_itself,
    _lasting,
)
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _duty(story: Story, those: Those) -> w.Oblige:
    """That those must attack whatever they can attack."""
    duty: w.Oblige = _lasting(story, w.Oblige(who=those, must_attack=Those(side="opponents")))
    return duty


ANOTHER = "DEFENDER_IS_ANOTHER"


def _once_now(story: Story, noun: Noun, instead: tuple[Noun, ...]) -> bool:
    """Whether "it may attack one of those" offers an attack now: something sets it off, and no time is said."""
    timed = story.until or "last until" in story.marks or "until otherwise" in story.marks
    offered = story.when == "resolving" and noun.how == "pick" and (noun.least, noun.most) == (1, 1)
    return offered and not (story.lasts or timed or instead or "turned" in story.marks)


@v_args(inline=True)
class AttackMeaning(Transformer[Token, Any]):
    """Attacks, of `units.lark`."""

    def unit_vp__attacks_now(self, noun: Noun) -> UnitVerb:
        return lambda story, those: _attack(story, those, noun)

    def statement__attacks_again(self, noun: Noun, *times: Token) -> Say:
        """Of "Untap it. It may attack again" or "one more time": what the rules let an untapped unit do anyway."""
        if times not in ((), ("1",)):
            raise NotMeant("attacking so many times")

        def say(story: Story) -> None:
            _, last = story.last_said()
            if not isinstance(last, w.Untap) or last.what != noun.build(story):
                raise NotMeant("attacking again")

        return say

    def unit_vp__now_attacks(self, noun: Noun, *_instead: Any) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            turned = story.marks.get("turned")
            story.marks["turned"] = turned or those
            to = _but_itself(story, noun, those)
            story.marks["turned"] = turned
            chosen = next((each.kind for each in story.mentions if each.those == to), to)
            made: list[w.Instruction] = [w.Redirect(to=to)]
            do, last = story.last_said()
            told = any(isinstance(each, w.Allow) and each.clause == ANOTHER for each in do)
            if chosen.side == "any" and chosen.alongside and not (chosen.other or told):
                # a unit of whichever player, the attacking one too
                whose = ("DEFENDER_IS_OPPONENTS", ANOTHER)
                made = [*(w.Allow(clause=clause, who=those, until="attack") for clause in whose), *made]
            if isinstance(last, w.May) and any(
                isinstance(each, w.Choose) and each.into == to.bound for each in last.do
            ):
                do[-1] = structs.replace(last, do=(*last.do, *made))  # only who may choose has it attack that
            else:
                story.say(*made)

        return verb

    def unit_vp__becomes_defender(self, *_unit: Token) -> UnitVerb:
        return lambda story, those: story.say(w.Redirect(to=those))

    def unit_vp__intercepts(self, keyword: Token, *_unit: Token) -> UnitVerb:
        """Of "One of your Jedi intercepts the attack": it becomes the defending unit."""
        if keyword != "intercept":
            raise NotMeant(f"{keyword} an attack")
        return self.unit_vp__becomes_defender()

    def unit_vp__may_become_defender(self, *_unit: Token) -> UnitVerb:
        return lambda story, those: story.say(w.May(do=(w.Redirect(to=those),)))

    def unit_vp__must_be_attacked(self) -> UnitVerb:
        """Whoever can attack it has to."""

        def verb(story: Story, those: Those) -> None:
            spoken = next((each.kind for each in story.mentions if each.those == those), those)
            side = "opponents" if those == w.THIS or spoken.side == "yours" else "any"
            story.say(_lasting(story, w.Oblige(who=Those(side=side), must_attack=those)))

        return verb

    def unit_vp__can_attack(self, noun: Noun, *instead: Noun) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            story.marks.pop("retreated", None)
            story.marks.pop("any arena", None)
            if _once_now(story, noun, instead):
                with story.inside() as do:
                    _attack(story, those, noun)
                story.say(w.May(do=tuple(do)))
                return
            whom = noun.build(story)
            if story.marks.pop("retreated", False) and not whom.zones:
                whom = structs.replace(whom, zones=("build",))
            arenas = whom.zones or whom.types
            if whom.side == "yours" or (whom == w.THIS and those.side == "yours"):
                clause = "DEFENDER_IS_OPPONENTS"
            elif whom.zones == ("build",):
                clause = "DEFENDER_NOT_RETREATED"
            elif story.marks.pop("any arena", False) or (arenas and all(each in ARENAS for each in arenas)):
                clause = "DEFENDER_IN_SAME_ARENA"
            else:
                raise NotMeant("can attack that")
            story.say(_lasting(story, w.Allow(clause=clause, who=those, whom=whom)))
            if clause == "DEFENDER_IS_OPPONENTS":  # what must attack must attack them, if nobody else can be attacked
                story.do[:] = [
                    structs.replace(each, must_attack=Those()) if each == _duty(story, those) else each
                    for each in story.do
                ]

        return verb

    def unit_vp__must_attack(self, noun: Noun | None = None) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            whom = noun.build(story) if noun is not None else Those(side="opponents")
            if noun is not None and story.marks.get("you choose"):
                whom = story.choose(noun, whom)
            if whom.in_reach_of == those.bound:
                whom = structs.replace(whom, in_reach_of="")  # nothing else could be attacked anyway
            story.say(_lasting(story, w.Oblige(who=those, must_attack=whom)))

        return verb

    def clause__player_must_attack(self, player: str, noun: Noun) -> Say:
        """Of "Your opponent must attack this unit": each of his or her units that can."""

        def say(story: Story) -> None:
            if player != "opponent":
                raise NotMeant("who must attack")
            self.unit_vp__must_attack(noun)(story, Those(side="opponents"))

        return say

    def unit_vp__can_attack_only(self, noun: Noun) -> UnitVerb:
        return self._only("UNIT_MAY_ATTACK", noun)

    def unit_vp__attacked_only(self, noun: Noun) -> UnitVerb:
        return self._only("UNIT_MAY_BE_ATTACKED", noun)

    @staticmethod
    def _only(clause: str, noun: Noun) -> UnitVerb:
        """What is allowed of those alone is forbidden of all others."""

        def verb(story: Story, those: Those) -> None:
            if not noun.extra.get("other of two"):
                pairs = [(those, noun.build(story))]
            elif len(those.any_of) == len(("one", "other")):  # "they can attack only each other"
                one, other = those.any_of
                pairs = [(one, other), (other, one)]
            else:
                raise NotMeant("which other")
            for who, alone in pairs:
                others = Those(but=structs.replace(alone, what="unit"))
                story.say(_lasting(story, w.Allow(clause=clause, who=who, permit=False, whom=others)))

        return verb
