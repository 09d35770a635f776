"""The importers over the community's real files, where they are at hand."""

from __future__ import annotations

import pytest

from adjudicator.swtcg.cards.build import build, main
from adjudicator.swtcg.cards.catalogue import SETS, our_catalogue
from adjudicator.swtcg.cards.deck_check import check_deck
from adjudicator.swtcg.cards.decks import resolve
from adjudicator.swtcg.cards.importer import import_set
from adjudicator.swtcg.cards.lackey_lists import read_deck_list, read_formats
from adjudicator.swtcg.editions import EDITIONS
from tests.swtcg.cards.real_files import folder, needed

pytestmark = needed

STARTERS = {
    "Starter_Rep_DS.dek": ("dark", 20),
    "Starter_Rep_LS.dek": ("light", 20),
    "Reb_LS_Starter.dek": ("light", 21),
    "Starter_Reb_DS.dek": ("dark", 23),
}


LOST = {"TOR": [("NUMBER_MISSING", "Mandalorian Blockade")]}
"""By set, what its file itself lacks."""


def data(*parts: str) -> bytes:
    """The bytes of a real file."""
    place = folder()
    assert place is not None
    return place.joinpath(*parts).read_bytes()


def test_our_data_are_what_the_real_files_give() -> None:
    """Building again from the real files changes nothing."""
    place = folder()
    assert place is not None
    assert list(SETS) == list(build(place / "sets"))
    with pytest.raises(SystemExit) as ended:
        main([str(place / "sets"), "--check"])
    assert 0 == ended.value.code


@pytest.mark.parametrize("code", SETS)
def test_every_row_of_a_real_file_becomes_a_card(code: str) -> None:
    """No row is lost, and no number is refused."""
    raw = data("sets", f"{code}.txt")
    rows = [line for line in raw.decode().splitlines()[1:] if line.strip()]
    imported = import_set(raw, code)
    assert len(rows) == len(imported.cards)
    assert LOST.get(code, []) == [(each.code, each.card) for each in imported.diagnostics if each.lost]


@pytest.mark.parametrize("name", STARTERS)
def test_the_starter_decks_are_legal(name: str) -> None:
    """Each real deck of sixty is resolved whole and passes."""
    side, distinct = STARTERS[name]
    deck = resolve(read_deck_list(data("decks", name)), our_catalogue()).deck
    assert (side, distinct, 60, ()) == (deck.side, len(deck.cards), deck.size, deck.unknown)
    assert "legal" == check_deck(deck, our_catalogue(), EDITIONS["swtcg-2005"]).ruling.value


def test_the_real_formats_are_read() -> None:
    """Eleven formats, one of them the publisher's ten sets."""
    formats = {each.label: each.sets for each in read_formats(data("formats.txt"))}
    assert (11, 10) == (len(formats), len(formats["WOTC"]))
