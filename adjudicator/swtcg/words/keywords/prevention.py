"""Keywords that prevent damage: Evade and Deflect.

(rots.keywords.evade, rots.keywords.deflect: played in a prevention chance, once for each source.)
"""

from __future__ import annotations

from adjudicator.swtcg.words.language import Ability, Activated, Choose, Compare, Damage, If, Keyword, Prevent, Those, X


def evade(keyword: Keyword) -> tuple[Ability, ...]:
    """Prevent up to X damage to this unit."""
    return (Activated(do=(Prevent(amount=keyword.x),), cost=keyword.cost, keyword="evade"),)


def deflect(keyword: Keyword) -> tuple[Ability, ...]:
    """Prevent X damage to this unit; it may do as much to another unit in the same arena.

    The unit is chosen when the effect takes place; none at all may be chosen
    (rots.keywords.deflect-damage-equals-prevented, rots.keywords.deflect-new-chance).
    """
    return deflect_onto(keyword, Those(what="unit", zones=("here",), other=True))


def deflect_onto(keyword: Keyword, whom: Those) -> tuple[Ability, ...]:
    """Prevent X damage to this unit; it may do as much to one of these."""
    strike = (
        Choose(into="deflected to", among=whom, least=0, when="resolving"),
        Damage(to=Those(what="unit", bound="deflected to"), amount=X(name="prevented")),
    )
    return (
        Activated(
            do=(
                Prevent(amount=keyword.x),
                If(condition=Compare(left=X(name="prevented"), how=">", right=0), then=strike),
            ),
            cost=keyword.cost,
            keyword="deflect",
        ),
    )
