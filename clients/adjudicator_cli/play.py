"""`adjudicate play`: random whole games in process, every invariant checked, digests printed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from adjudicator_cli import EDITION
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError, coloured, progress, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.kernel.game import Game
    from adjudicator.kernel.game.play import Packs
    from adjudicator.play import Result

STOPPED_SHARE_MAX = 0.05
"""At most this part of the games may be stopped for length."""


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `play`."""
    parser.add_argument("--decks", nargs=2, metavar=("A", "B"), help="deck files or names (default: the demo's)")
    parser.add_argument(
        "--catalogue",
        metavar="all|SET",
        action="append",
        help="random legal decks of all cards, or of these sets, for every game",
    )
    parser.add_argument("--games", type=int, default=1, metavar="K", help="how many games (default: %(default)s)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="what decides the games (default: %(default)s)"
    )
    parser.add_argument("--edition", default=EDITION, help="the edition of the rules (default: %(default)s)")
    parser.add_argument("--thorough", action="store_true", help="check every other form at every question too")
    parser.add_argument("--json", action="store_true", help="print JSON")


def play(args: argparse.Namespace) -> int:
    """Play; the exit status is 1 if a game goes wrong or too many have to be stopped."""
    from adjudicator.games import UnknownEditionError
    from adjudicator.play import PlayError, digest_of_all, play_games

    if args.games < 1:
        raise UnusableError(f"--games takes a number from 1 on, not {args.games}")
    if args.decks and args.catalogue:
        raise UnusableError("--decks and --catalogue are two ways of saying what is played with")
    try:
        game = own_games().of(args.edition)
        packs = _drawn(game, args) if args.catalogue else _packs(game, args)
        with progress("games", args.games) as moved:
            results = play_games(game, args.edition, packs, args.seed, args.games, moved, thorough=args.thorough)
    except UnknownEditionError as error:
        raise UnusableError(str(error)) from error
    except PlayError as error:
        raise UnusableError(f"a game went wrong: {error}") from error
    stopped = sum(each.stopped for each in results)
    digest = digest_of_all(results)
    if args.json:
        say_json({"digest": digest, "stopped": stopped, "games": [_told(each) for each in results]})
    else:
        for each in results:
            end = f"{each.winner} wins" if each.winner else coloured("stopped", "open")
            counts = f"{each.turns} turns, {each.declarations} declarations, {each.facts} facts"
            print(f"game {each.game} (seed {each.seed}): {end}, {counts}, table {each.table[:16]}")
        print(f"{len(results)} games, {stopped} stopped for length, digest {digest}")
    return 1 if results and stopped > max(STOPPED_SHARE_MAX * len(results), 1) else 0


def _drawn(game: Game, args: argparse.Namespace) -> Callable[[str], Packs]:
    """Draws packs for a game's seed, of all cards or of some sets. Raises UnusableError."""
    from random import Random

    try:
        draw = game.play.drawn(args.edition, () if "all" in args.catalogue else args.catalogue)
    except ValueError as error:
        raise UnusableError(str(error)) from error
    return lambda seed: draw(seed, Random)


def _told(result: Result) -> dict[str, Any]:
    """A game as plain values."""
    return {name: getattr(result, name) for name in result.__struct_fields__} | {"stopped": result.stopped}


def _packs(game: Game, args: argparse.Namespace) -> Packs:
    """Packs of the decks that are named, each a file or one of the game's own; else the demo's.

    Raises UnusableError.
    """
    from adjudicator_cli.deck_files import deck_source

    decks = [deck_source(each, game.cards) for each in args.decks or ()]
    try:
        return game.play.packs(args.edition, decks)
    except ValueError as error:
        raise UnusableError(f"{' and '.join(args.decks or ())}: {error}") from error
