"""`make score`: how often the paragraph that a dispute's author expected is the first, or among the deciding ones."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.examined import FILES, LEGAL, REFUSALS, VALUES, Asked, ask

CHUNK = 5


def main() -> int:
    """Ask all disputes; the exit status is 1 if a ruling or a total is wrong, whatever is cited."""
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
    return 1 if wrong else 0


def _line(kind: str, asked: list[Asked]) -> str:
    first, deciding = sum(each.first for each in asked), sum(each.deciding for each in asked)
    return (
        f"{kind:<9} {len(asked):>5} asked   first {_share(first, asked)}   among the deciding {_share(deciding, asked)}"
    )


def _share(count: int, asked: list[Asked]) -> str:
    return f"{count:>5} ({100 * count / max(1, len(asked)):5.1f} %)"


if __name__ == "__main__":
    sys.exit(main())
