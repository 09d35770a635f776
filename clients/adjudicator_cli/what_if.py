r"""`adjudicate what-if`: hypothetical lines of play from one position, side by side. Nothing is recorded.

    adjudicate what-if board.txt --line 'he hits = dark: vader attacks luke; chance: roll 4 4 5' \
                                 --line 'he misses = dark: vader attacks luke; chance: roll 1 1 2'

A line is a name, `=`, and declarations parted by `;`. The name may be left out. Chance says what the line says.
"""

from __future__ import annotations

import argparse
from typing import Any

from adjudicator_cli import connection
from adjudicator_cli.lines import plain, question_line, verdict_lines
from adjudicator_cli.odds import in_file, position_arguments
from adjudicator_cli.terminal import UnusableError, coloured, say_json


def what_if_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `what-if`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    position_arguments(parser)
    parser.add_argument(
        "--line", action="append", default=[], metavar="LINE", required=True, help="declarations, parted by ;"
    )
    parser.add_argument("--boards", action="store_true", help="print the board at the end of each line")
    connection.arguments(parser)


def what_if(args: argparse.Namespace) -> int:
    """Print where the lines lead; 1 if one of them breaks off."""
    wanted = [_line(text, number) for number, text in enumerate(args.line, 1)]
    told = _of_file(args, wanted) if in_file(args) else _of_service(args, wanted)
    if args.json:
        say_json(told)
    else:
        _print(told, boards=args.boards)
    return 0 if all(each.get("whole") for each in told["outcomes"]) else 1


def _line(text: str, number: int) -> tuple[str, list[str]]:
    """Name and declarations of a line. Raises UnusableError for a line that says nothing."""
    name, equals, rest = text.partition("=")
    said = [words.strip() for words in (rest if equals else text).split(";") if words.strip()]
    if not said:
        raise UnusableError(f"line {number} says nothing: {text!r}")
    return (name.strip() if equals else f"line {number}"), said


def _of_file(args: argparse.Namespace, wanted: list[tuple[str, list[str]]]) -> dict[str, Any]:
    from adjudicator_cli import supposing

    return supposing.lines(args.position, wanted, args.edition)


def _of_service(args: argparse.Namespace, wanted: list[tuple[str, list[str]]]) -> dict[str, Any]:
    from adjudicator_client import Game

    with connection.connected(args) as client:
        game = connection.game_of(client, args.position)
        return plain(client.compare_lines(Game(game, args.at), wanted, viewer=args.viewer))


def _print(told: dict[str, Any], *, boards: bool) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    outcomes = told["outcomes"]
    for each in outcomes:
        print(coloured(each["title"], "strong"))
        for verdict in each.get("verdicts", ()):
            if verdict["ruling"] == "legal":
                print(f"  {verdict['said']}")
            else:
                print("\n".join(f"  {line}" for line in verdict_lines(verdict)))
        print(f"  then {question_line(each['question'])}")
        if boards:
            print(each["board"])
    table = Table("", "now", *(each["title"] for each in outcomes), box=box.SIMPLE, pad_edge=False)
    for words, now, ends in side_by_side(outcomes):
        table.add_row(words, now, *ends)
    Console(highlight=False).print(table)


def side_by_side(outcomes: list[dict[str, Any]]) -> list[tuple[str, str, list[str]]]:
    """Everything that some line changes: what, how it stands now, how it stands at the end of each line."""
    rows: dict[tuple[str, str, str], str] = {}
    ends = [{_key(change): change["after"] for change in each.get("changes", ())} for each in outcomes]
    for each in outcomes:
        for change in each.get("changes", ()):
            rows.setdefault(_key(change), change["before"])
    return [
        (" ".join(filter(None, (of or topic, what))), now, [end.get((topic, of, what), now) for end in ends])
        for (topic, of, what), now in rows.items()
    ]


def _key(change: dict[str, str]) -> tuple[str, str, str]:
    return change["topic"], change.get("of", ""), change["what"]
