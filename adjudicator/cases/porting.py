"""Porting: the text of a case as a case of another edition, run there, for a person to read against the paragraphs.

Which paragraph states the same there comes from the game (`SpecialRulings.restated`); one without a counterpart stays.
What the case expects stays as it is: where that does not hold, the editions part, or the paragraph is another one. A
ported case is a draft. It proves nothing before somebody has read it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec

from adjudicator.cases.case import load, read_case
from adjudicator.cases.judge_desk import JudgeDesk, begun, opening_of
from adjudicator.cases.runner import CaseResult, run_case
from adjudicator.games import GameList

_CITED = re.compile(r'"([a-z]+\.[a-z0-9.-]+\.[a-z0-9.-]+|ruling\.[a-z0-9-]+)"')
"""What may be the id of a rule: a document, a topic and a name, or a reading."""
_OF_AN_EDITION = re.compile(r"(?:editions?|points) = |under\.")
_TABLE_OF_AN_EDITION = re.compile(r"\[+step\.under")


class Ported(msgspec.Struct, frozen=True):
    """A case as a case of another edition, and what comes of it there."""

    text: str
    result: CaseResult


def port(path: Path, edition: str, games: GameList) -> Ported:
    """A case under another edition. Raises CaseError for a file that is no case, ValueError for a board that is none
    there and for an edition that there is not.
    """
    case = load(path)
    game, opening = opening_of(games, edition, case.board, case.cards, case.settings, case.decks)
    text = ported(path.read_text(encoding="utf-8"), edition, game.rulings(begun(game, opening)).restated)
    return Ported(text, run_case(read_case(text, str(path)), edition, JudgeDesk(games), str(path)))


def ported(text: str, edition: str, restated: Mapping[str, str]) -> str:
    """The text of a case with another edition, without what is expected under single ones, and with its paragraphs."""
    kept: list[str] = []
    inside = False
    for line in text.split("\n"):
        if line.startswith("["):
            inside = bool(_TABLE_OF_AN_EDITION.match(line))
        if not inside and not _OF_AN_EDITION.match(line):
            kept.append(line)
    named = re.sub(r"^(title = .*)$", rf'\1\nedition = "{edition}"', "\n".join(kept), count=1, flags=re.MULTILINE)
    return _CITED.sub(lambda found: f'"{restated.get(found[1], found[1])}"', named)
