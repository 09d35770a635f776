"""The log: rebuilding tables from it, and what a resident game takes."""

from __future__ import annotations

import gc
import random
import tempfile
import tracemalloc
from pathlib import Path
from time import perf_counter
from typing import Any

from adjudicator.application import Adjudication
from adjudicator.play import choice, opening_of, our_decks
from adjudicator.swtcg.game import SWTCG
from tests.bench.measure import Measured, row

SEED = 5
GAMES = 10
ROUNDS = 25


def recorded_game(application: Adjudication, seed: int, most: int = 600) -> str:
    """Open a game in an application and play at random; its id. House dice and decks answer by themselves."""
    rng = random.Random(seed)
    game_id = application.open_game(opening_of(our_decks())).game_id
    for _ in range(most):
        view = application.get(game_id)
        if SWTCG.over(view.table):
            break
        said = choice(SWTCG, view.table, rng)
        application.submit(game_id, said, expected_revision=view.revision)
    return game_id


def rebuilding() -> list[Measured]:
    """Facts per second from a SQLite log to tables, own fold, over several whole games; the best round of each."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "log.sqlite")
        with Adjudication([SWTCG], path) as application:
            ids = [recorded_game(application, SEED + number) for number in range(GAMES)]
            facts = sum(len(getattr(e.content, "facts", ())) for each in ids for e in application.entries(each))
        best = dict.fromkeys(ids, float("inf"))
        with Adjudication([SWTCG], path, resident_games=1) as application:  # so every game is read anew
            for _ in range(ROUNDS):
                for each in ids:
                    begun = perf_counter()
                    application.get(each)
                    best[each] = min(best[each], perf_counter() - begun)
    rate = facts / sum(best.values())
    return [row("rebuild_facts_per_s", rate, "1/s", 200_000, at_most=False, note=f"{facts} facts, {GAMES} games")]


def resident() -> list[Measured]:
    """Kilobytes of one game in memory, its cards' faces and its log apart."""
    with Adjudication([SWTCG]) as application:
        game_id = recorded_game(application, SEED)
        view = application.get(game_id)
        data = SWTCG.encode(view.table)
        faces = view.table.faces
        SWTCG.decode(data)
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        copy: Any = SWTCG.decode(data)
        copy.faces = faces
        gc.collect()
        size = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
    return [row("resident_game_kb", size / 1024, "KB", 100, at_most=True, note="decoded table, faces shared")]
