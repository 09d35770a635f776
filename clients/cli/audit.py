"""`adjudicate audit`: verify or rejudge many games of a log, on one core, several, or a cluster."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from clients.cli.stores import store_that_exists
from clients.cli.terminal import UnusableError, coloured, progress, say_json

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from adjudicator.application import Adjudication
    from adjudicator.application.bulk import Audited
    from adjudicator.kernel.game import Game

_PRELOAD = ("adjudicator.swtcg.game", "adjudicator.application.bulk")


def our_games() -> Iterable[Game]:
    """The games that a log of this project may hold; workers call it by its name."""
    from adjudicator.swtcg.game import SWTCG

    return (SWTCG,)


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `audit`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids, or as much of them as is needed (default: all)")
    parser.add_argument("--store", required=True, metavar="FILE", help="the log: a file, or a URL as for `serve`")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="check that the records were not altered (the default)")
    what.add_argument("--rejudge", action="store_true", help="put today's judge on every recorded table")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (default: 1; 0: one for each core)")
    parser.add_argument(
        "--cluster",
        metavar="ADDR",
        help="a Dask scheduler whose workers see the same file, or `local`; needs the extra `cluster`",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def audit(args: argparse.Namespace) -> int:
    """Audit; the exit status is 1 if anything was found."""
    from adjudicator.application import Adjudication
    from adjudicator.application.bulk import REJUDGE, VERIFY, audit_games, tasks

    store = store_that_exists(args.store)
    jobs = args.jobs or os.cpu_count() or 1
    if jobs < 0:
        raise UnusableError(f"--jobs {args.jobs}: how many?")
    with Adjudication(our_games(), store, resident_games=1) as application:
        chosen = _chosen(application, args.games)
    order = {game_id: place for place, (game_id, _) in enumerate(chosen)}
    kind = REJUDGE if args.rejudge else VERIFY
    found: list[Audited] = []
    begun = perf_counter()
    with _executor(args.cluster, jobs) as executor, progress(f"{kind} games", len(chosen)) as moved:
        for each in audit_games(our_games, tasks(store, chosen, kind), executor, jobs):
            found.append(each)
            moved(len(found), len(chosen))
    found.sort(key=lambda each: order[each.game_id])
    _print(found, kind, perf_counter() - begun, as_json=args.json)
    return 0 if all(each.clean for each in found) else 1


def _chosen(application: Adjudication, names: list[str]) -> list[tuple[str, int]]:
    """The games to audit, in the order of the log, each with the number of its entries. Raises UnusableError."""
    known: list[tuple[str, int]] = []
    after = 0
    while some := application.list_games(after, 500):
        known += [(each.game_id, each.last) for each in some]
        after = some[-1].position
    if not names:
        return known
    wanted = set()
    for name in names:
        found = [game_id for game_id, _ in known if game_id.startswith(name)]
        if len(found) != 1:
            raise UnusableError(f"{len(found)} games begin with {name!r}")
        wanted.add(found[0])
    return [each for each in known if each[0] in wanted]


@contextmanager
def _executor(address: str | None, jobs: int) -> Iterator[Executor | None]:
    """Who does the work: nobody else, processes, or a cluster."""
    from adjudicator.application import bulk

    if address:
        with bulk.cluster(address, jobs) as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        with bulk.processes(jobs, _PRELOAD) as executor:
            yield executor


def _print(found: list[Audited], kind: str, seconds: float, *, as_json: bool) -> None:
    entries = sum(each.entries for each in found)
    bad = sum(bool(each.bad) for each in found)
    divergences = sum(len(each.divergences) for each in found)
    if as_json:
        say_json(
            {
                "kind": kind,
                "games": [_told(each) for each in found],
                "entries": entries,
                "bad": bad,
                "divergences": divergences,
                "seconds": round(seconds, 3),
            }
        )
        return
    for each in found:
        if each.bad:
            print(f"{each.game_id}  {coloured('bad', 'bad')} at entry {each.bad}: {each.why}")
        for other in each.divergences:
            print(f"{each.game_id}  {other.entry:>5}  {other.what}: {other.recorded} -> {other.now}")
    told = f"{bad} bad" if kind == "verify" else f"{bad} bad, {divergences} divergences"
    speed = entries / max(seconds, 1e-9)
    print(f"{len(found)} games, {entries} entries: {told} ({seconds:.1f} s, {speed:,.0f} entries/s)")


def _told(each: Audited) -> dict[str, Any]:
    """A game's outcome as plain values."""
    told: dict[str, Any] = {"game": each.game_id, "entries": each.entries, "bad": each.bad, "why": each.why}
    told["divergences"] = [
        {"entry": other.entry, "what": other.what, "recorded": other.recorded, "today": other.now}
        for other in each.divergences
    ]
    return {name: content for name, content in told.items() if content}
