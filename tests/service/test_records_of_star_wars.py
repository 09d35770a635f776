"""Records of Star Wars games: what has a name on one table has it on another, whatever its number there."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

from msgspec import structs

from adjudicator.api.v1 import record_service_pb2 as pb
from adjudicator.application import Divergence
from adjudicator.swtcg.cards.build import card_set, render
from adjudicator.swtcg.cards.importer import import_set
from tests.service.running import QUIET
from tests.service.test_desk_of_star_wars import desk

BOARD = """
turn 4, dark build step
dark: force 1, deck 9, hand [Vader's Grip]
  character: vader = Darth Vader (S)
light: force 4, build points 3, deck 9
  character: den = Dengar (A); yoda = Yoda (C)
"""


async def test_a_waiting_trigger_travels_by_name() -> None:
    """Its number depends on all that came before; the record names what it comes from, and comes in as it went out."""
    async with desk() as (app, client):
        opened = await client.open_game("swtcg-2005", [], board=BOARD, dice="reported", decks="reported")
        game = opened.game.game
        for words in ("dark: pass", "light: resolve den", "chance: draw [Yoda (C)]"):
            said = await client.submit(game, words)
            assert said.basis.entry, words
        start = pb.ExportGameRequest(game=game, format=pb.RECORD_FORMAT_NOTATION, viewer="judge")
        text = (await client.call(client.records.ExportGame, start)).text
        assert "> light: resolve den\n" in text
        assert "table:" not in text
        brought = await client.call(
            client.records.ImportGame,
            pb.ImportGameRequest(request_id=str(uuid4()), format=pb.RECORD_FORMAT_NOTATION, text=text),
        )
        assert ([], "") == (list(brought.differences), brought.refused)
        assert (await client.game(game)).board == (await client.game(brought.game)).board
        assert not [each for each in app.rejudge(brought.game) if isinstance(each, Divergence)]


async def test_a_record_names_cards_of_an_imported_set(tmp_path: Path) -> None:
    """A service started with the set writes its cards by name, and reads the record again."""
    columns = "Name\tSet\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tNumber\tText"
    row = "Marsh Runner (A)\tMRS\tD\tCharacter\tScout\t3\t50\t3\t3\t1\t"
    made = import_set(f"{columns}\n{row}".encode(), "MRS")
    (tmp_path / "MRS.json").write_bytes(render(card_set("MRS", made)))
    board = BOARD.replace("Darth Vader (S)", "Marsh Runner (A)")
    async with desk(structs.replace(QUIET, cards=str(tmp_path))) as (app, client):
        opened = await client.open_game("swtcg-2005", [], board=board, dice="reported", decks="reported")
        game = opened.game.game
        await client.submit(game, "dark: pass")
        asked = pb.ExportGameRequest(game=game, format=pb.RECORD_FORMAT_NOTATION, viewer="judge")
        text = (await client.call(client.records.ExportGame, asked)).text
        assert "Marsh Runner (A)" in text
        sent = pb.ImportGameRequest(request_id=str(uuid4()), format=pb.RECORD_FORMAT_NOTATION, text=text)
        brought = await client.call(client.records.ImportGame, sent)
        assert ([], "") == (list(brought.differences), brought.refused)
        assert (await client.game(game)).board == (await client.game(brought.game)).board
        assert not [each for each in app.rejudge(brought.game) if isinstance(each, Divergence)]
