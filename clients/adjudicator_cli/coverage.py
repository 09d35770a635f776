"""`adjudicate coverage`: which indexed rules the cases prove."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator_cli import CASES
from adjudicator_cli.cases import told
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import coloured, say_json

if TYPE_CHECKING:
    from adjudicator.citations.coverage import Share


def coverage_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `coverage`."""
    parser.add_argument("paths", nargs="*", metavar="FILE_OR_DIR", help=f"cases (default: {CASES})")
    parser.add_argument("--audit", action="store_true", help="count only what fails without the rule")
    parser.add_argument("--kept", type=Path, metavar="FOLDER", help="keep audits there; ask only what changed since")
    parser.add_argument("--unproven", action="store_true", help="list what is not proven, with the reason")
    parser.add_argument("--joins", action="store_true", help="list the entries that are proven together")
    parser.add_argument("--json", action="store_true", help="print JSON")


def coverage(args: argparse.Namespace) -> int:
    """Print the coverage; the exit status is 1 if a case fails or a claim does not survive the audit."""
    from adjudicator import cases
    from adjudicator.citations import load
    from adjudicator.citations.coverage import groups, reason, reasons

    found = cases.coverage(args.paths or [CASES], own_games(), audit=args.audit, kept=args.kept)
    if args.json:
        say_json({document: plain(share) for document, share in found.documents.items()})
        return 1 if found.failed or found.fallen else 0
    for document, share in found.documents.items():
        part = found.general[document]
        print(f"{document:<24} {_share(share)}   general part {_share(part)}   joined {share.joined}")
        if args.unproven:
            books, written = load(), reasons()
            for rule in share.unproven:
                print(f"  {rule}: {reason(books.entry(rule), written)}")
    if args.joins:
        for group in groups(load()):
            print("joined: " + " = ".join(group))
    for each in found.failed:
        print(f"{coloured('fails', 'bad')}: {each.path} ({each.edition}): {told(each)['problems']}")
    for claim in found.fallen:
        print(f"{coloured('not proven', 'bad')}: {claim.rule} in {claim.path} ({claim.role}): {claim.why}")
    return 1 if found.failed or found.fallen else 0


def plain(share: Share) -> dict[str, Any]:
    """The coverage of a document, as plain values."""
    return {
        "entries": share.entries,
        "testable": share.testable,
        "proven": share.proven,
        "unproven": list(share.unproven),
        "joined": share.joined,
    }


def _share(share: Share) -> str:
    return f"{share.proven:>4} of {share.testable:>4} ({100 * share.share:5.1f} %)"
