"""CardService over the real catalogue: cards, search, coverage by set, why not compiled, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.api.v1 import card_service_pb2 as pb
from adjudicator.api.v1 import verdict_pb2
from adjudicator.application import Adjudication
from adjudicator.citations import load
from adjudicator.service.cards import CardDesk
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.errors import RefusedError
from adjudicator.service.house import House
from adjudicator.service.notices import Notices
from adjudicator.service.quoting import Quoter
from adjudicator.service.start import games_of
from adjudicator.service.status import Code
from adjudicator.swtcg.cards.catalogue import SETS, our_catalogue
from adjudicator_client import AdjudicatorClient, AioAdjudicatorClient, Board, requests
from tests.served import served


@pytest.fixture(scope="module")
def desk() -> CardDesk:
    """The handlers over our own catalogue."""
    return _desk(Configuration())


def _desk(configuration: Configuration) -> CardDesk:
    """The handlers with the cards of a configuration; the house needs no log for what they are asked."""
    return CardDesk(
        House(configuration, Adjudication([], ":memory:"), games_of(configuration), Quoter(load()), Notices())
    )


def test_the_coverage_of_every_set(desk: CardDesk) -> None:
    """Each set's effects count once: compiled, by hand, read or manual; and they are the catalogue's own counts."""
    told = desk.ListSetCoverage(pb.ListSetCoverageRequest())
    assert list(SETS) == [each.set for each in told.sets]
    assert {"dark", "light", "yuuzhan vong", "neutral"} == set(told.sides)
    assert desk.cards.digest == told.catalogue_digest
    for each in told.sets:
        tally = our_catalogue().card_set(each.set).tally
        assert (tally.cards, tally.paragraphs, tally.compiled) == (each.cards, each.effects, each.compiled)
        assert each.effects == each.compiled + each.by_hand + each.manual + each.read
        assert 0 < each.worded <= each.abilities
        assert SETS[each.set] == each.title


def test_the_coverage_of_one_set(desk: CardDesk) -> None:
    """A set's code is understood in any case."""
    told = desk.ListSetCoverage(pb.ListSetCoverageRequest(set="esb"))
    assert ["ESB"] == [each.set for each in told.sets]


def _pages(desk: CardDesk, size: int, **asked: str) -> Iterator[pb.UntoldEffect]:
    token = ""
    while True:
        asked_now = pb.ListUntoldEffectsRequest(page_size=size, page_token=token, **asked)
        answer = desk.ListUntoldEffects(asked_now)
        assert len(answer.effects) <= size
        yield from answer.effects
        token = answer.next_page_token
        if not token:
            return


def test_why_effects_are_not_compiled(desk: CardDesk) -> None:
    """Page by page come exactly those effects that the coverage does not count as compiled, each with a reason."""
    found = list(_pages(desk, 37))
    counted = sum(each.effects - each.compiled for each in desk.ListSetCoverage(pb.ListSetCoverageRequest()).sets)
    assert counted == len(found)
    assert len(found) == len({(each.card, each.effect) for each in found})
    assert {"by hand", "frame", "manual", "read"} >= {each.state for each in found}
    assert all(each.why and each.name for each in found)


def test_why_the_effects_of_a_set_or_card_are_not_compiled(desk: CardDesk) -> None:
    """The same effects are told of a set, of one of its cards, and with the card itself."""
    of_set = list(_pages(desk, 500, set="AOTC"))
    one = of_set[0]
    of_card = list(_pages(desk, 5, card=one.card))
    assert one in of_card
    assert of_card == [each for each in of_set if each.card == one.card]
    assert of_card == list(desk.GetCard(pb.GetCardRequest(card=one.card)).card.untold)


OWN_CARD = {"Name": "Kitchen Droid", "Side": "L", "Type": "Character", "Subtype": "Droid", "Cost": "2", "Speed": "30",
            "Power": "1", "Health": "2"}  # fmt: skip
DEK = (
    b'<deck><superzone name="Deck"><card><name>Yoda (C)</name></card><card><name>Yoda (C)</name></card></superzone>'
    b"</deck>"
)


def _read(desk: CardDesk, **columns: str) -> pb.ReadCardsResponse:
    return desk.ReadCards(pb.ReadCardsRequest(cards=requests.definitions([{**OWN_CARD, **columns}])))


def test_cards_of_ones_own_are_read(desk: CardDesk) -> None:
    """What their texts are compiled to is said in our words; what is not understood is named."""
    (found,) = _read(desk, Text="When this unit attacks, draw a card. | Frobnicate the table.").cards
    told = [(each.text, each.state) for each in found.effects]
    assert ("when this unit attacks, you draw 1 card", "compiled") == told[0]
    assert ["manual"] == [state for _, state in told[1:]]
    assert [(2, "manual")] == [(each.effect, each.state) for each in found.untold]
    assert found.untold[0].why


def test_a_position_with_such_a_card_carries_its_text_out() -> None:
    """The same text works on a board: nothing is left to a judge."""
    card = {**OWN_CARD, "Text": "Pay 1 Force -> Draw a card. Play only during your build step."}
    light = "light: force 1, deck 9\n  character: k = Kitchen Droid"
    board = f"turn 3, light build step; light to build\ndark: force 0\n{light}"
    with served() as address, AdjudicatorClient(address) as client:
        asked = client.judge(Board("swtcg-2005", board, cards=[card]), "light: activate k ability")
    assert verdict_pb2.RULING_LEGAL == asked.verdict.ruling
    assert "AbilityPlayed" in {fact.kind for fact in asked.verdict.facts}


def test_a_corrected_card_cites_its_errata(desk: CardDesk) -> None:
    """What is printed otherwise on the card is told as corrected, with the rule that corrects it."""
    found = desk.GetCard(pb.GetCardRequest(card="Blaster Barrage")).card
    assert ["crf.card.blaster-barrage.text"] == [each.rule for each in found.errata]
    assert "swtcg-crf-2005-05-11" == found.errata[0].document
    assert [] == list(desk.GetCard(pb.GetCardRequest(card="Darth Vader (J)")).card.errata)


HEAD = "Name\tSet\tSide\tType\tSubtype\tCost\tSpeed\tPower\tHealth\tNumber\tText"
ROWS = (
    "Marsh Runner\tMRS\tD\tCharacter\tScout\t3\t50\t3\t3\t1\tPay 1 Force -> Evade 1",
    "Reed Cutter\tMRS\tQ\tCharacter\tScout\t3x\t40\t2\t3\t2\tArmor | This unit flumoxes its enemies.",
    "\tMRS\tL\tCharacter\tScout\t3\t40\t2\t3\t3\t",
)
SET_FILE = "\n".join((HEAD, *ROWS)).encode()


def test_a_set_file_is_read_part_by_part(desk: CardDesk) -> None:
    """Every card comes once with its reading, every flaw of the file once with its line."""
    token, parts = "", list[pb.ReadSetFileResponse]()
    while not parts or token:
        parts.append(desk.ReadSetFile(pb.ReadSetFileRequest(file=SET_FILE, page_size=1, page_token=token)))
        token = parts[-1].next_page_token
    assert [2, 2] == [part.total for part in parts]
    (runner,), (cutter,) = (part.cards for part in parts)
    assert ["Pay 1 Force → Evade 1"] == [each.text for each in runner.effects]
    assert [(2, "manual", "the word 'flumoxes' is not known")] == [
        (each.effect, each.state, each.why) for each in cutter.untold
    ]
    found = [(each.line, each.card, each.code) for part in parts for each in part.findings if each.lost]
    assert [
        (3, "Reed Cutter", "NO_NUMBER"), (3, "Reed Cutter", "SIDE_UNKNOWN"), (4, "", "ROW_WITHOUT_NAME"),
    ] == sorted(found)  # fmt: skip
    whole = desk.ReadSetFile(pb.ReadSetFileRequest(file=SET_FILE))
    assert sorted(each.said for part in parts for each in part.findings) == sorted(each.said for each in whole.findings)


def test_long_texts_end_a_part(desk: CardDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled for one answer is bounded; one card is always read."""
    monkeypatch.setattr("adjudicator.service.requests.CARD_TEXT_MAX", 10)
    answer = desk.ReadSetFile(pb.ReadSetFileRequest(file=SET_FILE))
    assert (["Marsh Runner"], "1") == ([each.name for each in answer.cards], answer.next_page_token)


REFUSED: list[tuple[str, Callable[[CardDesk], Any], Code, str]] = [
    ("no card", lambda d: d.GetCard(pb.GetCardRequest()), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("an unknown card", lambda d: d.GetCard(pb.GetCardRequest(card="Darth Ladder")), Code.NOT_FOUND, "CARD_NOT_FOUND"),
    ("two cards", lambda d: d.GetCard(pb.GetCardRequest(card="Yoda")), Code.INVALID_ARGUMENT, "AMBIGUOUS"),
    ("no such set", lambda d: d.ListSetCoverage(pb.ListSetCoverageRequest(set="XYZ")), Code.NOT_FOUND, "SET_NOT_FOUND"),
    (
        "no set of why",
        lambda d: d.ListUntoldEffects(pb.ListUntoldEffectsRequest(set="X")),
        Code.NOT_FOUND,
        "SET_NOT_FOUND",
    ),
    (
        "no card of why",
        lambda d: d.ListUntoldEffects(pb.ListUntoldEffectsRequest(card="Darth Ladder")),
        Code.NOT_FOUND,
        "CARD_NOT_FOUND",
    ),
    (
        "no such set to look in",
        lambda d: d.SearchCards(pb.SearchCardsRequest(set="X")),
        Code.NOT_FOUND,
        "SET_NOT_FOUND",
    ),
    (
        "no such side",
        lambda d: d.SearchCards(pb.SearchCardsRequest(side="grey")),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "a deck for no side",
        lambda d: d.CheckDeck(pb.CheckDeckRequest(deck="imperial-hunt", edition="swtcg-2005", side="grey")),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "a deck and a deck file",
        lambda d: d.CheckDeck(pb.CheckDeckRequest(deck="imperial-hunt", file=DEK, edition="swtcg-2005")),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "a deck file that is none",
        lambda d: d.CheckDeck(pb.CheckDeckRequest(file=b"\x00\x01", edition="swtcg-2005")),
        Code.INVALID_ARGUMENT,
        "DECK_REFUSED",
    ),
    ("a format of none", lambda d: _event(d, format="Jumbo"), Code.INVALID_ARGUMENT, "DECK_REFUSED"),
    ("a newest set of none", lambda d: _event(d, newest="ALTA"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("a day of none", lambda d: _event(d, sanctioned=True, day="soon"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("a day of no list", lambda d: _event(d, day="2004-12-20"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("no file", lambda d: d.ReadSetFile(pb.ReadSetFileRequest()), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("no table", lambda d: d.ReadSetFile(pb.ReadSetFileRequest(file=b"x")), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    (
        "a file too large",
        lambda d: d.ReadSetFile(pb.ReadSetFileRequest(file=b"x" * (128 * 1024 + 1))),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    ("no cards to read", lambda d: d.ReadCards(pb.ReadCardsRequest()), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("a column that is none", lambda d: _read(d, Colour="red"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("a number that is none", lambda d: _read(d, Cost="two"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("effects that are none", lambda d: _read(d, Effects="[1"), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    ("a book for a text", lambda d: _read(d, Text="Draw a card. " * 1000), Code.INVALID_ARGUMENT, "FIELD_INVALID"),
    (
        "too many cards",
        lambda d: d.ReadCards(pb.ReadCardsRequest(cards=requests.definitions([OWN_CARD] * 201))),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "a set and a card",
        lambda d: d.ListUntoldEffects(pb.ListUntoldEffectsRequest(set="AOTC", card="AOTC/1")),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "no such page",
        lambda d: d.ListUntoldEffects(pb.ListUntoldEffectsRequest(page_token="next")),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
    (
        "a page of less than none",
        lambda d: d.ListUntoldEffects(pb.ListUntoldEffectsRequest(page_size=-1)),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    ),
]


LIMIT = "COPIES_OF_THE_EVENT"


@pytest.mark.parametrize(("call", "code", "reason"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_what_is_refused(desk: CardDesk, call: Callable[[CardDesk], Any], code: Code, reason: str) -> None:
    """Each kind of bad input has its code and its reason."""
    with pytest.raises(RefusedError) as caught:
        call(desk)
    assert (code, reason) == (caught.value.code, caught.value.reason)


def _event(desk: CardDesk, edition: str = "swtcg-2022", deck: str = "2 Ugnaught", **event: Any) -> Any:
    return desk.CheckDeck(pb.CheckDeckRequest(deck=deck, edition=edition, event=pb.DeckEvent(**event)))


@pytest.mark.parametrize(
    ("deck", "event", "code", "shown"),
    [
        ("2 Ugnaught", {"sanctioned": True}, "COPIES_OF_THE_EVENT", "RAS"),
        ("1 Ugnaught", {"sanctioned": True}, "COPIES_OF_THE_EVENT", "RAS"),
        ("2 Han's Promise", {"sanctioned": True}, "COPIES_OF_THE_EVENT", "ESB"),
        ("1 Padmé Amidala (H)", {"format": "Vintage"}, "COPIES_OF_THE_EVENT", "ROTS"),
        ("2 Coruscant Emergency Ship", {"format": "vintage"}, "COPIES_OF_THE_EVENT", "ROTS"),
        ("1 Yoda (B)", {"format": "mine", "sets": ["SR"]}, "CARDS_OF_THE_FORMAT", "1"),
        ("1 Bastila Shan (B)", {"format": "Vintage"}, "CARDS_OF_THE_FORMAT", "1"),
    ],
)
def test_what_an_event_does_not_admit(desk: CardDesk, deck: str, event: dict[str, Any], code: str, shown: str) -> None:
    """A banned card, two copies of a restricted one, a card of another format, each with what says so."""
    failing = {each.code: each for each in _event(desk, deck=deck, **event).clauses if _fails(each)}
    assert shown in [each.value for each in failing[code].evidence]
    assert code not in {each.code for each in _event(desk, deck=deck).clauses}


def test_what_an_event_admits(desk: CardDesk) -> None:
    """One copy of a restricted card; a card banned in another format; whatever 2005 does not know to be banned."""
    one = [each for each in _event(desk, deck="1 Han's Promise", sanctioned=True).clauses if each.code == LIMIT]
    assert [False] == [_fails(each) for each in one]
    for edition, deck in (("swtcg-2022", "1 Padmé Amidala (H)"), ("swtcg-2005", "2 Han's Promise")):
        assert LIMIT not in {each.code for each in _event(desk, edition, deck, sanctioned=True).clauses}


def _fails(clause: verdict_pb2.Clause) -> bool:
    return clause.finding == verdict_pb2.FINDING_FAILS


def test_a_deck_file_is_read_as_it_is(desk: CardDesk) -> None:
    """The bytes of a deck file are ruled on as the list of the same cards is, in another encoding too."""
    listed = desk.CheckDeck(pb.CheckDeckRequest(deck="2 Yoda (C)", edition="swtcg-2005"))
    for file in (DEK, DEK.decode().encode("utf-16")):
        read = desk.CheckDeck(pb.CheckDeckRequest(file=file, edition="swtcg-2005"))
        assert (2, verdict_pb2.RULING_ILLEGAL, list(listed.clauses)) == (read.cards, read.ruling, list(read.clauses))


async def test_both_clients_ask_for_cards() -> None:
    """Over the wire, blocking and for asyncio: the same answers."""
    with served() as address:
        with AdjudicatorClient(address) as client:
            (told,) = client.set_coverage("SR")
            untold = client.untold_effects(set="SR", page_size=2)
            card = client.card("ESB/5")
            found = client.search_cards("vader", page_size=3)
            deck = client.check_deck("imperial-hunt", "swtcg-2005")
            file = client.check_deck(DEK, "swtcg-2005")
            own = client.read_cards([OWN_CARD])
        async with AioAdjudicatorClient(address) as other:
            assert [told] == list(await other.set_coverage("SR"))
            assert untold == await other.untold_effects(set="SR", page_size=2)
            assert card == await other.card("ESB/5")
            assert found == await other.search_cards("vader", page_size=3)
            assert own == await other.read_cards([OWN_CARD])
            assert deck == await other.check_deck("imperial-hunt", "swtcg-2005")
            assert file == await other.check_deck(DEK, "swtcg-2005")
    assert ("SR", 2, 3) == (told.set, len(untold.effects), len(found))
    assert ("ESB/5", verdict_pb2.RULING_LEGAL) == (card.card, deck.ruling)


def test_sets_of_the_operators_own(tmp_path: Path) -> None:
    """A folder of imported sets comes before ours of the same code; what is no set of ours is named."""
    kept = structs.replace(
        our_catalogue().card_set("SR"), title="My own", cards=our_catalogue().card_set("SR").cards[:3]
    )
    (tmp_path / "SR.json").write_bytes(msgspec.json.encode(kept))
    desk = _desk(Configuration(cards=str(tmp_path)))
    (told,) = desk.ListSetCoverage(pb.ListSetCoverageRequest(set="SR")).sets
    assert ("My own", list(SETS)) == (told.title, list(desk.cards.sets))
    assert our_catalogue().digest != desk.cards.digest
    assert our_catalogue().digest == _desk(Configuration()).cards.digest
    (tmp_path / "SR.json").write_text("{}")
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(ConfigurationError, match="cards"):
            games_of(Configuration(cards=str(folder)))
