"""`adjudicate points`: the points on which documents differ; per edition the case that proves its answer, or why none.

The exit status is 1 if a point has neither under an edition that answers it. Where no cases are, the answers are told
without their proofs.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from adjudicator_cli import CASES, our_cases
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import coloured, say_json

if TYPE_CHECKING:
    from adjudicator.cases.proving import Proof


def points_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `points`."""
    parser.description = __doc__
    parser.add_argument("paths", nargs="*", metavar="FILE_OR_DIR", help=f"cases (default: {CASES})")
    parser.add_argument("--missing", action="store_true", help="only what has neither a case nor a reason")
    parser.add_argument("--json", action="store_true", help="print JSON")


def points(args: argparse.Namespace) -> int:
    """List the points with what proves them."""
    from adjudicator.cases.proving import proofs
    from adjudicator.comparing import points as known

    paths = args.paths or our_cases()
    found = proofs(paths, own_games())
    shown = [each for each in found if each.answer and not (args.missing and each.settled)]
    open_ = [each for each in found if paths and not each.settled]
    if args.json:
        say_json({"proven": _counts(found), "points": [_told(each) for each in shown]})
        return 1 if open_ else 0
    last = ""
    for each in shown:
        if each.point != last:
            print(f"{coloured(each.point, 'strong')}  {known()[each.point].question}")
            last = each.point
        print(f"  {each.edition}: {each.answer}")
        if paths:
            print("    " + _proof(each))
    if not paths:
        print(f"no cases are here ({CASES}), so the answers come without their proofs; name a folder with cases")
        return 0
    counts = _counts(found)
    print(f"{counts['proven']} of {counts['answers']} answers proven, {counts['reasons']} with a reason why not")
    return 1 if open_ else 0


def _proof(proof: Proof) -> str:
    """The proof of an answer, in a line."""
    if proof.cases:
        return coloured("proven", "good") + ": " + ", ".join(proof.cases)
    return coloured("not testable", "open") + f": {proof.why}" if proof.why else coloured("missing", "bad")


def _counts(found: tuple[Proof, ...]) -> dict[str, int]:
    answered = [each for each in found if each.answer]
    return {
        "answers": len(answered),
        "proven": sum(bool(each.cases) for each in answered),
        "reasons": sum(bool(each.why and not each.cases) for each in answered),
    }


def _told(proof: Proof) -> dict[str, Any]:
    return {
        "point": proof.point,
        "edition": proof.edition,
        "answer": proof.answer,
        "rules": list(proof.rules),
        "cases": list(proof.cases),
        "why": proof.why,
    }
