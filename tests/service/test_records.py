"""Records over a real server: export and import, comparison of tables, steps with filters."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncIterator
from typing import Any
from uuid import uuid4

import grpc
import pytest

from adjudicator.api.v1 import game_service_pb2, verdict_pb2
from adjudicator.api.v1 import game_service_pb2 as game_pb
from adjudicator.api.v1 import record_service_pb2 as pb
from adjudicator.application import Divergence
from adjudicator.kernel.viewing import view_for
from adjudicator.service.differing import NOTHING, differences, form
from adjudicator.service.records import TEXT_BYTES_MAX
from adjudicator_client import RefusedError
from tests.kit.harbour import HARBOUR
from tests.kit.recorded import play_on
from tests.kit.star_wars import SWTCG
from tests.service.running import Running, running

JSON_LINES, NOTATION = pb.RECORD_FORMAT_JSON_LINES, pb.RECORD_FORMAT_NOTATION


@pytest.fixture
async def other() -> AsyncIterator[Running]:
    """A second service with a store of its own."""
    async with running() as found:
        yield found


def played(service: Running, game: str, entries: int = 40) -> None:
    """Go on with random declarations, some of them illegal."""
    play_on(service.application, game, entries, seed=3)


async def exported(service: Running, game: str, form: Any = JSON_LINES, viewer: str = "judge") -> str:
    """A game as text."""
    client = service.client
    sent = pb.ExportGameRequest(game=game, format=form, viewer=viewer)
    answer: pb.ExportGameResponse = await client.call(client.records.ExportGame, sent)
    return answer.text


async def imported(service: Running, text: str, form: Any = JSON_LINES, *, check: bool = False) -> Any:
    """What importing it leads to."""
    client = service.client
    sent = pb.ImportGameRequest(request_id=str(uuid4()), format=form, text=text, check_only=check)
    return await client.call(client.records.ImportGame, sent)


async def closed(service: Running) -> str:
    """A game that was played, rewound, ruled on, and closed."""
    game = await service.opened()
    played(service, game)
    client = service.client
    await client.rewind(game, 1, "once more", expected_revision=(await client.game(game)).basis.revision)
    played(service, game, 20)
    await client.add_note(game, "a note")
    await client.close_game(game, expected_revision=(await client.game(game)).basis.revision)
    return game


async def test_a_closed_game_moves_to_another_house(service: Running, other: Running) -> None:
    """JSON lines bring it in under its own id with the same heads; every declaration is judged again; it verifies."""
    game = await closed(service)
    text = await exported(service, game)
    done = await imported(other, text)
    assert (game, "", True, []) == (done.game, done.refused, done.chain_holds, list(done.differences))
    assert done.judged > 20
    assert (await service.client.game(game)).basis == (await other.client.game(game)).basis
    assert [game] == [each.game async for each in other.client.list_games()]
    assert text == await exported(other, game)
    again = await imported(other, text)
    assert (game, "") == (again.game, again.refused)


async def test_a_game_that_goes_on_comes_in_frozen(service: Running, other: Running) -> None:
    """Its seed does not go out: elsewhere it is read, checked and forked, but nothing is recorded in it."""
    game = await service.opened()
    played(service, game)
    text = await exported(service, game)
    seed = service.application.entry(game, 1).content.seed.items[0]  # type: ignore[union-attr]  # the first entry opens the game
    assert seed.hex() not in text
    first = json.loads(text.splitlines()[1])
    assert [None] == [each for each in first["private"] if each is None]
    found = await imported(other, text, check=True)
    assert (True, []) == (found.chain_holds, list(found.differences))
    assert found.judged > 20
    assert (game, "") == ((done := await imported(other, text)).game, done.refused)
    assert "in the house that began it" in done.frozen
    shown = (await other.client.game(game)).game
    assert game_pb.GAME_STATE_FROZEN == shown.state
    assert [game_pb.GAME_STATE_FROZEN] == [each.state async for each in other.client.list_games()]
    seat = (await other.client.game(game)).question.asked[0]
    for refused in (
        other.client.submit(game, f"{seat}: pass"), other.client.add_note(game, "no"), other.client.close_game(game),
        other.client.rewind(game, 1, "no"), other.client.give_ruling(game, "Flo", "no"),
    ):  # fmt: skip
        with pytest.raises(RefusedError) as error:
            await refused
        assert "GAME_FROZEN" == error.value.reason
    assert done.basis.head == [each async for each in other.client.verify(game)][-1].basis.head
    assert [] == [len(step.divergences) async for step in other.client.rejudge(game) if step.divergences]
    fork = (await other.client.fork(game)).game
    assert game_pb.GAME_STATE_RUNNING == fork.state
    assert (await other.client.submit(fork.game, f"{seat}: pass")).basis.entry > fork.entry


async def test_a_later_record_adds_to_a_frozen_game(service: Running, other: Running) -> None:
    """What is new comes in, an older record adds nothing, another history is refused, the closed one ends it."""
    game = await service.opened()
    played(service, game, 12)
    early = await exported(service, game)
    assert "" == (await imported(service, early)).refused
    await imported(other, early)
    fork = (await service.client.fork(game)).game.game
    played(service, game, 12)
    later = await exported(service, game)
    assert "" == (await imported(other, later)).refused
    assert (await service.client.game(game)).basis == (await other.client.game(game)).basis
    done = await imported(other, early)
    assert (game, "") == (done.game, done.refused)
    await service.client.close_game(game, expected_revision=(await service.client.game(game)).basis.revision)
    done = await imported(other, await exported(service, game))
    assert (game, "", "") == (done.game, done.refused, done.frozen)
    assert game_pb.GAME_STATE_CLOSED == (await other.client.game(game)).game.state
    async with running() as third:  # what came in piece by piece is as whole as what the first house exports
        done = await imported(third, await exported(other, game))
        assert (game, "", "", True) == (done.game, done.refused, done.frozen, done.chain_holds)
        assert not done.differences
        assert (await service.client.game(game)).basis == (await third.client.game(game)).basis
    assert fork not in [each.game async for each in other.client.list_games()]


async def test_a_seat_exports_what_it_may_know(service: Running, other: Running) -> None:
    """For a seat only its own private parts go out; the chain can be checked, the tables cannot be rebuilt."""
    game = await service.opened()
    played(service, game)
    judge, north, nobody = [await exported(service, game, viewer=each) for each in ("judge", "north", "")]

    def kept(text: str) -> int:
        return sum(each is not None for line in text.splitlines()[1:] for each in json.loads(line)["private"])

    assert kept(judge) > kept(north) > kept(nobody) == 0
    found = await imported(other, nobody, check=True)
    assert (True, 0, ["private parts"]) == (found.chain_holds, found.judged, [each.what for each in found.differences])


@pytest.mark.parametrize("change", ["public", "private", "cut", "swap", "head"])
async def test_an_altered_record_is_found(service: Running, other: Running, change: str) -> None:
    """An edited entry, another private part, a cut tail, two swapped lines, another head: named, and not brought in."""
    lines = (await exported(service, await closed(service))).splitlines()
    at = 7
    entry = json.loads(lines[at])
    if change == "public":
        entry["public"] = json.loads(lines[at + 1])["public"]
    elif change == "private":
        at = 1
        entry = json.loads(lines[at])
        entry["private"][0] = entry["private"][1]
    elif change == "head":
        entry["head"] = "00" * 32
    lines[at] = json.dumps(entry)
    if change == "cut":
        del lines[-1]
        at = len(lines)
    if change == "swap":
        lines[7], lines[8] = lines[8], lines[7]
    done = await imported(other, "\n".join(lines))
    assert ("", False, ["chain"]) == (done.game, done.chain_holds, [each.what for each in done.differences])
    assert at == done.differences[0].place
    assert [] == [each async for each in other.client.list_games()]


@pytest.mark.parametrize("at", [-5, 10**30, 2**63 - 1, 253_402_300_800_000])
async def test_a_time_that_no_clock_tells_is_no_record(service: Running, other: Running, at: int) -> None:
    """Nothing covers an entry's time, but it has to be one: it is refused with its line, by the check too."""
    lines = (await exported(service, await closed(service))).splitlines()
    entry = json.loads(lines[3])
    entry["at"] = at
    lines[3] = json.dumps(entry)
    for check in (True, False):
        with pytest.raises(RefusedError, match="line 4") as refused:
            await imported(other, "\n".join(lines), check=check)
        assert "RECORD_REFUSED" == refused.value.reason
    entry["at"] = 253_402_300_799_999
    lines[3] = json.dumps(entry)
    assert "" == (await imported(other, "\n".join(lines))).refused


async def test_a_game_in_notation(service: Running, other: Running) -> None:
    """The line that stands, illegal declarations as questions, rulings as remarks; read back it is the same game."""
    client = service.client
    board = (await client.game(await service.opened(), viewer="judge")).board
    game = (await client.open_game("harbour-1", [], board=board, dice="reported", decks="reported")).game.game
    played(service, game, 30)
    then = [each.revision for each in service.application.entries(game) if each.revision == each.number]
    await client.rewind(game, then[8], "once more", expected_revision=then[-1])
    played(service, game, 30)
    text = await exported(service, game, NOTATION)
    assert "\n> " in text
    assert "\n? chance: roll" in text
    done = await imported(other, text, NOTATION)
    assert ([], "") == (list(done.differences), done.refused)
    here, there = [await each.client.game(name, viewer="judge") for each, name in ((service, game), (other, done.game))]
    assert (here.board, here.question) == (there.board, there.question)


async def test_notation_that_comes_out_differently(service: Running) -> None:
    """A ruling written otherwise, words nobody understands, and what is no record."""
    client = service.client
    board = (await client.game(await service.opened(), viewer="judge")).board
    game = (await client.open_game("harbour-1", [], board=board, dice="reported", decks="reported")).game.game
    played(service, game, 12)
    text = await exported(service, game, NOTATION)
    altered = text.replace(": legal", ": illegal; NOT_NOW", 1)
    done = await imported(service, altered, NOTATION)
    assert [("ruling", "illegal", "legal"), ("failing", "NOT_NOW", "")] == [
        (each.what, each.written, each.now) for each in done.differences
    ]
    assert ("", True) == (done.game, bool(done.refused))
    place = done.differences[0].place
    assert altered.splitlines()[place].endswith("illegal; NOT_NOW")
    babble = await imported(service, text + "> north: sing a shanty\n", NOTATION, check=True)
    assert ["notation"] == [each.what for each in babble.differences]
    for nonsense, kind in (("", NOTATION), ("> north: pass", NOTATION), ("{", JSON_LINES), ("{}", JSON_LINES)):
        with pytest.raises(RefusedError) as refused:
            await imported(service, nonsense, kind)
        assert refused.value.reason in {"RECORD_REFUSED", "FIELD_INVALID"}


async def test_a_judges_facts_are_told_in_json(service: Running, other: Running) -> None:
    """They happen as they are written, after a table in JSON; from after them on there is a board as ever."""
    client = service.client
    board = (await client.game(await service.opened(), viewer="judge")).board
    game = (await client.open_game("harbour-1", [], board=board, dice="reported", decks="reported")).game.game
    asked = (await client.game(game)).question.asked[0]
    seat = next(seat for seat in ("north", "east", "south", "west") if seat != asked)
    done = await client.give_ruling(game, "Flo", "so be it", ruling="legal", declaration=f"{seat}: pass")
    played(service, game, 5)
    text = await exported(service, game, NOTATION)
    assert 1 == sum(line.startswith("table: {") for line in text.splitlines())
    assert 1 == sum(line.startswith("! {") for line in text.splitlines())
    brought = await imported(other, text, NOTATION)
    assert ("", []) == (brought.refused, list(brought.differences))
    there, here = other.application.get(brought.game), service.application.get(game)
    assert HARBOUR.encode(there.table) == HARBOUR.encode(here.table)
    ruled = next(each for each in other.application.entries(brought.game) if each.kind == "ruling-given")
    assert ("Flo", "so be it") == (ruled.content.by, ruled.content.note)  # type: ignore[union-attr]  # by its kind
    assert not [each for each in other.application.rejudge(brought.game) if isinstance(each, Divergence)]
    broken = text.replace('"facts":[[', '"facts":[["Nonsense"],[', 1)
    assert ["notation"] == [each.what for each in (await imported(other, broken, NOTATION)).differences]
    sent = pb.ExportGameRequest(game=game, format=NOTATION, viewer="judge", from_revision=done.basis.revision)
    later = (await client.call(client.records.ExportGame, sent)).text
    assert "\n!" not in later
    with pytest.raises(RefusedError) as refused:
        await exported(service, game, NOTATION, viewer="")
    assert "FIELD_INVALID" == refused.value.reason


async def test_what_differs_between_two_tables(service: Running) -> None:
    """Each change with its path; nothing between a table and itself; a viewer sees only what he may know."""
    client, game = service.client, await service.opened()
    first = (await client.game(game)).basis.revision
    played(service, game, 15)

    async def compared(start: int, end: int, viewer: str = "judge") -> pb.CompareTablesResponse:
        sent = pb.CompareTablesRequest(game=game, from_revision=start, to_revision=end, viewer=viewer)
        answer: pb.CompareTablesResponse = await client.call(client.records.CompareTables, sent)
        return answer

    everything = await compared(first, 0)
    assert everything.changes
    assert {"+", "-"} >= {line[0] for line in everything.lines}
    assert [] == list((await compared(first, first)).changes)
    back = await compared((await client.game(game)).basis.revision, first)
    swapped = [(tuple(each.path), each.after, each.before) for each in back.changes]
    assert sorted((tuple(each.path), each.before, each.after) for each in everything.changes) == sorted(swapped)
    app = service.application
    known = [view_for(HARBOUR, app.table_at(game, each), "").table for each in (first, app.get(game).revision)]
    before, after = (form(HARBOUR, each, HARBOUR.binding) for each in known)
    public = list(differences(before, after))
    assert [path for path, _, _ in public] == [tuple(each.path) for each in (await compared(first, 0, "")).changes]
    assert [tuple(each.path) for each in everything.changes] != [path for path, _, _ in public]
    assert not everything.left_out
    assert list(HARBOUR.binding) == list((await compared(first, 0, "")).left_out)


async def test_steps_and_filters(service: Running) -> None:
    """All entries in pages; only some seats, kinds or rulings; what a rewind has left does not stand."""
    client, game = service.client, await service.opened()
    played(service, game, 25)
    revisions = [each.revision async for each in client.entries(game)]
    await client.rewind(game, revisions[9], "once more", expected_revision=revisions[-1])

    async def steps(**wanted: Any) -> list[pb.GameStep]:
        found: list[pb.GameStep] = []
        token = ""
        while True:
            sent = pb.ListStepsRequest(game=game, viewer="judge", page_size=7, page_token=token, **wanted)
            page = await client.call(client.records.ListSteps, sent)
            found += page.steps
            token = page.next_page_token
            if not token:
                return found

    every = await steps()
    assert [each async for each in client.entries(game, viewer="judge")] == [each.entry for each in every]
    left = [each.entry.number for each in every if not each.stands]
    assert left
    assert min(left) > revisions[9]
    assert every[-1].stands
    for wanted, passes in (
        ({"seats": ["north", "chance"]}, lambda entry: entry.seat in {"north", "chance"}),
        (
            {"kinds": [game_service_pb2.ENTRY_KIND_REWOUND]},
            lambda entry: entry.kind == game_service_pb2.ENTRY_KIND_REWOUND,
        ),
        (
            {"rulings": [verdict_pb2.RULING_ILLEGAL]},
            lambda entry: entry.ruling == verdict_pb2.RULING_ILLEGAL,
        ),
        ({"after_entry": 20}, lambda entry: entry.number > 20),
    ):  # fmt: skip
        assert [each.entry for each in every if passes(each.entry)] == [each.entry for each in await steps(**wanted)]


def test_fields_of_a_table_have_names() -> None:
    """What is stored as a bare list is compared by its fields' names; frames of different kinds as a whole."""
    board = "turn 3, Character battle; dark to play or pass\ndark: force 5\n"
    board += "  character: vader = Darth Vader (E){}\nlight: force 3\n"
    tables = [SWTCG.read_board(board.format(end), "swtcg-2005") for end in ("", ", damage 2, tapped")]
    found = list(differences(form(SWTCG, tables[0]), form(SWTCG, tables[1])))
    stack = str(next(iter(tables[0].stacks)))
    assert {(("stacks", stack, "damage"), 0, 2), (("stacks", stack, "tapped"), False, True)} <= set(found)
    assert {"stacks", "agenda"} == {path[0] for path, _, _ in found}
    frames = ({"type": "Pop", "step": "start"}, {"type": "Roll", "step": "start", "dice": []})
    assert [(("frames", "0"), *frames)] == list(differences({"frames": [frames[0]]}, {"frames": [frames[1]]}))


def test_differences_go_by_names() -> None:
    """Items with a number or name of their own are compared by it; what came or went stands beside nothing."""
    before = {"force": 5, "stacks": [[1, "luke", 0], [2, "leia", 0]], "order": ["a", "b"], "gone": True}
    after = {"force": 5, "stacks": [[2, "leia", 3], [3, "han", 0]], "order": ["b"], "new": {"x": 1}}
    assert [
        (("stacks", "1"), [1, "luke", 0], NOTHING),
        (("stacks", "2", "2"), 0, 3),
        (("stacks", "3"), NOTHING, [3, "han", 0]),
        (("order", "0"), "a", "b"),
        (("order", "1"), "b", NOTHING),
        (("gone",), True, NOTHING),
        (("new",), NOTHING, {"x": 1}),
    ] == list(differences(before, after))


async def test_a_compressed_record(service: Running, other: Running) -> None:
    """A text may come compressed; what is cut off, no gzip, or too large unpacked is refused before it is read."""
    text = await exported(service, await closed(service))
    client = other.client
    packed = gzip.compress(text.encode())
    sent = pb.ImportGameRequest(format=JSON_LINES, gzip=packed, check_only=True)
    assert (await client.call(client.records.ImportGame, sent)).chain_holds
    for bad, code in (
        (packed[:-9], grpc.StatusCode.INVALID_ARGUMENT),
        (b"nonsense", grpc.StatusCode.INVALID_ARGUMENT),
        (gzip.compress(b" " * (TEXT_BYTES_MAX + 1)), grpc.StatusCode.RESOURCE_EXHAUSTED),
    ):
        with pytest.raises(RefusedError) as refused:
            await client.call(client.records.ImportGame, pb.ImportGameRequest(format=JSON_LINES, gzip=bad))
        assert (code, ["gzip"]) == (refused.value.code, [field for field, _ in refused.value.fields])
