"""Tables as data over the wire: of games at any revision for any viewer, of written boards; lists that are filtered."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.api.v1 import table_pb2 as pb
from adjudicator.kernel.game import Game
from adjudicator_client import AdjudicatorClient, Board, RefusedError
from tests.kit.harbour import Harbour
from tests.served import served
from tests.service.running import SEATS, Running

BOARD = """turn 3, dark build step
dark: force 3, hand [Yoda's Intervention]
  space: Sith Interceptor
light: force 2
"""


def hands(table: pb.Table) -> dict[str, tuple[int, int]]:
    """How many cards each seat holds, and how many of them the viewer knows."""
    return {each.seat: (each.count, len(each.cards)) for each in table.zones if each.zone == "hand"}


async def test_a_game_as_data(service: Running) -> None:
    """The same by both calls; hidden cards are counted and not named; seats and sides are the game's own."""
    game = await service.opened()
    client = service.client
    for viewer in ("", "east", "judge"):
        shown = await client.game(game, viewer=viewer, data=True)
        same = await client.show_table(game, viewer=viewer)
        assert (shown.data, shown.board, shown.question) == (same.table, same.board, same.question)
        assert [("north", "blue"), ("east", "red")] == [(each.seat, each.side) for each in shown.data.seats[:2]]
        assert (1, 0 if not viewer else 1) == hands(shown.data)["east"]
    assert not (await client.game(game)).HasField("data")
    before = (await client.game(game, revision=2, data=True)).data
    assert hands(before) != hands((await client.game(game, data=True)).data)


async def test_a_game_that_does_not_show(service: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Has its notation; ShowTable says so."""
    game = await service.opened()
    monkeypatch.setattr(Harbour, "show", Game.show)
    assert not (await service.client.game(game, data=True)).HasField("data")
    with pytest.raises(RefusedError) as caught:
        await service.client.show_table(game)
    assert "NOT_SHOWN" == caught.value.reason


async def test_lists_are_filtered(service: Running) -> None:
    """By state, edition and person, also over pages; a state that lists do not tell is refused."""
    client = service.client
    games = [await service.opened() for _ in range(3)]
    await client.close_game(games[1], "called off")

    async def listed(**wanted: Any) -> list[str]:
        return [each.game async for each in client.list_games(**wanted)]

    assert games == await listed() == await listed(edition="harbour-1") == await listed(person="BO")
    assert [games[0], games[2]] == await listed(state="running")
    assert [games[1]] == await listed(state="closed", person=SEATS[0].person)
    assert [] == await listed(person="nobody") == await listed(edition="swtcg-2005")
    with pytest.raises(RefusedError, match="state"):
        await listed(state="over")


def test_a_written_board_as_data() -> None:
    """Nothing of it is hidden, whoever looks; its names are those that questions take."""
    board = Board("swtcg-2005", BOARD)
    with served() as address, AdjudicatorClient(address) as client:
        shown = client.show_table(board)
        assert (3, "command build dark") == (shown.table.turn, shown.table.moment)
        (thing,) = (thing for zone in shown.table.zones for thing in zone.things)
        power = {each.name: each for each in thing.amounts}["power"]
        assert (True, power.amount) == (
            power.on_card,
            client.explain(board, thing.name, "power").value.total,
        )
        assert ["Yoda's Intervention"] == [each.title for zone in shown.table.zones for each in zone.cards]
        assert "dark" in shown.board
