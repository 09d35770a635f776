"""`adjudicate language`: the words of the effect language, and which of them the cases prove."""

from __future__ import annotations

import argparse

from adjudicator_cli import CASES
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError, coloured, say_json


def language_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `language`."""
    parser.add_argument("paths", nargs="*", metavar="FILE_OR_DIR", help=f"cases (default: {CASES})")
    parser.add_argument("--check", action="store_true", help="fail if a word is proven by no case")
    parser.add_argument("--kind", action="append", default=[], help="only words of this kind (several may be given)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def language(args: argparse.Namespace) -> int:
    """Print the words, each with a case that fails without it; the exit status is 1 if --check finds one without."""
    from adjudicator.cases import vocabulary

    games = own_games()
    kinds = tuple(vocabulary.language(games).words)
    unknown = [kind for kind in args.kind if kind not in kinds]
    if unknown:
        raise UnusableError(f"there is no kind {', '.join(unknown)}; there are {', '.join(kinds)}")
    found = vocabulary.proofs(args.paths or [CASES], games, args.kind)
    missing = [proof for proof in found if not proof.case]
    if args.json:
        say_json([{"kind": p.kind, "word": p.word, "case": p.case, "contained": p.contained} for p in found])
        return 1 if args.check and missing else 0
    for kind in args.kind or kinds:
        words = [proof for proof in found if proof.kind == kind]
        proven = sum(bool(proof.case) for proof in words)
        print(f"{kind:<12} {proven:>4} of {len(words):>4} proven")
        if not args.check:
            for proof in words:
                print(f"  {proof.word:<32} {proof.case or '-'}")
    for proof in missing if args.check else ():
        print(f"{coloured('not proven', 'bad')}: {proof.kind} {proof.word} (in {proof.contained} cases)")
    return 1 if args.check and missing else 0
