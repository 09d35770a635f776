"""Several kinds of things that are named together, and things of several kinds as the cards that they are."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.compiling.story.mentions import HIDDEN, NotMeant
from adjudicator.swtcg.words.language import THIS, UNIT_OR_PILOT, UNITS, Those


def _any_of(many: list[Those]) -> Those:
    return many[0] if len(many) == 1 else _together(Those(), many)


def _together(base: Those, many: list[Those]) -> Those:
    """Either of several selectors; what they all share is said once."""
    many = [part for each in many for part in (each.any_of if _only_alternatives(each) else (each,))]
    shared = {
        field: getattr(many[0], field)
        for field in Those.__struct_fields__
        if all(getattr(each, field) == getattr(many[0], field) for each in many)
    }
    differ = [field for field in Those.__struct_fields__ if field not in shared]
    if differ == ["types"] and all(each.types for each in many):
        return Those(**shared, types=tuple(kind for each in many for kind in each.types))
    if "what" in differ and (
        any(each.what == "card" for each in many) or {each.what for each in many} == {"location", "equipment"}
    ):
        return _together(base, [_as_card(each) for each in many])
    if "what" in differ and all(each.zones and each.zones[0] in HIDDEN for each in many):
        return _together(base, [_as_card(each) for each in many])
    if "what" in differ and {each.what for each in many} == set(UNITS):
        return _together(base, [_aboard_too(each) for each in many])
    if "what" in differ or "bound" in differ:
        raise NotMeant("things of several sorts at once")
    alternatives = tuple(Those(**{field: getattr(each, field) for field in differ}) for each in many)
    shared.pop("any_of", None)
    if "any_of" in differ:
        raise NotMeant("alternatives of alternatives")
    return Those(**shared, any_of=alternatives)


def beside_this(many: list[Those]) -> Those | None:
    """Either this unit or one of some of your units; None if it is another list of things."""
    if len(many) != 2 or many[0] != THIS or many[1].what not in UNITS or many[1].side != "yours" or many[1].bound:
        return None
    if many[1].zones not in ((), ("here",)) or many[1].lowest or many[1].highest:
        return None
    rest = structs.replace(many[1], what="unit", side="any", zones=())
    return Those(what=many[1].what, side="yours", zones=many[1].zones, any_of=(THIS, rest))


def _as_card(those: Those) -> Those:
    """A Location or Equipment of which one speaks as of a card."""
    if those.what in ("location", "equipment"):
        if those.types and those.any_of:
            raise NotMeant("cards of several types and kinds at once")
        arenas = (Those(what=those.what, types=those.types),) if those.types else those.any_of  # of that arena as well
        return structs.replace(those, what="card", types=(those.what,), any_of=arenas)
    if those.what != "card":
        raise NotMeant("things of several sorts at once")
    return those


def card_of(those: Those) -> Those:
    """A thing as the card that it is, wherever that lies: a Location card is one of that type."""
    those = _as_card(those) if those.what in ("location", "equipment") else those
    return structs.replace(those, what="card")


def _only_alternatives(those: Those) -> bool:
    return bool(those.any_of) and structs.replace(those, any_of=()) == Those()


def _aboard_too(those: Those) -> Those:
    """Units beside what is a Pilot as well: said of both together, where the units could be no Pilots anyway."""
    if those.what == "unit" and (not those.types or "character" in those.types):
        raise NotMeant("units, and what may be on one")
    return structs.replace(those, what=UNIT_OR_PILOT)


def _like(kind: Those, last: Those) -> Those:
    """A kind before the last one of a list, with what only the last one says for all."""
    if kind is last:
        return kind
    filled = kind
    if filled.what in UNITS and last.what == "pilot":
        raise NotMeant("units, and Pilots")
    if filled.what in UNITS:
        filled = _aboard_too(filled) if last.what == UNIT_OR_PILOT else structs.replace(filled, what=last.what)
    if not filled.types and last.types and (filled.subtype or filled.name) and last.subtype != "":
        filled = structs.replace(filled, types=last.types)
    return filled
