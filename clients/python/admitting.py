"""What both clients ask about tokens."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Iterator, Sequence

from adjudicator.api.v1 import access_service_pb2 as pb
from clients.python.requests import request_id
from clients.python.wire import AioWire, Wire

ROLES = {
    "spectator": pb.ACCESS_ROLE_SPECTATOR,
    "player": pb.ACCESS_ROLE_PLAYER,
    "scorekeeper": pb.ACCESS_ROLE_SCOREKEEPER,
    "floor-judge": pb.ACCESS_ROLE_FLOOR_JUDGE,
    "head-judge": pb.ACCESS_ROLE_HEAD_JUDGE,
    "administrator": pb.ACCESS_ROLE_ADMINISTRATOR,
}
"""The roles by name."""

RANDOM_BYTES = 32
"""Of what a token is made."""


def _wanted(role: str, name: str, seconds: int, seat: str, games: Sequence[str]) -> pb.IssueTokenRequest:
    """Raises ValueError for an unknown role."""
    if role not in ROLES:
        raise ValueError(f"{role!r} is none of the roles {', '.join(ROLES)}")
    return pb.IssueTokenRequest(
        role=ROLES[role], name=name, lifetime_seconds=seconds, seat=seat, games=games, request_id=request_id(),
        randomness=secrets.token_bytes(RANDOM_BYTES),
    )  # fmt: skip


def _back(token: str, why: str) -> pb.RevokeTokenRequest:
    return pb.RevokeTokenRequest(token=token, why=why, request_id=request_id())


class Admitting(Wire):
    """The methods of the blocking client about tokens."""

    def issue_token(
        self, role: str, name: str, *, seconds: int, seat: str = "", games: Sequence[str] = ()
    ) -> pb.IssueTokenResponse:
        """Hand out a token; `secret` is told this once. Raises ValueError for an unknown role."""
        return self._ask(self.access.IssueToken, _wanted(role, name, seconds, seat, games))

    def revoke_token(self, token: str, why: str = "") -> pb.Token:
        """Take a token back, by its id."""
        return self._ask(self.access.RevokeToken, _back(token, why)).token

    def tokens(self) -> Iterator[pb.Token]:
        """Every token that was handed out, without its secret."""
        following = ""
        while True:
            page = self._ask(self.access.ListTokens, pb.ListTokensRequest(page_token=following))
            yield from page.tokens
            following = page.next_page_token
            if not following:
                return

    def caller(self) -> pb.Token | None:
        """What one's own token grants; None if the service asks for none."""
        found = self._ask(self.access.GetCaller, pb.GetCallerRequest())
        return found.token if found.HasField("token") else None


class AioAdmitting(AioWire):
    """The methods of the client for asyncio about tokens."""

    async def issue_token(
        self, role: str, name: str, *, seconds: int, seat: str = "", games: Sequence[str] = ()
    ) -> pb.IssueTokenResponse:
        """Hand out a token; `secret` is told this once. Raises ValueError for an unknown role."""
        return await self._ask(self.access.IssueToken, _wanted(role, name, seconds, seat, games))

    async def revoke_token(self, token: str, why: str = "") -> pb.Token:
        """Take a token back, by its id."""
        return (await self._ask(self.access.RevokeToken, _back(token, why))).token

    async def tokens(self) -> AsyncGenerator[pb.Token, None]:
        """Every token that was handed out, without its secret."""
        following = ""
        while True:
            page = await self._ask(self.access.ListTokens, pb.ListTokensRequest(page_token=following))
            for each in page.tokens:
                yield each
            following = page.next_page_token
            if not following:
                return

    async def caller(self) -> pb.Token | None:
        """What one's own token grants; None if the service asks for none."""
        found = await self._ask(self.access.GetCaller, pb.GetCallerRequest())
        return found.token if found.HasField("token") else None
