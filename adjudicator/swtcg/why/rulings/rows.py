"""The rows of rulings on single cards, as they stand in the files beside this module (`on_cards` reads them).

Each says which general rules its ruling works out for which card, and for what; a row of the list `turned_down` says
what its card does not do. What a whole text decides follows from its entry in the index: the list `texts` has the rows
of them all, which come last.

People edit the `*.toml`. Reading TOML takes longer than a whole ruling, so the rows lie in `rows.msgpack` too (see
`build`), which is used as long as it is of these files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from typing import Any, Literal, TypeVar, Union

import msgspec

from adjudicator.citations import library
from adjudicator.swtcg.why.rulings.predicates import AnyPredicate, OfAnAbility
from adjudicator.swtcg.words.terms import Condition

NON_EVENT = "non-event"
TEXT = ".text"
"""The last word of the id of an entry that gives the whole text of a card."""
When = Union[Condition, AnyPredicate, None]  # noqa: UP007 - msgspec resolves the alias at run time


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One ruling: the card it is on, the general rules it works out, and for what (see the text of `on_cards`).

    `of` nothing means whatever rests on these rules. One that `bars` only forbids: it is cited of clauses that fail.
    `about` is the number of the ability that a whole text is about, on a card that prints several to be played.
    """

    rules: tuple[str, ...]
    of: tuple[str, ...] = ()
    ruling: str = ""
    card: str = ""
    where: Literal["", "in play", "on the table", "discarded", "anywhere"] = ""
    unit: str = ""
    when: When = None
    bars: bool = False
    about: int | None = None

    def works_out(self, kind: str) -> bool:
        """Whether it works out its rules for something of that kind."""
        return not self.of or kind in self.of


class TurnedDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One ruling on what a card does not do (see the room turned_down)."""

    ruling: str
    card: str
    of: tuple[str, ...]
    what: str
    because: str
    when: Condition | None = None
    waits_for: str = ""
    fields: dict[str, int | str] = {}


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    """What `rows.msgpack` holds: the digest of the files that were read, and what was read.

    `whole` names the entries with the whole text of a card, the card, and the ability that it is about.
    """

    digest: str
    rulings: tuple[Row, ...]
    texts: tuple[Row, ...]
    whole: tuple[tuple[str, str, int | None], ...]
    turned_down: tuple[TurnedDown, ...]


KEPT = "rows.msgpack"


def sources() -> tuple[bytes, ...]:
    """The files that people edit, by name."""
    files = (each for each in resources.files(__package__).iterdir() if each.name.endswith(".toml"))
    return tuple(each.read_bytes() for each in sorted(files, key=lambda file: file.name))


def kept(files: tuple[bytes, ...]) -> bytes:
    """What is kept of such files. Raises msgspec.ValidationError for a row that is none, with its ruling."""
    return msgspec.msgpack.encode(_parsed(files))


def _digest(files: Iterable[bytes]) -> str:
    return hashlib.sha256(b"\0".join(files)).hexdigest()


def _parsed(files: tuple[bytes, ...]) -> _Kept:
    raw = [msgspec.toml.decode(each, type=dict[str, list[dict[str, Any]]]) for each in files]
    rulings = tuple(_checked(each, Row) for file in raw for each in file.get("rulings", ()))
    texts = tuple(_checked(each, Row) for file in raw for each in file.get("texts", ()))
    turned = tuple(_checked(each, TurnedDown) for file in raw for each in file.get("turned_down", ()))
    return _Kept(_digest(files), rulings, texts, tuple(_whole(rulings)), turned)


_T = TypeVar("_T", Row, TurnedDown)


def _checked(raw: dict[str, Any], kind: type[_T]) -> _T:
    """A row as it stands in a file. Raises msgspec.ValidationError, with its ruling, for what is not understood and for
    what says no more than its default.
    """
    name = raw.get("ruling", raw)
    try:
        row = msgspec.convert(raw, kind)
    except msgspec.ValidationError as wrong:
        raise msgspec.ValidationError(f"{name}: {wrong}") from wrong
    if (read := msgspec.json.decode(msgspec.json.encode(row))) != raw:
        raise msgspec.ValidationError(f"{name}: {raw} is read as {read}")
    return row


def _whole(rulings: tuple[Row, ...]) -> Iterator[tuple[str, str, int | None]]:
    """The entries with the whole text of a card; a row may name another card that one is on."""
    entries = [(entry.id, entry.card.partition(" {")[0]) for entry in library.load() if entry.card]
    meant = {row.ruling: row.about for row in rulings if row.about is not None}
    for ruling, card in dict.fromkeys((*entries, *((row.ruling, row.card) for row in rulings))):
        if ruling.endswith(TEXT):
            yield ruling, card, meant.get(ruling)


@cache
def _read() -> _Kept:
    """What the files say, by name."""
    files = sources()
    file = resources.files(__package__).joinpath(KEPT)
    found = msgspec.msgpack.decode(file.read_bytes(), type=_Kept) if file.is_file() else None
    return found if found is not None and found.digest == _digest(files) else _parsed(files)


@cache
def rows() -> tuple[Row, ...]:
    """Every row, in the order of the files and of the rows in them: the first that fits is cited."""
    return _read().rulings


@cache
def texts() -> tuple[Row, ...]:
    """For each entry with the whole text of a card the rows of `texts`, which come behind all others."""
    replace, found = msgspec.structs.replace, []
    for ruling, card, about in _read().whole:
        for row in _read().texts:
            when = replace(row.when, ability=about) if isinstance(row.when, OfAnAbility) else row.when
            found.append(replace(row, ruling=ruling, card=card, when=when))
    return tuple(found)


@cache
def turned_down() -> tuple[TurnedDown, ...]:
    """Every row on what a card does not do."""
    return _read().turned_down
