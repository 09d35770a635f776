"""The recorded reasons of a refusal, as far as a viewer knows what they looked at."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.entries import Declared
from adjudicator.kernel.judging import checked
from adjudicator.kernel.verdict import Finding
from adjudicator.kernel.viewing import view_for

Reasons = tuple[tuple[str, ...], tuple[str, ...]]
"""The codes of what failed, and of what was missing."""


def known_reasons(game: Any, table: Any, content: Declared, viewer: str) -> Reasons:
    """Of the recorded codes those that a seat may know ("": everybody); `table` is the one that the declaration met.

    Also of entries that were written when all codes were public.
    """
    return known_of(content.every_reason, game, table, content.declaration, viewer)


def known_of(every: Reasons, game: Any, table: Any, said: Any, viewer: str) -> Reasons:
    """Of all codes those that come out the same on the table as a seat knows it ("": as everybody does).

    Why a hidden card was refused would tell what it is.
    """
    failing, missing = every
    if not (failing or missing):
        return (), ()
    weighed = checked(game, view_for(game, table, viewer).table, game.said_to(said, viewer))
    fails = {each.code for each in weighed.clauses if each.finding is Finding.FAILS}
    unknown = set(weighed.missing)
    bounds = () if unknown else missing  # a bound of the run is no clause, and everybody's
    return (
        tuple(code for code in failing if code in fails),
        tuple(code for code in missing if code in unknown) or bounds,
    )
