"""Who attacks although tapped, or twice (ruling.attacking-although-tapped)."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _lasting
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, Those

CLAUSE = "ATTACKS_THOUGH_TAPPED"
ATTACKED = w.Happened(event="attacked", to=THIS)
FIRST = w.Not(of=ATTACKED)
"""It has not attacked yet: being tapped does not keep it from the attack that it has this turn."""
SECOND = w.Both(of=(ATTACKED, w.Not(of=w.Happened(event="attacked", to=THIS, least=2))))
"""It has attacked once."""


@v_args(inline=True)
class AttackAgainMeaning(Transformer[Token, Any]):
    """Attacks of tapped units, of `units.lark`."""

    def unit_vp__attacks_though_tapped(self, *_it: Any) -> UnitVerb:
        """Always so; of what is said for a turn one cannot tell whether it lets a unit attack that has attacked."""

        def verb(story: Story, those: Those) -> None:
            if not story.lasts or story.until:
                raise NotMeant("attacking although tapped, once or again")
            story.say(_though_tapped(story, those, FIRST))

        return verb

    def unit_vp__attacks_twice(self, *times: Token) -> UnitVerb:
        if any(each != "1" for each in times):
            raise NotMeant("attacking so many times")

        def verb(story: Story, those: Those) -> None:
            if not story.lasts and not story.until:
                raise NotMeant("twice each turn, until when")
            story.say(_though_tapped(story, those, SECOND))

        return verb

    def unit_vp__attacks_twice_now(self) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            if story.lasts or story.until not in ("", "turn"):
                raise NotMeant("this turn, always")
            story.until = "turn"
            story.say(_though_tapped(story, those, SECOND))

        return verb


def _though_tapped(story: Story, those: Those, when: w.Condition) -> Any:
    """What those may do, each by what it has done itself; a Pilot does not attack."""
    if story.condition is not None:
        raise NotMeant("two conditions")
    if those == THIS and story.lasts:
        return _lasting(story, w.Allow(clause=CLAUSE, who=THIS, condition=when))
    units = structs.replace(those, what="unit") if those.what == UNIT_OR_PILOT else those
    itself = w.Static(changes=(w.Allow(clause=CLAUSE, who=THIS),), condition=when)
    return _lasting(story, w.Grant(to=units, ability=itself))
