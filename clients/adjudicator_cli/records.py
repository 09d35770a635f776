"""Commands about recorded games: games, log, rejudge."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from typing import Any

from adjudicator_cli import connection
from adjudicator_cli.lines import entry_lines, plain
from adjudicator_cli.terminal import progress, say_json


def games_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `games`."""
    parser.add_argument("--follow", action="store_true", help="print every entry of every game as it is saved")
    parser.add_argument("--after", type=int, default=0, metavar="POSITION", help="with --follow: what was saved later")
    parser.add_argument("--as", dest="viewer", default="", metavar="judge", help="with --follow: see everything")
    connection.arguments(parser)


def games(args: argparse.Namespace) -> int:
    """List the games, or every entry of all of them."""
    if args.follow:
        return _follow_all(args)
    with connection.connected(args) as client:
        found = [plain(each) for each in client.list_games()]
    if args.json:
        say_json(found)
        return 0
    for each in found:
        seats = ", ".join(f"{seat['seat']} {seat.get('person', '')}".strip() for seat in each.get("seats", ()))
        print(
            f"{each['game']}  {each['edition']}  {each.get('state', ''):<8} {each.get('entry', 0):>5} entries  {seats}"
        )
    return 0


def _follow_all(args: argparse.Namespace) -> int:
    """Every entry of every game, as it is saved."""
    with connection.connected(args) as client:
        for each in client.watch_games(after_position=args.after, viewer=args.viewer):
            told = plain(each)
            if args.json:
                say_json(told)
            else:
                print(f"{told['position']:>7}  {told['game'][:8]}")
                print("\n".join(entry_lines(told["entry"])), flush=True)
    return 0


def log_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `log`."""
    connection.game_argument(parser)
    parser.add_argument("--after", type=int, default=0, metavar="ENTRY", help="only entries with greater numbers")
    connection.viewer_argument(parser)
    parser.add_argument("--follow", action="store_true", help="wait for more")
    connection.arguments(parser)


def log(args: argparse.Namespace) -> int:
    """List the entries of a log."""
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        found: Iterable[Any] = client.entries(game, after_entry=args.after, viewer=args.viewer)
        if args.follow:
            found = (each.entry for each in client.watch(game, after_entry=args.after, viewer=args.viewer))
        if args.json and not args.follow:
            say_json([plain(each) for each in found])
            return 0
        for each in found:
            if args.json:
                say_json(plain(each))
            else:
                print("\n".join(entry_lines(plain(each))), flush=True)
    return 0


def rejudge_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `rejudge`."""
    connection.game_argument(parser)
    connection.arguments(parser)


def rejudge(args: argparse.Namespace) -> int:
    """Rule again on every declaration; the exit status is 1 if anything comes out differently."""
    found: list[dict[str, Any]] = []
    done = 0
    with connection.connected(args) as client, progress("judging again") as moved:
        for step in client.rejudge(connection.game_of(client, args.game)):
            moved(step.done, step.total)
            done = step.done
            found += [plain(each) for each in step.divergences]
    if args.json:
        say_json({"entries": done, "divergences": found})
    else:
        for each in found:
            print(f"{each['entry']:>5}  {each['what']}: {each.get('recorded', '')} -> {each.get('today', '')}")
        print(f"{done} entries, {len(found)} divergences")
    return 1 if found else 0
