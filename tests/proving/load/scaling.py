"""L2: two processes on two cores against one process on one core, by the clock, with the players on the same cores.

Players and servers share the machine. If one process could leave its players the second core, two processes could never
be much better on a machine of two, whatever they cost; so in both cases the players have the servers' cores and no
others. What two cores of this machine do for work that shares nothing is measured in between: no service does better.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

from tests.proving.load import playing
from tests.proving.programme import Found, Run, Trial

SCALING_MIN = 1.7
CROWD = 64
"""Games at once: enough of them to share commits in both cases."""
ROUNDS = 3
ALONE = 1_000_000
"""Steps of the work that shares nothing; some tenths of a second."""


@contextmanager
def _on(cores: Sequence[int]) -> Iterator[None]:
    """This process, and all that it starts, on some cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _steps(core: int, count: int) -> None:
    os.sched_setaffinity(0, {core})
    kept: dict[int, str] = {}
    for number in range(count):
        kept[number & 4095] = str(number)


def _machine(cores: Sequence[int]) -> float:
    """How many times as fast the cores are as the first alone, at work that shares nothing."""

    def rate(cores: Sequence[int]) -> float:
        with ProcessPoolExecutor(len(cores), get_context("spawn")) as pool:
            list(pool.map(_steps, cores, [1] * len(cores)))  # they have started
            begun = time.monotonic()
            list(pool.map(_steps, cores, [ALONE] * len(cores)))
            return len(cores) / (time.monotonic() - begun)

    return rate(cores) / rate(cores[:1])


def _scaling(run: Run) -> Found:
    cores = sorted(os.sched_getaffinity(0))[:2]
    if len(cores) < 2:
        return Found(False, "NOT TRIED: this machine has one core", {}, late=True)
    rates: dict[int, list[float]] = {1: [], 2: []}
    costs: dict[int, list[float]] = {1: [], 2: []}
    machine, shares, errors = [], [], 0
    for number in range(ROUNDS):
        machine.append(_machine(cores))
        for processes in (1, 2):
            with _on(cores[:processes]), playing.serving(run.store, processes) as servers:
                spent = playing.declarations(servers, CROWD, run.runs)
            done = spent.timings.declarations
            rates[processes].append(done / spent.seconds)
            costs[processes].append(spent.processor / done * 1000)
            shares.append(spent.players / (spent.players + spent.processor))
            errors += len(spent.timings.errors)
            run.done(round((2 * number + processes) / (2 * ROUNDS) * run.runs))
    found = statistics.median(two / one for one, two in zip(rates[1], rates[2], strict=True))
    one, two = (statistics.median(costs[each]) for each in (1, 2))
    said = f"{found:.2f} by the clock ({', '.join(f'{b:.0f}/{a:.0f}' for a, b in zip(rates[1], rates[2], strict=True))}"
    said += (
        f" declarations/s); the machine's cores themselves: {statistics.median(machine):.2f}; servers' processor time "
    )
    said += f"{one:.2f} and {two:.2f} ms a declaration, {2 * one / two:.2f}; the players' share of the cores "
    said += f"{statistics.median(shares):.0%}; {errors} errors"
    numbers = {"by_clock": found, "machine": statistics.median(machine), "by_processor": 2 * one / two}
    holds = (
        SCALING_MIN <= found <= len(cores) and not errors
    )  # twice the cores do no more than twice: more is others' doing
    return Found(holds, said, numbers, late=not errors)


TRIAL = Trial(
    "L2", "two processes against one", "at least 1.7 times, by the clock", _scaling, 3000, 100,
    "declarations, three times each",
)  # fmt: skip
