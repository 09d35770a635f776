"""`adjudicate play`: random whole games in process, every invariant checked, digests printed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from adjudicator_cli import EDITION
from adjudicator_cli.terminal import UnusableError, coloured, progress, say_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.play import Decks, Result
    from adjudicator.swtcg.words.face import Face

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
    from adjudicator.play import PlayError, digest_of_all, play_games
    from adjudicator.swtcg.editions import EDITIONS

    if args.edition not in EDITIONS:
        raise UnusableError(f"there is no edition {args.edition!r}; there are {', '.join(EDITIONS)}")
    if args.games < 1:
        raise UnusableError(f"--games takes a number from 1 on, not {args.games}")
    if args.decks and args.catalogue:
        raise UnusableError("--decks and --catalogue are two ways of saying what is played with")
    decks = _drawn(args.catalogue, args.edition) if args.catalogue else _decks(args.decks) if args.decks else None
    try:
        with progress("games", args.games) as moved:
            results = play_games(decks, args.seed, args.games, moved, edition=args.edition, thorough=args.thorough)
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


def _drawn(sets: list[str], edition: str) -> Callable[[str], Decks]:
    """Draws a Dark deck and a Light one for a game's seed, of all cards or of some sets. Raises UnusableError."""
    from adjudicator.play_decks import card_pool, random_deck
    from adjudicator.swtcg.cards.catalogue import Catalogue
    from adjudicator_cli.card_sets import users_catalogue

    whole = users_catalogue()
    catalogue = whole
    if "all" not in sets:
        unknown = [code for code in sets if code not in whole.sets]
        if unknown:
            raise UnusableError(f"there is no set {', '.join(unknown)}; there are {', '.join(whole.sets)}")
        catalogue = Catalogue((), [whole.card_set(code) for code in sets])
    pool = card_pool(catalogue)

    def draw(seed: str) -> Decks:
        dark, light = (random_deck(side, pool, catalogue, edition, f"{side} {seed}") for side in ("dark", "light"))
        return dark, light

    return draw


def _told(result: Result) -> dict[str, Any]:
    """A game as plain values."""
    return {name: getattr(result, name) for name in result.__struct_fields__} | {"stopped": result.stopped}


def _decks(given: list[str]) -> Decks:
    """A Dark deck and a Light one, in any order, each from a file or the name of one of ours. Raises UnusableError."""
    found: dict[str, list[Face]] = {}
    for name, seat in zip(given, ("dark", "light"), strict=True):
        side, faces = _faces(name)
        side = seat if side == "neutral" else side
        if side in found:
            raise UnusableError(f"{' and '.join(given)} are both {side} decks; a game needs a dark and a light one")
        found[side] = faces
    return found["dark"], found["light"]


def _faces(name: str) -> tuple[str, list[Face]]:
    """The side of a deck and the faces of its cards."""
    from adjudicator_cli.card_sets import users_catalogue
    from adjudicator_cli.deck_files import deck_of

    catalogue = users_catalogue()
    deck, _ = deck_of(name, catalogue)
    if deck.unknown:
        raise UnusableError(f"{name}: not in the catalogue: {', '.join(card for _, card in deck.unknown)}")
    return deck.side, [catalogue.face(key) for key in deck.card_keys()]
