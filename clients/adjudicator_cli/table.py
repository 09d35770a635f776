"""Commands at the table of a service: open, say, legal, show."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator_cli import EDITION, connection
from adjudicator_cli.lines import form_lines, lying_line, plain, question_line, verdict_lines
from adjudicator_cli.terminal import UnusableError, read_input, say_json

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient

NONCE_BYTES = 16
"""So many random bytes nobody guesses."""


def _pairs(given: list[str], option: str) -> dict[str, str]:
    """The values of an option SEAT=VALUE. Raises UnusableError."""
    found = {}
    for each in given:
        seat, equals, content = each.partition("=")
        if not seat or not equals:
            raise UnusableError(f"{option} takes SEAT=VALUE, not {each!r}")
        found[seat] = content
    return found


def _deck(text: str) -> str:
    """The text of a deck file, or the name of a deck that the service carries."""
    return read_input(text) if Path(text).is_file() else text


def open_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `open`."""
    parser.add_argument("--edition", default=EDITION, help="the edition of the rules (default: %(default)s)")
    parser.add_argument(
        "--deck",
        action="append",
        default=[],
        metavar="SEAT=DECK",
        help="a deck file or a deck's name; again for a deck to choose from",
    )
    parser.add_argument("--person", action="append", default=[], metavar="SEAT=NAME", help="who holds a seat")
    parser.add_argument("--dice", choices=("house", "reported"), default="house", help="who rolls")
    parser.add_argument("--decks", choices=("house", "reported"), default="house", help="who shuffles and draws")
    parser.add_argument(
        "--manual", choices=("ask", "blank"), default="ask", help="what effects do that no rule carries out"
    )
    parser.add_argument("--strict", action="store_true", help="players declare even what leaves them no choice")
    parser.add_argument(
        "--nonces-first", action="store_true", help="the house draws only once every seat has given a nonce (`nonce`)"
    )
    parser.add_argument("--board", metavar="FILE", help="start from a board in notation (- for standard input)")
    connection.arguments(parser)


def open(args: argparse.Namespace) -> int:  # the name of the command
    """Open a game and say its id."""
    from adjudicator_client import Seat

    persons = _pairs(args.person, "--person")
    decks: dict[str, tuple[str, ...]] = {}
    for each in args.deck:
        for seat, deck in _pairs([each], "--deck").items():
            decks[seat] = (*decks.get(seat, ()), _deck(deck))
    seats = [
        Seat(seat, persons.get(seat, ""), decks=brought)
        if len(brought := decks.get(seat, ())) > 1
        else Seat(seat, persons.get(seat, ""), "".join(brought))
        for seat in dict.fromkeys([*decks, *persons])
    ]
    with connection.connected(args) as client:
        answer = client.open_game(
            args.edition,
            seats,
            dice=args.dice,
            decks=args.decks,
            manual=args.manual,
            strict=args.strict,
            nonces_first=args.nonces_first,
            board=read_input(args.board) if args.board else "",
        )
    if args.json:
        say_json(plain(answer))
    else:
        print(answer.game.game)
        print(f"the seed of the house's chance is committed to as {answer.game.commitment.hex()}")
        print("\n".join(_waiting(plain(answer.game), plain(answer.question))))
    return 0


def _waiting(game: dict[str, Any], question: dict[str, Any]) -> Iterator[str]:
    """The question that the table waits for."""
    if due := game.get("nonces_due"):
        yield f"the house draws nothing before the nonces of {', '.join(due)}"
    else:
        yield question_line(question)


def nonce_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `nonce`."""
    connection.game_argument(parser)
    parser.add_argument("seat", help="the seat that gives it")
    parser.add_argument("--nonce", metavar="HEX", help="up to 32 bytes in hexadecimal (default: 16 random ones)")
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help="the commitment that you have been shown; nothing is given under another one",
    )
    connection.arguments(parser)


def nonce(args: argparse.Namespace) -> int:
    """Add something of a seat's own to the house's chance; it is made only once the commitment is known."""
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        commitment = client.game(game).game.commitment.hex()
        if args.commitment and args.commitment.lower() != commitment:
            raise UnusableError(f"the game's commitment is {commitment}")
        given = _nonce(args.nonce) or secrets.token_bytes(NONCE_BYTES)
        answer = plain(client.give_nonce(game, args.seat, given))
        there = plain(client.game(game).game)
    if args.json:
        say_json({"commitment": commitment, "seat": args.seat, "nonce": given.hex(), **answer})
        return 0
    print(f"{args.seat} adds {given.hex()}, under the commitment {commitment}")
    print("\n".join(_waiting(there, answer.get("question", {}))))
    print(f"entry {answer['basis']['entry']}, head {answer['basis']['head']}")
    return 0


def _nonce(given: str | None) -> bytes:
    """A nonce in hexadecimal; empty if none is given. Raises UnusableError."""
    try:
        return bytes.fromhex(given or "")
    except ValueError as error:
        raise UnusableError(f"--nonce takes bytes in hexadecimal, not {given!r}") from error


def say_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `say`."""
    connection.game_argument(parser)
    parser.add_argument("words", nargs="+", help="the declaration, as light: retreat luke")
    parser.add_argument("--ask", action="store_true", help="only ask whether it would be legal; nothing is recorded")
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="with --ask: on the table of a revision")
    parser.add_argument("--explain", choices=("answer", "failing", "all"), default="failing", help="how much to say")
    parser.add_argument(
        "--as",
        dest="viewer",
        metavar="SEAT",
        help="see what a seat may see (default: who speaks)",
    )
    parser.add_argument("--remark", default="", help="a remark for the log")
    parser.add_argument("--nonce", metavar="HEX", help="add this to the house's chance, up to 32 bytes in hexadecimal")
    connection.arguments(parser)


def say(args: argparse.Namespace) -> int:
    """Declare something, or ask."""
    from adjudicator_client import Game

    words, given = " ".join(args.words), _nonce(args.nonce)
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        speaker = words.partition(":")[0].strip()
        speaker = speaker if speaker in {each.seat for each in client.game(game).game.seats} else ""
        explain, where = args.explain, Game(game, args.at)
        if args.ask:
            answer = plain(
                connection.looked_at(
                    args.viewer, lambda viewer: client.judge(where, words, explain=explain, viewer=viewer), speaker
                )
            )
        else:
            viewer = speaker if args.viewer is None else args.viewer
            said = client.submit(game, words, explain=explain, viewer=viewer, remark=args.remark, nonce=given)
            answer = plain(said)
    if args.json:
        say_json(answer)
        return 0
    print("\n".join(verdict_lines(answer["verdict"])))
    for fact in answer.get("chance", ()):
        print(f"  - {fact['text']}")
    if "question" in answer:
        print(question_line(answer["question"]))
        stands = f"entry {answer['basis']['entry']}, head {answer['basis']['head']}"
        own = answer.get("entry", answer["basis"]["entry"])
        print(stands if own == answer["basis"]["entry"] else f"entry {own}; the game stands at {stands}")
    return 0


def legal_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `legal`."""
    connection.game_argument(parser)
    parser.add_argument("--seat", default="", help="only what this seat may say")
    parser.add_argument("--as", dest="viewer", metavar="SEAT", help=f"see what a seat may see {connection.WHO_LOOKS}")
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="on the table of a revision")
    connection.arguments(parser)


def legal(args: argparse.Namespace) -> int:
    """List what may be said."""
    from adjudicator_client import Game

    with connection.connected(args) as client:
        where = Game(connection.game_of(client, args.game), args.at)
        answer = plain(
            connection.looked_at(
                args.viewer, lambda viewer: client.legal(where, seat=args.seat, viewer=viewer, spelled=True)
            )
        )
    if args.json:
        say_json(answer)
        return 0
    print(question_line(answer.get("question", {})))
    for form in answer.get("forms", ()):
        print("\n".join(form_lines(form)))
    return 0


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `show`."""
    connection.game_argument(parser)
    parser.add_argument("--at", type=int, default=0, metavar="REVISION", help="as it was at a revision")
    connection.viewer_argument(parser)
    parser.add_argument("--information", action="store_true", help="say of each place who may know what lies there")
    connection.arguments(parser)


IN_THE_MIDDLE = "# in the middle of something"
"""How a board says that it cannot begin where the table stands."""
BACK_MAX = 40
"""So many entries back it is looked for a revision at which a board can begin."""


def _led_here(client: AdjudicatorClient, game: str, answer: dict[str, Any], viewer: str) -> str:
    """The declarations since the last revision at which a board can begin, as a remark; empty if that is far back."""
    now = answer["basis"]["revision"]
    found: list[str] = []
    for entry in reversed(
        [plain(each) for each in client.entries(game, after_entry=max(0, now - BACK_MAX), viewer=viewer)]
    ):
        number = entry["number"]
        if number > now or entry.get("revision") != number:
            continue
        if number < now and IN_THE_MIDDLE not in client.game(game, revision=number, viewer=viewer).board:
            return f"# from revision {number}, where a board can begin: {'; '.join(reversed(found))}\n"
        found.append(entry.get("said", entry["kind"]))
    return ""


def show(args: argparse.Namespace) -> int:
    """Show a game's board."""
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        answer = plain(client.game(game, revision=args.at, viewer=args.viewer, information=args.information))
        led_here = _led_here(client, game, answer, args.viewer) if IN_THE_MIDDLE in answer["board"] else ""
    if args.json:
        say_json(answer | ({"led_here": led_here} if led_here else {}))
        return 0
    print(answer["board"] + led_here)
    print(question_line(answer.get("question", {})))
    for each in answer.get("information", ()):
        print(lying_line(each))
    return 0
