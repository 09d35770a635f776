"""Selectors over the table: which things an effect means, seen from its scene.

"Those" of the effect language are matched here and nowhere else. Covered cards of a stack are
ignored (rots.stacking.top-card-characteristics); a Pilot on a unit is neither a unit nor a
Character (crf.pilots.pilot-not-character-or-unit), but keeps name and subtypes.
"""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.binding import bound, names_of, seats_meant, zone_meant, zones_of
from adjudicator.swtcg.standing.card_selectors import select_cards
from adjudicator.swtcg.standing.departures import gone_is
from adjudicator.swtcg.standing.measures import measure, sizes_right
from adjudicator.swtcg.standing.traits import has_keyword, has_subtype, type_there
from adjudicator.swtcg.standing.type_line import on_type_line
from adjudicator.swtcg.table.table import (
    BESIDE,
    BUILDING,
    CAMPAIGN,
    EQUIPMENT,
    LOCATION,
    PILOT,
    UNIT,
    Scene,
    Stack,
    Table,
    in_build_zone,
)
from adjudicator.swtcg.words.ahead import PLACED
from adjudicator.swtcg.words.language import CARD_IN_PLAY, Those
from adjudicator.swtcg.words.persons import names_together
from adjudicator.swtcg.words.states import FACE, RELATION, STATE, closer_of

ROLES = {
    "built": (BUILDING,), "unit": (UNIT,), "pilot": (PILOT,), "unit or pilot": (UNIT, PILOT),
    "equipment": (EQUIPMENT,), "location": (LOCATION,), CARD_IN_PLAY: (UNIT, PILOT),
}  # fmt: skip
_ANYTHING = (UNIT, PILOT, EQUIPMENT, LOCATION, CAMPAIGN, "mission")
_replace = msgspec.structs.replace
CARD, BUILT = "card", "built"
"""What a selector may mean besides: a card that stands nowhere, a card face down in a build zone."""


def select(table: Table, those: Those, scene: Scene, *, anywhere: bool = False) -> tuple[int, ...]:
    """The stacks meant, in the order in which they came into play (for bound names: as bound); of cards that stand
    nowhere their handles, those that nobody knows apart. `anywhere` lets an unset zone take in the build zones.
    """
    if those.what == CARD:
        if lies_beside(those):
            return tuple(stack.id for stack in table.stacks.values() if _lies_beside(table, those, stack, scene))
        return select_cards(table, those, scene)
    if those.bound and not _by_name(table, those):
        found = tuple(number for number in bound(table, those.bound, scene) if _still(table, those, scene, number))
    else:
        stacks = table.stacks.values()
        found = tuple(stack.id for stack in stacks if _matches_alone(table, those, stack, scene, anywhere=anywhere))
    return extremes(table, those, found) if those.lowest or those.highest else found


def lies_beside(those: Those) -> bool:
    """Whether cards are meant that lie beside the play area, not among the cards that stand nowhere."""
    return those.what == CARD and bool(those.types) and set(those.types) <= set(BESIDE) and those.zones in ((), PLACED)


def _lies_beside(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether something beside the play area is one of those cards."""
    if stack.role not in those.types:
        return False
    if those.bound and stack.id not in bound(table, those.bound, scene):
        return False
    return those.side == "any" or stack.controller in seats_meant(table, those, scene)


def is_meant(table: Table, those: Those, number: int, scene: Scene) -> bool:
    """Whether a number is among those that `select` finds, without looking for the others where that is possible."""
    if those.what == CARD or those.lowest or those.highest:
        return number in select(table, those, scene)
    if those.bound and not _by_name(table, those):
        return number in bound(table, those.bound, scene) and _still(table, those, scene, number)
    stack = table.stacks.get(number)
    return stack is not None and _matches_alone(table, those, stack, scene)


def extremes(table: Table, those: Those, found: tuple[int, ...]) -> tuple[int, ...]:
    """Those of them with the least (or most) of a value; all that are tied."""
    for stat, most in ((those.lowest, min), (those.highest, max)):
        if stat and found:
            sizes = {number: measure(table, table.stacks[number], stat) for number in found}
            wanted = most(sizes.values())
            found = tuple(number for number in found if sizes[number] == wanted)
    return found


def _by_name(table: Table, those: Those) -> bool:
    """A card that calls itself by its name means itself; only an audit lets it mean every card of the name."""
    if table.suppressed is None or those.bound != "this" or not those.name:
        return False
    why = table.why
    return table.suppressed in (why.cards_own_name_of_a_unique_card, why.cards_own_name_of_no_unique_card)


def _still(table: Table, those: Those, scene: Scene, number: int) -> bool:
    stack = table.stacks.get(number)
    return stack is not None and _bound_fits(table, those, stack, scene)


def _bound_fits(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether what is bound is as it has to be; "this" is meant whatever it is called, and wherever it stands unless
    that is said.
    """
    if those.bound == "this":
        if those.zones and not _zone_fits(table, those, stack, scene):
            return False
        closer = closer_of(those)
        return not closer or _looks_right(table, those, stack, scene, closer, named=False)
    return _fits(table, those, stack, scene, anywhere=True)


def matches(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool = False) -> bool:
    """Whether a stack is one of those meant. `anywhere` lets an unset zone take in the build zones."""
    if those.lowest or those.highest:
        return stack.id in select(table, those, scene, anywhere=anywhere)
    return _matches_alone(table, those, stack, scene, anywhere=anywhere)


def _matches_alone(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool = False) -> bool:
    """Whether a stack is one of those meant, whatever others there are."""
    if those.bound and not _by_name(table, those):
        return stack.id in bound(table, those.bound, scene) and _bound_fits(table, those, stack, scene)
    return _fits(table, those, stack, scene, anywhere=anywhere)


def _fits(table: Table, those: Those, stack: Stack, scene: Scene, *, anywhere: bool) -> bool:
    if stack.role not in ROLES.get(those.what, (*_ANYTHING, BUILDING) if those.bound else _ANYTHING):
        return False
    if those.side != "any" and stack.controller not in seats_meant(table, those, scene):
        return False
    if those.other and _is_itself(stack, scene):
        return False
    if those.zones:
        if not _zone_fits(table, those, stack, scene):
            return False
    elif not anywhere and stack.zone not in table.arenas and those.what != BUILT:
        return False
    closer = closer_of(those)
    return not closer or _looks_right(table, those, stack, scene, closer)


def _is_itself(stack: Stack, scene: Scene) -> bool:
    """Whether a stack is the one with the effect, or the Mission that has it, face down or turned up."""
    return stack.id == scene.stack or (not stack.host and 0 < scene.card in stack.cards)


def _part_fits(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether a stack is what a part of a selector describes, whatever it stands as and wherever."""
    if those.bound and stack.id not in bound(table, those.bound, scene):
        return False
    if those.side != "any" and stack.controller not in seats_meant(table, those, scene):
        return False
    if those.other and _is_itself(stack, scene):
        return False
    if those.zones and not _zone_fits(table, those, stack, scene):
        return False
    closer = closer_of(those)
    return not closer or _looks_right(table, those, stack, scene, closer, named=those.bound != "this")


def _zone_fits(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether it stands in one of the zones that are named."""
    for zone in those.zones:
        if zone == stack.zone or (zone == "build" and in_build_zone(stack)):
            return True
        if zone in ("here", "there") and zone_meant(table, zone, scene) == stack.zone:
            return True
    return False


def _looks_right(table: Table, those: Those, stack: Stack, scene: Scene, closer: int, *, named: bool = True) -> bool:
    if those.types == ("there",):
        those = _replace(those, types=(scene.arena,))
    return (
        (not closer & STATE or _state_right(table, those, stack, scene))
        and (not closer & FACE or _face_right(table, those, stack, scene, named=named))
        and (not closer & RELATION or _related(table, those, stack, scene))
    )


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
        (those.stacked, len(stack.cards) > 1),
    )
    if any(wanted is not None and wanted != is_so for wanted, is_so in states):
        return False
    if those.has_attacked is not None:
        went = any(event == "attacked" and number == stack.id for event, number, _ in table.happened)
        if went != those.has_attacked:
            return False
    if those.mode and (attack is None or attack.attacker != stack.id or attack.mode != those.mode):
        return False
    return those.piloted is None or those.piloted == bool(table.attached(stack.id, PILOT))


def _alternate(table: Table, name: str, stack: Stack, scene: Scene) -> bool:
    """Whether a unit of one's own is the person whom one's text names, under another name, and that counts."""
    point = table.edition.name_covers_alternates
    if not point.value or point.rule == table.suppressed or stack.controller != scene.controller:
        return False
    return names_together(name, table.top(stack).name, table.edition.persons.value)


def _face_right(table: Table, those: Those, stack: Stack, scene: Scene, *, named: bool) -> bool:
    if not table.known(stack):
        return False
    face = table.top(stack)
    if those.types and not type_there(table, those, stack, face):
        return False
    if named and those.name and face.name != those.name and not _alternate(table, those.name, stack, scene):
        return False
    if those.unique is not None and those.unique != face.unique:
        return False
    if those.card_side and those.card_side != face.side:
        return False
    if those.subtype and not has_subtype(table, stack, those.subtype):
        return False
    if those.keyword and not has_keyword(table, stack, those.keyword):
        return False
    if (those.cost_at_most is not None or those.cost_at_least is not None) and face.costless:
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
    now = measure(table, stack, "power")
    return (those.power_at_most is None or now <= those.power_at_most) and (
        those.power_at_least is None or now >= those.power_at_least
    )


def _related(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether it is in the relations asked for: to others of its kind, to numbers, in the attack, on it."""
    if those.any_of and not any(_part_fits(table, part, stack, scene) for part in those.any_of):
        return False
    if those.but is not None and _part_fits(table, those.but, stack, scene):
        return False
    if those.where and _lacks_cost(table, those, stack):
        return False
    if those.where and not sizes_right(table, those, lambda stat: measure(table, stack, stat), scene):
        return False
    if those.equipped_by is not None and not any(
        _part_fits(table, those.equipped_by, worn, scene) for worn in table.attached(stack.id, EQUIPMENT)
    ):
        return False
    if those.piloted_by is not None and not any(
        _part_fits(table, those.piloted_by, pilot, scene) for pilot in table.attached(stack.id, PILOT)
    ):
        return False
    if those.name_of and (not table.known(stack) or table.top(stack).name not in names_of(table, those.name_of, scene)):
        return False
    if those.alongside and stack.zone not in zones_of(table, those.alongside, scene):
        return False
    if those.aboard and (not stack.host or stack.host not in bound(table, those.aboard, scene)):
        return False
    return _in_attack(table, those, stack, scene) and (not those.in_reach_of or _reached(table, those, stack, scene))


COSTS = ("cost", "total cost", "printed cost")


def _lacks_cost(table: Table, those: Those, stack: Stack) -> bool:
    """Whether a build cost is asked of what has none, not even one of 0 (idc.subordinate.no-build-cost)."""
    return any(each.stat in COSTS for each in those.where) and table.known(stack) and table.top(stack).costless


def attacks_so(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether a stack is doing in the attack going on what a selector says, whatever else it says."""
    wanted = Those(
        attacking=those.attacking, defending=those.defending, attacking_this=those.attacking_this, mode=those.mode
    )
    return _state_right(table, wanted, stack, scene) and _in_attack(
        table, _replace(those, was_attacked_by=None), stack, scene
    )


def _in_attack(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether it attacks, is attacked by, or has this turn been attacked by one of those."""
    attack = table.attack
    for part, mine, other in (
        (those.attacking_whom, "attacker", "defender"),
        (those.attacked_by, "defender", "attacker"),
    ):
        if part is None:
            continue
        if attack is None or getattr(attack, mine) != stack.id:
            return False
        against = table.stacks.get(getattr(attack, other))
        if against is None or not _part_fits(table, part, against, scene):
            return False
    if those.was_attacked_by is None:
        return True
    return _has_attacked_it(table, those.was_attacked_by, stack, scene)


def _has_attacked_it(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    """Whether one of those has attacked it this turn, be it there still or not."""
    for event, number, by in table.happened:
        if event != "was attacked" or number != stack.id:
            continue
        unit = table.stacks.get(int(by))
        if _part_fits(table, those, unit, scene) if unit is not None else gone_is(table, those, int(by), scene):
            return True
    return False


def _reached(table: Table, those: Those, stack: Stack, scene: Scene) -> bool:
    units = (table.stacks.get(number) for number in bound(table, those.in_reach_of, scene))
    return any(unit is not None and table.reckoning.can_attack(table, unit, stack) for unit in units)


def in_name_only(table: Table, stack: Stack, those: Those, scene: Scene) -> bool:
    """Whether a change would reach a stack if a word of its name were the subtype that is meant."""
    face = table.top(stack)
    if not those.subtype or those.subtype.casefold() not in face.name.casefold().split() or those.bound:
        return False
    return not on_type_line(face, those.subtype) and matches(table, _replace(those, subtype=""), stack, scene)
