"""Where a table stands, in the words of a board's first line and of its attack.

A table stands at a quiet point if its agenda is the one that its words lead to again (`points`); otherwise the words
only say what is to be done, and how far an attack has come.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation import heads
from adjudicator.swtcg.notation.heads import LAST_CHANCE
from adjudicator.swtcg.notation.names import alias_of
from adjudicator.swtcg.notation.points import GONE, check_go, enter
from adjudicator.swtcg.notation.texts import AttackText, HeadText, WordText
from adjudicator.swtcg.standing.order import fastest, untapped
from adjudicator.swtcg.table.frames import (
    AttackFrame,
    BattleStepFrame,
    ContestFrame,
    DamageFrame,
    PopFrame,
    RollFrame,
    TurnFrame,
)
from adjudicator.swtcg.table.table import CHANCE, Attack, Table

_replace = msgspec.structs.replace

TASKS = {
    "triggers": "resolve", "choose": "choose", "answer": "answer", "name": "name", "overkill": "divide",
    "manual": "carry out", "secret bid": "bid", "disrupt": "disrupt", "bid": "bid", "mulligan": "mulligan",
    "event": "play event", "resource": "pull",
    "setup": "place", "sides": "choose", "side bid": "bid", "build": "build", "retreat": "retreat", "attack": "attack",
}  # fmt: skip
"""By the kind of a question, what is to be done; in the middle of something and for chance see `_task`."""


BETWEEN = {"ready": "ready phase", "command": "command phase", "end": "end of turn"}
"""By its name, how a phase is called in which no player's step is under way."""


def words_of(table: Table) -> tuple[HeadText, AttackText | None, bool]:
    """Where a table stands, in words, and whether they lead there again; else the word tells what is to be done."""
    head, attack = _near(table)
    head = _replace(head, overtime=table.turn.overtime)
    if quiet(table, head, attack):
        return head, attack, True
    window = table.agenda.window
    asked = window.asked[0] if window is not None and window.asked else ""
    return _replace(head, word=WordText(asked, _task(table) if asked else "")), attack, False


def _task(table: Table) -> str:
    """What is to be done in the middle of something."""
    window = table.agenda.window
    if window.asked == (CHANCE,):
        return "roll" if isinstance(table.agenda.frames[-1], RollFrame | TurnFrame) else "draw"
    return TASKS.get(window.kind, "answer")


def quiet(table: Table, head: HeadText, attack: AttackText | None) -> bool:
    """Whether the words lead to the agenda that the table has, without the lasting changes that no board tells."""
    if head.point == "over":
        return True
    if head.word.to == "attack" and not _goes_as_written(table, head.word.who):
        return False
    draft = table.fork()
    draft.attacks = ()
    try:
        enter(draft, head, attack)
    except (ValueError, KeyError, IndexError, AssertionError):
        return False
    return len(draft.attacks) == len(table.attacks) and _plain(draft) == _plain(table)


def _goes_as_written(table: Table, who: str) -> bool:
    """Whether it would be a unit's go by what a board tells of the table."""
    written = table.fork()
    written.modifiers, written.used = {}, {}
    try:
        check_go(written, table.turn, who)
    except NotUnderstoodError:
        return False
    return True


def _plain(table: Table) -> tuple[Any, ...]:
    """An agenda without what no longer matters at its step, and without numbers that are only names."""
    agenda = table.agenda
    frames: list[Any] = []
    for frame in agenda.frames:
        if isinstance(frame, AttackFrame):
            frames.append((frame.step, frame.spill_on if frame.step != "end" else 0))
        elif isinstance(frame, PopFrame):
            frames.append((frame.kind, frame.played))
        elif isinstance(frame, RollFrame):
            frames.append((frame.step, frame.purpose, frame.dice, frame.source, frame.target))
        elif isinstance(frame, DamageFrame):
            frames.append((frame.step, len(frame.packets)))
        elif isinstance(frame, TurnFrame):
            frames.append((frame.step, frame.steps))
        else:
            frames.append(frame)
    window = agenda.window
    asked = (window.kind, window.asked, window.passed, window.spoken) if window is not None else None
    pending = tuple((p.target, p.amount, p.source, p.by, p.preventable, p.name) for p in agenda.pending)
    attacks = tuple((a.attacker, a.defender, a.mode, a.arena) for a in table.attacks)
    return tuple(frames), asked, pending, agenda.pool, attacks


def _near(table: Table) -> tuple[HeadText, AttackText | None]:
    """The words that fit best, whether or not they tell everything."""
    turn = table.turn
    if table.winner:
        return HeadText(turn.number, "over", (), WordText(table.winner)), None
    if turn.phase == "setup":
        if _asks(table, "chance"):
            return HeadText(0, "setup", (), WordText(getattr(table.agenda.frames[-1], "seat", ""), "draw")), None
        asks = next((kind for kind in ("event", "resource", "mulligan") if _asks(table, kind)), "setup")
        return HeadText(0, "setup", (), _word(table, TASKS[asks])), None
    if turn.phase == "command" and turn.seat:
        return HeadText(turn.number, f"{turn.step} step", (turn.seat,), _word(table, turn.step)), None
    if turn.phase != "battle":
        return HeadText(turn.number, BETWEEN[turn.phase], (), _word(table, "answer")), None
    contest = next((frame for frame in table.agenda.frames if isinstance(frame, ContestFrame)), None)
    if contest is not None and contest.units:
        units = tuple(alias_of(table, unit) for unit in contest.units)
        return HeadText(turn.number, "contest", units, _word(table, "bid")), None
    if not turn.arena:
        return HeadText(turn.number, "battle phase", (), _word(table, "play")), None
    word = _word(table, "play")
    if _asks(table, "attack"):
        word = _attacking(table)
    return HeadText(turn.number, _in_arena(table), (turn.arena,), word), _attack(table)


def _in_arena(table: Table) -> str:
    """The battle in an arena, or its last chance where the units there do not say so: one is untapped once more."""
    late = any(isinstance(frame, BattleStepFrame) and frame.last_chance for frame in table.agenda.frames)
    return LAST_CHANCE if late and untapped(table, table.turn.arena) else "battle"


def _asks(table: Table, kind: str) -> bool:
    return table.agenda.window is not None and table.agenda.window.kind == kind


def _word(table: Table, task: str) -> WordText:
    window = table.agenda.window
    if window is None or not window.asked:
        return WordText()
    return WordText(window.asked[0], task, window.passed[0] if window.passed else "")


def _attacking(table: Table) -> WordText:
    _, units = fastest(table, table.turn.arena)
    if len(units) == 1:
        return WordText(alias_of(table, units[0].id), "attack")
    return _word(table, "attack")


def _attack(table: Table) -> AttackText | None:
    """The attack in progress: who on whom, how, and how far it has come."""
    if not table.attacks:
        return None
    attack = table.attacks[-1]
    at, numbers, on = stage_of(table, attack)
    attacker, defender = (
        alias_of(table, unit) if unit in table.stacks else "" for unit in (attack.attacker, attack.defender)
    )
    return AttackText(attacker, defender, attack.mode, at, numbers, on)


ROLLED = ("hits", "assign", "overkill", "critical", "damage")
"""The steps of an attack between its roll and its damage."""


def stage_of(table: Table, attack: Attack) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """How far an attack has come, with its dice or its pending damage, and the units that this is pending to."""
    frames = table.agenda.frames
    at = next((i for i, each in enumerate(frames) if isinstance(each, AttackFrame) and each.attack == attack.id), -1)
    frame = frames[at] if at >= 0 else None
    if isinstance(frame, AttackFrame) and frame.unseen and not frame.dice and not _thrown(frames[at:]):
        return "before the roll", (), ()
    pending = [packet for packet in table.agenda.pending if packet.attack == attack.id] or table.agenda.pending
    if pending:
        units = tuple(alias_of(table, packet.target) for packet in pending)
        plain = len(units) == 1 and pending[0].target == attack.defender
        return "damage pending", tuple(packet.amount for packet in pending), () if plain else units
    roll = next((each for each in reversed(frames[at + 1 :]) if isinstance(each, RollFrame) and each.dice), None)
    if roll is not None:
        return "rolled", roll.dice, ()
    if not isinstance(frame, AttackFrame) or frame.step in ("start", "predict", "roll"):
        return "before the roll", (), ()
    if frame.step in ROLLED:
        return ("hits counted", frame.dice, ()) if frame.dice else ("before the roll", (), ())
    return "damage placed" if frame.step == "end" else "over", (), ()


def _thrown(frames: tuple[Any, ...]) -> bool:
    """Whether dice that nobody was to see before have been thrown by now."""
    return any(isinstance(each, RollFrame) and any(each.dice) for each in frames)


def point_lines(table: Table) -> tuple[str, str, bool]:
    """The first line of a board, the line of the attack in progress (empty if there is none), and whether they lead to
    where the table stands.
    """
    head, attack, is_quiet = words_of(table)
    return heads.place(head) + _word_text(head), "" if attack is None else _attack_text(attack), is_quiet


def _word_text(head: HeadText) -> str:
    word = head.word
    if not word.who:
        return ""
    if head.point == "over":
        return f"; {word.who} {heads.said('won')}" if word.who != heads.NOBODY else ""
    passed = f", {word.passed} has passed" if word.to == "play" and word.passed else ""
    return f"; {word.who} {heads.said(word.to)}{passed}"


def _attack_text(attack: AttackText) -> str:
    by = f" by {attack.mode}" if attack.mode else ""
    if attack.on:
        numbers = ",".join(f" {amount} on {unit}" for amount, unit in zip(attack.numbers, attack.on, strict=True))
    else:
        numbers = "".join(f" {number}" for number in attack.numbers)
    stage = f"{attack.stage}, rolled" if attack.stage == "hits counted" else attack.stage
    return f"attack: {attack.attacker or GONE} on {attack.defender or GONE}{by}, {stage}{numbers}"
