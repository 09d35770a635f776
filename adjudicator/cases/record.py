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
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.cases.case import DEFAULT_EDITION, Case, CaseError, CaseSettings, Step

SAID, ASKED, VALUE = ">", "?", "="
_WORDS = {"dice": ("house", "reported"), "decks": ("house", "reported"), "manual": ("ask", "blank")}


def read_record(text: str, path: str = "<record>") -> Case:
    """A game in notation, as a case that expects nothing. Raises CaseError."""
    edition, settings = DEFAULT_EDITION, CaseSettings()
    decks: dict[str, str] = {}
    board: list[str] = []
    steps: list[Step] = []
    for number, line in enumerate(text.splitlines(), 1):
        mark, words = line[:1], line[1:].strip()
        word, colon, rest = line.partition(":")
        if mark == SAID:
            steps.append(Step(say=words))
        elif mark == ASKED:
            steps.append(Step(ask=words))
        elif mark == VALUE:
            steps.append(Step(value=words))
        elif not line.strip() or mark == "#":
            continue
        elif steps:
            raise CaseError(path, f"line {number}: after the board every line begins with {SAID}, {ASKED} or {VALUE}")
        elif colon and word == "edition":
            edition = rest.strip()
        elif colon and word == "settings":
            settings = _settings(rest, f"{path}: line {number}")
        elif colon and word.startswith("deck "):
            decks[word.removeprefix("deck ").strip()] = rest.strip()
        else:
            board.append(line)
    if bool(board) == bool(decks):
        raise CaseError(path, "a game begins at a board, or with decks")
    title = "a board" if board else "a game"
    return Case(title, board="\n".join(board), decks=decks, edition=edition, settings=settings, steps=tuple(steps))


def _settings(words: str, where: str) -> CaseSettings:
    found: dict[str, str | bool] = {}
    for each in words.split(","):
        name, _, value = each.strip().partition(" ")
        if name == "strict" and not value:
            found["strict"] = True
        elif value.strip() in _WORDS.get(name, ()):
            found[name] = value.strip()
        else:
            raise CaseError(where, f"no setting {each.strip()!r}; there are strict and {_WORDS}")
    return msgspec.convert(found, CaseSettings)


def written_record(
    edition: str, settings: CaseSettings, said: Sequence[str], *, board: str = "", decks: dict[str, str] | None = None
) -> str:
    """A game in notation, which `read_record` reads again."""
    parts = [f"{name} {getattr(settings, name)}" for name in _WORDS]
    if settings.strict:
        parts.append("strict")
    lines = [f"edition: {edition}", f"settings: {', '.join(parts)}"]
    lines.extend(f"deck {seat}: {deck}" for seat, deck in (decks or {}).items())
    if board:
        lines.append(board.rstrip())
    return "\n".join([*lines, *(f"{SAID} {words}" for words in said)]) + "\n"
