"""What a Pilot does not add to its unit's values, or to his own as a unit, said where a value is explained.

His own speed and power are irrelevant (rots.pilots.speed-and-power-irrelevant), the cards beneath a stacked
Pilot give the unit nothing (rots.pilots.stack-gives-no-extra-bonus), and what a Pilot gives is off while the
unit lies in the build zone (crf.pilots.build-zone-only-piloting-active).
"""

from __future__ import annotations

from adjudicator.kernel.explained import KEPT_OFF, Contribution
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import CHARACTER, PILOT, UNIT, Stack, Table, in_build_zone
from adjudicator.swtcg.words.language import Keyword, Modify, PilotOf, Static
from adjudicator.swtcg.words.printed import printed

NO_STACK_BONUS = "rots.pilots.stack-gives-no-extra-bonus"
OWN_VALUES = "rots.pilots.speed-and-power-irrelevant"
OFF_AS_UNIT = "rots.pilots.granted-text-off-in-character-arena"
OFF = "crf.pilots.build-zone-only-piloting-active"
PER_CARD = {"speed": 10, "power": 1, "health": 1}


def left_out(table: Table, unit: Stack, stat: str, parts: list[Contribution] | None) -> int:
    """What the Pilots of a unit would add to a value, were it not for a rule: 0, and for each rule a part that says so.

    Only a rule that an audit has suppressed lets its amount through.
    """
    total = 0
    if parts is not None and unit.role == UNIT and unit.zone == CHARACTER and (gives := _gives(table, unit, stat)):
        off = cite(table, OFF_AS_UNIT)
        if table.suppressed == off:
            total += gives
        else:
            parts.append(Contribution("left out", 0, "its own Pilot text", off))
    if stat not in PER_CARD:
        return total
    for pilot in table.attached(unit.id, PILOT):
        under = len(pilot.cards) - 1
        name = table.top(pilot).title
        if under and table.suppressed == cite(table, NO_STACK_BONUS):
            total += PER_CARD[stat] * under
        elif under and parts is not None:
            parts.append(Contribution(KEPT_OFF, 0, f"stack of {name}", cite(table, NO_STACK_BONUS)))
        if parts is not None and table.suppressed != OFF and in_build_zone(unit) and _gives(table, pilot, stat):
            parts.append(Contribution("left out", 0, name, OFF))
        if stat in ("speed", "power") and table.suppressed == cite(table, OWN_VALUES):
            total += getattr(table.top(pilot), stat) or 0
        elif stat in ("speed", "power") and parts is not None:
            parts.append(Contribution("left out", 0, f"{stat} of {name}", cite(table, OWN_VALUES)))
    return total


def _gives(table: Table, pilot: Stack, stat: str) -> int:
    """How much the Pilot text changes a value of the unit: what stands there as a number, else 1; 0 if it does not."""
    texts = [each for ability in printed(table.top(pilot)) if isinstance(ability, PilotOf) for each in ability.gives]
    changes = [change for text in texts if isinstance(text, Static) for change in text.changes]
    amounts = [change.amount for change in changes if isinstance(change, Modify) and change.stat == stat]
    keywords = [text.x or 1 for text in texts if isinstance(text, Keyword) and text.name == stat]
    return sum(amount if isinstance(amount, int) else 1 for amount in (*amounts, *keywords))
