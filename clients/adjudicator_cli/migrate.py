"""`adjudicate migrate`: make a store's schema or bring it up to date, and copy another log into it."""

from __future__ import annotations

import argparse

from adjudicator_cli.terminal import progress


def migrate_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `migrate`."""
    parser.add_argument(
        "--store",
        metavar="URL",
        help="the store, as `serve` names it (default: $ADJUDICATOR_STORE)",
    )
    parser.add_argument(
        "--from",
        dest="source",
        metavar="URL",
        help="copy this log into the store, which has to be empty; stop its service first",
    )


def migrate(args: argparse.Namespace) -> int:
    """Bring the store up to date; may be run again."""
    import os

    from adjudicator.application.moving import copy_log
    from adjudicator.application.stores import migrate, store_named
    from adjudicator_cli.stores import store_that_exists

    store = store_named(args.store or os.environ.get("ADJUDICATOR_STORE", ""))
    source = store_that_exists(args.source) if args.source else ""
    before, after = migrate(store)
    print(f"schema: version {after}" + (f", it was {before}" if before != after else ", nothing to do"))
    if source:
        with progress("copying") as moved:
            last = 0
            for each in copy_log(source, store):
                last = each.done
                moved(each.done, each.total)
        print(f"copied, up to position {last}")
    return 0
