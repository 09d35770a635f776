"""The quiet points at which a board can be written: from words to the agenda, and back.

Each point is one function that says which procedures are at work there and at which step they
stand. From that step the rooms themselves go on until they ask somebody, so that the windows and
the rules that open them are always the rooms' own. A table stands at a quiet point if its agenda
is the one that its words lead to again; otherwise the words only say where the game is.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.kernel.run import Agenda, Run
from adjudicator.kernel.values import Frame
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.chapters.turn.turn import TURN
from adjudicator.swtcg.notation.names import alias_of, refer
from adjudicator.swtcg.notation.texts import AttackText, HeadText, WordText
from adjudicator.swtcg.standing.hits import FACES
from adjudicator.swtcg.standing.order import arenas_in_order, fastest, untapped
from adjudicator.swtcg.table.frames import (
    AttackFrame,
    BattlePhaseFrame,
    BattleStepFrame,
    BuildStepFrame,
    ContestFrame,
    DamageFrame,
    PopFrame,
    RetreatStepFrame,
    RollFrame,
    SetupFrame,
    TurnFrame,
    contest_of,
)
from adjudicator.swtcg.table.table import CHANCE, DARK, LIGHT, Attack, Packet, Table, Turn

_replace = msgspec.structs.replace

TASKS = {
    "triggers": "resolve", "choose": "choose", "answer": "answer", "name": "name", "overkill": "divide",
    "manual": "carry out", "secret bid": "bid", "disrupt": "disrupt", "bid": "bid", "mulligan": "mulligan",
    "setup": "place", "build": "build", "retreat": "retreat", "attack": "attack",
}  # fmt: skip
"""By the kind of a question, what is to be done; in the middle of something and for chance see `_task`."""
IN_THE_MIDDLE = ("answer", "decide", "choose", "name", "divide", "carry out", "disrupt", "roll", "resolve")
"""Tasks that a board cannot begin with: what leads there is declared, or stands on the board's last line."""

STEPS_MAX = 12
"""How many steps the rooms may take from the frames of a point to their question."""


LAST_CHANCE = "last chance"
"""The point of a battle whose last chance has begun, so that nothing attacks after it unless its edition says so."""


class Point(msgspec.Struct, frozen=True):
    """Where the turn stands, the frames at work there, and damage that is pending."""

    turn: Turn
    frames: tuple[Frame, ...]
    pending: tuple[Packet, ...] = ()


# --- from words ---------------------------------------------------------------------------------


def enter(table: Table, head: HeadText, attack: AttackText | None) -> None:
    """Set the turn and the agenda of a table to the point that a board's first line names.

    Raises NotUnderstoodError for what is no quiet point, and for words that do not fit the table.
    """
    if head.point == "over":
        table.turn = Turn(head.turn, "end", "over", overtime=head.overtime)
        table.winner = head.word.who or "nobody"
        return
    if head.word.to in IN_THE_MIDDLE or head.word.who == CHANCE or head.point in ("ready phase", ""):
        raise NotUnderstoodError(
            head.point, head.word.to or head.point, ("a quiet point of the turn (then declare from there on)",)
        )
    point = _of_attack(table, head, attack) if attack is not None else POINTS[head.point](table, head)
    point = _replace(point, turn=_replace(point.turn, overtime=head.overtime))
    table.turn = point.turn
    frames, window = _question(table, point)
    if head.point == LAST_CHANCE:
        frames = tuple(
            _replace(each, last_chance=True) if isinstance(each, BattleStepFrame) else each for each in frames
        )
    begun = attack is not None and head.word.to == "attack"  # its unit has had its say: the chance begins with Dark
    asked = window if begun else _spoken(table, window, head.word)
    table.agenda = Agenda(frames, asked, (), point.pending)


def _question(table: Table, point: Point) -> tuple[tuple[Any, ...], Window]:
    """Let the rooms go on from the frames of a point until they ask; nothing may happen on the way."""
    from adjudicator.swtcg.game import SWTCG  # noqa: PLC0415 - the game reads its notation with this module

    draft = table.fork()
    draft.strict = True  # the house passes for nobody here: the words say whose word it is
    draft.turn = point.turn
    draft.agenda = Agenda(point.frames, None, (), point.pending)
    run = Run(SWTCG, draft, None)
    for _ in range(STEPS_MAX):
        if run.window is not None or not run.frames:
            break
        frame = run.frames[-1]
        SWTCG.steps[type(frame)][frame.step](run, frame)
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


def _rest(step: str) -> tuple[str, ...]:
    """The steps of the turn that follow one."""
    names = [name for name, _, _ in TURN]
    return tuple(names[names.index(step) + 1 :])


def _turn_frame(step: str) -> TurnFrame:
    return TurnFrame(step="next", steps=_rest(step))


def _build(table: Table, head: HeadText) -> Point:
    seat = head.of[0]
    frames = (_turn_frame(f"build {seat}"), BuildStepFrame(seat=seat, step="ask"))
    return Point(Turn(head.turn, "command", "build", seat), frames)


def _retreat(table: Table, head: HeadText) -> Point:
    seat = head.of[0]
    frames = (_turn_frame(f"retreat {seat}"), RetreatStepFrame(seat=seat, step="ask"))
    return Point(Turn(head.turn, "command", "retreat", seat), frames)


def _battle_phase(table: Table, head: HeadText) -> Point:
    turn = Turn(head.turn, "battle")
    return Point(turn, (_turn_frame("battle"), BattlePhaseFrame(arenas=_order(table, turn))))


def _order(table: Table, turn: Turn) -> tuple[str, ...]:
    """The arenas in the order in which they are fought in a turn."""
    then = table.fork()
    then.turn, then.suppressed, then.index_cache = turn, None, None
    return arenas_in_order(then)


def _contest(table: Table, head: HeadText) -> Point:
    """The first bid of a contest at the very beginning of the battle phase."""
    named = [table.stacks[refer(table, words)] for words in head.of]
    pair = sorted(named, key=lambda unit: table.order.index(unit.controller))
    turn = TurnFrame(step="next", steps=("battle", *_rest("battle")))
    return Point(Turn(head.turn, "battle"), (turn, ContestFrame(step="ask", **contest_of(*pair))))


def _in_battle(table: Table, turn: Turn, step: str) -> tuple[Frame, ...]:
    """The frames down to the battle in the arena of a turn."""
    order, arena = _order(table, turn), turn.arena
    left = order[order.index(arena) + 1 :]
    return (
        _turn_frame("battle"),
        BattlePhaseFrame(step="arena", arenas=left),
        BattleStepFrame(step=step, arena=arena),
    )


def _battle(table: Table, head: HeadText) -> Point:
    """The chance before an attack, or (`to attack`) the decision of the unit whose go it is."""
    arena = head.of[0]
    step = "speed" if head.word.to == "attack" else "chance"
    turn = Turn(head.turn, "battle", "battle", "", arena)
    if step == "speed":
        _check_go(table, turn, head.word.who)
    return Point(turn, _in_battle(table, turn, step))


def _check_go(table: Table, turn: Turn, who: str) -> None:
    """Raise NotUnderstoodError unless it is the go of the unit that the words name, or of one of that player's."""
    then = table.fork()
    then.turn, then.suppressed, then.index_cache = turn, None, None
    seat, first = fastest(then, turn.arena)
    if not first:
        raise NotUnderstoodError(who, who, (f"an untapped unit in the {turn.arena} arena",))
    fits = who == seat if who in (DARK, LIGHT) else refer(table, who) in [unit.id for unit in first]
    if not fits:
        names = [alias_of(table, unit.id) or table.title(unit.id) for unit in first]
        raise NotUnderstoodError(who, who, tuple(f"'{name}', whose go it is by speed" for name in names))


def _of_attack(table: Table, head: HeadText, written: AttackText) -> Point:
    """Inside an attack: before the roll, with the dice rolled, or with its damage pending."""
    if head.point not in ("battle", LAST_CHANCE):
        raise NotUnderstoodError(head.point, head.point, ("'Space battle'", "'Ground battle'", "'Character battle'"))
    if written.stage not in ("before the roll", "rolled", "damage pending"):
        fits = ("'before the roll'", "'rolled' and dice", "'damage pending' and how much (then declare from there on)")
        raise NotUnderstoodError(written.stage, written.stage, fits)
    arena = head.of[0]
    attacker, defender = (refer(table, words) if words else 0 for words in (written.attacker, written.defender))
    number = table.new_id()
    attack = Attack(number, attacker, defender, written.mode, arena)
    table.attacks = (attack,)
    turn = Turn(head.turn, "battle", "battle", "", arena)
    below = _in_battle(table, turn, "chance")
    if written.stage == "before the roll":
        return Point(turn, (*below, AttackFrame(attack=number)))
    if attacker not in table.stacks:
        raise NotUnderstoodError(GONE, GONE, ("a unit that attacks",))
    if written.stage == "rolled":
        return Point(turn, (*below, AttackFrame(step="hits", attack=number), _roll(table, attack, written.numbers)))
    packets = _packets(table, attack, written)
    damage = DamageFrame(packets=tuple(packet.id for packet in packets))
    return Point(turn, (*below, AttackFrame(step="end", attack=number), damage), packets)


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
    units = [refer(table, words) if words else attack.defender for words in written.on or ("",) * len(written.numbers)]
    return tuple(
        Packet(table.new_id(), unit, amount, attack.attacker, by, attack.id, way="attack")
        for unit, amount in zip(units, written.numbers, strict=True)
    )


def _setup(table: Table, head: HeadText) -> Point:
    step = head.word.to if head.word.to in ("draw", "mulligan") else "place"
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


# --- to words -----------------------------------------------------------------------------------


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
        _check_go(written, table.turn, who)
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
        return HeadText(0, "setup", (), _word(table, "mulligan" if _asks(table, "mulligan") else "place")), None
    if turn.phase == "command" and turn.seat:
        return HeadText(turn.number, f"{turn.step} step", (turn.seat,), _word(table, turn.step)), None
    if turn.phase != "battle":
        return HeadText(turn.number, "ready phase", (), _word(table, "answer")), None
    contest = next((frame for frame in table.agenda.frames if isinstance(frame, ContestFrame)), None)
    if contest is not None:
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
    at, numbers, on = _stage(table, attack)
    attacker, defender = (
        alias_of(table, unit) if unit in table.stacks else "" for unit in (attack.attacker, attack.defender)
    )
    return AttackText(attacker, defender, attack.mode, at, numbers, on)


ROLLED = ("hits", "assign", "overkill", "critical", "damage")
"""The steps of an attack between its roll and its damage."""


def _stage(table: Table, attack: Attack) -> tuple[str, tuple[int, ...], tuple[str, ...]]:
    """How far an attack has come, with its dice or its pending damage, and the units that this is pending to."""
    frames = table.agenda.frames
    at = next((i for i, each in enumerate(frames) if isinstance(each, AttackFrame) and each.attack == attack.id), -1)
    pending = [packet for packet in table.agenda.pending if packet.attack == attack.id] or table.agenda.pending
    if pending:
        units = tuple(alias_of(table, packet.target) for packet in pending)
        plain = len(units) == 1 and pending[0].target == attack.defender
        return "damage pending", tuple(packet.amount for packet in pending), () if plain else units
    roll = next((each for each in reversed(frames[at + 1 :]) if isinstance(each, RollFrame) and each.dice), None)
    if roll is not None:
        return "rolled", roll.dice, ()
    frame = frames[at] if at >= 0 else None
    if not isinstance(frame, AttackFrame) or frame.step in ("start", "roll"):
        return "before the roll", (), ()
    if frame.step in ROLLED:
        return ("hits counted", frame.dice, ()) if frame.dice else ("before the roll", (), ())
    return "damage placed" if frame.step == "end" else "over", (), ()


def point_lines(table: Table) -> tuple[str, str, bool]:
    """The first line of a board, the line of the attack in progress (empty if there is none), and whether they lead to
    where the table stands.
    """
    head, attack, is_quiet = words_of(table)
    if head.point == "setup":
        place = "setup in overtime" if head.overtime else "setup"
    else:
        of = head.of[0] if head.of else ""
        turn = f"turn {head.turn} in overtime" if head.overtime else f"turn {head.turn}"
        place = f"{turn}, " + {
            "build step": f"{of} build step",
            "retreat step": f"{of} retreat step",
            "contest": "contest of " + " and ".join(head.of),
            "battle": f"{of.capitalize()} battle",
            LAST_CHANCE: f"{of.capitalize()} battle, last chance",
        }.get(head.point, head.point)
    return place + _word_text(head), "" if attack is None else _attack_text(attack), is_quiet


def _word_text(head: HeadText) -> str:
    word = head.word
    if not word.who:
        return ""
    if head.point == "over":
        return f"; {word.who} has won" if word.who != "nobody" else ""
    if word.to == "play":
        return f"; {word.who} to play or pass" + (f", {word.passed} has passed" if word.passed else "")
    return f"; {word.who} to {word.to}"


def _attack_text(attack: AttackText) -> str:
    by = f" by {attack.mode}" if attack.mode else ""
    if attack.on:
        numbers = ",".join(f" {amount} on {unit}" for amount, unit in zip(attack.numbers, attack.on, strict=True))
    else:
        numbers = "".join(f" {number}" for number in attack.numbers)
    stage = f"{attack.stage}, rolled" if attack.stage == "hits counted" else attack.stage
    return f"attack: {attack.attacker or GONE} on {attack.defender or GONE}{by}, {stage}{numbers}"


GONE = "gone"
"""What is written for a unit of an attack that has left the table."""
