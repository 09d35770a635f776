"""Damage counters taken off, in words."""

from __future__ import annotations

from adjudicator.swtcg.cards.worded.nouns import each
from adjudicator.swtcg.cards.worded.places import NoWordsError
from adjudicator.swtcg.cards.worded.telling import Telling
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

PART = Those(what="stack", bound="part")


def up_to(tell: Telling, asked: w.Instruction, done: w.Instruction) -> str:
    """A number that the player says, and so many counters taken off; empty if it is not that."""
    return _up_to(tell, (asked, done), None)


def up_to_of_each(tell: Telling, said: w.ForEach) -> str:
    """The same, asked anew for each of several; empty if it is not that."""
    return _up_to(tell, said.do, said.of) if said.into == PART.bound else ""


def _up_to(tell: Telling, said: tuple[w.Instruction, ...], of: Those | None) -> str:
    if len(said) != 2 or not isinstance(said[0], w.ChooseNumber) or not isinstance(said[1], w.RemoveDamage):
        return ""
    one, most = said[1].of, said[0].most
    if said[1] != w.RemoveDamage(of=one, amount=w.X(name="many")) or (of is not None and one != PART):
        return ""
    if not isinstance(most, w.Capped) or not isinstance(most.most, int):
        return ""
    capped = w.Capped(of=w.Stat(stat="damage", of=one), most=most.most)
    if said[0] != w.ChooseNumber(into="many", most=capped) or (of is None and not one.bound):
        return ""
    try:
        words = each(one if of is None else of)
    except NoWordsError:
        return ""
    tell.much = w.X(name="removed") if of is None else None
    return f"remove up to {most.most} damage counter{'s' * (most.most != 1)} from {words}"
