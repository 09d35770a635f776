"""Selectors, amounts, conditions and events in words; exact notation where words would leave something open."""

from __future__ import annotations

import re

from msgspec import structs

from adjudicator.swtcg.cards.compiling.notation import written
from adjudicator.swtcg.effects import language as w
from adjudicator.swtcg.effects.language import THIS, Those

_LAST_NOUN = re.compile(r"^(.*?\b(?:unit card|unit|card|Location|Pilot))\b(.*)$")
ARENAS = ("space", "ground", "character")
NOUNS = {"unit": "unit", "card": "card", "location": "Location", "built": "partially built card", "pilot": "Pilot"}
HIDDEN = {"hand": "hand", "deck": "deck", "discard": "discard pile"}
SIDES = {"yours": "your", "opponents": "your opponent's"}
ORDINALS = ("", "second ", "third ", "fourth ")
STATS = {
    "power": "power", "speed": "speed", "health": "health", "cost": "build cost", "total cost": "total build cost",
}  # fmt: skip
REFERENCES = {
    "attacker": "the attacking unit", "defender": "the defending unit", "damager": "the damaging one",
    "giver": "the one giving this",
}  # fmt: skip


def one(those: Those) -> str:
    """One of those: "one of your tapped Jedi units in the Space arena"."""
    return _named(those, "one") or written(those)


def each(those: Those) -> str:
    """All of those: "each of your units"; a thing that is bound by its name."""
    return _named(those, "each") or written(those)


def count(those: Those, least: int, most: object) -> str:
    """So many of those, to be chosen; empty if there are no words for it."""
    if (least, most) == (1, 1):
        quantity = "one"
    elif least == 0 and isinstance(most, int):
        quantity = f"up to {most}"
    elif least == 0 and most is None:
        quantity = "any number"
    elif least == most:
        quantity = str(least)
    else:
        return ""
    plain = _head(those)
    if not plain:
        return ""
    if those.side in SIDES:
        return f"{quantity} of {SIDES[those.side]} {_plural(plain)}"
    return f"{quantity} {plain}" if quantity != "any number" and those.side == "any" else ""


def _named(those: Those, how: str) -> str:
    if those.bound:
        return _bound(those)
    plain = _head(those)
    if not plain or those.side not in (*SIDES, "any"):
        return ""
    whose = f"of {SIDES[those.side]} " if those.side in SIDES else ""
    if how == "each":
        return f"each {whose}{_plural(plain)}" if whose else f"each {plain}"
    return f"one {whose}{_plural(plain)}" if whose else f"a {plain}"


def _plural(plain: str) -> str:
    """Several of what is said in the singular: the noun, before what follows it, takes its s."""
    return _LAST_NOUN.sub(r"\1s\2", plain, count=1)


def _bound(those: Those) -> str:
    """A thing by the name it is bound to, with nothing else said of it but what it is attacking or where it is."""
    bare = Those(what=those.what, bound=those.bound)
    posts = _posts(structs.replace(those, bound="", what="unit"))
    if those.bound == "this" and those.what == "stack" and posts is not None and _only_posts(those):
        return f"this unit{posts}"
    if those != bare:
        return ""
    if those.bound in REFERENCES and those.what == "stack":
        return REFERENCES[those.bound]
    number = those.bound.removeprefix("it")
    if those.bound.startswith("it") and those.what in ("stack", "card") and (number == "" or number.isdecimal()):
        at = int(number or 1) - 1
        if at < len(ORDINALS):
            return f"the {ORDINALS[at]}{'one' if those.what == 'stack' else 'card'} chosen"
    return ""


def _only_posts(those: Those) -> bool:
    """Whether all that is said of a bound thing stands after its noun."""
    rest = structs.replace(those, zones=(), attacking_whom=None, mode="")
    return rest == Those(what="stack", bound="this") and len(those.zones) <= 1


ADJECTIVES = (
    ("tapped", True, "tapped"), ("tapped", False, "untapped"), ("damaged", True, "damaged"),
    ("damaged", False, "undamaged"), ("unique", True, "unique"), ("unique", False, "non-unique"),
    ("stacked", True, "stacked"), ("piloted", True, "piloted"),
)  # fmt: skip
SAID = {
    "what", "side", "zones", "other", "types", "subtype", "name", "unique", "tapped", "damaged", "piloted", "stacked",
    "card_side", "where", "lowest", "highest", "attacking_whom", "mode", "but", "keyword", "attacking", "defending",
}  # fmt: skip


def _head(those: Those) -> str:
    """Adjectives, kinds, noun and what follows it; empty if something about it has no words."""
    usual = Those()
    if any(getattr(those, field) != getattr(usual, field) and field not in SAID for field in Those.__struct_fields__):
        return ""
    if those.what not in NOUNS or (len(those.types) > 1 and those.types != ARENAS) or (those.subtype and those.name):
        return ""
    words = [word for field, value, word in ADJECTIVES if getattr(those, field) is value and field != "unique"]
    if those.unique is True:
        words.append("unique")
    if those.unique is False:
        return ""
    if those.card_side:
        words.append(those.card_side if those.card_side == "neutral" else f"{those.card_side.capitalize()} Side")
    if those.but is not None and not (kind := _only_kind(those.but)):
        return ""
    if those.but is not None:
        words.append(f"non-{kind}")
    noun = _noun(those)
    posts = _posts(those)
    if not noun or posts is None:
        return ""
    return " ".join([*words, noun]) + posts


def _only_kind(those: Those) -> str:
    """The one word of a type line that is all that is said of those."""
    return those.subtype if those == Those(subtype=those.subtype) and " " not in those.subtype else ""


def _noun(those: Those) -> str:
    kinds = [those.name or those.subtype] if those.name or those.subtype else []
    if those.what == "built":
        return f"partially built {' '.join(kinds + [each.capitalize() for each in those.types])} card".replace(
            "  ", " "
        )
    if those.what == "card" and those.types == ARENAS:
        return " ".join([*kinds, "unit card"])
    if those.types == ARENAS:
        return ""
    if those.what in ("location", "pilot"):
        return "" if those.types else " ".join([*kinds, NOUNS[those.what]])
    return " ".join([*kinds, *(kind.capitalize() for kind in those.types), NOUNS[those.what]])


def _posts(those: Those) -> str | None:
    """What stands after the noun; None if something has no words."""
    said = []
    if those.other:
        said.append("besides this card")
    if (place := _place(those)) is None:
        return None
    if place:
        said.append(place)
    for where in those.where:
        if where.stat not in STATS or not isinstance(where.than, int) or where.how not in ("<=", ">="):
            return None
        said.append(f"with {STATS[where.stat]} {where.than} or {'less' if where.how == '<=' else 'more'}")
    for extreme in ("lowest", "highest"):
        if stat := getattr(those, extreme):
            if stat not in STATS:
                return None
            said.append(f"with the {extreme} {STATS[stat]}")
    if those.keyword:
        said.append(f"with {those.keyword.title()}")
    if those.attacking is not None or those.defending is not None:
        return None
    if those.attacking_whom is not None:
        whom = one(those.attacking_whom)
        said.append(f"using {those.mode.title()} to attack {whom}" if those.mode else f"attacking {whom}")
    elif those.mode:
        return None
    return "".join(f" {each}" for each in said)


def _place(those: Those) -> str | None:
    if not those.zones:
        return ""
    if len(those.zones) != 1:
        return None
    zone = those.zones[0]
    if zone in ARENAS:
        return f"in the {zone.capitalize()} arena"
    if zone == "there":
        return None
    if zone in HIDDEN and those.side in SIDES and those.what == "card":
        return f"in {SIDES[those.side]} {HIDDEN[zone]}"
    if zone == "build" and those.side in SIDES:
        return f"in {SIDES[those.side]} build zone"
    return None


# --- amounts, conditions, events ------------------------------------------------------------------


def amount(number: w.Amount) -> str:
    """An amount: a number, X, or exact notation."""
    if isinstance(number, int) and number >= 0:
        return str(number)
    if isinstance(number, w.X) and number == w.X():
        return "X"
    return written(number)


def condition(asked: w.Condition) -> str:
    """A condition, as it stands after "if" or "as long as"."""
    if isinstance(asked, w.There) and asked.least == 1 and asked.most is None:
        those = asked.are
        if those.bound == "this" and those == Those(what="stack", bound="this", zones=those.zones) and those.zones:
            place = _place(those)
            return f"this unit is {place}" if place else written(asked)
        if not those.bound and those.side == "yours" and those.what == "unit":
            mine = structs.replace(those, side="any")
            plain = _named(mine, "one")
            return f"you have {plain}" if plain else written(asked)
    return written(asked)


def event(happens: w.Event) -> str:
    """An event, as it stands after "when"; exact notation if there are no words for it."""
    made = _event(happens)
    return made or written(happens)


def _event(happens: w.Event) -> str:
    bare = w.Event(kind=happens.kind, at=happens.at)
    if happens == bare:
        return _moment(happens)
    if happens.kind == "discarded" and happens.to == THIS and happens.at in ("", *ARENAS) and happens.by is None:
        place = f" from the {happens.at.capitalize()} arena" if happens.at else ""
        return f"this unit is discarded{place}"
    if happens.kind == "attacks" and happens.to == THIS and happens.by is None:
        return "this unit attacks"
    if happens.kind == "attacked" and happens.to == THIS and happens.by is None:
        return "this unit is attacked"
    if happens.kind == "deployed" and happens.to == THIS and happens.by is None:
        return "this unit is deployed"
    return ""


def _moment(happens: w.Event) -> str:
    """A point of the turn."""
    which = "start" if happens.kind.endswith("starts") else "end"
    if happens.kind in ("phase starts", "phase ends") and happens.at == "battle":
        return f"the battle phase {which}s"
    if happens.kind in ("step starts", "step ends") and happens.at in ARENAS:
        return f"the {happens.at.capitalize()} battle step {which}s"
    if happens.kind in ("build step starts", "draw step starts") and happens.at in SIDES:
        return f"{SIDES[happens.at]} {happens.kind.removesuffix(' starts')} starts"
    return {
        ("rolled", "build"): "the roll for build points is made",
        ("turn ends", ""): "the turn ends",
        ("attack ends", ""): "the attack ends",
    }.get((happens.kind, happens.at), "")
