"""When and how often something may be played.

Sources: rots.chances.play-only-condition and the texts it introduces, rots.damage.prevent-in-prevention-chance,
rots.chances.reroll-timing, crf.activated.once-per-turn-in-arena with its exceptions (for this attack, would attack,
prevention, reroll, Intercept and Retaliate), ruling.untimed-abilities-in-the-build-step.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.swtcg.effects.amounts import holds
from adjudicator.swtcg.effects.kinds import walk
from adjudicator.swtcg.effects.language import GainPoints
from adjudicator.swtcg.frames import BattleStepFrame, BuildStepFrame, PopFrame, RollFrame
from adjudicator.swtcg.playable import Playable
from adjudicator.swtcg.table import Scene, Table

GENERAL, PREVENTION, REROLL, DISRUPT = "general", "prevention", "reroll", "disrupt"


def check_timing(judging: Judging, playable: Playable, frame: Any) -> None:
    """The clauses of time: the right kind of chance, the text's own restriction, the limit of uses."""
    if playable.only == "build step" or _gives_points(playable):
        _check_build_step(judging, playable, frame)
    elif playable.only == "would attack":
        _check_would_attack(judging, playable, frame)
    else:
        _check_chance(judging, playable, frame)
        _check_attack_text(judging, playable, frame)
    _check_condition(judging, playable)
    _check_limit(judging, playable)


def _gives_points(playable: Playable) -> bool:
    """Abilities that give build points are for the build step (crf.activated.build-point-abilities-build-step-once)."""
    return playable.kind == "activated" and any(isinstance(i, GainPoints) for i in walk(playable.do))


def _check_build_step(judging: Judging, playable: Playable, frame: Any) -> None:
    ok = isinstance(frame, BuildStepFrame) and not frame.finish and frame.seat == judging.said.seat
    judging.clause("IN_YOUR_BUILD_STEP", "rots.chances.play-only-during-build-step", ok, lambda: _where(judging.table))


def _check_would_attack(judging: Judging, playable: Playable, frame: Any) -> None:
    table: Table = judging.table
    unit = table.stacks.get(playable.stack)
    now = isinstance(frame, BattleStepFrame) and unit is not None and _its_go(table, frame, unit.id)
    judging.clause("UNIT_WOULD_ATTACK", "rots.chances.would-attack-instead-of-attacking", now, lambda: _where(table))
    if unit is not None:
        from adjudicator.swtcg.attack import obliged  # noqa: PLC0415 - the attack room reads timing's neighbours

        judging.clause(
            "NOT_OBLIGED_TO_ATTACK",
            "rots.attack.must-attack-no-would-attack-abilities",
            not obliged(table, unit),
            about=unit.id,
        )


def _its_go(table: Table, frame: BattleStepFrame, unit: int) -> bool:
    from adjudicator.swtcg.battle import fastest  # noqa: PLC0415 - the battle room owns the order

    _, units = fastest(table, frame.arena)
    return any(stack.id == unit for stack in units)


CHANCE_RULES = {
    GENERAL: "rots.chances.battle-cards-only-in-pop",
    PREVENTION: "rots.damage.prevent-in-prevention-chance",
    REROLL: "rots.chances.reroll-timing",
    DISRUPT: "rots.disrupt.play-immediately",
}
RESERVED_RULES = {
    PREVENTION: "rots.chances.damage-pop",
    REROLL: "rots.chances.dice-roll-pop",
    DISRUPT: "rots.disrupt.played-card-pop",
}
"""In a chance of a special kind nothing else may be played."""


def _check_chance(judging: Judging, playable: Playable, frame: Any) -> None:
    kind = frame.kind if isinstance(frame, PopFrame) else ""
    if kind in RESERVED_RULES and playable.chance != kind:
        rule = RESERVED_RULES[kind]
    elif playable.chance == GENERAL and playable.kind == "activated":
        rule = "rots.activated.only-on-your-turn-in-chance"
    else:
        rule = CHANCE_RULES[playable.chance]
    judging.clause(
        "CHANCE_ADMITS_IT",
        rule,
        kind == playable.chance,
        lambda: (("chance", kind or "none"), ("it is for", playable.chance), *_where(judging.table)),
    )


def _check_attack_text(judging: Judging, playable: Playable, frame: Any) -> None:
    """Texts about an attack: for this attack, attacked, intercept, no units attacking, lucky."""
    table: Table = judging.table
    attack = table.attack
    if playable.only == "no attack":
        judging.clause("NO_UNIT_ATTACKS", "rots.chances.play-only-if-no-attackers", attack is None)
    elif playable.only == "attack" or playable.lasts == "attack":
        judging.clause("A_UNIT_ATTACKS", "rots.chances.for-this-attack", attack is not None)
    elif playable.only == "attacked":
        ok = attack is not None and attack.defender == playable.stack
        judging.clause("UNIT_IS_ATTACKED", "rots.keywords.retaliate", ok, lambda: _where(table))
    elif playable.only == "intercept":
        _check_intercept(judging, playable)
    elif playable.only == "lucky":
        _check_lucky(judging, playable)


def _check_intercept(judging: Judging, playable: Playable) -> None:
    """Another of your units in this unit's arena is attacked (rots.keywords.intercept-timing)."""
    table: Table = judging.table
    attack = table.attack
    unit = table.stacks[playable.stack]
    defender = table.stacks.get(attack.defender) if attack is not None else None
    judging.clause(
        "ANOTHER_OF_YOURS_IS_ATTACKED",
        "rots.keywords.intercept-timing",
        defender is not None
        and defender.id != unit.id
        and defender.controller == unit.controller
        and defender.zone == unit.zone,
        lambda: (
            ("interceptor in", unit.zone),
            ("defender in", defender.zone if defender is not None else "no attack"),
        ),
    )


def _check_lucky(judging: Judging, playable: Playable) -> None:
    """The dice are those of an attack by or on this unit (rots.keywords.lucky)."""
    attack = judging.table.attack
    roll = _roll(judging.table)
    judging.clause(
        "ITS_ATTACK_DICE",
        "rots.keywords.lucky",
        attack is not None
        and roll is not None
        and roll.purpose == "attack"
        and playable.stack in (attack.attacker, attack.defender),
    )


def _roll(table: Table) -> RollFrame | None:
    for frame in reversed(table.agenda.frames):
        if isinstance(frame, RollFrame) and frame.purpose != "reroll":
            return frame
    return None


def _check_condition(judging: Judging, playable: Playable) -> None:
    if playable.condition is not None:
        scene = Scene(controller=judging.said.seat, source=playable.name, stack=playable.stack, card=playable.card)
        judging.clause(
            "ITS_CONDITION_IS_MET",
            "rots.chances.play-only-condition",
            holds(judging.table, playable.condition, scene),
            lambda: _where(judging.table),
        )


def _check_limit(judging: Judging, playable: Playable) -> None:
    limit = limit_of(judging.table, playable, getattr(judging.said, "packet", 0))
    if limit is not None:
        key, _, rule = limit
        judging.clause("NOT_USED_UP", rule, key not in judging.table.used, lambda: (("used", key),))


def limit_of(table: Table, playable: Playable, packet: int = 0) -> tuple[str, str, str] | None:
    """The limit of uses of what is played: key, scope and rule; None if only its cost limits it.

    Battle cards have none of their own, since a second copy is another card
    (ruling.second-copy-of-a-turn-long-battle-card).
    """
    if playable.kind != "activated":
        return None
    attack = table.attack.id if table.attack is not None else 0
    if playable.keyword == "lucky":
        return f"{playable.stack}.lucky@{attack}", f"attack:{attack}", "crf.keywords.lucky-once-per-attack"
    if playable.chance == PREVENTION:
        return f"{playable.key}@damage{packet}", "turn", "crf.activated.prevention-once-per-damage"
    if playable.chance == REROLL:
        roll = _roll(table)
        return f"{playable.key}@roll{roll.id if roll else 0}", "turn", "crf.activated.reroll-once-per-roll"
    if playable.only == "would attack":
        return None
    if playable.keyword in ("intercept", "retaliate"):
        return f"{playable.key}@{attack}", f"attack:{attack}", "crf.activated.intercept-retaliate-once-per-attack"
    if playable.lasts == "attack" or (playable.only == "attack"):
        return f"{playable.key}@{attack}", f"attack:{attack}", "crf.activated.for-this-attack-once-per-attack"
    if playable.cost.tap:
        return None  # an untapped unit may use it again (rots.activated.reuse-after-untapping)
    return playable.key, "turn", "crf.activated.once-per-turn-in-arena"


def _where(table: Table) -> tuple[tuple[str, str], ...]:
    turn = table.turn
    return (("phase", turn.phase), ("step", turn.step or "-"))
