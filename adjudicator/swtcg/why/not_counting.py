"""How what does not count in a value is told: a part of 0 with its rule and the amount that the rule keeps off."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.kernel.explained import KEPT_OFF, LEFT_OUT, Contribution
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.why.rulings import on_cards


class Of(NamedTuple):
    """What is asked about: a value of a stack on a table."""

    table: Table
    stack: Stack
    stat: str

    def ruled(self, general: str, *about: str | int) -> str:
        """The ruling on a single card that decides in a general rule's place; empty if none does."""
        return on_cards.ruling(self.table, general, self.stat, about)


def kept(source: str, would: int, rule: str) -> Contribution:
    """What something more special keeps off: it is told before all that counts."""
    return Contribution(KEPT_OFF, 0, source, rule, would)


def left(source: str, would: int, rule: str) -> Contribution:
    """What simply does not count: it is told behind."""
    return Contribution(LEFT_OUT, 0, source, rule, would)
