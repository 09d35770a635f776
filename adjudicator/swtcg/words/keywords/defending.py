"""Keywords of the defender: Armor, Shields, Intercept, Retaliate.

(rots.keywords.armor, rots.keywords.shields, rots.keywords.intercept, rots.keywords.retaliate.)
"""

from __future__ import annotations

from adjudicator.swtcg.words.language import (
    THIS,
    Ability,
    Activated,
    Damage,
    Event,
    Keyword,
    Later,
    Modify,
    Redirect,
    Static,
    Those,
)


def armor(keyword: Keyword) -> tuple[Ability, ...]:
    """Hit only on 5 or more; more than one does nothing (`keyword_value`: crf.keywords.armor-does-not-stack)."""
    return (Static(changes=(Modify(of=THIS, stat="armor", amount=1),), keyword="armor"),)


def shields(keyword: Keyword) -> tuple[Ability, ...]:
    """-X power for each unit that is attacking this one; several add up (crf.keywords.shields-values-add-up)."""
    return (Static(changes=(Modify(of=THIS, stat="shields", amount=keyword.x),), keyword="shields"),)


def intercept(keyword: Keyword) -> tuple[Ability, ...]:
    """The attack on another of your units here goes to this unit instead."""
    return (Activated(do=(Redirect(),), cost=keyword.cost, only="intercept", keyword="intercept"),)


def retaliate(keyword: Keyword) -> tuple[Ability, ...]:
    """When the attack on this unit ends, X dice of damage to the attacker, even from the discard pile."""
    strike = Damage(to=Those(what="unit", bound="attacker", zones=("there",)), amount=keyword.x, dice=True)
    later = Later(when=Event(kind="attack ends"), do=(strike,), until="attack ends")
    return (Activated(do=(later,), cost=keyword.cost, only="attacked", keyword="retaliate"),)
