"""From words to an attack: the table at which a declared attack waits for its dice, without recording anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.odds import OddsError
from adjudicator.kernel.verdict import Ruling, Verdict
from adjudicator.swtcg.odds.fight import Fight, in_progress, of_attack
from adjudicator.swtcg.odds.walking import End, counted_before, what_happened
from adjudicator.swtcg.standing.moment import CHANCES, DISRUPT
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames_battle import DeclareFrame
from adjudicator.swtcg.table.table import Attack, Table

PASSES_MAX = 8
"""So many times the players are taken to pass before something that the table does not admit yet."""
BEFORE_IT = ("general",)
"""The chances in which they are, before an attack; once it is declared in all of them."""


class Declared(msgspec.Struct, frozen=True):
    """A table with an attack in progress (or just over), and what was taken as said to come to it.

    `before` is the table at which the attack was declared (the same, if it is in progress already), and `happened` what
    has come of it since.
    """

    table: Any
    said: tuple[str, ...]
    fight: Fight
    before: Any
    happened: End


class _Saying:
    """A line of declarations as they are taken as said, with passes where they are needed."""

    def __init__(self, game: Any, table: Table) -> None:
        self.game = game
        self.table = table
        self.said: list[str] = []
        self.facts: list[Any] = []

    def say(self, words: str, kinds: tuple[str, ...], *, attacking: bool = False) -> Table:
        """Some words, after the passes that lead to where they can be said; gives the table that they met."""
        passes: list[str] = []
        refused = ""
        while True:
            table = self.table
            meant = _read(self.game, table, words) if attacking else self.game.read(table, words)
            verdict = judge(self.game, table, meant, ALL)
            if verdict.ruling is Ruling.LEGAL:
                self.said += [*passes, self.game.say(table, meant)]
                self._to(verdict)
                return table
            refused = refused or f"{self.game.say(table, meant)} is {_ruled(verdict)}"
            passed = "" if len(passes) == PASSES_MAX else self._passed(kinds)
            if not passed:
                raise OddsError(refused)
            passes.append(passed)

    def begin(self) -> None:
        """Nobody disrupts the attack that has just been declared, where the edition has a chance to."""
        while any(isinstance(frame, DeclareFrame) for frame in self.table.agenda.frames):
            passed = self._passed((DISRUPT,))
            if not passed:
                return
            self.said.append(passed)

    def _passed(self, kinds: tuple[str, ...]) -> str:
        """What the one who is asked says to pass, in a chance of these kinds; empty where none is open."""
        passing = _pass(self.game, self.table, kinds)
        if passing is None:
            return ""
        words: str = self.game.say(self.table, passing)
        self._to(judge(self.game, self.table, passing))
        return words

    def _to(self, verdict: Verdict) -> None:
        self.table = verdict.after
        self.facts += verdict.facts


def declared(
    game: Any, table: Table, attack: str, *, before: Sequence[str] = (), after: Sequence[str] = ()
) -> Declared:
    """The table with an attack: words as `vader attacks luke`, with or without the seat; empty for the attack that is
    in progress. `before` and `after` are declarations taken as said before and after it.

    Where a chance to play is open and it is not the word of the one who is to speak, the players are taken to pass.
    Raises OddsError for what is not legal, NotUnderstoodError or AmbiguousError for words that nobody understands.
    """
    line = _Saying(game, table)
    for words in before:
        line.say(words, BEFORE_IT)
    line.facts = []
    if attack.strip():
        here = line.say(attack.strip(), BEFORE_IT, attacking=True)
        line.begin()
        begun = next((fact for fact in line.facts if isinstance(fact, f.AttackDeclared)), None)
        if begun is None:
            raise OddsError(f"something else comes about instead of the attack: {line.said[-1]}")
        fight = of_attack(here, Attack(begun.attack, begun.attacker, begun.defender))
    else:
        here, fight = line.table, in_progress(line.table)
    for words in after:
        line.say(words, CHANCES)
    happened = counted_before(line.table).then(what_happened(line.facts, fight))
    return Declared(line.table, tuple(line.said), fight, here, happened)


def _read(game: Any, table: Table, words: str) -> Declaration:
    """The attack in words; the seat is that of the attacking unit if none is said."""
    if ":" in words:
        said = game.read(table, words)
    else:
        found: list[Any] = []
        trouble: NotUnderstoodError | AmbiguousError | None = None
        for seat in table.order:
            try:
                found.append(game.read(table, f"{seat}: {words}"))
            except (NotUnderstoodError, AmbiguousError) as error:
                trouble = error
        if not found and trouble is not None:
            raise trouble
        said = next((each for each in found if _own(table, each)), found[0])
    if not isinstance(said, d.AttackWith):
        raise OddsError(f"{game.say(table, said)} is no attack")
    return said


def _own(table: Table, said: Declaration) -> bool:
    unit = table.stacks.get(getattr(said, "attacker", 0))
    return unit is not None and unit.controller == said.seat


def _pass(game: Any, table: Table, kinds: tuple[str, ...]) -> Declaration | None:
    """A pass of the one who is asked, in a chance of these kinds; None where none is open."""
    window = table.agenda.window
    if window is None or window.kind not in kinds or game.over(table) is not None:
        return None
    return d.Pass(window.asked[0])


def _ruled(verdict: Verdict) -> str:
    codes = [clause.code for clause in verdict.failing] or list(verdict.missing)
    by = f" by {verdict.headline}" if verdict.headline else ""
    return f"{verdict.ruling.value}{by}: {', '.join(codes)}"
