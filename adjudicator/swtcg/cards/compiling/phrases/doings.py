"""Events that a player brings about: what is played, deployed, drawn, built, looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.each_turn import battle_cards
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import IT, Either, Hears, _event, _named, _not_meant
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.face import SUBORDINATE
from adjudicator.swtcg.words.language import THIS, Event, Those


def of_any_player(hears: Callable[..., Hears]) -> Callable[..., Any]:
    """An event of "a player": of you, or of your opponent, who is "that player" then."""

    @wraps(hears)
    def of(self: Any, player: str, *rest: Any) -> Any:
        if player != "any":
            return hears(self, player, *rest)

        def by(one: str) -> Hears:
            def hear(story: Story) -> Event:
                story.player = one
                return hears(self, one, *rest)(story)

            return hear

        return Either((by("you"), by("opponent")))

    return of


@v_args(inline=True)
class PlayerEventMeaning(Transformer[Token, Any]):
    """What players do, of `events.lark`."""

    @of_any_player
    def event__player_retreats(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            those = structs.replace(those, side=story.side(player)) if those.side == "any" else those
            story.mention(_named(those, IT), those)
            return _event(kind="retreats", to=those)

        return hear

    def event__completes(self, player: str, noun: Noun) -> Hears:
        """Who completes a Mission plays it; a Location that is completed comes into its arena."""
        plays: Hears = self.event__plays(player, noun)

        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            if those.what != "location":
                return plays(story)
            those = structs.replace(those, side=story.side(player))
            story.mention(_named(those, IT), those)
            return _event(kind="put", to=those)

        return hear

    @of_any_player
    def event__plays(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            kind = those.types[0] if those.types in (("battle",), ("mission",)) else ""
            such = battle_cards(those) if kind == "battle" else None
            if not kind or (such is None and those != Those(what=those.what, types=those.types)):
                raise NotMeant("plays that")
            story.marks["being played"] = kind
            return _event(kind="played", at=kind, to=structs.replace(such or Those(), side=story.side(player)))

        return hear

    @of_any_player
    def event__gains_force(self, player: str) -> Hears:
        return lambda story: _event(kind="force gained", to=Those(side=story.side(player)))

    @of_any_player
    def event__deploys(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            story.mention(_named(those, IT), those)
            story.marks["deployed"] = those == THIS
            if those.bound != "this":
                sides = {"you": "yours", "opponent": "opponents"}
                those = structs.replace(those, side=sides.get(player) or _not_meant("who deploys"))
                those = structs.replace(those, what="unit" if those.what == "card" else those.what)
            return _event(kind="deployed", to=those)

        return hear

    def event__deploys_by_keyword(self, player: str, keyword: Token, noun: Noun, *place: Part) -> Hears:
        """Of "uses Hidden Cost to deploy"."""
        if keyword != "hidden cost":
            raise NotMeant(f"deploy by {keyword}")
        hears = self.event__deploys_to(player, noun, *place) if place else self.event__deploys(player, noun)
        return lambda story: structs.replace(hears(story), at="hidden cost")

    def event__looks_at_hand(self, player: str, whose: Part) -> Hears:
        def hear(story: Story) -> Event:
            looker = {"you": "yours", "opponent": "opponents"}.get(player) or _not_meant("who looks")
            hand = structs.replace(whose(story, Those()), what="card", zones=("hand",))
            story.mention(hand, hand, plural=True)
            return _event(kind="hand looked at", to=hand, by=Those(side=looker))

        return hear

    def event__deploys_to(self, player: str, noun: Noun, place: Part) -> Hears:
        hears = self.event__deploys(player, noun)

        def hear(story: Story) -> Event:
            event = hears(story)
            assert event.to is not None
            return _event(kind=event.kind, to=place(story, event.to))

        return hear

    def event__discarded_from_hand(self, *words: Any) -> Hears:
        noun = next(word for word in words if isinstance(word, Noun))
        whose = next(word for word in words if callable(word))

        def hear(story: Story) -> Event:
            if noun.any_one(story).bound != "this":
                raise NotMeant("what is discarded from hand")
            story.marks["elsewhere"] = "discard"
            story.mention(THIS, THIS)
            return _event(kind="discarded from hand", by=Those(side=whose(story, Those()).side))

        return hear

    @of_any_player
    def event__draws(self, player: str, quantity: tuple[int, Any, bool], *_words: Any) -> Hears:
        def hear(story: Story) -> Event:
            if quantity[0] != 1:
                raise NotMeant("so many at once")
            story.mention(Those(what="card", bound="drawn"), Those(what="card"))
            return _event(kind="drawn", to=Those(side=story.side(player)))

        return hear

    def event__prevents(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            story.mention(_named(those, IT), those)
            return _event(kind="prevented", to=those, by=Those(what="stack", side=story.side(player)))

        return hear

    def event__finishes(self, player: str, noun: Noun) -> Hears:
        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            if player != "you" or those.bound != "this":
                raise NotMeant("what is built")
            return _event(kind="finished", to=those)

        return hear

    def event__location_put(self, player: str, noun: Noun, place: Part) -> Hears:
        """A Location comes into its arena, or a Subordinate into one that is named."""

        def hear(story: Story) -> Event:
            those = noun.any_one(story)
            if those.types == (SUBORDINATE,) and player in ("you", "opponent"):
                those = structs.replace(place(story, those), side="yours" if player == "you" else "opponents")
                story.mention(_named(those, IT), those)
                return _event(kind="generated", to=those)
            if player != "you" or those.bound != "this":
                raise NotMeant("what is put")
            return _event(kind="put", to=those)

        return hear
