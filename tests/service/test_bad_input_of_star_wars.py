"""Bad input in the words of the Star Wars TCG: boards, decks, declarations and values that cannot be."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from grpc import StatusCode

from adjudicator.api.v1 import verdict_pb2
from adjudicator.application import Adjudication
from adjudicator.service.start import of_all_games
from adjudicator_client import AioAdjudicatorClient, Board, RefusedError, Seat, Structured
from tests.service.running import QUIET

EDITION = "swtcg-2005"
BOARD = """turn 3, dark build step
dark: force 3, build points 4, hand [Yoda's Intervention, Darth Vader (E)], deck 9
  character: vader = Darth Vader (A)
  build zone: Luke Skywalker (F) face down, 1 counters
light: force 3
  character: han = Han Solo (A); Wedge Antilles (A)
"""
OUR_LIGHT = "rebel-alliance"
BIG = "99999999999999999999999"

Service = tuple[AioAdjudicatorClient, str, Adjudication]


@pytest.fixture
async def service() -> AsyncIterator[Service]:
    """A client of a service, and a game on it that began at a board."""
    server, application = of_all_games(QUIET)
    with application:
        port = await server.start()
        try:
            async with AioAdjudicatorClient(f"127.0.0.1:{port}") as client:
                game = (await client.open_game(EDITION, [], board=BOARD)).game.game
                yield client, game, application
        finally:
            await server.stop()


async def _refused(asked: Awaitable[Any]) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        await asked
    return caught.value


SAID = [
    ("dark: dance", "NOT_UNDERSTOOD", "'dance'"),
    ("nobody: pass", "NOT_UNDERSTOOD", "'nobody'"),
    ("", "NOT_UNDERSTOOD", "the end of the line"),
    ("dark: pass\0", "NOT_UNDERSTOOD", "pass"),
    ("dark: ＰＡＳＳ", "NOT_UNDERSTOOD", "pass"),
    ("dark: deploy 👻", "NOT_UNDERSTOOD", "👻"),
    ("dark: deploy vader\u202e", "NOT_UNDERSTOOD", "vader"),
    ('dark: build "unclosed', "NOT_UNDERSTOOD", "unclosed"),
    ("dark: bid -1", "NOT_UNDERSTOOD", "'-1'"),
    (f"dark: bid {BIG}", "NOT_UNDERSTOOD", "digits"),
    (f"dark: deploy #{BIG}", "NOT_UNDERSTOOD", "digits"),
    (f"dark: deploy down{BIG}", "NOT_UNDERSTOOD", "digits"),
    (f"dark: play Yoda's Intervention with x {BIG}", "NOT_UNDERSTOOD", "digits"),
    ("dark: carry out {", "NOT_UNDERSTOOD", "facts in JSON"),
    ("judge: build Darth Vader (E) 1", "NOT_UNDERSTOOD", "Darth Vader (E)"),
    ("dark: activate vader", "AMBIGUOUS", "vader #"),
    ("dark: activate #77", "NOT_UNDERSTOOD", "#77"),
    ("dark: activate #77 evade 2", "NOT_UNDERSTOOD", "#77"),
    ("dark: mulligan [" + ", ".join(["Nobody"] * 300) + "]", "NOT_UNDERSTOOD", "Nobody"),
    ("x" * 5000, "FIELD_INVALID", "4000"),
]


@pytest.mark.parametrize(("words", "reason", "tells"), SAID, ids=[repr(each[0][:30]) for each in SAID])
async def test_words_that_mean_nothing(service: Service, words: str, reason: str, tells: str) -> None:
    """What is not understood has its reason and tells what was read or would fit; nothing is recorded."""
    client, game, _ = service
    for asked in (client.judge(game, words, viewer="dark"), client.submit(game, words, viewer="dark")):
        refused = await _refused(asked)
        assert reason == refused.reason
        assert tells in refused.message
    assert 1 == (await client.game(game)).game.entry


DARK, LIGHT = "imperial-hunt", OUR_LIGHT
UNOPENED: list[tuple[str, str, list[Seat], str, str]] = [
    ("a third seat", "swtcg-2022", [Seat("dark", "", DARK), Seat("light", "", LIGHT), Seat("vong", "", DARK)], "",
     "two of dark, vong, light, not dark, light, vong"),
    ("two Dark decks", "swtcg-2022", [Seat("ann", "", DARK), Seat("ben", "", DARK)], "", "ann has dark; ben has dark"),
    ("a side twice", "swtcg-2022", [Seat("dark", "", DARK), Seat("dark", "", LIGHT)], "", "name a seat twice"),
    ("an unknown seat", "swtcg-2005", [Seat("ann", "", DARK), Seat("ben", "", LIGHT)], "", "dark and light, not ann"),
    ("four decks", "swtcg-2022", [Seat("ann", "", decks=(DARK,) * 4), Seat("ben", "", LIGHT)], "", "ann has 4 decks"),
    ("a deck and others", "swtcg-2022", [Seat("ann", "", DARK, decks=(LIGHT,))], "", "one or the other"),
    ("an unknown edition", "swtcg-1999", [Seat("dark", "", DARK), Seat("light", "", LIGHT)], "", "swtcg-2005"),
    ("a seat that the board has not", EDITION, [Seat("ann", "Ann")], BOARD, "are dark and light, not ann"),
]  # fmt: skip


@pytest.mark.parametrize(("edition", "seats", "board", "tells"), [each[1:] for each in UNOPENED],
                         ids=[each[0] for each in UNOPENED])  # fmt: skip
async def test_games_that_cannot_be_opened(
    service: Service, edition: str, seats: list[Seat], board: str, tells: str
) -> None:
    """Nothing is recorded, and the answer names the seats, sides, decks or editions that there are."""
    client, _, application = service
    before = application.last_position()
    refused = await _refused(client.open_game(edition, seats, board=board))
    assert refused.code in (StatusCode.INVALID_ARGUMENT, StatusCode.NOT_FOUND)
    assert tells in refused.message
    assert before == application.last_position()


STRUCTURED = [
    ("a kind nobody knows", Structured("Dance", "dark")),
    ("no seat", Structured("Pass", "")),
    ("a seat nobody holds", Structured("Pass", "up")),
    ("a text for a number", Structured("Bid", "dark", {"amount": "all"})),
    ("nothing for a number", Structured("Bid", "dark", {"amount": None})),
    ("a list for a number", Structured("Deploy", "dark", {"stack": [1]})),
    ("a number for a flag", Structured("Answer", "dark", {"yes": 7})),
    ("words for a card", Structured("Build", "dark", {"card": "Luke"})),
    ("a flag for a card", Structured("Build", "dark", {"card": True})),
    ("nothing for a card", Structured("Build", "dark", {"card": None})),
    ("a list within a card", Structured("PlayCard", "dark", {"card": [[[1]]]})),
    ("a card below zero that is none", Structured("Build", "dark", {"card": [0]})),
    ("cards that are words", Structured("Mulligan", "dark", {"cards": ["a", "b"]})),
    ("dice that are words", Structured("Rolled", "chance", {"dice": ["six"]})),
    ("a draw nobody waits for", Structured("Drew", "chance", {"cards": [1]})),
    ("two cards where one is played", Structured("PlayCard", "dark", {"card": [1, 2]})),
    ("two bids at once", Structured("SecretBid", "dark", {"bid": [1, 2]})),
    ("targets that are no list", Structured("PlayCard", "dark", {"card": [1], "targets": 5})),
]


@pytest.mark.parametrize("said", [each[1] for each in STRUCTURED], ids=[each[0] for each in STRUCTURED])
async def test_arguments_of_wrong_types(service: Service, said: Structured) -> None:
    """An argument of a wrong type is FIELD_INVALID, asked and said; nothing is recorded."""
    client, game, _ = service
    for asked in (client.judge(game, said), client.submit(game, said)):
        refused = await _refused(asked)
        assert "FIELD_INVALID" == refused.reason
        assert refused.fields
    assert 1 == (await client.game(game)).game.entry


@pytest.mark.parametrize(
    "said",
    [
        Structured("Bid", "dark", {"amount": -(2**62)}),
        Structured("Bid", "dark", {"amount": 2**62}),
        Structured("Deploy", "dark", {"stack": -1}),
        Structured("AddCounters", "dark", {"stack": 2**62, "counters": -5}),
        Structured("Build", "dark", {"card": [2**62], "counters": 2**62}),
        Structured("Activate", "dark", {"ability": "👻.c0"}),
        Structured("Activate", "dark", {"ability": "[[1.", "x": -3, "mode": 99, "dice": [-1]}),
        Structured("Activate", "dark", {"ability": "77.0"}),
        Structured("Activate", "dark", {"ability": "character.0"}),
        Structured("Activate", "dark", {"ability": "².0"}),
        Structured("PlayCard", "dark", {"card": [99999]}),
        Structured("PlayCard", "dark", {"card": [[99999, "ROTS/1"]]}),
        Structured("Place", "dark", {"card": [[99999, "NO/1"]]}),
        Structured("Mulligan", "dark", {"cards": [1, [99999, "NO/1"]]}),
        Structured("PlayCard", "dark", {"card": [2], "x": -1, "targets": [[-1], []], "arena": "nowhere"}),
        Structured("Rearrange", "dark", {"stack": 1, "top": -1, "to": -7}),
        Structured("Build", "judge", {"card": [1]}),
        Structured("Stop", "chance"),
        Structured("Pass", "judge"),
        Structured("Rolled", "dark", {"dice": [0, 7]}),
        Structured("CarryOut", "judge", {"facts": "["}),
    ],
    ids=repr,
)
async def test_what_is_understood_but_wild_is_ruled_illegal_and_recorded(service: Service, said: Structured) -> None:
    """Numbers below zero and beyond all bounds, things that are not there, wrong seats: ILLEGAL, with clauses."""
    client, game, _ = service
    answer = await client.submit(game, said, viewer="judge")
    assert verdict_pb2.RULING_ILLEGAL == answer.verdict.ruling
    assert answer.verdict.clauses
    assert 2 == answer.basis.entry
    listed = [each async for each in client.entries(game)]
    assert verdict_pb2.RULING_ILLEGAL == listed[-1].ruling


def _with(old: str, new: str) -> str:
    assert old in BOARD
    return BOARD.replace(old, new, 1)


BOARDS = [
    ("Force below zero", _with("force 3", "force -3"), "NOT_UNDERSTOOD"),
    ("Force beyond all bounds", _with("force 3", f"force {BIG}"), "NOT_UNDERSTOOD"),
    ("a deck beyond all bounds", _with("deck 9", "deck 1000000"), "NOT_UNDERSTOOD"),
    ("a turn beyond all bounds", _with("turn 3", f"turn {BIG}"), "NOT_UNDERSTOOD"),
    ("counters below zero", _with("1 counters", "-1 counters"), "NOT_UNDERSTOOD"),
    ("a Battle card in an arena", _with("Han Solo (A)", "Yoda's Intervention"), "NOT_UNDERSTOOD"),
    ("a card nobody knows", _with("Han Solo (A)", "Hans Single"), "NOT_UNDERSTOOD"),
    ("a name with several readings", _with("Han Solo (A)", "Han Solo"), "AMBIGUOUS"),
    ("an alias given twice", _with("han =", "vader ="), "NOT_UNDERSTOOD"),
    ("no first line", "dark: force 3\n", "NOT_UNDERSTOOD"),
    ("dice that do not exist", _with("dark build step", "Character battle; dark to play or pass")
     + "attack: vader on han, rolled 9 9\n", "NOT_UNDERSTOOD"),
    ("an attack by nobody", _with("dark build step", "Character battle; dark to play or pass")
     + "attack: yoda on han, before the roll\n", "NOT_UNDERSTOOD"),
    ("nothing", " \n", "NOT_UNDERSTOOD"),
    ("a zero byte", BOARD + "\0", "NOT_UNDERSTOOD"),
    ("brackets without end", _with("Han Solo (A)", "Han Solo (A) with (" * 200), "NOT_UNDERSTOOD"),
    ("a library", "x" * 70_000, "FIELD_INVALID"),
    ("five in a stack", _with("Han Solo (A)", " over ".join(f"Han Solo ({v})" for v in "ABCDE")), "BOARD_REFUSED"),
    ("a stack of two people", _with("Han Solo (A)", "Han Solo (A) over Luke Skywalker (A)"), "BOARD_REFUSED"),
    ("a Character in space", _with("  character: han", "  space: han"), "BOARD_REFUSED"),
    ("two Locations in an arena", BOARD + "locations: character = Dark Cave (dark); character = Dark Cave (light)\n",
     "BOARD_REFUSED"),
]  # fmt: skip


@pytest.mark.parametrize(("board", "reason"), [each[1:] for each in BOARDS], ids=[each[0] for each in BOARDS])
async def test_boards_that_cannot_be(service: Service, board: str, reason: str) -> None:
    """A board that cannot be read, or on which no game can stand, is refused, asked about and opened."""
    client, _, _ = service
    games = len([each async for each in client.list_games()])
    for asked in (client.judge(Board(EDITION, board), "dark: pass"), client.open_game(EDITION, [], board=board)):
        refused = await _refused(asked)
        assert reason == refused.reason, refused
    assert games == len([each async for each in client.list_games()])


DECKS = [
    ("an unknown name", "nope", "DECK_REFUSED", "no deck is called 'nope'"),
    ("no card", "\n\n", "DECK_REFUSED", "names no card"),
    ("none of a card", "0 Darth Vader (E)\n", "DECK_REFUSED", "names no card"),
    ("a count that is none", "x Darth Vader (E)\ny Z\n", "DECK_REFUSED", "x Darth Vader (E)"),
    ("a count below zero", "-4 Darth Vader (E)\n", "DECK_REFUSED", "-4 Darth Vader (E)"),
    ("a count beyond all bounds", f"{BIG} Darth Vader (E)\n", "DECK_REFUSED", BIG),
    ("a card with several readings", "4 Darth Vader\n", "AMBIGUOUS", "Darth Vader (A)"),
    ("a card nobody knows", "4 Darth Ladder\n", "DECK_REFUSED", "Darth Ladder"),
    ("broken XML", "<deck><card></deck>", "DECK_REFUSED", "broken XML"),
    ("entities", '<!DOCTYPE x [<!ENTITY a "aaaa">]><deck>&a;</deck>', "DECK_REFUSED", "document type"),
    ("another file", "<html/>", "DECK_REFUSED", "<html>"),
]


@pytest.mark.parametrize(("deck", "reason", "tells"), [each[1:] for each in DECKS], ids=[each[0] for each in DECKS])
async def test_decks_that_cannot_be_read(service: Service, deck: str, reason: str, tells: str) -> None:
    """Each flaw of a deck is refused with what is wrong with it, in opening and in checking; no game is opened."""
    client, _, _ = service
    games = len([each async for each in client.list_games()])
    opened = await _refused(client.open_game(EDITION, [Seat("dark", "", deck), Seat("light", "", OUR_LIGHT)]))
    assert reason == opened.reason
    assert tells in opened.message
    assert games == len([each async for each in client.list_games()])


OPENINGS: list[tuple[str, Callable[[AioAdjudicatorClient], Awaitable[Any]], str]] = [
    ("one seat", lambda c: c.open_game(EDITION, [Seat("light", "", OUR_LIGHT)]), "OPENING_REFUSED"),
    ("a seat without a deck", lambda c: c.open_game(EDITION, [Seat("dark"), Seat("light", "", OUR_LIGHT)]),
     "OPENING_REFUSED"),
    ("a third seat", lambda c: c.open_game(EDITION, [Seat(s, "", OUR_LIGHT) for s in ("dark", "light", "up")]),
     "OPENING_REFUSED"),
    ("a Light deck for Dark", lambda c: c.open_game(EDITION, [Seat(s, "", OUR_LIGHT) for s in ("dark", "light")]),
     "OPENING_REFUSED"),
    ("a seat said twice", lambda c: c.open_game(EDITION, [Seat(s, "", OUR_LIGHT) for s in ("dark", "light", "dark")]),
     "FIELD_INVALID"),
    ("a board and decks", lambda c: c.open_game(EDITION, [Seat("dark", "", OUR_LIGHT)], board=BOARD), "FIELD_INVALID"),
    ("another edition", lambda c: c.open_game("swtcg-1999", []), "EDITION_NOT_FOUND"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "reason"), [each[1:] for each in OPENINGS], ids=[each[0] for each in OPENINGS])
async def test_games_that_cannot_begin(
    service: Service, call: Callable[[AioAdjudicatorClient], Awaitable[Any]], reason: str
) -> None:
    """Seats that are none, too few or too many, decks that are missing or too many: refused, and nothing is opened."""
    client, _, _ = service
    games = len([each async for each in client.list_games()])
    assert reason == (await _refused(call(client))).reason
    assert games == len([each async for each in client.list_games()])


@pytest.mark.parametrize(
    ("of", "name"),
    [("vader", "beauty"), ("vader", ""), ("", "power"), ("nobody", "power"), ("#" + BIG, "power"), ("-1", "power"),
     ("9" * 3000, "power"), ("👻", "speed")],
)  # fmt: skip
async def test_values_of_nothing(service: Service, of: str, name: str) -> None:
    """A value that there is not is VALUE_NOT_FOUND."""
    client, game, _ = service
    assert "VALUE_NOT_FOUND" == (await _refused(client.explain(game, of, name, viewer="judge"))).reason


async def test_every_answer_and_entry_names_the_cards_that_ruled(service: Service) -> None:
    """Basis and entries carry the digests of edition and catalogue, and the same ones."""
    client, game, application = service
    said = await client.submit(game, "dark: pass")
    digests = (said.basis.edition_digest, said.basis.catalogue_digest)
    assert all(len(each) == 64 for each in digests)
    contents: list[Any] = [entry.content for entry in application.entries(game)]
    assert [digests, digests] == [content.digests for content in contents[:2]]
