"""`adjudicate odds`: the exact odds of an attack, on a board in a file or in a game of a service.

    adjudicate odds board.txt 'vader attacks luke'
    adjudicate odds last 'vader attacks luke' --attacker best --prevent 'luke evade 2' --svg odds.svg

Nothing is simulated: every chance is a fraction. Without words it is the attack in progress, with its dice or its
pending damage. Policies of rerolls: none, plain (the attacker's misses or the defender's hits, all at once), best;
anything is best play of all that a side may say. The judge plays through what is not in the formula.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from adjudicator_cli import charts, connection
from adjudicator_cli.lines import place, plain
from adjudicator_cli.terminal import coloured, say_json

POLICIES, AIMS = ("none", "plain", "best", "anything"), ("discard", "damage")


def odds_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `odds`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    position_arguments(parser)
    parser.add_argument("attack", nargs="*", help="the attack, as vader attacks luke (default: the one in progress)")
    parser.add_argument("--before", action="append", default=[], metavar="SAID", help="taken as said before the attack")
    parser.add_argument(
        "--after", action="append", default=[], metavar="SAID", help="taken as said once it is declared"
    )
    parser.add_argument("--attacker", choices=POLICIES, default="none", help="rerolls of the attacking side")
    parser.add_argument("--defender", choices=POLICIES, default="none", help="rerolls of the defending side")
    parser.add_argument("--aim", choices=AIMS, default="discard", help="what best play tries for")
    parser.add_argument("--overkill", default="", metavar="UNIT", help="where surplus hits go, as han or 'han 2'")
    parser.add_argument(
        "--prevent", action="append", default=[], metavar="WHAT", help="as 'luke evade', 'luke deflect to vader' or all"
    )
    parser.add_argument(
        "--play", action="append", default=[], metavar="SAID", help="said once, when it is legal: 'light: play CARD'"
    )
    parser.add_argument("--enumerate", action="store_true", help="play every outcome through instead of the formula")
    parser.add_argument("--terms", action="store_true", help="show the terms of the formula with their rules")
    parser.add_argument("--svg", metavar="FILE", help="write the chart to a file")
    connection.arguments(parser)


def position_arguments(parser: argparse.ArgumentParser) -> None:
    """The options that name a position."""
    parser.add_argument("position", help="a file with a board, - for standard input, or a game's id or `last`")
    parser.add_argument("--edition", default="", help="of a file: rule under this edition")
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="of a game: as it was at a revision")
    parser.add_argument("--as", dest="viewer", default="", metavar="SEAT", help="of a game: with what a seat may know")


def in_file(args: argparse.Namespace) -> bool:
    """Whether the position is written down and not in a service."""
    return args.position == "-" or Path(args.position).is_file()


def odds(args: argparse.Namespace) -> int:
    """Print the odds."""
    told = _of_file(args) if in_file(args) else _of_service(args)
    title = f"{told['attacker']} attacks {told['defender']}"
    if args.svg:
        panels = [("hits", told["hits"], None)] if told.get("hits") else []
        panels += [(f"damage on {each['title']}", each["damage"], each.get("left", 0)) for each in told["units"]]
        Path(args.svg).write_text(charts.svg(title, panels), encoding="utf-8")
    if args.json:
        say_json(told)
    else:
        _print(title, told, terms=args.terms)
    return 0


def _of_file(args: argparse.Namespace) -> dict[str, Any]:
    from adjudicator_cli import supposing

    words = {
        "attack": " ".join(args.attack),
        "before": tuple(args.before),
        "after": tuple(args.after),
        "attacker": args.attacker,
        "defender": args.defender,
        "aim": args.aim,
        "overkill": args.overkill,
        "prevent": tuple(args.prevent),
        "plays": tuple(args.play),
        "enumerated": args.enumerate,
    }
    return supposing.odds(args.position, words, args.edition)


def _of_service(args: argparse.Namespace) -> dict[str, Any]:
    from adjudicator.api.v1.whatif_service_pb2 import OddsPlan
    from adjudicator_client import Game

    with connection.connected(args) as client:
        answer = client.attack_odds(
            Game(connection.game_of(client, args.position), args.at),
            " ".join(args.attack),
            before=args.before,
            after=args.after,
            plan=OddsPlan(
                attacker=args.attacker,
                defender=args.defender,
                aim=args.aim,
                overkill=args.overkill,
                prevent=args.prevent,
                plays=args.play,
            ),
            enumerated=args.enumerate,
            viewer=args.viewer,
        )
    return plain(answer)


def _print(title: str, told: dict[str, Any], *, terms: bool) -> None:
    print(coloured(title, "strong") + f" ({told['stage']}{', played through' if told.get('played') else ''})")
    for words in told.get("assumed", ()):
        print(f"  taken as said: {words}")
    _print_charts(told)
    _print_choices(told)
    for term in told.get("terms", ()) if terms else ():
        print(f"  {term['name']}: {term['formula']} = {_exact(term['value'])}")
        print(coloured(f"       {place(term['citation'])}", "quiet"))
    for note in told.get("notes", ()):
        print(f"note: {note}")


def _print_charts(told: dict[str, Any]) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if told.get("hits"):
        console.print(charts.bars(f"hits, {_exact(told['expected_hits'])} expected", told["hits"]))
    for unit in told["units"]:
        head = f"damage on {unit['title']}, {_exact(unit['expected'])} expected"
        console.print(charts.bars(head, unit["damage"], unit.get("left", 0)))
        chance = unit["discarded"]
        print(f"  discarded (by {unit.get('left', 0)} or more): {charts.percent(chance)} = {chance['fraction']}")


def _print_choices(told: dict[str, Any]) -> None:
    for each in told.get("decisions", ()):
        print(f"{each['seat']}: {each['what']}")
        for name, worth in (("without", each["without"]), ("with", each["having"])):
            print(f"  {name:<8} {_worth(worth)}")
    for each in told.get("rerolls", ()):
        print(f"reroll {each['dice']}: {_worth(each['worth'])}" + (" <- best" if each.get("best") else ""))
    for each in told.get("options", ()):
        print(f"{each['said']}: {_worth(each['worth'])}" + (" <- best" if each.get("best") else ""))


def _exact(number: dict[str, Any]) -> str:
    fraction = number["fraction"]
    return f"{fraction} = {charts.decimal(number):.4f}" if "/" in fraction else str(fraction)


def _worth(worth: dict[str, Any]) -> str:
    chance = worth["discarded"]
    found = f"discarded {charts.percent(chance)} ({chance['fraction']}), damage {_exact(worth['damage'])}"
    for each in worth.get("others", ()):
        gone = f", discarded {charts.percent(each['discarded'])}" if charts.decimal(each["discarded"]) else ""
        found += f"; {each['unit']} damage {_exact(each['damage'])}{gone}"
    return found
