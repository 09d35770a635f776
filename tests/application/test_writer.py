"""The writing thread: who is expected is waited for, nobody else is."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from adjudicator.application import writer as writing
from adjudicator.application.writer import Writer

LONG = 30.0


class _Disk:
    """Keeps what is saved, transaction by transaction; saves nothing while `busy` is held."""

    def __init__(self) -> None:
        self.saved: list[list[Any]] = []
        self.busy = threading.Lock()
        self.begun = threading.Semaphore(0)

    def save(self, events: Sequence[Any]) -> None:
        """One transaction."""
        self.begun.release()
        with self.busy:
            self.saved.append(list(events))


@pytest.fixture
def disk() -> _Disk:
    """An empty one."""
    return _Disk()


@pytest.fixture
def writer(disk: _Disk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Writer]:
    """One that would wait very long for who is expected."""
    monkeypatch.setattr(writing, "GATHER_SECONDS", LONG)
    made = Writer(disk.save, KeyError)
    yield made
    made.close()


def _cross(writer: Writer, disk: _Disk, threads: ThreadPoolExecutor) -> None:
    """Three callers of whom two come while the first one's transaction runs: the next one is expected to have three."""
    with disk.busy:
        first = threads.submit(writer.put, ["a"])
        assert disk.begun.acquire(timeout=LONG)
        others = [threads.submit(writer.put, [name]) for name in ("b", "c")]
        while len(writer._waiting) < 2:
            time.sleep(0.001)
    first.result(LONG)
    for other, name in zip(others, "bc", strict=True):
        assert not other.done(), f"{name} was saved although a third one was expected"


def test_a_lone_caller_never_waits(writer: Writer, disk: _Disk) -> None:
    """Each of its jobs is a transaction at once."""
    for number in range(50):
        writer.put([number])  # would take half a minute each if it waited
    assert disk.saved == [[number] for number in range(50)]


def test_those_expected_back_share_a_transaction(writer: Writer, disk: _Disk) -> None:
    """Who waits, and who was just served, are committed together."""
    with ThreadPoolExecutor(4) as threads:
        _cross(writer, disk, threads)
        writer.put(["a again"])
    assert [sorted(events) for events in disk.saved] == [["a"], ["a again", "b", "c"]]


def test_who_does_not_come_back_is_waited_for_once_at_most(
    writer: Writer, disk: _Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits is saved without him, and he is expected no more."""
    monkeypatch.setattr(writing, "GATHER_SECONDS", 0.05)
    with ThreadPoolExecutor(4) as threads:
        with disk.busy:
            first = threads.submit(writer.put, ["a"])
            assert disk.begun.acquire(timeout=LONG)
            other = threads.submit(writer.put, ["b"])
            while not writer._waiting:
                time.sleep(0.001)
        first.result(LONG)
        other.result(LONG)
        assert writer._expected == 1
    assert disk.saved == [["a"], ["b"]]


def test_closing_saves_what_waits(disk: _Disk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for then, and nothing left behind."""
    monkeypatch.setattr(writing, "GATHER_SECONDS", LONG)
    writer = Writer(disk.save, KeyError)
    with ThreadPoolExecutor(4) as threads:
        _cross(writer, disk, threads)
        writer.close()  # the third one never comes
    assert [sorted(events) for events in disk.saved] == [["a"], ["b", "c"]]
