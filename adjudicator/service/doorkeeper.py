"""Stands at the door of a service that asks for tokens: knows a caller by the token, and lets nobody in too fast."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence

from adjudicator.application import StoreUnavailableError
from adjudicator.application.access import TokenRefusedError, TokenRoll
from adjudicator.application.access.grants import Grant
from adjudicator.service.callers import CALLER, Caller
from adjudicator.service.calls import Context
from adjudicator.service.errors import RefusedError, too_fast
from adjudicator.service.notices import look
from adjudicator.service.permissions import permit
from adjudicator.service.status import Code

SCHEME = "Bearer "
BURST_SECONDS = 2.0
"""A caller who has been quiet may make the calls of so many seconds at once."""

COUNTED_MIN = 1024
"""The calls of so many tokens are counted before those that have been quiet are forgotten."""

READ_AGAIN_SECONDS = 0.1
"""An unknown token may be a new one of another process; the roll is read again for it, but no more often than this."""


class Allowance:
    """How many calls a token has left: so many a second, and a burst (a token bucket)."""

    def __init__(self, per_second: float, now: float) -> None:
        self.per_second = per_second
        self.left = per_second * BURST_SECONDS
        self.at = now

    def take(self, now: float) -> bool:
        """Use one; False if there is none."""
        self.left = min(self.left + (now - self.at) * self.per_second, self.per_second * BURST_SECONDS)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Stay:
    """Something that goes on for as long as a token is good.

    It is ended while it waits for its next answer, never while one is sent: gRPC, when cancelled there, tells the
    caller nothing, and the caller waits for ever.
    """

    def __init__(self, seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        self._until = self._loop.time() + seconds
        self._waiting: asyncio.Timeout | None = None

    @property
    def is_over(self) -> bool:
        """Whether its time is up, or it was ended."""
        return self._until <= self._loop.time()

    @contextlib.asynccontextmanager
    async def waiting(self) -> AsyncIterator[None]:
        """Cut the work within when the stay is over. Raises TimeoutError."""
        if self.is_over:
            raise TimeoutError
        try:
            async with asyncio.timeout_at(self._until) as self._waiting:
                yield
        finally:
            self._waiting = None

    def end(self) -> None:
        """Called in any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self._until = self._loop.time()
        if self._waiting is not None:
            with contextlib.suppress(RuntimeError):  # it is ending already
                self._waiting.reschedule(self._until)


class Doorkeeper:
    """Admits callers by their tokens. `per_second` calls a token (0: no limit)."""

    def __init__(self, roll: TokenRoll, per_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.roll = roll
        self._per_second = per_second
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._counted = COUNTED_MIN
        self._read_at = clock() - READ_AGAIN_SECONDS
        self._staying: dict[str, set[Stay]] = {}
        roll.revoked.append(self._cut)

    async def admit(self, context: Context, call: str) -> None:
        """Bind the caller to the running task. Raises RefusedError."""
        text = bearer(context.invocation_metadata() or ())
        if text is None:
            raise _unknown("TOKEN_MISSING", "this service asks for a token: authorization: Bearer TOKEN")
        caller = await self._caller(text)
        self._slow_down(caller)
        permit(caller, call)
        CALLER.set(caller)

    @contextlib.asynccontextmanager
    async def staying(self) -> AsyncIterator[Stay]:
        """The caller may stay as long as the token is good: a wait is cut when it expires or is revoked.

        Raises RefusedError.
        """
        token = CALLER.get().token
        stay = Stay(self._good_for(token))
        self._staying.setdefault(token, set()).add(stay)
        try:
            self._good_for(token)  # who was revoked since the last look was cut without this stay
            yield stay
        except TimeoutError:
            if not stay.is_over:
                raise
            self._good_for(token)
            raise _unknown("TOKEN_REFUSED", "the token has expired") from None
        finally:
            left = self._staying.get(token, set())
            left.discard(stay)
            if not left:
                self._staying.pop(token, None)

    def _good_for(self, token: str) -> float:
        """For how many seconds a token will be good. Raises RefusedError."""
        try:
            return self.roll.good_for(token) / 1000
        except TokenRefusedError as error:
            raise _unknown("TOKEN_REFUSED", str(error)) from None

    def _cut(self, token: str) -> None:
        """End whatever a token's holder stays for. Called in any thread."""
        for stay in list(self._staying.get(token, ())):
            stay.end()

    async def follow(self, seconds: float) -> None:
        """Read on every so often, so that what other processes revoke is refused here too."""
        while True:
            await asyncio.sleep(seconds)
            with contextlib.suppress(StoreUnavailableError):  # the next look may succeed
                await look(self.roll.read_on)

    async def _caller(self, text: str) -> Caller:
        try:
            return _of(self.roll.grant_of(text))
        except TokenRefusedError as error:
            if self._clock() - self._read_at < READ_AGAIN_SECONDS:
                raise _unknown("TOKEN_REFUSED", str(error)) from None
        self._read_at = self._clock()
        await asyncio.to_thread(self.roll.read_on)
        try:
            return _of(self.roll.grant_of(text))
        except TokenRefusedError as error:
            raise _unknown("TOKEN_REFUSED", str(error)) from None

    def _slow_down(self, caller: Caller) -> None:
        if not self._per_second:
            return
        now = self._clock()
        allowance = self._allowances.get(caller.token)
        if allowance is None:
            self._forget_the_quiet(now)
            allowance = self._allowances[caller.token] = Allowance(self._per_second, now)
        if not allowance.take(now):
            raise too_fast(self._per_second)

    def _forget_the_quiet(self, now: float) -> None:
        """A caller who has been quiet for so long has all calls again, as a newcomer has."""
        if len(self._allowances) >= self._counted:
            self._allowances = {
                token: each for token, each in self._allowances.items() if now - each.at < BURST_SECONDS
            }
            self._counted = max(COUNTED_MIN, 2 * len(self._allowances))


def bearer(metadata: Sequence[tuple[str, str | bytes]]) -> str | None:
    """The token that a call carries, if it carries one."""
    for name, value in metadata:
        if name == "authorization" and isinstance(value, str) and value.startswith(SCHEME):
            return value.removeprefix(SCHEME)
    return None


def _of(grant: Grant) -> Caller:
    issued = grant.issued
    return Caller(issued.role, issued.name, issued.seat, issued.games, issued.token)


def _unknown(reason: str, message: str) -> RefusedError:
    return RefusedError(Code.UNAUTHENTICATED, reason, message)
