"""`adjudicate cases`: runs cases in process; the exit status is 0 only if all pass."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError, coloured, progress, say_json

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.cases import CaseResult
    from adjudicator.games import GameList


def cases_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `cases`."""
    parser.add_argument("paths", nargs="+", metavar="FILE_OR_DIR", help="case files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--port", metavar="EDITION", default="", help="print each case as a draft of one of this edition, run there"
    )


def cases(args: argparse.Namespace) -> int:
    """Run the cases and say what does not hold."""
    from adjudicator.cases import files, run

    games, paths = own_games(), list(files(args.paths))
    if args.port:
        return _port(paths, args.port, games)
    results: list[CaseResult] = []
    with progress("cases", len(paths)) as moved:
        for number, path in enumerate(paths, 1):
            results += run([path], games)
            moved(number, len(paths))
    failed = [each for each in results if not each.passed]
    if args.json:
        say_json({"cases": len(results), "passed": len(results) - len(failed), "results": [told(e) for e in results]})
    else:
        for each in failed:
            print(f"{coloured('fails', 'bad')}: {each.path} ({each.edition})  {each.title}")
            for step, problem in each.problems:
                print(f"  step {step}: {problem}" if step else f"  {problem}")
        print(f"{len(results) - len(failed)} of {len(results)} cases pass")
    return 1 if failed or not results else 0


def _port(paths: list[Path], edition: str, games: GameList) -> int:
    """Print each case as a draft for another edition, with a comment for all that does not hold there."""
    from adjudicator.cases.porting import port

    if edition not in games.editions:
        raise UnusableError(f"no edition {edition!r}; known: {', '.join(games.editions)}")
    parted = 0
    for path in paths:
        draft = port(path, edition, games)
        parted += not draft.result.passed
        print(draft.text.rstrip("\n"))
        for step, problem in draft.result.problems:
            print(f"# step {step}: {problem}" if step else f"# {problem}")
    return 1 if parted else 0


def told(result: CaseResult) -> dict[str, Any]:
    """The outcome of a case, as plain values."""
    return {
        "path": result.path,
        "title": result.title,
        "edition": result.edition,
        "passed": result.passed,
        "problems": [{"step": step, "problem": problem} for step, problem in result.problems],
    }
