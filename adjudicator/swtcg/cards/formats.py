"""The formats of a document, with its table of sets: which sets a format holds, and which it may hold.

The table has the sets in the order of their release (idc.organised-play.set-counts), the mini sets, and the other codes
that files have for a set. It has no dates. Standard moves with each release, so that its newest set has to be named;
even then nobody can tell from the document alone whether the sixth to the eighth newest are still in it.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

from adjudicator.swtcg.cards.lackey_lists import Format, our_formats

CODES = "set_codes.json"
"""The file of the table of sets."""


class SetCodes(msgspec.Struct, frozen=True):
    """Set codes: the expansions in their order, the mini sets, and other codes by which files call a set."""

    order: tuple[str, ...]
    mini: tuple[str, ...]
    aliases: dict[str, str]


@cache
def set_codes() -> SetCodes:
    """The table of sets that comes with the project."""
    data = resources.files(__package__).joinpath("data", CODES).read_bytes()
    return msgspec.json.decode(data, type=SetCodes)


def code_of(written: str) -> str:
    """The code that the table has for a set, whatever a file calls it."""
    return set_codes().aliases.get(written, written)


def is_listed(code: str) -> bool:
    """Whether the table names a set as an expansion."""
    return code_of(code) in set_codes().order


def format_asked(label: str, sets: tuple[str, ...], newest: str = "") -> Format:
    """The format of a label: that of a document, unless other sets are given for it. Raises ValueError."""
    stated = next((each for each in our_formats() if each.label.casefold() == label.casefold()), None)
    if stated is None:
        if not sets:
            raise ValueError(f"no format is called {label!r}; there are {', '.join(f.label for f in our_formats())}")
        return Format(label, tuple(map(code_of, sets)))
    if sets and sets != stated.sets:
        return Format(label, tuple(map(code_of, sets)), barred=stated.barred)
    return _standing(stated, newest)


def _standing(stated: Format, newest: str) -> Format:
    """A format of the newest sets as it stands with `newest`; without it the newest ones may all be in it.

    The mini sets do not count towards the eight (a reading), and may be in it or not.
    """
    if stated.newest is None and newest:
        raise ValueError(f"{stated.label} does not go by the newest set")
    if stated.newest is None:
        return stated
    order, mini = set_codes().order, set_codes().mini
    least, most = stated.newest
    if not newest:
        return msgspec.structs.replace(stated, doubtful=(*order[-most:], *mini))
    if (code := code_of(newest.upper())) not in order:
        raise ValueError(f"no expansion is called {newest!r}; there are {', '.join(order)}")
    known = order[: order.index(code) + 1]
    return msgspec.structs.replace(stated, sets=known[-least:], doubtful=(*known[-most:-least], *mini))
