"""Deck lists of three kinds, formats, and XML that must not be trusted."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.diagnostics import ImportFailed
from adjudicator.swtcg.cards.lackey_lists import Format, Line, read_deck_list, read_formats, read_text_deck

DEK = """<deck version="0.8">
 <meta><game>starwars</game></meta>
 <superzone name="Deck">
  <card><name id="img_a">Test Droid (A)</name><set>TST</set></card>
  <card><name id="img_a">Test Droid (A)</name><set>TST</set></card>
  <card><name id="">Vader&apos;s Ship</name><set>TST</set></card>
 </superzone>
 <superzone name="Sideboard"><card><name id="img_b">Other</name><set>TST</set></card></superzone>
 <superzone name="Nowhere"><card><name id="img_b">Other</name><set>TST</set></card></superzone>
</deck>"""


def test_a_dek_file_is_counted() -> None:
    """Copies are counted together, zones kept apart, entities understood, an unknown zone reported."""
    found = read_deck_list(DEK.encode())
    assert (
        Line(2, "Test Droid (A)", "TST", "img_a", "deck", 4),
        Line(1, "Vader's Ship", "TST", "", "deck", 6),
        Line(1, "Other", "TST", "img_b", "sideboard", 8),
    ) == found.lines
    assert ["ZONE_UNKNOWN"] == [each.code for each in found.diagnostics]


def test_a_text_deck_is_read() -> None:
    """Counts and names, headings, comments, `4x`, and a name without a count."""
    found = read_text_deck(b"# mine\n4\tTest Droid (A)\n2x Other\nLonely\n\nSideboard:\n1\tThird\n")
    assert [(4, "Test Droid (A)", "deck"), (2, "Other", "deck"), (1, "Lonely", "deck"), (1, "Third", "sideboard")] == [
        (line.count, line.name, line.zone) for line in found.lines
    ]
    assert ["NO_COUNT"] == [each.code for each in found.diagnostics]


def test_no_copies_are_no_card() -> None:
    """A count of nought is left out and reported."""
    found = read_text_deck(b"0 Nothing\n1 Something\n")
    assert (["Something"], ["NO_COPIES"]) == (
        [line.name for line in found.lines],
        [each.code for each in found.diagnostics],
    )


def test_the_json_of_the_deck_site_is_read() -> None:
    """Title, side, cards and supply of swtcg-deckdb.com."""
    data = b'{"name":"Mine","side":"Dark","cards":[{"count":3,"name":"Test","setCode":"TST"}],"supply":[]}'
    found = read_deck_list(data)
    assert ("Mine", "dark", (Line(3, "Test", "TST"),)) == (found.title, found.side, found.lines)


def test_formats_are_read() -> None:
    """A format is a label and a white-list of sets in order."""
    data = b"<formatdefinitions><format><label>Old</label><set>AOTC</set><set>SR</set></format></formatdefinitions>"
    assert (Format("Old", ("AOTC", "SR")),) == read_formats(data)


BOMB = """<!DOCTYPE deck [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><deck>&b;</deck>"""
OUTSIDE = """<!DOCTYPE deck SYSTEM "file:///etc/hostname"><deck/>"""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"<deck",
        b"<deck><superzone></deck>",
        b"<deck></deck>",
        b"<other></other>",
        BOMB.encode(),
        OUTSIDE.encode(),
        b"<deck>" + b"<a>" * 100 + b"</a>" * 100 + b"</deck>",
        b"{",
        b'{"cards":[{"count":0,"name":"x"}]}',
        b'{"cards":[{"count":"many","name":"x"}]}',
        b"9999\tToo Many\n",
        b"<deck>" + b" " * 1_100_000 + b"</deck>",
    ],
)
def test_a_list_that_cannot_be_read_is_refused(data: bytes) -> None:
    """Broken, empty, unsafe, too deep and too big lists give one clear error and nothing else."""
    with pytest.raises(ImportFailed):
        read_deck_list(data)


def test_the_line_of_a_break_is_said() -> None:
    """A broken file says where it broke."""
    with pytest.raises(ImportFailed, match="line 3"):
        read_deck_list(b"<deck>\n<card>\n</deck>")


@given(st.binary(max_size=300))
@example(b"<deck>\x00</deck>")
@example(b"\xff\xfe<\x00")
@example(b'{"cards": [[[[')
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No bytes raise anything but ImportFailed, here or in the formats."""
    with contextlib.suppress(ImportFailed):
        assert read_deck_list(data).lines
    with contextlib.suppress(ImportFailed):
        read_formats(data)
