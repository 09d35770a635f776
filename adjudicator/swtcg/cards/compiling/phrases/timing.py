"""How long something lasts, and when something may be played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import (
    Asks,
    Hears,
    Only,
    _asked,
    _must_be_this,
    _not_meant,
)
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _joined, _with
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

TAPPED = "tapped"
"""How long something lasts that ends when the card that made it untaps."""

IN_NEXT_TURN = "in the next turn"
"""Not how long something lasts, but when it is done."""


@v_args(inline=True)
class TimeMeaning(Transformer[Token, Any]):
    """Durations and restrictions, of `sentences.lark` and `costs.lark`."""

    simple__player_is_attacking: Callable[[str], Asks]

    def duration__turn(self, *_words: Any) -> str:
        """Until the next turn starts, too, whosever it is said to be: both players have each turn together
        (ruling.whose-turn-it-is).
        """
        return "turn"

    def duration__battle(self) -> str:
        return "battle"

    def duration__attack(self) -> str:
        return "attack"

    def duration__game(self, *_gone: Any) -> str:
        return "permanent"

    def duration__while_tapped(self, _self: Noun) -> str:
        return TAPPED

    def duration__battle_step(self, *_type: Token) -> str:
        return "step"

    def phase__battle(self) -> Any:
        return lambda story: w.InPhase(at="battle")

    def phase__in_battle(self, kind: Token) -> Any:
        return self.phase__battle() if kind == "battle" else _not_meant(f"during {kind}")

    def phase__battle_of(self, kind: Token) -> Any:
        return lambda story: w.InPhase(at=str(kind))

    def phase__next_battle_of(self, kind: Token) -> Any:
        """That of this turn, where a Mission speaks, which is completed before the battles."""

        def ask(story: Story) -> w.InPhase:
            if story.marks.get("played") != "mission":
                raise NotMeant("which battle step is the next")
            return w.InPhase(at=str(kind))

        return ask

    def phase__step(self, whose: Part, step: Token) -> Any:
        def ask(story: Story) -> w.InPhase:
            side = whose(story, Those()).side
            if side not in ("yours", "opponents"):
                raise NotMeant("whose step")
            return w.InPhase(at=str(step).removesuffix(" step"), yours=side == "yours")

        return ask

    def phase__attack_of(self, noun: Noun) -> Any:
        return lambda story: w.There(are=structs.replace(noun.build(story), attacking=True))

    def duration__next_turn_ends(self, *_whose: Part) -> str:
        return "next turn"

    def phase_start__battle(self) -> str:
        return "battle"

    def phase_start__battle_of(self, kind: Token | None = None) -> str:
        return str(kind) if kind is not None else "battle"

    def only__at_start(self, at: str) -> Only:
        """In the chance at the start of the battle phase, which is one of its own (ruling 0025); of a battle, before
        anything has attacked in it.
        """

        def ask(story: Story) -> w.Condition:
            if at == "battle":
                return w.InPhase(at="battle start")
            begun = w.Happened(event="attacked", to=Those(zones=(at,)))
            return w.Both(of=(w.InPhase(at=at), w.Not(of=begun)))

        return Only(time="no attack", condition=ask)

    def duration__next_turn(self, *_whose: Part) -> str:
        return IN_NEXT_TURN

    def duration__until_step(self, whose: Part, step: Token) -> str:
        """Until a step of one's own starts."""
        if step != "build step" or whose(Story(), Those()).side != "yours":
            raise NotMeant(f"until whose {step}")
        return "next build"

    def duration__step(self, whose: Part, step: Token) -> tuple[str, Part, str]:
        return "step", whose, str(step)

    def duration__any_step(self, step: Token) -> tuple[str, Part, str]:
        return "any step", lambda story, those: those, str(step)

    def duration__next_step(self, whose: Part, step: Token) -> tuple[str, Part, str]:
        return "next step", whose, str(step)

    def duration__the_next_step(self, step: Token) -> tuple[str, Part, str]:
        return "next step", lambda story, those: those, str(step)

    def restriction(self, *only: Any) -> tuple[Only, ...]:
        return tuple(each for each in only if isinstance(each, Only))

    def only__step(self, step: Token) -> Only:
        return Only(time=str(step)) if step in ("build step", "retreat step") else _not_meant(str(step))

    def only__step_or_attack(self, step: Token, noun: Noun) -> Only:
        if step != "build step":
            raise NotMeant(str(step))
        return Only(time="build step or would attack", condition=lambda story: _must_be_this(story, noun))

    def only__in_battle(self, kind: Token) -> Only:
        return Only(time="battle") if kind == "battle" else _not_meant(str(kind))

    def only__in_battle_phase(self) -> Only:
        return Only(time="battle")

    def only__in_battle_step(self, kind: Token) -> Only:
        return Only(condition=lambda story: w.InPhase(at=str(kind)))

    def only__would_attack(self, noun: Noun) -> Only:
        return Only(time="would attack", condition=lambda story: _must_be_this(story, noun))

    def only__when_attacked(self, *_noun: Any) -> Only:
        return Only(time="attacked")

    def only__no_attack(self, _described: Part) -> Only:
        return Only(time="no attack")

    def only__if_so(self, asks: Any) -> Only:
        return Only(condition=lambda story: _asked(asks, story))

    simple__is_attacking: Callable[..., Any]

    def only__attacking_now(self, noun: Noun, *whom: Noun) -> Only:
        """Of "Play only when one of your Jedi attacks": while it does."""
        return self.only__if_so(self.simple__is_attacking(noun, *whom))

    def only__once(self) -> Only:
        return Only(limit="turn")

    def only__once_an_attack(self) -> Only:
        return Only(limit="attack")

    def often__any_times(self) -> Only:
        return Only(limit="any")

    def only__once_a_game(self) -> Only:
        return Only(limit="game")

    def often__once_a_game(self) -> Only:
        return Only(limit="game")

    def often__once(self) -> Only:
        return Only(limit="turn")

    def often__once_an_attack(self) -> Only:
        return Only(limit="attack")

    def so_often(self, *number: Token) -> Only:
        """Of "twice each turn", or so many times; "twice" has no number."""
        return Only(limit=str(number[0]) if number else "2")

    def limited(self, only: Only) -> Only:
        return only

    def only__so_often(self, only: Only) -> Only:
        return only

    def over(self, only: Only) -> Only:
        """Of "you can't play this more than twice each turn": up to so often."""
        return only

    def only__on_such(self, noun: Noun) -> Only:
        """What is chosen has to be one of those."""

        def ask(story: Story) -> None:
            at = next((at for at, each in enumerate(story.do) if isinstance(each, w.Choose)), None)
            if at is None or noun.how != "pick":
                raise NotMeant("play on what")
            choice = story.do[at]
            assert isinstance(choice, w.Choose)
            story.do[at] = structs.replace(choice, among=_joined(choice.among, noun.build(story)))

        return Only(condition=ask)

    def only__before_any(self, described: Part, *posts: Part) -> Only:
        def ask(story: Story) -> w.Condition:
            those = _with(story, described(story, Those()), posts)
            return w.Not(of=w.Happened(event="attacked", to=those))

        return Only(condition=ask)

    def only__before_any_there(self, *parts: Part) -> Only:
        return self.only__before_any(*parts)

    def only__before_dice(self, player: str) -> Only:
        """Of "before you roll attack dice": whoever attacks rolls them."""
        return Only(time="before dice", condition=self.simple__player_is_attacking(player))

    def only__before_all_dice(self) -> Only:
        return Only(time="before dice")

    def only__any_times(self, *steps: Any) -> Only:
        return Only(limit="any", time="build step" if steps else "")

    def only__once_each_time(self, event: Hears) -> Only:
        """Prevention is used once for each damage anyway (crf.activated.prevention-once-per-damage)."""

        def ask(story: Story) -> w.Condition | None:
            if event(story).kind != "would be damaged":
                raise NotMeant("once each time")
            return None

        return Only(condition=ask)

    def only__any_time(self) -> Only:
        return Only(time="any time")
