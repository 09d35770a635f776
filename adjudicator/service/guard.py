"""What stands before every handler: limits, safe decoding, deadlines, errors as statuses, the log.

It is built once per method and door, around the handler, so that a call pays for none of it twice. A handler is a
function of a request that gives its answer at once, or a coroutine if it has to wait (for the store, for a
thread that reads it), or an asynchronous generator for streams. The request is read from the door's context.
"""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable, Coroutine
from types import CoroutineType, TracebackType
from typing import Any, NoReturn, cast

import structlog
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from adjudicator.service import errors
from adjudicator.service.callers import CALLER
from adjudicator.service.calls import CALL, Call, Context, Observer
from adjudicator.service.config import Configuration
from adjudicator.service.deadlines import Deadlines, Limit
from adjudicator.service.doorkeeper import Doorkeeper, Stay
from adjudicator.service.status import Code

Translate = Callable[[Exception], errors.RefusedError | None]
"""Turns an error of the application into a refusal; None for what it does not know, which is our fault."""
Abort = Callable[[Any, errors.RefusedError], Coroutine[Any, Any, NoReturn]]
"""How a door tells the caller, by its context, of a refusal; it always raises."""
Unary = Callable[[object, Any], Coroutine[Any, Any, Message]]
Stream = Callable[[object, Any], AsyncGenerator[Message, None]]
"""A guarded call, of the door's context; what comes before that is not looked at (gRPC hands in an iterator)."""


class UnderWay:
    """How many calls of a kind are being answered, out of so many at most."""

    __slots__ = ("_limit", "_what", "count")

    def __init__(self, what: str, limit: int) -> None:
        self._what = what
        self._limit = limit
        self.count = 0

    def enter(self) -> None:
        """One more. Raises RefusedError if there is no room for it."""
        if self.count >= self._limit:
            raise errors.too_many(self._what, self._limit)
        self.count += 1

    def leave(self) -> None:
        """One less."""
        self.count -= 1


class Guard:
    """The limits of one server, how many calls are under way, and who observes them.

    `entry_of` tells the last entry of a game that is at hand (0: it is not), for the log.
    """

    def __init__(
        self,
        options: Configuration,
        translate: Translate,
        doorkeeper: Doorkeeper | None = None,
        entry_of: Callable[[str], int] = lambda game: 0,
    ) -> None:
        self.options = options
        self.doorkeeper = doorkeeper
        self.entry_of = entry_of
        self.observers: list[Observer] = []
        self._deadlines = Deadlines()
        self.translate = translate
        self.calls = UnderWay("calls", options.max_concurrent_rpcs)
        self.streams = UnderWay("streams", options.max_watchers)
        self.log: structlog.typing.FilteringBoundLogger = structlog.get_logger("adjudicator.service")
        self.debugging = options.log_level == "debug"
        self.telling = options.log_level in {"debug", "info"}

    def unary(self, method: MethodDescriptor, handle: Callable[[Any], Any], abort: Abort) -> Unary:
        """A guarded call with one answer."""
        entrance = _Entrance(method, self._decoder(method), self.calls, abort)
        telling = self.debugging or (self.telling and "request_id" in method.input_type.fields_by_name)

        async def serve(_: object, context: Context) -> Message:
            passage = _Passage(self, entrance, context)
            async with passage as call:
                with passage.limited:
                    answer: Any = handle(call.request)
                    if type(answer) is CoroutineType:
                        answer = await answer
                call.answer = answer
            if telling:
                self._tell(call)
            return cast("Message", answer)

        return serve

    def stream(
        self, method: MethodDescriptor, handle: Callable[[Any], AsyncGenerator[Message, None]], abort: Abort
    ) -> Stream:
        """A guarded call with many answers, which may come for as long as the caller may stay."""
        entrance = _Entrance(method, self._decoder(method), self.streams, abort)
        doorkeeper = self.doorkeeper

        async def serve(_: object, context: Context) -> AsyncGenerator[Message, None]:
            async with _Passage(self, entrance, context) as call:
                staying = contextlib.nullcontext() if doorkeeper is None else doorkeeper.staying()
                async with staying as stay, contextlib.aclosing(handle(call.request)) as answers:
                    while (answer := await _next(answers, stay)) is not None:
                        yield answer
            self._tell(call)

        return serve

    def _decoder(self, method: MethodDescriptor) -> Callable[[bytes], Message]:
        """Reads the bytes of a request. Raises RefusedError."""
        limit = self.options.max_message_bytes
        parse: Callable[[bytes], Message] = GetMessageClass(method.input_type).FromString
        name = method.input_type.full_name
        of_a_game = self.doorkeeper is not None and "game" in method.input_type.fields_by_name

        def decode(raw: Any) -> Message:
            request = raw if isinstance(raw, Message) else _parsed(raw, parse, limit, name)
            if of_a_game:
                game: str = request.game  # type: ignore[attr-defined]  # its descriptor has the field
                if game:
                    CALLER.get().enter(game)
            return request

        return decode

    def time(self, context: Context) -> Limit:
        """The time of a call: the caller's up to a limit; the configured one if the caller names none."""
        seconds = context.time_remaining()
        if seconds is None:
            return self._deadlines.limit(self.options.deadline_seconds)
        return self._deadlines.limit(min(seconds, self.options.longest_deadline_seconds))

    async def refuse(self, call: Call, context: Context, abort: Abort, error: Exception) -> NoReturn:
        """Ends a call with the status of an error. Always raises: the door's own abortion."""
        known = error if isinstance(error, errors.RefusedError) else self.translate(error)
        refused = known or errors.our_fault()
        call.code, call.reason = refused.code, refused.reason
        entry = self._entry(call)
        if known is None:
            self.log.error("defect", entry=entry, exc_info=error)
        else:
            self.log.info("refused", reason=refused.reason, entry=entry, **refused.logged())
        _let_go(error)
        await abort(context, refused)

    def _tell(self, call: Call) -> None:
        """One line of the log about an answered call."""
        self.log.info("answered", entry=self._entry(call), ms=call.milliseconds())

    def _entry(self, call: Call) -> int:
        """The position that a line of the log about a call names."""
        try:
            return call.entry or self.entry_of(call.game)
        except Exception:  # noqa: BLE001 - whatever is broken, the line that tells of it has to be written
            return 0


class _Entrance:
    """What all calls of a method have in common."""

    __slots__ = ("abort", "decode", "name", "permission", "service", "under_way")

    def __init__(
        self, method: MethodDescriptor, decode: Callable[[Any], Message], under_way: UnderWay, abort: Abort
    ) -> None:
        self.service, self.name = method.containing_service.name, method.name
        self.permission = f"{self.service}/{self.name}"
        self.decode = decode
        self.under_way = under_way
        self.abort = abort


class _Passage:
    """One call from its headers to its end: observed, let in, read in time, counted; its error becomes a status."""

    __slots__ = ("_call", "_context", "_counted", "_ends", "_entrance", "_guard", "limited")

    def __init__(self, guard: Guard, entrance: _Entrance, context: Context) -> None:
        self._guard = guard
        self._entrance = entrance
        self._context = context
        self._call = call = Call(entrance.service, entrance.name)
        CALL.set(call)
        self._counted = False
        self._ends = (
            [each.begin(call, context.invocation_metadata() or ()) for each in guard.observers]
            if guard.observers
            else ()
        )
        self.limited = guard.time(context)

    async def __aenter__(self) -> Call:
        """Take the call in; its request is read."""
        entrance, doorkeeper = self._entrance, self._guard.doorkeeper
        try:
            with self.limited:
                if doorkeeper is not None:
                    await doorkeeper.admit(self._context, entrance.permission)
                received = [await self._context.read()]
            entrance.under_way.enter()
            self._counted = True
            self._call.request = entrance.decode(received.pop())
        except BaseException as error:
            await self.__aexit__(type(error), error, None)
            raise
        return self._call

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The call is answered, has failed, or its caller has left. Raises the door's abortion for what failed."""
        del trace  # it would keep alive all that was at hand where the error was raised
        try:
            if error is None:
                self._call.code = Code.OK
            elif isinstance(error, Exception):
                late = self.limited.expired
                refused = errors.too_late() if late else error
                await self._guard.refuse(self._call, self._context, self._entrance.abort, refused)
        finally:
            if self._counted:
                self._entrance.under_way.leave()
            for end in self._ends:
                end()
            self._call.over()


def _parsed(raw: Any, parse: Callable[[bytes], Message], limit: int, name: str) -> Message:
    """The bytes of a request as a message. Raises RefusedError."""
    if not isinstance(raw, bytes):
        raise errors.malformed("the call has no message")
    if len(raw) > limit:
        raise errors.too_large(len(raw), limit)
    try:
        return parse(raw)
    except DecodeError as error:
        raise errors.malformed(f"the bytes do not read as {name}") from error


def _let_go(error: BaseException) -> None:
    """Forget where an error was raised, and with that all that was at hand there, as the bytes of the request.

    A door may keep its abortion, which keeps the error, until the garbage collector comes by: a few megabytes a call.
    """
    waiting: list[BaseException | None] = [error]
    seen = set[int]()
    while waiting:  # causes and contexts can lead round in a ring
        each = waiting.pop()
        if each is not None and id(each) not in seen:
            seen.add(id(each))
            each.__traceback__ = None
            waiting += [each.__cause__, each.__context__]


async def _next(answers: AsyncGenerator[Message, None], stay: Stay | None) -> Message | None:
    """The next answer of a stream, for whom may stay so long; None at its end. Raises TimeoutError."""
    if stay is None:
        return await anext(answers, None)
    async with stay.waiting():
        return await anext(answers, None)
