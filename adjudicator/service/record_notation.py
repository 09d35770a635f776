"""Games in notation: the line that stands, from a board on, with every ruling as a remark that import compares.

What was not legal is written as a question (`?`), for nothing followed from it. Outcomes of the house are declarations
of `chance`, which are judged like all others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adjudicator.application.replay import History
from adjudicator.cases.case import Case, CaseError, CaseSettings
from adjudicator.cases.record import read_record, written_record
from adjudicator.kernel.entries import Declared, Opening, Settings
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Ruling

_REMARK = re.compile(r"# entry (\d+): (legal|illegal|undecided)(?:; (.*))?\Z")
_HANDLE = re.compile(r"([^\s\[,]) #\d+")
"""The number that a named card has here; on a board that is read again cards have other numbers."""
LINES_MAX = 20_000


class NotInNotationError(ValueError):
    """The game cannot be written in notation from there on; `entry` is the first that cannot."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(f"entry {entry}: {why}")
        self.entry = entry
        self.why = why


class Judged:
    """A written game as it is judged here: what differs, and the declarations that led on."""

    def __init__(self) -> None:
        self.differences: list[tuple[int, str, str, str]] = []
        self.said: list[Any] = []
        self.count = 0
        self.table: Any = None
        self.drawn = False
        """Whether the house has drawn cards in it, which it would draw otherwise in a game of its own."""

    def differs(self, line: int, what: str, written: str, now: str) -> None:
        """Note a difference."""
        self.differences.append((line, what, written, now))


def written(history: History, start: int) -> str:
    """The line that stands from a revision on. Raises NotInNotationError, UnknownRevisionError."""
    game, opening = history.game, history.opened.opening
    line = [each.number for each in history.line(history.revision)]
    if start not in line:
        raise NotInNotationError(start, "no table of the line that stands has this revision")
    table = history.table_at(start)
    board = game.board(table)
    _check_board(game, board, opening.edition, table, start)
    run = opening.settings
    settings = CaseSettings(dice=run.dice, decks=run.decks, manual=run.manual, strict=run.strict)
    text = written_record(opening.edition, settings, (), board=board)
    return text + "".join(f"{each}\n" for each in _lines(history, line, table, start))


def _check_board(game: Game, board: str, edition: str, table: Any, start: int) -> None:
    """A board that says less than the table would be another game. Raises NotInNotationError."""
    try:
        again = game.board(game.read_board(board, edition))
    except (NotUnderstoodError, AmbiguousError, ValueError) as error:
        raise NotInNotationError(start, f"the board cannot be read again: {error}") from error
    if again != board:
        raise NotInNotationError(start, "the board does not say all of the table")


def _lines(history: History, line: list[int], table: Any, start: int) -> Iterator[str]:
    """What was said after a revision, each with its ruling; what a rewind has left is not told."""
    game, on_line, revision, standing = history.game, set(line), start, history.standing()
    table = game.fork(table)
    for entry in history.entries[start:]:
        content: Any = entry.content
        facts = getattr(content, "facts", ())
        if entry.number in on_line and not isinstance(content, Declared):
            raise NotInNotationError(entry.number, "a judge's facts have no notation; begin after it")
        if isinstance(content, Declared) and (entry.number in on_line if facts else entry.revision == revision):
            legal, words = content.ruling == Ruling.LEGAL.value, game.say(table, content.declaration)
            words = words if start == 1 else _HANDLE.sub(r"\1", words)
            if not _sayable(game, table, words):
                if legal:
                    raise NotInNotationError(entry.number, f"{words!r} cannot be read again")
                yield f"# not in notation: {words}"
            else:
                yield f"{'>' if legal else '?'} {words}"
                reasons = ", ".join(each for codes in content.every_reason for each in codes)
                yield f"# entry {entry.number}: {content.ruling}" + (f"; {reasons}" if reasons else "")
        if facts and entry.number in on_line:
            revision = entry.number
            for fact in facts:
                game.fold(table, fact)
        elif entry.number in standing:
            revision = entry.number


def _sayable(game: Game, table: Any, words: str) -> bool:
    """Whether the words can be read again; nonsense that was refused may not."""
    try:
        game.read(table, words)
    except (NotUnderstoodError, AmbiguousError):
        return False
    return True


def judged(game_of: Any, text: str) -> tuple[Any, Judged]:
    """A written game judged here, line by line, and its settings as a case. Raises CaseError, NotUnderstoodError."""
    case = read_record(text)
    if not case.board:
        raise CaseError("<record>", "a record of a service begins at a board")
    if len(case.steps) > LINES_MAX:
        raise CaseError("<record>", f"it has more than {LINES_MAX} lines")
    game: Game = game_of(case.edition)
    found = Judged()
    found.table = game.fork(game.deal(opening_of(game, case)))
    remarks = _remarks(text)
    for number, step in enumerate(case.steps):
        words, place = step.say or step.ask or "", remarks[number][0]
        try:
            said = game.read(found.table, words)
        except (NotUnderstoodError, AmbiguousError) as error:
            found.differs(place, "notation", words, str(error))
            break
        due = game.chance_due(found.table)
        found.drawn |= due is not None and due.kind != "dice" and case.settings.decks == "house"
        verdict = judge(game, found.table, said, FAILING)
        found.count += 1
        _compare(found, place, remarks[number][1], verdict)
        if step.say and verdict.after is None:
            found.differs(place, "ruling", "legal", verdict.ruling.value)
            break
        if step.say:
            found.said.append(said)
            found.table = verdict.after
    return case, found


def opening_of(game: Game, case: Case) -> Opening:
    """The opening of a written game: its board and its settings."""
    table = game.read_board(case.board, case.edition)
    run = case.settings
    settings = Settings(run.dice, run.decks, run.manual, strict=run.strict)
    return Opening(game.id, case.edition, settings, board=game.encode(table))


def _remarks(text: str) -> list[tuple[int, tuple[str, str] | None]]:
    """The line of each declaration, and the ruling written behind it."""
    found: list[tuple[int, tuple[str, str] | None]] = []
    for number, line in enumerate(text.splitlines(), 1):
        remark = _REMARK.match(line)
        if line[:1] in {">", "?", "="}:
            found.append((number, None))
        elif remark and found:
            found[-1] = (found[-1][0], (remark[2], remark[3] or ""))
    return found


def _compare(found: Judged, place: int, remark: tuple[str, str] | None, verdict: Any) -> None:
    if remark is None:
        return
    ruling, reasons = remark
    if ruling != verdict.ruling.value:
        found.differs(place, "ruling", ruling, verdict.ruling.value)
    now = ", ".join((*(each.code for each in verdict.failing), *verdict.missing))
    if reasons != now:
        found.differs(place, "failing", reasons, now)
