"""Where things are: arenas, zones of players."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import HIDDEN, NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import (
    Part,
    _beside,
    _marking,
    _put,
    _zone,
    could_pilot,
    without,
)
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS, IN_PLAY
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import CARD_IN_PLAY, THIS, UNITS, Those


def _there(those: Those, zones: tuple[str, ...]) -> Those:
    """What those are in these arenas: in the Character arena a Pilot is a unit."""
    return could_pilot(those) if zones == ("character",) else those


def as_standing(those: Those) -> Those:
    """What is in an arena stands there, also where it is called a card."""
    lies = those.what == "card" and not (those.zones or those.bound)
    return structs.replace(those, what=CARD_IN_PLAY) if lies else those


@v_args(inline=True)
class PlaceMeaning(Transformer[Token, Any]):
    """Places, of `nouns.lark`."""

    def place(self, arenas: Part) -> Part:
        return arenas

    def place__build_zone(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "build")

    def place__any_build_zone(self) -> Part:
        return lambda story, those: _zone(those, "build")

    def place__hand(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "hand")

    def place__somebodys_hand(self) -> Part:
        return lambda story, those: _zone(those, "hand")

    def place__that_hand(self) -> Part:
        """The hand whose cards were looked at last."""

        def add(story: Story, those: Those) -> Those:
            seen = story.marks["there"](story, those) if "there" in story.marks else those
            if seen.zones != ("hand",):
                raise NotMeant("that hand")
            return structs.replace(those, what=seen.what, zones=seen.zones, side=seen.side)

        return add

    def place__deck(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "deck")

    def place__pile(self, whose: Part) -> Part:
        return lambda story, those: _zone(whose(story, those), "discard")

    def place__hand_or_pile(self, whose: Part) -> Part:
        """Of "from your hand or discard pile": cards of either."""

        def add(story: Story, those: Those) -> Those:
            return _zone(_zone(whose(story, those), "hand"), "discard")

        return add

    def place__any_pile(self) -> Part:
        return lambda story, those: _zone(those, "discard")

    def place__that_deck(self) -> Part:
        """The deck whose cards were looked at or searched for last."""

        def add(story: Story, those: Those) -> Those:
            if "deck of" not in story.marks:
                raise NotMeant("that deck")
            return _zone(structs.replace(those, side=story.marks["deck of"]), "deck")

        return add

    def place__arenas_or_build(self, arenas: Part, whose: Part) -> Part:
        def add(story: Story, those: Those) -> Those:
            there = arenas(story, those)
            return structs.replace(there, zones=(*(there.zones or ARENAS), "build"))

        return add

    def place__arenas_or_any_build(self, arenas: Part) -> Part:
        return self.place__arenas_or_build(arenas, lambda story, those: those)

    def place__play(self) -> Part:
        """In an arena; a unit also deployed in the build zone (idc.build.partially-built-not-in-play)."""

        def add(story: Story, those: Those) -> Those:
            anywhere = those.what in UNITS and not those.zones and not those.bound
            return structs.replace(those, zones=IN_PLAY) if anywhere else those

        return add

    def arenas__arena(self, *types: Token) -> Part:
        zones = tuple(str(each) for each in types)
        if any(zone not in ARENAS for zone in zones):
            raise NotMeant(" ".join(zones))

        def add(story: Story, those: Those) -> Those:
            if zones == ARENAS:
                story.marks["any arena"] = True
            return structs.replace(_there(as_standing(those), zones), zones=() if zones == ARENAS else zones)

        return add

    def arenas__any_arena(self, *numbers: Any) -> Part:
        if numbers:
            return self.arenas__each_arena()
        mark = _marking("any arena", zones=())
        return lambda story, those: mark(story, as_standing(those))

    def arenas__all_arenas(self, *number: Any) -> Part:
        """All of them: who controls them controls each, while what stands "in all arenas" stands in any."""
        if number:
            return self.arenas__each_arena()
        return _marking("all arenas", zones=())

    def arenas__each_arena(self) -> Part:
        return _marking("each arena", zones=())

    def arenas__that_arena(self, *, named: bool = True) -> Part:
        """The arena spoken of; `named`: as "that arena", which is not where a card belongs that stands in none."""

        def add(story: Story, those: Those) -> Those:
            if isinstance(story.arena, Those):
                return _beside(those, story.arena)
            if story.arena:
                return structs.replace(those, zones=story.arena)
            for each in reversed(story.mentions):
                zones = tuple(zone for zone in each.kind.zones if zone not in (*HIDDEN, "build"))
                if len(zones) == 1:
                    return structs.replace(those, zones=zones)
                if each.those.bound and not (named and each.those.what == "card"):
                    return _beside(those, each.those)
            raise NotMeant("that arena")

        return add

    def arenas__its_arena(self) -> Part:
        that = self.arenas__that_arena(named=False)

        def add(story: Story, those: Those) -> Those:
            alone = story.lasts and not story.arena and all(each.those == THIS for each in story.mentions)
            return structs.replace(those, zones=("here",)) if alone else that(story, those)  # of what says it

        return add

    def arenas__arena_of(self, noun: Noun) -> Part:
        """Of "that unit's arena": where it stands."""

        def add(story: Story, those: Those) -> Those:
            unit = noun.build(story)
            if story.marks.pop("other than", False) and unit.bound:
                those = without(structs.replace(those, other=False), unit)
            return _beside(those, unit)

        return add

    def arenas__this_arena(self, *_self: Any) -> Part:
        return _put(zones=("here",))

    def arenas__arena_concerned(self) -> Part:
        return _put(zones=("there",))

    def arenas__one_arena(self, *_number: Token) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["choosing"] = {**story.marks.get("choosing", {}), "same": "arena"}
            return structs.replace(those, zones=())

        return add
