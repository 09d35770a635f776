"""Overkill: hits beyond what the defending unit can take may go to one more unit in its arena.

Sources: rots.keywords.overkill, crf.keywords.overkill-remaining-health, rots.attack.step-7-overkill,
rots.keywords.overkill-static-defences-ignored (ruling.overkill-and-the-second-units-defences).
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form, Number, OneOf
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.standing import keyword_rules
from adjudicator.swtcg.standing.keyword_values import keyword_value, overkill
from adjudicator.swtcg.standing.moment import ask
from adjudicator.swtcg.standing.values import health, remaining_health
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import Divide
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.table import Attack, Stack, Table


def attack_of(table: Table, frame: AttackFrame) -> Attack | None:
    """The attack of a frame."""
    return next((a for a in table.attacks if a.id == frame.attack), None)


def offer(run: Run, frame: AttackFrame) -> None:
    """Step 7: ask the attacker's player, if there is anything to divide; the frame then goes on at the next step."""
    table: Table = run.table
    attack = attack_of(table, frame)
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    run.goto(table.edition.attack.after(frame.step))
    if attack is None or attacker is None or not run.applies(table.why.attack_step_7_overkill):
        return
    if frame.unseen:
        _as_wished(run, frame, attack)
        return
    if not (overkill(table, attacker) or freely(table, attacker)):
        return
    if surplus(table, frame) > 0 and seconds(table, attack):
        rule = table.why.attack_second_unit_later if freely(table, attacker) else table.why.attack_step_7_overkill
        if run.applies(rule):
            ask(run, "overkill", (attacker.controller,), rule)


def ask_unseen(run: Run, frame: AttackFrame) -> None:
    """Before the dice are shown, ask how many of the hits that may be too many would go to whom."""
    table: Table = run.table
    attack = attack_of(table, frame)
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    run.goto(UNSEEN)
    if attack is None or attacker is None or not (overkill(table, attacker) or freely(table, attacker)):
        return
    if seconds(table, attack) and run.applies(table.why.attack_step_7_overkill):
        ask(run, "overkill", (attacker.controller,), table.why.attack_step_7_overkill)


UNSEEN = "unseen damage"
"""The step of an attack before which one says how to divide hits that nobody has seen."""


def _as_wished(run: Run, frame: AttackFrame, attack: Attack) -> None:
    """Of the hits that are too many, as many as was said go where that was said."""
    table: Table = run.table
    hits = min(frame.wish, surplus(table, frame))
    if hits <= 0 or all(each.id != frame.spill_on for each in seconds(table, attack)):
        return
    rule = _divided_by(table, frame, hits)
    run.goto(table.edition.attack.after("overkill"), hits=frame.hits - hits, spill=hits)
    run.happen(f.HitsDivided(attack=frame.attack, unit=frame.spill_on, hits=hits, rule=rule, cause="Overkill"))


def surplus(table: Table, frame: AttackFrame) -> int:
    """The hits that Overkill may divide: over remaining health, or over health, by the edition."""
    attack = attack_of(table, frame)
    defender = table.stacks.get(attack.defender) if attack is not None else None
    if defender is None:
        return 0
    if frame.step == UNSEEN:
        return frame.power  # nobody knows how many will hit
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    if attacker is not None and freely(table, attacker):
        return frame.hits
    left = remaining_health if table.edition.overkill_over.value == "remaining health" else health
    return frame.hits - left(table, defender)


def freely(table: Table, attacker: Stack) -> bool:
    """Whether a card lets a unit's hits be divided at will, between the defender and another enemy unit there."""
    return keyword_value(table, attacker, "divides hits") > 0


def seconds(table: Table, attack: Attack) -> list[Stack]:
    """The units that spillover may go to: any other in the defender's arena, whoever controls it, save the attacker."""
    defender, attacker = table.stacks.get(attack.defender), table.stacks.get(attack.attacker)
    if defender is None or attacker is None:
        return []
    units = [s for s in table.units(defender.zone) if s.id not in (defender.id, attacker.id)]
    if freely(table, attacker):
        return [s for s in units if s.controller == defender.controller]
    return units


def check_divide(judging: Judging, frame: AttackFrame | None) -> None:
    """Clauses of dividing hits by Overkill."""
    table: Table = judging.table
    why = table.why
    said: Divide = judging.said
    judging.clause("RIGHT_MOMENT", why.keywords_overkill_timing, frame is not None)
    _check_keyword(judging)
    attack = attack_of(table, frame) if frame is not None else None
    if frame is None or attack is None:
        return
    judging.clause(
        "SECOND_UNIT_IN_ARENA",
        why.reading_overkill_on_a_unit_of_ones_own if _is_own(table, attack, said.unit) else why.keywords_overkill,
        any(s.id == said.unit for s in seconds(table, attack)),
        lambda: (("second unit", table.title(said.unit)),),
    )
    second = table.stacks.get(said.unit)
    if second is not None and keyword_rules.hides(table, second):
        judging.permit("STEALTH_IS_AGAINST_ATTACKS", why.keywords_stealth_other_damage_works)
    over, full = surplus(table, frame), _over_full_health(table, attack, frame)
    judging.clause(
        "HITS_IN_EXCESS",
        lambda: _how_many_rule(table, attack, said.hits, over, full),
        1 <= said.hits <= over,
        lambda: (("hits", str(frame.hits)), ("surplus", str(over)), ("said", str(said.hits))),
        permits=EXCEPTION if said.hits > full else 0,
    )


def _how_many_rule(table: Table, attack: Attack, hits: int, over: int, full: int) -> str:
    """The rule by which so many hits may go to another unit, or may not: all but none where a card divides them."""
    attacker = table.stacks.get(attack.attacker)
    if attacker is not None and freely(table, attacker) and hits >= over and table.why.attack_divided_zero:
        return table.why.attack_divided_zero
    return table.edition.overkill_over.rule if over != full else table.why.keywords_overkill_minimum


def _over_full_health(table: Table, attack: Attack, frame: AttackFrame) -> int:
    """The hits beyond what the defender's health would be without damage on it."""
    defender = table.stacks.get(attack.defender)
    if frame.step == UNSEEN:
        return frame.power
    return frame.hits - health(table, defender) if defender is not None else frame.hits


def _is_own(table: Table, attack: Attack, number: int) -> bool:
    """Whether a second unit is one of the attacking player's own in the defender's arena, and not the attacker."""
    unit, attacker = table.stacks.get(number), table.stacks.get(attack.attacker)
    if unit is None or attacker is None or unit is attacker or unit.controller != attacker.controller:
        return False
    return unit in seconds(table, attack)


def _check_keyword(judging: Judging) -> None:
    """The unit that attacks has Overkill; without it there is nothing to divide at any time."""
    table: Table = judging.table
    attacker = table.stacks.get(table.attack.attacker) if table.attack is not None else None
    if attacker is None or overkill(table, attacker) or freely(table, attacker):
        return
    judging.clause(
        "ATTACKER_HAS_OVERKILL",
        table.why.keywords_overkill,
        ok=False,
        evidence=lambda: (("unit", table.title(attacker.id)),),
    )


def perform_divide(run: Run) -> None:
    """Assign spillover to a second unit; its Armor and Shields do nothing against hits already rolled."""
    said: Divide = run.said
    frame = run.frame
    if not isinstance(frame, AttackFrame):  # only an audit that suppresses the clause of time comes here
        return
    table: Table = run.table
    run.closed()
    if frame.step == UNSEEN:
        run.goto(UNSEEN, wish=said.hits, spill_on=said.unit)
        rule = table.why.keywords_cunning_order
        wish = f.Promised(seat=said.seat, chance="overkill", unit=said.unit, amount=said.hits, rule=rule)
        run.happen(wish)
        return
    second = table.stacks[said.unit]
    defended = keyword_value(table, second, "armor") or keyword_value(table, second, "shields")
    rule = table.why.keywords_overkill_static_defences_ignored if defended else _divided_by(table, frame, said.hits)
    spill = said.hits if run.applies(rule) else 0
    run.goto(table.edition.attack.after("overkill"), hits=frame.hits - said.hits, spill=spill, spill_on=said.unit)
    run.happen(f.HitsDivided(attack=frame.attack, unit=said.unit, hits=said.hits, rule=rule, cause="Overkill"))


def _divided_by(table: Table, frame: AttackFrame, hits: int) -> str:
    """The rule by which so many hits may be passed on: what is over the health that is left, where that is disputed."""
    attack = attack_of(table, frame)
    attacker = table.stacks.get(attack.attacker) if attack is not None else None
    if attack is None or attacker is None or freely(table, attacker):
        return table.why.keywords_overkill
    over_full = hits > _over_full_health(table, attack, frame)
    return table.edition.overkill_over.rule if over_full else table.why.keywords_overkill


def check_pass(judging: Judging, frame: AttackFrame | None) -> None:
    """Clause RIGHT_MOMENT of leaving all hits on the defender, which is for the attacker's player to choose."""
    judging.clause(
        "RIGHT_MOMENT", judging.table.why.keywords_overkill_attacker_divides, frame is not None, permits=EXCEPTION
    )


def pass_overkill(run: Run) -> None:
    """All hits stay on the defender."""
    run.closed()
    if run.frame.step == UNSEEN:
        return
    run.goto(run.table.edition.attack.after("overkill"))


def forms(game: Any, table: Table, frame: AttackFrame, seat: str) -> list[Form]:
    """Which unit and how many hits, or pass."""
    attack, most = attack_of(table, frame), surplus(table, frame)
    units = tuple(s.id for s in seconds(table, attack)) if attack is not None else ()
    none = Form("Pass", seat, says="no overkill")
    if not units or most < 1:  # a question that another edition has put (another_edition)
        return [none]
    return [Form("Divide", seat, (), (("unit", OneOf(units)), ("hits", Number(1, most))), "overkill"), none]
