"""How the texts of imported sets came out: by route, by unknown word, and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary, type_words
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary, supplied
from adjudicator.swtcg.cards.importer import ImportedCard, ImportedSet, read_card
from adjudicator.swtcg.cards.lackey import Row, read_set_file
from adjudicator.swtcg.cards.paragraph_text import BY_HAND, COMPILED, READ
from adjudicator.swtcg.words.card_names import split_name


def compiler_for(files: Sequence[bytes], *, ours: bool = True) -> Compiler:
    """A compiler that knows the names and type lines of set files, and of our own catalogue unless told otherwise.

    Raises ImportFailed.
    """
    rows = [row for data in files for row in read_set_file(data).rows]
    return Compiler(vocabulary_of(rows, ours=ours))


def vocabulary_of(rows: Iterable[Row], *, ours: bool = True) -> Vocabulary:
    """The vocabulary of rows of set files, on top of ours."""
    known = our_vocabulary() if ours else Vocabulary((), ())
    listed = list(rows)
    supply = [supplied(read_card(row.cells).entry.face) for row in listed if row["Type"] == "Subordinate"]
    listed = [row for row in listed if row["Type"] != "Subordinate"]
    kinds = [word for row in listed for word in type_words(row["Subtype"])]
    names = [split_name(row["Name"]) for row in listed]
    people = [name.name for name, row in zip(names, listed, strict=True) if name.version and "Character" in row["Type"]]
    lines = [(row["Type"].casefold().split("/"), row["Subtype"]) for row in listed if "Location" not in row["Type"]]
    return Vocabulary(
        (*known.kinds.values(), *kinds),
        (*known.names, *(name.name for name in names)),
        (*known.people, *people),
        (*known.supply, *supply),
        (*known.lines, *lines),
    )


def tally(imported: ImportedSet) -> dict[str, Any]:
    """How the texts of a set came out: cards, effects (paragraphs), how many by which route, and the unknown words."""
    states = Counter(paragraph.state for card in imported.cards for paragraph in card.paragraphs)
    unknown = Counter(each.broke.casefold() for card in imported.cards for each in card.paragraphs if each.unknown)
    total = states.total()
    return {
        "cards": len(imported.cards),
        "effects": total,
        "compiled": states[COMPILED],
        "by_hand": states[BY_HAND],
        "read": states[READ],
        "manual": total - states[COMPILED] - states[BY_HAND] - states[READ],
        "unknown_words": dict(sorted(unknown.items(), key=lambda each: (-each[1], each[0]))),
    }


def reasons(card: ImportedCard) -> tuple[tuple[int, str, str], ...]:
    """The paragraphs of a card that are not compiled: number, state, and why."""
    return tuple((each.number, each.state, each.reason()) for each in card.paragraphs if each.state != COMPILED)
