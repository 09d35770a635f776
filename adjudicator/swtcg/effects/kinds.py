"""What kind of effect something is, by what its instructions do: its chance, its longest duration."""

from __future__ import annotations

from typing import Any

from adjudicator.swtcg.effects.language import Disrupt, If, Instruction, May, OneOfThese, Prevent, Reroll


def chance_of(do: tuple[Instruction, ...]) -> str:
    """The kind of chance an effect belongs to by what it does."""
    for instruction in walk(do):
        if isinstance(instruction, Prevent):
            return "prevention"
        if isinstance(instruction, Reroll):
            return "reroll"
        if isinstance(instruction, Disrupt):
            return "disrupt"
    return "general"


def lasting_of(do: tuple[Instruction, ...]) -> str:
    """The longest duration an effect has: turn, battle, attack, or none."""
    found = {getattr(instruction, "until", "") for instruction in walk(do)}
    return next((until for until in ("turn", "battle", "attack") if until in found), "")


def walk(do: tuple[Instruction, ...]) -> list[Any]:
    """All instructions of an effect, those inside others included, in order."""
    found: list[Any] = []
    for instruction in do:
        found.append(instruction)
        if isinstance(instruction, If):
            found.extend(walk(instruction.then))
            found.extend(walk(instruction.otherwise))
        elif isinstance(instruction, May):
            found.extend(walk(instruction.do))
        elif isinstance(instruction, OneOfThese):
            for option in instruction.options:
                found.extend(walk(option))
    return found
