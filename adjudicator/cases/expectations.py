"""What a step expects, compared with what a desk shows. Each function returns what does not hold, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, get_args

from adjudicator.cases.case import PartOfValue, Step
from adjudicator.cases.desk import Answer, Desk, FactSeen
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.game import Game
from adjudicator.kernel.notation import close_to

Refer = Callable[[str], int | None]


def compare_answer(step: Step, answer: Answer, refer: Refer) -> list[str]:
    """Ruling, failing clauses, citations, non-events, facts and what is missing."""
    found: list[str] = []
    if step.ruling is not None and step.ruling != answer.ruling:
        found.append(f"ruling {answer.ruling}, not {step.ruling}{_why(answer)}")
    failing = [clause.code for clause in answer.clauses if clause.finding == "fails"]
    if step.fails is not None and sorted(step.fails) != sorted(failing):
        found.append(f"fails {failing}, not {list(step.fails)}")
    found.extend(_cites(step, answer))
    turned_down = [rule for rule, _ in answer.non_events]
    found.extend(
        f"no non-event by {rule} (there are {turned_down})" for rule in step.non_events or () if rule not in turned_down
    )
    found.extend(_facts(step, answer, refer))
    found.extend(
        f"{missing} is not missing (missing: {list(answer.missing)})"
        for missing in step.missing or ()
        if missing not in answer.missing
    )
    return found


def unknown_kinds(step: Step, game: Game) -> list[str]:
    """Kinds of facts and declarations that the game has not; what is not to be there would hold of nothing."""
    facts, declarations = _kinds(game.fact_type), _kinds(game.declaration_type)
    wanted = (*(step.facts or ()), *(step.no_facts or ()))
    said = [
        each if isinstance(each, str) else each["kind"] for each in wanted if isinstance(each, str) or "kind" in each
    ]
    listed = [each.rpartition(" ")[2] for each in (*(step.legal or ()), *(step.not_legal or ())) if ":" not in each]
    return [
        f"there is no kind of {what} {each}; there are {', '.join(close_to(each, known) or known)}"
        for what, each, known in (
            *(("fact", each, facts) for each in said),
            *(("declaration", each, declarations) for each in listed),
        )
        if each not in known
    ]


def unknown_fields(step: Step, game: Game) -> list[str]:
    """The fields of expected facts, and of facts that are not expected, that no fact of their kind has."""
    types = {each.__name__: each for each in get_args(game.fact_type) or (game.fact_type,)}
    tables = [each for each in (*(step.facts or ()), *(step.no_facts or ())) if not isinstance(each, str)]
    found: list[str] = []
    for wanted in tables:
        meant = [types[wanted["kind"]]] if wanted.get("kind") in types else list(types.values())
        known = {"kind", "rule", *(name for each in meant for name in each.__struct_fields__)} - {"cause"}
        of = f" {wanted['kind']}" if "kind" in wanted else ""
        fits = ", ".join(sorted(known))
        found.extend(f"no fact{of} has a field {name}; there are {fits}" for name in wanted if name not in known)
    return found


def _kinds(union: Any) -> tuple[str, ...]:
    """The names of the kinds of a tagged union, or of the only one."""
    return tuple(each.__name__ for each in get_args(union) or (union,))


def _why(answer: Answer) -> str:
    """The failing clauses of an unexpected refusal."""
    failing = [f"{c.code} ({c.rule})" for c in answer.clauses if c.finding in ("fails", "unknown")]
    return ": " + ", ".join(failing) if failing else ""


def _cites(step: Step, answer: Answer) -> list[str]:
    """Every rule that the step cites has to be among those that decide; one `decides` has to be named first.

    What is named (`names`) may stand anywhere in what carries the ruling.
    """
    named = answer.named()
    found = _among(step.cites, named if answer.deciding is None else answer.deciding)
    found += _among(step.names, named)
    if step.decides is not None and answer.deciding is not None and answer.deciding[:1] != (step.decides,):
        found.append(f"{next(iter(answer.deciding), '')} decides, not {step.decides}")
    return found


def _among(wanted: Sequence[str] | None, deciding: Sequence[str]) -> list[str]:
    """What is cited, and is not among the rules that decide."""
    return [
        f"{each} is not cited, but {list(dict.fromkeys(deciding))}" for each in wanted or () if each not in deciding
    ]


def _facts(step: Step, answer: Answer, refer: Refer) -> list[str]:
    found: list[str] = []
    left = iter(answer.facts)
    for wanted in step.facts or ():
        if not any(_is_fact(fact, wanted, refer) for fact in left):
            found.append(f"no fact {_fact_words(wanted)} in this place; there are {_facts_words(answer.facts, wanted)}")
            break
    found.extend(
        f"there is a fact {_fact_words(unwanted)}"
        for unwanted in step.no_facts or ()
        if any(_is_fact(fact, unwanted, refer) for fact in answer.facts)
    )
    return found


def _is_fact(fact: FactSeen, wanted: str | dict[str, Any], refer: Refer) -> bool:
    if isinstance(wanted, str):
        return fact.kind == wanted
    if fact.kind != wanted.get("kind", fact.kind):
        return False
    if fact.fields is None:
        return True
    for name, value in wanted.items():
        there = fact.rule if name == "rule" else fact.fields.get(name)
        if name != "kind" and not _same(there, value, refer):
            return False
    return True


def _same(there: Any, wanted: Any, refer: Refer) -> bool:
    """Whether a field is as wanted; a name stands for the number of what it names, a table for some fields."""
    if isinstance(wanted, dict):
        return isinstance(there, dict) and all(_same(there.get(key), value, refer) for key, value in wanted.items())
    if isinstance(wanted, list):
        return (
            isinstance(there, list | tuple)
            and len(there) == len(wanted)
            and all(_same(each, value, refer) for each, value in zip(there, wanted, strict=True))
        )
    if isinstance(wanted, str) and isinstance(there, int) and not isinstance(there, bool):
        return refer(wanted) == there
    return bool(there == wanted)


def _fact_words(wanted: str | dict[str, Any]) -> str:
    return wanted if isinstance(wanted, str) else str(wanted)


def _facts_words(facts: tuple[FactSeen, ...], wanted: str | dict[str, Any]) -> str:
    """The kinds that are there; those of the wanted kind with their fields."""
    kind = wanted if isinstance(wanted, str) else wanted.get("kind")
    alike = [str(fact.fields) for fact in facts if fact.kind == kind and fact.fields]
    kinds = [fact.kind for fact in facts if fact.kind != "Awaits"]
    return f"{kinds}" + (f" with {'; '.join(alike)}" if alike and not isinstance(wanted, str) else "")


def compare_value(step: Step, value: Explained) -> list[str]:
    """Total, parts and citations of a value, and the one that it rests on."""
    found: list[str] = []
    if step.total is not None and value.total != step.total:
        found.append(f"{value}, not {step.total}")
    left = iter(value.parts)
    for wanted in step.parts or ():
        if not any(_is_part(part, wanted) for part in left):
            found.append(f"no part {_part_words(wanted)} in this place; {_parts_words(value)}")
            break
    rules = [part.rule for part in value.parts]
    found.extend(_among(step.cites, (*rules, *value.deciding)))
    if step.decides is not None and value.headline != step.decides:
        found.append(f"{value.headline} decides, not {step.decides}")
    return found


def _is_part(part: Any, wanted: PartOfValue) -> bool:
    return all(getattr(wanted, name) in (None, getattr(part, name)) for name in ("source", "amount", "rule", "how"))


def _part_words(wanted: PartOfValue) -> str:
    return str({name: getattr(wanted, name) for name in wanted.__struct_fields__ if getattr(wanted, name) is not None})


def _parts_words(value: Explained) -> str:
    return "; ".join(f"{part.source} {part.how} {part.amount} by {part.rule}" for part in value.parts)


def compare_table(step: Step, desk: Desk, game: Game) -> list[str]:
    """The board, who speaks next, and what is listed as legal."""
    found: list[str] = []
    if step.board is not None:
        found.extend(game.lacks(desk.board(), step.board))
    if step.next is not None:
        wanted = (step.next,) if isinstance(step.next, str) else step.next
        if desk.next() != wanted:
            found.append(f"next is {list(desk.next())}, not {list(wanted)}")
    if step.legal is not None or step.not_legal is not None:
        listed = desk.forms()
        found.extend(f"{each} is not listed as legal" for each in step.legal or () if not _listed(desk, listed, each))
        found.extend(f"{each} is listed as legal" for each in step.not_legal or () if _listed(desk, listed, each))
    return found


def _listed(desk: Desk, listed: tuple[tuple[str, str], ...], wanted: str) -> bool:
    """Whether a declaration in words, a kind, or a seat with a kind ("dark Retreat") is listed."""
    if ":" in wanted:
        return bool(desk.fits(wanted))
    seat, _, kind = wanted.rpartition(" ")
    return any(each_kind == kind and seat in ("", each_seat) for each_seat, each_kind in listed)
