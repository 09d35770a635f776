"""Timing: what one call costs, as median and high percentile over many single calls."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Sequence
from time import perf_counter_ns
from typing import Any

import msgspec

ROUNDS = 60


class Measured(msgspec.Struct, frozen=True):
    """One row of the bench: a value against its bar. `at_most` says which side of the bar holds."""

    name: str
    value: float
    unit: str
    bar: float
    holds: bool
    note: str = ""


def row(name: str, value: float, unit: str, bar: float, *, at_most: bool, note: str = "") -> Measured:
    """A measured value with its bar."""
    return Measured(name, value, unit, bar, value <= bar if at_most else value >= bar, note)


def times_us(call: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """Microseconds of single calls, after a warm-up, without the garbage collector's pauses in between."""
    for _ in range(5):
        call()
    gc.collect()
    gc.disable()
    try:
        found = []
        for _ in range(rounds):
            begun = perf_counter_ns()
            call()
            found.append((perf_counter_ns() - begun) / 1000)
    finally:
        gc.enable()
    return found


def quiet_us(call: Callable[[], Any], rounds: int = ROUNDS) -> list[float]:
    """The quietest of three such series: others share the machine, and only ever make a series slower."""
    return min((times_us(call, rounds) for _ in range(3)), key=median)


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)
