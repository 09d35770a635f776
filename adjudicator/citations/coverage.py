"""How much of the books is proven: arithmetic over the ids that passing cases have proven.

A joined entry counts as proven when any member of its `same_as` group is. Entries that remain unproven are listed with
their reasons in books/unproven.yaml; `check.unproven_faults` checks it, and `reasons` serves it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from adjudicator.citations.entry import Entry
from adjudicator.citations.library import DATA, Books


class Share(msgspec.Struct, frozen=True):
    """The coverage of one document, or of a part of it.

    `entries` and `testable` are counts. `proven` counts the testable entries that are proven, of which `joined` only
    through another entry of their group. `unproven` are the ids of the others, in the order of the text.
    """

    entries: int
    testable: int
    proven: int
    unproven: tuple[str, ...]
    joined: int

    @property
    def share(self) -> float:
        """The proven part of the testable entries, from 0 to 1; 1 where nothing is testable."""
        return self.proven / self.testable if self.testable else 1.0


def coverage(
    books: Books, proven_ids: Collection[str], part: Callable[[Entry], bool] | None = None
) -> dict[str, Share]:
    """The coverage of every document, by document id; with `part` only of the entries for which it is true.

    `coverage(books, ids, general)` is the coverage of the general part of the documents. Ids of readings, and ids
    that do not exist, count for nothing.
    """
    proven = frozenset(proven_ids)
    return {
        document.id: share((entry for entry in books.entries(document.id) if part is None or part(entry)), proven)
        for document in books.documents
    }


def general(entry: Entry) -> bool:
    """Whether an entry is in the general part of its document: no erratum, no ruling on one card."""
    return entry.general


def share(entries: Iterable[Entry], proven: frozenset[str]) -> Share:
    """The coverage of some entries."""
    entries = tuple(entries)
    testable = [entry for entry in entries if entry.testable]
    joined = sum(entry.id not in proven and is_proven(entry, proven) for entry in testable)
    unproven = tuple(entry.id for entry in testable if not is_proven(entry, proven))
    return Share(len(entries), len(testable), len(testable) - len(unproven), unproven, joined)


def is_proven(entry: Entry, proven: frozenset[str]) -> bool:
    """Whether the entry, or one that states the same rule, is proven."""
    return entry.id in proven or any(each in proven for each in entry.same_as)


def groups(books: Books) -> tuple[tuple[str, ...], ...]:
    """The groups of ids that state the same rule, in the order of their first members."""
    return tuple((entry.id, *entry.same_as) for entry in books if entry.same_as and entry.id == first(books, entry))


def first(books: Books, entry: Entry) -> str:
    """The member of an entry's group that comes first in the order of the documents and their texts."""
    order = [document.prefix for document in books.documents]
    members = [books.entry(each) for each in (entry.id, *entry.same_as)]
    return min(members, key=lambda each: (order.index(each.id.partition(".")[0]), each.lines, each.id)).id


def reasons() -> dict[str, str]:
    """Why an entry is not proven, by id, as books/unproven.yaml says."""
    return msgspec.json.decode((DATA / "unproven.json").read_bytes(), type=dict[str, str])


GROUPS = {
    "swtcg-idc-2022": "no case under swtcg-2022 yet",
    "swccg-premiere": "this game is not built yet",
}
CARD = "a ruling on single cards that no case plays yet"
NO_CASE = "no case yet"


def reason(entry: Entry, written: dict[str, str]) -> str:
    """Why an entry is not proven: as written for it, else what holds for its whole document or kind."""
    if entry.id in written:
        return written[entry.id].strip()
    return GROUPS.get(entry.document, NO_CASE if entry.general else CARD)
