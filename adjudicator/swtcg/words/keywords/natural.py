"""Keywords of later sets that hang on what attack dice show by nature: Fury, Focus, Backfire, Parry, Riposte.

Fury, Focus and Backfire look at the first roll, Parry and Riposte at the dice as they lie in the end; Accuracy changes
neither, and one die that shows it is enough (idc.keywords.fury-definition, idc.keywords.focus-definition,
idc.keywords.backfire-definition, idc.keywords.parry-definition, idc.keywords.riposte-definition). That they work so
under the documents of 2005 is a reading: ruling.keywords-of-later-sets.
"""

from __future__ import annotations

from adjudicator.swtcg.words import language as w

ATTACKER = w.Those(what="stack", bound="attacker")
ROLLS = w.Event(kind="rolled", at="attack", by=w.THIS)
ROLLED_AGAINST = w.Event(kind="hits counted", to=w.THIS)


def _shown(face: str) -> w.Condition:
    """At least one die shows a face by nature."""
    return w.Compare(left=w.X(name=face), how=">=", right=1)


def at_end(*do: w.Instruction) -> w.Later:
    """It is done when the attack ends."""
    return w.Later(when=w.Event(kind="attack ends"), do=do, until="attack ends")


def next_attack(unit: w.Those, power: int | w.X) -> w.Later:
    """A unit's power is changed for its next attack."""
    stronger = w.Modify(of=unit, stat="power", amount=power, until="attack")
    return w.Later(when=w.Event(kind="attacks", to=unit), do=(stronger,), until="permanent")


def fury(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """A natural four: X more attack dice (idc.keywords.fury-first-four-only, idc.keywords.fury-not-after-reroll)."""
    more = w.MoreDice(amount=keyword.x)
    return (w.Triggered(when=ROLLS, do=(more,), condition=_shown("first fours"), chance="reroll", keyword="fury"),)


def focus(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """A natural five: +X power for its next attack (idc.keywords.focus-bonus-one-attack)."""
    do = (next_attack(w.THIS, keyword.x),)
    return (w.Triggered(when=ROLLS, do=do, condition=_shown("first fives"), keyword="focus"),)


def backfire(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """A natural three: X dice of damage to itself when the attack ends (idc.keywords.backfire-definition)."""
    do = (at_end(w.Damage(to=w.THIS, amount=keyword.x, dice=True)),)
    return (w.Triggered(when=ROLLS, do=do, condition=_shown("first threes"), keyword="backfire"),)


def parry(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """A natural one against it: X of the damage is prevented (idc.keywords.parry-one-one)."""
    when = w.Event(kind="would be damaged", to=w.THIS, at="attack")
    do = (w.Later(when=when, do=(w.Prevent(amount=keyword.x),), until="attack", chance="prevention"),)
    return (w.Triggered(when=ROLLED_AGAINST, do=do, condition=_shown("ones"), keyword="parry"),)


def riposte(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """A natural two against it: X damage to the attacker when the attack ends (idc.keywords.riposte-one-two)."""
    do = (at_end(w.Damage(to=ATTACKER, amount=keyword.x)),)
    return (w.Triggered(when=ROLLED_AGAINST, do=do, condition=_shown("twos"), keyword="riposte"),)
