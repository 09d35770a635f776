"""Stacking: versions of one unique card as one unit; making a stack, what it costs, rearranging it.

Sources: rots.stacking.definition, rots.stacking.single-unit, rots.stacking.same-name-required,
rots.unique.different-names-same-person. A stack's values are in `values`; that it moves, retreats and is
discarded as a whole is in the facts, which name stacks and not cards.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.standing.boarding import kinds, matches_kind
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.stack_lists import has_list, listed, listing
from adjudicator.swtcg.standing.type_line import arena_of, on_type_line
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import PayHiddenCost
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Allow, Beneath, Static
from adjudicator.swtcg.words.persons import names_together, pair_paragraph, row_of

STACK_MAX = 4

MODIFIED = ("idc.phrase.normal-stacking-rules.modified", "crf.stacking.normal-modified-by-effects")


def listed_together(table: Table, first: Face, second: Face) -> bool:
    """Whether two faces have different names that the edition's list counts as one person."""
    return names_together(first.name, second.name, table.edition.persons.value)


@remembered
def beneath_of(face: Face) -> Beneath | None:
    """What a card says of being stacked under units of other names, None if it says nothing."""
    return next((each for each in face.abilities if isinstance(each, Beneath)), None)


def goes_beneath(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a card may be stacked under a unit of another name, and only under it, by its own text; not in setup,
    where texts are off.
    """
    says, off = beneath_of(face), table.edition.setup_abilities_off
    if says is None or (table.turn.phase == "setup" and off.value and off.rule != table.suppressed):
        return False
    top = table.top(stack)
    if face.key == top.key or same_person(table, face, top):
        return False
    return matches(table, says.under, stack, Scene(controller=stack.controller, source=face.title), anywhere=True)


def may_lie_on_top(table: Table, card: int, stack: Stack) -> bool:
    """Whether a card of a stack may be its top card: not one that its own text has lie under another name."""
    face = table.face(card)
    if face is None or same_person(table, face, table.top(stack)):
        return True
    return beneath_of(face) is None and not by_a_list(table, face, stack)


def by_a_list(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a card may lie beneath a stack's top card only because it is on its Stack list."""
    return not same_person(table, face, table.top(stack)) and listed(table, face, stack)


def misfits(table: Table, stack: Stack) -> tuple[int, ...]:
    """The cards of a stack that cannot be stacked with its top card, where one of them has a Stack list."""
    faces = [table.face(card) for card in stack.cards]
    if not listing(table.faces) or not any(face is not None and has_list(face) for face in faces):
        return ()
    below = zip(stack.cards[1:], faces[1:], strict=True)
    return tuple(card for card, face in below if face is not None and not _may_lie_beneath(table, face, stack))


def _may_lie_beneath(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a card can be stacked with a stack's top card: another version of it, or by a text."""
    top = table.top(stack)
    version = face.unique and top.unique and same_person(table, face, top)
    return version or goes_beneath(table, face, stack) or by_a_list(table, face, stack)


def same_person(table: Table, first: Face, second: Face) -> bool:
    """Whether two faces count as having one name for the unique rules, and only for them.

    Sources: rots.cards.same-name-definition, rots.unique.equivalence-only-for-unique-rules.
    """
    if first.name == second.name:
        return True
    return (
        table.edition.same_person.value
        and table.suppressed != table.why.unique_different_names_same_person
        and listed_together(table, first, second)
    )


def kind(table: Table, face: Face) -> str:
    """What a unique card is one of: equal for two faces exactly if they are the same person; "" if not unique."""
    if not face.unique:
        return ""
    if is_equipment(face):
        return f"equipment {face.name}"
    row = row_of(face.name, table.edition.persons.value)
    if row and table.edition.same_person.value and table.suppressed != table.why.unique_different_names_same_person:
        return row[0]
    return face.name


def kind_of(table: Table, stack: Stack) -> str:
    """What the unique rules take a stack for one of; "" if they do not look at it."""
    face = table.faces.get(table.cards[stack.cards[0]].face)
    if face is None or not face.version or not counts_for_unique(table, stack):
        return ""
    return kind(table, face)


# --- making a stack -------------------------------------------------------------------------


class Condition(NamedTuple):
    """One condition of stacking: the clause's code, its rule, whether it holds, what was looked at, and how it permits
    (`kernel.verdict.Clause`).
    """

    code: str
    rule: str
    ok: bool
    evidence: tuple[tuple[str, str], ...] = ()
    permits: int = 0


def may_stack(table: Table, face: Face, stack: Stack) -> list[Condition]:
    """The conditions on adding a card to a stack, or to a single unique unit.

    Both are unique, of one name or a listed pair, no more than four cards, and the version is not yet in it.
    Whose stack it is, is the caller's concern.
    """
    top = table.top(stack)
    within = [found for card in stack.cards if (found := table.face(card)) is not None]
    titles = ", ".join(found.title for found in within)
    together = (("card", face.title), ("stack", titles))
    by_list = by_a_list(table, face, stack)
    beneath = by_list or goes_beneath(table, face, stack)
    roomy = len(stack.cards) < room(table, stack, face if beneath else None)
    beyond = roomy and len(stack.cards) >= STACK_MAX
    alike = within if beneath else _versions(table, within, stack)
    named = _beneath_rule(table, face, stack) if beneath else _name_rule(table, face, alike, stack)
    return [
        Condition(
            "STACKS_UNIT",
            table.why.stacking_making_applies_to_battle_or_retreated,
            stack.role in (UNIT, PILOT) or (is_equipment(face) and stacks(table, stack)),
        ),
        _uniques(table, face, top, together, beneath=beneath, by_list=by_list),
        Condition(
            "STACKS_SAME_NAME",
            named,
            beneath or all(same_person(table, face, found) for found in alike),
            together,
            EXCEPTION
            if by_list or named == table.why.static_treat_as_adds_subtype or _together(table, face, alike)
            else 0,
        ),
        Condition(
            "STACK_HAS_ROOM",
            table.why.stacking_normal_modified_by_effects if beyond else _limit_rule(table, by_list=by_list),
            roomy,
            together,
            EXCEPTION if beyond else 0,
        ),
        _another_version(table, face, within, together, by_list=by_list),
    ]


def _another_version(
    table: Table, face: Face, within: list[Face], together: tuple[tuple[str, str], ...], *, by_list: bool
) -> Condition:
    """A version that is not in the stack yet; by a Stack list none of a unique card of which there is any."""
    new = not face.unique or not any(_is_the_same(table, found, face, of_any=by_list) for found in within)
    rule = table.why.stacking_list_one_version if by_list else table.why.stacking_no_duplicate_version
    return Condition("VERSION_NOT_IN_STACK", rule, new, together)


def _is_the_same(table: Table, found: Face, face: Face, *, of_any: bool) -> bool:
    """Whether a card of a stack is the same version, or by a Stack list one of any version, of a unique card."""
    return same_person(table, found, face) if of_any else (found.name, found.version) == (face.name, face.version)


def _limit_rule(table: Table, *, by_list: bool) -> str:
    return table.why.stacking_list_four_cards if by_list else table.why.stacking_maximum_four


def _beneath_rule(table: Table, face: Face, stack: Stack) -> str:
    """What lets a card go beneath a unit of another name: that unit's Stack list, its own text, or what gives the unit
    the subtype it asks for.
    """
    if by_a_list(table, face, stack):
        return table.why.stacking_list
    says = beneath_of(face)
    treated = says is not None and says.under.subtype and not on_type_line(table.top(stack), says.under.subtype)
    return table.why.static_treat_as_adds_subtype if treated else table.why.cards_card_beats_rule


def room(table: Table, stack: Stack, joining: Face | None = None) -> int:
    """How many cards a stack may have: four, and what effects and the cards under the top one allow besides."""
    found = (table.face(card) for card in stack.cards[1:])
    says = (beneath_of(face) for face in (*found, joining) if face is not None)
    more = sum(each.room for each in says if each is not None)
    return STACK_MAX + more + max(0, keyword_value(table, stack, "stack room"))


def _uniques(
    table: Table, face: Face, top: Face, together: tuple[tuple[str, str], ...], *, beneath: bool, by_list: bool
) -> Condition:
    """The card, and the unit that it joins, are unique (rots.stacking.unique-cards-only), unless its text says where
    else it goes.
    """
    code = "STACKS_UNIQUE" if face.unique else "CARD_HAS_VERSION"
    if by_list and not face.unique:
        return Condition(code, table.why.stacking_list_non_unique, ok=True, evidence=together, permits=EXCEPTION)
    return Condition(code, "rots.stacking.unique-cards-only", beneath or (face.unique and top.unique), together)


def _versions(table: Table, within: list[Face], stack: Stack) -> list[Face]:
    """The cards of a stack whose name another version has to have: not those that a text has lie beneath."""
    return [
        found
        for at, found in enumerate(within)
        if not at or (beneath_of(found) is None and not by_a_list(table, found, stack))
    ]


def _widens(face: Face) -> bool:
    """Whether a card has a text that lets cards of another name be stacked."""
    if beneath_of(face) is not None:
        return True
    changes = (change for each in face.abilities if isinstance(each, Static) for change in each.changes)
    return any(isinstance(change, Allow) and change.clause == "STACKS_SAME_NAME" for change in changes)


def _name_rule(table: Table, face: Face, within: list[Face], stack: Stack) -> str:
    """What decides on the names: the list for a listed pair, else that names have to be the same.

    In setup a text that would let other names join is off, and then that is what decides.
    """
    off = table.edition.setup_abilities_off.rule
    if table.turn.phase == "setup" and off != table.suppressed and any(_widens(each) for each in (face, *within)):
        return off
    other = _together(table, face, within)
    if other is not None:
        return _pair_rule(table, face, other)
    if within and has_list(within[0]):
        return table.why.stacking_list_no_list if has_list(face) else table.why.stacking_list_names
    if table.turn.phase != "setup" and kinds(face) and stack.role == UNIT and matches_kind(table, face, stack):
        return table.why.pilots_not_deployed_onto_unit
    if any(f"{one.name}'s " in f"{other.name} " for found in within for one, other in ((face, found), (found, face))):
        return table.why.stacking_possessions
    alike = all(found.name == face.name for found in within)
    return table.why.stacking_one_of_each_version if alike else table.why.stacking_same_name_required


def _together(table: Table, face: Face, within: list[Face]) -> Face | None:
    """The card of a stack that is the person of another one under another name."""
    if not table.edition.same_person.value:
        return None
    return next((found for found in within if listed_together(table, face, found)), None)


def _pair_rule(table: Table, first: Face, second: Face) -> str:
    """What makes two names one person's: the paragraph that prints the pair, where there is one for each."""
    edition = table.edition
    if not edition.pairs:
        return edition.same_person.rule
    return pair_paragraph(first.name, second.name, edition.pairs) or edition.persons.rule


def check_may_stack(judging: Judging, face: Face, stack: Stack) -> bool:
    """Put the conditions of `may_stack` as clauses; True if all hold."""
    held = [put(judging, condition, stack.id) for condition in may_stack(judging.table, face, stack)]
    by_list = by_a_list(judging.table, face, stack)
    if by_list or goes_beneath(judging.table, face, stack):
        top = lambda: (("card", face.title), ("goes beneath", judging.table.top(stack).title))
        held.append(
            judging.clause(
                "STAYS_BENEATH",
                judging.table.why.stacking_list_beneath if by_list else judging.table.why.cards_card_beats_rule,
                bool(getattr(judging.said, "beneath", False)),
                top,
            )
        )
    if judging.overriding:
        held.append(judging.clause("STACKS_MAY_GROW", judging.table.why.stacking_definition, ok=True))
    return all(held)


def put(judging: Judging, condition: Condition, about: int) -> bool:
    """Put one condition as a clause about a stack; True if it holds, by itself or by an effect that changes it."""
    changed = judging.table.index.overrides.get(condition.code)
    rule = cite(judging.table, *MODIFIED, condition.rule) if changed and not condition.ok else condition.rule
    if rule == judging.table.why.pilots_not_deployed_onto_unit and isinstance(judging.said, PayHiddenCost):
        rule = judging.table.why.keywords_hidden_cost_not_onto_unit or rule
    return judging.clause(
        condition.code, rule, condition.ok, lambda: condition.evidence, about=about, permits=condition.permits
    )


def namesakes(table: Table, seat: str, face: Face) -> list[Stack]:
    """A player's stacks in battle or retreated that are the same unique kind as a card.

    Pilots on units are among them by the edition; the other conditions of stacking are not looked at.
    """
    wanted = kind(table, face)
    return [
        stack
        for stack in table.stacks.values()
        if wanted
        and stack.controller == seat
        and counts_for_unique(table, stack)
        and kind(table, table.top(stack)) == wanted
    ]


def joinable(table: Table, seat: str, face: Face) -> list[Stack]:
    """The stacks that a card might join: its namesakes, or any unit while an effect changes the rule on names."""
    if not table.index.overrides.get("STACKS_SAME_NAME"):
        own = (stack for stack in table.stacks.values() if stack.controller == seat and stack.role in (UNIT, PILOT))
        by_text = beneath_of(face) is not None or listing(table.faces)
        others = [each for each in own if _by_text(table, face, each)] if by_text else []
        return [*namesakes(table, seat, face), *_taken(table, seat, face), *others]
    return [s for s in table.stacks.values() if s.controller == seat and s.role in (UNIT, PILOT) and table.known(s)]


def _by_text(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a text lets a card lie beneath a unit of another name."""
    return table.known(stack) and (goes_beneath(table, face, stack) or by_a_list(table, face, stack))


def _taken(table: Table, seat: str, face: Face) -> list[Stack]:
    """A player's own units of the same unique kind that another player controls, if their owner may stack onto them."""
    if not table.edition.owner_may_stack.value:
        return []
    return [s for o in table.order if o != seat for s in namesakes(table, o, face) if table.taken_from(s) == seat]


def counts_for_unique(table: Table, stack: Stack) -> bool:
    """Whether the unique rules look at a stack: units in battle or retreated.

    Pilots on units too where the edition has it so (crf.pilots.unique-rules-apply), and Equipment.
    """
    if not table.known(stack):
        return False
    if stack.role == PILOT:
        point = table.edition.unique_rules_for_pilots
        return point.value and point.rule != table.suppressed
    return stack.role == UNIT or stacks(table, stack)


def stacks(table: Table, stack: Stack) -> bool:
    """Whether something stands there that cards can be stacked with: a unit, or by the edition Equipment."""
    if stack.role != EQUIPMENT:
        return stack.role in (UNIT, PILOT)
    point = table.edition.unique_equipment
    return point.value and point.rule != table.suppressed


def is_equipment(face: Face) -> bool:
    """Whether a card is Equipment."""
    return "equipment" in face.types


def arena_after(table: Table, stack: Stack, face: Face, named: str = "") -> str:
    """Where a unit in battle belongs with another card on top: the arena of the card's type (of several the one that is
    named, or the first), or "" to stay.

    Source: ruling.top-card-of-another-type.
    """
    if stack.role != UNIT or stack.zone not in table.arenas or stack.zone in face.types:
        return ""
    return arena_of(table, face, named)
