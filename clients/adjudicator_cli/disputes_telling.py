"""Disputes, decisions and precedents as lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator_cli.lines import entry_lines, place, verdict_lines
from adjudicator_cli.terminal import coloured

LOSSES = ("game_loss", "match_loss", "disqualification")
"""Penalties by which a game is lost, which only a remedy closes."""


def dispute_lines(found: Mapping[str, Any], said: str = "", ruling: str = "") -> Iterator[str]:
    """A dispute for people: what was asked where, and every step.

    `said` and `ruling` are the declaration and its ruling as the viewer knows them, where that is more than everybody.
    """
    question = found.get("question", {})
    yield f"{found['dispute']}  {coloured(found['state'].upper(), 'strong')}  game {found['game']}"
    yield f"  at revision {found['revision']} ({found['edition']}): {question.get('text', '')}"
    said = said or question.get("said", "")
    if said:
        yield f"  in question: {said}" + (f" (entry {question['about']})" if question.get("about") else "")
    public = question.get("ruling", "")
    if public:
        hides = f"; on what everybody knows: {public.upper()}" if ruling not in {"", public} else ""
        yield f"  the adjudicator: {(ruling or public).upper()}{hides}"
    yield from (f"       {place(each)}" for each in question.get("citations", ())[:3])
    for entry in found.get("entries", ()):
        yield from step_lines(entry)
    if found.get("minutes"):
        yield f"  time extension: {found['minutes']} minutes"
    yield f"  entry {found['entry']}, head {found['head']}"


def step_lines(entry: Mapping[str, Any]) -> Iterator[str]:
    """A step of a dispute for people."""
    by = entry.get("by", {})
    step = entry["step"]
    if step == "decided":
        step = "upheld" if entry.get("upheld") else "overturned"
    words = entry.get("decision", {}).get("answer", "") or entry.get("text", "")
    yield f"  {entry['number']}. {step} by {by.get('name', '')} ({by.get('role', '').replace('_', ' ')}): {words}"
    yield from decision_lines(entry.get("decision", {}))
    if entry.get("game_entries"):
        yield "       in the game's log: entries " + ", ".join(map(str, entry["game_entries"]))


def decision_lines(decision: Mapping[str, Any]) -> Iterator[str]:
    """The parts of a decision besides its words."""
    if decision.get("ruling"):
        yield f"       {decision['ruling'].upper()}"
    yield from (f"       {place(each)}" for each in decision.get("citations", ()))
    yield from (f"       remedy: {remedy_text(each)}" for each in decision.get("remedies", ()))
    parts = [decision[each] for each in ("infraction", "penalty", "offender") if decision.get(each)]
    if parts:
        yield "       infraction: " + ", ".join(each.replace("_", " ") for each in parts)
    if decision.get("penalty") in LOSSES and not any("game_loss" in each for each in decision.get("remedies", ())):
        yield "       the penalty is only recorded: without the remedy --game-loss this game goes on as it was"
    if decision.get("minutes"):
        yield f"       time extension: {decision['minutes']} minutes"
    if decision.get("note"):
        yield f"       note: {decision['note']}"


def remedy_text(remedy: Mapping[str, Any]) -> str:
    """A remedy in a few words."""
    kind, content = next(iter(remedy.items()))
    if kind == "rewind":
        revision = content.get("to_revision", 0)
        return f"back to revision {revision}" if revision else "back to the frozen position"
    if kind == "carry_out":
        return f"carry out {content.get('said') or 'the declaration in question'}"
    if kind == "repair":
        return f"let happen {content.get('facts', '')}"
    return f"{content.get('seat', '')} loses the game"


def opened_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """A dispute just opened, with like cases."""
    yield from dispute_lines(answer["dispute"])
    yield from precedent_part(answer)


def precedent_part(answer: Mapping[str, Any]) -> Iterator[str]:
    """The like cases, if there are any."""
    if answer.get("precedents"):
        yield "like cases:"
        yield from precedent_lines(answer["precedents"])


def precedent_lines(found: list[Mapping[str, Any]]) -> Iterator[str]:
    """Rulings in like cases; that there is none, if there is none."""
    if not found:
        yield "no ruling is like it"
    for each in found:
        question = each.get("question", {})
        yield f"  {each['dispute'][:8]} ({each['state']}): {question.get('text') or question.get('said', '')}"
        yield f"    {each['decision'].get('answer', '')}  [{', '.join(each.get('because', ()))}]"
        yield from decision_lines(each["decision"])


def shown_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """A dispute with its frozen position."""
    ruling = answer.get("verdict", {}).get("ruling", "")
    yield from dispute_lines(answer["dispute"], answer.get("said", ""), ruling)
    yield ""
    yield answer.get("board", "")
    for entry in answer.get("entries", ()):
        yield from entry_lines(entry)
    if "verdict" in answer:
        yield "the adjudicator on the frozen position:"
        yield from verdict_lines(answer["verdict"])
    yield from precedent_part(answer)


def list_lines(found: list[Mapping[str, Any]]) -> Iterator[str]:
    """Disputes, a line each."""
    for each in found:
        question = each.get("question", {})
        words = question.get("text") or question.get("said", "")
        yield f"{each['dispute']}  {each['state']:<10}  game {each['game'][:8]} at {each['revision']}  {words}"


def verified_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """That a dispute is sound."""
    yield f"sound: {answer['entry']} entries, head {answer['head']}"


def reported_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """That a report is written."""
    yield f"the report on dispute {answer['dispute']['dispute']} is written"
