"""The audit: does a case prove the rules it cites?

A case is gone through again with one rule suppressed: a clause of the rule is turned round, facts
and non-events that cite it do not come about, and rule points of its name are off.
If rulings, facts, values, non-events or the board then differ, the rule decides something there. A
value that cites it is summed once more without it: another total proves it (`Explained.without`). For
a rule that only made a clause hold (a permission) and for a non-event that is not enough: a step of
the same case, marked with `contrasts`, must give the opposite outcome; without such a step nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.cases.case import Case, Step
from adjudicator.cases.desk import Answer
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import CaseResult, StepSeen, replay
from adjudicator.games import GameList

REFUSAL, CONSEQUENCE, VALUE, PERMISSION, NON_EVENT = "refusal", "consequence", "value", "permission", "non-event"
"""What a cited rule is in a step: why it is refused, a fact's, part of a value, what allows it, or a non-event's."""


class Claim(msgspec.Struct, frozen=True):
    """A rule that a passing case expects, what it is there, and whether the case proves it (`why` it does not)."""

    rule: str
    path: str
    edition: str
    role: str
    proven: bool
    why: str = ""


def audited(case: Case, result: CaseResult, games: GameList) -> tuple[Claim, ...]:
    """All claims of a case that passes, audited."""
    case = case.of(result.edition, games.of(result.edition))
    if not case.rules:
        return ()
    desk = JudgeDesk(games)
    base = replay(case, result.edition, desk, "")
    return tuple(_claim(case, result, base, rule, desk) for rule in _claimed(case, base))


def claimed(case: Case, result: CaseResult, games: GameList) -> tuple[Claim, ...]:
    """All claims of a case that passes, taken on trust."""
    case = case.of(result.edition, games.of(result.edition))
    rules = _claimed(case, result.steps)
    return tuple(Claim(rule, result.path, result.edition, _role(case, result.steps, rule), True) for rule in rules)


def _claimed(case: Case, seen: tuple[StepSeen, ...]) -> Iterator[str]:
    """The rules that a case claims: a permission or a non-event only where a step is set off against it."""
    set_off = {rule for step in case.steps for rule in step.contrasts}
    for rule in case.rules:
        if rule in set_off or _role(case, seen, rule) not in (PERMISSION, NON_EVENT):
            yield rule


def _claim(case: Case, result: CaseResult, base: tuple[StepSeen, ...], rule: str, desk: JudgeDesk) -> Claim:
    role = _role(case, base, rule)
    why = ""
    if role in (PERMISSION, NON_EVENT):
        why = _contrast(case, base, rule, role)
    plain = not why and role != NON_EVENT and not _counts(case, base, rule)
    if plain and _same(base, replay(case, result.edition, desk, rule), rule):
        why = "nothing changes without the rule"
    return Claim(rule, result.path, result.edition, role, not why, why)


def _counts(case: Case, seen: tuple[StepSeen, ...], rule: str) -> bool:
    """Whether a value that cites the rule has another total without it."""
    asked = (each.value for step, each in zip(case.steps, seen, strict=False) if rule in step.rules)
    return any(value is not None and value.without(rule) != value.total for value in asked)


def _role(case: Case, seen: tuple[StepSeen, ...], rule: str) -> str:
    """The strongest thing that a rule is in the steps that expect it."""
    roles = [_role_in(step, each, rule) for step, each in zip(case.steps, seen, strict=False) if rule in step.rules]
    order = (REFUSAL, CONSEQUENCE, VALUE, PERMISSION, NON_EVENT)
    return min(roles, key=order.index, default=PERMISSION)


def _role_in(step: Step, seen: StepSeen, rule: str) -> str:
    answer = seen.answer
    if answer is None:
        return VALUE
    if answer.ruling != "legal":
        return REFUSAL
    if any(fact.rule == rule for fact in answer.facts):
        return CONSEQUENCE
    if any(each == rule for each, _ in answer.non_events):
        return NON_EVENT
    return PERMISSION


def _contrast(case: Case, seen: tuple[StepSeen, ...], rule: str, role: str) -> str:
    """Why no step of the case gives the opposite outcome; empty if one does."""
    steps = list(zip(case.steps, seen, strict=False))
    citing = [each.answer for step, each in steps if rule in step.rules and each.answer is not None]
    marked = [(step, each.answer) for step, each in steps if rule in step.contrasts and each.answer is not None]
    if not marked:
        return f"a {role} needs a step that contrasts it"
    for step, other in marked:
        if any(_opposite(answer, step, other, rule, role) for answer in citing):
            return ""
    return f"the step that contrasts the {role} does not give the opposite outcome"


def _opposite(answer: Answer, step: Step, other: Answer, rule: str, role: str) -> bool:
    """Whether a marked step shows the contrary of one that cites the rule, by a declaration of the same kind."""
    if answer.kind != other.kind:
        return False
    if role == PERMISSION:
        return other.ruling == "illegal" and (step.fails is not None or step.cites is not None)
    looked_at = step.facts is not None or step.board is not None or step.no_facts is not None
    turned_down = any(each == rule for each, _ in other.non_events)
    return looked_at and not turned_down and _outcome(answer, rule) != _outcome(other, rule)


def _same(base: tuple[StepSeen, ...], without: tuple[StepSeen, ...], rule: str) -> bool:
    """Whether nothing but names of rules differs."""
    return len(base) == len(without) and all(
        _shown(one, rule) == _shown(other, rule) for one, other in zip(base, without, strict=True)
    )


def _shown(seen: StepSeen, rule: str) -> Any:
    answer = None if seen.answer is None else _outcome(seen.answer, rule)
    value = None
    if seen.value is not None:
        value = seen.value.total
    return answer, value, seen.board, seen.next


def _outcome(answer: Answer, rule: str) -> Any:
    facts = tuple((fact.kind, fact.fields) for fact in answer.facts)
    return answer.ruling, facts, tuple(each for each in answer.non_events if each[0] != rule), answer.missing
