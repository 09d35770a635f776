"""The ruling report as PDF, by reportlab (the extra `pdf`; why reportlab: docs/decisions on records)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from html import escape
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

from adjudicator_cli.reports import SIGNATURES, TITLE, Section, sections
from adjudicator_cli.terminal import UnusableError

FONT, BOLD = "report", "report-bold"
FILES = {FONT: "SourceSansPro-Regular.ttf", BOLD: "SourceSansPro-Bold.ttf"}
"""Source Sans Pro (SIL Open Font License) comes with the extra; it has Latin, Greek and Cyrillic letters."""

PLAIN = {FONT: "Vera.ttf", BOLD: "VeraBd.ttf"}
"""Bitstream Vera comes with reportlab itself: Western letters, where only reportlab is installed."""

LACKING = "Characters that the letters of this file lack are written as U+ and their number; the HTML report has them."


def pdf(seen: Mapping[str, Any]) -> bytes:
    """The report on a dispute, as GetDispute shows it (plain values). Raises UnusableError without reportlab."""
    try:
        from reportlab.lib.pagesizes import A4
        from reportlab.lib.units import mm
        from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Spacer
    except ModuleNotFoundError as error:
        raise UnusableError("PDF needs reportlab: pip install 'adjudicator[pdf]'") from error
    letters = _letters()
    styles = _styles()
    story: list[Any] = [Paragraph(TITLE, styles["title"])]
    for each in sections(seen):
        parts = _flowables(each, styles, letters)
        story += [KeepTogether(parts[:2]), *parts[2:]] if len(parts) > 1 else parts
    if any(_lacking(text, letters) for each in sections(seen) for text in _texts(each)):
        story.append(Paragraph(LACKING, styles["name"]))
    story += [Spacer(1, 14 * mm), KeepTogether([_signatures(styles)])]
    target = BytesIO()
    name = f"{TITLE} {seen['dispute']['dispute']}"
    document = SimpleDocTemplate(
        target, pagesize=A4, title=name, author="Adjudicator", invariant=1,
        leftMargin=16 * mm, rightMargin=16 * mm, topMargin=18 * mm, bottomMargin=20 * mm,
    )  # fmt: skip
    document.build(story, onFirstPage=_footer, onLaterPages=_footer)
    return target.getvalue()


def _letters() -> Container[int]:
    """Make the letters ready; the characters that both weights have."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    try:
        import font_source_sans_pro

        folder = Path(font_source_sans_pro.__file__).parent / "files"
        files = {name: str(folder / file) for name, file in FILES.items()}
    except ModuleNotFoundError:
        files = PLAIN
    fonts = [TTFont(name, file) for name, file in files.items()]
    for each in fonts:
        pdfmetrics.registerFont(each)
    return set.intersection(*(set(each.face.charToGlyph) for each in fonts))


def _lacking(text: str, letters: Container[int]) -> bool:
    """Whether a text has characters that cannot be printed as they are."""
    return any(ord(each) not in letters for each in _printable(text) if each != "\n")


def _printable(text: str) -> str:
    """A text in whole letters (an accent on its own becomes one with its letter), without what is no letter at all."""
    whole = normalize("NFC", "\n".join(text.splitlines())).replace("\t", "    ")
    return "".join(each for each in whole if each == "\n" or (category(each) not in _UNSEEN and each not in _VARIANTS))


_UNSEEN = ("Cc", "Cf")
_VARIANTS = tuple(map(chr, range(0xFE00, 0xFE10)))
"""They only choose between pictures of the character before them."""


def _marked(text: str, letters: Container[int]) -> str:
    """A text as a paragraph takes it: lines kept, what the letters lack by numbers."""
    found = []
    for there, run in groupby(_printable(text), lambda each: each == "\n" or ord(each) in letters):
        part = "".join(run)
        found.append(escape(part) if there else "[" + " ".join(f"U+{ord(each):04X}" for each in part) + "]")
    return "".join(found).replace("\n", "<br/>")


def _styles() -> dict[str, Any]:
    from reportlab.lib.styles import ParagraphStyle

    text = ParagraphStyle("text", fontName=FONT, fontSize=10, leading=13, splitLongWords=1)
    return {
        "title": ParagraphStyle("title", fontName=BOLD, fontSize=16, leading=20, spaceAfter=4),
        "heading": ParagraphStyle("heading", fontName=BOLD, fontSize=12, leading=15, spaceBefore=9, spaceAfter=3),
        "text": text,
        "name": ParagraphStyle("name", parent=text, textColor="#444444"),
        "point": ParagraphStyle("point", parent=text, leftIndent=10, bulletIndent=0),
        "board": ParagraphStyle("board", parent=text, fontSize=9, leading=11, leftIndent=4),
    }


def _texts(section: Section) -> list[str]:
    """All that stands in a section."""
    return [section.title, section.text, *section.points, *(part for pair in section.pairs for part in pair)]


def _flowables(section: Section, styles: Mapping[str, Any], letters: Container[int]) -> list[Any]:
    """A section as what the page is filled with, heading first; a row may go on on the next page, however long."""
    from reportlab.platypus import Paragraph, Table

    parts: list[Any] = [Paragraph(_marked(section.title, letters), styles["heading"])]
    if section.pairs:
        rows = [
            [Paragraph(_marked(name, letters), styles["name"]), Paragraph(_marked(value, letters), styles["text"])]
            for pair in section.pairs
            for name, value in _in_parts(*pair)
        ]
        looks = [("VALIGN", (0, 0), (-1, -1), "TOP"), *_TIGHT]
        parts.append(Table(rows, colWidths=[120, WIDTH - 120], style=looks, splitInRow=1))
    for line in section.text.splitlines():
        blanks = len(line) - len(line.lstrip())
        words = _marked(line.strip(), letters) or "&nbsp;"
        parts.append(Paragraph("&nbsp;" * 2 * blanks + words, styles["board"]))
    parts += [Paragraph(_marked(each, letters), styles["point"], bulletText="•") for each in section.points]
    return parts


WIDTH = 490
"""Points between the margins."""

LINES_AT_ONCE = 30


def _in_parts(name: str, value: str) -> Iterator[tuple[str, str]]:
    """Several rows for many lines: to find where one row breaks off takes the square of its lines."""
    lines = _printable(value).split("\n")
    for first in range(0, len(lines), LINES_AT_ONCE):
        yield "" if first else name, "\n".join(lines[first : first + LINES_AT_ONCE])


_TIGHT = [("TOPPADDING", (0, 0), (-1, -1), 1), ("BOTTOMPADDING", (0, 0), (-1, -1), 1)]


def _signatures(styles: Mapping[str, Any]) -> Any:
    """The lines to sign on, two in a row."""
    from reportlab.platypus import Paragraph, Table

    cells = [Paragraph(f"{name}, date", styles["text"]) for name in SIGNATURES]
    rows = [[cells[0], "", cells[1]], [cells[2], "", cells[3]]]
    lines = [("LINEABOVE", (at, row), (at, row), 0.6, "#111111") for at in (0, 2) for row in (0, 1)]
    return Table(
        rows, colWidths=[235, 20, 235], rowHeights=[44, 44], style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *lines]
    )


def _footer(canvas: Any, document: Any) -> None:
    canvas.setFont(FONT, 7)
    canvas.drawRightString(document.pagesize[0] - document.rightMargin, 28, str(canvas.getPageNumber()))
