"""Calls about tokens."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Sequence

from adjudicator.api.v1 import access_service_pb2 as pb
from adjudicator_client.methods import asked, streamed
from adjudicator_client.requests import named
from adjudicator_client.wire import Connection

RANDOM_BYTES = 32
"""Of what a token is made."""


class Admitting(Connection):
    """The methods of clients about tokens."""

    @asked
    async def issue_token(
        self,
        role: str,
        name: str,
        *,
        lifetime_seconds: int,
        seat: str = "",
        games: Sequence[str] = (),
        request_id: str = "",
    ) -> pb.IssueTokenResponse:
        """Hand out a token; `secret` is told this once. Raises ValueError for an unknown role."""
        sent = pb.IssueTokenRequest(
            role=named(pb.AccessRole, role),
            name=name,
            lifetime_seconds=lifetime_seconds,
            seat=seat,
            games=games,
            request_id=request_id,
            randomness=secrets.token_bytes(RANDOM_BYTES),
        )
        return await self._record(self.access.IssueToken, sent)

    @asked
    async def revoke_token(self, token: str, why: str = "", *, request_id: str = "") -> pb.Token:
        """Take a token back, by its id."""
        sent = pb.RevokeTokenRequest(token=token, why=why, request_id=request_id)
        return (await self._record(self.access.RevokeToken, sent)).token

    @streamed
    def tokens(self) -> AsyncGenerator[pb.Token, None]:
        """Every token that was handed out, without its secret."""
        return self._pages(self.access.ListTokens, pb.ListTokensRequest(), lambda page: page.tokens)

    @asked
    async def caller(self) -> pb.Token | None:
        """The rights of one's own token; None if the service asks for none."""
        found = await self._ask(self.access.GetCaller, pb.GetCallerRequest())
        return found.token if found.HasField("token") else None
