"""The engine alone: judging by kind of declaration, listing, folding."""

from __future__ import annotations

import math
import random
from functools import partial
from time import perf_counter
from typing import Any

from adjudicator.kernel.judging import FAILING, judge
from adjudicator.play import at_random
from adjudicator.swtcg.game import SWTCG
from tests.bench.boards import boards, boards_with_effects
from tests.bench.measure import Measured, median, percentile, quiet_us, row, times_us
from tests.bench.peers import ours

SAMPLES_PER_FORM = 3
SEED = 7
ROUNDS = 5


def _said(table: Any, rng: random.Random) -> list[Any]:
    """Declarations that the forms of a board make, a few of each."""
    found: list[Any] = []
    for form in SWTCG.forms(table):
        for _ in range(SAMPLES_PER_FORM):
            said = at_random(SWTCG, form, rng)
            if said not in found:
                found.append(said)
    return found


def _judged(tables: dict[str, Any]) -> tuple[dict[str, list[float]], list[float]]:
    """Microseconds of judging, by kind of declaration; passes apart.

    Each declaration has a series in each of several rounds over all boards, and its quietest counts: others share the
    machine, and work for seconds at a time.
    """
    rng = random.Random(SEED)
    asked = [(table, said) for table in tables.values() for said in _said(table, rng)]
    quietest: list[list[float]] = [[math.inf]] * len(asked)
    for _ in range(ROUNDS):
        for at, (table, said) in enumerate(asked):
            times = times_us(partial(judge, SWTCG, table, said, FAILING))
            quietest[at] = min(quietest[at], times, key=median)
    by_kind: dict[str, list[float]] = {}
    for (_, said), times in zip(asked, quietest, strict=True):
        by_kind.setdefault(type(said).__name__, []).extend(times)
    passes = by_kind.pop("Pass", [])
    return by_kind, passes


def judging() -> list[Measured]:
    """Median and 95th percentile of judging, by kind of declaration; the worst kind is the headline."""
    by_kind, passes = _judged(boards())
    rows = _headline(by_kind, "", 60, 250)
    rows += [
        row(f"judge_median_us.{kind}", median(by_kind[kind]), "us", 60, at_most=True, note=_p95(by_kind[kind]))
        for kind in sorted(by_kind)
    ]
    if passes:
        rows.append(row("judge_pass_median_us", median(passes), "us", 250, at_most=True, note="passes, apart"))
    return rows


def judging_with_effects() -> list[Measured]:
    """The same with all effects of the cards, on these boards and on crowded ones full of effects."""
    by_kind, _ = _judged(boards_with_effects())
    return _headline(by_kind, "_with_effects", 120, 500)


def _headline(by_kind: dict[str, list[float]], what: str, most: float, high: float) -> list[Measured]:
    medians = {kind: median(times) for kind, times in by_kind.items()}
    highs = {kind: percentile(times, 0.95) for kind, times in by_kind.items()}
    slow, slowest = max(medians, key=medians.__getitem__), max(highs, key=highs.__getitem__)
    note = f"slowest kind: {slow}; all: {median([time for times in by_kind.values() for time in times]):.0f}"
    return [
        row(f"judge_median_us{what}", medians[slow], "us", most, at_most=True, note=note),
        row(f"judge_p95_us{what}", highs[slowest], "us", high, at_most=True, note=f"slowest kind: {slowest}"),
    ]


def _p95(times: list[float]) -> str:
    return f"p95 {percentile(times, 0.95):.0f}"


def listing() -> list[Measured]:
    """Median of listing the legal declarations as forms, over all boards."""
    return [_listed(boards(), "list_legal_median_ms", 0.5)]


def listing_with_effects() -> list[Measured]:
    """The same with all effects of the cards."""
    return [_listed(boards_with_effects(), "list_legal_median_ms_with_effects", 1.0)]


def _listed(tables: dict[str, Any], name: str, most: float) -> Measured:
    times: list[float] = []
    slowest, where = 0.0, ""
    for board, table in tables.items():
        seen = quiet_us(partial(SWTCG.forms, table), 40)
        times.extend(seen)
        if median(seen) > slowest:
            slowest, where = median(seen), board
    note = f"slowest board {where}: {slowest / 1000:.2f} ms"
    return row(name, median(times) / 1000, "ms", most, at_most=True, note=note)


def folding() -> list[Measured]:
    """Microseconds to fold one fact, over the facts of a whole random game."""
    _, history = ours()
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
