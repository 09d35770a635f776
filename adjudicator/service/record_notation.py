"""Games in notation: the line that stands, from a board on, with every ruling as a remark that import compares.

A declaration that was not legal is written as a question (`?`), for nothing followed from it. Outcomes of the house are
declarations of `chance`, which are judged like all others. A judge's ruling with facts is JSON (`!`), and its facts are
taken as they are: they are an input, not a consequence of rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.application.replay import History
from adjudicator.cases.case import CaseError, CaseSettings
from adjudicator.cases.record import RULED, SAID, Line, Record, read_whole, written_record
from adjudicator.kernel.entries import Declared, Opening, RulingGiven, Settings
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Ruling

_REMARK = re.compile(r"# entry (\d+): (legal|illegal|undecided)(?:; (.*))?\Z")
_HANDLE = re.compile(r"([^\s\[,]) #\d+")
"""The number that a named card has here; on a board that is read again cards have other numbers."""
LINES_MAX = 20_000
BEGINNINGS_MAX = 64
"""So many boards before the one that was asked for are tried."""

SHOWN_MAX = 200
_JUDGED = msgspec.json.Encoder()


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
        self.opening: Any = None

    def differs(self, line: int, what: str, written: str, now: str) -> None:
        """Note a difference."""
        self.differences.append((line, what, written, now))


def written(history: History, start: int) -> str:
    """The line that stands from a revision on. Raises NotInNotationError, UnknownRevisionError.

    It begins at a board: that of the revision, or if that is in the midst of a procedure the last one before it that
    can be written, with all that was said from there on. A game that no board says all of, or in which a judge's facts
    happened, begins with its table in JSON, in which every card and stack keeps its number.
    """
    line = [each.number for each in history.line(history.revision)]
    if start not in line:
        raise NotInNotationError(start, "the line of play that stands has no table at this revision")
    for begin in _beginnings(history, line, start):
        try:
            text = _from_board(history, line, begin)
        except NotInNotationError:
            continue
        return text if not _differs(history, text) else _more_alike(history, text, _from_table(history, line, start))
    return _from_table(history, line, start)


def _differs(history: History, text: str) -> int:
    """On how many lines a record comes out otherwise when it is judged again."""
    return len(judged(lambda _: history.game, text)[1].differences)


def _more_alike(history: History, text: str, other: str) -> str:
    """Of two records the one that comes out as it was recorded; the first if the rules have changed for both.

    Words that name something by its number mean another thing on a table that was read from a board.
    """
    return other if _differs(history, other) < _differs(history, text) else text


def _beginnings(history: History, line: list[int], start: int) -> list[int]:
    """The revisions at which a record may begin at a board, the best first; none if a judge's facts come after."""
    found: list[int] = []
    for number in reversed(line):
        if number <= start:
            found.append(number)
        if not isinstance(history.entries[number - 1].content, Declared):
            break
    return found[:BEGINNINGS_MAX]


def _from_board(history: History, line: list[int], start: int) -> str:
    """Raises NotInNotationError."""
    game, edition, table = history.game, history.opened.opening.edition, history.table_at(start)
    board = game.board(table)
    _check_board(game, board, edition, table, start)
    text = written_record(edition, _settings(history), (), board=board)
    return text + "".join(f"{each}\n" for each in _lines(history, line, table, start, numbered=start == 1))


def _from_table(history: History, line: list[int], start: int) -> str:
    """Raises NotInNotationError."""
    game, edition, table = history.game, history.opened.opening.edition, history.table_at(start)
    form = game.encode(table).decode()
    told = "".join(f"# {each}\n" for each in game.board(table).splitlines())
    text = written_record(edition, _settings(history), (), table=form)
    return text + told + "".join(f"{each}\n" for each in _lines(history, line, table, start, numbered=True))


def _settings(history: History) -> CaseSettings:
    run = history.opened.opening.settings
    return CaseSettings(dice=run.dice, decks=run.decks, manual=run.manual, strict=run.strict)


def _check_board(game: Game, board: str, edition: str, table: Any, start: int) -> None:
    """A board that says less than the table would be another game. Raises NotInNotationError."""
    try:
        again = game.board(game.read_board(board, edition))
    except (NotUnderstoodError, AmbiguousError, ValueError) as error:
        raise NotInNotationError(start, f"the board cannot be read again: {error}") from error
    if again != board:
        raise NotInNotationError(start, "the board does not say all of the table")


def _lines(history: History, line: list[int], table: Any, start: int, *, numbered: bool) -> Iterator[str]:
    """What was said after a revision, each with its ruling; what a rewind has left is not told.

    `numbered`: cards have the same numbers where it is read again.
    """
    game, on_line, revision, standing = history.game, set(line), start, history.standing()
    table = game.fork(table)
    for entry in history.entries[start:]:
        content: Any = entry.content
        facts = getattr(content, "facts", ())
        if entry.number in on_line and not isinstance(content, Declared):
            if not numbered:
                raise NotInNotationError(entry.number, "a judge's facts have no notation")
            yield f"{RULED} {_JUDGED.encode(content).decode()}"
            yield f"# entry {entry.number}: by {content.by}"
        if isinstance(content, Declared) and (entry.number in on_line if facts else entry.revision == revision):
            legal, words = content.ruling == Ruling.LEGAL.value, game.say(table, content.declaration)
            words = words if numbered else _HANDLE.sub(r"\1", words)
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
    record = read_whole(text)
    case, lines = record.case, record.lines
    if case.decks:
        raise CaseError("<record>", "a record of a service begins at a board")
    if len(lines) > LINES_MAX:
        raise CaseError("<record>", f"it has more than {LINES_MAX} lines")
    game: Game = game_of(case.edition)
    found = Judged()
    found.opening = opening_of(game, record)
    found.table = game.fork(game.deal(found.opening))
    remarks = dict(_remarks(text))
    for line in lines:
        if not (_ruled if line.mark == RULED else _said)(game, found, line, remarks[line.number]):
            break
    return case, found


def _said(game: Game, found: Judged, line: Line, remark: tuple[str, str] | None) -> bool:
    """Judge a declaration or a question; whether one can go on from there."""
    try:
        said = game.read(found.table, line.words)
    except (NotUnderstoodError, AmbiguousError) as error:
        found.differs(line.number, "notation", line.words, str(error))
        return False
    verdict = judge(game, found.table, said, FAILING)
    found.count += 1
    _compare(found, line.number, remark, verdict)
    if line.mark != SAID:
        return True
    if verdict.after is None:
        found.differs(line.number, "ruling", "legal", verdict.ruling.value)
        return False
    found.said.append(said)
    found.table = verdict.after
    return True


def _ruled(game: Game, found: Judged, line: Line, remark: tuple[str, str] | None) -> bool:
    """Let happen what a judge's ruling has led to, just as it is written; whether one can go on from there."""
    del remark  # it has no ruling of ours to compare with
    try:
        written = msgspec.json.decode(line.words.encode())
        facts = msgspec.convert(written.pop("facts"), tuple[game.fact_type, ...])  # type: ignore[name-defined]  # the game's own
        said = written.pop("declaration", None)
        said = None if said is None else msgspec.convert(said, game.declaration_type)
        ruling = msgspec.convert({**written, "facts": (), "about": 0}, RulingGiven)
        table = game.fork(found.table)
        for fact in facts:
            game.fold(table, fact)
        broken = game.invariants(table)
    except Exception as error:  # noqa: BLE001 - whatever a foreign text breaks is a finding about it
        found.differs(line.number, "notation", line.words[:SHOWN_MAX], f"this is not a judge's ruling: {error!r}")
        return False
    if broken:
        found.differs(line.number, "facts", line.words[:SHOWN_MAX], "; ".join(broken))
        return False
    found.said.append(msgspec.structs.replace(ruling, facts=facts, declaration=said))
    found.table = table
    return True


def opening_of(game: Game, record: Record) -> Opening:
    """The opening of a written game: its board or table, and its settings. Raises CaseError, NotUnderstoodError."""
    case, run = record.case, record.case.settings
    try:
        table = game.decode(record.table.encode()) if record.table else game.read_board(case.board, case.edition)
    except (NotUnderstoodError, AmbiguousError):
        raise
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise CaseError("<record>", f"this is no table: {error}") from error
    settings = Settings(run.dice, run.decks, run.manual, strict=run.strict)
    return Opening(game.id, case.edition, settings, board=game.encode(table))


def _remarks(text: str) -> list[tuple[int, tuple[str, str] | None]]:
    """The line of each declaration, and the ruling written behind it."""
    found: list[tuple[int, tuple[str, str] | None]] = []
    for number, line in enumerate(text.splitlines(), 1):
        remark = _REMARK.match(line)
        if line[:1] in {">", "?", "=", "!"}:
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
