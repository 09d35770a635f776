"""The recorded reasons of a refusal, as far as a viewer knows what they looked at."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.entries import Declared
from adjudicator.kernel.judging import Judging, checked
from adjudicator.kernel.verdict import Finding, Ruling
from adjudicator.kernel.viewing import view_for

Reasons = tuple[tuple[str, ...], tuple[str, ...]]
"""The codes of what failed, and of what was missing."""


def known_reasons(game: Any, table: Any, content: Declared, viewer: str) -> Reasons:
    """Of the recorded codes those that a seat may know ("": everybody); `table` is the one that the declaration met.

    Also of entries that were written when all codes were public.
    """
    return known_of(content.every_reason, game, table, content.declaration, viewer)


def known_refusal(game: Any, table: Any, content: Declared, viewer: str) -> tuple[Reasons, tuple[str, ...]]:
    """The same, and the rules by which a declaration was refused, as far as a seat may know them, each once.

    The log keeps codes; the rules are those that today's judge cites for them on the same table.
    """
    weighed = _weighed(game, table, content.declaration, viewer)
    reasons = _known(content.every_reason, weighed)
    if content.ruling != Ruling.ILLEGAL.value:
        return reasons, ()
    rules = (each.rule for each in weighed.clauses if each.finding is Finding.FAILS and each.code in reasons[0])
    return reasons, tuple(dict.fromkeys(rule for rule in rules if rule))


def known_of(every: Reasons, game: Any, table: Any, said: Any, viewer: str) -> Reasons:
    """Of all codes those that come out the same on the table as a seat knows it ("": as everybody does).

    Why a hidden card was refused would tell what it is.
    """
    return _known(every, _weighed(game, table, said, viewer)) if any(every) else ((), ())


def _known(every: Reasons, weighed: Judging) -> Reasons:
    """Of all codes those that come out the same where a declaration was weighed."""
    failing, missing = every
    fails = {each.code for each in weighed.clauses if each.finding is Finding.FAILS}
    unknown = set(weighed.missing)
    bounds = () if unknown else missing  # a bound of the run is no clause, and everybody's
    return (
        tuple(code for code in failing if code in fails),
        tuple(code for code in missing if code in unknown) or bounds,
    )


def _weighed(game: Any, table: Any, said: Any, viewer: str) -> Judging:
    """A declaration checked on the table as a seat knows it."""
    return checked(game, view_for(game, table, viewer).table, game.said_to(said, viewer))
