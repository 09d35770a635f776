"""Paragraphs that are read but not carried out yet: what they say is kept, and the judge is left with the doing."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from adjudicator.swtcg.cards.manual import touches
from adjudicator.swtcg.cards.paragraph_text import COMPILED, READ, Paragraph, ParagraphText
from adjudicator.swtcg.words.ahead import is_ahead
from adjudicator.swtcg.words.language import (
    Ability,
    ByHand,
    EquipTo,
    Insert,
    Keyword,
    Manual,
    PilotOf,
    Reserves,
)

NOT_BUILT = "understood, and not carried out yet"
_FRAME = re.compile(r"^(?:insert|reserves|bounty)\s*:\s*", re.IGNORECASE)


def left_to_the_judge(paragraphs: Sequence[Paragraph], texts: Sequence[ParagraphText]) -> tuple[Paragraph, ...]:
    """The paragraphs, of which those that say what is not carried out yet are read: their abilities are the judge's,
    and beside them stands what they say.
    """
    return tuple(_left(each, texts[each.number - 1]) if _waits(each) else each for each in paragraphs)


def _waits(paragraph: Paragraph) -> bool:
    return paragraph.state == COMPILED and is_ahead(paragraph.abilities)


def _left(paragraph: Paragraph, text: ParagraphText) -> Paragraph:
    made: list[Ability] = []
    for each in paragraph.abilities:
        left = _by_the_judge(each, text) if is_ahead(each) else each
        if left not in made:
            made.append(left)
    return structs.replace(paragraph, state=READ, abilities=tuple(made), read=paragraph.abilities, why=NOT_BUILT)


def _by_the_judge(ability: Ability, text: ParagraphText) -> Ability:
    """An ability of which no more than what is not carried out yet is left to the judge."""
    match ability:
        case PilotOf() if is_ahead(ability.gives):
            return structs.replace(ability, gives=_given(ability.gives, text))
        case EquipTo() if not is_ahead((ability.to, ability.cost)):
            return structs.replace(ability, gives=_given(ability.gives, text))
        case Reserves() | Insert():
            inside = structs.replace(text, text=_FRAME.sub("", text.text))
            return structs.replace(ability, ability=_by_the_judge(ability.ability, inside))
        case Keyword(name="bounty"):
            hand = ByHand(key=text.key, touches=touches(_FRAME.sub("", text.text)))
            return structs.replace(ability, do=(hand,))
    return text.manual()


def _given(gives: Sequence[Ability], text: ParagraphText) -> tuple[Ability, ...]:
    """What is given; all of it that waits is one thing for the judge."""
    waiting: Manual = text.inside(text.text, "", ".0")
    kept = tuple(each for each in gives if not is_ahead(each))
    return (*kept, waiting) if len(kept) < len(gives) else kept
