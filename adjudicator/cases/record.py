"""A whole game in notation: where it began and everything that was said, one declaration a line.

    edition: swtcg-2005
    settings: dice reported, decks reported, manual ask, strict
    turn 3, Character battle; dark to play or pass
    dark: force 5
      character: vader = Darth Vader (E)
    > dark: pass
    > light: pass

The first two lines may be left out. Instead of a board there may be `deck dark: NAME` and `deck light: NAME`,
with the name of one of our decks. A line after `?` is only asked, one after `=` asks for a value. `#` begins a remark.

Some things have no notation and stand there in JSON: instead of a board `table: {...}`, the lossless form of any table,
and after `!` a judge's ruling with the facts that followed. Only a service reads those (`adjudicate import`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adjudicator.cases.case import SETTINGS, Case, CaseError, CaseSettings, Decks, Step, each_deck
from adjudicator.games import DEFAULT_EDITION

SAID, ASKED, VALUE, RULED = ">", "?", "=", "!"


class Line(msgspec.Struct, frozen=True):
    """A line of a record after its beginning: its number, its mark and its words."""

    number: int
    mark: str
    words: str


class Record(msgspec.Struct, frozen=True):
    """A whole record: the case that it begins as, its lines, and the table if that is written in JSON."""

    case: Case
    lines: tuple[Line, ...]
    table: str = ""


def read_record(text: str, path: str = "<record>") -> Case:
    """A game in notation, as a case that expects nothing. Raises CaseError."""
    found = read_whole(text, path)
    if found.table or any(line.mark == RULED for line in found.lines):
        raise CaseError(path, "it has parts in JSON, which only a service reads: `adjudicate import` brings it in")
    return found.case


def read_whole(text: str, path: str = "<record>") -> Record:
    """A record with all that it may have. Raises CaseError."""
    edition, settings, table = DEFAULT_EDITION, CaseSettings(), ""
    decks: dict[str, str | tuple[str, ...]] = {}
    board: list[str] = []
    lines: list[Line] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        mark, words = bare[:1], bare[1:].strip()
        word, colon, rest = line.partition(":")
        if mark in {SAID, ASKED, VALUE, RULED}:
            lines.append(Line(number, mark, words))
        elif not bare or mark == "#":
            continue
        elif lines:
            raise CaseError(path, f"line {number}: after the board every line begins with {SAID}, {ASKED} or {VALUE}")
        elif colon and word == "edition":
            edition = rest.strip()
        elif colon and word == "settings":
            settings = _settings(rest, f"{path}: line {number}")
        elif colon and word.startswith("deck "):
            seat, deck = word.removeprefix("deck ").strip(), rest.strip()
            before = tuple(given for _, given in each_deck({seat: decks.get(seat, ())}))
            decks[seat] = (*before, deck) if before else deck
        elif colon and word == "table":
            table = rest.strip()
        else:
            board.extend([""] * (number - 1 - len(board)))  # so that an error in it counts the lines of the text
            board.append(line)
    if bool(board) + bool(decks) + bool(table) != 1:
        raise CaseError(path, "a game begins at a board, or with decks")
    steps = tuple(_STEPS[line.mark](line.words) for line in lines if line.mark in _STEPS)
    title = "a game" if decks else "a board"
    case = Case(title, board="\n".join(board), decks=decks, edition=edition, settings=settings, steps=steps)
    return Record(case, tuple(lines), table)


def said_at(text: str) -> tuple[int, ...]:
    """The lines of a record in which something is said, asked, or asked the value of, counted from 1."""
    return tuple(number for number, line in enumerate(text.splitlines(), 1) if line.strip()[:1] in _STEPS)


_STEPS: dict[str, Callable[[str], Step]] = {
    SAID: lambda words: Step(say=words),
    ASKED: lambda words: Step(ask=words),
    VALUE: lambda words: Step(value=words),
}


def _settings(words: str, where: str) -> CaseSettings:
    found: dict[str, str | bool] = {}
    for each in words.split(","):
        name, _, value = each.strip().partition(" ")
        if name == "strict" and not value:
            found["strict"] = True
        elif value.strip() in SETTINGS.get(name, ()):
            found[name] = value.strip()
        else:
            raise CaseError(where, f"no setting {each.strip()!r}; there are strict and {SETTINGS}")
    return msgspec.convert(found, CaseSettings)


def written_record(
    edition: str,
    settings: CaseSettings,
    said: Sequence[str],
    *,
    board: str = "",
    decks: Decks | None = None,
    table: str = "",
) -> str:
    """A game in notation, which `read_record` reads again; with a table in JSON `read_whole`."""
    parts = [f"{name} {getattr(settings, name)}" for name in SETTINGS]
    if settings.strict:
        parts.append("strict")
    lines = [f"edition: {edition}", f"settings: {', '.join(parts)}"]
    lines.extend(f"deck {seat}: {deck}" for seat, deck in each_deck(decks or {}))
    if board:
        lines.append(board.rstrip())
    if table:
        lines.append(f"table: {table}")
    return "\n".join([*lines, *(f"{SAID} {words}" for words in said)]) + "\n"
