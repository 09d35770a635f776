"""`adjudicate rule`: a ruling without a service, on a case file or on a board typed on standard input.

A board is followed by what is said at it, one declaration a line, each after a `>`; a line after `?` is only
asked, and one after `=` asks for a value (`= power of vader`):

    turn 3, Character battle; dark to play or pass
    ...
    > light: retreat luke

A legal declaration after `>` happens, and the next line meets the table after it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator_cli.case_files import said_lines
from adjudicator_cli.judging import Citing, explained, ruling, verdict
from adjudicator_cli.lines import place, verdict_lines
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError, coloured, say_json

if TYPE_CHECKING:
    from adjudicator.cases.case import Case, Step
    from adjudicator.cases.sitting import Sitting
    from adjudicator.games import GameList

LEVELS = {"failing": 1, "all": 2}
FORMS = ("short", "tree", "html")


class How(NamedTuple):
    """How rulings are told: by which games, at which level, with which citations, drawn in which form (None: line by
    line).
    """

    games: GameList
    level: int
    cite: Citing
    form: str | None


def rule_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `rule`."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("file", nargs="?", default="-", help="a case file (TOML) or a board; - for standard input")
    parser.add_argument("--edition", default="", help="rule under this edition instead of the case's own")
    parser.add_argument("--explain", choices=tuple(LEVELS), default="failing", help="failing clauses, or all of them")
    parser.add_argument("--form", choices=FORMS, help="draw each ruling as an explanation; html has those alone")
    parser.add_argument("--rulebooks", metavar="FOLDER", default="", help="your copies of the rulebooks, for passages")
    parser.add_argument("--json", action="store_true", help="print JSON")


def rule(args: argparse.Namespace) -> int:
    """Print the rulings; 1 if a line was not understood."""
    case, places = said_lines(args.file)
    games, editions = own_games(), [args.edition] if args.edition else list(case.under)
    answers: list[tuple[str, list[dict[str, Any]]]] = []
    for edition in editions:
        cite = Citing(edition, args.rulebooks)
        answers.append(
            (edition, list(_ruled(case, places, edition, How(games, LEVELS[args.explain], cite, args.form))))
        )
    lost = [each for _, rulings in answers for each in rulings if "problem" in each]
    if args.json:
        told = [{"edition": edition, "rulings": rulings} for edition, rulings in answers]
        say_json({"title": case.title, "answers": told})
    if args.form == "html":
        drawings = [each["drawn"] for _, rulings in answers for each in rulings if "drawn" in each]
        print("\n".join(drawings))
    for edition, rulings in answers if not args.json and args.form != "html" else ():
        print(coloured(f"{case.title} ({edition})", "quiet"))
        for each in rulings:
            print("\n".join(_lines(each)))
    for each in lost:
        print(f"adjudicate rule: {each['problem']}", file=sys.stderr)
    return 1 if lost else 0


def _lines(each: dict[str, Any]) -> Iterator[str]:
    """The outcome of a line, for people."""
    if "problem" in each:
        yield coloured(each["said"], "strong")
        yield coloured("NOT UNDERSTOOD", "bad") + f": {each['problem']}"
    elif each.get("already"):
        yield coloured(each["said"], "strong")
        yield "  the house has passed here already"
    elif "drawn" in each:
        yield each["drawn"]
    elif "contributions" in each:
        yield from _value_lines(each)
    else:
        yield from verdict_lines(each)
    if each.get("passed"):
        yield f"  the house passes for {', then '.join(each['passed'])}"
    for line in each.get("waits", ()):
        yield coloured(f"  = {line}", "quiet")


def _ruled(case: Case, places: tuple[int, ...], edition: str, how: How) -> Iterator[dict[str, Any]]:
    """The answer to every step."""
    from adjudicator.cases.sitting import Sitting

    try:
        sitting = Sitting(*_sat(how.games, case, edition, case.board)) if case.board or case.decks else None
        for step, line in zip(case.steps, places, strict=True):
            if step.deck is not None:
                yield _checked(case, edition, step, how)
                continue
            if step.start is not None:
                sitting = Sitting(*_sat(how.games, case, edition, step.start))
            if sitting is not None:
                yield from _step(sitting, step, line, how)
    except ValueError as error:
        raise UnusableError(str(error)) from error


def _sat(games: GameList, case: Case, edition: str, board: str) -> tuple[Any, Any]:
    """The game and its table at a board of a case, or at its decks. Raises ValueError."""
    from adjudicator.cases.judge_desk import begun, opening_of

    game, opening = opening_of(games, edition, board, case.cards, case.settings, {} if board else case.decks)
    return game, begun(game, opening)


def _step(sitting: Sitting, step: Step, line: int, how: How) -> Iterator[dict[str, Any]]:
    """The answer to a declaration, or to a question for a value."""
    words = step.say if step.say is not None else step.ask
    if step.value is not None:
        yield _valued(sitting, step.value, line, how.cite)
    elif words is not None:
        heard = sitting.hear(words, made=step.say is not None)
        if heard.verdict is None:
            yield {"said": words, "problem": _problem(words, heard.error, line), "waits": list(heard.waits)}
            return
        told = {"said": words, "already": True}
        if not heard.already:
            whole = how.level == LEVELS["all"]
            told = verdict(sitting.game, heard.before, heard.said, heard.verdict, how.cite, whole=whole)
            if how.form:
                from adjudicator_cli.explaining_here import drawn

                told["drawn"] = drawn(sitting.game, heard, how.cite.edition, how.level, how.form)
        told["waits"] = list(heard.waits) if step.say is not None else []
        told["passed"] = list(heard.passed)
        yield {name: content for name, content in told.items() if content or name not in ("waits", "passed")}


def _checked(case: Case, edition: str, step: Step, how: How) -> dict[str, Any]:
    """The ruling on a deck. Raises ValueError."""
    from adjudicator.kernel.game.cards import Event

    event = Event(sanctioned=step.sanctioned)
    found = how.games.of(edition).cards.check_deck(edition, step.deck or "", case.cards, event)
    return {"said": "deck", **ruling(found.verdict, how.cite, whole=how.level == LEVELS["all"])}


def _valued(sitting: Sitting, asked: str, line: int, cite: Citing) -> dict[str, Any]:
    """A value that is asked for, as `power of vader`."""
    from adjudicator.cases.case import value_asked
    from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError

    try:
        return explained(sitting.game.value(sitting.table, *value_asked(asked)), cite)
    except (KeyError, NotUnderstoodError, AmbiguousError) as error:
        return {"said": asked, "problem": _problem(asked, error, line)}


def _problem(words: str, error: Any, line: int) -> str:
    """A line that was not understood: its number, the words, the place where reading ended and what would fit."""
    from adjudicator.kernel.notation import NotUnderstoodError

    where = f"line {line}: " if line else ""
    if isinstance(error, NotUnderstoodError):
        at = f" (behind {words[: error.column - 1].strip()!r})" if 1 < error.column <= len(words) else ""
        return f"{where}`{words}`: read {error.found!r}{at}, expected {error.expected}"
    return f"{where}`{words}`: {error.args[0] if isinstance(error, KeyError) else error}"


def _value_lines(value: dict[str, Any]) -> Iterator[str]:
    rules = [each["rule"] for each in value.get("deciding", ())]
    decides = f"  [{', '.join(rules)}]" if rules else ""
    yield coloured(value["text"], "strong") + coloured(decides, "quiet")
    for part in value["contributions"]:
        where = f"  {place(part['citation'])}" if "citation" in part else ""
        kept = f" (it would be {part['would']:+})" if part.get("would") else ""
        yield f"  {part['how']} {part['amount']}: {part['source']}{kept}{where}"
