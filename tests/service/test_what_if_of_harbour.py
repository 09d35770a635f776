"""WhatIfService with a game that is not the Star Wars TCG: it knows games through what they offer, and nothing else."""

from __future__ import annotations

import pytest

from adjudicator.citations import load
from adjudicator.kernel.supposing import Difference
from adjudicator.service.assembly import assemble
from adjudicator_client import AioAdjudicatorClient, Game, RefusedError
from tests.kit.harbour import Harbour
from tests.kit.harbour import values as v
from tests.service.running import QUIET, SEATS, Running


class Telling(Harbour):
    """Harbour, if it told how two tables differ."""

    def differences(self, before: v.Table, after: v.Table) -> tuple[Difference, ...]:
        """Which seat is asked."""
        one, two = (table.window.asked[0] if table.window is not None else "-" for table in (before, after))
        return () if one == two else (Difference("asked", "", "who is asked", one, two),)


async def test_lines_of_another_game() -> None:
    """Lines of the miniature game are gone, and what it tells of differences is told."""
    server, application = assemble(QUIET, [Telling()], load())
    with application:
        port = await server.start()
        async with AioAdjudicatorClient(f"127.0.0.1:{port}") as client:
            game = (await client.open_game("harbour-1", SEATS)).game.game
            first = (await client.game(game)).question.asked[0]
            answer = await client.compare_lines(Game(game), [("pass", [f"{first}: pass"]), ("wait", [])])
        await server.stop()
    assert [True, True] == [each.whole for each in answer.outcomes]
    assert [first] == [each.before for each in answer.outcomes[0].changes]
    assert [] == list(answer.outcomes[1].changes)
    assert [first] == [each.after for each in answer.comparisons[0].differences]


async def test_a_game_that_offers_neither(service: Running) -> None:
    """A game that tells no differences and has no odds is refused with its name and a reason of its own."""
    game = await service.opened()
    with pytest.raises(RefusedError, match=r"does not tell how two tables differ \(harbour\)") as lines:
        await service.client.compare_lines(Game(game), [("", [])])
    assert "NO_DIFFERENCES" == lines.value.reason
    with pytest.raises(RefusedError, match=r"has no odds \(harbour\)") as odds:
        await service.client.attack_odds(Game(game), "ship attacks crate")
    assert "NO_ODDS" == odds.value.reason
