"""The views: facts per second from nothing to all their rows, on one core."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from adjudicator.application import Adjudication
from adjudicator.swtcg.game import SWTCG
from projections.follower import Follower
from projections.store import ProjectionStore
from tests.bench.audits import recorded_log
from tests.bench.measure import Measured, row

ROUNDS = 25


def rebuilding() -> list[Measured]:
    """Facts per second from a SQLite log to the rows of all views in a file; the best round of each step."""
    with recorded_log() as (path, ids), Adjudication([SWTCG], path) as application:
        facts = sum(len(getattr(e.content, "facts", ())) for each in ids for e in application.entries(each))
        with closing(ProjectionStore(str(Path(path).with_name("views.sqlite")))) as store:
            rounds = [_steps(Follower(application, store)) for _ in range(ROUNDS)]
    seconds = sum(map(min, zip(*rounds, strict=True)))
    note = f"{facts} facts, {len(ids)} games, {len(rounds[0])} steps"
    return [row("views_facts_per_s", facts / seconds, "1/s", 100_000, at_most=False, note=note)]


def _steps(follower: Follower) -> list[float]:
    """Seconds of each step of a rebuild: forgetting, and one batch after the other."""
    times = [perf_counter()]
    follower.rebuild(lambda _: times.append(perf_counter()))
    times.append(perf_counter())
    return [after - before for before, after in pairwise(times)]
