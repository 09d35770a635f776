"""The engine alone: judging by kind of declaration, listing, folding."""

from __future__ import annotations

import random
from time import perf_counter
from typing import Any

from adjudicator.kernel.judging import FAILING, judge
from adjudicator.play import filled
from adjudicator.swtcg.game import SWTCG
from tests.bench.boards import boards
from tests.bench.measure import Measured, median, percentile, quiet_us, row

SAMPLES_PER_FORM = 3
SEED = 7


def _said(table: Any, rng: random.Random) -> list[Any]:
    """Declarations that the forms of a board make, a few of each."""
    found: list[Any] = []
    for form in SWTCG.forms(table):
        for _ in range(SAMPLES_PER_FORM):
            said = filled(SWTCG, form, rng)
            if said not in found:
                found.append(said)
    return found


def judging() -> list[Measured]:
    """Median and 95th percentile of judging, by kind of declaration; the worst kind is the headline."""
    rng = random.Random(SEED)
    by_kind: dict[str, list[float]] = {}
    for table in boards().values():
        for said in _said(table, rng):
            kind = type(said).__name__
            by_kind.setdefault(kind, []).extend(quiet_us(lambda t=table, d=said: judge(SWTCG, t, d, FAILING)))  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
    passes = by_kind.pop("Pass", [])
    medians = {kind: median(times) for kind, times in by_kind.items()}
    highs = {kind: percentile(times, 0.95) for kind, times in by_kind.items()}
    every = [time for times in by_kind.values() for time in times]
    slow, slowest = max(medians, key=medians.__getitem__), max(highs, key=highs.__getitem__)
    rows = [
        row(
            "judge_median_us",
            medians[slow],
            "us",
            60,
            at_most=True,
            note=f"slowest kind: {slow}; all: {median(every):.0f}",
        ),
        row("judge_p95_us", highs[slowest], "us", 250, at_most=True, note=f"slowest kind: {slowest}"),
    ]
    rows += [
        row(f"judge_median_us.{kind}", medians[kind], "us", 60, at_most=True, note=f"p95 {highs[kind]:.0f}")
        for kind in sorted(medians)
    ]
    if passes:
        rows.append(row("judge_pass_median_us", median(passes), "us", 250, at_most=True, note="passes, apart"))
    return rows


def listing() -> list[Measured]:
    """Median of listing the legal declarations as forms, over all boards."""
    times: list[float] = []
    slowest, name = 0.0, ""
    for board, table in boards().items():
        seen = quiet_us(lambda t=table: SWTCG.forms(t), 40)  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
        times.extend(seen)
        if median(seen) > slowest:
            slowest, name = median(seen), board
    note = f"slowest board {name}: {slowest / 1000:.2f} ms"
    return [row("list_legal_median_ms", median(times) / 1000, "ms", 0.5, at_most=True, note=note)]


def folding(history: list[tuple[Any, tuple[Any, ...]]]) -> list[Measured]:
    """Microseconds to fold one fact, over the facts of a whole recorded game (table before, facts)."""
    best = float("inf")
    facts = sum(len(some) for _, some in history)
    for _ in range(5):
        drafts = [(table.fork(), some) for table, some in history]
        begun = perf_counter()
        for draft, some in drafts:
            for fact in some:
                SWTCG.fold(draft, fact)
        best = min(best, perf_counter() - begun)
    return [row("fold_us_per_fact", best / facts * 1e6, "us", 1.0, at_most=True, note=f"{facts} facts")]
