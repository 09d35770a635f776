"""Stack lists: which cards the text of a top card lets lie beneath it, as part of its stack.

Source: idc.keywords.stack-definition. The list works wherever the stack is, in setup too, until its text is lost
(idc.setup.effects-that-work-in-setup).
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.remembering import remembered, remembered_of_game
from adjudicator.swtcg.standing.card_selectors import card_is
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table.table import Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import THIS, Allow, Static, Those
from adjudicator.swtcg.words.persons import names_together
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace
LISTS = "MAY_BE_STACKED"
"""The state that a list gives to the cards on it."""


@remembered
def has_list(face: Face) -> bool:
    """Whether a card has a Stack list."""
    return any(_own_list(each) is not None for each in face.abilities)


@remembered_of_game
def listing(faces: dict[str, Face]) -> bool:
    """Whether any card of a game says what may be stacked beneath something."""
    return any(_says(change) for face in faces.values() for each in face.abilities for change in _changes(each))


def _changes(ability: object) -> tuple[object, ...]:
    return ability.changes if isinstance(ability, Static) else ()


def _says(change: object) -> bool:
    return isinstance(change, Allow) and change.clause == LISTS


def _own_list(ability: object) -> Those | None:
    for change in _changes(ability):
        if isinstance(change, Allow) and change.clause == LISTS and change.whom == THIS:
            return change.who
    return None


def lists(table: Table, stack: Stack) -> list[Those]:
    """The cards that may lie beneath the top card of a stack, by its own text or that of others."""
    if not listing(table.faces):
        return []
    found: list[Those] = []
    for at, ability in enumerate(printed(table.top(stack), table.edition.book.value)):
        those = _own_list(ability)
        if those is not None and f"{stack.id}.{at}" not in table.index.silenced:
            found.append(those)
    for entry in table.index.overrides.get(LISTS, ()):
        change = entry.change
        told = isinstance(change, Allow) and change.permit and change.who not in found
        if told and change.whom is not None and matches(table, change.whom, stack, entry.scene, anywhere=True):
            found.append(change.who)
    return found


def listed(table: Table, face: Face, stack: Stack) -> bool:
    """Whether a card is on such a list: one named under another name of its person too, but none that has a list."""
    if has_list(face):
        return False
    scene = Scene(controller=stack.controller, source=table.top(stack).title, stack=stack.id)
    return any(card_is(table, _by_its_name(table, those, face), face, 0, scene) for those in lists(table, stack))


def _by_its_name(table: Table, those: Those, face: Face) -> Those:
    """What a list asks for, with the name that the card has where the list has another one of its person."""
    if those.any_of:
        return _replace(those, any_of=tuple(_by_its_name(table, part, face) for part in those.any_of))
    together = those.name and names_together(those.name, face.name, table.edition.persons.value)
    return _replace(those, name=face.name) if together and table.edition.same_person.value else those
