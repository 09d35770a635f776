"""Ratios: what our work costs beside a peer's, by short turns in one run, in processor time.

Others' work on the machine stops the clock of neither, and whatever else it slows (caches, the processor's frequency)
it slows for both turns of a pair.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence

import msgspec

ROUNDS = 15

Cost = Callable[[], float]
"""Takes one turn; the seconds of processor time that one piece of its work took."""


class Measured(msgspec.Struct, frozen=True):
    """One row: how often our work is done in the time of the peer's (more is quicker), and both costs, in seconds."""

    name: str
    ratio: float
    ours: float
    peer: float
    note: str = ""
    in_bytes: bool = False
    """Whether the costs are memory."""


def by_turns(peer: Cost, ours: Mapping[str, Cost], note: str = "", rounds: int = ROUNDS) -> list[Measured]:
    """A row for each of our costs: the median of the ratios of pairs, peer and ours one after the other.

    The first turn of each does not count, and the garbage collector waits until a turn is over.
    """
    for cost in (peer, *ours.values()):
        cost()
    gc.collect()
    gc.freeze()
    turns: dict[str, list[tuple[float, float]]] = {name: [] for name in ours}
    for _ in range(rounds):
        for name, cost in ours.items():
            turns[name].append((_undisturbed(peer), _undisturbed(cost)))
    gc.unfreeze()
    found = []
    for name, pairs in turns.items():
        theirs, own = (median(costs) for costs in zip(*pairs, strict=True))
        found.append(Measured(name, median([other / one for other, one in pairs]), own, theirs, note))
    return found


def spent(work: Callable[[], object], pieces: int = 1) -> float:
    """Seconds of processor time of this process for one of so many pieces of work."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) / pieces


def _undisturbed(cost: Cost) -> float:
    gc.disable()
    try:
        return cost()
    finally:
        gc.enable()
        gc.collect()


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median(values: Sequence[float]) -> float:
    """The middle value."""
    return statistics.median(values)
