"""Dice: the roll, its chance to reroll, and what counts as a hit.

Sources: rots.dice.hit-on-four, rots.keywords.accuracy, rots.keywords.armor-accuracy-interaction,
rots.chances.dice-roll-pop, rots.dice.dice-of-damage, rots.dice.reroll-once-each. Results come from the
seat *chance*: the house's dice, or whoever reports what lies on the table.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Dice, Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.playing.chances import open_chance
from adjudicator.swtcg.chapters.turn.overtime import in_overtime
from adjudicator.swtcg.doing import chance_rules
from adjudicator.swtcg.standing.hits import FACES, of_several
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Rolled
from adjudicator.swtcg.table.frames import RollFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import CHANCE, Table

# --- the roll -------------------------------------------------------------------------------


def _start(run: Run, frame: RollFrame) -> None:
    """Wait for the dice."""
    if frame.count <= 0:
        run.pop(dice=())
        return
    ask(run, "chance", (CHANCE,), _roll_rule(run.table, frame))


def _roll_rule(table: Table, frame: RollFrame) -> str:
    return frame.rule or roll_rules(table.why)[frame.purpose]


def roll_rules(why: Grounds) -> dict[str, str]:
    """By what dice are rolled for, why they are."""
    return {
        "attack": why.attack_step_4_roll,
        "damage": why.dice_dice_of_damage_means_roll_that_many,
        "build": why.ready_build_roll,
        "effect": why.dice_roll_definition,
        "reroll": why.dice_reroll_definition,
        "sides": why.setup_choose_sides,
    }


def _fewer_for_shields(run: Run, frame: RollFrame) -> None:
    """Note that an attack was rolled with fewer dice because of the Shields of the unit attacked."""
    table: Table = run.table
    attack = table.attack if frame.purpose == "attack" else None
    defender = table.stacks.get(attack.defender) if attack is not None else None
    if defender is not None and (shields := keyword_value(table, defender, "shields")):
        rule = of_several(table, defender, "shields") or "rots.keywords.shields"
        run.non_event(f"{shields} more dice", rule, "Shields take as much off the power")


def _rolled(run: Run, frame: RollFrame) -> None:
    """The chance to reroll that every roll opens; a reroll is part of the chance it was played in."""
    why: Grounds = run.table.why
    if frame.purpose in ("reroll", "sides"):
        run.pop(dice=frame.dice)
        return
    if frame.unseen:
        run.goto("promised")
        return
    rule = why.chances_reroll_after_attack_roll if frame.purpose == "attack" else why.chances_roll_opens_chance
    if frame.purpose == "build":
        rule = why.chances_build_roll_chance
    elif frame.purpose == "effect":
        rule = chance_rules.reroll_chance_rule(run, rule)
    open_chance(run, "reroll", rule, then="done")


def _done(run: Run, frame: RollFrame) -> None:
    if frame.purpose == "attack":
        run.pop(dice=frame.dice, first=frame.first)
        return
    run.pop(dice=frame.dice)


def check_rolled(judging: Judging, frame: RollFrame | None) -> None:
    """Clauses of reporting dice: asked for, the right number, faces that exist (rots.dice.six-sided)."""
    said: Rolled = judging.said
    table: Table = judging.table
    no_roll = _no_roll(table) if frame is None else ""
    judging.clause("RIGHT_MOMENT", no_roll or table.why.dice_roll_definition, frame is not None)
    if frame is None:
        return
    judging.clause(
        "RIGHT_NUMBER_OF_DICE",
        lambda: _number_grounds(table, frame, len(said.dice) + len(frame.kept)),
        len(said.dice) == frame.due or _fewer(table, frame, said),
        lambda: (("dice due", str(frame.due)), ("rolled", str(len(said.dice)))),
        permits=TIMELY if frame.rule or frame.purpose == "build" else 0,
    )
    least = 0 if table.edition.dice_kept.value else 1
    judging.clause("DICE_HAVE_SIX_FACES", table.why.dice_six_sided, all(least <= die <= FACES for die in said.dice))


def _fewer(table: Table, frame: RollFrame, said: Rolled) -> bool:
    """Whether dice are too few, and kept all the same."""
    return table.edition.dice_kept.value and 0 < len(said.dice) < frame.due


def _no_roll(table: Table) -> str:
    """The rule by which no dice are rolled where one could have expected it; empty elsewhere."""
    if table.turn.phase != "battle":
        return table.edition.overtime.rule if in_overtime(table) else ""
    over = next((number for event, number, _ in reversed(table.happened) if event == "attack over"), 0)
    rolled = any(event == "hits" and number == over for event, number, _ in table.happened)
    return table.why.dice_no_roll_if_removed_or_zero_power if over and not rolled and table.attack is None else ""


def _number_grounds(table: Table, frame: RollFrame, rolled: int) -> tuple[str, str]:
    """The rules by which it is so many dice: the plain one, and what departs: of an attack the one change of power, or
    the one that was forgotten; of dice of damage why they are rolled.
    """
    kept = table.edition.dice_kept
    fewer = kept.rule if kept.value else table.why.dice_misroll
    plain = frame.rule or (table.why.dice_too_many if rolled > frame.count else fewer)
    if frame.purpose == "build":
        return table.why.ready_build_roll, ""
    if frame.purpose == "damage" and (frame.rule or rolled < frame.count):
        return "", _roll_rule(table, frame) if rolled < frame.count else frame.rule
    return plain, _of_power(table, frame, rolled)


def _of_power(table: Table, frame: RollFrame, rolled: int) -> str:
    """The rule of an attack's power by which it is not so many dice as is printed, or as were rolled; else empty."""
    attack = table.attack
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    if frame.purpose == "attack" and attack is not None and attacker is not None:
        printed, stacked = table.top(attacker).power or 0, len(attacker.cards) - 1
        if attack.mode and rolled != frame.count and rolled in (printed, printed + stacked, frame.count + stacked):
            return table.why.of_keyword(attack.mode, "replaces_power")
        parts = table.reckoning.explained(table, attacker, "power").parts
        due = frame.count - rolled
        changes = [part.rule for part in parts[1:] if part.amount and (not due or part.amount == due)]
        if len(changes) == 1 and changes[0] != parts[0].rule:
            return changes[0]
        if due and rolled == printed:
            return table.why.dice_attack_dice_equal_power
    return ""


def perform_rolled(run: Run) -> None:
    """The dice have fallen."""
    frame: RollFrame = run.frame
    run.closed()
    dice = (*frame.kept, *(die for die in run.said.dice if die))
    if len(dice) < frame.count:
        _roll_the_rest(run, frame, dice)
        return
    if frame.purpose == "reroll":
        run.goto("rolled", dice=dice)
        return
    _fewer_for_shields(run, frame)
    number = run.table.next_id
    run.goto("rolled", dice=dice, first=dice, id=number)
    run.happen(
        f.DiceRolled(
            seat=frame.seat,
            purpose=frame.purpose,
            dice=dice,
            source=frame.source,
            target=frame.target,
            roll=number,
            rule=_roll_rule(run.table, frame),
        )
    )


def _roll_the_rest(run: Run, frame: RollFrame, dice: tuple[int, ...]) -> None:
    """Dice that lie there clearly are kept; what is missing is rolled in addition, what is unclear again."""
    rule = run.table.why.dice_misroll if 0 in run.said.dice else run.table.edition.dice_kept.rule
    run.goto("start", kept=dice)
    run.happen(f.DiceKept(seat=frame.seat, dice=dice, missing=frame.count - len(dice), rule=rule))


def forms(game: Any, table: Table, frame: RollFrame, seat: str) -> list[Form]:
    """What chance may report."""
    dice = Dice(frame.due, FACES, fewer=table.edition.dice_kept.value)
    return [Form("Rolled", seat, (), (("dice", dice),), "dice")]


STEPS = {RollFrame: {"start": _start, "rolled": _rolled, "done": _done}}
