"""`python -m tests.digests`: compare all random games with their kept digests; `--keep` writes them anew."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.digests import KEPT, all_games, digests_of, kept


def main(arguments: list[str]) -> int:
    """Play all games; the exit status is 1 if a bare digest differs, and 2 if only whole ones do."""
    games = list(all_games())
    with ProcessPoolExecutor() as workers:
        found = dict(zip(games, workers.map(digests_of, *zip(*games, strict=True), chunksize=25), strict=True))
    if arguments == ["--keep"]:
        rows = [f"{edition} {number} {each.whole} {each.bare}\n" for (edition, number), each in found.items()]
        KEPT.write_text("".join(rows), encoding="utf-8")
        print(f"{len(rows)} games kept")
        return 0
    before = kept()
    bare = [game for game in games if found[game].bare != before[game].bare]
    whole = [game for game in games if found[game].whole != before[game].whole]
    for name, changed in (("what happened", bare), ("what is cited", whole)):
        said = ", ".join(f"{edition} {number}" for edition, number in changed[:5])
        print(f"{name} differs in {len(changed)} of {len(games)} games" + (f": {said}" if changed else ""))
    return 1 if bare else 2 if whole else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
