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
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.chances import open_chance
from adjudicator.swtcg.declarations import Rolled
from adjudicator.swtcg.frames import RollFrame
from adjudicator.swtcg.moment import ask
from adjudicator.swtcg.table import CHANCE, Attack, Table
from adjudicator.swtcg.values import edition, keyword_value

HIT_ON, HIT_ON_ARMOR = 4, 5
FACES = 6
ROLL_RULES = {
    "attack": "rots.dice.attack-dice-equal-power",
    "damage": "rots.dice.dice-of-damage",
    "build": "rots.ready.build-roll",
    "effect": "rots.dice.roll-definition",
    "reroll": "rots.dice.reroll-definition",
}


def attack_hits(table: Table, attack: Attack, dice: tuple[int, ...]) -> tuple[int, str]:
    """How many attack dice hit, and the rule that decided it: Accuracy adds, Armor asks for 5."""
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    accuracy = keyword_value(table, attacker, "accuracy") if attacker is not None else 0
    armored = defender is not None and keyword_value(table, defender, "armor") > 0
    return count(dice, accuracy, armored), _rule(accuracy, armored)


def count(dice: tuple[int, ...], accuracy: int, armored: bool) -> int:  # noqa: FBT001
    """Dice of at least 4 after Accuracy, or at least 5 against Armor."""
    wanted = (HIT_ON_ARMOR if armored else HIT_ON) - accuracy
    return sum(1 for die in dice if die >= wanted)


def _rule(accuracy: int, armored: bool) -> str:  # noqa: FBT001
    if accuracy and armored:
        return "rots.keywords.armor-accuracy-interaction"
    if accuracy:
        return "rots.keywords.accuracy"
    return "rots.keywords.armor" if armored else "rots.dice.hit-on-four"


def damage_hits(table: Table, target: int, dice: tuple[int, ...]) -> tuple[int, str]:
    """How many dice of damage do damage: 4 or more; whether Armor counts is the edition's choice."""
    unit = table.stacks.get(target)
    chosen = edition(table).armor_against_dice
    armored = chosen.value and unit is not None and keyword_value(table, unit, "armor") > 0
    return count(dice, 0, armored), chosen.rule if armored else "rots.dice.dice-of-damage"


# --- the roll -------------------------------------------------------------------------------


def _start(run: Run, frame: RollFrame) -> None:
    """Wait for the dice."""
    if frame.count <= 0:
        run.pop(dice=())
        return
    ask(run, "chance", (CHANCE,), ROLL_RULES[frame.purpose])


def _rolled(run: Run, frame: RollFrame) -> None:
    """The chance to reroll that every roll opens; a reroll is part of the chance it was played in."""
    if frame.purpose == "reroll":
        run.pop(dice=frame.dice)
        return
    rule = "rots.chances.reroll-after-attack-roll" if frame.purpose == "attack" else "rots.chances.dice-roll-pop"
    if frame.purpose == "build":
        rule = "rots.ready.build-roll-abilities"
    open_chance(run, "reroll", rule, then="done")


def _done(run: Run, frame: RollFrame) -> None:
    run.pop(dice=frame.dice)


def check_rolled(judging: Judging, frame: RollFrame | None) -> None:
    """Clauses of reporting dice: asked for, the right number, faces that exist (rots.dice.misroll)."""
    said: Rolled = judging.said
    if not judging.clause("RIGHT_MOMENT", "rots.dice.roll-definition", frame is not None):
        return
    assert frame is not None
    judging.clause(
        "RIGHT_NUMBER_OF_DICE",
        "rots.dice.misroll",
        len(said.dice) == frame.count,
        lambda: (("dice due", str(frame.count)), ("rolled", str(len(said.dice)))),
    )
    judging.clause("DICE_HAVE_SIX_FACES", "rots.dice.roll-definition", all(1 <= die <= FACES for die in said.dice))


def perform_rolled(run: Run) -> None:
    """The dice have fallen."""
    frame: RollFrame = run.frame
    table: Table = run.table
    run.closed()
    run.goto("rolled", dice=run.said.dice)
    if frame.purpose == "reroll":
        run.goto("rolled", dice=run.said.dice)
        return
    run.happen(
        f.DiceRolled(
            seat=frame.seat,
            purpose=frame.purpose,
            dice=run.said.dice,
            source=frame.source,
            target=frame.target,
            roll=table.next_id,
            rule=ROLL_RULES[frame.purpose],
        )
    )
    run.goto("rolled", id=run.facts[-1].roll if isinstance(run.facts[-1], f.DiceRolled) else frame.id)


def forms(game: Any, table: Table, frame: RollFrame, seat: str) -> list[Form]:
    """What chance may report."""
    return [Form("Rolled", seat, (), (("dice", Dice(frame.count, FACES)),), "dice")]


def roll_at_work(frames: list[Any] | tuple[Any, ...]) -> int:
    """The position of the roll whose chance is open, -1 if there is none."""
    for position in range(len(frames) - 1, -1, -1):
        frame = frames[position]
        if isinstance(frame, RollFrame) and frame.purpose != "reroll":
            return position
    return -1


STEPS = {RollFrame: {"start": _start, "rolled": _rolled, "done": _done}}
