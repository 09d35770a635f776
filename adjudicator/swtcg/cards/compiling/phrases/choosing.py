"""What players choose and predict: things, arenas, types, players, damage."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.moments import _asked, standing_there
from adjudicator.swtcg.cards.compiling.story.saying import Say, _nouns, _who
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w


def _choose_whom_it_attacks(story: Story, bound: str) -> None:
    """Of a text that says who chooses the defending unit of a later attack: one of those that can be attacked."""
    attacker = story.marks.get("would attack")
    if bound != "defender" or attacker is None:
        raise NotMeant("choose the unit of an attack")
    it, one = attacker.bound or "it", story.fresh("it")
    story.say(w.Choose(into=one, among=w.Those(in_reach_of=it), when="resolving", who=_who(story)))
    unit, on = (w.Those(what="stack", bound=each) for each in (it, one))
    story.say(w.AttackWith(unit=unit, on=on))


@v_args(inline=True)
class ChoosingMeaning(Transformer[Token, Any]):
    """Choices, of `players.lark`."""

    simple__there_is: Callable[[Noun], Any]

    def clause_vp__predict_hits(self) -> Say:
        return self._predict(w.Stat(stat="hits of its last attack", of=ATTACKER), None)

    def clause_vp__predict_damage(self, noun: Noun) -> Say:
        return self._predict(w.X(name="damage"), noun)

    def _predict(self, amount: w.Amount, attacked: Noun | None) -> Say:
        """A number is named now, and looked at as the attack ends."""

        def say(story: Story) -> None:
            story.say(w.ChooseNumber(into="predicted", who=_who(story)))
            story.marks["foretold"] = w.Compare(left=amount, how="=", right=w.X(name="predicted"))
            story.marks["attacked"] = attacked.build(story) if attacked is not None else None

        return say

    def clause_vp__choose(self, noun: Noun) -> Say:
        def say(story: Story) -> None:
            for each in _nouns(noun):
                if each.how == "ref" and each.build(story).bound in ("attacker", "defender"):
                    _choose_whom_it_attacks(story, each.build(story).bound)
                    return
                if each.extra.get("all of them"):
                    raise NotMeant("choose all of them")
                picked = each if each.how == "pick" else Noun("pick", each.build)
                story.marks["just choosing"] = True
                story.reach(picked)
                del story.marks["just choosing"]
            if noun.how == "all":
                story.meant_together(len(_nouns(noun)))

        return say

    def clause_vp__choose_arena(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChooseArena(when=story.when))
            story.arena = ("there",)

        return say

    def clause_vp__choose_arena_where(self, *words: Any) -> Say:
        """One of the arenas in which something is so; what is asked for stands there."""
        *types, asks = words
        among = tuple(each for each in ARENAS if each in types) or ARENAS

        def say(story: Story) -> None:
            story.arena = ("there",)
            story.say(w.ChooseArena(when=story.when, among=among, where=standing_there(_asked(asks, story))))

        return say

    def clause_vp__choose_arena_with(self, noun: Noun, _in_it: Noun) -> Say:
        return self.clause_vp__choose_arena_where(self.simple__there_is(noun))

    def clause_vp__choose_arena_controlled(self, player: str) -> Say:
        def say(story: Story) -> None:
            story.arena = ("there",)
            controls = w.Controls(arena="there", who=story.one_player(player))
            story.say(w.ChooseArena(when=story.when, where=controls))

        return say

    def clause_vp__choose_arena_not_controlled(self, player: str) -> Say:
        def say(story: Story) -> None:
            story.arena = ("there",)
            controls = w.Controls(arena="there", who=story.one_player(player))
            story.say(w.ChooseArena(when=story.when, where=w.Not(of=controls)))

        return say

    def choose_type(self, *types: Token) -> Say:
        def say(story: Story) -> None:
            among = tuple(str(each) for each in types)
            if any(each not in ARENAS for each in among):
                raise NotMeant("choose a type")
            story.say(w.ChooseArena(when=story.when, among=tuple(each for each in ARENAS if each in among)))
            story.arena = ("there",)

        return say

    def clause_vp__choose_player(self) -> Say:
        def say(story: Story) -> None:
            story.say(w.ChoosePlayer())
            story.player = "chosen"

        return say
