"""`adjudicate rule`: a ruling without a service, on a case file or on a board typed on standard input.

A board is followed by what is said at it, one declaration a line, each after a `>`; a line after `?` is only
asked, and one after `=` asks for a value (`= power of vader`):

    turn 3, Character battle; dark to play or pass
    ...
    > light: retreat luke

What is legal after `>` happens, and the next line meets the table after it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from clients.cli.case_files import said_case
from clients.cli.judging import Citing, explained, ruling, verdict
from clients.cli.telling import place, verdict_lines
from clients.cli.terminal import UnusableError, coloured, say_json

if TYPE_CHECKING:
    from adjudicator.cases.case import Case, Step

LEVELS = {"failing": 1, "all": 2}


def rule_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `rule`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", default="-", help="a case file (TOML) or a board; - for standard input")
    parser.add_argument("--edition", default="", help="rule under this edition instead of the case's own")
    parser.add_argument("--explain", choices=tuple(LEVELS), default="failing", help="failing clauses, or all of them")
    parser.add_argument("--rulebooks", metavar="FOLDER", default="", help="your copies of the rulebooks, for passages")
    parser.add_argument("--json", action="store_true", help="print JSON")


def rule(args: argparse.Namespace) -> int:
    """Print the rulings."""
    case = said_case(args.file)
    editions = [args.edition] if args.edition else list(case.under)
    answers: list[tuple[str, list[dict[str, Any]]]] = []
    for edition in editions:
        cite = Citing(edition, args.rulebooks)
        answers.append((edition, list(_ruled(case, edition, LEVELS[args.explain], cite))))
    if args.json:
        told = [{"edition": edition, "rulings": rulings} for edition, rulings in answers]
        say_json({"title": case.title, "answers": told})
        return 0
    for edition, rulings in answers:
        print(coloured(f"{case.title} ({edition})", "quiet"))
        for each in rulings:
            print("\n".join(_value_lines(each) if "contributions" in each else verdict_lines(each)))
    return 0


def _ruled(case: Case, edition: str, level: int, cite: Citing) -> Iterator[dict[str, Any]]:
    """The answer to every step."""
    from adjudicator.cases.judge_desk import begun, opening_of
    from adjudicator.kernel.judging import ALL, judge
    from adjudicator.kernel.verdict import Ruling

    def sat(board: str) -> tuple[Any, Any]:
        game, opening = opening_of(edition, board, case.cards, case.settings, {} if board else case.decks)
        return game, begun(game, opening)

    try:
        game: Any = None
        table: Any = None
        if case.board or case.decks:
            game, table = sat(case.board)
        for step in case.steps:
            if step.deck is not None:
                yield _checked(case, edition, step, level, cite)
                continue
            if step.start is not None:
                game, table = sat(step.start)
            words = step.say if step.say is not None else step.ask
            if step.value is not None:
                yield explained(_valued(game, table, step), cite)
            elif words is not None:
                said = _read(game, table, words)
                given = judge(game, table, said, ALL)
                yield verdict(game, table, said, given, cite, whole=level == LEVELS["all"])
                if step.say is not None and given.ruling is Ruling.LEGAL:
                    table = given.after
    except ValueError as error:
        raise UnusableError(str(error)) from error


def _read(game: Any, table: Any, words: str) -> Any:
    """What is said with some words. Raises UnusableError, which says them."""
    from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError

    try:
        return game.read(table, words)
    except (NotUnderstoodError, AmbiguousError) as error:
        raise UnusableError(f"`{words}`: {error}") from error


def _checked(case: Case, edition: str, step: Step, level: int, cite: Citing) -> dict[str, Any]:
    """The ruling on a deck. Raises ValueError."""
    from adjudicator.cases import games

    game = games.game_of(edition)
    given = games.check_deck(game, edition, step.deck or "", case.cards, sanctioned=step.sanctioned, suppressed="")
    return {"said": "deck", **ruling(given, cite, whole=level == LEVELS["all"])}


def _valued(game: Any, table: Any, step: Step) -> Any:
    """A value that a step asks for, as `power of vader`. Raises UnusableError."""
    from adjudicator.cases.case import value_asked

    try:
        return game.value(table, *value_asked(step.value or ""))
    except KeyError as error:
        raise UnusableError(f"`{step.value}`: {error.args[0]}") from error


def _value_lines(value: dict[str, Any]) -> Iterator[str]:
    decides = f"  [{value['decides']['rule']}]" if "decides" in value else ""
    yield coloured(value["text"], "strong") + coloured(decides, "quiet")
    for part in value["contributions"]:
        where = f"  {place(part['citation'])}" if "citation" in part else ""
        yield f"  {part['how']} {part['amount']}: {part['source']}{where}"
