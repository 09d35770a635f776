"""Commands that explain: explain, why-not."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from adjudicator_cli import connection
from adjudicator_cli.lines import plain
from adjudicator_cli.terminal import UnusableError, coloured, say_json

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient
    from adjudicator_client.requests import Position

FORMS = ("lines", "tree", "short", "html")
BOARD = "-"
_STYLES = {
    "LEGAL": "good", "listed": "good", "holds:": "good",
    "ILLEGAL": "bad", "not listed": "bad", "fails:": "bad",
    "UNDECIDED": "open", "unknown:": "open", "unless": "open",
}  # fmt: skip


def _arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=f"{connection.GAME}; or a board's file, - for one typed in")
    parser.add_argument("words", nargs="*", help="a declaration as light: retreat luke; or whose value and which")
    parser.add_argument("--form", choices=FORMS, default="lines", help="how it is drawn (default: %(default)s)")
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="as it was at a revision")
    parser.add_argument(
        "--as", dest="viewer", metavar="SEAT", help=f"explain what a seat may know {connection.WHO_LOOKS}"
    )
    parser.add_argument("--edition", default="", help="of a board: the edition, instead of the one it names")
    connection.arguments(parser)


def explain_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `explain`."""
    parser.description = "A ruling: `light: retreat luke`, or --entry 12. A value: `vader power`, `dark force`."
    _arguments(parser)
    parser.add_argument("--entry", type=int, default=0, help="explain the ruling on a recorded declaration")
    parser.add_argument("--level", choices=("answer", "failing", "all"), default="failing", help="how much to say")


def explain(args: argparse.Namespace) -> int:
    """Explain a ruling or a value."""
    said = " ".join(" ".join(args.words).split())
    priced = said.endswith(" price") or said.startswith("price of ")
    if _is_board(args.game):
        return _explain_here(args, said, ruling=":" in said and " " in said and not priced)
    with connection.connected(args) as client:
        where, forms = _where(client, args), (_form(args),)
        answer: Any
        if args.entry or (":" in said and " " in said and not priced):
            answer = connection.looked_at(
                args.viewer,
                lambda viewer: client.explain_verdict(
                    where, said, entry=args.entry, explain=args.level, viewer=viewer, forms=forms
                ),
            )
        elif " " in said:
            of, name = value_meant(said)
            answer = connection.looked_at(
                args.viewer, lambda viewer: client.trace(where, of, name, viewer=viewer, forms=forms)
            )
        else:
            raise UnusableError(WHAT)
    _print(args, answer)
    return 0


WHAT = "explain what? A declaration, --entry NUMBER, or whose value and which"


def _explain_here(args: argparse.Namespace, said: str, *, ruling: bool) -> int:
    """Explain a ruling or a value on a board, without a service."""
    from adjudicator_cli.explaining_here import Here

    if args.entry or " " not in said:
        raise UnusableError("a board has no entries" if args.entry else WHAT)
    here = Here(args.game, args.edition)
    return _print_here(args, here.verdict(said, args.level) if ruling else here.value(*value_meant(said)))


def _print_here(args: argparse.Namespace, tree: Any) -> int:
    from adjudicator_cli.explaining_here import DRAWN, told

    if args.json:
        say_json({"tree": told(tree)})
    else:
        _draw(args, DRAWN[args.form](tree))
    return 0


def _is_board(game: str) -> bool:
    """Whether a board is meant, and no game of a service."""
    from pathlib import Path

    return game == BOARD or Path(game).is_file()


def why_not_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `why-not`."""
    _arguments(parser)


def why_not(args: argparse.Namespace) -> int:
    """Say why something is not listed."""
    said = " ".join(args.words)
    if _is_board(args.game):
        from adjudicator_cli.explaining_here import Here

        return _print_here(args, Here(args.game, args.edition).unlisted(said))
    with connection.connected(args) as client:
        where = _where(client, args)
        answer = connection.looked_at(
            args.viewer, lambda viewer: client.why_not(where, said, viewer=viewer, forms=(_form(args),))
        )
    _print(args, answer)
    return 0


def _where(client: AdjudicatorClient, args: argparse.Namespace) -> Position:
    """The game at its revision."""
    from adjudicator_client import Game

    return Game(connection.game_of(client, args.game), args.at)


def _form(args: argparse.Namespace) -> str:
    """The form as a service calls it."""
    return "lines" if args.form == "tree" else str(args.form)


WORDS = (
    "total build cost", "cards in hand", "damage per hit", "remaining health", "total cost", "build cost",
    "build points", "setup cost", "hand size", "arenas controlled", "attack dice", "damage counters", "build counters",
    "critical hit", "extra pilots", "damage done", "extra damage", "stack room", "divides hits", "extra uses",
)  # fmt: skip
"""The values that are called by several words, none of them behind one in whose name it stands."""
WORD = (
    "power", "speed", "health", "cost", "lucky", "overkill", "accuracy", "armor", "shields", "force", "hand", "arenas",
    "damage", "counters", "dice", "hits", "control", "price",
)  # fmt: skip
SUBTYPE = "subtype "


def value_meant(said: str) -> tuple[str, str]:
    """Whose value is meant and which, said as `vader power` or as `power of vader`, in whatever case."""
    plain = said.casefold()
    for name in (*WORDS, *WORD):
        for between in (" of ", " by "):
            if plain.startswith(name + between):
                return said[len(name + between) :], name
    if plain.startswith(SUBTYPE) and " of " in plain:
        at = plain.rindex(" of ")
        return said[at + len(" of ") :], plain[:at]
    if (at := plain.rfind(f" {SUBTYPE}")) > 0:
        return said[:at], plain[at + 1 :]
    for name in WORDS:
        if plain.endswith(f" {name}"):
            return said[: -len(name) - 1], name
    of, _, name = said.rpartition(" ")
    return of, name.casefold()


def _print(args: argparse.Namespace, answer: Any) -> None:
    """The explanation in the form asked for, with colours on a terminal."""
    if args.json:
        say_json(plain(answer))
        return
    _draw(args, answer.drawings[0].text)


def _draw(args: argparse.Namespace, text: str) -> None:
    for line in text.splitlines():
        print(_painted(line) if _form(args) == "lines" else line)


def _painted(line: str) -> str:
    """A line with its first words in colour."""
    bare = line.lstrip()
    for word, how in _STYLES.items():
        if bare.startswith(word):
            start = line[: len(line) - len(bare)]
            return start + coloured(word, how) + bare[len(word) :]
    return line
