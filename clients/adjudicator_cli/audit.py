"""`adjudicate audit`: verify or rejudge many games of a log, on one core, several, or a cluster."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from adjudicator_cli.stores import store_that_exists
from adjudicator_cli.terminal import UnusableError, coloured, progress, say_json

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from adjudicator.application.bulk import Audited, Surveyed
    from adjudicator.kernel.game import Game


@cache
def our_games(cards: str = "") -> Iterable[Game]:
    """The games that a log may hold, with the sets in a folder of own cards; workers call it by its name.

    Raises OSError.
    """
    from adjudicator.games import GameList, cards_in
    from adjudicator.kernel.game import no_cards

    return tuple(GameList(cards_in(Path(cards)) if cards else no_cards))


def audit_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `audit`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="ids, or as much of them as is needed (default: all)")
    parser.add_argument("--store", required=True, metavar="FILE", help="the log: a file, or a URL as for `serve`")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--verify", action="store_true", help="check that the records were not altered (the default)")
    what.add_argument("--rejudge", action="store_true", help="put today's judge on every recorded table")
    parser.add_argument(
        "--jobs",
        type=int,
        default=0,
        metavar="N",
        help="processes (default: one for each processor, but no more than there are tasks of some 5,000 entries)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDR",
        help="a Dask scheduler whose workers see the same file, or `local`; needs the extra `cluster`",
    )
    parser.add_argument("--cards", default="", metavar="FOLDER", help="the own sets that the service was started with")
    parser.add_argument("--json", action="store_true", help="print JSON")


def audit(args: argparse.Namespace) -> int:
    """Audit; the exit status is 1 if anything was found."""
    from adjudicator.application.bulk import DISPUTES, REJUDGE, VERIFY, audit_games, tasks, with_broken

    store = store_that_exists(args.store)
    if args.cards and not Path(args.cards).is_dir():
        raise UnusableError(f"--cards {args.cards}: there is no such folder")
    the_games = partial(our_games, args.cards)
    if args.jobs < 0:
        raise UnusableError(f"--jobs {args.jobs}: how many?")
    begun = perf_counter()
    log = _chosen(store, the_games(), args.games, verify=not args.rejudge)
    order = {each: place for place, each in enumerate((*log.games, *log.disputes))}
    kind = REJUDGE if args.rejudge else VERIFY
    work = (*tasks(store, log.games.items(), kind), *tasks(store, log.disputes.items(), DISPUTES))
    jobs = args.jobs or min(os.cpu_count() or 1, max(len(work), 1))
    found: list[Audited] = []
    with _executor(args.cluster, jobs) as executor, progress(f"{kind} games", len(order)) as moved:
        for each in with_broken(audit_games(the_games, work, executor, jobs), log.broken):
            found.append(each)
            moved(min(len(found), len(order)), len(order))
    found.sort(key=lambda each: order.get(each.game_id, len(order)))
    _print(found, log, kind, perf_counter() - begun, as_json=args.json)
    return 0 if all(each.clean for each in found) else 1


def _chosen(store: str, the_games: Iterable[Game], names: list[str], *, verify: bool) -> Surveyed:
    """The games to audit. Raises UnusableError for names that are not one game each.

    To be verified are also disputes, those about games that are named, and what was told of all of these.
    """
    from adjudicator.application import Adjudication, bulk
    from adjudicator.application.store import Recorder

    with Adjudication(the_games, store, resident_games=1) as application:
        assert isinstance(application.recorder, Recorder)
        log = bulk.survey(application.recorder)
        wanted = {_named(name, log.games) for name in names}
        games = {each: last for each, last in log.games.items() if each in wanted or not names}
        if not verify:
            return bulk.Surveyed(games, {}, {})
        if not names:
            return log
        about = set(bulk.disputes_about(application.recorder, log.disputes, wanted))
    disputes = {each: last for each, last in log.disputes.items() if each in about}
    broken = {each: why for each, why in log.broken.items() if each in wanted or each in about}
    return bulk.Surveyed(games, disputes, broken)


def _named(name: str, games: Iterable[str]) -> str:
    """The one game that begins so. Raises UnusableError."""
    found = [game_id for game_id in games if game_id.startswith(name)]
    if len(found) != 1:
        raise UnusableError(f"{len(found)} games begin with {name!r}")
    return found[0]


@contextmanager
def _executor(address: str | None, jobs: int) -> Iterator[Executor | None]:
    """The executor: none, processes, or a cluster."""
    from adjudicator.application import bulk
    from adjudicator.games import GameList

    if address:
        with bulk.cluster(address, jobs) as executor:
            yield executor
    elif jobs == 1:
        yield None
    else:
        with bulk.processes(jobs, (*GameList().modules, bulk.__name__)) as executor:
            yield executor


def _print(found: list[Audited], log: Surveyed, kind: str, seconds: float, *, as_json: bool) -> None:
    entries = sum(each.entries for each in found)
    bad = sum(bool(each.bad) for each in found)
    divergences = sum(len(each.divergences) for each in found)
    if as_json:
        say_json(
            {
                "kind": kind,
                "games": [_told(each) for each in found if each.game_id not in log.disputes],
                "disputes": [_told(each, "dispute") for each in found if each.game_id in log.disputes],
                "entries": entries,
                "bad": bad,
                "divergences": divergences,
                "seconds": round(seconds, 3),
            }
        )
        return
    for each in found:
        if each.bad:
            print(f"{each.game_id or 'the log'}  {coloured('bad', 'bad')} at entry {each.bad}: {each.why}")
        for other in each.divergences:
            print(f"{each.game_id}  {other.entry:>5}  {other.what}: {other.recorded} -> {other.now}")
    told = f"{bad} bad" if kind == "verify" else f"{bad} bad, {divergences} divergences"
    speed = entries / max(seconds, 1e-9)
    what = f"{len(log.games)} games" + (f" and {len(log.disputes)} disputes" if log.disputes else "")
    print(f"{what}, {entries} entries: {told} ({seconds:.1f} s, {speed:,.0f} entries/s)")


def _told(each: Audited, what: str = "game") -> dict[str, Any]:
    """The outcome for a game or a dispute as plain values."""
    told: dict[str, Any] = {what: each.game_id, "entries": each.entries, "bad": each.bad, "why": each.why}
    told["divergences"] = [
        {"entry": other.entry, "what": other.what, "recorded": other.recorded, "today": other.now}
        for other in each.divergences
    ]
    return {name: content for name, content in told.items() if content}
