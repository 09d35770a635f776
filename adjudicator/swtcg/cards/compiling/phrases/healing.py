"""Damage counters taken off: so many, all, up to so many as the player says."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.saying import Say, _all, _at_most, _for_each, _nouns, _on_table, _who
from adjudicator.swtcg.cards.compiling.story.selecting import Told
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those


def _heal_up_to(story: Story, those: Those, most: w.Amount) -> None:
    """Of "remove up to 3 damage counters" the player says how many, for each of several things anew."""
    single = bool(those.bound) and not story.mentions[-1].plural
    one = those if single else Those(what="stack", bound="part")
    many = w.Capped(of=w.Stat(stat="damage", of=one), most=most)
    healed = w.RemoveDamage(of=one, amount=w.X(name="many"))
    do = (w.ChooseNumber(into="many", most=many, who=_who(story)), healed)
    if single:
        story.say(*do)
        story.much = w.X(name="removed")
    else:
        story.say(w.ForEach(of=those, do=do, into="part"))
        story.much = None


@v_args(inline=True)
class HealMeaning(Transformer[Token, Any]):
    """Damage counters taken off, of `players.lark`."""

    def clause_vp__heal_all(self, *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            for each in _nouns(noun):
                story.say(w.RemoveDamage(of=_on_table(story.reach(each))))
            story.much = w.X(name="removed")

        return say

    def clause_vp__heal_it(self, *_counter: Token) -> Say:
        return lambda story: story.say(w.RemoveDamage(of=_on_table(story.it())))

    def clause_vp__heal_them(self, *_counter: Token) -> Say:
        return lambda story: story.say(w.RemoveDamage(of=_on_table(story.them())))

    def clause_vp__heal_all_but(self, amount: Told, *words: Any) -> Say:
        noun = words[-1]

        def say(story: Story) -> None:
            but = amount(story)
            if not isinstance(but, int):
                raise NotMeant("all but X")
            story.say(w.RemoveDamage(of=_on_table(story.reach(noun)), all_but=but))

        return say

    def clause_vp__heal(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun, *divided: Any) -> Say:
        def say(story: Story) -> None:
            if divided:
                raise NotMeant("counters divided")
            for each in _nouns(noun):
                those = _on_table(story.reach(each))
                amount = _for_each(story, _at_most(story, quantity))
                if quantity[0] == 0:
                    _heal_up_to(story, those, amount)
                    continue
                story.say(w.RemoveDamage(of=those, amount=amount))
                story.much = w.X(name="removed")

        return say

    def clause_vp__heal_two(self, *words: Any) -> Say:
        return _all((self.clause_vp__heal(*words[:3]), self.clause_vp__heal(*words[3:])))

    def clause_vp__heal_divided(self, quantity: tuple[int, Any, bool], _counter: Token, noun: Noun) -> Say:
        def say(story: Story) -> None:
            least, most, _ = quantity
            among = story.reach(noun)
            part = w.RemoveDamage(of=Those(what="stack", bound="part"), amount=w.X(name="share"))
            story.say(w.Divide(amount=most, among=among, do=(part,), into="part", up_to=least == 0))

        return say

    def clause_vp__heal_equal(self, _counter: Token, noun: Noun, amount: Told) -> Say:
        def say(story: Story) -> None:
            story.say(w.RemoveDamage(of=_on_table(story.reach(noun)), amount=amount(story)))

        return say
