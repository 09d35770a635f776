"""Forms as the words that fit them, for people who type."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order
from adjudicator.kernel.game import Game
from adjudicator.kernel.values import Declaration, Sealed
from adjudicator.service.reading import kinds_of

SPELLED_MAX = 40
"""At most so many options are spelled."""


def spelled(game: Game, table: Any, form: Form) -> list[str]:
    """Declarations that fit a form, in notation: one for each option of the first open argument."""
    if not form.choices:
        return [game.say(table, filled(game, form, {}))]
    (first, domain), *others = form.choices
    rest = {name: next(iter(_values(other)), None) for name, other in others}
    if None in rest.values():
        return []
    return [game.say(table, filled(game, form, {first: value, **rest})) for value in _values(domain)]


def filled(game: Game, form: Form, choices: dict[str, Any]) -> Declaration:
    """The declaration that a form and a value for each open argument make."""
    kind = kinds_of(game.declaration_type)[form.kind]
    fields: dict[str, Any] = dict(form.given)
    rows: dict[str, list[Any]] = {}
    for name, value in choices.items():
        whole, dot, _ = name.partition(".")
        if dot:
            rows.setdefault(whole, []).append(value)
        elif name in kind.sealed and not isinstance(value, Sealed):
            fields[name] = Sealed((form.seat,), value if isinstance(value, tuple) else (value,))
        else:
            fields[name] = value
    fields.update((name, tuple(values)) for name, values in rows.items())
    return kind.made(form.seat, **fields)


def _values(domain: Domain) -> list[Any]:
    """What an argument can be; an example if that is too much."""
    if isinstance(domain, OneOf):
        return list(domain.options[:SPELLED_MAX])
    if isinstance(domain, Number):
        return list(range(domain.least, min(domain.most, domain.least + SPELLED_MAX - 1) + 1))
    if isinstance(domain, Dice):
        return [(1,) * domain.count]
    if isinstance(domain, Order):
        return [domain.options]
    one_by_one = [(option,) for option in domain.options[:SPELLED_MAX]]
    return [domain.options[: domain.least]] + (one_by_one if domain.least == 0 < domain.most else [])
