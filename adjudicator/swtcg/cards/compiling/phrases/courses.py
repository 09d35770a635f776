"""The course of the turn: phases, steps and turns that start and end, and steps that are skipped."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.whose import its_or_theirs, that_players
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import Either, Hears, _event, _step
from adjudicator.swtcg.cards.compiling.story.saying import Say, _who
from adjudicator.swtcg.cards.compiling.story.selecting import Part
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Event, Those


@v_args(inline=True)
class CourseMeaning(Transformer[Token, Any]):
    """Events of the turn, of `events.lark`."""

    def things_step(self, whose: Part, step: Token) -> tuple[Part, str]:
        return whose, str(step).removesuffix(" step")

    def clause_vp__skip_step(self, which: tuple[Part, str]) -> Say:
        """Of "Your opponent skips his or her next build step": whoever skips it skips one of his or her own."""
        whose, step = which

        def say(story: Story) -> None:
            who = _who(story)
            if who == "they" or whose(story, Those()).side not in ("any", story.side(who)):
                raise NotMeant("whose step")
            story.say(w.SkipStep(step=step, who=who))

        return say

    def event__battle_starts(self, *types: Token) -> Hears:
        def hear(story: Story) -> Event:
            story.arena = tuple(str(each) for each in types)
            return _step("starts", types)

        return hear

    def event__any_battle_starts(self) -> Either:
        """Of "When a battle step starts": that of each arena."""
        return Either(tuple(self.event__battle_starts(Token("TYPE", arena)) for arena in ARENAS))

    def event__any_battle_ends(self) -> Either:
        return Either(tuple(self.event__battle_ends(Token("TYPE", arena)) for arena in ARENAS))

    def event__own_battle_starts(self, *_self: Noun) -> Hears:
        def hear(story: Story) -> Event:
            story.arena = ("here",)
            return _event(kind="step starts", at="here")

        return hear

    def event__this_battle_starts(self) -> Hears:
        return self._this_battle("starts")

    def event__this_battle_ends(self) -> Hears:
        return self._this_battle("ends")

    @staticmethod
    def _this_battle(which: str) -> Hears:
        """Of "When the battle step ends": of the step that a card is played in, or that of the unit's own arena."""

        def hear(story: Story) -> Event:
            if "card played" not in story.marks:
                story.arena = ("here",)
                return _event(kind=f"step {which}", at="here")
            if which == "starts":
                raise NotMeant("which battle step")
            return _event(kind="step ends", at="battle step")

        return hear

    def event__next_battle_starts(self, *types: Token) -> Hears:
        """That may be in the next turn, so it is waited for as long as it takes."""

        def hear(story: Story) -> Event:
            story.marks["later until"] = "permanent"
            return _step("starts", types)

        return hear

    def event__battle_ends(self, *types: Token) -> Hears:
        return lambda story: _step("ends", types)

    def event__step_starts(self, *words: Any) -> Hears:
        step = str(words[-1])
        whose = words[0] if len(words) > 1 else None

        def hear(story: Story) -> Event:
            if whose in (its_or_theirs, that_players) and (story.who == "each" or not story.player):
                raise NotMeant("whose step")
            side = whose(story, Those()).side if whose is not None else "yours"  # ruling.the-build-step-of-a-text
            at = {"yours": "yours", "opponents": "opponents", "": ""}.get(side)
            if at is None:
                raise NotMeant("whose step")
            if step in ("build step", "draw step"):
                return _event(kind=f"{step} starts", at=at)
            return self._of_step("starts", words)(story)

        return hear

    def event__step_ends(self, *words: Any) -> Hears:
        return self._of_step("ends", words)

    def _of_step(self, which: str, words: tuple[Any, ...]) -> Hears:
        """The start or end of a step, of a player's if it says whose."""
        step = str(words[-1])
        whose = words[0] if len(words) > 1 else None

        def hear(story: Story) -> Event:
            to = whose(story, Those()) if whose is not None else None
            if step == "draw step":
                raise NotMeant(f"{step} {which}")
            return _event(kind=f"step {which}", at=step.removesuffix(" step"), to=to)

        return hear

    def event__each_step_starts(self, step: Token) -> Hears:
        """Each player's: there is one of each."""
        return self.event__step_starts(lambda story, those: structs.replace(those, side=""), step)

    def players_step(self, step: Token) -> Token:
        return step

    def event__players_step_starts(self, step: Token) -> Either:
        """Of "When each player's build step starts": it is that player who is spoken of then."""

        def of(player: str, side: str) -> Hears:
            starts: Hears = self.event__step_starts(lambda story, those: structs.replace(those, side=side), step)

            def hear(story: Story) -> Event:
                story.player = player
                return starts(story)

            return hear

        return Either((of("you", "yours"), of("opponent", "opponents")))

    def event__next_step_starts(self, whose: Part, step: Token) -> Hears:
        def hear(story: Story) -> Event:
            if whose(story, Those()).side != "yours" or step != "build step":
                raise NotMeant("a next step")
            return _event(kind="build step starts", at="yours")

        return hear

    def event__build_roll(self) -> Hears:
        def hear(story: Story) -> Event:
            story.marks["build roll"] = True
            return _event(kind="rolled", at="build")

        return hear

    def event__turn_ends(self) -> Hears:
        return lambda story: _event(kind="turn ends")

    def event__each_turn_ends(self) -> Hears:
        def hear(story: Story) -> Event:
            story.marks["every"] = True
            return _event(kind="turn ends")

        return hear

    def event__turn_starts(self) -> Hears:
        return lambda story: _event(kind="turn starts")

    def event__next_turn_starts(self) -> Hears:
        return lambda story: _event(kind="turn starts")
