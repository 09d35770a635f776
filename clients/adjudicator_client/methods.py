"""How a method is written once for both clients: as a coroutine, or as an asynchronous generator of many answers.

The client for asyncio has it as it is. The blocking one runs it to its end on the spot: its wire blocks where the other
one waits, so that nothing in it is ever put off.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from adjudicator_client.wire import AioWire, Wire, run

P = ParamSpec("P")
Answer = TypeVar("Answer")
Now = TypeVar("Now")
Later = TypeVar("Later")


class Method(Generic[P, Now, Later]):
    """A method of both clients: what it gives the blocking one at once, and the other one later."""

    def __init__(self, now: Callable[Concatenate[Any, P], Now], later: Callable[Concatenate[Any, P], Later]) -> None:
        self._now = now
        self._later = later

    @overload
    def __get__(self, client: Wire, owner: type) -> Callable[P, Now]: ...

    @overload
    def __get__(self, client: AioWire, owner: type) -> Callable[P, Later]: ...

    @overload
    def __get__(self, client: None, owner: type) -> Callable[..., Any]: ...

    def __get__(self, client: Any, owner: type) -> Any:
        """The method of a client, or of its class."""
        method: Any = self._now if issubclass(owner, Wire) else self._later
        return method.__get__(client, owner)


def asked(
    method: Callable[Concatenate[Any, P], Coroutine[Any, Any, Answer]],
) -> Method[P, Answer, Coroutine[Any, Any, Answer]]:
    """A method with one answer."""

    @wraps(method)
    def now(client: Any, /, *args: P.args, **options: P.kwargs) -> Answer:
        return run(method(client, *args, **options))

    return Method(now, method)


def streamed(
    method: Callable[Concatenate[Any, P], AsyncGenerator[Answer, None]],
) -> Method[P, Iterator[Answer], AsyncGenerator[Answer, None]]:
    """A method with many answers."""

    @wraps(method)
    def now(client: Any, /, *args: P.args, **options: P.kwargs) -> Iterator[Answer]:
        return _each(method(client, *args, **options))

    return Method(now, method)


def _each(answers: AsyncGenerator[Answer, None]) -> Iterator[Answer]:
    """The answers, one by one; who leaves early ends the call."""
    try:
        while True:
            try:
                answer = run(anext(answers))
            except StopAsyncIteration:
                return
            yield answer
    finally:
        run(answers.aclose())
