"""Whether a deck keeps to the committee's bans and restrictions: those of the set files that are known."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.verdict import Clause
from adjudicator.swtcg.cards.catalogue import Catalogue, same_card
from adjudicator.swtcg.cards.deck_counting import Faces, clause

COMMITTEE = "swtcg-idc-2022"
"""The document of the editions that hear the committee."""


def of_the_event(
    faces: Faces, catalogue: Catalogue, documents: tuple[str, ...], label: str, *, sanctioned: bool
) -> Iterator[Clause]:
    """A clause for each card of a deck that has a limit in an event: in a sanctioned one, or in the format of a label.

    A limit on one printing holds for all printings of the card. It stands in no document, so the clause names
    the set whose file has it.
    """
    if COMMITTEE not in documents or not (sanctioned or label):
        return
    for entry, limit in ((each, limit) for each in catalogue.entries() for limit in each.limits):
        asked = limit.within.casefold() == label.casefold() if limit.within else sanctioned
        copies = sum(count for count, face in faces if same_card(entry.face, face)) if asked else 0
        if copies:
            evidence = ((entry.face.title, str(copies)), ("at most", str(limit.most)), ("set file", entry.face.set))
            yield clause("COPIES_OF_THE_EVENT", "", evidence, ok=copies <= limit.most)
