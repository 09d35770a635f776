"""A refused request is let go at once, and not when the garbage collector comes by."""

from __future__ import annotations

import gc
from types import FrameType
from typing import Any

import grpc
import pytest

from adjudicator.service.guard import _let_go
from tests.bench.calls import JUDGE
from tests.service.running import running

SIZE = 50_000


@pytest.mark.parametrize("length", [SIZE, 5_000])
async def test_the_bytes_of_a_refused_call_are_let_go(length: int) -> None:
    """Neither of what is too long nor of what is no message anything is still held by the frames of the call."""
    async with running(max_message_bytes=SIZE - 1) as service, grpc.aio.insecure_channel(service.address) as channel:
        call: Any = channel.unary_unary(JUDGE)
        gc.collect()
        gc.disable()
        try:
            for _ in range(3):
                with pytest.raises(grpc.aio.AioRpcError):
                    await call(b"\xff" * length)
            assert [] == [each for each in gc.get_objects() if isinstance(each, FrameType) and _holds(each, length)]
        finally:
            gc.enable()


def test_errors_in_a_ring_are_let_go() -> None:
    """An error whose context has it as its cause ends nobody's day."""
    one, other = ValueError("one"), KeyError("other")
    one.__context__, other.__cause__ = other, one
    try:
        raise one
    except ValueError as error:
        _let_go(error)
    assert (None, None) == (one.__traceback__, other.__traceback__)


def _holds(frame: FrameType, length: int) -> bool:
    """Whether a frame of the guard has the bytes of a request."""
    if not frame.f_code.co_filename.endswith("guard.py"):
        return False
    return any(isinstance(value, bytes) and len(value) == length for value in frame.f_locals.values())
