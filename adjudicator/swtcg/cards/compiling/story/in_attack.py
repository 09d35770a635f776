"""What a unit gets only in an attack: while it attacks, or while it is attacked."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.rivals import against
from adjudicator.swtcg.cards.compiling.story.selecting import DEFENDER
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

IN_ATTACK = ("attacking", "against", "fighting", "attacked")
"""Of which role in an attack the end of a sentence speaks."""
WHEN_ATTACKING = frozenset({"accuracy", "critical hit", "stun", "fury", "overkill", "precision", "double strike"})
WHEN_ATTACKED = frozenset({"armor", "shields", "parry", "evade", "deflect", "retaliate", "riposte"})


def in_defence(story: Story, made: w.Instruction, those: Those) -> w.Instruction:
    """Of "Armor against Droids": what helps a unit that is attacked it has while those attack it, not while it does."""
    noun = story.marks.get("against")
    if noun is None or not isinstance(made, w.Grant):
        return made
    given = made.ability
    name = given.name if isinstance(given, w.Keyword) else ""
    if name in WHEN_ATTACKING:
        return made
    if name not in WHEN_ATTACKED:
        raise NotMeant("that against them")
    by = against(story, noun, those if those.bound else DEFENDER)
    return structs.replace(made, to=structs.replace(those, attacked_by=by))
