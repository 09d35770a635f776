"""Keywords of later sets that hang on what attack dice show by nature: Fury, Focus, Backfire, Parry, Riposte.

Fury, Focus and Backfire look at the first roll, Parry and Riposte at the dice as they lie in the end; Accuracy changes
neither, and one die that shows it is enough (idc.keywords.fury-definition, idc.keywords.focus-definition,
idc.keywords.backfire-definition, idc.keywords.parry-definition, idc.keywords.riposte-definition). That they work so
under the documents of 2005 is a reading: ruling.keywords-of-later-sets.
"""

from __future__ import annotations

from adjudicator.swtcg.words.language import (
    THIS,
    Ability,
    Compare,
    Condition,
    Damage,
    Event,
    Instruction,
    Keyword,
    Later,
    Modify,
    MoreDice,
    Prevent,
    Those,
    Triggered,
    X,
)

ATTACKER = Those(what="stack", bound="attacker")
ROLLS = Event(kind="rolled", at="attack", by=THIS)
ROLLED_AGAINST = Event(kind="hits counted", to=THIS)


def _shown(face: str) -> Condition:
    """At least one die shows a face by nature."""
    return Compare(left=X(name=face), how=">=", right=1)


def at_end(*do: Instruction) -> Later:
    """It is done when the attack ends."""
    return Later(when=Event(kind="attack ends"), do=do, until="attack ends")


def next_attack(unit: Those, power: int | X) -> Later:
    """A unit's power is changed for its next attack."""
    stronger = Modify(of=unit, stat="power", amount=power, until="attack")
    return Later(when=Event(kind="attacks", to=unit), do=(stronger,), until="permanent")


def fury(keyword: Keyword) -> tuple[Ability, ...]:
    """A natural four: X more attack dice (idc.keywords.fury-first-four-only, idc.keywords.fury-not-after-reroll)."""
    more = MoreDice(amount=keyword.x)
    return (Triggered(when=ROLLS, do=(more,), condition=_shown("first fours"), chance="reroll", keyword="fury"),)


def focus(keyword: Keyword) -> tuple[Ability, ...]:
    """A natural five: +X power for its next attack (idc.keywords.focus-bonus-one-attack)."""
    do = (next_attack(THIS, keyword.x),)
    return (Triggered(when=ROLLS, do=do, condition=_shown("first fives"), keyword="focus"),)


def backfire(keyword: Keyword) -> tuple[Ability, ...]:
    """A natural three: X dice of damage to itself when the attack ends (idc.keywords.backfire-definition)."""
    do = (at_end(Damage(to=THIS, amount=keyword.x, dice=True)),)
    return (Triggered(when=ROLLS, do=do, condition=_shown("first threes"), keyword="backfire"),)


def parry(keyword: Keyword) -> tuple[Ability, ...]:
    """A natural one against it: X of the damage is prevented (idc.keywords.parry-one-one)."""
    when = Event(kind="would be damaged", to=THIS, at="attack")
    do = (Later(when=when, do=(Prevent(amount=keyword.x),), until="attack", chance="prevention"),)
    return (Triggered(when=ROLLED_AGAINST, do=do, condition=_shown("ones"), keyword="parry"),)


def riposte(keyword: Keyword) -> tuple[Ability, ...]:
    """A natural two against it: X damage to the attacker when the attack ends (idc.keywords.riposte-one-two)."""
    do = (at_end(Damage(to=ATTACKER, amount=keyword.x)),)
    return (Triggered(when=ROLLED_AGAINST, do=do, condition=_shown("twos"), keyword="riposte"),)
