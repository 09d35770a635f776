"""The numbers that things and cards have, by the words of `language.STATS`."""

from __future__ import annotations

import operator
from collections.abc import Callable

from adjudicator.swtcg.table.fold_things import NO_ATTACK, UNDER
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import STATS, Manual, Play, Those

MARKS = "marks:"
OF_THIS = " of this"
"""Behind the kind of a mark that each card puts for itself: of another of its kind it is no mark."""


def own_mark(word: str, stack: int) -> str:
    """A mark, or the number of such marks, as of the card that puts it where it is its own."""
    return f"{word.removesuffix(OF_THIS)} of {stack}" if word.endswith(OF_THIS) else word


"""Before the name of a kind of counters that a card puts on things."""


def measure(table: Table, stack: Stack, stat: str) -> int:
    """A value of something on the table. Raises KeyError for a word that is none."""
    if stat == "damage":
        return stack.damage
    if stat == "counters":
        return stack.counters
    if stat == "extra counters":
        return max(0, stack.counters - _known_value(table, stack, "cost"))
    if stat == "cards":
        return len(stack.cards)
    if stat == HITS:
        return hits_of(table, stack.id)
    if stat == "tens of speed":
        return _known_value(table, stack, "speed") // 10
    if stat == "pilots":
        return len(table.attached(stack.id, PILOT))
    if stat == "equipment":
        return len(table.attached(stack.id, EQUIPMENT))
    if stat == "under":
        return len(table.zones.get(under(stack.id), ()))
    if stat.startswith(MARKS):
        return dict(stack.marks).get(stat.removeprefix(MARKS), 0)
    value = table.reckoning.value(table, stack, stat)
    if value is not None:
        return value
    return printed_measure(table.top(stack), stat) if table.known(stack) else 0


def _known_value(table: Table, stack: Stack, name: str) -> int:
    """A value that everything has."""
    value = table.reckoning.value(table, stack, name)
    assert value is not None, name
    return value


COMPARE: dict[str, Callable[[int, int], bool]] = {
    ">=": operator.ge,
    ">": operator.gt,
    "=": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
}


def sizes_right(table: Table, those: Those, size: Callable[[str], int], scene: Scene) -> bool:
    """Whether the numbers of something, by the words of `language.STATS`, are as a selector asks."""
    return all(
        COMPARE[each.how](size(own_mark(each.stat, scene.stack)), table.reckoning.amount(table, each.than, scene))
        for each in those.where
    )


FORCE_COST = "force cost"
"""The Force that a card costs to play as printed (rots.costs.battle-card-force-cost)."""

HITS = "hits of its last attack"


def hits_of(table: Table, unit: int) -> int:
    """How many dice hit in the last attack of a unit this turn that is over: 0 if none did, or none were rolled."""
    for event, number, detail in reversed(table.happened):
        if event == NO_ATTACK and number == unit:
            return 0
        if event == "attack over" and detail.split()[0] == str(unit):
            counted = [int(hits) for word, attack, hits in table.happened if (word, attack) == ("hits", number)]
            return counted[-1] if counted else 0
    return 0


def printed_measure(face: Face, stat: str) -> int:
    """A value as printed on a card. Raises KeyError for a word that is none."""
    if stat == FORCE_COST:
        return next((each.cost.force for each in face.abilities if isinstance(each, Play | Manual)), 0)
    name = stat.removeprefix("printed ").removeprefix("remaining ").removeprefix("total ")
    if name not in ("power", "speed", "health", "cost"):
        raise KeyError(f"{stat!r} is not a value; the values are {', '.join(STATS)}")
    return getattr(face, name) or 0


DIED_WITH = ("damage when discarded", "health when discarded")
"""What a card had when it was last discarded this turn, if it died of its damage."""


def card_measure(table: Table, card: int, face: Face, stat: str) -> int:
    """A value of a card that stands nowhere: as printed, or as it died. Raises KeyError for a word that is none."""
    if stat not in DIED_WITH:
        return printed_measure(face, stat)
    died = [detail for event, number, detail in table.happened if event == "card died" and number == card]
    return int(died[-1].split()[DIED_WITH.index(stat)]) if died else 0


KEPT = ("cost", "printed cost", "total cost", "power", "speed", "health", "damage")
"""The values that are kept of something which leaves the table, for effects that speak of it."""


def kept(table: Table, number: int, name: str) -> dict[str, int]:
    """The values of a stack, by the name it is bound to, as they are before it leaves."""
    stack = table.stacks.get(number)
    return {} if stack is None else {f"{name} {stat}": measure(table, stack, stat) for stat in KEPT}


def under(stack: int) -> str:
    """The zone of the cards that lie face down under a stack and are no part of it."""
    return f"{UNDER}{stack}"


NATURAL = ("ones", "twos", "threes", "fours", "fives", "sixes")
FIRST = "first "
"""Before the names of what a roll showed before anything was rolled again ("first fours")."""


def shown(dice: tuple[int, ...], before: str = "") -> dict[str, int]:
    """What dice show by nature, as numbers for effects: all added up ("rolled"), how many "ones", "twos" ..."""
    return {before + "rolled": sum(dice), **{before + name: dice.count(face) for face, name in enumerate(NATURAL, 1)}}
