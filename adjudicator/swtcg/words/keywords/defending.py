"""Keywords of the defender: Armor, Shields, Intercept, Retaliate.

(rots.keywords.armor, rots.keywords.shields, rots.keywords.intercept, rots.keywords.retaliate.)
"""

from __future__ import annotations

from adjudicator.swtcg.words import language as w


def armor(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """Hit only on 5 or more; more than one does nothing (`keyword_value`: crf.keywords.armor-does-not-stack)."""
    return (w.Static(changes=(w.Modify(of=w.THIS, stat="armor", amount=1),), keyword="armor"),)


def shields(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """-X power for each unit that is attacking this one; several add up (crf.keywords.shields-values-add-up)."""
    return (w.Static(changes=(w.Modify(of=w.THIS, stat="shields", amount=keyword.x),), keyword="shields"),)


def intercept(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """The attack on another of your units here goes to this unit instead."""
    return (w.Activated(do=(w.Redirect(),), cost=keyword.cost, only="intercept", keyword="intercept"),)


def retaliate(keyword: w.Keyword) -> tuple[w.Ability, ...]:
    """When the attack on this unit ends, X dice of damage to the attacker, even from the discard pile."""
    strike = w.Damage(to=w.Those(what="unit", bound="attacker", zones=("there",)), amount=keyword.x, dice=True)
    later = w.Later(when=w.Event(kind="attack ends"), do=(strike,), until="attack ends")
    return (w.Activated(do=(later,), cost=keyword.cost, only="attacked", keyword="retaliate"),)
