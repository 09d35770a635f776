"""`adjudicate backup` and `adjudicate restore`: a copy of a whole log, and the way back."""

from __future__ import annotations

import argparse
import os

from adjudicator_cli.terminal import UnusableError, say_json


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `backup`."""
    parser.add_argument("file", metavar="FILE", help="the new file; services may write to the store meanwhile")
    _arguments(parser)


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `restore`."""
    parser.add_argument("file", metavar="FILE", help="a backup")
    _arguments(parser)


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--store", metavar="URL", help="the store, as `serve` names it (default: $ADJUDICATOR_STORE)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def backup(args: argparse.Namespace) -> int:
    """Write a backup and say how much it covers."""
    from pathlib import Path

    from adjudicator.application.backup import back_up
    from adjudicator_cli.stores import store_that_exists

    root = back_up(store_that_exists(_named(args)), Path(args.file))
    return _tell(args, "saved", root)


def restore(args: argparse.Namespace) -> int:
    """Bring a backup back into an empty store and say how much it has."""
    from pathlib import Path

    from adjudicator.application.backup import restore
    from adjudicator.application.stores import store_named

    named = _named(args)
    store = store_named(named) if "://" in named else named
    return _tell(args, "restored", restore(Path(args.file), store))


def _named(args: argparse.Namespace) -> str:
    found = args.store or os.environ.get("ADJUDICATOR_STORE", "")
    if not found:
        raise UnusableError("which store? --store URL, or the variable ADJUDICATOR_STORE")
    return str(found)


def _tell(args: argparse.Namespace, what: str, root: object) -> int:
    from adjudicator.application.kept import Root

    assert isinstance(root, Root)
    if args.json:
        say_json({"entries": root.size, "root": root.root.hex()})
    else:
        print(f"{what} {root.size} entries, checkpoint {root.size}:{root.root.hex()}")
    return 0
