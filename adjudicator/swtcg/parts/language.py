"""The words of the effect language, as the seam shows them (kernel.game.cards.Language)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from adjudicator.swtcg.doing import vocabulary


class EffectLanguage:
    """`doing.vocabulary`, asked for by cases that prove its words."""

    words: Mapping[str, Collection[str]] = vocabulary.WORDS

    def said(self, effects: Iterable[Any]) -> frozenset[str]:
        """The words that some effects, as plain data, contain."""
        return vocabulary.said(effects)

    def without(self, effects: list[Any], word: str) -> list[Any]:
        """Effects as plain data in which a word does nothing."""
        found: list[Any] = vocabulary.without(effects, word)
        return found
