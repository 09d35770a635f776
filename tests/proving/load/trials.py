"""The bars under load: latency at 300 tables, two processes against one, the cost of 1,000 games, memory over time."""

from __future__ import annotations

import statistics
from pathlib import Path

from tests.kit.processes import resident_bytes
from tests.proving.load import playing, scaling
from tests.proving.load.tables import JUDGED, LIST, NOOP, SHARES, SUBMITTED, Timings
from tests.proving.programme import Found, Run, Trial

PROCESSES = 2
SECONDS_MAX = 60.0
"""With fewer games a second each does."""
BETWEEN_SECONDS = 4.0
"""Seconds between two declarations of a game, on average; people take longer."""
RATIO_MAX = 4.0
ENOUGH = 1000
TABLES = 8
"""Games at once where they are played to the end, as fast as it goes."""
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
    scaling.TRIAL,
    Trial("L3", "what it costs", "no errors", _cost, 40, 1, "whole games"),
)  # fmt: skip
ENDURING = (Trial("L4", "half an hour of play", "memory flat within 5 %, no errors", _endurance, 30, 1, "minutes"),)
