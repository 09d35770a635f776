"""The roll of all tokens: handing them out, taking them back, and knowing a caller by one of them.

A token is `adjudicator_ID_SECRET`: 8 random bytes in hex, by which it is named, and 32 in base64. The roll is one
stream of the store, chained like a game's entries, so that who let whom in is part of the record. It is kept in
memory and read on now and then; what this process revokes is refused at once, what another one does after
`read_on` (service.access calls it every second). A request under an id happens once.
"""

from __future__ import annotations

import base64
import hmac
import threading
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

import msgspec
from eventsourcing.persistence import IntegrityError

from adjudicator.application.access.grants import (
    Grant,
    IssueRefusedError,
    Role,
    TokenIssued,
    TokenRefusedError,
    TokenRevoked,
    UnknownTokenError,
)
from adjudicator.application.chain import genesis, next_head
from adjudicator.application.errors import CorruptLogError
from adjudicator.application.recording import Recording
from adjudicator.application.store import (
    ACCESS_KINDS,
    TOPIC_PREFIX,
    Envelope,
    RequestKept,
    Row,
    envelope_of,
    request_stream,
    store_errors,
)

LAYOUT = 1
STREAM = uuid5(NAMESPACE_URL, "adjudicator:access")
PREFIX = "adjudicator"
ID_BYTES, SECRET_BYTES = 8, 32
TRIES_MAX = 16
"""How often an entry is tried again when another process has written in between."""

_CONTENTS = dict(zip(ACCESS_KINDS, (TokenIssued, TokenRevoked), strict=True))
_KIND_OF = {content: kind for kind, content in _CONTENTS.items()}
_READERS = {kind: msgspec.msgpack.Decoder(tuple[str, int, content]) for kind, content in _CONTENTS.items()}  # type: ignore[valid-type]  # made of a table
_encode = msgspec.msgpack.Encoder().encode


class _Request(NamedTuple):
    """What was asked for under an id; an empty id is none."""

    id: str
    body: tuple[Any, ...]

    def digest(self) -> bytes:
        """Of what was asked for."""
        return sha256(_encode(self.body)).digest()


class TokenRoll:
    """The tokens of an application's store."""

    def __init__(self, app: Recording) -> None:
        self._app = app
        self._recorder = app.recorder
        self._lock = threading.RLock()
        self._last = 0
        self._head = genesis(STREAM)
        self._grants: dict[str, Grant] = {}
        self._tokens: list[str] = []
        """The tokens that the entries are about, in their order."""
        self.revoked: list[Callable[[str], None]] = []
        """Who is told the id of each token that is found to be revoked, in whatever thread that is found."""

    def issue(
        self, role: Role, name: str, milliseconds: int, *, seat: str = "", games: Sequence[str] = (), by: str = "",
        secret: bytes = b"", request_id: str = "",
    ) -> tuple[Grant, str]:  # fmt: skip
        """Hand out a token for so long; the grant, and the token itself, which nobody can tell who has not the secret.

        Raises IssueRefusedError, RequestIdReusedError, StoreUnavailableError.
        """
        if not name.strip():
            raise IssueRefusedError("name", "names nobody")
        if milliseconds <= 0:
            raise IssueRefusedError("lifetime", "has to be longer than 0 seconds")
        if role is Role.PLAYER and not (seat and games):
            raise IssueRefusedError("seat", "a player's token names the player's seat and games")
        if role is not Role.PLAYER and seat:
            raise IssueRefusedError("seat", f"only a player has a seat, not a {role}")
        secret = secret or self._app.entropy(SECRET_BYTES)
        hashed, token = sha256(secret).digest(), self._app.entropy(ID_BYTES).hex()
        content = TokenIssued(token, hashed, role, name, seat, tuple(games), self._app.now() + milliseconds, by)
        request = _Request(request_id, (hashed, role, name, seat, tuple(games), milliseconds, by))
        grant = self._grants[self._tokens[self._write(content, request) - 1]]
        text = f"{PREFIX}_{grant.issued.token}_{base64.urlsafe_b64encode(secret).decode().rstrip('=')}"
        return msgspec.structs.replace(grant, revoked=None), text

    def revoke(self, token: str, by: str = "", why: str = "", request_id: str = "") -> Grant:
        """Take a token back; once is enough. Raises UnknownTokenError, RequestIdReusedError, StoreUnavailableError."""
        self.read_on()
        grant = self._grants.get(token)
        if grant is None:
            raise UnknownTokenError(token)
        self._write(TokenRevoked(token, by, why), _Request(request_id, (token, by, why)))
        return self._grants[token]

    def grant_of(self, text: str) -> Grant:
        """What a token grants. Reads nothing. Raises TokenRefusedError."""
        token, secret = _parts(text)
        grant = self._grants.get(token)
        if grant is None or not hmac.compare_digest(sha256(secret).digest(), grant.issued.digest):
            raise TokenRefusedError("is not one of this service")
        self._left(grant)
        return grant

    def good_for(self, token: str) -> int:
        """For how many milliseconds more a token is good, by its id. Raises TokenRefusedError, UnknownTokenError."""
        grant = self._grants.get(token)
        if grant is None:
            raise UnknownTokenError(token)
        return self._left(grant)

    def _left(self, grant: Grant) -> int:
        if grant.revoked is not None:
            raise TokenRefusedError("was revoked")
        left = grant.issued.expires - self._app.now()
        if left <= 0:
            raise TokenRefusedError("has expired")
        return left

    def __iter__(self) -> Iterator[Grant]:
        with self._lock:
            return iter(list(self._grants.values()))

    def read_on(self) -> None:
        """Take in what other processes have written. Raises CorruptLogError, StoreUnavailableError."""
        with self._lock:
            with store_errors():
                rows = self._recorder.select_rows(STREAM, self._last)
            for row in rows:
                self._take(row)

    def _take(self, row: Row) -> None:
        number, kind = self._last + 1, row[1].removeprefix(TOPIC_PREFIX)
        if row[0] != number or kind not in _READERS:
            raise CorruptLogError(str(STREAM), number, f"{row[1]} {row[0]} instead")
        try:
            stored = envelope_of(STREAM, row)
            decoded: tuple[str, int, TokenIssued | TokenRevoked] = _READERS[kind].decode(stored.public)
        except msgspec.MsgspecError as error:
            raise CorruptLogError(str(STREAM), number, f"it cannot be read: {error}") from error
        named, layout, content = decoded
        head = next_head(self._head, number, stored.public, stored.commitments)
        if (named, layout) != (kind, LAYOUT) or head != stored.head:
            raise CorruptLogError(str(STREAM), number, "the chain of hashes breaks here")
        self._last, self._head = number, head
        self._tokens.append(content.token)
        if isinstance(content, TokenIssued):
            self._grants[content.token] = Grant(content, stored.at)
        elif content.token in self._grants:
            self._grants[content.token] = msgspec.structs.replace(self._grants[content.token], revoked=content)
            for tell in self.revoked:
                tell(content.token)

    def _write(self, content: TokenIssued | TokenRevoked, request: _Request) -> int:
        """One more entry, after whatever other processes have written; the number of the one that a request led to.

        A token that is revoked already is not revoked again. Raises RequestIdReusedError, StoreUnavailableError.
        """
        with self._lock:
            for attempt in range(TRIES_MAX):
                first = self._first(request)
                self.read_on()  # now: the entry that another process has just told of is then read too
                if first is not None:
                    return first
                number, events = self._last + 1, self._entry(content)
                if request.id:
                    last = self._last + len(events)
                    stream = request_stream(request.id)
                    events += (RequestKept(stream, 1, request.digest(), STREAM, number, last, b""),)
                if not events:
                    return number
                try:
                    self._app.put_beside(events)
                except IntegrityError:
                    if attempt + 1 == TRIES_MAX:
                        raise
                    continue
                self.read_on()
                return number
        raise AssertionError("the last try either succeeds or raises")

    def _first(self, request: _Request) -> int | None:
        """The entry that a request led to when it first came; None if it never did. Raises RequestIdReusedError."""
        kept = self._app.kept(request.id, request.digest())
        return None if kept is None else kept.entry

    def _entry(self, content: TokenIssued | TokenRevoked) -> tuple[Envelope | RequestKept, ...]:
        """The next entry, if there is need of it."""
        if isinstance(content, TokenRevoked) and self._grants[content.token].revoked is not None:
            return ()
        kind, number = _KIND_OF[type(content)], self._last + 1
        public = _encode((kind, LAYOUT, content))
        head = next_head(self._head, number, public, ())
        return (Envelope(STREAM, number, TOPIC_PREFIX + kind, public, (), (), head, self._app.now()),)


def _parts(text: str) -> tuple[str, bytes]:
    """Id and secret of a token. Raises TokenRefusedError for what is no token."""
    prefix, _, rest = text.partition("_")
    token, _, secret = rest.partition("_")
    if prefix != PREFIX:
        raise TokenRefusedError("is not one of this service")
    try:
        return token, base64.b64decode(secret + "=" * (-len(secret) % 4), altchars="-_", validate=True)
    except ValueError:
        raise TokenRefusedError("is not one of this service") from None
