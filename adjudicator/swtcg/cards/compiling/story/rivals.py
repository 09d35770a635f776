"""The two of an attack: with what a value of one is compared, and what "it" is when one opposes the other."""

from __future__ import annotations

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import ATTACKER, attacking
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import THIS, Those


def against(story: Story, noun: Noun, rival: Those) -> Those:
    """What a noun means of which a value may be compared with that of its rival in the attack ("lower speed")."""
    before, story.marks["rival"] = story.marks.get("rival"), rival
    made = noun.build(story)
    story.marks["rival"] = before
    return made


def opposing(story: Story, noun: Noun, those: Those) -> Those:
    """What a noun means that those attack, or are attacked by: "it" is none of them, for nothing attacks itself."""
    with story.not_meaning(those if noun.extra.get("it") and not noun.extra.get("itself") else None):
        return against(story, noun, those) if those.bound else noun.build(story)


def attacking_so(story: Story, those: Those, noun: Noun) -> Those:
    """Those that are attacking what a noun means, which may be "a unit with lower speed"."""
    return attacking(those, against(story, noun, those if those.bound else ATTACKER))


def compared_with(story: Story) -> Those:
    """With what "a lower speed" is compared: with the other unit of an attack, or with what was spoken of last."""
    rival: Those | None = story.marks.get("rival")
    if rival is not None:
        return rival
    if not story.mentions and not story.lasts:
        raise NotMeant("lower than what")
    last = story.mentions[-1].those if story.mentions else THIS
    if not (last.bound or last.name):
        raise NotMeant("lower than which of them")
    return last
