"""The ruling report as PDF takes whatever the service takes: however long, in whatever letters, line by line."""

from __future__ import annotations

import base64
import re
import sys
import zlib
from typing import Any

import pytest

from adjudicator_cli import reports_pdf
from adjudicator_cli.reports_pdf import pdf

TEXT_MAX = 4_000
"""So many characters the service takes (adjudicator.service.requests)."""


def report(words: str, by: str = "Ann") -> dict[str, Any]:
    """A dispute as GetDispute shows it, with these words as question, answer and note."""
    step = {"number": 1, "step": "opened", "by": {"name": by, "role": "player"}, "text": words}
    ruled = {"number": 2, "step": "ruled", "by": {"name": by, "role": "floor_judge"}}
    found = {
        "dispute": "d", "state": "ruled", "game": "g", "edition": "e", "revision": 3, "game_entry": 4,
        "game_head": "00", "question": {"text": words}, "entry": 2, "head": "11",
        "entries": [step, {**ruled, "decision": {"answer": words, "note": words}}],
    }  # fmt: skip
    return {"dispute": found, "board": f"turn 1\n  {by}"}


def drawn(data: bytes) -> str:
    """What the streams of a PDF say, unpacked: drawing and the tables of its letters."""
    found = []
    for packed in re.findall(rb"stream\r?\n(.*?)endstream", data, re.DOTALL):
        raw = base64.a85decode(packed.strip().removesuffix(b"~>")) if packed.strip().endswith(b"~>") else packed.strip()
        try:
            found.append(zlib.decompressobj().decompress(raw).decode("latin-1"))  # its last byte may be a line end
        except zlib.error:
            continue
    return "\n".join(found)


def letters(data: bytes) -> set[str]:
    """The characters that the letters of a PDF stand for, by its own tables."""
    tables = re.findall(r"begincmap(.*?)endcmap", drawn(data), re.DOTALL)
    return {chr(int(code, 16)) for each in tables for code in re.findall(r"<([0-9A-Fa-f]{4})>", each)}


def pages(data: bytes) -> int:
    """How many pages there are."""
    return len(re.findall(rb"/Type /Page\b", data))


@pytest.mark.parametrize(
    "words",
    ["WHY " * (TEXT_MAX // 4), "W" * TEXT_MAX, "a\n" * (TEXT_MAX // 2), "\u65e5" * TEXT_MAX, "<b>&amp; " * 440],
    ids=["wide", "one word", "lines", "no letters", "signs"],
)
def test_the_longest_text_has_room(words: str) -> None:
    """What does not fit on one page goes on on the next."""
    data = pdf(report(words, by=words[:200]))
    assert data.startswith(b"%PDF-")
    assert pages(data) > 2


def test_letters_of_europe() -> None:
    """Czech, Greek and Cyrillic names are printed in their letters, also where an accent came on its own."""
    name = "Jir\u030ci\u0301 Dvo\u0159\u00e1k, \u0416\u0443\u043a\u043e\u0432, \u0395\u03bb\u03ad\u03bd\u03b7"
    assert set("\u0159\u00ed\u0416\u0443\u03ad\u03b7") <= letters(pdf(report("No.", by=name)))


def test_what_no_letter_is_there_for_is_legible() -> None:
    """Others are told by their numbers, and the report says so."""
    usable = reports_pdf._letters()
    assert "Go [U+65E5 U+672C] [U+1F600] on<br/>&lt;b&gt;" == reports_pdf._marked(
        "Go \u65e5\u672c \U0001f600\ufe0f\u200d on\n<b>", usable
    )
    assert reports_pdf._lacking("\u65e5", usable)
    assert not reports_pdf._lacking("line\nline \u0159", usable)
    shown = {word: drawn(pdf(report(word))).count(" Tj") for word in ("\u65e5", "x")}
    assert shown["x"] < shown["\u65e5"], "it says what U+ means"


def test_lines_are_kept() -> None:
    """A line break in an answer is one on paper: the same words take more room."""
    words = ("one two three " * 3, "one two three\n" * 3)
    flat, broken = (drawn(pdf(report(each * 40))).count(" Tj") for each in words)
    assert flat < broken


def test_without_the_letters_of_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only reportlab is installed its own letters do, and what they lack is told by numbers."""
    monkeypatch.setitem(sys.modules, "font_source_sans_pro", None)
    usable = reports_pdf._letters()
    assert "Zo\u00eb [U+0416]" == reports_pdf._marked("Zo\u00eb \u0416", usable)
    assert pdf(report("Zo\u00eb \u0416")).startswith(b"%PDF-")
