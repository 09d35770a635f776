"""Cards written in place: rows of LackeyCCG columns in a case or a request, with effects as data where wanted.

The columns are those of `lackey.COLUMNS` in any case; `Text` may be several paragraphs, and is compiled. A further
column `Effects` holds abilities of the effect language in JSON, put after what the text says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from adjudicator.swtcg.cards.catalogue import CardSet, Catalogue, Tally
from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.diagnostics import NOTES
from adjudicator.swtcg.cards.entry import Entry, Untold
from adjudicator.swtcg.cards.importer import read_card
from adjudicator.swtcg.cards.lackey import COLUMNS
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Ability

EFFECTS = "Effects"
INLINE_SET = "INLINE"
"""The set of a card that names none."""

_BY_WORD = {column.casefold(): column for column in (*COLUMNS, EFFECTS)}


class InlineCard(msgspec.Struct, frozen=True):
    """A face, the paragraphs of its text that are not executed (number and the words that broke it), and why not."""

    face: Face
    manual: tuple[tuple[int, str], ...] = ()
    untold: tuple[Untold, ...] = ()


def columns_of(card: Mapping[str, Any]) -> dict[str, str]:
    """A card as columns of text: lists of paragraphs joined, effects in JSON.

    Raises ValueError for a column that does not exist.
    """
    columns: dict[str, str] = {}
    for word, value in card.items():
        column = _BY_WORD.get(word.casefold())
        if column is None:
            raise ValueError(f"a card has no column {word!r}; it has {', '.join(_BY_WORD.values())}")
        if column == EFFECTS and not isinstance(value, str):
            columns[column] = msgspec.json.encode(value).decode()
        elif isinstance(value, Sequence) and not isinstance(value, str):
            columns[column] = " | ".join(str(each) for each in value)
        else:
            columns[column] = str(value)
    return columns


def read_inline(card: Mapping[str, Any]) -> InlineCard:
    """A card written in place. Raises ValueError for unknown columns, doubtful cells and effects."""
    columns = columns_of(card)
    effects = columns.pop(EFFECTS, "")
    compiler = our_compiler() if columns.get("Text") else None
    read = read_card(columns, code=columns.get("Set", "") or INLINE_SET, compiler=compiler)
    doubts = [f"{each.render()} ({each.code})" for each in read.diagnostics if each.code not in NOTES]
    if doubts:
        raise ValueError(f"card {columns.get('Name', '?')!r}: {'; '.join(doubts)}")
    face = read.entry.face
    if effects:
        added = msgspec.json.decode(effects, type=tuple[Ability, ...])
        face = msgspec.structs.replace(face, abilities=face.abilities + added)
    broken = tuple((each.number, each.broke) for each in read.paragraphs if each.state != COMPILED)
    return InlineCard(face, broken, read.entry.untold)


def with_faces(catalogue: Catalogue, faces: Sequence[Face]) -> Catalogue:
    """A catalogue with the cards written in place before its own, each in the set that it names; as it is if there are
    none.
    """
    if not faces:
        return catalogue
    written: dict[str, list[Entry]] = {}
    for face in faces:
        written.setdefault(face.key.partition("/")[0], []).append(Entry(face))
    added = [_written(code, entries, catalogue) for code, entries in written.items()]
    added += [each for each in catalogue.added if each.set not in written]
    return Catalogue(tuple(dict.fromkeys((*written, *catalogue.sets))), added)


def _written(code: str, entries: list[Entry], catalogue: Catalogue) -> CardSet:
    """A set of cards written in place, with the catalogue's own of the same code after them."""
    if code in catalogue.sets:
        own = catalogue.card_set(code)
        return msgspec.structs.replace(own, cards=(*entries, *own.cards))
    return CardSet(code, "Written in place", Tally(len(entries), 0, 0, 0, 0), tuple(entries))


@cache
def our_compiler() -> Compiler:
    """A compiler that knows our catalogue."""
    from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary  # noqa: PLC0415 - it reads the whole catalogue

    return Compiler(our_vocabulary())
