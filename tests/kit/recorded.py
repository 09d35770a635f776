"""Playing Harbour through the application."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from adjudicator.application import MEMORY, Adjudication, Recorded
from adjudicator.kernel.entries import Opening
from tests.kit.harbour import HARBOUR, Harbour, opening
from tests.kit.play import filled


def counting() -> Callable[[int], bytes]:
    """Bytes that look random and are the same in every run."""
    source = random.Random(2005)  # a test wants the same salts again
    return source.randbytes


def clock() -> Callable[[], int]:
    """A clock that ticks once per reading."""
    return itertools.count(1_000_000).__next__


def application(store: str | Path = MEMORY, **options: Any) -> Adjudication:
    """An application that knows Harbour, without chance of its own."""
    return Adjudication([HARBOUR], store, entropy=counting(), clock=clock(), **options)


def the_games() -> tuple[Harbour, ...]:
    """Harbour, for workers who import it by this function's name."""
    return (HARBOUR,)


def say(app: Adjudication, game_id: str, text: str, **options: Any) -> Recorded:
    """Submit some words."""
    return app.submit(game_id, HARBOUR.read(app.get(game_id).table, text), **options)


def play_on(app: Adjudication, game_id: str, entries: int, seed: int = 1) -> None:
    """Submit random legal declarations, now and then an illegal one, until so many entries were added or it is over."""
    dice = random.Random(seed)
    goal = app.get(game_id).last + entries
    while app.get(game_id).last < goal and not HARBOUR.over(app.get(game_id).table):
        table = app.get(game_id).table
        if dice.random() < 0.1:
            app.submit(game_id, HARBOUR.read(table, "chance: roll 3"))
        else:
            app.submit(game_id, filled(HARBOUR, dice.choice(HARBOUR.forms(table)), dice))


def opened(app: Adjudication, start: Opening | None = None, **options: Any) -> str:
    """The id of a fresh game."""
    return app.open_game(start or opening(), **options).game_id
