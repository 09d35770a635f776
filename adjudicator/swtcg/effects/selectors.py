"""Selectors over the table: which things an effect means, seen from its scene.

"Those" of the effect language are matched here and nowhere else. Covered cards of a stack are
ignored (rots.stacking.top-card-characteristics); a Pilot on a unit is neither a unit nor a
Character (crf.pilots.pilot-not-character-or-unit), but keeps name and subtypes.
"""

from __future__ import annotations

from adjudicator.swtcg.citing import edition
from adjudicator.swtcg.effects.abilities import printed
from adjudicator.swtcg.effects.language import Keyword, Those, TreatAs
from adjudicator.swtcg.face import Face
from adjudicator.swtcg.table import (
    ARENAS,
    BUILDING,
    EQUIPMENT,
    LOCATION,
    PILOT,
    UNIT,
    Scene,
    Stack,
    Table,
    in_build_zone,
    whose,
)

ROLES = {"unit": (UNIT,), "pilot": (PILOT,), "equipment": (EQUIPMENT,), "location": (LOCATION,)}
_ANYTHING = (UNIT, PILOT, EQUIPMENT, LOCATION, "mission")


def select(table: Table, those: Those, scene: Scene) -> tuple[int, ...]:
    """The stacks meant, in the order in which they came into play (for bound names: as bound)."""
    if those.bound and not _by_name(table, those):
        return tuple(number for number in bound(table, those.bound, scene) if _still(table, those, scene, number))
    return tuple(stack.id for stack in table.stacks.values() if matches(table, those, stack, scene))


def bound(table: Table, name: str, scene: Scene) -> tuple[int, ...]:
    """The stacks a name stands for in a scene, whether or not they are still on the table."""
    if name == "this":
        return (scene.stack,) if scene.stack else ()
    if name in scene.bound:
        return scene.bound[name]
    if name in ("attacker", "defender"):
        for attack in table.attacks:
            if attack.id == scene.attack or not scene.attack:
                return (attack.attacker if name == "attacker" else attack.defender,)
    return ()


OWN_NAME = ("rots.cards.own-name-self-reference", "crf.cards.nonunique-self-name-means-this-unit")


def _by_name(table: Table, those: Those) -> bool:
    """A card that calls itself by its name means itself; only an audit lets it mean every card of the name."""
    return those.bound == "this" and bool(those.name) and table.suppressed in OWN_NAME


def _still(table: Table, those: Those, scene: Scene, number: int) -> bool:
    stack = table.stacks.get(number)
    return stack is not None and (those.bound == "this" or _fits(table, those, stack, scene, anywhere=True))


def matches(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool = False) -> bool:
    """Whether a stack is one of those meant. `anywhere` lets an unset zone take in the build zones."""
    if those.bound and not _by_name(table, those):
        here = stack.id in bound(table, those.bound, scene)
        return here and (those.bound == "this" or _fits(table, those, stack, scene, anywhere=True))
    return _fits(table, those, stack, scene, anywhere=anywhere)


def _fits(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool) -> bool:
    if stack.role == BUILDING or stack.role not in ROLES.get(those.what, _ANYTHING):
        return False
    if those.side != "any" and stack.controller not in whose(those, scene.controller):
        return False
    if those.other and stack.id == scene.stack:
        return False
    return _zone_fits(table, those, stack, scene, anywhere=anywhere) and (
        not _looks_closer(those) or _looks_right(table, those, stack, scene)
    )


def _zone_fits(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool) -> bool:
    if not those.zones:
        return anywhere or stack.zone in ARENAS
    for zone in those.zones:
        if zone == "here":
            here = table.stacks.get(scene.stack)
            if here is not None and here.zone == stack.zone:
                return True
        elif zone == "there":
            if stack.zone == scene.arena:
                return True
        elif zone == stack.zone or (zone == "build" and in_build_zone(stack)):
            return True
    return False


def _looks_closer(those: Those) -> bool:
    return (
        bool(those.types or those.subtype or those.name or those.keyword)
        or those.unique is not None
        or those.tapped is not None
        or those.damaged is not None
        or those.piloted is not None
        or those.attacking is not None
        or those.defending is not None
        or those.attacking_this is not None
        or those.cost_at_most is not None
        or those.cost_at_least is not None
        or those.power_at_most is not None
        or those.power_at_least is not None
    )


def _looks_right(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    return _state_right(table, those, stack, scene) and _face_right(table, those, stack)


def _state_right(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    attack = table.attack
    states = (
        (those.tapped, stack.tapped),
        (those.damaged, stack.damage > 0),
        (those.attacking, attack is not None and attack.attacker == stack.id),
        (those.defending, attack is not None and attack.defender == stack.id),
        (
            those.attacking_this,
            attack is not None and attack.attacker == stack.id and attack.defender == scene.stack,
        ),
    )
    if any(wanted is not None and wanted != is_so for wanted, is_so in states):
        return False
    return those.piloted is None or those.piloted == bool(table.attached(stack.id, PILOT))


def _face_right(table: Table, those: Those, stack: Stack) -> bool:
    if not table.known(stack):
        return False
    face = table.top(stack)
    if those.types and not any(kind in kinds_of(table, stack, face) for kind in those.types):
        return False
    if those.name and face.name != those.name:
        return False
    if those.unique is not None and those.unique != face.unique:
        return False
    if those.subtype and not has_subtype(table, stack, those.subtype):
        return False
    if those.keyword and not _has_keyword(table, stack, those.keyword):
        return False
    cost = face.cost or 0
    if those.cost_at_most is not None and cost > those.cost_at_most:
        return False
    if those.cost_at_least is not None and cost < those.cost_at_least:
        return False
    return _power_right(table, those, stack)


def _power_right(table: Table, those: Those, stack: Stack) -> bool:
    if those.power_at_most is None and those.power_at_least is None:
        return True
    from adjudicator.swtcg.values import power  # noqa: PLC0415 - values read selectors

    now = power(table, stack)
    return (those.power_at_most is None or now <= those.power_at_most) and (
        those.power_at_least is None or now >= those.power_at_least
    )


def kinds_of(table: Table, stack: Stack, face: Face) -> tuple[str, ...]:
    """The card types that count: a Pilot on a unit has none, unless the edition keeps it a Character."""
    if stack.role == PILOT and not edition(table).pilot_is_character.value:
        return ()
    return face.types


def subtype_words(face: Face) -> str:
    """The subtypes as words to look in, hyphens and case aside (rots.cards.subtypes)."""
    return " " + face.subtypes.replace("-", " ").replace("•", " ").lower() + " "


def has_subtype(table: Table, stack: Stack, subtype: str) -> bool:
    """Whether a stack's top card has a subtype on its type line or by a stand-alone "treat as" text."""
    face = table.top(stack)
    wanted = " " + subtype.replace("-", " ").lower() + " "
    if wanted in subtype_words(face):
        return True
    if not edition(table).treat_as_counts.value:
        return False
    granted = (instance.ability for instance in table.index.by_stack.get(stack.id, ()))
    return any(
        isinstance(ability, TreatAs) and wanted in f" {ability.subtype.lower()} "
        for ability in (*printed(face), *granted)
    )


def _has_keyword(table: Table, stack: Stack, keyword: str) -> bool:
    for instance in table.index.by_stack.get(stack.id, ()):
        ability = instance.ability
        if isinstance(ability, Keyword) and ability.name == keyword:
            return True
        if getattr(ability, "keyword", "") == keyword:
            return True
    return any(isinstance(a, Keyword) and a.name == keyword for a in table.top(stack).abilities)
