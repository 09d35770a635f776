"""Set files with every flaw that the community's files have."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.swtcg.cards.diagnostics import Diagnostic, ImportFailed
from adjudicator.swtcg.cards.lackey import COLUMNS, SET_FILE_BYTES_MAX, Row, SetFile, read_set_file

HEADER = "\t".join(COLUMNS)


def line(**cells: str) -> str:
    """A row of a set file with these cells."""
    return "\t".join(cells.get(column, "") for column in COLUMNS)


def read(*lines: str, header: str = HEADER) -> SetFile:
    """Read a set file of these rows."""
    return read_set_file("\n".join([header, *lines]).encode())


def only(found: SetFile) -> Row:
    """The only row of a set file."""
    assert 1 == len(found.rows)
    return found.rows[0]


def codes(found: SetFile) -> list[str]:
    """The codes of the diagnostics, in order."""
    return [each.code for each in found.diagnostics]


def test_a_clean_row_is_read_without_remarks() -> None:
    """A row of current form gives its cells as they stand."""
    found = read(line(Name="Test Droid (A)", Set="TST", Side="D", Type="Character", Cost="3", Speed="40"))
    assert ("Test Droid (A)", "3", "") == (only(found)["Name"], only(found)["Cost"], only(found)["Health"])
    assert () == found.diagnostics


def test_bytes_of_windows_are_understood() -> None:
    """Byte 0x96, the dash of Windows-1252, becomes a dash, and the file says which encoding it has."""
    data = (HEADER + "\n" + line(Name="Test", Set="TST", Type="Space", Subtype="Imperial @ Ship")).encode()
    found = read_set_file(data.replace(b"@", b"\x96"))
    assert "Imperial - Ship" == only(found)["Subtype"]
    assert Diagnostic("NOT_UTF8", 2, "byte 0x96", "Windows-1252") == found.diagnostics[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings(encoding: str) -> None:
    """UTF-8 with and without mark, UTF-16 with mark and Windows-1252 give the same name."""
    found = read_set_file((HEADER + "\n" + line(Name="Padmé", Type="Character")).encode(encoding))
    assert "Padmé" == only(found)["Name"]


def test_decimals_become_whole_numbers() -> None:
    """`7.0` is 7, and each such cell is reported."""
    found = read(line(Name="Test", Type="Ground", Cost="7.0", Number="12.0"))
    assert ("7", "12") == (only(found)["Cost"], only(found)["Number"])
    assert ["DECIMAL_NUMBER", "DECIMAL_NUMBER"] == codes(found)


@pytest.mark.parametrize("written", ["X", "x", "*", ""])
def test_what_is_no_number_is_not_made_one(written: str) -> None:
    """X and * stay what they are."""
    assert written.upper() == only(read(line(Name="Test", Type="Ground", Cost=written)))["Cost"]


def test_a_wrong_number_in_the_set_is_left_out_and_reported() -> None:
    """A number in the set that is none in any way is not guessed; what a cost says is left to the card's reader."""
    found = read(line(Name="Test", Type="Ground", Cost="4.5", Number="4.5"))
    assert ("4.5", "") == (only(found)["Cost"], only(found)["Number"])
    assert [Diagnostic("NO_NUMBER", 2, "Number 4.5", lost=True)] == list(found.diagnostics)


def test_csv_quotes_are_undone() -> None:
    """A cell quoted as in a CSV file loses its quotes and the doubling of those inside."""
    found = read(line(Name="Test", Type="Battle", Text='"Gets ""Armor"" now"'))
    assert ('Gets "Armor" now', ["CSV_QUOTES"]) == (only(found)["Text"], codes(found))


def test_quotes_that_belong_to_the_text_stay() -> None:
    """A cell that only begins and ends with words in quotes is left alone."""
    found = read(line(Name="Test", Type="Battle", Text='"Armor" or "Lucky 1"'))
    assert ('"Armor" or "Lucky 1"', []) == (only(found)["Text"], codes(found))


def test_a_quoted_cell_over_two_lines_is_joined() -> None:
    """A line end inside CSV quotes does not break the row."""
    first = line(Name="Test", Type="Battle", Text='"Armor').rstrip("\t")
    found = read(first + "\n" + 'Lucky 1"\t\tWOTC', line(Name="Next", Type="Battle"))
    assert ("Armor Lucky 1", "WOTC") == (found.rows[0]["Text"], found.rows[0]["Classification"])
    assert ["Test", "Next"] == [row["Name"] for row in found.rows]


def test_blanks_and_lost_apostrophes_are_repaired() -> None:
    """Trailing and doubled blanks go, `?` between letters becomes the apostrophe it was."""
    found = read(line(Name="Vader?s  Ship (B) ", Type="Space ", Subtype="Imperial  Ship "))
    row = only(found)
    assert ("Vader's Ship (B)", "Space", "Imperial Ship") == (row["Name"], row["Type"], row["Subtype"])
    assert ["SIGNS_REPAIRED"] * 3 == codes(found)


def test_older_files_with_fewer_columns_are_read() -> None:
    """A file that ends with Script, and one without Usage, give empty cells for the rest."""
    older = [column for column in COLUMNS[:15] if column != "Usage"]
    found = read("Test\tTST\t\tD\tSpace", header="\t".join(older))
    assert ("Space", "", "") == (only(found)["Type"], only(found)["Usage"], only(found)["DraftRarity"])
    assert ["COLUMN_MISSING", "ROW_SHORT"] == codes(found)


def test_cells_beyond_the_header_are_reported() -> None:
    """More cells than columns: the rest is named and left out."""
    found = read(line(Name="Test", Type="Space") + "\tstray")
    assert [Diagnostic("CELL_BEYOND_HEADER", 2, "stray", lost=True)] == list(found.diagnostics)


def test_a_row_without_name_is_left_out_and_reported() -> None:
    """Nothing is dropped in silence."""
    found = read(line(Type="Space"), line(Name="Test", Type="Space"))
    assert (1, ["ROW_WITHOUT_NAME"]) == (len(found.rows), codes(found))


def test_a_cell_too_long_costs_that_cell() -> None:
    """A cell longer than any card's is left out and reported; the card is read."""
    found = read(line(Name="Test", Type="Space", Text="x" * 30_000))
    assert ("Test", "", ["CELL_TOO_LONG"]) == (only(found)["Name"], only(found)["Text"], codes(found))


def test_columns_that_nobody_knows_are_reported() -> None:
    """A column without a meaning is left out, one that is there twice is read once; the file says so."""
    found = read("Test\tSpace\tblue\t1\t2", header="Name\tType\tColour\tCost\tCost")
    assert ["COLUMN_UNKNOWN", "COLUMN_TWICE"] == codes(found)[:2]
    assert [True, True] == [each.lost for each in found.diagnostics[:2]]


WHOLE = {"Name": "Test", "Set": "TST", "Side": "L", "Type": "Character", "Subtype": "Soldier", "Cost": "3",
         "Speed": "40", "Power": "3", "Health": "2", "Rarity": "C", "Number": "8", "Text": "Parry 1"}  # fmt: skip


@pytest.mark.parametrize(("column", "empty"), [("Health", "Health"), ("Cost", "Health"), ("Side", "Side")])
def test_a_tab_that_is_missing_moves_nothing_else(column: str, empty: str) -> None:
    """Without one cell and its tab the cells behind it are in their columns again, and the file says so."""
    found = read("\t".join(WHOLE.get(each, "") for each in COLUMNS if each != column))
    row = only(found)
    assert ("", "C", "8", "Parry 1") == (row[empty], row["Rarity"], row["Number"], row["Text"])
    assert ["TAB_MISSING"] == codes(found)


def test_a_tab_too_many_moves_nothing() -> None:
    """With an empty cell too many before its numbers a row is read as without it, and the file says so."""
    found = read("\t".join(WHOLE.get(each, "") + "\t" * (each == "Subtype") for each in COLUMNS))
    assert {each: cell for each, cell in only(found).cells.items() if cell} == WHOLE
    assert ["TAB_TOO_MANY"] == codes(found)


def test_empty_lines_and_any_line_ends_are_fine() -> None:
    """Windows and old line ends, and blank lines, make no difference."""
    data = "\r\n".join([HEADER, line(Name="A", Type="Space"), "", line(Name="B", Type="Space"), ""])
    assert ["A", "B"] == [row["Name"] for row in read_set_file(data.encode()).rows]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"Name\tSet\n",
        b"\x00\xff\xfe\x81\x8d" * 10,
        b"<deck/>",
        b"x" * (SET_FILE_BYTES_MAX + 1),
    ],
)
def test_what_is_no_set_file_is_refused(data: bytes) -> None:
    """Text without a header, other files, files too big: one clear error."""
    with pytest.raises(ImportFailed):
        read_set_file(data)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=40), max_size=20), st.sampled_from(["utf-8", "utf-16"]))
def test_any_cells_are_read(cells: list[str], encoding: str) -> None:
    """Whatever stands in a row under a good header, the file is read and every row kept has a name."""
    data = (HEADER + "\n" + "\t".join(cells)).encode(encoding)
    for row in read_set_file(data).rows:
        assert row["Name"]


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    """No bytes raise anything but ImportFailed."""
    with contextlib.suppress(ImportFailed):
        read_set_file(data)
    with contextlib.suppress(ImportFailed):
        read_set_file(HEADER.encode() + b"\n" + data)
