"""Whether a table stands where something that may be said leads to no end: the judge is needed to go on from there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.filling import filled, kinds_of
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order, Some
from adjudicator.kernel.game import Game
from adjudicator.kernel.run import BoundExceeded, Run

TRIES_MAX = 64
"""So many declarations are tried at most."""


def is_endless(game: Any, table: Any) -> bool:
    """Whether one of the first declarations that are listed does not come to rest; of several choices the first is
    tried, of a single one each.
    """
    return any(_runs_on(game, table, said) for said in islice(_offered(game, table), TRIES_MAX))


def _runs_on(game: Game, table: Any, said: Declaration) -> bool:
    run = Run(game, game.fork(table), said)
    try:
        game.perform(run)
        run.advance()
    except BoundExceeded:
        return True
    return False


def _offered(game: Game, table: Any) -> Iterator[Declaration]:
    kinds = kinds_of(game)
    for form in game.forms(table):
        if not any(isinstance(domain, Dice) for _, domain in form.choices):
            for values in _values(form):
                yield filled(kinds[form.kind], form, values)


def _values(form: Form) -> Iterator[dict[str, Any]]:
    """What is tried for the open arguments of a form."""
    if len(form.choices) == 1 and isinstance(domain := form.choices[0][1], OneOf):
        yield from ({form.choices[0][0]: option} for option in domain.options)
        return
    yield {name: _first(domain) for name, domain in form.choices}


def _first(domain: Domain) -> Any:
    """The first thing that may be chosen."""
    if isinstance(domain, OneOf):
        return domain.options[0]
    if isinstance(domain, Number):
        return domain.least
    if isinstance(domain, Order):
        return domain.options
    return domain.options[: domain.least] if isinstance(domain, Some) else ()
