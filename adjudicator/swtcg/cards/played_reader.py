"""The text of a Battle card or Mission as one play: what it does, its Enhance, restrictions and further texts."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from adjudicator.swtcg.cards.compiling.paragraph import NotUnderstood
from adjudicator.swtcg.cards.compiling.playing import compile_played
from adjudicator.swtcg.cards.keyword_reader import Broken, EnhanceText, Read
from adjudicator.swtcg.cards.manual import RESTRICTION, only_of, touches
from adjudicator.swtcg.cards.paragraph_text import COMPILED, FRAME, MANUAL, READ, Paragraph, ParagraphText
from adjudicator.swtcg.cards.read_ahead import NOT_BUILT
from adjudicator.swtcg.words.ahead import is_ahead
from adjudicator.swtcg.words.language import Ability, ByHand, Manual, Play


def read_played(texts: list[ParagraphText], read: list[tuple[Read, ...] | Broken]) -> tuple[Paragraph, ...]:
    """Fit a Battle card or Mission together: an Enhance belongs to the paragraph before it.

    A played Enhance costs the card's own Force and its own on top, where it says "more"
    (rots.keywords.enhance); `Play.enhance` carries that whole cost. The first ability of the card
    is always what it does when played; restrictions (form "restriction") and further texts follow.
    """
    if texts and texts[0].compiler is not None:
        whole = compile_played([text.text for text in texts], texts[0].about(), texts[0].compiler)
        if isinstance(whole, tuple) and is_ahead(whole):
            return tuple(
                msgspec.structs.replace(each, state=READ, read=whole[each.number - 1], broke="", why=NOT_BUILT)
                for each in _by_hand(texts, read, {})
            )
        if isinstance(whole, tuple):
            return tuple(Paragraph(text.number, COMPILED, each) for text, each in zip(texts, whole, strict=True))
        failed = whole
    else:
        failed = {}
    return _by_hand(texts, read, failed)


def _by_hand(
    texts: list[ParagraphText], read: list[tuple[Read, ...] | Broken], failed: Mapping[int, NotUnderstood]
) -> tuple[Paragraph, ...]:
    """The card as the judge carries it out."""
    paragraphs: list[Paragraph] = []
    for text, found in zip(texts, read, strict=True):
        bad = failed.get(text.number)
        enhance = found[0] if not isinstance(found, Broken) else None
        if isinstance(enhance, EnhanceText) and paragraphs and isinstance(base := _last_manual(paragraphs), Manual):
            paragraphs[-1] = msgspec.structs.replace(paragraphs[-1], abilities=(_enhanced(base, text, enhance),))
            broke = bad.words if bad else " ".join(enhance.rest.split()[:4])
            paragraphs.append(
                Paragraph(text.number, FRAME, (), broke, bool(bad and bad.unknown), bad.why if bad else "")
            )
        elif isinstance(found, Broken) or enhance is not None:
            broke = found.words if isinstance(found, Broken) else "(a keyword of units)"
            broke = bad.words if bad else broke
            paragraphs.append(
                Paragraph(
                    text.number, MANUAL, (text.manual(),), broke, bool(bad and bad.unknown), bad.why if bad else ""
                )
            )
    return tuple(sorted(paragraphs, key=_is_restriction))


def _is_restriction(paragraph: Paragraph) -> bool:
    return any(isinstance(each, Manual) and each.form == RESTRICTION for each in paragraph.abilities)


def _last_manual(paragraphs: list[Paragraph]) -> Ability | None:
    return paragraphs[-1].abilities[0] if len(paragraphs[-1].abilities) == 1 else None


def _enhanced(base: Manual, text: ParagraphText, enhance: EnhanceText) -> Play:
    """Join a manual effect with its Enhance, both carried out by hand."""
    own = base.cost if enhance.more else msgspec.structs.replace(base.cost, force=0)
    cost = msgspec.structs.replace(own, force=own.force + enhance.force)
    return Play(
        do=(ByHand(key=base.key, touches=base.touches),),
        cost=base.cost,
        only=base.only,
        enhance=Play(
            do=(ByHand(key=text.key, touches=touches(enhance.rest)),), cost=cost, only=only_of(text.text) or base.only
        ),
    )
