"""Plans in words: policies of rerolls, where Overkill goes, and what is prevented."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.notation.names import refer
from adjudicator.swtcg.odds.rerolls import NONE
from adjudicator.swtcg.odds.situation import DISCARD, Plan, Prevention, Stated
from adjudicator.swtcg.table.table import Table

ALL = "all"


def planned(
    table: Table,
    preventions: Sequence[Prevention],
    defending: str,
    *,
    attacker: str = NONE,
    defender: str = NONE,
    aim: str = DISCARD,
    overkill: str = "",
    prevent: Iterable[str] = (),
    plays: Iterable[str] = (),
) -> Plan:
    """A plan for a table with these preventions.

    `overkill` is as `han` or `han 2`; each of `prevent` as `luke evade`, `luke deflect 2 to vader` or `all` (everything
    that the defending side has, Deflects hurting nobody); `plays` are declarations in notation.

    Raises OddsError, and NotUnderstoodError or AmbiguousError for names that nobody knows.
    """
    on, most = _overkill(table, overkill)
    stated: list[Stated] = []
    for words in prevent:
        mine = [Stated(each) for each in preventions if each.seat == defending]
        stated += mine if words.strip() == ALL else [_stated(table, preventions, words)]
    return Plan(attacker or NONE, defender or NONE, aim or DISCARD, on, most, tuple(stated), tuple(plays))


def _overkill(table: Table, words: str) -> tuple[int, int]:
    if not words.strip():
        return 0, 0
    name, _, number = words.strip().rpartition(" ")
    if name and number.isdecimal():
        return refer(table, name), int(number)
    return refer(table, words.strip()), 0


def _stated(table: Table, preventions: Sequence[Prevention], words: str) -> Stated:
    """One prevention as `luke evade 2` or `luke deflect to vader`. Raises OddsError if there is none such."""
    what, _, to = words.partition(" to ")
    parts = what.split()
    amount = int(parts.pop()) if parts and parts[-1].isdecimal() else 0
    keyword = parts.pop().casefold() if parts else ""
    unit = refer(table, " ".join(parts)) if parts else 0
    found = [each for each in preventions if _is(each, unit, keyword, amount)]
    if not found:
        there = ", ".join(each.name for each in preventions) or "none"
        raise OddsError(f"no such prevention: {words!r}; there are: {there}")
    if to and keyword != "deflect":
        raise OddsError(f"{keyword} sends its damage nowhere")
    return Stated(found[0], refer(table, to.strip()) if to else 0)


def _is(each: Prevention, unit: int, keyword: str, amount: int) -> bool:
    return each.stack == unit and each.keyword == keyword and amount in (0, each.amount)
