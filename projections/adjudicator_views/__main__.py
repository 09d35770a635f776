"""`python -m adjudicator_views`: follow a log and serve its views, or rebuild them from nothing."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import closing
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adjudicator.application import Adjudication, StoreUnavailableError
from adjudicator.application.stores import MEMORY, NoSuchStoreError, is_postgres, store_named
from adjudicator.service import logs
from adjudicator.service.config import MEANINGS, PREFIX, Configuration, ConfigurationError, configuration
from adjudicator.service.server import PortTakenError
from adjudicator.service.start import games_of
from adjudicator_views.follower import AnotherLogError, Follower
from adjudicator_views.service.serving import serve
from adjudicator_views.store import ProjectionStore

DOOR = (
    "access",
    "cards",
    "calls_per_second",
    "tls_certificate",
    "tls_key",
    "tls_client_authority",
    "exposed",
    "spectator_delay",
    "metrics",
    "telemetry",
)
"""The options of the service that hold for the views' own port."""


class NoSuchLogError(RuntimeError):
    """There is no such log; it is for the service to make one."""

    def __init__(self, log: str) -> None:
        super().__init__(f"there is no log {Path(log).absolute()}; the service makes it")


def arguments() -> argparse.ArgumentParser:
    """The options."""
    parser = argparse.ArgumentParser(prog="python -m adjudicator_views", description=__doc__)
    log = os.environ.get("ADJUDICATOR_STORE", "adjudicator.sqlite")
    parser.add_argument("--log", default=log, help="the service's log: a file or a URL (default: $ADJUDICATOR_STORE)")
    parser.add_argument("--views", default="projections.sqlite", help="the SQLite file of the views")
    parser.add_argument("--listen", default="127.0.0.1:50052", help="address and port; port 0 takes a free one")
    parser.add_argument("--poll-seconds", type=float, default=1.0, help="how often to look for new entries, at least")
    parser.add_argument("--rebuild", action="store_true", help="forget the views and read the whole log again")
    parser.add_argument("--once", action="store_true", help="catch up and end, without serving")
    for name in DOOR:
        help_ = f"{MEANINGS[name]} (default: ${PREFIX}{name.upper()}, else {getattr(Configuration(), name)!s})"
        parser.add_argument("--" + name.replace("_", "-"), metavar="X", help=help_)
    return parser


_TOLD = (
    NoSuchStoreError,
    NoSuchLogError,
    StoreUnavailableError,
    PortTakenError,
    AnotherLogError,
    ConfigurationError,
)
"""Errors that end the program with a line that says why."""


def main(given: list[str] | None = None) -> int:
    """Run; the status is 0 if all went well."""
    args = arguments().parse_args(given)
    try:
        return _run(args)
    except _TOLD as error:
        print(f"adjudicator_views: {error}", file=sys.stderr)
        return 1


def _run(args: argparse.Namespace) -> int:
    log = store_named(args.log) if "://" in args.log else args.log
    if not is_postgres(log) and (log == MEMORY or not Path(log).is_file()):
        raise NoSuchLogError(log)
    given = {name: value for name in (*DOOR, "listen") if (value := getattr(args, name)) is not None}
    door = configuration(given)
    logs.configure(door)
    with Adjudication(games_of(door), log) as application, closing(ProjectionStore(args.views)) as store:
        follower = Follower(application, store)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, disable=not sys.stderr.isatty(), transient=True) as bar:
            last = application.last_position()
            task = bar.add_task("reading the log", total=last, completed=0 if args.rebuild else store.position())
            work = follower.rebuild if args.rebuild else follower.catch_up
            done = work(lambda position: bar.update(task, completed=position))
            bar.update(task, completed=last)  # behind the last entry there may be kept requests
        print(f"{done} entries read, at position {store.position()}")
        for lost in store.all_lost():
            print(
                f"adjudicator_views: {lost.stream} is left out from entry {lost.number} on: {lost.why}", file=sys.stderr
            )
        if not args.once:
            asyncio.run(
                serve(follower, door, args.poll_seconds, lambda port: print(f"listening, port {port}", flush=True))
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
