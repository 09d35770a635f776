"""Reach: which units a unit can attack, in which ways, and which it must.

Sources: rots.attack.same-arena-only, rots.keywords.bombard, rots.keywords.ion-cannon, rots.attack.cant-attack-wording,
rots.attack.abilities-widen-or-limit-targets, rots.attack.must-attack, rots.attack.must-attack-several.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import order
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.overrides import verdict_on
from adjudicator.swtcg.standing.selectors import extremes, in_name_only, matches, select
from adjudicator.swtcg.standing.traits import keywords_of
from adjudicator.swtcg.standing.values import speed
from adjudicator.swtcg.table.table import (
    CHARACTER,
    GROUND,
    SPACE,
    UNIT,
    Scene,
    Stack,
    Table,
    build_zone,
    in_build_zone,
)
from adjudicator.swtcg.words.language import Allow, Oblige, Static, Tax
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace
MODES: dict[str, tuple[tuple[str, ...], str]] = {
    "bombard": ((SPACE,), GROUND),
    "ion cannon": ((GROUND,), SPACE),
    "barrage": ((SPACE, GROUND), CHARACTER),
}
"""Ways to attack into another arena: from which, into which (rots.keywords.bombard, rots.keywords.ion-cannon,
idc.keywords.barrage-definition).
"""

MAY_ATTACK, MAY_BE_ATTACKED, SAME_ARENA = "UNIT_MAY_ATTACK", "UNIT_MAY_BE_ATTACKED", "DEFENDER_IN_SAME_ARENA"
RETREATED, OWN_UNITS, ITSELF = "DEFENDER_NOT_RETREATED", "DEFENDER_IS_OPPONENTS", "DEFENDER_IS_ANOTHER"
"""The clauses that effects on attacks permit or forbid."""


def modes(table: Table, unit: Stack) -> list[str]:
    """The ways other than the ordinary one in which a unit may attack from where it is."""
    return [mode for mode in MODES if unit.zone in sources(table, mode) and keywords_of(table, unit.id, mode)]


def sources(table: Table, mode: str) -> tuple[str, ...]:
    """The arenas from which a unit may attack in a way: its own, or all but that into which it leads."""
    own, into = MODES[mode]
    if not table.edition.modes_anywhere.value:
        return own
    return (*own, *(arena for arena in table.arenas if arena not in (*own, into)))


def candidates(table: Table, unit: Stack, mode: str = "") -> list[Stack]:
    """The opponent's units in the arena (with effects that widen it, the arenas) that this way of attacking reaches."""
    theirs = table.opponents(unit.controller)
    arenas: tuple[str, ...] = (MODES[mode][1] if mode else unit.zone,)
    if not mode and SAME_ARENA in table.index.overrides:
        arenas = tuple(table.arenas)
    if not mode and RETREATED in table.index.overrides:
        arenas = (*arenas, *map(build_zone, theirs))
    own = OWN_UNITS in table.index.overrides
    found = [s for arena in arenas for s in table.units(arena) if own or s.controller in theirs]
    return found if ITSELF in table.index.overrides else [s for s in found if s.id != unit.id]


def targets(table: Table, unit: Stack) -> Iterator[Stack]:
    """All units that a unit can attack in any way."""
    for mode in ("", *modes(table, unit)):
        for target in candidates(table, unit, mode):
            if can_attack(table, unit, target, mode):
                yield target


def has_target(table: Table, unit: Stack) -> bool:
    """Whether there is a unit that a unit can attack."""
    return next(targets(table, unit), None) is not None


def banned(table: Table, unit: Stack, target: Stack) -> bool:
    """Whether an effect says that the one can't attack or the other can't be attacked."""
    for code, stack, other in ((MAY_ATTACK, unit, target), (MAY_BE_ATTACKED, target, unit)):
        ruled = verdict_on(table, code, stack.id, other.id)
        if ruled is not None and not ruled[0]:
            return True
    return False


def banned_in_name_only(table: Table, unit: Stack, target: Stack) -> bool:
    """Whether an effect would forbid the attack if a word in the name of one of the two were its subtype."""
    for code, stack, other in ((MAY_ATTACK, unit, target), (MAY_BE_ATTACKED, target, unit)):
        for entry in table.index.overrides.get(code, ()):
            change = entry.change
            if not isinstance(change, Allow) or change.permit or change.whom is None:
                continue
            if matches(table, change.who, stack, entry.scene) and in_name_only(table, other, change.whom, entry.scene):
                return True
    return False


def banned_if_not_retreated(table: Table, unit: Stack, target: Stack) -> bool:
    """Whether a text of a retreated unit would forbid the attack if it worked there (rots.static.only-in-arena)."""
    for source in table.stacks.values():
        if source.role != UNIT or not in_build_zone(source) or not table.known(source):
            continue
        scene = Scene(controller=source.controller, source=table.title(source.id), stack=source.id)
        for text in printed(table.top(source), table.edition.book.value):
            changes = text.changes if isinstance(text, Static) and text.condition is None else ()
            if any(_forbids(table, change, unit, target, scene) for change in changes):
                return True
    return False


def _forbids(table: Table, change: Any, unit: Stack, target: Stack, scene: Scene) -> bool:
    """Whether a change says that a unit can't attack another, or that that one can't be attacked."""
    if not isinstance(change, Allow) or change.permit or change.clause not in (MAY_ATTACK, MAY_BE_ATTACKED):
        return False
    who, whom = (unit, target) if change.clause == MAY_ATTACK else (target, unit)
    return matches(table, change.who, who, scene) and (change.whom is None or matches(table, change.whom, whom, scene))


ATTACK_TRIGGERS = "what triggers when it attacks"
"""What is turned down where no unit attacks, or no other one."""


def goes_on(run: Run, attacker: Stack | None, defender: Stack | None) -> bool:
    """Whether an attack goes on although its units may not attack, or be attacked, by now."""
    if attacker is None or defender is None or not banned(run.table, attacker, defender):
        return True
    return run.non_event(
        "the end of the attack",
        run.table.why.attack_cant_checked_only_before_attack,
        "it was already under way when the ban came",
    )


def not_called_off(run: Run, attacker: Stack, attack: int) -> bool:
    """Whether an attack goes on, whatever has become of who is the fastest, and of what its unit must attack, since it
    was declared; only where the edition's document says so is it looked for.
    """
    table: Table = run.table
    late, faster = table.why.attack_must_attack_too_late, table.why.battle_boost_too_late
    lasting = (each.modifier for each in _obligations(table, attacker))
    if late and any(each is not None and each.id > attack for each in lasting):
        what = "another defending unit"
        if not run.non_event(what, late, "the attack was declared before the unit had to attack somebody"):
            return False
    if faster and any(speed(table, each) > speed(table, attacker) for each in order.untapped(table, attacker.zone)):
        return run.non_event("the go of a faster unit", faster, "this attack had been declared before")
    return True


def note_still_on(run: Run) -> None:
    """Note, when a ban begins, that the attack in progress goes on."""
    attack = run.table.attack
    if attack is not None:
        goes_on(run, run.table.stacks.get(attack.attacker), run.table.stacks.get(attack.defender))


def permitted(table: Table, code: str, unit: Stack, target: Stack) -> bool:
    """Whether a card lets a unit attack another against a rule."""
    said = verdict_on(table, code, unit.id, target.id) if code in table.index.overrides else None
    return said is not None and said[0]


def in_reach_there(table: Table, unit: Stack, target: Stack) -> bool:
    """Whether a unit in a build zone may be attacked there all the same."""
    return permitted(table, RETREATED, unit, target)


def can_attack(table: Table, unit: Stack, target: Stack, mode: str = "", *, own: bool = False) -> bool:
    """Whether a unit can attack another now, whoever's go it is: reach and bans.

    (rots.attack.redirect-needs-legal-target, ruling.legality-check-when-the-defender-changes).

    With `own` it may be one of the same player's units, as "have it attack" may make it.
    """
    if target.role != UNIT or in_build_zone(unit):
        return False
    if target.id == unit.id and not permitted(table, ITSELF, unit, target):
        return False
    if target.controller == unit.controller and not own and not permitted(table, OWN_UNITS, unit, target):
        return False
    if in_build_zone(target):
        return not mode and permitted(table, RETREATED, unit, target) and not banned(table, unit, target)
    if target.zone != (MODES[mode][1] if mode else unit.zone):
        widened = None if mode else verdict_on(table, SAME_ARENA, unit.id, target.id)
        if widened is None or not widened[0]:
            return False
    return not banned(table, unit, target)


def attack_tax(table: Table, unit: Stack, target: Stack) -> int:
    """The Force that cards ask for an attack of the one on the other."""
    total = 0
    for entry in table.index.taxes:
        change = entry.change
        if not isinstance(change, Tax) or change.kind != "attack":
            continue
        if entry.condition is not None and not holds(table, entry.condition, entry.scene):
            continue
        if unit.controller not in table.meant(change.side, entry.scene.controller):
            continue
        reached = ((change.of, target), (change.by, unit))
        if all(those is None or matches(table, those, stack, entry.scene, anywhere=True) for those, stack in reached):
            total += change.force
    return max(0, total)


def obliged(table: Table, unit: Stack, *, at_all: bool = False) -> tuple[int, ...]:
    """The units that a unit must attack and can (rots.attack.must-attack, rots.attack.must-attack-several); `at_all`:
    so that it may not decline to attack either.
    """
    found: list[int] = []
    for entry in _obligations(table, unit):
        change = entry.change
        if at_all and change.if_they_attack:
            continue
        reach = tuple(s.id for s in targets(table, unit))
        meant = select(table, _replace(change.must_attack, lowest="", highest=""), entry.scene)
        within = tuple(n for n in meant if n in reach)
        found.extend(n for n in extremes(table, change.must_attack, within) if n not in found)
    return tuple(found)


def meant(table: Table, unit: Stack) -> tuple[int, ...]:
    """The units that effects say a unit must attack, be they in its reach or not."""
    return tuple(
        number
        for entry in _obligations(table, unit)
        for number in select(table, _replace(entry.change.must_attack, lowest="", highest=""), entry.scene)
    )


def under_obligation(table: Table, unit: Stack) -> bool:
    """Whether an effect says what a unit must attack, be that in its reach or not."""
    return bool(_obligations(table, unit))


def _obligations(table: Table, unit: Stack) -> list[Continuous]:
    found: list[Continuous] = []
    for entry in table.index.overrides.get("oblige", ()):
        change = entry.change
        assert isinstance(change, Oblige)
        if entry.condition is not None and not holds(table, entry.condition, entry.scene):
            continue
        if unit.id in entry.on if entry.on is not None else matches(table, change.who, unit, entry.scene):
            found.append(entry)
    return found
