"""The ruling report as PDF, by reportlab (the extra `pdf`; why reportlab: docs/decisions on records)."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from io import BytesIO
from typing import Any

from clients.cli.reports import SIGNATURES, TITLE, Section, sections
from clients.cli.terminal import UnusableError

FONT, BOLD = "Vera", "VeraBd"
"""Bitstream Vera comes with reportlab; it has the accents that card names have, which the built-in fonts lack."""


def pdf(seen: Mapping[str, Any]) -> bytes:
    """The report on a dispute, as GetDispute shows it (plain values). Raises UnusableError without reportlab."""
    try:
        from reportlab.lib.pagesizes import A4
        from reportlab.lib.units import mm
        from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Spacer
    except ModuleNotFoundError as error:
        raise UnusableError("PDF needs reportlab: pip install 'adjudicator[pdf]'") from error
    styles = _styles()
    story: list[Any] = [Paragraph(TITLE, styles["title"])]
    for each in sections(seen):
        parts = _flowables(each, styles)
        story += [KeepTogether(parts[:2]), *parts[2:]]
    story += [Spacer(1, 14 * mm), KeepTogether([_signatures(styles)])]
    target = BytesIO()
    name = f"{TITLE} {seen['dispute']['dispute']}"
    document = SimpleDocTemplate(
        target, pagesize=A4, title=name, author="Adjudicator", invariant=1,
        leftMargin=16 * mm, rightMargin=16 * mm, topMargin=18 * mm, bottomMargin=20 * mm,
    )  # fmt: skip
    document.build(story, onFirstPage=_footer, onLaterPages=_footer)
    return target.getvalue()


def _styles() -> dict[str, Any]:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name in (FONT, BOLD):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))
    text = ParagraphStyle("text", fontName=FONT, fontSize=9, leading=12.5, splitLongWords=1)
    return {
        "title": ParagraphStyle("title", fontName=BOLD, fontSize=15, leading=20, spaceAfter=4),
        "heading": ParagraphStyle("heading", fontName=BOLD, fontSize=11, leading=15, spaceBefore=9, spaceAfter=3),
        "text": text,
        "name": ParagraphStyle("name", parent=text, textColor="#444444"),
        "point": ParagraphStyle("point", parent=text, leftIndent=10, bulletIndent=0),
        "board": ParagraphStyle("board", parent=text, fontSize=8, leading=10.5, leftIndent=4),
    }


def _flowables(section: Section, styles: Mapping[str, Any]) -> list[Any]:
    """A section as what the page is filled with, heading first."""
    from reportlab.platypus import Paragraph, Table

    parts: list[Any] = [Paragraph(escape(section.title), styles["heading"])]
    if section.pairs:
        rows = [
            [Paragraph(escape(name), styles["name"]), Paragraph(escape(value), styles["text"])]
            for name, value in section.pairs
        ]
        parts.append(Table(rows, colWidths=[120, None], style=[("VALIGN", (0, 0), (-1, -1), "TOP"), *_TIGHT]))
    for line in section.text.splitlines():
        blanks = len(line) - len(line.lstrip())
        parts.append(Paragraph("&nbsp;" * 2 * blanks + escape(line.strip()) or "&nbsp;", styles["board"]))
    parts += [Paragraph(escape(each), styles["point"], bulletText="•") for each in section.points]
    return parts


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
