"""One declaration on one table under several editions: whether they agree, and if not, on which rule each rests."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.comparing.points import points_of
from adjudicator.kernel.base import Declaration, Fact
from adjudicator.kernel.game import Game, NotComparableError
from adjudicator.kernel.game.not_comparable import NOT_COMPARABLE
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.verdict import Clause, Finding, Verdict

PLACES = frozenset({"rule", "cause"})
"""Fields that say why, not what: two facts that differ in these alone are the same event."""

RULE_ID = re.compile(r"(?:[a-z]+\.[a-z-]+|ruling)\.[a-z0-9.-]+")
"""The form of a rule's id; such ids are bound in other fields, too."""


class Side(msgspec.Struct, frozen=True):
    """What one edition says.

    `rule` is the one on which the difference rests here, empty where this edition has nothing that speaks of it;
    `failing` pairs code and rule of each clause that fails or is unknown; `event` is the kind of the fact in which
    it differs, `told` a sentence about it. An edition that has no counterpart to the table gives no ruling: it fails by
    NOT_COMPARABLE, and `told` says what it has not.
    """

    edition: str
    ruling: str
    rule: str = ""
    failing: tuple[tuple[str, str], ...] = ()
    event: str = ""
    told: str = ""

    @property
    def comparable(self) -> bool:
        """Whether the edition has a counterpart to the table."""
        return self.failing != WITHOUT_COUNTERPART


WITHOUT_COUNTERPART = ((NOT_COMPARABLE, ""),)
"""What fails under an edition to which a table cannot be carried over."""

Given = Sequence[tuple[str, Verdict | NotComparableError]]
"""By edition the verdict, or why there is none."""


class Comparison(msgspec.Struct, frozen=True):
    """What several editions say of one declaration.

    `what` is empty where they agree, else "ruling", "clauses" or "facts"; or "table" where those agree that have a
    counterpart to the table, and another has none. `points` are the known points of difference that cite the deciding
    rules. `number` counts the declarations of a game from 1 (0: its beginning). `leaving` names the editions that do
    not say what the first says that has the table: in a game they are heard no further, and the others go on.
    """

    said: str
    what: str
    sides: tuple[Side, ...]
    points: tuple[str, ...] = ()
    number: int = 0
    leaving: tuple[str, ...] = ()

    @property
    def agree(self) -> bool:
        """Whether all editions rule alike and the same happens."""
        return not self.what


def compare_declaration(game: Game, table: Any, said: Declaration, editions: Sequence[str]) -> Comparison:
    """What each edition says of a declaration on a table. Raises KeyError for an unknown edition."""
    given = judged(game, tables_under(game, table, editions), said)
    return compared(game, table, game.say(table, said), given)


def tables_under(game: Game, table: Any, editions: Sequence[str]) -> dict[str, Any]:
    """By edition a table under it, or the NotComparableError that says why there is none. Raises KeyError for an
    unknown edition.
    """
    return {edition: _under(game, table, edition) for edition in editions}


def _under(game: Game, table: Any, edition: str) -> Any:
    try:
        return game.under(table, edition)
    except NotComparableError as error:
        return error


def judged(game: Game, tables: Mapping[str, Any], said: Declaration) -> Given:
    """What each edition says of a declaration on its own table."""
    return [
        (edition, table if isinstance(table, NotComparableError) else judge(game, table, said, ALL))
        for edition, table in tables.items()
    ]


def compared(game: Game, table: Any, said: str, given: Given, number: int = 0) -> Comparison:
    """The comparison of verdicts by edition; `table` is the one before them, for telling."""
    verdicts = [verdict for _, verdict in given if isinstance(verdict, Verdict)]
    what, at = _parting(game, verdicts)
    sides = tuple(
        _side(game, table, edition, verdict, what, at, verdicts)
        if isinstance(verdict, Verdict)
        else Side(edition, "", failing=WITHOUT_COUNTERPART, told=str(verdict))
        for edition, verdict in given
    )
    found = points_of(side.rule for side in sides if side.rule) if what else ()
    leaving = tuple(edition for edition, verdict in given if _leaves(game, verdict, verdicts))
    return Comparison(said, what or ("table" if len(verdicts) < len(given) else ""), sides, found, number, leaving)


def _leaves(game: Game, verdict: Verdict | NotComparableError, verdicts: Sequence[Verdict]) -> bool:
    return not isinstance(verdict, Verdict) or bool(_parting(game, [verdicts[0], verdict])[0])


def staying(tables: Mapping[str, Any], found: Comparison) -> dict[str, Any]:
    """The tables of the editions that go on after a comparison; none where no two of them do."""
    on = {edition: table for edition, table in tables.items() if edition not in found.leaving}
    return on if len(on) > 1 else {}


def _parting(game: Game, verdicts: Sequence[Verdict]) -> tuple[str, int]:
    """In what some verdicts differ first, and for facts the index."""
    if not verdicts:
        return "", 0
    first, *others = verdicts
    if any(each.ruling is not first.ruling for each in others):
        return "ruling", 0
    codes = [tuple(clause.code for clause in _against(each)) for each in verdicts]
    if len(set(codes)) > 1:
        return "clauses", 0
    at = min((_first_difference(game, first.facts, each.facts) for each in others), default=-1, key=_last_if_none)
    return ("facts", at) if at >= 0 else ("", 0)


def _last_if_none(index: int) -> float:
    return float("inf") if index < 0 else index


def _first_difference(game: Game, one: Sequence[Any], two: Sequence[Any]) -> int:
    """The first index at which two rows of facts are not the same events; -1 if there is none."""
    for index in range(max(len(one), len(two))):
        if index >= len(one) or index >= len(two) or not _same(game, one[index], two[index]):
            return index
    return -1


def _same(game: Game, one: Fact, two: Fact) -> bool:
    """Whether two facts are the same event, but for the reasons and for what comes to nothing in them."""
    return bool(bare(one) == bare(two)) or bool(bare(game.consequence_of(one)) == bare(game.consequence_of(two)))


def bare(value: Any) -> Any:
    """A value without what only says why."""
    if isinstance(value, msgspec.Struct):
        fields = tuple((name, bare(getattr(value, name))) for name in value.__struct_fields__ if name not in PLACES)
        return (type(value).__name__, fields)
    if isinstance(value, str):
        return "" if RULE_ID.fullmatch(value) else value
    if isinstance(value, list | tuple):
        return tuple(bare(each) for each in value)
    if isinstance(value, dict):
        return tuple((key, bare(each)) for key, each in sorted(value.items(), key=lambda pair: str(pair[0])))
    return value


def _against(verdict: Verdict) -> list[Clause]:
    return [each for each in verdict.clauses if each.finding in (Finding.FAILS, Finding.UNKNOWN)]


def _side(
    game: Game, table: Any, edition: str, verdict: Verdict, what: str, at: int, verdicts: Sequence[Verdict]
) -> Side:
    failing = tuple((clause.code, clause.rule) for clause in _against(verdict))
    others = [each for each in verdicts if each is not verdict]
    side = Side(edition, verdict.ruling.value, _deciding(verdict, others, what), failing)
    if what != "facts":
        return side
    fact = verdict.facts[at] if at < len(verdict.facts) else None
    rule = _rule_of_facts(verdict, others, fact, at)
    if fact is not None and verdict.after is not None:
        rivals = [each.facts[at] for each in others if at < len(each.facts)]
        rule = game.parted_by(verdict.after, fact, rivals) or rule
    event = type(fact).__name__ if fact is not None else ""
    return msgspec.structs.replace(side, rule=rule, event=event, told=_told(game, table, verdict.facts, at))


def _deciding(verdict: Verdict, others: Sequence[Verdict], what: str) -> str:
    """The rule of a refusal; of a permission the rule that made the same condition hold."""
    theirs = [clause.code for each in others for clause in _against(each)]
    own = _against(verdict)
    if own and what == "clauses":
        return next((clause.rule for clause in own if clause.code not in theirs), own[0].rule)
    if own:
        return own[0].rule
    held = (clause for clause in verdict.clauses if clause.finding is Finding.HOLDS)
    same = next((clause.rule for clause in held if clause.code in theirs), "")
    return same or (next((fact.rule for fact in verdict.facts if fact.rule), "") if what else "")


def _rule_of_facts(verdict: Verdict, others: Sequence[Verdict], fact: Fact | None, at: int) -> str:
    """The rule of the fact in which a verdict differs; if it lacks what another has, the rule that turned that down."""
    theirs = [each.facts[at] for each in others if at < len(each.facts)]
    kinds = {type(each).__name__ for each in theirs}
    if fact is not None and (type(fact).__name__ in kinds or not kinds):
        return _placed(fact)
    known = {each.rule for other in others for each in other.non_events}
    refused = next((each.rule for each in verdict.non_events if each.rule not in known), "")
    return refused or (_placed(fact) if fact is not None else "")


def _placed(fact: Fact) -> str:
    """The rule of a fact; of an agenda that is left on the table, the one that opened the question."""
    window = getattr(getattr(fact, "agenda", None), "window", None)
    return fact.rule or (window.rule if window is not None else "")


def _told(game: Game, table: Any, facts: Sequence[Fact], at: int) -> str:
    """One sentence about a fact, on the table it has just changed; about the end of it all, what is waited for."""
    if at >= len(facts):
        return ""
    draft = game.fork(table)
    for fact in facts[: at + 1]:
        game.fold(draft, fact)
    return game.tell(draft, facts[at]) or game.waits(draft)
