"""Commands that take games out and bring them in: export, import, diff."""

from __future__ import annotations

import argparse
from pathlib import Path

from adjudicator_cli import connection
from adjudicator_cli.lines import plain
from adjudicator_cli.replay import compared, compared_lines
from adjudicator_cli.terminal import UnusableError, read_input, say_json

FORMATS = ("notation", "json-lines")
TIMEOUT_SECONDS = 300.0
"""A long game takes its time to be judged again."""


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `export`."""
    connection.game_argument(parser)
    parser.add_argument("--format", choices=FORMATS, default="json-lines", help="how (default: %(default)s)")
    parser.add_argument("--out", metavar="FILE", help="where to (default: standard output)")
    parser.add_argument("--from", dest="start", type=int, default=0, metavar="REVISION", help="in notation: from here")
    parser.add_argument("--as", dest="viewer", default="judge", metavar="SEAT", help="what a seat may see")
    connection.arguments(parser)


def export(args: argparse.Namespace) -> int:
    """Write a game down."""
    with connection.connected(args) as client:
        client.timeout = TIMEOUT_SECONDS
        game = connection.game_of(client, args.game)
        answer = client.export_game(game, args.format, viewer=args.viewer, from_revision=args.start)
    if args.out:
        Path(args.out).write_text(answer.text, encoding="utf-8")
    if args.json:
        say_json(plain(answer))
    elif args.out:
        print(f"{args.out}: {len(answer.text.splitlines())} lines, head {answer.basis.head.hex()}")
    else:
        print(answer.text, end="")
    return 0


def import_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `import`."""
    parser.add_argument("file", help="the written game (- for standard input)")
    parser.add_argument("--format", choices=FORMATS, help="how it is written (default: as it looks)")
    parser.add_argument("--check", action="store_true", help="only judge it again; nothing is recorded")
    connection.arguments(parser)


def import_(args: argparse.Namespace) -> int:
    """Read a game, judge it again, bring it in; the exit status is 1 if anything differs or it did not come in."""
    text = read_input(args.file)
    with connection.connected(args) as client:
        client.timeout = TIMEOUT_SECONDS
        answer = plain(client.import_game(text, args.format or "", check_only=args.check))
    if args.json:
        say_json(answer)
    else:
        for each in answer.get("differences", ()):
            words = f"{each.get('written', '')} -> {each.get('now', '')}"
            print(f"{each.get('place', 0):>5}  {each['what']}: {words}")
        holds = ", the chain holds" if answer.get("chain_holds") else ""
        differ = len(answer.get("differences", ()))
        print(f"{answer.get('judged', 0)} declarations judged again, {differ} differ{holds}")
        if answer.get("frozen"):
            print(f"frozen: {answer['frozen']}")
        print(answer["refused"] if answer.get("refused") else answer.get("game", "nothing was recorded"))
    return 1 if answer.get("differences") or answer.get("refused") else 0


def diff_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `diff`."""
    connection.game_argument(parser)
    parser.add_argument("start", type=int, metavar="FROM", help="the first revision")
    parser.add_argument("end", type=int, nargs="?", default=0, metavar="TO", help="the second (default: now)")
    connection.viewer_argument(parser)
    connection.arguments(parser)


def diff(args: argparse.Namespace) -> int:
    """Print the differences between two tables of a game."""
    if args.start < 1:
        raise UnusableError("revisions count from 1")
    with connection.connected(args) as client:
        answer = compared(client, connection.game_of(client, args.game), args.start, args.end, args.viewer)
    if args.json:
        say_json(answer)
    else:
        print("\n".join(compared_lines(answer)))
    return 0
