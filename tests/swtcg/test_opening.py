"""Opening a game of the Star Wars TCG: decks by value become a table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.run import Run
from adjudicator.swtcg.opening import deal, pack
from adjudicator.swtcg.table.facts import CardBound, CardsDrawn, CardShown, DeckShuffled
from adjudicator.swtcg.table.table import Turn
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Elsewhere, Event, Triggered
from tests.kit.star_wars import KNOWING, SWTCG

SEATS = (("dark", "Ann"), ("light", "Ben"))


def faces(side: str, count: int = 10) -> list[Face]:
    """Cards of a small deck, each of its own name."""
    return [
        Face(key=f"{side}/{at}", name=f"{side} card {at}", side=side, types=("ground",), cost=at) for at in range(count)
    ]


def opening(settings: Settings | None = None, packs: dict[str, tuple[Any, ...]] | None = None) -> Opening:
    """An opening with two small decks, or with these packs."""
    given = packs or {side: pack(faces(side)) for side in ("dark", "light")}
    sealed = tuple((seat, Sealed((seat,), items)) for seat, items in given.items())
    return Opening("swtcg", "swtcg-2005", settings or Settings(), SEATS, sealed)


def begun(opened: Opening) -> Run:
    """The run of an opening up to its first question."""
    run = Run(SWTCG, deal(opened, KNOWING).fork(), None)
    SWTCG.start(run)
    run.advance()
    return run


def test_every_card_has_its_place() -> None:
    """Each card of a pack becomes one card in its owner's deck, with a handle of its own."""
    table = deal(opening(), KNOWING)
    assert 20 == len(table.cards)
    assert 10 == len(table.zones["deck:dark"]) == len(table.zones["deck:light"])
    assert {"dark"} == {table.cards[handle].owner for handle in table.zones["deck:dark"]}
    assert () == SWTCG.invariants(begun(opening()).table)


def test_packs_come_back_from_the_log() -> None:
    """A pack that has been stored as msgpack opens the same game."""
    stored = {
        side: msgspec.msgpack.decode(msgspec.msgpack.encode(pack(faces(side), range(start, start + 10))))
        for side, start in (("dark", 500), ("light", 700))
    }
    table = deal(opening(packs={side: tuple(items) for side, items in stored.items()}), KNOWING)
    assert tuple(range(500, 510)) == table.zones["deck:dark"]
    assert "light card 3" == table.faces[table.cards[703].face].name


def test_settings_rule_the_table() -> None:
    """How the game is run comes from the opening, from the beginning and from a board."""
    settings = Settings(decks="reported", manual="blank", strict=True)
    table = deal(opening(settings), KNOWING)
    assert (True, "blank", True) == (table.reported_decks, table.manual, table.strict)
    board = SWTCG.encode(deal(opening(), KNOWING))
    again = deal(Opening("swtcg", "swtcg-web", settings, SEATS, board=board), KNOWING)
    assert (True, "blank", True, "swtcg-web") == (again.reported_decks, again.manual, again.strict, again.edition.id)


def test_reported_decks_hide_which_card_is_which() -> None:
    """Under reported decks the faces are known, but no card has one; the hand is drawn without asking chance."""
    run = begun(opening(Settings(decks="reported")))
    assert {""} == {card.face for card in run.table.cards.values()}
    assert 20 == len(run.table.faces)
    assert [7, 7] == [fact.count for fact in run.facts if isinstance(fact, CardsDrawn)]
    assert "mulligan" == run.window.kind if run.window else False


def test_house_decks_ask_chance() -> None:
    """Under house decks both decks are shuffled, then chance says which seven cards Dark draws."""
    run = begun(opening())
    assert ["dark", "light"] == [fact.seat for fact in run.facts if isinstance(fact, DeckShuffled)]
    due = SWTCG.chance_due(run.table)
    assert due is not None
    assert ("draw", 7, run.table.zones["deck:dark"]) == (due.kind, due.count, due.pool)


@pytest.mark.parametrize(
    ("packs", "why"),
    [
        ({"dark": pack(faces("dark"))}, "no deck for light"),
        ({"dark": (), "light": pack(faces("light"))}, "no deck for dark"),
        ({"dark": pack(faces("dark"), range(1, 11)), "light": pack(faces("light"), range(10, 20))}, "used twice"),
        ({"dark": ({"name": "no key"},), "light": pack(faces("light"))}, "key"),
        (
            {"dark": pack(faces("dark")), "light": pack([msgspec.structs.replace(faces("dark")[0], name="other")])},
            "two different cards",
        ),
    ],
)
def test_bad_packs_are_refused(packs: dict[str, tuple[Any, ...]], why: str) -> None:
    """A missing deck, a handle used twice, a card that is none: a ValueError that says what is wrong."""
    with pytest.raises(ValueError, match=why):
        deal(opening(packs=packs), KNOWING)


def test_unknown_edition_and_seats_are_refused() -> None:
    """An edition nobody knows and seats that this game does not have are refused."""
    with pytest.raises(ValueError, match="no edition"):
        deal(msgspec.structs.replace(opening(), edition="swtcg-1999"), KNOWING)
    with pytest.raises(ValueError, match="seats of this game"):
        deal(msgspec.structs.replace(opening(), seats=(("north", "Ann"), ("south", "Ben"))), KNOWING)


@pytest.mark.parametrize("handles", [(1, 2), (0, 1, 2), (1, 1, 2)])
def test_handles_fit_the_cards(handles: tuple[int, ...]) -> None:
    """Handles are positive, different, and as many as the cards."""
    with pytest.raises(ValueError, match="different positive handles"):
        pack(faces("dark", 3), handles)


@pytest.mark.parametrize(
    "fact",
    [
        CardShown(card=1, face="dark/0", rule="rots.information.hands-private"),
        CardBound(seat="dark", cards=Sealed(("dark",), ((1, "dark/0"),)), rule="rots.information.hands-private"),
    ],
)
def test_what_becomes_known_on_a_draft_is_unknown_elsewhere(fact: CardShown | CardBound) -> None:
    """Drafts share the cards until one of them learns a face; the table and its other drafts do not."""
    table = deal(opening(Settings(decks="reported")), KNOWING)
    draft, other = table.fork(), table.fork()
    SWTCG.fold(draft, fact)
    assert ["", "dark/0", ""] == [each.cards[1].face for each in (table, draft, other)]


def test_a_face_that_nobody_had_met_says_at_once_what_works_where_it_lies() -> None:
    """The index of effects says whether any card works in a discard pile, and so is made anew with the first."""
    draft = deal(opening(Settings(decks="reported")), KNOWING).fork()
    draft.turn = Turn(phase="battle")
    assert not draft.index.elsewhere
    lying = Elsewhere(zone="discard", ability=Triggered(when=Event(kind="attacks"), do=()))
    face = Face(key="late", name="Late", types=("ground",), abilities=(lying,))
    sealed = Sealed(("dark",), ((1, "late", msgspec.to_builtins(face)),))
    SWTCG.fold(draft, CardBound(seat="dark", cards=sealed, rule="rots.information.hands-private"))
    assert draft.index.elsewhere
