"""Forms as the words that fit them, for people who type."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order
from adjudicator.kernel.game import Game

SPELLED_MAX = 40
"""At most so many options are spelled."""


def spelled(game: Game, table: Any, form: Form) -> list[str]:
    """Declarations that fit a form, in notation: one for each option of the first open argument."""
    return options_spelled(game, table, form, form.choices[0][0]) if form.choices else [_said(game, table, form, {})]


def options_spelled(game: Game, table: Any, form: Form, argument: str) -> list[str]:
    """One declaration for each option of an open argument, each with the first option of the other arguments."""
    firsts = {name: next(iter(_values(domain)), None) for name, domain in form.choices}
    if any(first is None for name, first in firsts.items() if name != argument):
        return []
    return [_said(game, table, form, {**firsts, argument: value}) for value in _values(dict(form.choices)[argument])]


def _said(game: Game, table: Any, form: Form, values: dict[str, Any]) -> str:
    return game.say(table, filled(kinds_of(game)[form.kind], form, values))


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
    if domain.most < 1 or domain.least > 1:
        return [domain.options[: domain.least]]
    return [()] * (domain.least == 0) + [(option,) for option in domain.options[:SPELLED_MAX]]
