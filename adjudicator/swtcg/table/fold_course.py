"""Folding facts of the course of the game: turn, battle, plays, what lasts (see `fold`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import AGREED, LASTING, NO_SHORTCUT, TO_BATTLE
from adjudicator.swtcg.table.fold_things import NO_ATTACK, STAR_UNKNOWN, UNPAID, face_down, happened, put, take
from adjudicator.swtcg.table.table import Attack, Table, Turn

_replace = msgspec.structs.replace


# --- turn and battle ------------------------------------------------------------------------


def _stands(table: Table, number: int, phase: str, step: str = "", seat: str = "", arena: str = "") -> None:
    """Where the game stands now; time that has been called stays called."""
    table.turn = Turn(number, phase, step, seat, arena, table.turn.overtime)


def _turn_began(table: Table, fact: f.TurnBegan) -> None:
    _stands(table, fact.number, "ready")
    table.happened = ()
    table.shortcut = NO_SHORTCUT
    table.index_cache = None  # abilities are off in setup and work from the first turn on


def _phase_began(table: Table, fact: f.PhaseBegan) -> None:
    if fact.phase == "battle" and table.shortcut[0] == TO_BATTLE:
        table.shortcut = NO_SHORTCUT
    _stands(table, table.turn.number, fact.phase)


def _phase_ended(table: Table, fact: f.PhaseEnded) -> None:
    _stands(table, table.turn.number, fact.phase, "end")


def _step_began(table: Table, fact: f.StepBegan) -> None:
    _stands(table, table.turn.number, table.turn.phase, fact.step, fact.seat, fact.arena)


def _step_ended(table: Table, fact: f.StepEnded) -> None:
    _stands(table, table.turn.number, table.turn.phase)


def _turn_ended(table: Table, fact: f.TurnEnded) -> None:
    _stands(table, fact.number, "end", "over")
    table.used = {key: scope for key, scope in table.used.items() if scope == "game"}


def _time_called(table: Table, fact: f.TimeCalled) -> None:
    table.turn = _replace(table.turn, overtime=True)


def _attack_declared(table: Table, fact: f.AttackDeclared) -> None:
    attack = Attack(fact.attack, fact.attacker, fact.defender, fact.mode, fact.arena)
    table.attacks = (*table.attacks, attack)
    table.next_id = max(table.next_id, fact.attack + 1)
    happened(table, "attacked", fact.attacker, fact.arena)
    happened(table, "was attacked", fact.defender, str(fact.attacker))
    if fact.cause:
        happened(table, "made to attack", fact.attack, "")


def _attack_declined(table: Table, fact: f.AttackDeclined) -> None:
    happened(table, "declined", fact.stack, "")


def _defender_changed(table: Table, fact: f.DefenderChanged) -> None:
    for attack in table.attacks:
        if attack.id == fact.attack:
            happened(table, "was attacked", fact.defender, str(attack.attacker))
    table.attacks = tuple(
        _replace(attack, defender=fact.defender, former=(*attack.former, attack.defender))
        if attack.id == fact.attack
        else attack
        for attack in table.attacks
    )


def _attack_ended(table: Table, fact: f.AttackEnded) -> None:
    for attack in table.attacks:
        if attack.id == fact.attack:
            happened(table, "attack over", attack.id, f"{attack.attacker} {attack.defender}")
    table.attacks = tuple(attack for attack in table.attacks if attack.id != fact.attack)
    if table.used:
        scope = f"attack:{fact.attack}"
        table.used = {key: "turn" if until == scope else until for key, until in table.used.items()}


def _hits_counted(table: Table, fact: f.HitsCounted) -> None:
    """What effects may ask about an attack that is over: how many of its dice hit."""
    attack = table.attack
    if fact.cause == NO_ATTACK:
        happened(table, NO_ATTACK, fact.source, "")
    elif attack is not None and attack.attacker == fact.source:
        happened(table, "hits", attack.id, str(fact.hits))


def _dice_rerolled(table: Table, fact: f.DiceRerolled) -> None:
    attack = table.attack
    if attack is not None:
        happened(table, "rerolled", attack.id, "")


def _nothing(table: Table, fact: Any) -> None:
    """What happened is history only; the agenda carries its consequences."""


def _card_played(table: Table, fact: f.CardPlayed) -> None:
    hand = "hand:" + fact.seat
    if fact.card in table.zones.get(hand, ()):
        take(table, hand, (fact.card,))
    else:
        for zone in (*(f"aside:{seat}" for seat in table.seats), "discard:" + fact.seat):
            if fact.card in table.zones.get(zone, ()):
                take(table, zone, (fact.card,))
    put(table, "playing", (fact.card,))
    happened(table, "played", fact.card, f"battle {table.attack.id}" if table.attack is not None else "battle")
    table.next_id = max(table.next_id, fact.play + 1)


def _mission_played(table: Table, fact: f.MissionPlayed) -> None:
    happened(table, "played", fact.card, "mission")
    if fact.stack:
        mission = table.stacks.pop(fact.stack)
        put(table, "playing", mission.cards)
        face_down(table, mission)
    else:
        take(table, "discard:" + fact.seat, (fact.card,))
        put(table, "playing", (fact.card,))
    table.next_id = max(table.next_id, fact.play + 1)


def _ability_played(table: Table, fact: f.AbilityPlayed) -> None:
    table.next_id = max(table.next_id, fact.play + 1)


def _use_counted(table: Table, fact: f.UseCounted) -> None:
    table.used[fact.key] = fact.scope
    if fact.key.endswith(UNPAID):
        happened(table, UNPAID, 0, fact.key)


def _modifier_began(table: Table, fact: f.ModifierBegan) -> None:
    table.modifiers[fact.modifier.id] = fact.modifier
    table.next_id = max(table.next_id, fact.modifier.id + 1)
    table.index_cache = None


def _star_unknown(table: Table, fact: f.StarUnknown) -> None:
    happened(table, STAR_UNKNOWN, fact.stack, fact.stat)


def _modifiers_ended(table: Table, fact: f.ModifiersEnded) -> None:
    for number in fact.ids:
        table.modifiers.pop(number, None)
        table.delayed.pop(number, None)
    table.index_cache = None


def _delayed_began(table: Table, fact: f.DelayedBegan) -> None:
    table.delayed[fact.delayed.id] = fact.delayed
    table.next_id = max(table.next_id, fact.delayed.id + 1)


def _damage_pending(table: Table, fact: f.DamagePending) -> None:
    table.next_id = max(table.next_id, fact.packet.id + 1)


def _game_won(table: Table, fact: f.GameWon) -> None:
    table.winner = fact.seat or "nobody"


def _dice_rolled(table: Table, fact: f.DiceRolled) -> None:
    table.next_id = max(table.next_id, fact.roll + 1)


def _dice_put_off(table: Table, fact: f.DicePutOff) -> None:
    """The roll, and the damage to the defender and to one unit more, have got their numbers."""
    table.next_id = max(table.next_id, fact.roll + 3)


def _triggered(table: Table, fact: f.Triggered) -> None:
    table.next_id = max(table.next_id, fact.trigger.id + 1)


def _awaits(table: Table, fact: f.Awaits) -> None:
    table.agenda = fact.agenda
    _in_pool(table, fact)


def _in_pool(table: Table, fact: f.Awaits | f.AwaitsInPassing) -> None:
    """The numbers of the triggers that wait have been given out."""
    for trigger in fact.agenda.pool:
        table.next_id = max(table.next_id, trigger.id + 1)


def _shortcut_agreed(table: Table, fact: f.ShortcutAgreed) -> None:
    table.shortcut = (fact.what, fact.seat) if fact.what in LASTING else NO_SHORTCUT
    if fact.what == TO_BATTLE:
        happened(table, AGREED, 0, fact.what)


def _shortcut_over(table: Table, fact: f.ShortcutOver) -> None:
    table.shortcut = NO_SHORTCUT


FOLDS: dict[type, Callable[[Table, Any], None]] = {
    f.TurnBegan: _turn_began,
    f.PhaseBegan: _phase_began,
    f.PhaseEnded: _phase_ended,
    f.StepBegan: _step_began,
    f.StepEnded: _step_ended,
    f.TurnEnded: _turn_ended,
    f.AttackDeclared: _attack_declared,
    f.AttackDeclined: _attack_declined,
    f.DefenderChanged: _defender_changed,
    f.AttackEnded: _attack_ended,
    f.DiceRolled: _dice_rolled,
    f.DicePutOff: _dice_put_off,
    f.Promised: _nothing,
    f.DiceKept: _nothing,
    f.DiceRerolled: _dice_rerolled,
    f.HitsCounted: _hits_counted,
    f.HitsAssigned: _nothing,
    f.RollComes: _nothing,
    f.HitsDivided: _nothing,
    f.CriticalHitScored: _nothing,
    f.DamagePending: _damage_pending,
    f.DamagePrevented: _nothing,
    f.CardPlayed: _card_played,
    f.MissionPlayed: _mission_played,
    f.AbilityPlayed: _ability_played,
    f.Disrupted: _nothing,
    f.EffectResolved: _nothing,
    f.UseCounted: _use_counted,
    f.ModifierBegan: _modifier_began,
    f.StarUnknown: _star_unknown,
    f.ModifiersEnded: _modifiers_ended,
    f.DelayedBegan: _delayed_began,
    f.Triggered: _triggered,
    f.BidMade: _nothing,
    f.ContestWon: _nothing,
    f.ManualCarriedOut: _nothing,
    f.GameWon: _game_won,
    f.TimeCalled: _time_called,
    f.BuildRollSkipped: _nothing,
    f.ShortcutAgreed: _shortcut_agreed,
    f.ShortcutOver: _shortcut_over,
    f.PassedInShortcut: _nothing,
    f.Awaits: _awaits,
    f.AwaitsInPassing: _in_pool,
}
