"""What the text of an Equipment says around what is given: to what it may be attached, and what carries it."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from adjudicator.swtcg.words.language import Those

_BEHIND_THE_COST = re.compile(r"(?P<rest>.+ -> equip)\b\.? (?:only )?(?:to|on) (?P<who>[^.]+)", re.IGNORECASE)
_THIS = r"(?:this equipment|this card|this|it|§)"
_ATTACHED_ONLY = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"only (?P<who>.+?) (?:can|may) (?:be equipped with|have|carry|be attached to) {_THIS}(?: attached)?",
        rf"(?:you (?:can|may) )?(?:only )?(?:equip|attach) (?:{_THIS} )?(?:only )?(?:to|on) (?P<who>.+)",
        rf"{_THIS} (?:can|may) (?:only )?be (?:attached|equipped|played) (?:only )?(?:to|on) (?P<who>.+)",
    )
)
_ONE_OF = re.compile(r"^(?:an?|any|one of|each of|one)\s+", re.IGNORECASE)
_CARRIER = re.compile(
    r"\b[Ee]quipped (?P<kind>(?:[A-Z][\w-]*(?:, or|,| or)? )*(?:unit\b|[A-Z][\w-]*))(?: also\b)?", re.UNICODE
)
"""What has an Equipment, as the Equipment's own text calls it: "equipped Jedi"."""
_HAPPENS = rf"(?:When|Whenever) (?:the )?{_CARRIER.pattern} (?:is|would be) \w+,"
_IS_SO = (
    rf"(?:If|As long as|While) (?:the )?{_CARRIER.pattern.replace('kind', 'so')} "
    r"(?:is|has) (?!attack|defend|in )[^,.]*,"
)
_OF_THE_CARRIER = re.compile(rf"(?:{_HAPPENS}|{_IS_SO})")
"""What happens to it by nobody that is named, or is so of it; "that unit" is still it, and not who attacks it."""


def attachable(text: str, name: str) -> tuple[str, str]:
    """What is left of a paragraph without the sentence that says what alone may carry the card, and the phrase of that
    sentence; empty if none says it.
    """
    if (found := _BEHIND_THE_COST.fullmatch(text.rstrip("."))) is not None:
        return found["rest"], _ONE_OF.sub("", found["who"])
    if text.count('"'):
        return text, ""
    parts = [part for part in text.rstrip(".").split(". ") if part]
    for at, part in enumerate(parts):
        signed = re.sub(rf"\b{re.escape(name)}\b", "§", part)
        for pattern in _ATTACHED_ONLY:
            if (found := pattern.fullmatch(signed)) is not None:
                return ". ".join((*parts[:at], *parts[at + 1 :])), _ONE_OF.sub("", found["who"])
    return text, ""


def carried_by(text: str) -> str:
    """What a text calls the unit that has the Equipment; empty if it does not speak of it, or of several kinds."""
    kinds = dict.fromkeys(found["kind"] for found in _CARRIER.finditer(text))
    named = [kind for kind in kinds if kind != "unit"]
    return named[0] if len(named) == 1 else "unit" if kinds and not named else ""


STATES = ("equipped_by", "piloted_by", "tapped", "damaged", "piloted", "stacked")
COUNTED = ("equipment", "pilots", "damage", "cards")


def whatever_its_state(those: Those, arenas: tuple[str, ...]) -> Those:
    """Units that Equipment may be attached to, by their kind alone: what is on them comes and goes, and what the text
    gives "equipped unit with another Equipment" it gives while that is so.
    """
    where = tuple(each for each in those.where if each.stat not in COUNTED)
    kind = msgspec.structs.replace(those, where=where, **dict.fromkeys(STATES))
    return msgspec.structs.replace(kind, types=arenas) if kind == Those(side=those.side) else kind


def as_the_carrier(text: str, names: Iterable[str]) -> str:
    """What is given to somebody by name ("Satele Shan"), who is called by a part of it ("Satele") in what is given."""
    words = [word for name in names for word in (name, *name.split())]
    known = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.sub(rf"\b(?:{known})\b(?!'s| [A-Z])", "this unit", text) if words else text


def as_its_own(text: str, name: str) -> str:
    """A text of an Equipment as the unit's that carries it: "this card" is the Equipment all the same."""
    own = re.sub(r"\bthis (?:equipment|card)\b", name, text, flags=re.IGNORECASE)
    if (of := _OF_THE_CARRIER.match(own)) is not None:
        own = re.sub(rf"\bthat (?:unit|{re.escape(of['kind'] or of['so'])})\b", "equipped unit", own)
    return _CARRIER.sub("this unit", re.sub(r"\bthe (equipped)\b", r"\1", own, flags=re.IGNORECASE))
