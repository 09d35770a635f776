"""Who controls an arena: what does not count toward it, and what controls it whoever else is there."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.changing import UnitVerb, _lasting
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those


@v_args(inline=True)
class ControlMeaning(Transformer[Token, Any]):
    """Control of arenas, of `units.lark` and `players.lark`."""

    def unit_vp__does_not_count(self, _place: Part) -> UnitVerb:
        return lambda story, those: story.say(
            _lasting(story, w.Allow(clause="COUNTS_FOR_CONTROL", who=those, permit=False))
        )

    def unit_vp__holds_arena(self, place: Part) -> UnitVerb:
        def verb(story: Story, those: Those) -> None:
            zones = place(story, Those()).zones
            if those != THIS or len(zones) != 1 or zones[0] not in (*ARENAS, "here"):
                raise NotMeant("which of them control which arena")
            there = THIS if zones == ("here",) else structs.replace(THIS, zones=zones)
            story.say(_lasting(story, w.Allow(clause="HOLDS_ITS_ARENA", who=there)))

        return verb

    def clause__holds_arena(self, place: Part) -> Say:
        """Of "As long as this unit is in the Ground arena, you control the Ground arena": by being there."""

        def say(story: Story) -> None:
            there = structs.replace(THIS, zones=place(story, Those()).zones)
            if story.marks.get("static condition") != w.There(are=there):
                raise NotMeant("what controls the arena")
            self.unit_vp__holds_arena(place)(story, THIS)

        return say
