"""Random declarations from listed forms, and tables that random play leads to."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.forms import Dice, Form, Number, OneOf, Order
from adjudicator.kernel.judging import judge
from adjudicator.swtcg.table import declarations
from adjudicator.swtcg.table.table import JUDGE, Table
from tests.kit.star_wars import SWTCG


def from_form(form: Form, random: Random) -> Declaration:
    """One of the declarations that a form stands for."""
    kind: Any = getattr(declarations, form.kind)
    fields: dict[str, Any] = dict(form.given)
    targets: list[tuple[int, ...]] = []
    for name, domain in form.choices:
        value = _chosen(domain, random)
        if name.startswith("targets."):
            targets.append(value)
        elif name in ("card", "cards", "bid") and not isinstance(value, Sealed):
            fields[name] = Sealed((form.seat,), value if isinstance(value, tuple) else (value,))
        else:
            fields[name] = value
    if targets:
        fields["targets"] = tuple(targets)
    said: Declaration = kind(form.seat, **fields)
    return said


def _chosen(domain: Any, random: Random) -> Any:
    if isinstance(domain, OneOf):
        return random.choice(domain.options)
    if isinstance(domain, Number):
        return random.randint(domain.least, domain.most)
    if isinstance(domain, Dice):
        return tuple(random.randint(1, domain.faces) for _ in range(domain.count))
    if isinstance(domain, Order):
        return tuple(random.sample(domain.options, len(domain.options)))
    return tuple(random.sample(domain.options, random.randint(domain.least, domain.most)))


def played(table: Table, random: Random, steps: int) -> Iterator[tuple[Table, Declaration]]:
    """Tables of a random course of play with what is said at each; passes are drawn as often as all else."""
    for _ in range(steps):
        forms = SWTCG.forms(table)
        if not forms:
            return
        said = from_form(random.choice(forms), random)
        if isinstance(said, declarations.Drew):
            said = SWTCG.chance_said(table, said.cards.items)  # it knows who may see what is drawn
        yield table, said
        after = judge(SWTCG, table, said).after
        if said.seat == JUDGE:
            return  # what the judge does no form can say
        if after is None:
            raise AssertionError(f"listed but not legal: {SWTCG.say(table, said)}")
        table = after
