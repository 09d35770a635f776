"""Ranked search over the rules: Okapi BM25 on an inverted index, built when somebody first searches.

Why our own and not a library: docs/decisions on citations. The words of an entry's `says`, section, topic and id
count twice, those of its check and its card once.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from adjudicator.citations.entry import Entry, Hit

#: The two free numbers of BM25, at the values of Robertson and Zaragoza.
TERM_SATURATION = 1.2
LENGTH_WEIGHT = 0.75

#: Words that say nothing about a rule.
STOP_WORDS = frozenset(
    (
        "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "from", "has", "have",
        "if", "in", "is", "it", "its", "may", "of", "on", "or", "that", "the", "then", "this",
        "to", "which", "with",
    )
)  # fmt: skip

WORD = re.compile(r"[a-z0-9]+")
DOUBLED = re.compile(r"([bdglmnprt])\1$")


def stem(word: str) -> str:
    """The word without the endings of English plurals, participles and gerunds: attacks, attacked, attacking -> attack.

    A rough cut that treats the question and the rules alike; it need not be a word.
    """
    if len(word) > 3 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        if len(word) > len(ending) + 2 and word.endswith(ending):
            return DOUBLED.sub(r"\1", word[: -len(ending)])
    return word.removesuffix("e") if len(word) > 3 else word


def terms(text: str) -> list[str]:
    """The stems of a text, in order, without stop words."""
    return [stem(word) for word in WORD.findall(text.lower()) if word not in STOP_WORDS]


class Index:
    """An inverted index over entries."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._entries = tuple(entries)
        self._postings: dict[str, list[tuple[int, int]]] = {}
        lengths: list[int] = []
        stems: dict[str, str] = {}
        for number, entry in enumerate(self._entries):
            counts: Counter[str] = Counter()
            counts.update(words(f"{entry.id} {entry.section} {entry.topic} {entry.says}", stems, times=2))
            counts.update(words(f"{entry.check} {entry.card or ''}", stems))
            lengths.append(sum(counts.values()))
            for term, count in counts.items():
                self._postings.setdefault(term, []).append((number, count))
        mean = sum(lengths) / max(1, len(lengths))
        self._norms = [TERM_SATURATION * (1 - LENGTH_WEIGHT + LENGTH_WEIGHT * length / mean) for length in lengths]

    def search(self, question: str, limit: int, documents: Sequence[str] | None = None) -> tuple[Hit, ...]:
        """The best entries for some words, best first; ties in the order of the books. An asked id is first."""
        named = question.strip()
        scores: dict[int, float] = {}
        for term in dict.fromkeys(terms(question)):
            postings = self._postings.get(term, [])
            weight = log(1 + (len(self._entries) - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, count in postings:
                gain = weight * count * (TERM_SATURATION + 1) / (count + self._norms[number])
                scores[number] = scores.get(number, 0.0) + gain
        ranked = sorted(
            (number for number in scores if documents is None or self._entries[number].document in documents),
            key=lambda number: (self._entries[number].id != named, -scores[number], number),
        )
        return tuple(Hit(self._entries[number], scores[number]) for number in ranked[:limit])


def words(text: str, stems: dict[str, str], *, times: int = 1) -> list[str]:
    """The terms of a text, each repeated; `stems` remembers the stems already cut."""
    found = []
    for word in WORD.findall(text.lower()):
        if word not in STOP_WORDS:
            if (cut := stems.get(word)) is None:
                cut = stems[word] = stem(word)
            found.append(cut)
    return found * times
