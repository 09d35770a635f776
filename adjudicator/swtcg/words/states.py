"""What selectors look at, and what amounts and conditions depend on, besides what stands where and whose it is.

Whatever moves, comes, goes, is attached or changes hands drops the index of effects anyway; only what looks at more
than that may change while everything stays where it is: with an attack that begins, changes or ends (`ATTACK`), or
with anything that happens (`ANYTHING`: a tapped unit, a number).
"""

from __future__ import annotations

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.words import language as w

NOTHING, ATTACK, ANYTHING = 0, 1, 2
"""How much has to happen that what is said may be so, or no longer so."""

_STATES = ("tapped", "damaged", "has_attacked", "power_at_most", "power_at_least", "was_attacked_by")
_WORDS = ("keyword", "lowest", "highest", "where", "in_reach_of")
_IN_ATTACK = ("attacking", "defending", "attacking_this", "attacking_whom", "attacked_by")


@remembered
def depends(those: w.Those) -> int:
    """On what it depends which things a selector means."""
    if those.what in ("card", "built"):
        return ANYTHING
    if any(getattr(those, name) is not None for name in _STATES) or any(getattr(those, name) for name in _WORDS):
        return ANYTHING
    in_attack = bool(those.mode) or any(getattr(those, name) is not None for name in _IN_ATTACK)
    in_attack = in_attack or those.bound in ("attacker", "defender")
    parts = (*those.any_of, those.but, those.piloted_by, those.equipped_by, those.attacking_whom, those.attacked_by)
    return max(ATTACK if in_attack else NOTHING, *(depends(part) for part in parts if part is not None), NOTHING)


@remembered
def condition_depends(condition: w.Condition) -> int:
    """On what it depends whether a condition is met."""
    if isinstance(condition, w.There):
        return depends(condition.are)
    if isinstance(condition, w.Compare):
        return max(_amount_depends(condition.left), _amount_depends(condition.right))
    if isinstance(condition, (w.Both, w.AnyOf)):
        return max((condition_depends(part) for part in condition.of), default=NOTHING)
    if isinstance(condition, w.Not):
        return condition_depends(condition.of)
    return NOTHING if isinstance(condition, w.Controls) else ANYTHING


def _amount_depends(amount: w.Amount) -> int:
    if isinstance(amount, (int, w.X)):
        return NOTHING
    if isinstance(amount, w.Count):
        return depends(amount.of)
    if isinstance(amount, w.Sum):
        return max((_amount_depends(part) for part in amount.of), default=NOTHING)
    if isinstance(amount, w.Capped):
        return max(_amount_depends(amount.of), _amount_depends(amount.most))
    if isinstance(amount, (w.Times, w.Half)):
        return _amount_depends(amount.of)
    return ANYTHING


@remembered
def in_attack_only(those: w.Those) -> bool:
    """Whether a selector says what it has to be doing in an attack."""
    return (
        any(state is not None for state in (those.attacking, those.defending, those.attacking_this))
        or those.attacking_whom is not None
        or those.attacked_by is not None
        or bool(those.mode)
    )


_PLAIN = ("type", "what", "side", "zones", "bound", "other", "lowest", "highest")
_DEFAULT = w.Those()


_LOOKS = (
    "tapped",
    "damaged",
    "attacking",
    "defending",
    "attacking_this",
    "piloted",
    "has_attacked",
    "stacked",
    "mode",
)
_RELATIONS = (
    "any_of", "but", "where", "attacking_whom", "attacked_by", "was_attacked_by", "piloted_by", "equipped_by",
    "name_of", "alongside", "in_reach_of", "aboard",
)  # fmt: skip


STATE, FACE, RELATION = 1, 2, 4
"""What a selector looks at besides what stands where and whose it is: its state, its face, its relations."""


@remembered
def closer_of(those: w.Those) -> int:
    """What of these a selector looks at, added together; 0 if at nothing more."""
    found = 0
    for name in those.__struct_fields__:
        if name not in _PLAIN and getattr(those, name) != getattr(_DEFAULT, name):
            found |= STATE if name in _LOOKS else RELATION if name in _RELATIONS else FACE
    return found


def looks_closer(those: w.Those) -> bool:
    """Whether a selector says more than what stands where and whose it is."""
    return closer_of(those) > 0
