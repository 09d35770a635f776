"""Commands that turn a game's course: rewind, fork, close; and note, which leaves the table as it is."""

from __future__ import annotations

import argparse
from typing import Any

from adjudicator_cli import connection
from adjudicator_cli.lines import plain, question_line
from adjudicator_cli.terminal import say_json


def rewind_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `rewind`."""
    connection.game_argument(parser)
    parser.add_argument("revision", type=int, help="the revision to go back to: the number of an entry in the `log`")
    parser.add_argument("--why", default="", metavar="WORDS", help="the reason, for the log")
    connection.arguments(parser)


def rewind(args: argparse.Namespace) -> int:
    """Take a game back to an earlier revision."""
    with connection.connected(args) as client:
        answer = client.rewind(connection.game_of(client, args.game), args.revision, args.why)
    return _tell(args, plain(answer))


def fork_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `fork`."""
    connection.game_argument(parser)
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="where it parts (default: as it stands)")
    connection.arguments(parser)


def fork(args: argparse.Namespace) -> int:
    """Open a new game at a revision of another one, and say its id."""
    with connection.connected(args) as client:
        answer = plain(client.fork(connection.game_of(client, args.game), at_revision=args.at))
    if not args.json:
        print(answer["game"]["game"])
    return _tell(args, answer)


def close_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `close`."""
    connection.game_argument(parser)
    parser.add_argument("result", nargs="*", help="how it ended, in words")
    connection.arguments(parser)


def close(args: argparse.Namespace) -> int:
    """Close a game and print the seed of the house's chance."""
    with connection.connected(args) as client:
        answer = plain(client.close_game(connection.game_of(client, args.game), " ".join(args.result)))
    if not args.json and answer.get("seed"):
        print(f"closed; the seed of its chance was {answer['seed']}")
    return _tell(args, answer)


def note_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `note`."""
    connection.game_argument(parser)
    parser.add_argument("words", nargs="+", help="the remark")
    parser.add_argument("--by", default="", metavar="NAME", help="who makes it")
    parser.add_argument("--about", type=int, default=0, metavar="ENTRY", help="the entry it is about")
    connection.arguments(parser)


def note(args: argparse.Namespace) -> int:
    """Write a remark into a game's log."""
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        answer = client.add_note(game, " ".join(args.words), by=args.by, about=args.about)
    return _tell(args, plain(answer))


def _tell(args: argparse.Namespace, answer: dict[str, Any]) -> int:
    """Where the game stands now."""
    if args.json:
        say_json(answer)
        return 0
    if answer.get("question", {}).get("kind"):
        print(question_line(answer["question"]))
    basis = answer["basis"]
    print(f"entry {basis['entry']}, head {basis['head']}")
    return 0
