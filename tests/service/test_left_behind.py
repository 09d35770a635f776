"""What a process keeps of games that are over: their entries, in the store; counted in values, not in bytes."""

from __future__ import annotations

import contextlib
import gc
import random
from collections import Counter

import msgspec

from adjudicator.application import GameView, Recorded, Step
from adjudicator.application.residents import Resident, Turnstile
from adjudicator.application.stepping import Waypoint
from adjudicator.kernel.verdict import Verdict
from adjudicator.service.house import Place
from adjudicator.service.start import of_all_games
from adjudicator.swtcg.table.table import Table
from adjudicator_client import AioAdjudicatorClient
from tests.kit.players import choice, open_game
from tests.service.running import QUIET

IN_MEMORY = 2
GAMES = 6
"""So many are played before values are counted, and then again."""
DECLARATIONS = 12
GAMES_OWN = (Table, GameView, Resident, Place, Step, Waypoint, Turnstile, Recorded, Verdict)
"""What is made for one game; all else that it needs hangs on these."""


async def _played(client: AioAdjudicatorClient, chance: random.Random, declarations: int) -> None:
    """A game that is opened, played for a while, shown, closed and watched to its end."""
    opened = await open_game(client)
    game, asked = opened.game.game, opened.question.asked[0]
    for _ in range(declarations):
        forms = await client.legal(game, seat=asked, viewer=asked)
        said = choice(list(forms.forms), chance)
        await client.judge(game, said, viewer=asked)
        told = await client.submit(game, said, expected_revision=forms.basis.revision, viewer=asked)
        asked = told.question.asked[0]
    await client.game(game, viewer=asked)
    last = (await client.close_game(game)).basis.entry
    async with contextlib.aclosing(client.watch(game)) as entries:
        async for each in entries:
            if each.entry.number == last:
                break


def _kept() -> Counter[str]:
    """How many values there are of what is made for one game, by type."""
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, GAMES_OWN))


async def test_a_game_that_is_over_leaves_no_values_behind() -> None:
    """After as many games again there are as many tables, views, places and steps as before."""
    configuration = msgspec.structs.replace(QUIET, games_in_memory=IN_MEMORY)
    server, application = of_all_games(configuration)
    chance = random.Random(1)
    with application:
        address = f"127.0.0.1:{await server.start()}"
        async with AioAdjudicatorClient(address) as client:
            counts = []
            for _ in range(3):
                for _ in range(GAMES):
                    await _played(client, chance, DECLARATIONS)
                for _ in range(IN_MEMORY):  # so that what is in memory is alike whenever it is counted
                    await _played(client, chance, 0)
                counts.append(_kept())
        await server.stop()
    _, before, after = counts
    assert before["Table"] > 0
    assert {name: more for name, more in (after - before).items() if more >= GAMES} == {}
