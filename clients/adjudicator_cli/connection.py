"""How a command reaches a service."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from adjudicator_cli.terminal import UnusableError

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient
    from adjudicator_client.credentials import Credentials

ADDRESS = "127.0.0.1:50051"
JUDGE = "judge"
GAME = "the game's id, as much of it as is needed, or `last`"
WHO_LOOKS = "(default: `judge`, or the seat of a player's token)"
_ID_LENGTH = 36
Answer = TypeVar("Answer")


def arguments(parser: argparse.ArgumentParser) -> None:
    """The options that every command with a service has."""
    parser.add_argument(
        "--server",
        metavar="ADDR",
        default=os.environ.get("ADJUDICATOR_SERVER", ADDRESS),
        help=f"the service (default: ADJUDICATOR_SERVER, or {ADDRESS})",
    )
    parser.add_argument(
        "--authority",
        metavar="FILE",
        default=os.environ.get("ADJUDICATOR_AUTHORITY", ""),
        help="the PEM file of the authority that the service's certificate comes from; the connection then speaks TLS "
        "(default: ADJUDICATOR_AUTHORITY). A token is read from ADJUDICATOR_TOKEN, never from the command line",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def game_argument(parser: argparse.ArgumentParser) -> None:
    """The game that a command is about; `game_of` finds its id."""
    parser.add_argument("game", help=GAME)


def viewer_argument(parser: argparse.ArgumentParser) -> None:
    """The viewer of a command's output: nobody in particular, a seat, or the judge."""
    parser.add_argument("--as", dest="viewer", default="", metavar="SEAT", help="see what a seat (or `judge`) may see")


@contextmanager
def connected(args: argparse.Namespace) -> Iterator[AdjudicatorClient]:
    """A client of the service that the options name. Raises UnusableError if nothing answers there."""
    from adjudicator_client import AdjudicatorClient, RefusedError

    with AdjudicatorClient(args.server, credentials=credentials(args)) as client:
        try:
            yield client
        except RefusedError as error:
            if error.code.name != "UNAVAILABLE" or error.reason:
                raise
            hint = "`adjudicate serve` starts a service, --server names another"
            raise UnusableError(f"UNAVAILABLE: nothing answers at {args.server}; {hint} ({error.message})") from error


def credentials(args: argparse.Namespace) -> Credentials:
    """The credentials of a command. Raises UnusableError."""
    from adjudicator_client.credentials import Credentials

    authority = None
    if args.authority:
        try:
            authority = Path(args.authority).read_bytes()
        except OSError as error:
            raise UnusableError(str(error)) from error
    return Credentials(os.environ.get("ADJUDICATOR_TOKEN", ""), authority)


def looked_at(viewer: str | None, ask: Callable[[str], Answer], first: str = JUDGE) -> Answer:
    """Ask as a viewer; if none is named as the first one, or as the seat of a token that may not look as that."""
    from adjudicator_client import RefusedError

    if viewer is not None:
        return ask(viewer)
    try:
        return ask(first)
    except RefusedError as refused:
        if refused.reason != "VIEW_NOT_YOURS":
            raise
        return ask(refused.metadata.get("yours", ""))


def game_of(client: AdjudicatorClient, name: str) -> str:
    """The id of a game, from the id or from as much of it as is needed, or `last`. Raises UnusableError."""
    if len(name) == _ID_LENGTH:
        return name
    known = [each.game for each in client.list_games()]
    if not known:
        raise UnusableError("this service has no games yet; `adjudicate open` opens one")
    found = known[-1:] if name == "last" else [each for each in known if each.startswith(name)]
    if len(found) != 1:
        raise UnusableError(f"{len(found) or 'no'} games begin with {name!r}; `adjudicate games` lists them")
    return found[0]
