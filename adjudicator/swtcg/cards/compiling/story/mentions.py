"""What has been spoken of, and which of it a word means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.swtcg.words.language import THIS, UNITS, Those

HIDDEN = ("hand", "deck", "deck top", "discard", "under", "aside", "out")


STANDING = ("stack", "built", *UNITS)

IN_ATTACK = ("attacker", "defender")
"""The units of an attack, as they are called."""


class NotMeant(Exception):
    """The sentence is read, but the effect language has no way to say it; the text says what."""


def no_name(name: str) -> str:
    """What is said of a name that nothing is known by."""
    return f"nothing known is called {name!r}"


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


class Mention(msgspec.Struct, frozen=True):
    """Something spoken of: how to mean it again, what kind of thing it is, whether it is several."""

    those: Those
    kind: Those
    plural: bool = False


def _spoken_of(mentions: Sequence[Mention], kind: Those, *, plural: bool) -> Those:
    """The last thing spoken of that may be of a kind.

    A card that a condition merely named is called by its name again; "that unit" beside it is what was chosen.
    """
    fitting = [
        each.those
        for each in reversed(mentions)
        if each.plural == plural and may_be(each.kind, kind) and each.those != THIS
    ]
    called = [each.those for each in reversed(mentions) if kind.subtype and each.kind.subtype == kind.subtype]
    fitting = [those for those in fitting if those in called] or fitting
    bound = next((those for those in fitting if those.bound), None)
    kinds = {each.kind.what for each in mentions if each.those in fitting and each.those.bound}
    if kind.what in UNITS and len(kinds) > 1 and "built" in kinds and not kind.types:
        raise NotMeant("which unit")
    if fitting:
        return bound if bound is not None and fitting[0].name and not fitting[0].bound else fitting[0]
    for each in reversed(mentions):
        if may_be(each.kind, kind) and not (plural and each.those == THIS):
            return each.those
    if kind.what == "pilot":
        return _its_pilot(mentions)
    several = [each for each in mentions if each.plural == plural and each.those != THIS]
    if len(several) == 1 and not kind.subtype and several[0].those.bound:
        return several[0].those
    raise NotMeant("that ...")


def _its_pilot(mentions: Sequence[Mention]) -> Those:
    """What "that Pilot" means behind "one of your Speeders with a Pilot on it"."""
    last = next((each for each in reversed(mentions) if each.those != THIS and not each.plural), None)
    if last is None or not last.those.bound or not (last.kind.piloted or last.kind.piloted_by):
        raise NotMeant("that Pilot")
    return Those(what="pilot", aboard=last.those.bound)


def may_be(kind: Those, wanted: Those) -> bool:
    """Whether something spoken of as `kind` may be called `wanted`; what gives a unit something is no unit itself, and
    what stands is no Battle card.
    """
    if kind.bound == "giver" and wanted.what in UNITS:
        return False
    if wanted.types == ("battle",) and kind.what in STANDING:
        return False
    if kind.bound in IN_ATTACK and wanted.what in ("location", "equipment", "pilot", "card"):
        return False
    if wanted.subtype and kind.subtype and wanted.subtype not in kind.subtype and kind.subtype not in wanted.subtype:
        return False
    if wanted.types and kind.types and not set(wanted.types) & set(kind.types):
        return False
    if wanted.what in ("card", "location", "pilot", "equipment") and kind.what not in (wanted.what, "stack", "built"):
        return wanted.what == "card" and bool(set(kind.zones) & set(HIDDEN))
    return not (wanted.what in UNITS and kind.what in ("location", "equipment", "card") and not wanted.types)
