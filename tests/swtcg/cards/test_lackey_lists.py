"""Deck lists of three kinds, formats, and XML that must not be trusted."""

from __future__ import annotations

import contextlib
import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.diagnostics import ImportFailed
from adjudicator.swtcg.cards.lackey_lists import (
    Format,
    Line,
    our_formats,
    read_deck_list,
    read_formats,
    read_text_deck,
)

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


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("text", ["3 Padmé Amidala (A)\r\n", DEK.replace("Test Droid", "Padmé Amidala")])
def test_lists_of_any_encoding(text: str, encoding: str) -> None:
    """The same name comes out of each."""
    assert "Padmé Amidala (A)" == read_deck_list(text.encode(encoding)).lines[0].name


@pytest.mark.parametrize("written", ["3 Some Name", "3x Some Name", "3\tSome Name", "Some Name x3", "Some Name (x3)"])
def test_the_count_stands_before_or_behind(written: str) -> None:
    """However a program writes three copies."""
    assert (Line(3, "Some Name", line=1),) == read_deck_list(written.encode()).lines


def test_a_deck_of_cockatrice_is_read() -> None:
    """Copies are an attribute; the side zone is the sideboard; a count that is none is told."""
    found = read_deck_list(
        b'<?xml version="1.0"?><cockatrice_deck version="1"><deckname>Mine</deckname><zone name="main">'
        b'<card number="3" name="Some Name"/><card number="many" name="Odd"/></zone>'
        b'<zone name="side"><card number="1" name="Other"/></zone></cockatrice_deck>'
    )
    assert [(3, "Some Name", "deck"), (1, "Other", "sideboard")] == [(e.count, e.name, e.zone) for e in found.lines]
    assert ("Mine", ["NO_NUMBER"]) == (found.title, [each.code for each in found.diagnostics])


@pytest.mark.parametrize("data", [b"https://example.org/vader.png\n", b"4 vader.jpg\n", b'{"ObjectStates": []}'])
def test_pictures_are_refused(data: bytes) -> None:
    """A list that names only pictures says so."""
    with pytest.raises(ImportFailed, match="picture"):
        read_deck_list(data)


def test_lines_below_an_unknown_heading_are_told() -> None:
    """Each line of a part of a deck that nobody knows is a finding."""
    found = read_deck_list(b"1 Some Name\nMaybe later:\n2 Other\n")
    assert [(2, "Maybe later"), (3, "2 Other")] == [(each.line, each.read) for each in found.diagnostics]


def test_the_formats_of_the_documents_come_with_the_project() -> None:
    """Ten sets of the publisher, 45 of the committee; nobody lists those of Standard and of the eras."""
    listed = {each.label: len(each.sets) for each in our_formats() if each.sets}
    assert {"WOTC": 10, "IDC": 45, "Galaxy": 55, "Vintage": 16} == listed


@pytest.mark.parametrize("seed", range(50))
def test_no_line_of_a_mangled_list_is_lost_in_silence(seed: int) -> None:
    """Of 20 lists each: no exception but the refusal; every line is a card, or a finding tells of it."""
    chance = random.Random(seed)
    for _ in range(20):
        lines = [_mangled(chance, f"{chance.randrange(1, 5)} Somebody {number}") for number in range(20)]
        encoding = chance.choice(("utf-8", "utf-8-sig", "utf-16", "cp1252"))
        try:
            found = read_deck_list("\n".join(lines).encode(encoding, errors="replace"))
        except ImportFailed:
            continue
        kept = {name for each in found.lines for name in re.findall(r"[0-9]+", each.name)}
        told = {each.line for each in found.diagnostics}
        for at, line in enumerate(lines, 1):
            name = re.search(r"Somebody ([0-9]+)", line)
            assert name is None or line.startswith("#") or name[1] in kept or at in told, line


def _mangled(chance: random.Random, line: str) -> str:
    """A line of a list with signs changed, cut, or turned round; or a heading, or something else."""
    way = chance.randrange(8)
    if way == 0:
        return line[: chance.randrange(len(line))]
    if way == 1:
        at = chance.randrange(len(line))
        return line[:at] + chance.choice('\t<>{}:#x"é\x00') + line[at:]
    if way == 2:
        count, _, name = line.partition(" ")
        return f"{name} x{count}"
    if way == 3:
        return chance.choice(("Sideboard:", "Supply:", "Nowhere:", "", "//", "0 Nobody", "x", "-1 Somebody 99"))
    return line


@pytest.mark.parametrize("seed", range(100))
def test_mangled_files_of_programs_are_read_or_refused(seed: int) -> None:
    """Bytes changed in XML and JSON: a list, or the one refusal."""
    chance = random.Random(seed)
    site = b'{"name":"Mine","side":"Dark","cards":[{"count":3,"name":"Test","setCode":"TST"}],"supply":[]}'
    data = bytearray(chance.choice((DEK.encode(), DEK.encode("utf-16"), site)))
    for _ in range(chance.randrange(1, 6)):
        at = chance.randrange(len(data))
        data[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
    with contextlib.suppress(ImportFailed):
        assert read_deck_list(bytes(data)).lines
