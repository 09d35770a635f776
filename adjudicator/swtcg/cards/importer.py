"""From a row of LackeyCCG columns to a card: facts and effects.

`read_card` is used by the builder of our own catalogue, for users' set files
and for the inline cards of cases. It keeps facts (name, type line, numbers) and
effect data, and none of the wording.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import msgspec

from adjudicator.swtcg.cards.by_hand import HandMade, with_hand
from adjudicator.swtcg.cards.cells import numbers_of, put_right, side_of, type_line
from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.diagnostics import ABILITIES_CUT, ABILITIES_JOINED, Diagnostic
from adjudicator.swtcg.cards.effect_reader import read_parts
from adjudicator.swtcg.cards.entry import Entry, ReadAhead, Untold
from adjudicator.swtcg.cards.errata import Corrected, corrected
from adjudicator.swtcg.cards.lackey import Row, read_set_file
from adjudicator.swtcg.cards.paragraph_text import BY_HAND, COMPILED, WORDS_TOLD, Paragraph
from adjudicator.swtcg.cards.paragraphs import split_paragraphs
from adjudicator.swtcg.cards.parting import Reading, parted
from adjudicator.swtcg.cards.reminding import differing
from adjudicator.swtcg.cards.usage import limits_in
from adjudicator.swtcg.words.card_names import slug, split_name
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

STAYING = frozenset({"Campaign", "Trap"})
"""Missions that stay in play, so that their text is no effect of playing them."""


class ImportedCard(msgspec.Struct, frozen=True):
    """A card as imported: the entry, how each paragraph was understood, what was repaired."""

    entry: Entry
    paragraphs: tuple[Paragraph, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


class ImportedSet(msgspec.Struct, frozen=True):
    """A set as imported: its cards in the file's order, and all diagnostics."""

    cards: tuple[ImportedCard, ...]
    diagnostics: tuple[Diagnostic, ...]


class Place(NamedTuple):
    """A row of a set file with what its card is known by: the file's code, its key within it, its line."""

    cells: Mapping[str, str]
    code: str
    key: str
    line: int


def import_set(
    data: bytes,
    code: str = "",
    compiler: Compiler | None = None,
    known: Callable[[Place], ImportedCard] | None = None,
) -> ImportedSet:
    """Import a set file. `code` serves where rows name no set. Raises ImportFailed.

    With a compiler the wording is compiled, else only keyword abilities are read. `known` gives cards that were read
    before.

    Keys are unique within the result: two rows that would share a key are told apart by name.
    """
    read = read_set_file(data)
    cards, found = [], list(read.diagnostics)
    names = {row.line: row["Name"] for row in read.rows}
    for place in _places(read.rows, code):
        if isinstance(place, Diagnostic):
            found.append(place)
            continue
        cards.append(known(place) if known is not None else read_place(place, compiler))
        found.extend(cards[-1].diagnostics)
    named = (msgspec.structs.replace(each, card=names.get(each.line, "")) for each in found)
    return ImportedSet(tuple(cards), tuple(named))


def places(data: bytes, code: str = "") -> Iterator[Place]:
    """The rows of a set file of which `import_set` makes cards. Raises ImportFailed."""
    return iter(rows_of(data, code)[0])


def rows_of(data: bytes, code: str = "") -> tuple[tuple[Place, ...], tuple[Diagnostic, ...]]:
    """The same rows, and what was found wrong with the table itself. Raises ImportFailed."""
    read = read_set_file(data)
    found = tuple(_places(read.rows, code))
    lost = tuple(each for each in found if isinstance(each, Diagnostic))
    return tuple(each for each in found if isinstance(each, Place)), (*read.diagnostics, *lost)


def _places(rows: Sequence[Row], code: str) -> Iterator[Place | Diagnostic]:
    """The rows with their keys; of a row whose key there is already, that it is lost."""
    numbers = Counter((row["Set"] or code, row["Number"]) for row in rows)
    seen: dict[tuple[str, str], Row] = {}
    for row in rows:
        number = row["Number"]
        key = number if number.isdecimal() and numbers[row["Set"] or code, number] == 1 else slug(row["Name"])
        first = seen.setdefault((row["Set"] or code, key), row)
        if first is not row:
            yield _twice(row, first)
            continue
        yield Place(row.cells, code, key, row.line)


def _twice(row: Row, first: Row) -> Diagnostic:
    """What is told of a row whose card stands in the file already: nothing is lost if both say the same."""
    if row.cells == first.cells:
        return Diagnostic("ROW_REPEATED", row.line, row["Name"], f"the card of line {first.line}")
    differing = ", ".join(column for column in row.cells if row[column] != first[column])
    read = f"{row['Name']}, with another {differing}"
    return Diagnostic("CARD_TWICE", row.line, read, f"the card of line {first.line}", lost=True)


def read_place(place: Place, compiler: Compiler | None = None) -> ImportedCard:
    """The card of a row of a set file."""
    return read_card(place.cells, code=place.code, key=place.key, line=place.line, compiler=compiler)


def read_card(
    cells: Mapping[str, str], *, code: str = "", key: str = "", line: int = 0, compiler: Compiler | None = None
) -> ImportedCard:
    """Make a card of one row of LackeyCCG columns; columns that are missing count as empty.

    The face's key is `SET/NUMBER`, or `SET/name-in-lower-case` where the number is missing or
    shared. Every doubt is a diagnostic; nothing is raised.
    """
    found: list[Diagnostic] = []
    row = put_right(Row(line, dict(cells)), found)
    name = split_name(row["Name"])
    set_code = row["Set"] or code
    bare = _without_set_code(name.name, set_code, line, found)
    types, subtypes = type_line(row, found)
    own_key = key or (row["Number"] if row["Number"].isdecimal() else slug(row["Name"]))
    numbers = numbers_of(row, types, found)
    face_key = f"{set_code}/{own_key}" if set_code else own_key
    card = corrected(msgspec.structs.replace(name, name=bare), subtypes, row["Text"], set_code)
    texts = split_paragraphs(card.text)
    found.extend(differing(texts, line))
    read = partial(_paragraphs, card=card, key=face_key, types=types, compiler=compiler)
    paragraphs = read(texts)
    if compiler is not None:
        paragraphs = with_hand(paragraphs, face_key, texts, line, found)
        if all(each.state != BY_HAND for each in paragraphs):
            paragraphs = _told_apart(texts, paragraphs, read, line, found)
    face = Face(
        key=face_key,
        name=card.name.name,
        version=card.name.version,
        set=set_code,
        number=row["Number"],
        side=side_of(row, types, found),
        types=types,
        subtypes=card.subtypes,
        cost_x=row["Cost"].upper() == "X",
        rarity=row["Rarity"],
        abilities=tuple(ability for paragraph in paragraphs for ability in paragraph.abilities),
        **numbers,
    )
    entry = Entry(
        face, name.printing, row["ImageFile"], untold(paragraphs), card.rules, read=_read(paragraphs),
        limits=limits_in(row["Usage"]),
    )  # fmt: skip
    return ImportedCard(entry, paragraphs, tuple(found))


def _told_apart(
    texts: tuple[str, ...], read: tuple[Paragraph, ...], reading: Reading, line: int, found: list[Diagnostic]
) -> tuple[Paragraph, ...]:
    """A text whose abilities are told apart by what reads whole; that they were goes to `found`."""
    cut, paragraphs = parted(texts, read, reading)
    if cut != texts:
        code = ABILITIES_CUT if len(cut) > len(texts) else ABILITIES_JOINED
        found.append(Diagnostic(code, line, " | ".join(texts), " | ".join(cut)))
    return paragraphs


def _paragraphs(
    texts: Sequence[str], card: Corrected, key: str, types: tuple[str, ...], compiler: Compiler | None
) -> tuple[Paragraph, ...]:
    """A card's text as read; of an Equipment the kinds of unit that its subtypes begin with are told."""
    kinds = card.subtypes.partition(" - ")[0].casefold().split("/") if "equipment" in types else ()
    return read_parts(
        texts,
        key=key,
        types=types,
        name=card.name.name,
        unique=bool(card.name.version),
        stays="mission" in types and not STAYING.isdisjoint(card.subtypes.split()),
        arenas=tuple(kind for kind in kinds if kind in UNIT_TYPES),
        compiler=compiler,
    )


def untold(paragraphs: Sequence[Paragraph], words: int = WORDS_TOLD) -> tuple[Untold, ...]:
    """What was not compiled, and why, with at most so many words of the text."""
    rest = (each for each in paragraphs if each.state != COMPILED)
    return tuple(Untold(each.number, each.state, each.reason(words)) for each in rest)


def _read(paragraphs: tuple[Paragraph, ...]) -> tuple[ReadAhead, ...]:
    """What is understood and not carried out yet."""
    return tuple(ReadAhead(each.number, each.read) for each in paragraphs if each.read)


def _without_set_code(name: str, code: str, line: int, found: list[Diagnostic]) -> str:
    """Take off a set code that the files put behind a name to tell namesakes apart.

    The cards do share the name (crf.card.blockade-tpm.distinct-from-other-blockade).
    """
    bare = name.removesuffix(f" {code}") if code else name
    if bare != name:
        found.append(Diagnostic("SET_CODE_IN_NAME", line, name, bare))
    return bare


def with_users_hand(card: ImportedCard, place: Place, hands: Mapping[str, HandMade]) -> ImportedCard:
    """The card with the effects that somebody wrote down by hand beside the set file, each with its reason."""
    key = card.entry.face.key
    if key not in hands:
        return card
    found: list[Diagnostic] = list(card.diagnostics)
    texts = split_paragraphs(place.cells.get("Text", ""))
    paragraphs = with_hand(card.paragraphs, key, texts, place.line, found, hands)
    abilities = tuple(ability for each in paragraphs for ability in each.abilities)
    face = msgspec.structs.replace(card.entry.face, abilities=abilities)
    entry = msgspec.structs.replace(card.entry, face=face, untold=untold(paragraphs))
    return ImportedCard(entry, paragraphs, tuple(found))
