"""Spectators who are behind: they see what stood then, in order, and whole in the end; nothing tells them more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import pytest
from google.protobuf.message import Message

from adjudicator.service.config import ConfigurationError, configuration
from tests.service import asks
from tests.service.asks import ASKS, METHODS, Scene
from tests.service.running import until
from tests.service.tables import Table, guarded
from tests.service.worlds import Answer, World

NOT_OF_A_GAME = {"ProofService/GetCheckpoint", "ProofService/ProveGrowth"}
"""How large the log is, of all games together, is no secret."""
ATTACKS = {"dark": "attack wedge with vader", "light": "attack vader with wedge"}
"""What each does if the dice let him live so long."""


async def _play(table: Table, count: int = 1) -> int:
    """Something happens in the open game; its last entry."""
    for _ in range(count):
        await table.clients["floor-judge"].add_note(table.games["open"], "noted", by="floor-judge")
    return await table.entries()


async def _seen(table: Table) -> list[int]:
    """The entries that a spectator is shown."""
    spectator, game = table.clients["spectator"], table.games["open"]
    listed = [each.number async for each in spectator.entries(game)]
    shown = await spectator.game(game)
    assert listed == list(range(1, shown.game.entry + 1))
    assert shown.basis.entry == shown.game.entry
    return listed


async def test_entries_behind() -> None:
    """So many entries; who plays or officiates is not behind; when the game is closed there is nothing to hide."""
    async with guarded(spectator_delay="3") as table:
        assert await _seen(table) == [1]
        last = await _play(table, 5)
        assert await _seen(table) == list(range(1, last - 2))
        for holder in ("dark", "scorekeeper", "floor-judge", "administrator"):
            assert (await table.clients[holder].game(table.games["open"])).game.entry == last
        await table.clients["scorekeeper"].close_game(table.games["open"])
        assert await _seen(table) == list(range(1, last + 2))


async def test_a_turn_behind() -> None:
    """Nothing of a turn is shown before the next has begun."""
    async with guarded(spectator_delay="turn") as table:
        judge, game = table.clients["floor-judge"], table.games["open"]
        board, last = (await table.clients["spectator"].game(game)).board, 1
        for _ in range(60):
            if not (now := await judge.game(game)).board.startswith("turn 3"):
                break
            last = now.game.entry
            assert await _seen(table) == [1]
            asked = now.question.asked[0]
            attack = ATTACKS[asked] if now.question.kind == "attack" else "pass"
            await judge.submit(game, f"{asked}: {attack}")
        assert (await _seen(table))[-1] >= last > 1
        assert board != (await table.clients["spectator"].game(game)).board


async def test_seconds_behind_and_a_watcher() -> None:
    """Entries come in their order once they are old enough, each once, and the last ones when the game is closed."""
    async with guarded(spectator_delay="1s") as table:
        game, got, loop = table.games["open"], list[int](), asyncio.get_running_loop()

        async def watch() -> None:
            async for each in table.clients["spectator"].watch(game):
                got.append(each.entry.number)

        watching = asyncio.create_task(watch())
        await asyncio.sleep(0.2)
        begun, last = loop.time(), await _play(table, 3)
        await until(lambda: len(got) >= last)
        assert loop.time() - begun >= 0.8
        last = await _play(table)
        await table.clients["scorekeeper"].close_game(game)
        await until(lambda: len(got) > last)
        watching.cancel()
        assert got == list(range(1, last + 2))


@pytest.mark.parametrize("way", ["turn", "40"])
async def test_nothing_tells_a_spectator_what_has_happened_since(way: str) -> None:
    """Every RPC that he may make, asked before and after something happens that he may not see: the same bytes."""
    async with guarded(spectator_delay=way) as table:
        game, judge = table.games["open"], table.clients["floor-judge"]
        last = (await judge.game(game)).basis
        scene = Scene(game, last.entry, last.revision, ["Yoda (C)"], [1], [], [], dispute=await _disputed(table))
        world = World(0, game, table.secrets, judge.channel)
        before = [pair async for pair in _asked(world, scene)]
        for _ in range(3):
            await _play(table)
            await judge.submit(game, f"{(await judge.game(game)).question.asked[0]}: pass")
        await _disputed(table)
        after = [pair async for pair in _asked(world, scene)]
        assert not [here for here, there in zip(before, after, strict=True) if here != there]
        answered = {type(sent).__name__ for sent, answer in before if answer.code in ("OK", "UNDER WAY")}
        assert {"GetGameRequest", "ListEntriesRequest", "JudgeDeclarationRequest", "ListStepsRequest"} <= answered
        refused = {type(sent).__name__ for sent, answer in before if "delay" in answer.details}
        assert {"ExportGameRequest", "VerifyGameRequest", "WatchGamesRequest", "ListRollsRequest"} <= refused


async def _disputed(table: Table) -> str:
    """A dispute that a judge has opened."""
    judge, call = table.clients["floor-judge"], "DisputeService/OpenDispute"
    by = {"name": "floor-judge", "role": "ROLE_FLOOR_JUDGE"}
    body = {"game": table.games["open"], "requestId": str(uuid4()), "question": {"text": "May he?"}, "by": by}
    opened: Any = await judge.call(judge.disputes.OpenDispute, asks.request(call, body))
    return str(opened.dispute.dispute)


async def _asked(world: World, scene: Scene) -> AsyncIterator[tuple[Message, Answer]]:
    """All that a spectator may ask of a game, with the answers."""
    for call, bodies in ASKS.items():
        if call.startswith(("ProjectionService", "AccessService")) or call in NOT_OF_A_GAME:
            continue
        for body in bodies(scene):
            if "requestId" not in body:
                sent = asks.request(call, body)
                yield sent, await world.ask("spectator", call, sent, most=METHODS[call].server_streaming)


def test_a_delay_has_to_be_one() -> None:
    """Anything else is refused at the start, and so is one where nobody is a spectator."""
    for wrong in ("soon", "0", "-3", "5m", "1.5s"):
        with pytest.raises(ConfigurationError, match="is not a delay"):
            configuration({"spectator_delay": wrong, "access": "tokens"}, {})
    with pytest.raises(ConfigurationError, match="nobody is a spectator"):
        configuration({"spectator_delay": "turn"}, {})
