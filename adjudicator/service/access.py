"""AccessService: tokens, handed out and taken back."""

from __future__ import annotations

import asyncio
import itertools

from adjudicator.api.v1 import access_service_pb2 as pb
from adjudicator.application.access import Grant, Role, TokenRoll
from adjudicator.application.access.roll import SECRET_BYTES
from adjudicator.service import errors, requests
from adjudicator.service.callers import CALLER, Caller

ROLES = {
    Role.SPECTATOR: pb.ACCESS_ROLE_SPECTATOR,
    Role.PLAYER: pb.ACCESS_ROLE_PLAYER,
    Role.SCOREKEEPER: pb.ACCESS_ROLE_SCOREKEEPER,
    Role.FLOOR_JUDGE: pb.ACCESS_ROLE_FLOOR_JUDGE,
    Role.HEAD_JUDGE: pb.ACCESS_ROLE_HEAD_JUDGE,
    Role.ADMINISTRATOR: pb.ACCESS_ROLE_ADMINISTRATOR,
}
_ROLE_OF = {number: role for role, number in ROLES.items()}
NAME_MAX, GAMES_MAX = 200, 1000
LIFETIME_SECONDS_MAX = 10 * 366 * 86_400


class AccessDesk:
    """The handlers of AccessService."""

    def __init__(self, roll: TokenRoll) -> None:
        self.roll = roll

    async def IssueToken(self, request: pb.IssueTokenRequest) -> pb.IssueTokenResponse:
        """Hand out a token."""
        role = _ROLE_OF.get(request.role)
        if role is None:
            raise errors.bad_field("role", f"{request.role} is not a role")
        if len(request.games) > GAMES_MAX:
            raise errors.bad_field("games", f"are more than {GAMES_MAX}")
        if not 0 < request.lifetime_seconds <= LIFETIME_SECONDS_MAX:
            raise errors.bad_field("lifetime_seconds", f"is not between 1 and {LIFETIME_SECONDS_MAX}")
        if len(request.randomness) != SECRET_BYTES:
            raise errors.bad_field("randomness", f"has to be {SECRET_BYTES} random bytes")
        name = requests.bounded(requests.needed(request.name, "name"), NAME_MAX, "name")
        request_id, secret = requests.request_id(request.request_id), request.randomness
        grant, text = await asyncio.to_thread(
            self.roll.issue,
            role,
            name,
            request.lifetime_seconds * 1000,
            seat=requests.bounded(request.seat, NAME_MAX, "seat"),
            games=[requests.bounded(each, NAME_MAX, "games") for each in request.games],
            by=CALLER.get().name,
            secret=secret,
            request_id=request_id,
        )
        return pb.IssueTokenResponse(token=_told(grant), secret=text)

    async def RevokeToken(self, request: pb.RevokeTokenRequest) -> pb.RevokeTokenResponse:
        """Take a token back."""
        token, why = requests.needed(request.token, "token"), requests.bounded(request.why, NAME_MAX, "why")
        request_id = requests.request_id(request.request_id)
        grant = await asyncio.to_thread(self.roll.revoke, token, CALLER.get().name, why, request_id)
        return pb.RevokeTokenResponse(token=_told(grant))

    async def ListTokens(self, request: pb.ListTokensRequest) -> pb.ListTokensResponse:
        """A page of the tokens."""
        size, after = requests.page(request.page_size, request.page_token)
        await asyncio.to_thread(self.roll.read_on)
        found = list(itertools.islice(self.roll, after, after + size + 1))
        return pb.ListTokensResponse(
            tokens=[_told(each) for each in found[:size]],
            next_page_token=str(after + size) if len(found) > size else "",
        )

    def GetCaller(self, request: pb.GetCallerRequest) -> pb.GetCallerResponse:
        """Who calls."""
        caller: Caller = CALLER.get()
        found = next((each for each in self.roll if each.issued.token == caller.token), None) if caller.token else None
        return pb.GetCallerResponse(token=None if found is None else _told(found))


def _told(grant: Grant) -> pb.Token:
    issued = grant.issued
    return pb.Token(
        token=issued.token,
        role=ROLES[issued.role],
        name=issued.name,
        seat=issued.seat,
        games=issued.games,
        issued_at_milliseconds=grant.at,
        expires_at_milliseconds=issued.expires,
        revoked=grant.revoked is not None,
        why="" if grant.revoked is None else grant.revoked.why,
    )
