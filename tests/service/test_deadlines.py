"""The time of calls: it ends them, it says so, and it takes no other cancellation for its own."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.service.deadlines import Deadlines


async def _waiting(deadlines: Deadlines, seconds: float) -> None:
    with deadlines.limit(seconds):
        await asyncio.Event().wait()


async def test_what_takes_too_long_is_ended() -> None:
    """Each of those whose time is up in the same moment hears of it; others go on."""
    deadlines = Deadlines()
    short = [asyncio.create_task(_waiting(deadlines, 0.01)) for _ in range(3)]
    long = asyncio.create_task(_waiting(deadlines, 60))
    for task in short:
        with pytest.raises(TimeoutError):
            await task
    assert not long.done()
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long


async def test_a_limit_says_that_it_has_expired() -> None:
    """The task is not left cancelled: it goes on behind its limit."""
    limit = Deadlines().limit(0.01)
    with pytest.raises(TimeoutError), limit:
        await asyncio.Event().wait()
    task = asyncio.current_task()
    assert (True, 0) == (limit.expired, task.cancelling() if task else 1)


async def test_who_is_cancelled_by_others_stays_cancelled() -> None:
    """It is no timeout, and the limit has not expired."""
    limits = []

    async def waiting() -> None:
        limits.append(limit := Deadlines().limit(60))
        with limit:
            await asyncio.Event().wait()

    task = asyncio.create_task(waiting())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert [False] == [each.expired for each in limits]


async def test_what_is_done_in_time_is_left_alone() -> None:
    """Also when its moment comes."""
    deadlines = Deadlines()
    with deadlines.limit(0.01) as within:
        assert within is None
    await asyncio.sleep(0.1)
    task = asyncio.current_task()
    assert task is not None
    assert 0 == task.cancelling()
