"""A set file that is read part by part: a few of its cards at a time, each with what was found wrong with its row."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.cards.diagnostics import Diagnostic
from adjudicator.swtcg.cards.importer import ImportedCard, Place, read_place, rows_of
from adjudicator.swtcg.cards.tallying import compiler_for


class Part(msgspec.Struct, frozen=True):
    """Some cards of a set file, in its order. `findings` are those of the file up to the last of these cards, from the
    last card of the part before on. `then` is where the next part begins, 0 after the last; the file has `of` cards.
    """

    cards: tuple[ImportedCard, ...]
    findings: tuple[Diagnostic, ...]
    then: int
    of: int


def read_part(data: bytes, code: str, begin: int, *, cards: int, characters: int) -> Part:
    """Read at most so many cards of a set file, the first of them at `begin` (counted from 0), with at most so many
    characters of text together; one card is always read. `code` serves where rows name no set. Raises ImportFailed.
    """
    compiler = compiler_for((data,))
    places, found = rows_of(data, code)
    end = _end(places, begin, cards, characters)
    read = tuple(read_place(each, compiler) for each in places[begin:end])
    after = places[begin - 1].line if 0 < begin <= len(places) else -1
    last = places[end - 1].line if end < len(places) else None
    of_file = (each for each in found if after < each.line and (last is None or each.line <= last))
    findings = (*of_file, *(each for card in read for each in card.diagnostics))
    names = {each.line: each.cells.get("Name", "") for each in places}
    told = (msgspec.structs.replace(each, card=names.get(each.line, "")) for each in findings)
    return Part(read, tuple(sorted(told, key=lambda each: each.line)), end if end < len(places) else 0, len(places))


def _end(places: tuple[Place, ...], begin: int, cards: int, characters: int) -> int:
    """Behind which row a part ends."""
    end, length = begin, 0
    while end < min(len(places), begin + cards):
        length += len(places[end].cells.get("Text", ""))
        if end > begin and length > characters:
            break
        end += 1
    return end
