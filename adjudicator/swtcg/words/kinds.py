"""What kind of effect something is, by what its instructions do: its chance, its longest duration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeGuard

from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.terms import within

ROLL_STAGES: tuple[type, ...] = (w.MoreDice, w.Reroll, w.AdjustRoll)
"""What may be done about a roll: dice are added, rolled again, altered."""

KINDS: tuple[tuple[type, str], ...] = (
    (w.Prevent, "prevention"),
    *((kind, "reroll") for kind in ROLL_STAGES),
    (w.Disrupt, "disrupt"),
)

ANY_TIME = "any time"
"""The restriction of what is played at any time (idc.phrase.anytime.when)."""
DOOMED = "would be discarded"
"""The restriction of what is played as damage is about to be done that would get what it chooses discarded."""

UP_TO = ("evade", "protect", "absorb", "persuade")
"""The keywords that prevent up to their value."""

AT_EDGES = PHASE_START, STEP_START, STEP_END = "phase start", "step start", "step end"
"""The chances of what is played as the battle phase and as a battle step starts or ends, where an edition has them;
else they are general ones.
"""
AROUND_DAMAGE = PENDING, LETHAL, DISCARDED, ENDING = "pending", "lethal", "discarded", "ending"
"""The chances that an edition may have in an attack besides, called like its steps."""
OWN_CHANCE = (STEP_END, ENDING)
"""The restrictions of what is played in a chance of its own, which is called like them."""
PREVENTING, BUILD_ROLL = "prevention", "build roll"
RESERVED = {PREVENTING: "prevention", BUILD_ROLL: "reroll"}
"""The restrictions to a chance with a purpose of its own, whatever is done in it, each with the kind of that chance."""

RETREAT_STEP = "retreat step"
APART = ("build step", "would attack", "build step or would attack", RETREAT_STEP)
"""The restrictions of what is played in no chance at all."""

HINTS = {"prevention": ("prevention", "damage"), "reroll": ("dice",), "disrupt": ("disrupt",)}
"""By kind of chance, what a text in words alone touches if it may be for that, and not only for general ones."""


@remembered
def chance_of(do: tuple[w.Instruction, ...]) -> str:
    """The kind of chance an effect belongs to by what it does."""
    for instruction in walk(do):
        for kind, chance in KINDS:
            if isinstance(instruction, kind):
                return chance
    return "general"


@remembered
def roll_stage_of(do: tuple[w.Instruction, ...]) -> int:
    """The first of the stages of a roll (`ROLL_STAGES`) that an effect belongs to by what it does; the last one for
    what does nothing of it.
    """
    found = [ROLL_STAGES.index(type(each)) for each in walk(do) if type(each) in ROLL_STAGES]
    return min(found, default=len(ROLL_STAGES) - 1)


def chance_by(only: str, do: tuple[w.Instruction, ...]) -> str:
    """The kind of chance of a text by its own restriction, else by what it does."""
    if only in OWN_CHANCE:
        return only
    return "prevention" if only == DOOMED else RESERVED.get(only) or chance_of(do)


@remembered
def chances_of(do: tuple[w.Instruction, ...]) -> tuple[str, ...]:
    """The kinds of chance an effect may belong to, by the option that is chosen (rots.chances.choose-one-timing)."""
    options = next((each.options for each in do if _on_playing(each)), ())
    found = [chance_of(under_option(do, number)) for number in range(len(options))] or [chance_of(do)]
    return tuple(dict.fromkeys(found))


def chances_for(ability: w.Ability) -> tuple[str, ...]:
    """The kinds of chance in which an ability may be one to play; none for what is played elsewhere or not at all."""
    if isinstance(ability, w.Activated):
        if ability.only in OWN_CHANCE:
            return (ability.only,)
        if ability.only == ANY_TIME:
            return (*chances_of(ability.do), *AT_EDGES, *AROUND_DAMAGE)
        if ability.only in RESERVED:
            return (RESERVED[ability.only],)
        if start := start_of(ability.condition):
            return (*chances_of(ability.do), start)
        return () if ability.only in APART else chances_of(ability.do)
    if isinstance(ability, w.Keyword):
        return ("reroll",) if ability.name == "lucky" else ()
    if isinstance(ability, w.Manual) and ability.form == "activated":
        return ("general", *(kind for kind, words in HINTS.items() if any(word in ability.touches for word in words)))
    return ()


def start_of(condition: w.Condition | None) -> str:
    """The chance of a text that is for the start of the battle phase, or of a battle step: in it, before anything has
    attacked there; empty for any other text.
    """
    match condition:
        case w.InPhase(at="battle start"):
            return PHASE_START
        case w.Both(of=(w.InPhase(at=at), w.Not(of=w.Happened(event="attacked", to=w.Those(zones=zones))))):
            return STEP_START if zones == (at,) else ""
        case w.Both(of=of) if w.InPhase(at="battle start") in of:
            return PHASE_START
    return ""


@remembered
def options_of(do: tuple[w.Instruction, ...]) -> int:
    """How many options an effect's "choose one" has; 0 if it has none."""
    return next((len(each.options) for each in do if _on_playing(each)), 0)


def _on_playing(instruction: w.Instruction) -> TypeGuard[w.OneOfThese]:
    """Whether it is a choice of one that is made on playing; the other player makes his or hers on resolving."""
    return isinstance(instruction, w.OneOfThese) and instruction.who == "you"


def under_option(do: tuple[w.Instruction, ...], mode: int) -> tuple[w.Instruction, ...]:
    """An effect with only the chosen option of its "choose one" left; with none if there is no such option."""
    ways = _each_way(do)
    if not ways:
        return do
    return ways[mode] if 0 <= mode < len(ways) else _with_option(do, mode)


@remembered
def _each_way(do: tuple[w.Instruction, ...]) -> Sequence[tuple[w.Instruction, ...]]:
    """An effect under each option of its "choose one"; nothing if it has none."""
    return [_with_option(do, mode) for mode in range(options_of(do))]


def _with_option(do: tuple[w.Instruction, ...], mode: int) -> tuple[w.Instruction, ...]:
    found: list[w.Instruction] = []
    for instruction in do:
        if _on_playing(instruction):
            found.extend(instruction.options[mode] if 0 <= mode < len(instruction.options) else ())
        else:
            found.append(instruction)
    return tuple(found)


@remembered
def apart(do: tuple[w.Instruction, ...]) -> bool:
    """Whether an effect has several parts each of which chooses on playing for itself alone: what one has chosen, no
    other speaks of, so that each can be carried out without the others (crf.abilities.parts-in-order).
    """
    names = {each.into for each in do if isinstance(each, w.Choose) and each.when == "playing"}
    spoken = [_said_of(each, names) for each in do]
    return len(names) > 1 and all(len(of) <= 1 for of in spoken)


def _said_of(instruction: w.Instruction, names: set[str]) -> set[str]:
    """Which of these names an instruction speaks of, or gives."""
    words = (getattr(word, field) for word in within(instruction) for field in word.__struct_fields__)
    return {word for word in words if isinstance(word, str) and word in names}


@remembered
def names_in(condition: w.Condition) -> frozenset[str]:
    """The names that a condition speaks of."""
    return frozenset(each.bound for each in within(condition) if isinstance(each, w.Those) and each.bound)


@remembered
def lasting_of(do: tuple[w.Instruction, ...]) -> str:
    """The longest duration an effect has: turn, battle, attack, or none."""
    found = {getattr(instruction, "until", "") for instruction in walk(do)}
    return next((until for until in ("turn", "battle", "attack") if until in found), "")


@remembered
def walk(do: tuple[w.Instruction, ...]) -> Sequence[Any]:
    """All instructions of an effect, those inside others included, in order."""
    found: list[Any] = []
    for instruction in do:
        found.append(instruction)
        for _, inner in ways(instruction):
            found.extend(walk(inner))
    return found


def ways(said: w.Instruction) -> Iterator[tuple[tuple[w.Condition, ...], tuple[w.Instruction, ...]]]:
    """What an instruction has done within it, each part with what has to be so for it."""
    match said:
        case w.If(condition=condition, then=then, otherwise=otherwise):
            yield (condition,), then
            yield (w.Not(of=condition),), otherwise
        case w.May(do=do, otherwise=otherwise):
            yield (), do
            yield (), otherwise
        case w.OneOfThese(options=options):
            for each in options:
                yield (), each
        case w.ForEach(do=do) | w.Repeat(do=do) | w.ForEachPlayer(do=do) | w.ForEachArena(do=do) | w.Divide(do=do):
            yield (), do


def is_price(when: w.Event, do: tuple[w.Instruction, ...]) -> bool:
    """Whether what is done later is what an attack bonus is paid with: damage to its own unit as the attack ends."""
    return when.kind == "attack ends" and any(isinstance(each, w.Damage) and each.to.bound == "this" for each in do)
