"""Judging: the collection of clauses, and the three verbs judge, can and require."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

import msgspec

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.foreseeing import foreseen
from adjudicator.kernel.run import BoundExceeded, Run, Tell
from adjudicator.kernel.verdict import (
    EXCEPTION,
    Clause,
    Evidence,
    Finding,
    Override,
    Rank,
    Ruling,
    Verdict,
    as_found,
)
from adjudicator.kernel.viewing import ViewedGame

ANSWER, FAILING, ALL = 0, 1, 2
"""How much a verdict carries: the ruling alone, the clauses that fail, or every clause with evidence."""

Lookup = Callable[[], Evidence]
"""Evidence is looked up only when somebody asked for an explanation."""
Grounds = str | tuple[str, ...]
"""What a clause rests on: one paragraph, or the plain one ("" if there is none) and then those that depart from it, as
far as they hold ("" for one that does not).
"""
Rule = Grounds | Callable[[], Grounds]
"""The grounds of a clause; where it takes a while to say which ones hold, they are looked up only if they are told."""


def told(rule: Rule) -> str:
    """The headline of grounds of which one holds, looked up now."""
    return grounds_of(rule, as_found)[0]


def grounds_of(rule: Rule, rank: Rank) -> tuple[str, tuple[str, ...], bool]:
    """The grounds, looked up now: the headline, the others, and whether the headline departs from the plain one."""
    grounds = rule() if callable(rule) else rule
    if isinstance(grounds, str):
        return grounds, (), False
    plain, *departing = grounds
    if held := sorted((each for each in reversed(departing) if each), key=rank):
        headline, *others = held
        return headline, tuple(each for each in (*others, plain) if each and each != headline), True
    return plain, (), False


class Enough(Exception):
    """Nothing more is looked at: somebody asked only whether all clauses hold, and one fails."""


class Judging:
    """One declaration under judgement: the table it meets and the clauses found so far.

    A room calls `clause` for each condition, in the rulebook's order, and goes on while that
    makes sense; what an earlier failure makes meaningless it reports with `moot`.
    """

    __slots__ = (
        "brief",
        "clauses",
        "failed",
        "game",
        "hasty",
        "level",
        "missing",
        "options",
        "overriding",
        "said",
        "suppressed",
        "table",
        "unknown",
    )

    def __init__(self, game: JudgedGame, table: Any, said: Declaration, level: int = FAILING) -> None:
        self.game = game
        self.table = table
        self.said: Any = said
        self.level = level
        self.clauses: list[Clause] = []
        self.missing: list[str] = []
        self.options: list[str] = []
        self.failed = False
        self.unknown = False
        self.suppressed: str | None = table.suppressed
        self.overriding: AbstractSet[str] = table.overriding
        self.brief = level < ALL and self.suppressed is None
        """Whether nobody asks for what holds."""
        self.hasty = False
        """Whether nobody asks for more than the first clause that fails; then it raises Enough."""

    def clause(
        self,
        code: str,
        rule: Rule,
        ok: bool | None,
        evidence: Lookup | None = None,
        *,
        about: int | None = None,
        permits: int = 0,
    ) -> bool:
        """Record one condition; True if it holds (or a card makes it hold).

        `ok` is None if something needed is unknown; `about` is the object that the condition
        speaks of, so that an effect can permit or forbid for some objects only. What fails with no `evidence` of its
        own shows the moment. Of several grounds (`Grounds`) the first that departs is the headline, and permits where
        the clause holds. `permits` (see `Clause`) marks what makes the declaration lawful where one could doubt it: an
        explanation of a legal one says it first. What holds is kept only at level ALL, but
        what a card alone permits is what is asked about, and kept at FAILING too.
        """
        decided = code in self.overriding
        if ok and self.brief and not decided:
            return True
        override, permitted = None, False
        if decided:
            said = self.game.override(self.table, code, self.said, about)
            if said is not None:
                permitted = ok is False and said[0] is True
                ok, override = said
        if ok and self.brief and not (permitted and self.level):
            return True
        if ok is not None and self.hasty and self.brief:
            raise Enough
        rulings = self.game.rulings(self.table)
        rule, others, departs = grounds_of(rule, rulings.rank)
        ruled = False
        if self.level or not self.brief:
            plain, restated = rule, rulings.restated
            rule, override, ruled = self._more_special(code, rule, override, about or 0, holds=ok is True)
            named = (plain, *others) if ruled else others
            others = tuple(dict.fromkeys(restated.get(each, each) for each in named))
        if self.suppressed is not None and self.suppressed in (rule, override and override.rule):
            ok = not ok
        if override is not None and override.leads:
            rule, override = override.rule, Override(override.source, rule)
        if ok:
            if self.level == ALL or permitted:
                found = _looked_at(evidence) if evidence else ()
                how = EXCEPTION if departs or ruled else permits
                self.clauses.append(Clause(code, rule, Finding.HOLDS, found, override, how, others))
            return True
        self._fails(code, (rule, others), ok, evidence, override)
        return False

    def _more_special(
        self, code: str, rule: str, override: Override | None, about: int, *, holds: bool
    ) -> tuple[str, Override | None, bool]:
        """What is cited of a condition and of the card that decides it, and whether that is ruled more specially.

        What is ruled on the card itself comes before the rule by which a card decides.
        """
        game, table, by = self.game, self.table, "" if override is None else override.source
        named = (self.said, about, by)
        if rule in self.special:
            general, rule = rule, game.cited(table, table.agenda, rule, code, named, holds=holds)
            if rule != game.rulings(table).restated.get(general, general):
                return rule, override and Override(by, override.rule), True
        if override is not None and override.rule in self.special:
            lets = game.cited(table, table.agenda, override.rule, code, named, holds=holds)
            override = Override(by, lets, override.leads)
        return rule, override, False

    def _fails(
        self,
        code: str,
        grounds: tuple[str, tuple[str, ...]],
        ok: bool | None,
        evidence: Lookup | None,
        override: Override | None,
    ) -> None:
        """A condition does not hold, or nobody knows; its grounds are the headline and the others."""
        if ok is None:
            self.unknown = True
            self.missing.append(code)
        else:
            self.failed = True
        if self.level:
            found = _looked_at(evidence) if evidence else self.game.moment(self.table)
            finding = Finding.UNKNOWN if ok is None else Finding.FAILS
            self.clauses.append(Clause(code, grounds[0], finding, found, override, others=grounds[1]))

    @property
    def special(self) -> Container[str]:
        """The rules in whose place something more special may be cited: looked up only for what is told."""
        return self.game.rulings(self.table).special

    def worth_telling(self, code: str) -> bool:
        """Whether a clause that holds by the rules has to be looked at: it is told, or an effect may decide it."""
        return not self.brief or code in self.overriding

    def permit(self, code: str, rule: Rule, evidence: Lookup | None = None, *, about: int | None = None) -> bool:
        """Record a condition that is there only to permit: nothing but an effect makes it fail. Where an edition has no
        such rule ("") there is nothing to permit.
        """
        if not rule:
            return True
        return self.clause(code, rule, True, evidence, about=about, permits=EXCEPTION)

    def moot(self, *conditions: tuple[str, str]) -> None:
        """Report conditions (code, rule) that an earlier failure makes meaningless."""
        if self.level == ALL:
            self.clauses.extend(Clause(code, rule, Finding.MOOT) for code, rule in conditions)

    def leave_off(self) -> None:
        """Note that what else would have to hold is not looked at, though no clause says so (see `Granting`)."""

    def would_be_legal(self, *options: str) -> None:
        """Name what would be legal instead; kept only for refusals that are explained."""
        if self.level:
            self.options.extend(options)


def _looked_at(evidence: Lookup) -> Evidence:
    """What a condition looked at, as it is told: where nothing was there, that says so."""
    return tuple((name, stood or "none") for name, stood in evidence())


class Granting(Judging):
    """A declaration under judgement as if one condition held, to see what else would keep it from being legal.

    `whole` is False if something else was not even looked at.
    """

    __slots__ = ("granted", "whole")

    def __init__(self, game: JudgedGame, table: Any, said: Declaration, granted: str) -> None:
        super().__init__(game, table, said, FAILING)
        self.granted = granted
        self.whole = True

    def clause(
        self,
        code: str,
        rule: Rule,
        ok: bool | None,
        evidence: Lookup | None = None,
        *,
        about: int | None = None,
        permits: int = 0,
    ) -> bool:
        """As it is judged, but for the condition that is granted."""
        return code == self.granted or super().clause(code, rule, ok, evidence, about=about, permits=permits)

    def moot(self, *conditions: tuple[str, str]) -> None:
        """What has no meaning now might keep it from being legal."""
        self.whole = False

    def leave_off(self) -> None:
        """Nor is the rest looked at."""
        self.whole = False


class SpecialRulings(Protocol):
    """What is ruled more specially than by the general rules of a game, mostly nothing; and the order of paragraphs."""

    @property
    def special(self) -> Container[str]:
        """The rules in whose place something may be cited: what is more special, or says the same more weightily."""

    @property
    def restated(self) -> Mapping[str, str]:
        """By general rule the one that says the same with more authority, where there is one."""

    @property
    def plainly(self) -> Mapping[str, str]:
        """By those special rules of which it does not matter what they are about, what is cited in their place."""

    @property
    def watched(self) -> Container[str]:
        """The kinds of facts at which something may be turned down that is worth telling."""

    @property
    def happens_first(self) -> bool:
        """Whether events are cited before what does not happen (`verdict.Verdict`)."""

    def rank(self, rule: str) -> tuple[int, ...]:
        """How early a paragraph is named among others (`verdict.Rank`)."""


class JudgedGame(ViewedGame, Protocol):
    """The part of a game that judging needs; the whole is `kernel.game.Game`."""

    def check(self, judging: Judging) -> None:
        """Collect the clauses of the declaration."""

    def moment(self, table: Any) -> Evidence:
        """Where a game stands, as evidence: what a refusal shows that has nothing else to show."""

    def fork(self, table: Any) -> Any:
        """A copy of the table that may be folded without touching the original."""

    def perform(self, run: Run) -> None:
        """Carry out the declaration's own first steps on the draft; the agenda does the rest."""

    def override(
        self, table: Any, code: str, said: Any, about: int | None
    ) -> tuple[bool | None, Override | None] | None:
        """What the effects in play say of a clause code: permitted, forbidden or (None) unknown, and by which card."""

    def rulings(self, table: Any) -> SpecialRulings:
        """In the place of which rules something more special may be cited at this table, and what is watched."""

    def cited(
        self, table: Any, agenda: Any, rule: str, kind: str, about: tuple[Any, ...], *, holds: bool = False
    ) -> str:
        """The rule that decides in the place of one of those (a ruling on just that card), or that rule itself.

        `agenda` has the frames and pending items of the moment, `kind` is a clause code, the name of a fact's type,
        the name of a value or "non-event", and `about` what it is about, in the game's own terms. `holds` says of a
        clause that it holds, so that what only forbids does not decide it.
        """


def judge(game: Any, table: Any, said: Declaration, level: int = FAILING, tell: Tell | None = None) -> Verdict:
    """Rule on a declaration: collect its clauses, and if all hold run it on a draft of the table.

    Pure: the table is not touched. A run that exceeds a bound is UNDECIDED and keeps nothing. `tell` hears each fact
    as it happens; what it makes of them is the verdict's `told`.
    """
    verdict = _judged(game, table, said, level, tell)
    if level != ALL or verdict.ruling is not Ruling.LEGAL or verdict.departures:
        return verdict
    ahead = foreseen(game, verdict.after, lambda then, passing: _judged(game, then, passing, FAILING))
    return msgspec.structs.replace(verdict, foreseen=ahead)


def _judged(game: Any, table: Any, said: Declaration, level: int, tell: Tell | None = None) -> Verdict:
    """The ruling, up to the next question."""
    judging = checked(game, table, said, level)
    clauses = tuple(judging.clauses)
    if judging.failed or judging.unknown:
        rank = game.rulings(table).rank
        if judging.failed:
            return Verdict(Ruling.ILLEGAL, clauses, options=tuple(judging.options), rank=rank)
        return Verdict(Ruling.UNDECIDED, clauses, missing=tuple(judging.missing), rank=rank)
    run = Run(game, game.fork(table), said, tell, table)
    try:
        game.perform(run)
        run.advance()
    except BoundExceeded as bound:
        return Verdict(Ruling.UNDECIDED, clauses, missing=(bound.name, *bound.chain), rank=run.rank)
    return Verdict(
        Ruling.LEGAL,
        clauses,
        tuple(run.facts),
        tuple(run.non_events),
        after=run.table,
        told=None if tell is None else tuple(run.told),
        departed=tuple(run.departed),
        passed_over=tuple(run.passed_over),
        rank=run.rank,
        happens_first=game.rulings(table).happens_first,
    )


def doubted(game: Any, table: Any, said: Declaration, given: Verdict, asker: str) -> Verdict:
    """A legal verdict as one can give it who asks about another seat: what that seat alone knows is UNKNOWN.

    The clause SPEAKER_HAS_IT stands behind all others, which say what would be ruled if it were so.
    """
    rule = game.on_trust(table, said) if given.ruling is Ruling.LEGAL and said.seat != asker else ""
    if not rule:
        return given
    unknown = Clause("SPEAKER_HAS_IT", rule, Finding.UNKNOWN, (("said of hidden cards of", said.seat),))
    return Verdict(Ruling.UNDECIDED, (*given.clauses, unknown), missing=("SPEAKER_HAS_IT",))


def checked(game: JudgedGame, table: Any, said: Declaration, level: int = FAILING) -> Judging:
    """The clauses of a declaration, without running it."""
    judging = Judging(game, table, said, level)
    game.check(judging)
    return judging


NO_SENSE = (AssertionError, AttributeError, KeyError, IndexError, StopIteration, TypeError, ValueError)
"""What a check runs into that goes on with what is not there."""


def besides(game: Any, table: Any, said: Declaration, code: str) -> tuple[Clause, ...] | None:
    """What fails, or is unknown, beside the one failing condition of this code; None if that can't be told.

    Most conditions behind one that fails are looked at all the same; those that have no sense without it are not.
    """
    judging = Granting(game, table, said, code)
    try:
        game.check(judging)
    except NO_SENSE:
        return None
    found = tuple(each for each in judging.clauses if each.finding in (Finding.FAILS, Finding.UNKNOWN))
    return found if found or judging.whole else None


def allowed(game: Any, table: Any, said: Declaration) -> bool:
    """Whether the clauses of a declaration all hold, without running it."""
    return holds(game, table, said, game.check)


def holds(game: Any, table: Any, said: Declaration, check: Callable[..., Any], *bound: Any) -> bool:
    """Whether the clauses that a check collects all hold; it is called with the judging and what is bound."""
    judging = Judging(game, table, said, ANSWER)
    judging.hasty = True
    try:
        check(judging, *bound)
    except Enough:
        return False
    return not (judging.failed or judging.unknown)


def can(game: Any, table: Any, said: Declaration) -> bool:
    """Whether a declaration is legal."""
    return judge(game, table, said, ANSWER).ruling is Ruling.LEGAL


class NotLegalError(Exception):
    """A declaration that was required to be legal and is not; carries the verdict."""

    def __init__(self, said: Declaration, verdict: Verdict) -> None:
        super().__init__(f"{said!r} is {verdict.ruling.value}: " + ", ".join(c.code for c in verdict.failing))
        self.said = said
        self.verdict = verdict


def require(game: Any, table: Any, said: Declaration) -> Verdict:
    """The verdict on a declaration that has to be legal; raises NotLegalError otherwise."""
    verdict = judge(game, table, said, ALL)
    if verdict.ruling is not Ruling.LEGAL:
        raise NotLegalError(said, verdict)
    return verdict
