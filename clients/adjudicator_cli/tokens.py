"""`adjudicate token`: hand out, list and take back tokens.

By a service, with an administrator's token; or, for the first one of all, in the store itself (`--store`).
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from adjudicator_cli import connection
from adjudicator_cli.lines import plain
from adjudicator_cli.terminal import UnusableError, say_json

if TYPE_CHECKING:
    from adjudicator.api.v1 import access_service_pb2 as pb
    from adjudicator.application.access import Grant, TokenRoll

ROLES = ("spectator", "player", "scorekeeper", "floor-judge", "head-judge", "administrator")
_LIFETIME = re.compile(r"([1-9][0-9]{0,3})([hd])\Z")
_SECONDS = {"h": 3600, "d": 86_400}


def token_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `token`."""
    steps = parser.add_subparsers(dest="step", required=True, metavar="STEP")
    issue = steps.add_parser("issue", help="hand one out; it is printed once and never again")
    issue.add_argument("role", choices=ROLES, metavar="ROLE", help=", ".join(ROLES))
    issue.add_argument("name", metavar="NAME", help="whom it stands for")
    issue.add_argument("--seat", default="", help="a player's seat")
    issue.add_argument("--game", action="append", default=[], metavar="ID", help="limit it to this game (repeatable)")
    issue.add_argument("--for", dest="lifetime", default="3d", metavar="TIME", help="12h or 3d (default: 3d)")
    revoke = steps.add_parser("revoke", help="take one back")
    revoke.add_argument("token", metavar="ID", help="its id, as `list` shows it")
    revoke.add_argument("--why", default="", help="why")
    listing = steps.add_parser("list", help="those that were handed out")
    for each in (issue, revoke, listing):
        each.add_argument("--store", metavar="URL", help="work in this store, without a service")
        connection.arguments(each)


def token(args: argparse.Namespace) -> int:
    """Do a step. Raises UnusableError, RefusedError."""
    return {"issue": _issue, "revoke": _revoke, "list": _list}[args.step](args)


def _issue(args: argparse.Namespace) -> int:
    seconds = _seconds(args.lifetime)
    if args.store:
        with _roll(args.store) as roll:
            from adjudicator.application.access import Role

            grant, secret = roll.issue(
                Role(args.role), args.name, seconds * 1000, seat=args.seat, games=args.game, by="the store's keeper"
            )
            told = _of_grant(grant)
    else:
        with connection.connected(args) as client:
            answer = client.issue_token(args.role, args.name, lifetime_seconds=seconds, seat=args.seat, games=args.game)
            told, secret = _of_message(answer.token), answer.secret
    if args.json:
        say_json({**told, "secret": secret})
    else:
        print(_line(told))
        print(secret)
    return 0


def _revoke(args: argparse.Namespace) -> int:
    if args.store:
        with _roll(args.store) as roll:
            return _show(args, [_of_grant(roll.revoke(args.token, "the store's keeper", args.why))])
    with connection.connected(args) as client:
        return _show(args, [_of_message(client.revoke_token(args.token, args.why))])


def _list(args: argparse.Namespace) -> int:
    if args.store:
        with _roll(args.store) as roll:
            return _show(args, map(_of_grant, roll))
    with connection.connected(args) as client:
        return _show(args, map(_of_message, client.tokens()))


@contextmanager
def _roll(store: str) -> Iterator[TokenRoll]:
    """The roll in a store. Raises UnusableError if the store is not there, AdjudicationError for what is refused."""
    from adjudicator.application import Adjudication
    from adjudicator.application.access import TokenRoll
    from adjudicator_cli.stores import store_that_exists

    with Adjudication([], store_that_exists(store)) as application:
        roll = TokenRoll(application)
        roll.read_on()
        yield roll


def _seconds(text: str) -> int:
    """A lifetime in seconds. Raises UnusableError."""
    found = _LIFETIME.match(text)
    if found is None:
        raise UnusableError(f"--for {text}: say how many hours or days, as 12h or 3d")
    return int(found[1]) * _SECONDS[found[2]]


def _of_grant(grant: Grant) -> dict[str, Any]:
    issued = grant.issued
    return _told(issued.token, str(issued.role), issued.name, issued.seat, issued.games, issued.expires, grant.revoked)


def _of_message(told: pb.Token) -> dict[str, Any]:
    role = plain(told).get("role", "").replace("_", "-")
    return _told(told.token, role, told.name, told.seat, told.games, told.expires_at_milliseconds, told.revoked)


def _told(
    token: str, role: str, name: str, seat: str, games: Iterable[str], expires: int, revoked: object
) -> dict[str, Any]:
    until = datetime.fromtimestamp(expires / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return {
        "token": token,
        "role": role,
        "name": name,
        "seat": seat,
        "games": list(games),
        "expires": until,
        "revoked": bool(revoked),
    }


def _show(args: argparse.Namespace, tokens: Iterable[dict[str, Any]]) -> int:
    found = list(tokens)
    if args.json:
        say_json(found)
    else:
        for each in found:
            print(_line(each))
    return 0


def _line(told: dict[str, Any]) -> str:
    where = f" in {', '.join(told['games'])}" if told["games"] else ""
    seat = f" of {told['seat']}" if told["seat"] else ""
    state = "revoked" if told["revoked"] else f"until {told['expires']}"
    return f"{told['token']}  {told['role']}{seat}{where}: {told['name']}, {state}"
