"""Force and build points: gained, lost, paid."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.phrases.counting import half_of
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say, _for_each, _much, _signed, _who
from adjudicator.swtcg.cards.compiling.story.selecting import Part, Told
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w


@v_args(inline=True)
class EarningMeaning(Transformer[Token, Any]):
    """Force and build points, of `players.lark`."""

    def clause_vp__gain_force_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_force(_signed(number))

    def clause_vp__gain_force(self, amount: Told) -> Say:
        return lambda story: story.say(w.GainForce(amount=_for_each(story, amount(story)), who=_who(story)))

    def clause_vp__lose_force(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            lost = _for_each(story, amount(story))
            story.say(w.LoseForce(amount=lost, who=_who(story)))
            story.much = lost if story.much is None else story.much

        return say

    def clause_vp__lose_that_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=_much(story), who=_who(story)))

    def clause_vp__lose_half_force(self, _whose: Part) -> Say:
        def say(story: Story) -> None:
            half = half_of(story, w.Tally(of="force", who=_who(story)))
            story.say(w.Let(into="half", be=half), w.LoseForce(amount=w.X(name="half"), who=_who(story)))
            story.much = w.X(name="half")

        return say

    def clause_vp__lose_all_force(self) -> Say:
        return lambda story: story.say(w.LoseForce(amount=w.Tally(of="force", who=_who(story)), who=_who(story)))

    def clause_vp__gain_points_signed(self, number: Token) -> Say:
        return self.clause_vp__gain_points(_signed(number))

    def clause_vp__gain_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            gained = w.GainPoints(amount=_for_each(story, amount(story)), who=_who(story))
            story.say(gained)

        return say

    def clause_vp__gain_both(self, points: Told, force: Told) -> Say:
        both = (self.clause_vp__gain_points(points), self.clause_vp__gain_force(force))

        def say(story: Story) -> None:
            for each in both:
                each(story)

        return say

    def clause_vp__gain_both_turned(self, force: Told, points: Told) -> Say:
        return self.clause_vp__gain_both(points, force)

    def clause_vp__lose_points(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            lost = amount(story)
            less = -lost if isinstance(lost, int) else w.Times(of=lost, times=-1)
            story.say(w.GainPoints(amount=less, who=_who(story)))

        return say

    def clause_vp__pays_any_force(self, *most: Told) -> Say:
        def say(story: Story) -> None:
            limit: w.Amount = w.Tally(of="force", who=_who(story))
            if most:
                limit = w.Capped(of=limit, most=most[0](story))  # nobody pays more than he or she has
            story.say(w.ChooseNumber(into="paid", most=limit, who=_who(story)))
            story.say(w.LoseForce(amount=w.X(name="paid"), who=_who(story)))
            story.much = w.X(name="paid")

        return say

    def clause_vp__gain_combined(self, amount: Told) -> Say:
        def say(story: Story) -> None:
            if _who(story) != "you":
                raise NotMeant("who divides what is gained")
            both, points = w.X(name="both"), w.X(name="points")
            story.say(w.Let(into="both", be=amount(story)), w.ChooseNumber(into="points", most=both))
            story.say(w.GainPoints(amount=points))
            story.say(w.GainForce(amount=w.Sum(of=(both, w.Times(of=points, times=-1)))))

        return say
