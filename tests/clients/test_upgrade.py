"""The upgrade that deploy/README.md describes, step by step, and the way back, with processes of three releases."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from adjudicator.application.stores import SQLITE_URL, is_postgres
from adjudicator_client import AioAdjudicatorClient, Witness
from tests.kit.calls import Calls
from tests.kit.processes import ROOT, ServerProcess, installed
from tests.proving.faults.winners import opened, submitting

OLD, NEW = "tests.kit.older", "tests.kit.newer"
SECONDS = 60


def _run(release: str, *arguments: str) -> tuple[int, str]:
    """A command of a release: its status, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", release, *arguments],
        cwd=ROOT, env=installed(), check=False, capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


class Players:
    """They play one game on, repeat their first request, and keep the heads that they are told."""

    def __init__(self) -> None:
        self.game, self.revision = "", 0
        self.heads: list[Witness] = []
        self.entries = 0

    async def sit_down(self, address: str) -> None:
        """A game of its own."""
        async with Calls([address]) as calls:
            self.game, self.revision = await opened(calls)
            self.first = submitting(self.game, self.revision)

    async def play_on(self, address: str) -> None:
        """The first declaration again, which has been answered once and for all, and another one."""
        async with Calls([address]) as calls:
            again = await calls.ask(self.first)
            told = await calls.ask(submitting(self.game, self.revision)) if self.heads else again
        kept = Witness(again.basis.entry, again.basis.revision, again.basis.head)
        assert kept == (self.heads or [kept])[0]
        self.heads.append(Witness(told.basis.entry, told.basis.revision, told.basis.head))
        self.revision, self.entries = told.basis.revision, told.basis.entry

    async def look(self, address: str, entries: int) -> None:
        """Whether the game has so many entries, and all the heads that were told of them."""
        async with AioAdjudicatorClient(address) as client:
            assert entries == (await client.game(self.game, viewer="light")).game.entry
            async for _ in client.verify(self.game, *(each for each in self.heads if each.entry <= entries)):
                pass


async def test_an_upgrade_and_the_way_back(
    store: str, fresh: Callable[[], str], tmp_path: Path, postgres_programs: None
) -> None:
    """Nothing that was answered is lost by the upgrade; the way back leads to the backup, and mixes nothing."""
    url, backup, players = store if is_postgres(store) else SQLITE_URL + store, str(tmp_path / "backup"), Players()
    with ServerProcess(store, release=OLD) as old:
        await players.sit_down(old.address)
        await players.play_on(old.address)
        assert 0 == _run(OLD, "backup", backup, "--store", url)[0]
        then = players.entries
        if is_postgres(store):
            status, told = _run(NEW, "serve", "--listen", "127.0.0.1:0", "--store", url)
            assert status != 0
            assert "adjudicate migrate" in told
            assert (0, "schema: version 2, it was 1\n") == _run(NEW, "migrate", "--store", url)
        await players.play_on(old.address)
    with ServerProcess(store, release=NEW) as new:
        await players.look(new.address, players.entries)
        await players.play_on(new.address)
        await players.look(new.address, players.entries)
    status, told = _run(NEW, "views", "--log", url, "--views", str(tmp_path / "views"), "--once")
    assert (0, f"{players.entries} entries read") == (status, told.partition(",")[0])
    if is_postgres(store):
        status, told = _run(OLD, "serve", "--listen", "127.0.0.1:0", "--store", url)
        assert status != 0
        assert "made by a newer program" in told
    back = fresh()
    restored = back if is_postgres(back) else SQLITE_URL + back
    assert 0 == _run(OLD, "restore", backup, "--store", restored)[0]
    with ServerProcess(back, release=OLD) as old:
        await players.look(old.address, then)
