"""What lies beside the play area: declarations and boards there and back, and who knows a supply."""

from __future__ import annotations

import pytest

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.judging import judge
from adjudicator.swtcg.cards.decks import OUR_DECKS, faces_of, our_deck
from adjudicator.swtcg.opening import pack
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import KNOWING, SWTCG, play_game, proven, read_board, read_cards

CARDS = read_cards(
    [
        {"name": "Long Night", "side": "D", "type": "Event"},
        {"name": "Cold Dawn", "side": "N", "type": "Event"},
        {"name": "Salt Mine", "side": "D", "type": "Resource", "cost": 4},
        {"name": "Marsh Trooper", "side": "D", "type": "Subordinate", "subtype": "Ground - Trooper",
         "speed": 40, "power": 2, "health": 1},
        {"name": "Hard Choice", "side": "N", "type": "Mission", "cost": 3},
    ]
)  # fmt: skip
EVENTS = """
setup; dark to play event
dark: hand 0, deck [Salt Mine, Hard Choice], supply [Long Night, Cold Dawn, Marsh Trooper]
light: hand 0, deck 60
"""
MULLIGAN = """
setup; dark to mulligan
dark: hand [Salt Mine, Hard Choice], deck 40, supply [Marsh Trooper]
  event: Long Night
light: hand 2, deck 40
"""
LATER = """
turn 3, dark build step
dark: force 3, build points 4, hand [Salt Mine], deck 40, supply [Marsh Trooper]
  event: Long Night
  resource: mine = Salt Mine, 3 resource counters
light: force 3, hand 2, deck 40
"""


def at(text: str) -> Table:
    """The table of a board with these cards."""
    return read_board(text, "swtcg-2022", CARDS)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (EVENTS, "dark: play event Long Night"),
        (EVENTS, "dark: play event Marsh Trooper"),
        (EVENTS, "dark: pull Salt Mine"),
        (MULLIGAN, "dark: mulligan [Salt Mine, Hard Choice]"),
        (MULLIGAN, "dark: mulligan [Salt Mine] back"),
        (MULLIGAN, "dark: mulligan [Salt Mine] discard"),
    ],
)
def test_declarations_come_back(text: str, words: str) -> None:
    """A declaration is said so that it is read as the same one."""
    table = at(text)
    said = SWTCG.read(table, words)
    assert said == SWTCG.read(table, SWTCG.say(table, said))


@pytest.mark.parametrize("text", [EVENTS, MULLIGAN, LATER])
def test_boards_come_back(text: str) -> None:
    """A board with Events, Resources, supplies and counters of a kind of their own is read as it was written."""
    table = at(text)
    written = SWTCG.board(table)
    assert written == SWTCG.board(read_board(written, "swtcg-2022", CARDS))
    assert SWTCG.encode(table) == SWTCG.encode(read_board(written, "swtcg-2022", CARDS))


def test_an_opponent_sees_how_many_cards_a_supply_has() -> None:
    """What lies in a supply is its owner's; an Event that was played is everybody's."""
    table = at(MULLIGAN)
    seen, own = SWTCG.board(table, "light"), SWTCG.board(table, "dark")
    assert "supply [?]" in seen
    assert "Marsh Trooper" not in seen
    assert "event: Long Night" in seen
    assert "supply [Marsh Trooper]" in own


def test_a_supply_of_2005_is_open() -> None:
    """Whatever effects have taken out of it everybody has seen."""
    text = LATER.replace("  event: Long Night\n", "").replace("  resource: mine = Salt Mine, 3 resource counters\n", "")
    table = read_board(text, "swtcg-2005", CARDS)
    assert "supply [Marsh Trooper]" in SWTCG.board(table, "light")


@pytest.mark.parametrize("edition", ["swtcg-2005", "swtcg-2005-rulebook", "swtcg-web"])
def test_editions_of_2005_know_no_such_cards(edition: str) -> None:
    """An Event is never in time there, and a Resource is not built; the reading on later sets is cited."""
    text = LATER.replace("  event: Long Night\n", "").replace("[Salt Mine]", "[Salt Mine, Hard Choice]")
    table = read_board(text.replace("  resource: mine = Salt Mine, 3 resource counters\n", ""), edition, CARDS)
    said = SWTCG.read(table, "dark: play event Marsh Trooper")
    assert isinstance(said, d.PlayEvent)
    ruled = judge(SWTCG, table, said)
    assert {"RIGHT_MOMENT", "CARD_IS_EVENT"} <= {clause.code for clause in ruled.failing}
    built = judge(SWTCG, table, SWTCG.read(table, "dark: build Salt Mine 4"))
    assert ["CARD_CAN_BE_BUILT"] == [clause.code for clause in built.failing]


OWN = {"type": "Those", "what": "card", "side": "yours", "types": ["resource"]}
THIS = {"type": "Those", "what": "stack", "bound": "this"}
PLAYED = read_cards(
    [
        {"name": "Wide Plain", "side": "N", "type": "Resource", "cost": 3, "effects": [
            {"type": "Activated", "do": [{"type": "GainForce", "amount": 1}],
             "cost": {"type": "Cost", "marks": "plain", "marks_of": OWN, "marks_amount": -1}},
            {"type": "Activated", "only": "build step",
             "do": [{"type": "Generate", "name": "Recruit", "speed": 40, "power": 2, "health": 1, "to": "character"}],
             "cost": {"type": "Cost", "marks": "plain", "marks_of": OWN, "marks_amount": 1}}]},
        {"name": "Cold Dawn", "side": "N", "type": "Event", "effects": [
            {"type": "Triggered", "when": {"type": "Event", "kind": "put", "to": THIS},
             "do": [{"type": "GainForce", "amount": 2}]}]},
        {"name": "Recruit", "side": "N", "type": "Subordinate", "subtype": "Character - Soldier",
         "speed": 40, "power": 2, "health": 1},
    ]
)  # fmt: skip


def test_whole_games_with_all_of_it() -> None:
    """Random games in which both players bring Resources and a supply are played to their end and proven."""
    resource, event, recruit = PLAYED
    packs = []
    for deck in map(our_deck, OUR_DECKS):
        brought = pack((*faces_of(deck, KNOWING.catalogue()), resource, resource), supply=(event, recruit, recruit))
        packs.append((deck.side, Sealed((deck.side,), brought)))
    opening = Opening("swtcg", "swtcg-2022", Settings(), (("dark", "Ann"), ("light", "Ben")), tuple(packs))
    happened: set[str] = set()
    for number in range(20):
        played = play_game(opening, f"beside {number}")
        proven(played, number, f"beside {number}")
        happened |= {type(fact).__name__ for fact in played.facts}
    assert {"EventPlayed", "ResourceCompleted", "MarksChanged", "SubordinateGenerated"} <= happened
