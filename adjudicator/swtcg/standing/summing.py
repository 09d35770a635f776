"""How a value is summed: what stands on the card, then what sets it, then what is added, in order of creation.

Every value of `values` and `keyword_values` is such a sum (ruling of docs/rulings "order of continuous effects"). With
a list of parts each contribution is told with its rule; without one only the total is computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.kernel.explained import BELOW_ZERO, Contribution
from adjudicator.kernel.verdict import AS_TOLD
from adjudicator.swtcg.standing.amounts import amount_of, holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.pilot_values import left_out
from adjudicator.swtcg.standing.selectors import attacks_so, matches
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.why import kept_off, reasons
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.words.language import Modify
from adjudicator.swtcg.words.states import in_attack_only

Parts = list[Contribution] | None
KEEPS_COUNTING = ("crf.movement.negative-speed-keeps-counting", "ruling.speed-below-zero")


class Grounds(NamedTuple):
    """What changes of a value rest on."""

    rule: str = ""
    """Where nothing more special decides."""
    again: str = ""
    """Of a second and further addition for the same reason, that it counts too; empty where no document says so."""
    in_mode: str = ""
    """In a Bombard attack and the like that changes count there too: more special than what makes them."""
    whoever: bool = False
    """Whether `again` is meant whoever gives the addition, and not for the same reason only."""


UNTOLD = Grounds()
"""Where nobody asks for reasons."""


def add(
    table: Table, parts: Parts, how: str, amount: int, source: str, rule: str, of: tuple[str, Stack] | None = None
) -> int:
    """One contribution: the amount, or nothing if an audit suppresses its rule; `of` is the value of which stack."""
    if parts is None and table.suppressed is None:
        return amount
    if of is not None and rule in on_cards.here(table).special:
        name = f"{of[0]} {how}" if how == "floor" else of[0]
        rule = on_cards.cited(table, table.agenda, rule, name, (source, of[1].id))
    if rule == table.suppressed:
        return 0
    if parts is not None:
        parts.append(Contribution(how, amount, source, rule))
    return amount


def told(table: Table, parts: Parts) -> bool:
    """Whether anybody looks at what a value rests on: one who wants it explained, or an audit."""
    return parts is not None or table.suppressed is not None


def changes(table: Table, stack: Stack, stat: str, total: int, parts: Parts, grounds: Grounds) -> int:
    """The total after everything in play that changes this value of this stack: sets, then additions; what is left out
    of it is told last.
    """
    reaching = [entry for entry in table.index.stats.get(stat, ()) if reaches(table, entry, stack)]
    asked = told(table, parts)
    for entry in reaching:
        if isinstance(entry.change, Modify) and entry.change.set:
            if is_star(table, entry, stack, stat):
                total += add(table, parts, "add", _size(table, entry), entry.name, _star(table, entry), (stat, stack))
                continue
            deciding = reasons.deciding(table, entry, stack, grounds.rule) if asked else ""
            total = add(table, parts, "set", _size(table, entry), entry.name, deciding, (stat, stack))
    added = ""
    sunk = asked and stat == "speed" and total + _taken_off(table, reaching) < 0
    for entry in reaching:
        change = entry.change
        if isinstance(change, Modify) and not change.set:
            size = _size(table, entry)
            below = stat == "speed" and (total < 0 or (sunk and size > 0))
            deciding, added = _reason(table, entry, stack, stat, grounds, added, below=below) if asked else ("", "")
            if change.floor is not None and size < 0:
                size = min(0, max(size, change.floor - total))
            how = BELOW_ZERO if below else "add"
            total += add(table, parts, how, size, entry.name, deciding, (stat, stack))
    if asked:
        total += left_out(table, stack, stat, parts) + kept_off.left_out(table, stack, stat, parts, reaching)
    return total


def _taken_off(table: Table, reaching: Sequence[Continuous]) -> int:
    """What some changes take off a value, whenever what they add to it comes."""
    plain = (entry for entry in reaching if isinstance(entry.change, Modify) and not entry.change.set)
    return sum(min(0, _size(table, entry)) for entry in plain)


def _reason(
    table: Table, entry: Continuous, stack: Stack, stat: str, grounds: Grounds, added: str, *, below: bool
) -> tuple[str, str]:
    """What an addition rests on, and what the next one is compared with: its reason before it was found to be one more
    (`added` is that of the additions before it).
    """
    deciding = cite(table, *KEEPS_COUNTING) if below else reasons.deciding(table, entry, stack, grounds.rule)
    ruled = on_cards.ruled(table, deciding, stat, (entry.name, stack.id))
    if grounds.in_mode and not on_cards.on_a_point(table, deciding, stat, (entry.name, stack.id)):
        deciding = grounds.in_mode
    alike = deciding == added or (grounds.whoever and not ruled)
    return grounds.again if grounds.again and added and alike else deciding, added or deciding


def _star(table: Table, entry: Continuous) -> str:
    """What a printed star rests on: more specially, by what a Pilot is counted for it."""
    return cite(table, *reasons.PILOT_COUNTS) if reasons.counts_a_pilot(table, entry) else STAR


STAR = "ruling.value-of-a-printed-star"


def is_star(table: Table, entry: Continuous, stack: Stack, stat: str) -> bool:
    """Whether what sets a value is the card's own text, which stands for the number that it does not print: the cards
    beneath it add to that as to any printed one.
    """
    return (
        entry.modifier is None
        and entry.scene.stack == stack.id
        and stat in ("speed", "power", "health")
        and getattr(table.top(stack), stat) is None
        and STAR != table.suppressed
    )


def _size(table: Table, entry: Continuous) -> int:
    if entry.modifier is not None:
        return entry.modifier.amount
    return amount_of(table, entry.change.amount, entry.scene)


def reaches(table: Table, entry: Continuous, stack: Stack) -> bool:
    """Whether a change in play is one of this stack, now."""
    if entry.condition is not None and not holds(table, entry.condition, entry.scene):
        return False
    if entry.on is not None:
        return stack.id in entry.on and (
            not in_attack_only(entry.change.of) or attacks_so(table, entry.change.of, stack, entry.scene)
        )
    return matches(table, entry.change.of, stack, entry.scene, anywhere=True)


def adds_up(table: Table, parts: Sequence[Contribution]) -> str:
    """The rule by which changes add up, unless what is ruled on a point of a card is among them."""
    weight = on_cards.here(table).weight
    return "" if any(part.amount and weight(part.rule) > AS_TOLD for part in parts) else cumulative(table)


def cumulative(table: Table) -> str:
    """The rule by which a second change of a value counts too; empty where the edition's documents are silent."""
    return cite(table, "crf.abilities.value-changes-cumulative", "gr.abilities.effects-cumulative", "")
