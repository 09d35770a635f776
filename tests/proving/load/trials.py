"""The bars under load: latency at 300 tables, two processes against one, the cost of 1,000 games, memory over time."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.kit.processes import resident_bytes
from tests.proving.load import playing
from tests.proving.load.tables import JUDGED, LIST, NOOP, SHARES, SUBMITTED, Timings
from tests.proving.programme import Found, Run, Trial

PROCESSES = 2
SECONDS_MAX = 60.0
"""With fewer games a second each does."""
BETWEEN_SECONDS = 4.0
"""Seconds between two declarations of a game, on average; people take longer."""
RATIO_MAX = 4.0
ENOUGH = 1000
SCALING_MIN = 1.7
TABLES = 8
"""Games at once where they are played to the end, as fast as it goes."""
CROWD = 64
"""Games at once where one process is compared with two: enough of them to share commits in both cases."""
ROUNDS = 2
ENDURING_GAMES = 60
ENDURING_BETWEEN_SECONDS = 1.5
ENDURING_IN_MEMORY = 40
"""Few enough games at hand in a process that games which have ended make room for others long before the end."""
FLAT_SHARE_MAX = 0.05
"""By so much the processes may be larger in the last sixth than in the third, when tables have long been in memory."""


def percentiles(timings: Timings) -> tuple[str, dict[str, float]]:
    """What the calls took, in lines and as numbers, in milliseconds."""
    lines: list[str] = []
    numbers: dict[str, float] = {}
    for what in (NOOP, JUDGED, LIST, SUBMITTED):
        found = [timings.p(what, share) for share in SHARES]
        lines.append(f"{what}: " + " / ".join(f"{each:.1f}" for each in found))
        numbers |= {f"{what} p{share * 100:g}": each for share, each in zip(SHARES, found, strict=True)}
    return "\n".join(lines), numbers


def _told(run: Run, what: str) -> playing.Told:
    return lambda phase, done, of: run.done(round(done / of * run.runs)) if phase == what and of else None


def _three_hundred(run: Run) -> Found:
    with playing.serving(run.store, PROCESSES) as servers:
        seconds = min(SECONDS_MAX, run.runs)
        spent = playing.paced(servers, run.runs, seconds, BETWEEN_SECONDS, _told(run, "seconds played"))
    timings = spent.timings
    ratio = timings.p(JUDGED, 0.99) / max(timings.p(NOOP, 0.99), 1e-9)
    lines, numbers = percentiles(timings)
    calls = sum(map(len, timings.seconds.values()))
    said = f"judge p99 / no-op p99 = {ratio:.2f}; {len(timings.errors)} errors; {calls / spent.seconds:.0f} calls/s, "
    said += f"{timings.declarations / spent.seconds:.0f} declarations/s, servers {spent.processor / spent.seconds:.2f} "
    said += f"cores\nms p50 / p90 / p99 / p99.9\n{lines}" + "".join(f"\n{each}" for each in timings.errors[:3])
    numbers |= {"ratio": ratio, "errors": len(timings.errors), "calls_per_second": calls / spent.seconds}
    told = timings.declarations >= ENOUGH  # fewer calls have no 99th percentile to speak of
    return Found(not timings.errors and (ratio <= RATIO_MAX or not told), said, numbers)


def _scaling(run: Run) -> Found:
    """Processor time a declaration, by one process and by two, in turns, since the players share the machine's cores.

    Two cores do twice the work of one if a declaration costs no more of them.
    """
    costs: dict[int, list[float]] = {1: [], 2: []}
    rates: dict[int, list[float]] = {1: [], 2: []}
    errors = 0
    for number in range(ROUNDS):
        for processes in (1, 2):
            with playing.serving(run.store, processes) as servers:
                spent = playing.declarations(servers, CROWD, run.runs)
            costs[processes].append(spent.processor / spent.timings.declarations)
            rates[processes].append(spent.timings.declarations / spent.seconds)
            errors += len(spent.timings.errors)
            run.done(round((2 * number + processes) / (2 * ROUNDS) * run.runs))
    one, two = (statistics.median(costs[each]) for each in (1, 2))
    clock = statistics.median(rates[2]) / statistics.median(rates[1])
    scaling = 2 * one / two
    said = f"{scaling:.2f} by processor time ({one * 1000:.2f} and {two * 1000:.2f} ms a declaration); "
    said += f"{clock:.2f} by the clock, with the players on the same cores; {errors} errors"
    return Found(scaling >= SCALING_MIN and not errors, said, {"by_processor": scaling, "by_clock": clock})


def _cost(run: Run) -> Found:
    with playing.serving(run.store, 1) as servers:
        before = 0
        spent = playing.whole_games(servers, TABLES, run.runs, _told(run, "whole games"))
        written = playing.log_bytes(run.store) - before
    games = spent.timings.games
    said = (
        f"1,000 games: {spent.processor / games * 1000:.0f} s of processor time, {written / games / 1000:.0f} MB of log"
    )
    said += f" ({spent.timings.declarations / games:.0f} declarations a game, each listed, judged and recorded)"
    numbers = {"processor_seconds": spent.processor / games * 1000, "bytes": written / games * 1000}
    return Found(not spent.timings.errors and games > 0, said, numbers)


def _endurance(run: Run) -> Found:
    """Flat: the servers' memory in the last sixth of the time against that in the third one."""
    sizes: list[int] = []
    with playing.serving(run.store, PROCESSES, ENDURING_IN_MEMORY) as servers:
        look = lambda: sizes.append(sum(resident_bytes(each.process.pid) for each in servers))
        spent = playing.paced(
            servers, ENDURING_GAMES, run.runs * 60.0, ENDURING_BETWEEN_SECONDS, _told(run, "seconds played"), look
        )  # fmt: skip
    sixth = max(1, len(sizes) // 6)
    then, last = statistics.median(sizes[2 * sixth : 3 * sixth] or sizes), statistics.median(sizes[-sixth:])
    grown = last / then - 1
    timings = spent.timings
    said = f"{timings.declarations} declarations in {timings.games} whole games; {len(timings.errors)} errors; memory "
    said += f"{then / 1e6:.0f} MB in the third sixth, {last / 1e6:.0f} MB in the last: {grown:+.1%}; "
    said += f"judge p99 {timings.p(JUDGED, 0.99):.1f} ms, no-op p99 {timings.p(NOOP, 0.99):.1f} ms"
    Path("build").mkdir(exist_ok=True)
    Path("build/endurance-memory.txt").write_text("\n".join(map(str, sizes)), encoding="ascii")
    numbers = {"declarations": timings.declarations, "grown": grown, "bytes": last, "errors": len(timings.errors)}
    return Found(grown <= FLAT_SHARE_MAX and not timings.errors, said, numbers)


TRIALS = (
    Trial(
        "L1", "games at once by twice as many clients, two processes",
        "judge p99 at most 4 times the no-op's, no errors", _three_hundred, 300, 8, "games",
    ),
    Trial("L2", "two processes against one", "at least 1.7 times", _scaling, 3000, 100, "declarations, twice each"),
    Trial("L3", "what it costs", "no errors", _cost, 40, 1, "whole games"),
)  # fmt: skip
ENDURING = (Trial("L4", "half an hour of play", "memory flat within 5 %, no errors", _endurance, 30, 1, "minutes"),)
