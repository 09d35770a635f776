"""The answers that a table carries with it (`table.reckoning`), put together from the modules of this floor."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from adjudicator.kernel.explained import Explained
from adjudicator.swtcg.standing import amounts, control, index, order, reach, values
from adjudicator.swtcg.standing.keyword_values import NUMBERS
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.table import Stack, Table


def value(table: Table, stack: Stack, name: str) -> int | None:
    """The value of a stack by its name, or of a keyword that is a number; None for another word."""
    if name in values.NAMED:
        return values.value(table, stack, name) if table.known(stack) else 0
    return values.value(table, stack, name) if name in NUMBERS else None


def reckoning(
    explained: Callable[[Table, Stack, str], Explained],
    cited: Callable[[Table, str, str, tuple[Any, ...]], str],
    cards_ruled: Callable[[Table, str, str], Collection[str]],
    catalogue: Callable[[], Any],
    done_words: Callable[[Any], str],
) -> Reckoning:
    """What a table answers of itself, given what the rooms above say: how values are explained, what is ruled on cards,
    and what the cards' rooms answer.
    """
    return Reckoning(
        index=index.build,
        value=value,
        explained=explained,
        cited=cited,
        cards_ruled=cards_ruled,
        amount=amounts.amount_of,
        can_attack=reach.can_attack,
        arenas_controlled=control.arenas_controlled,
        precedence=order.precedence,
        catalogue=catalogue,
        done_words=done_words,
    )
