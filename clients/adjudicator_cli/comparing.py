"""`adjudicate compare`: the same declarations under several editions, and the points where they part.

An edition that parts from the first one is heard no further; the others go on while two are left.

FILE is a case (TOML), a game in notation, or a board with what is said (`>`) or asked (`?`) below it; - is standard
input. With --game a recorded game of a service is compared. The exit status is 1 if the editions part.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator_cli import EDITION, connection
from adjudicator_cli.case_files import said_case
from adjudicator_cli.lines import place, plain
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError, coloured, say_json

if TYPE_CHECKING:
    from adjudicator.games import GameList


def compare_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `compare`."""
    parser.description = __doc__
    parser.add_argument("file", nargs="?", default="-", help="a case, a game in notation, or a board (default: -)")
    parser.add_argument("--editions", default="", help=f"commas between (default: all of the game that has {EDITION})")
    parser.add_argument("--game", default="", help="compare a recorded game of a service instead of a file")
    parser.add_argument(
        "--as", dest="viewer", default="", metavar="SEAT", help="compare what a seat (or `judge`) knows"
    )
    parser.add_argument("--all", action="store_true", help="show what the editions agree on, too")
    connection.arguments(parser)


def compare(args: argparse.Namespace) -> int:
    """Print where the editions part."""
    games = own_games()
    editions = [each.strip() for each in args.editions.split(",") if each.strip()] or [*games.alike(EDITION)]
    if len(editions) < 2:
        raise UnusableError("--editions takes two or more, with commas between")
    found = _of_service(args, editions) if args.game else _of_file(args, games, editions)
    if args.json:
        say_json({"editions": editions, "comparisons": found})
    else:
        for each in found:
            if each["what"] or args.all:
                print("\n".join(_lines(each)))
        if not any(each["what"] for each in found):
            print(f"{', '.join(editions)} agree")
    return 1 if any(each["what"] for each in found) else 0


def _of_service(args: argparse.Namespace, editions: list[str]) -> list[dict[str, Any]]:
    """The partings of a recorded game, as the service tells them."""
    with connection.connected(args) as client:
        answer = plain(client.compare_game(connection.game_of(client, args.game), editions, viewer=args.viewer))
    return [_filled(each) for each in answer.get("partings", [])]


def _filled(told: dict[str, Any]) -> dict[str, Any]:
    return {"said": "", "what": "", "number": 0, "points": [], "leaving": [], **told}


def _of_file(args: argparse.Namespace, games: GameList, editions: list[str]) -> list[dict[str, Any]]:
    """Every step of a file, ruled on in this process. Raises UnusableError."""
    from adjudicator.cases.parting import compare_case
    from adjudicator_cli.judging import Citing

    case = said_case(args.file)
    try:
        found = compare_case(case, games, editions)
    except ValueError as error:
        raise UnusableError(str(error)) from error
    cites = {edition: Citing(edition) for edition in editions}
    return [
        {
            "said": each.said,
            "what": each.what,
            "number": each.number,
            "points": list(each.points),
            "leaving": list(each.leaving),
            "sides": [
                {
                    "edition": side.edition,
                    "ruling": side.ruling,
                    "failing": [code for code, _ in side.failing],
                    "event": side.event,
                    "text": side.told,
                }
                | ({"citation": cites[side.edition](side.rule)} if side.rule else {})
                for side in each.sides
            ],
        }
        for each in found
    ]


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    head = f"{told['number']}  {told['said']}"
    yield coloured(head, "strong") + (f"  parts in: {told['what']}" if told["what"] else "  agree")
    for side in told["sides"]:
        how = {"legal": "good", "illegal": "bad"}.get(side.get("ruling", ""), "open")
        fails = f"  {', '.join(side['failing'])}" if side.get("failing") else ""
        yield f"  {side['edition']}: {coloured(side.get('ruling', '').upper(), how)}{fails}"
        if side.get("text") or side.get("event"):
            yield f"    - {side.get('text') or in_words(side['event'])}"
        if side.get("citation"):
            yield f"    {place(side['citation'])}"
            if side["citation"].get("paraphrase"):
                yield f"    “{side['citation']['paraphrase']}”"
    if told["leaving"]:
        yield f"  heard no further: {', '.join(told['leaving'])}"
    if told["points"]:
        yield f"  known point: {', '.join(told['points'])}"


def in_words(event: str) -> str:
    """The name of a kind of fact, for a reader to whom its sentence may tell too much: "turn ended"."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in event).strip()
    return {"awaits": "the table waits"}.get(words, words)
