"""Random play of any kernel game: choose a form, fill it, judge, go on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from adjudicator.application.chance import Source, outcome, purpose_of
from adjudicator.kernel import filling
from adjudicator.kernel.entries import Opening
from adjudicator.kernel.forms import Dice, Domain, Form, Number, OneOf, Order, Some
from adjudicator.kernel.judging import FAILING, judge, require
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Verdict


def chosen(domain: Domain, dice: random.Random) -> Any:
    """A value of a domain."""
    match domain:
        case OneOf(options):
            return dice.choice(options)
        case Number(least, most):
            return dice.randint(least, most)
        case Dice(count, faces):
            return tuple(dice.randint(1, faces) for _ in range(count))
        case Order(options):
            return tuple(dice.sample(options, len(options)))
        case Some(options, least, most):
            return tuple(dice.sample(options, dice.randint(least, min(most, len(options)))))
    raise AssertionError(domain)


def filled(game: Any, form: Form, dice: random.Random) -> Any:
    """A declaration that fits a form, its open arguments chosen at random."""
    values = {name: chosen(domain, dice) for name, domain in form.choices}
    return filling.filled(filling.kinds_of(game)[form.kind], form, values)


def begun(game: Any, opening: Opening) -> Any:
    """The table once the game waits for its first word."""
    run = Run(game, game.fork(game.deal(opening)), None)
    game.start(run)
    run.advance()
    return run.table


def house(game: Any, table: Any, seed: bytes, entry: int) -> Verdict | None:
    """What chance says, if it is asked."""
    due = game.chance_due(table)
    if due is None:
        return None
    said = game.chance_said(table, outcome(due, Source(seed, "play", purpose_of(due), entry)))
    return require(game, table, said)


def played(game: Any, opening: Opening, seed: int, most: int = 400) -> Iterator[tuple[Any, Any, Verdict]]:
    """A random game: each table with what was said on it and the verdict, until it is over or `most` were said."""
    dice = random.Random(seed)  # a seed decides the whole game
    table = begun(game, opening)
    for entry in range(most):
        if game.over(table):
            return
        verdict = house(game, table, seed.to_bytes(32, "big"), entry)
        if verdict is None:
            said = filled(game, dice.choice(game.forms(table)), dice)
            verdict = judge(game, table, said, FAILING)
        else:
            said = None
        yield table, said, verdict
        table = verdict.after
