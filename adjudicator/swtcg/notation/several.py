"""Several cards of a hand, a deck or another pile, as they are said in one list."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.swtcg.notation.names import fits, nearest_cards, revealed
from adjudicator.swtcg.notation.texts import CardText
from adjudicator.swtcg.table.table import Table


def several(table: Table, texts: tuple[CardText, ...], pile: tuple[int, ...]) -> list[Any]:
    """Handles of several of some cards, or (handle, face) where a name reveals an unknown one."""
    chosen: list[Any] = []
    taken: set[int] = {text.handle for text in texts if text.handle}
    for text in texts:
        if text.handle:
            known = table.cards.get(text.handle)
            reveals = text.name != "?" and not (known is not None and known.face)
            chosen.append((text.handle, revealed(table, text)) if reveals else text.handle)
            continue
        alike = {card: face for card in pile if card not in taken and (face := table.face(card)) and fits(face, text)}
        if len({face.key for face in alike.values()}) > 1:
            raise AmbiguousError(text.title, tuple(f"{face.title} {{{face.key}}}" for face in alike.values()))
        unknown = [card for card in pile if card not in taken and not table.cards[card].face]
        if not alike and not unknown:
            chosen.append(_of_no_use(table, text, pile))
            continue
        card = next(iter(alike)) if alike else unknown[0]
        taken.add(card)
        chosen.append(card if alike else (card, revealed(table, text)))
    return chosen


def _of_no_use(table: Table, text: CardText, pile: tuple[int, ...]) -> tuple[int, str]:
    """A card that is not among those it was to be chosen from, as the ruling on it has it: with no number.

    Raises NotUnderstoodError with the nearest names if there is no such card.
    """
    try:
        return 0, revealed(table, text)
    except NotUnderstoodError:
        titles = (face.title for card in pile if (face := table.face(card)))
        raise NotUnderstoodError(text.title, text.title, nearest_cards(table, text, titles)) from None
