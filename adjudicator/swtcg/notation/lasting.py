"""Changes that last, from the words of a board's line: `lasting: luke power +2 until end of turn`.

What an effect does that is no number stands on the line `besides` only.
"""

from __future__ import annotations

import re

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.names import refer
from adjudicator.swtcg.notation.texts import ChangeText
from adjudicator.swtcg.standing.durations import until_battle
from adjudicator.swtcg.table.table import Modifier, Scene, Table
from adjudicator.swtcg.words import language as w

STATS = ("power", "speed", "health", "accuracy", "critical hit", "lucky", "overkill", "armor", "shields")
"""The values that a board may change."""
SPANS = ("attack", "battle", "turn")
SOURCE = "a lasting change"
"""What is said to make such a change, for a board does not say of which card it is."""
_CHANGE = re.compile(rf"(?P<unit>.+?) (?P<stat>{'|'.join(STATS)}) (?P<amount>[+-]\d{{1,4}})", re.IGNORECASE)


def enter(table: Table, changes: tuple[ChangeText, ...]) -> None:
    """Let changes last on a table whose turn and attack are known. Raises NotUnderstoodError, AmbiguousError."""
    made = (_made(table, each) for each in changes)
    table.modifiers = {**table.modifiers, **{each.id: each for each in made}}
    table.index_cache = None


def _made(table: Table, text: ChangeText) -> Modifier:
    words = " ".join(text.words)
    said, span = _CHANGE.fullmatch(words), text.until.casefold()
    if said is None:
        raise NotUnderstoodError(words, words, (f"a unit, one of {', '.join(STATS)}, and a number as +2",))
    attack = table.attack
    if span not in SPANS or (span == "attack" and attack is None):
        fits = [f"'{each}'" for each in SPANS if each != "attack" or attack is not None]
        raise NotUnderstoodError(text.until, text.until, tuple(fits))
    number, amount = refer(table, said["unit"]), int(said["amount"])
    if number not in table.stacks:
        raise NotUnderstoodError(said["unit"], said["unit"], ("a unit on the table",))
    change = w.Modify(of=w.Those(bound="it"), stat=said["stat"].casefold(), amount=amount, until=span)
    scene = Scene(
        controller=table.stacks[number].controller,
        source=SOURCE,
        bound={"it": (number,)},
        attack=attack.id if attack is not None and span == "attack" else 0,
    )
    return Modifier(table.new_id(), change, scene, span, (number,), amount, _rule(table, span))


def _rule(table: Table, span: str) -> str:
    if span == "battle":
        return until_battle(table)
    return table.why.chances_for_this_attack if span == "attack" else table.why.chances_until_end_of_turn_duration
