"""What an effect says of itself: the rule that decides what it does, and whom its words mean."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.binding import bound, face_departed
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.fold_things import UNDER
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.language import Static
from adjudicator.swtcg.words.printed import printed

OWNERS = "ruling.owner-and-controller-of-a-discarded-unit"

TRIGGERED = "@triggered"
"""Ending of the keys of triggers that are set off, or taken, only once a turn."""
ONCE = "once a turn"
"""Noted in the scene of a trigger whose offer may be taken once a turn."""

AT_WILL = "at will"
"""The number that marks a discard for which its player could have discarded a single card of some kind."""

REPLACING = "replacing"
"""The number in its scene that tells what replaces, so that it does not replace what it does itself."""


IN_VAIN = "in vain"
"""The number that marks what is played, or has triggered, though it has no effect."""


def as_it_works(table: Table, scene: Scene) -> Scene:
    """The scene of what is played or triggers, marked if that has no effect."""
    if scene.key in table.index.vain:
        return msgspec.structs.replace(scene, numbers={**scene.numbers, IN_VAIN: 1})
    return scene


def rule_of(table: Table, scene: Scene) -> str:
    """The deciding citation of what an effect does: the keyword's rule if it is one, else that effects happen."""
    if scene.rule:
        return scene.rule
    return table.why.abilities_parts_in_order


def departure(table: Table, number: int, scene: Scene, to: str) -> str:
    """The rule by which an effect sends a stack away from the table, "discard" or a zone of `language.MoveTo`."""
    why = table.why
    stack = table.stacks[number]
    if scene.kind == "meditate" and to == "out":
        return why.keywords_meditate_removed_instead
    if scene.rule:
        return scene.rule
    if to == "out":
        known = table.known(stack) and any(
            isinstance(a, Static) for a in printed(table.top(stack), table.edition.book.value)
        )
        return why.zones_removed_cards_no_effect if known else why.zones_out_of_game
    owners = {table.cards[card].owner for card in stack.cards}
    if len(owners) > 1 and why.zones_each_card_to_its_owner:
        return why.zones_each_card_to_its_owner
    if stack.controller != table.cards[stack.cards[0]].owner:
        piled = to in ("discard", "hand") or to.startswith("deck")
        return why.zones_global_zone_rule_consolidated if piled else why.control_owner_definition
    if to != "discard":
        return rule_of(table, scene)
    if len(stack.cards) > 1:
        return why.stacking_single_unit
    return why.discard_definition if stack.controller == scene.controller else why.zones_discard_pile_glossary


def seat_of(table: Table, scene: Scene, who: str) -> str:
    """The seat a word of an effect means: you, opponent, dark, light, they (of each player in turn), chosen, or the
    controller or owner of what is bound to a name ("controller:it"). Of what has left the table it is the owner.
    """
    if who == "you":
        return scene.controller
    if who == "opponent":
        return table.facing(scene.controller)
    if who in ("they", "chosen"):
        number = scene.numbers.get("they" if who == "they" else "player")
        return scene.controller if number is None else table.order[number]
    whose, _, name = who.partition(":")
    if not name:
        return next(iter(table.on_side(who)), who)
    found = bound(table, name, scene)
    stack = table.stacks.get(found[0]) if found else None
    if stack is None:
        return scene.controller
    return stack.controller if whose == "controller" else table.cards[stack.cards[0]].owner


def in_its_owners_pile(table: Table, scene: Scene) -> str:
    """The rule by which a taken card does not come back from the pile of its controller: it is in its owner's."""
    example = "example-vaders-tie-fighter-a" if scene.numbers.get("paid") else "example-yoda-k-your-pile"
    return cite(table, f"crf.control.{example}", OWNERS)


def of_cards_under(table: Table, scene: Scene, zone: str) -> str:
    """The rule by which an effect does as it said of cards face down under a unit, though another version lay on top as
    the unit left; empty elsewhere.
    """
    if not zone.startswith(UNDER):
        return ""
    face = face_departed(table, int(zone.removeprefix(UNDER)))
    return table.why.stacking_face_down_directions if face is not None and face.title != scene.source else ""
