"""`make score`: how often the paragraph that a dispute's author expected is among those that decide, or the first."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.examined import FILES, LEGAL, REFUSALS, VALUES, Asked, ask, under_the_bars

CHUNK = 5


def main() -> int:
    """Ask all disputes; the exit status is 1 if a ruling or a total is wrong, or a kind is under its bar."""
    chunks = [FILES[start : start + CHUNK] for start in range(0, len(FILES), CHUNK)]
    with ProcessPoolExecutor() as workers:
        found = [each for asked in workers.map(ask, chunks) for each in asked]
    print(f"{len(FILES)} files, {len(found)} steps")
    for kind in (REFUSALS, LEGAL, VALUES, ""):
        print(_line(kind or "all", [each for each in found if each.kind and kind in ("", each.kind)]))
    wrong = [each for each in found if each.wrong]
    for each in wrong:
        print(f"wrong: {each.path}, step {each.step}: {'; '.join(each.wrong)}")
    print(f"{len(found) - len(wrong)} of {len(found)} steps are ruled as they must be")
    bars = under_the_bars(found)
    for bar in bars:
        print(f"under the bar: {bar}")
    return 1 if wrong or bars else 0


def _line(kind: str, asked: list[Asked]) -> str:
    first, deciding = sum(each.first for each in asked), sum(each.deciding for each in asked)
    count = sum(each.count for each in asked) / max(1, len(asked))
    return (
        f"{kind:<9} {len(asked):>5} asked   among the deciding {_share(deciding, asked)}, {count:.2f} on average   "
        f"first {_share(first, asked)}"
    )


def _share(count: int, asked: list[Asked]) -> str:
    return f"{count:>5} ({100 * count / max(1, len(asked)):5.1f} %)"


if __name__ == "__main__":
    sys.exit(main())
