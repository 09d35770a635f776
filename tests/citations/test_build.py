"""What is edited, and what is generated from it; how fast that loads is a row of the bench."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest

from adjudicator.citations import Books, check, load
from adjudicator.citations.build import BOOKS, BooksFaulty, build, groups, pages, symmetric
from adjudicator.citations.coverage import reasons
from adjudicator.citations.entry import Document, Entry
from adjudicator.citations.library import DATA

DOCUMENT = Document("a-book", "a", "A book", "", 2000, "a.txt", "")
RULE = Entry("a.one", "a-book", "Section", (1, 2), None, None, "rule", "attack", "Something.", "This -> that.")


def test_generated_data_is_up_to_date() -> None:
    """What is loaded is what the YAML says; `python -m adjudicator.citations.build` brings it up to date."""
    assert [] == [name for name, data in build().items() if (DATA / name).read_bytes() != data]


def test_loading_reads_no_yaml() -> None:
    """YAML is for people and the build; a running service does not import it."""
    code = "import sys; from adjudicator.citations import load; list(load()); sys.exit('yaml' in sys.modules)"
    environment = dict(os.environ, PYTHONPATH=str(BOOKS.parents[2]))
    assert 0 == subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode


def test_the_command_checks_and_builds() -> None:
    """`--check` succeeds on what is committed."""
    run = subprocess.run(
        [sys.executable, "-m", "adjudicator.citations.build", "--check"],
        cwd=BOOKS.parents[2], check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (0, "up to date\n") == (run.returncode, run.stderr)


def test_faulty_books_are_refused(tmp_path: Path) -> None:
    """A join of an unknown rule stops the build, which names it."""
    for path in BOOKS.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    (tmp_path / "joins.yaml").write_text(
        "- {members: [rots.no.such-rule, rots.turn.dark-draws], reason: none}", "utf-8"
    )
    with pytest.raises(BooksFaulty, match=r"unknown rule rots\.no\.such-rule"):
        build(tmp_path)


def test_what_leads_a_join_is_one_of_it(tmp_path: Path) -> None:
    """A join is led by a member; that one is the first of the group that is cited."""
    for path in BOOKS.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text("utf-8"), "utf-8")
    group = "- {members: [rots.turn.dark-draws, rots.setup.alternate], reason: none, leads: "
    (tmp_path / "joins.yaml").write_text(group + "rots.turn.light-draws}", "utf-8")
    with pytest.raises(BooksFaulty, match=r"rots\.turn\.light-draws leads a join that it is no member of"):
        build(tmp_path)
    group = "- {members: [rots.deck.side-symbol, rots.deck.no-mixed-sides], reason: none, leads: rots.deck."
    for first, other in (("side-symbol", "no-mixed-sides"), ("no-mixed-sides", "side-symbol")):
        (tmp_path / "joins.yaml").write_text(f"{group}{first}}}", "utf-8")
        joined = msgspec.msgpack.decode(build(tmp_path)["joined.msgpack"])
        assert [[f"rots.deck.{first}", f"rots.deck.{other}"]] == joined


def test_an_edition_of_unknown_documents_is_refused(tmp_path: Path) -> None:
    """An edition rests on documents that exist."""
    for path in BOOKS.glob("*.yaml"):
        text = path.read_text("utf-8").replace("order: [swccg-premiere]", "order: [swccg-endor]")
        (tmp_path / path.name).write_text(text, "utf-8")
    with pytest.raises(BooksFaulty, match="edition swccg-premiere names the unknown document swccg-endor"):
        build(tmp_path)


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"id": "b.one"}, "does not start with the prefix"),
        ({"kind": "rumour"}, "unknown kind"),
        ({"topic": "weather"}, "unknown topic"),
        ({"lines": (3, 2)}, "impossible lines"),
        ({"lines": (0, 2)}, "impossible lines"),
        ({"says": ""}, "lacks its section or what it says"),
        ({"related": ("a.two",)}, "names 'a.two' as related"),
        ({"related": ("a.one",)}, "names 'a.one' as related"),
        ({"against": ("a.two",)}, "names 'a.two' as against"),
        ({"same_as": ("a.two",)}, "names 'a.two' as same_as"),
    ],
)
def test_each_fault_of_an_entry_is_found(changed: dict[str, object], fault: str) -> None:
    """An entry in order has no fault; each single change is named."""
    assert [] == list(check.faults([DOCUMENT], [RULE]))
    found = list(check.faults([DOCUMENT], [msgspec.structs.replace(RULE, **changed)]))
    assert 1 == len(found), found
    assert fault in found[0]


def test_faults_between_entries_are_found() -> None:
    """An id stands once; a rule is not joined with one that contradicts it."""
    assert ["a.one stands 2 times"] == list(check.faults([DOCUMENT], [RULE, RULE]))
    one = msgspec.structs.replace(RULE, same_as=("a.two",), against=("a.two",))
    two = msgspec.structs.replace(RULE, id="a.two")
    assert ["a.one is both joined with a.two and against it"] == list(check.faults([DOCUMENT], [one, two]))


def test_faults_of_joins_and_reasons_are_found() -> None:
    """Joins need two testable rules and a reason; reasons belong to testable rules."""
    idle = msgspec.structs.replace(RULE, id="a.idle", check="")
    known = {"a.one": RULE, "a.idle": idle, "a.two": msgspec.structs.replace(RULE, id="a.two")}
    assert [] == list(check.join_faults(known, [(("a.one", "a.two"), "the same words")]))
    assert 1 == len(list(check.join_faults(known, [(("a.one",), "alone")])))
    assert 1 == len(list(check.join_faults(known, [(("a.one", "a.one"), "twice")])))
    assert 1 == len(list(check.join_faults(known, [(("a.one", "a.two"), "")])))
    assert 1 == len(list(check.join_faults(known, [(("a.one", "a.idle"), "not testable")])))
    assert [] == list(check.unproven_faults(known, {"a.one": "needs a table of four"}))
    assert 3 == len(list(check.unproven_faults(known, {"a.idle": "x", "a.gone": "y", "a.two": ""})))


def test_page_tables_rise() -> None:
    """A page table that goes back in lines or pages is a fault."""
    assert [] == list(check.page_faults("a-book", [(1, 2, 1), (5, 5, None), (9, 9, 1), (10, 12, 3)]))
    assert 1 == len(list(check.page_faults("a-book", [(1, 2, 1), (2, 3, 1)])))
    assert 1 == len(list(check.page_faults("a-book", [(1, 2, 4), (3, 4, 3)])))


def test_pages_are_bounded_by_what_is_known_around_them() -> None:
    """A passage lies on a known page, between two of them, after the last, or nowhere known."""
    spans = ((10, 12, 3), (20, 20, 5), (30, 30, None), (40, 41, 9))
    asked = [(9, 9), (10, 15), (13, 13), (25, 25), (31, 31), (50, 51)]
    expected = [(None, None), (3, 3), (3, 5), (5, 9), (None, None), (9, None)]
    assert expected == [pages(lines, spans) for lines in asked]


def test_joins_that_share_a_member_are_one_group() -> None:
    """A group is what all its joins name together."""
    same = groups([("a", "b"), ("c", "d"), ("b", "c"), ("x", "y")])
    assert {"a": set("abcd"), "d": set("abcd"), "x": {"x", "y"}} == {id: set(same[id]) for id in ("a", "d", "x")}
    assert {"a": ("b",), "b": ("a",), "c": ("b",)} | {"b": ("a", "c")} == symmetric({"a": ("b",), "c": ("b",)})


def test_same_as_is_symmetric_and_transitive_in_the_books(books: Books) -> None:
    """Every member of a group names all the others."""
    for entry in books:
        group = {entry.id, *entry.same_as}
        for other in entry.same_as:
            assert group == {other, *books.entry(other).same_as}


def test_lines_are_in_the_texts(texts: Path) -> None:
    """Every entry cites lines that exist in the real texts and are not empty there."""
    assert [] == list(check.text_faults(load(texts=texts)))


def test_lines_outside_a_text_are_found(tmp_path: Path) -> None:
    """An entry that cites lines beyond the end, or empty ones, is a fault."""
    (tmp_path / "swtcg-general-rulings.txt").write_text("\n" * 60 + "text\n" * 400, "utf-8")
    found = list(check.text_faults(load(texts=tmp_path)))
    assert found
    assert all("where nothing stands" in fault for fault in found)
    (tmp_path / "swtcg-general-rulings.txt").write_text("text\n" * 100, "utf-8")
    assert any("ends at line 101" in fault for fault in check.text_faults(load(texts=tmp_path)))


def test_no_sentence_of_a_rulebook_is_shipped(books: Books, texts: Path) -> None:
    """What an entry says and checks is in our own words: no run of twelve words of it stands in its document."""
    shelf = {document.id: words((texts / document.text).read_text("utf-8", "replace")) for document in books.documents}
    copied = [
        entry.id for entry in books for run in (*runs(entry.says), *runs(entry.check)) if run in shelf[entry.document]
    ]
    assert [] == copied


def words(text: str) -> str:
    """A text as its words, one space apart."""
    return " " + " ".join("".join(c if c.isalnum() else " " for c in text.lower()).split()) + " "


def runs(says: str) -> list[str]:
    """Every run of twelve words."""
    found = words(says).split()
    return [" " + " ".join(found[start : start + 12]) + " " for start in range(len(found) - 11)]


def test_reasons_for_unproven_rules_load() -> None:
    """The reasons are a table from rule id to text, perhaps empty."""
    assert all(isinstance(reason, str) for reason in reasons().values())
    assert MappingProxyType(reasons()) == reasons()
