"""`adjudicate cards report`: what is made of set files, for who designs or types them, as a page or as JSON."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator_cli import findings
from adjudicator_cli.own_games import workshop
from adjudicator_cli.terminal import say_json

if TYPE_CHECKING:
    import argparse

    from adjudicator.kernel.game.workshop import ReadCard
    from adjudicator_cli.card_sets import Imported

STYLE = (
    "body{font:16px sans-serif;max-width:60em;margin:2em auto}mark{background:#fd8}.manual{color:#a00}li{margin:.3em}"
)


def report(args: argparse.Namespace) -> int:
    """Print or write the report of set files."""
    from adjudicator_cli.card_sets import files_of, imported

    files = files_of(args.files)
    told = told_of(imported(files), texts_of(files))
    if args.json:
        say_json(told)
        return 0
    page = page_of(told)
    if args.output:
        Path(args.output).write_text(page, encoding="utf-8")
        print(f"{args.output}: {len(told['cards'])} cards, {len(told['findings'])} findings")
    else:
        print(page)
    return 0


def texts_of(files: list[Path]) -> dict[str, str]:
    """The text of every row by the key of its card."""
    rows = (row for path in files for row in workshop().places(path.read_bytes(), path.stem))
    return {f"{row.cells.get('Set') or row.code}/{row.key}": row.cells.get("Text", "") for row in rows}


def told_of(read: Imported, texts: dict[str, str]) -> dict[str, Any]:
    """Every card with its text, its abilities in our words and what was not read; all findings."""
    cards = [_card(card, texts.get(card.entry.face.key, "")) for each in read.sets.values() for card in each.cards]
    return {"cards": cards, "findings": list(findings.as_data(read.findings))}


def _card(card: ReadCard, text: str) -> dict[str, Any]:
    told = workshop().told(card)
    abilities = [{"wording": each["wording"], "state": each["state"]} for each in told["abilities"]]
    return {**told, "text": text, "abilities": abilities}


def page_of(told: dict[str, Any]) -> str:
    """The report as a page that needs nothing beside itself."""
    cards = "\n".join(_section(each) for each in told["cards"])
    listed = "\n".join(f"<li>{escape(each['file'])}: {escape(each['said'])}</li>" for each in told["findings"])
    found = f"<h2>Findings of the files</h2>\n<ul>{listed or '<li>none</li>'}</ul>"
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Card report</title><style>{STYLE}</style>\n'
        f"<h1>Card report</h1>\n{found}\n{cards}\n</html>\n"
    )


def _section(card: dict[str, Any]) -> str:
    line = "/".join(kind.capitalize() for kind in card["types"])
    abilities = "\n".join(
        f'<li class="{escape(each["state"])}">{escape(each["wording"])}</li>' for each in card["abilities"]
    )
    reasons = "\n".join(
        f'<li class="manual">effect {each["effect"]}: {escape(each["state"])}, {escape(each["why"])}</li>'
        for each in card["not_read"]
    )
    return (
        f"<h2>{escape(card['name'])} [{escape(card['card'])}]</h2>\n"
        f"<p>{escape(card['side'])}, {escape(line)} {escape(card['subtypes'])}</p>\n"
        f"<p>{marked(card['text'], card['words'])}</p>\n<ul>{abilities}{reasons}</ul>"
    )


def marked(text: str, words: list[str]) -> str:
    """A text as HTML, with the words that were not understood marked where they stand."""
    wanted = [re.escape(word) for word in sorted(set(words), key=lambda each: (-len(each), each)) if word]
    if not wanted:
        return escape(text)
    parts = re.split(f"({'|'.join(wanted)})", text, flags=re.IGNORECASE)
    return "".join(f"<mark>{escape(part)}</mark>" if at % 2 else escape(part) for at, part in enumerate(parts))
