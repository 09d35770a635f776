"""`adjudicate rules`: the rulebooks, without a service."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

from adjudicator_cli import EDITION
from adjudicator_cli.judging import Citing
from adjudicator_cli.lines import place
from adjudicator_cli.terminal import UnusableError, coloured, say_json


def rules_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `rules`."""
    actions = parser.add_subparsers(dest="action", required=True)
    search = actions.add_parser("search", help="find rules by words, the best first")
    search.add_argument("words", nargs="+", help="what the rule is about")
    search.add_argument("--document", default="", help="only this document")
    search.add_argument("--limit", type=int, default=10, help="how many at most (default: %(default)s)")
    get = actions.add_parser("get", help="show rules by their ids")
    get.add_argument("ids", nargs="+", help="as rots.retreat.only-untapped-units")
    actions.add_parser("documents", help="list the documents")
    for each in (search, get):
        each.add_argument("--edition", default=EDITION, help="weigh contradictions under this edition")
        each.add_argument("--rulebooks", metavar="FOLDER", default="", help="your copies, for passages")
    for each in actions.choices.values():
        each.add_argument("--json", action="store_true", help="print JSON")


def rules(args: argparse.Namespace) -> int:
    """Look rules up."""
    if getattr(args, "limit", 1) < 1:
        raise UnusableError(f"--limit takes a number from 1 on, not {args.limit}")
    cite = Citing(getattr(args, "edition", EDITION), getattr(args, "rulebooks", ""))
    if args.action == "documents":
        found = [
            {"document": each.id, "title": each.title, "rules": len(cite.books.entries(each.id))}
            for each in cite.books.documents
        ]
        lines = [f"{each['document']:<24} {each['rules']:>5} rules  {each['title']}" for each in found]
    elif args.action == "search":
        cite.books.authority(args.edition)  # an edition that the books do not know is told, and not passed over
        hits = cite.books.search(" ".join(args.words), args.limit, [args.document] if args.document else None)
        if not hits:
            print(f"no rule has any of these words: {' '.join(args.words)}", file=sys.stderr)
        found = [_entry(cite, hit.entry.id) for hit in hits]
        lines = [line for each in found for line in _lines(each, short=True)]
    else:
        cite.books.authority(args.edition)
        found = [_entry(cite, each) for each in args.ids]
        lines = [line for each in found for line in _lines(each, short=False)]
    if args.json:
        say_json(found)
    elif lines:
        print("\n".join(lines))
    return 0 if found else 1


def _entry(cite: Citing, id: str) -> dict[str, Any]:
    """A rule with everything that is known of it. Raises UnknownRule."""
    from adjudicator.citations import Entry

    found = cite.books.get(id)
    told = cite(id)
    if isinstance(found, Entry):
        more: dict[str, Any] = {
            "kind": found.kind,
            "topic": found.topic,
            "check": found.check,
            "related": list(found.related),
            "conflicts": found.conflicts,
            "card": found.card or "",
            "same_as": list(found.same_as),
            "readings": [each.id for each in cite.books.readings_of(id)],
        }
    else:
        more = {"kind": "reading", "check": found.reason, "related": list(found.rules)}
    return told | {name: content for name, content in more.items() if content}


def _lines(entry: dict[str, Any], *, short: bool) -> Iterator[str]:
    yield coloured(place(entry), "strong")
    yield f"  {entry.get('paraphrase', '')}"
    if entry.get("passage"):
        yield from (coloured(f"  | {line}", "quiet") for line in entry["passage"].splitlines())
    if short:
        return
    for name in ("kind", "topic", "card", "check", "conflicts", "prevails"):
        if entry.get(name):
            yield f"  {name}: {entry[name]}"
    for name in ("same_as", "related", "against", "readings"):
        if entry.get(name):
            yield f"  {name.replace('_', ' ')}: {', '.join(entry[name])}"
