"""The quiet points at which a board can be written: from words to the agenda (`whereabouts` is the way back).

Each point is one function that says which procedures are at work there and at which step they
stand. From that step the rooms themselves go on until they ask somebody, so that the windows and
the rules that open them are always the rooms' own.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from adjudicator.kernel.base import Frame
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.kernel.run import Agenda, Run
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.notation import heads, lasting, pool
from adjudicator.swtcg.notation.heads import LAST_CHANCE
from adjudicator.swtcg.notation.names import alias_of, refer
from adjudicator.swtcg.notation.texts import NUMBER_MAX, AttackText, ChangeText, HeadText, WaitText, WordText
from adjudicator.swtcg.rules import SwtcgRules
from adjudicator.swtcg.standing.hits import FACES
from adjudicator.swtcg.standing.order import arenas_in_order, fastest
from adjudicator.swtcg.standing.stacking import kind_of
from adjudicator.swtcg.table.frames import (
    AttackFrame,
    BattlePhaseFrame,
    BattleStepFrame,
    BuildStepFrame,
    ContestFrame,
    DamageFrame,
    RetreatStepFrame,
    RollFrame,
    SetupFrame,
    TriggersFrame,
    TurnFrame,
    contest_of,
)
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.table import CHANCE, UNIT, Attack, Packet, Stack, Table, Trigger, Turn

_replace = msgspec.structs.replace

IN_THE_MIDDLE = ("answer", "decide", "choose", "name", "divide", "carry out", "disrupt", "roll", "resolve")
"""Tasks that a board cannot begin with: what leads there is declared, or stands on the board's last line."""

STEPS_MAX = 12
"""How many steps the rooms may take from the frames of a point to their question."""


GONE = "gone"
"""What is written for a unit of an attack that has left the table."""


class Point(msgspec.Struct, frozen=True):
    """Where the turn stands, the frames at work there, and damage that is pending."""

    turn: Turn
    frames: tuple[Frame, ...]
    pending: tuple[Packet, ...] = ()


def enter(
    table: Table,
    head: HeadText,
    attack: AttackText | None,
    waits: tuple[WaitText, ...] = (),
    changes: tuple[ChangeText, ...] = (),
) -> None:
    """Set the turn and the agenda of a table to the point that a board's first line names, with what waits and lasts.

    Raises NotUnderstoodError for what is no quiet point, and for words that do not fit the table.
    """
    if head.point == "over":
        heads.check(table, head)
        table.turn = Turn(head.turn, "end", "over", overtime=head.overtime)
        table.winner = head.word.who or heads.NOBODY
        return
    due = head.word.to == "resolve" and bool(waits)
    if (head.word.to in IN_THE_MIDDLE and not due) or head.word.who == CHANCE or head.point not in POINTS:
        raise NotUnderstoodError(head.point, head.word.to or head.point, heads.leading_to(table, head))
    heads.check(table, head)
    if attack is None:
        lasting.enter(table, changes)
        point = POINTS[head.point](table, head)
    else:
        point = _of_attack(table, head, attack)
        lasting.enter(table, changes)  # some may last as long as the attack
    point = _replace(point, turn=_replace(point.turn, overtime=head.overtime))
    table.turn = point.turn
    waiting = pool.enter(table, waits, due=due)
    if due:
        point = _replace(point, frames=(*point.frames, TriggersFrame(seat=head.word.who)))
    frames, window = _question(table, point, waiting)
    if head.point == LAST_CHANCE:
        frames = tuple(
            _replace(each, last_chance=True) if isinstance(each, BattleStepFrame) else each for each in frames
        )
    begun = attack is not None and head.word.to == "attack"  # its unit has had its say: the chance begins with Dark
    asked = window if begun else _spoken(table, window, head.word)
    table.agenda = Agenda(frames, asked, waiting, point.pending)


def _question(table: Table, point: Point, waiting: tuple[Trigger, ...]) -> tuple[tuple[Any, ...], Window]:
    """Let the rooms go on from the frames of a point until they ask; nothing may happen on the way."""
    draft = table.fork()
    draft.strict = True  # the house passes for nobody here: the words say whose word it is
    draft.turn = point.turn
    draft.agenda = Agenda(point.frames, None, waiting, point.pending)
    run = Run(_rules(draft.reckoning), draft, None)
    for _ in range(STEPS_MAX):
        if run.window is not None or not run.frames:
            break
        frame = run.frames[-1]
        run.game.steps[type(frame)][frame.step](run, frame)
    if run.window is None or run.facts:
        happened = ", ".join(type(fact).__name__ for fact in run.facts)
        raise NotUnderstoodError("", happened or "a point at which nobody is asked", ("a point at which somebody is",))
    return tuple(run.frames), run.window


def _spoken(table: Table, window: Window, word: WordText) -> Window:
    """The rooms' question as the words have it: who is asked, and who has passed."""
    if not word.who or window.order == (CHANCE,):
        return window  # a starting hand: the words say whose it is, chance says which cards
    who = word.who
    if word.to == "attack" and who not in window.order:
        who = table.stacks[refer(table, who)].controller
    if who not in window.order:
        raise NotUnderstoodError(word.who, word.who, tuple(f"'{seat}'" for seat in window.order))
    passed = (word.passed,) if word.passed else ()
    if passed and (word.passed not in window.order or word.passed == who):
        raise NotUnderstoodError(word.passed, word.passed, ("the other player",))
    return _replace(window, asked=(who,), passed=passed)


def _rest(table: Table, step: str) -> tuple[str, ...]:
    """The steps of the turn that follow one."""
    names = table.edition.turn.stored(table)
    return names[names.index(step) + 1 :]


def _turn_frame(table: Table, step: str) -> TurnFrame:
    return TurnFrame(step="next", steps=_rest(table, step))


def _build(table: Table, head: HeadText) -> Point:
    seat = head.of[0]
    frames = (_turn_frame(table, f"build {seat}"), BuildStepFrame(seat=seat, step="ask"))
    return Point(Turn(head.turn, "command", "build", seat), frames)


def _retreat(table: Table, head: HeadText) -> Point:
    seat = head.of[0]
    frames = (_turn_frame(table, f"retreat {seat}"), RetreatStepFrame(seat=seat, step="ask"))
    return Point(Turn(head.turn, "command", "retreat", seat), frames)


def _battle_phase(table: Table, head: HeadText) -> Point:
    turn = Turn(head.turn, "battle")
    return Point(turn, (_turn_frame(table, "battle"), BattlePhaseFrame(arenas=_order(table, turn))))


def _order(table: Table, turn: Turn) -> tuple[str, ...]:
    """The arenas in the order in which they are fought in a turn."""
    then = table.fork()
    then.turn, then.suppressed, then.index_cache = turn, None, None
    return arenas_in_order(then)


def _contest(table: Table, head: HeadText) -> Point:
    """The first bid of a contest at the very beginning of the battle phase."""
    named = [_standing(table, words) for words in head.of]
    if named[1].controller not in table.opponents(named[0].controller):
        raise NotUnderstoodError(head.of[1], head.of[1], (f"a card of an opponent of {named[0].controller}",))
    one, other = (kind_of(table, unit) for unit in named)
    if not one or one != other:
        versions = f"a version of {table.title(named[0].id)}, for two to be contested"
        raise NotUnderstoodError(head.of[1], head.of[1], (versions if one else "two unique cards",))
    pair = sorted(named, key=lambda unit: table.order.index(unit.controller))
    turn = TurnFrame(step="next", steps=("battle", *_rest(table, "battle")))
    return Point(Turn(head.turn, "battle"), (turn, ContestFrame(step="ask", **contest_of(*pair))))


def _in_battle(table: Table, turn: Turn, step: str) -> tuple[Frame, ...]:
    """The frames down to the battle in the arena of a turn."""
    order, arena = _order(table, turn), turn.arena
    left = order[order.index(arena) + 1 :]
    return (
        _turn_frame(table, "battle"),
        BattlePhaseFrame(step="arena", arenas=left),
        BattleStepFrame(step=step, arena=arena),
    )


def _battle(table: Table, head: HeadText) -> Point:
    """The chance before an attack, or (`to attack`) the decision of the unit whose go it is."""
    arena = head.of[0]
    step = "speed" if head.word.to == "attack" else "chance"
    turn = Turn(head.turn, "battle", "battle", "", arena)
    if step == "speed":
        check_go(table, turn, head.word.who)
    return Point(turn, _in_battle(table, turn, step))


def check_go(table: Table, turn: Turn, who: str) -> None:
    """Raise NotUnderstoodError unless it is the go of the unit that the words name, or of one of that player's."""
    then = table.fork()
    then.turn, then.suppressed, then.index_cache = turn, None, None
    seat, first = fastest(then, turn.arena)
    if not first:
        raise NotUnderstoodError(who, who, (f"an untapped unit in the {turn.arena} arena",))
    fits = who == seat if who in table.seats else refer(table, who) in [unit.id for unit in first]
    if not fits:
        names = [alias_of(table, unit.id) or table.title(unit.id) for unit in first]
        raise NotUnderstoodError(who, who, tuple(f"'{name}', whose go it is by speed" for name in names))


def _of_attack(table: Table, head: HeadText, written: AttackText) -> Point:
    """Inside an attack: before the roll, with the dice rolled, or with its damage pending."""
    if head.point not in ("battle", LAST_CHANCE):
        raise NotUnderstoodError(head.point, head.point, ("'Space battle'", "'Ground battle'", "'Character battle'"))
    placed = written.stage == "damage placed" and head.word.to == "resolve"
    if not placed and written.stage not in ("before the roll", "rolled", "damage pending"):
        fits = ("'before the roll'", "'rolled' and dice", "'damage pending' and how much (then declare from there on)")
        raise NotUnderstoodError(written.stage, written.stage, fits)
    arena = head.of[0]
    attacker, defender = (_unit(table, words).id if words else 0 for words in (written.attacker, written.defender))
    number = table.new_id()
    attack = Attack(number, attacker, defender, written.mode, arena)
    table.attacks = (attack,)
    turn = Turn(head.turn, "battle", "battle", "", arena)
    below = _in_battle(table, turn, "chance")
    if written.stage == "before the roll":
        return Point(turn, (*below, AttackFrame(attack=number)))
    if placed:
        return Point(turn, (*below, AttackFrame(step="end", attack=number)))
    if attacker not in table.stacks:
        raise NotUnderstoodError(GONE, GONE, ("a unit that attacks",))
    if written.stage == "rolled":
        return Point(turn, (*below, AttackFrame(step="hits", attack=number), _roll(table, attack, written.numbers)))
    packets = _packets(table, attack, written)
    damage = DamageFrame(packets=tuple(packet.id for packet in packets))
    return Point(turn, (*below, AttackFrame(step="end", attack=number), damage), packets)


def _unit(table: Table, words: str) -> Stack:
    """The unit that some words of a board name. Raises NotUnderstoodError, AmbiguousError."""
    stack = _standing(table, words)
    if stack.role != UNIT:
        raise NotUnderstoodError(words, words, ("a unit by its alias or name",))
    return stack


def _standing(table: Table, words: str) -> Stack:
    """What some words of a board name. Raises NotUnderstoodError, AmbiguousError."""
    stack = table.stacks.get(refer(table, words))
    if stack is None:
        raise NotUnderstoodError(words, words, ("something on the table by its alias or name",))
    return stack


def _roll(table: Table, attack: Attack, dice: tuple[int, ...]) -> RollFrame:
    """The roll of an attack with its chance to reroll."""
    if not all(1 <= die <= FACES for die in dice):
        raise NotUnderstoodError("rolled", " ".join(map(str, dice)), (f"dice from 1 to {FACES}",))
    return RollFrame(
        step="rolled",
        seat=table.stacks[attack.attacker].controller,
        purpose="attack",
        count=len(dice),
        dice=dice,
        first=dice,
        source=attack.attacker,
        target=attack.defender,
        id=table.new_id(),
    )


def _packets(table: Table, attack: Attack, written: AttackText) -> tuple[Packet, ...]:
    """The damage of an attack that is pending: to its defender, where no unit is written."""
    by = table.stacks[attack.attacker].controller
    units = [
        _unit(table, words).id if words else attack.defender for words in written.on or ("",) * len(written.numbers)
    ]
    if max(written.numbers) > NUMBER_MAX:
        raise NotUnderstoodError("damage", str(max(written.numbers)), (f"a number up to {NUMBER_MAX}",))
    return tuple(
        Packet(table.new_id(), unit, amount, attack.attacker, by, attack.id, way="attack")
        for unit, amount in zip(units, written.numbers, strict=True)
    )


def _setup(table: Table, head: HeadText) -> Point:
    step = {"draw": "draw", "mulligan": "mulligan", "play event": "event", "pull": "resource"}.get(
        head.word.to, "place"
    )
    return Point(Turn(), (SetupFrame(step=step, seat=head.word.who),))


POINTS = {
    "build step": _build,
    "retreat step": _retreat,
    "battle phase": _battle_phase,
    "contest": _contest,
    "battle": _battle,
    LAST_CHANCE: _battle,
    "setup": _setup,
}
"""By the word of the first line, the function that finds the point."""


@lru_cache(maxsize=8)
def _rules(reckoning: Reckoning) -> SwtcgRules:
    """The rooms put together, with the cards that a table knows."""
    return SwtcgRules(reckoning.catalogue)


def check(table: Table) -> None:
    """Raise ValueError if nothing can be said at a table, as its agenda speaks of what is not there."""
    try:
        _rules(table.reckoning).forms(table)
    except Exception as error:
        raise ValueError(repr(error)) from error
