"""Precedents: decided disputes, found by rule, by card and by the words of the situation.

A rule that both cite counts most, then a card, then what the adjudicator lacked; words are weighed by Okapi BM25
as in the search of rules. A ruling that a head judge has overturned is found by the decision that stands, and says so.
"""

from __future__ import annotations

import re
from collections import Counter
from math import log

import msgspec

from adjudicator.application.disputes.dispute import Decision, Dispute
from adjudicator.citations.search import LENGTH_WEIGHT, TERM_SATURATION, terms

RULE_WEIGHT, CARD_WEIGHT, MISSING_WEIGHT = 8.0, 5.0, 3.0
DECIDING = 2.0
"""How much more the rule cited first counts."""

VERSION = re.compile(r"\s*[({]([^(){}]*)[)}]\s*\Z")
"""A version, or another mark that tells cards of one name apart, in brackets behind the name."""

PUNCTUATION = ".,;:!?()\"'"


class Like(msgspec.Struct, frozen=True):
    """What a precedent is looked for by; whatever is named filters nothing and ranks."""

    words: str = ""
    rules: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


class Precedent(msgspec.Struct, frozen=True):
    """A decided dispute with how well it fits, and why it was found."""

    dispute: Dispute
    decision: Decision
    score: float
    because: tuple[str, ...]


class _Kept(msgspec.Struct):
    dispute: Dispute
    rules: tuple[str, ...]
    cards: frozenset[tuple[str, str]]
    missing: frozenset[str]
    words: Counter[str]
    length: int


class Precedents:
    """An index over the rulings that stand."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._with: Counter[str] = Counter()
        self._length = 0

    def put(self, dispute: Dispute) -> None:
        """Take a dispute in, or in its newest state; one without a ruling is no precedent."""
        decision = dispute.stands
        if decision is None:
            return
        old = self._kept.get(dispute.id)
        if old is not None:
            self._with.subtract(old.words.keys())
            self._length -= old.length
        question = dispute.opened.question
        rules = tuple(dict.fromkeys((*decision.citations, *question.rules)))
        text = f"{question.text} {question.said} {decision.answer} {decision.situation} {decision.note}"
        words = Counter(terms(" ".join((text, *decision.cards, *question.cards, *rules))))
        cards = frozenset(map(_card, (*decision.cards, *question.cards)))
        kept = _Kept(dispute, rules, cards, frozenset(question.missing), words, words.total())
        self._kept[dispute.id] = kept
        self._with.update(words.keys())
        self._length += kept.length

    def search(self, like: Like) -> list[Precedent]:
        """The rulings that have anything in common with what is looked for; the best first, then the newest."""
        found = [self._weighed(each, like) for each in self._kept.values()]
        found = [each for each in found if each.score > 0]
        return sorted(found, key=lambda each: (-each.score, -each.dispute.position))

    def _weighed(self, kept: _Kept, like: Like) -> Precedent:
        score, because = 0.0, []
        for place, rule in enumerate(like.rules):
            if rule in kept.rules:
                first = place == 0 and kept.rules[0] == rule
                score += RULE_WEIGHT * (DECIDING if first else 1.0)
                because.append(f"rule {rule}")
        for card in like.cards:
            if _is_among(_card(card), kept.cards):
                score += CARD_WEIGHT
                because.append(f"card {card}")
        for code in like.missing:
            if code in kept.missing:
                score += MISSING_WEIGHT
                because.append(f"undecided for {code}")
        for stem, word in _words(like.words).items():
            gain = self._bm25(stem, kept)
            if gain:
                score += gain
                because.append(f"word {word}")
        decision = kept.dispute.stands
        assert decision is not None
        return Precedent(kept.dispute, decision, score, tuple(because))

    def _bm25(self, word: str, kept: _Kept) -> float:
        count = kept.words[word]
        if not count:
            return 0.0
        many, have = len(self._kept), self._with[word]
        mean = self._length / many
        norm = TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * kept.length / mean)
        return log(1 + (many - have + 0.5) / (have + 0.5)) * count * (TERM_SATURATION + 1) / (count + norm)


def _card(written: str) -> tuple[str, str]:
    """A card's name and version as written, whatever the case; the version is empty if none is."""
    found = VERSION.search(written)
    name = written[: found.start()] if found else written
    return name.strip().casefold(), found[1].strip().casefold() if found else ""


def _is_among(card: tuple[str, str], cards: frozenset[tuple[str, str]]) -> bool:
    """Whether a card is one of some: of the same name, and of the same version where both say one."""
    name, version = card
    return any(name == other and (not version or not its or version == its) for other, its in cards)


def _words(text: str) -> dict[str, str]:
    """The stems of a text, each with the word that it was first found in."""
    found: dict[str, str] = {}
    for word in text.split():
        for stem in terms(word):
            found.setdefault(stem, word.strip(PUNCTUATION))
    return found
