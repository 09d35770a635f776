"""Callers who are about to record something wait for who is expected, and for nobody else."""

from __future__ import annotations

import asyncio

import pytest

from adjudicator.application import gathering as gathers
from adjudicator.application.gathering import Gathering

LONG = 30.0


class _Expected:
    """How many are missing, and what was said of it."""

    def __init__(self, missing: int) -> None:
        self.missing = missing
        self.told: list[int] = []

    def gathering(self) -> Gathering:
        """One for so many."""
        return Gathering(lambda: self.missing, self.told.append)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are here would wait very long."""
    monkeypatch.setattr(gathers, "GATHER_SECONDS", LONG)


async def _come(gathering: Gathering, number: int) -> list[asyncio.Task[None]]:
    """So many callers, who have come as far as they can."""
    tasks = [asyncio.create_task(gathering.turn()) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


@pytest.mark.usefixtures("patient")
async def test_a_lone_caller_does_not_wait() -> None:
    """Nobody else is expected."""
    await asyncio.wait_for(_Expected(1).gathering().turn(), LONG / 2)


@pytest.mark.usefixtures("patient")
async def test_all_go_on_when_the_last_one_has_come() -> None:
    """None of them before that."""
    gathering = _Expected(3).gathering()
    early = await _come(gathering, 2)
    assert len(gathering) == 2
    assert not any(each.done() for each in early)
    await asyncio.wait_for(asyncio.gather(gathering.turn(), *early), LONG / 2)
    assert len(gathering) == 0


async def test_who_does_not_come_is_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who are here go on after a while, and so many are expected the next time."""
    monkeypatch.setattr(gathers, "GATHER_SECONDS", 0.001)
    expected = _Expected(5)
    await asyncio.wait_for(asyncio.gather(*await _come(expected.gathering(), 2)), LONG)
    assert [2] == expected.told


@pytest.mark.usefixtures("patient")
async def test_who_has_left_is_not_counted() -> None:
    """A call that was cancelled while it waited."""
    gathering = _Expected(3).gathering()
    gone, stays = await _come(gathering, 2)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    assert len(gathering) == 1
    second = (await _come(gathering, 1))[0]
    assert not second.done()
    await asyncio.wait_for(asyncio.gather(gathering.turn(), second, stays), LONG / 2)


@pytest.mark.usefixtures("patient")
async def test_two_loops_do_not_wait_for_each_other() -> None:
    """A caller in another loop goes on at once, and those who wait here go on waiting."""
    gathering = _Expected(3).gathering()
    (here,) = await _come(gathering, 1)
    await asyncio.to_thread(asyncio.run, gathering.turn())
    assert not here.done()
    here.cancel()
