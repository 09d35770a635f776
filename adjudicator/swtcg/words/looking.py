"""Looking: what a selector looks at besides what stands where and whose it is."""

from __future__ import annotations

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.words.language import Those

_PLAIN = ("type", "what", "side", "zones", "bound", "other", "lowest", "highest")
_DEFAULT = Those()


_STATES = (
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
def closer_of(those: Those) -> int:
    """What of these a selector looks at, added together; 0 if at nothing more."""
    found = 0
    for name in those.__struct_fields__:
        if name not in _PLAIN and getattr(those, name) != getattr(_DEFAULT, name):
            found |= STATE if name in _STATES else RELATION if name in _RELATIONS else FACE
    return found


def looks_closer(those: Those) -> bool:
    """Whether a selector says more than what stands where and whose it is."""
    return closer_of(those) > 0
