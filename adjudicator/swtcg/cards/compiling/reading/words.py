"""The words of card texts: plain forms, classes of words, and what is known of type lines and names."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from adjudicator.swtcg.words.face import Face

REFERENCES: dict[str, tuple[str, str]] = {
    "one chosen": ("stack", "it"), "second one chosen": ("stack", "it2"), "third one chosen": ("stack", "it3"),
    "fourth one chosen": ("stack", "it4"), "card chosen": ("card", "it"), "second card chosen": ("card", "it2"),
    "third card chosen": ("card", "it3"), "fourth card chosen": ("card", "it4"), "unit chosen": ("unit", "it"),
    "one concerned": ("stack", "it"), "damaging one": ("stack", "damager"), "one giving this": ("stack", "giver"),
    "one discarded for it": ("stack", "discarded"), "one tapped for it": ("stack", "tapped"),
    "one retreated for it": ("stack", "retreated"), "card shown for it": ("built", "shown"),
    "card looked at": ("card", "top"), "second card looked at": ("card", "top2"), "card found": ("card", "found"),
}  # fmt: skip
"""How our own wording calls what was chosen, in its order, what a trigger is about, what was paid with, what gives an
ability and which cards were looked at: what each is (`Those.what`) and the name it is bound to.
"""

LATER = (
    "absorb", "ambush", "area damage", "avenge", "backfire", "barrage", "cunning", "damage control",
    "double strike",
    "elude", "ferocity", "focus", "foresight", "forewarning", "fortitude", "fury", "inspiration", "intimidation",
    "parry", "persuade",
    "precision", "protect", "redirect", "resilience", "riposte", "stealth", "surge", "velocity",
)  # fmt: skip
"""The keywords of the committee's sets (swtcg-idc-2022, Keywords)."""

AHEAD = ("consume", "overload", "tenacity")
"""Keywords that are read and not carried out yet (`words.ahead`)."""

CLASSES: dict[str, tuple[str, ...]] = {
    "TYPE": (
        "space", "ground", "character", "battle", "mission", "location", "equipment", "resource", "event",
        "subordinate", "campaign",
    ),
    "NOUN": ("unit", "card", "copy", "unit card"),
    "STAT": (
        "speed", "power", "health", "build cost", "total build cost", "total health", "total power", "total speed",
        "printed build cost", "total printed build cost", "remaining health", "printed power", "force cost",
        "printed force cost", "printed cost", "printed speed", "printed health", "health remaining",
    ),
    "KEYWORD": (
        "accuracy", "armor", "bombard", "critical hit", "deflect", "evade", "intercept", "ion cannon", "lucky",
        "overkill", "retaliate", "shields", "stun", "bounty", "upkeep", "hidden cost", "reserves", "enhance",
        *LATER, *AHEAD,
    ),
    "DOUBLING": ("double damage",),
    "RAISING": ("raise", "increase", "reduce"),
    "COUNTER": ("damage counter",),
    "MARK": ("mastery", "corruption", "redemption", "captivity", "credit"),
    "REF": tuple(REFERENCES),
    "EXTREME": ("highest", "lowest"),
    "STEP": ("build step", "draw step", "retreat step", "untap step"),
    "SIDE": ("light side", "dark side"),
    "KIND": ("dark jedi", "battle station", "star system", "force sensitive", "capital ship", "bounty hunter"),
}  # fmt: skip
"""Words that the grammar takes by their class: the name of the terminal, and its words in plain form."""

PLAIN = {
    "an": "a", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "both": "both",
    "are": "is", "was": "is", "were": "is", "being": "being",
    "has": "have", "had": "have", "did": "do",
    "does": "do", "doesn't": "don't", "deal": "do", "dealt": "done", "deals": "do",
    "gets": "get", "gain": "get", "gains": "get", "he": "it", "she": "it", "him": "it", "they": "them",
    "himself": "itself", "herself": "itself", "themselves": "them", "his": "its", "dice": "die",
    "fewer": "less",
    "fewest": "least", "lower": "less", "greater": "more", "higher": "more", "additional": "extra", "towards": "toward",
    "onto": "on", "into": "into", "lost": "lose", "until": "until", "played": "played", "others": "other",
    "battles": "battle", "jedis": "jedi", "every": "each", "while": "as long as", "shield": "shields",
    "locations": "location", "once": "once", "this": "this", "opponents'": "opponent's", "equals": "equal",
    "may": "may", "must": "must", "unattached": "unattached", "its": "its", "plus": "plus", "anytime": "anytime",
    "whose": "whose", "always": "always", "ones": "1", "also": "also", "times": "times", "damage": "damage",
    "players'": "player's", "choice": "choice",
    "raises": "raise", "increases": "increase", "reduces": "reduce",
    "raised": "raise", "increased": "increase", "reduced": "reduce",
    "beneath": "under", "cannot": "can't",
    "deply": "deploy", "does't": "don't", "activiated": "activated",
    "greatest": "highest", "smallest": "lowest",
    "receive": "get", "receives": "get", "paid": "pay", "searched": "search", "concerned": "concerned",
}  # fmt: skip
"""Irregular forms and words of one meaning, and the form that the grammar has."""

CONTRACTIONS = {
    "he's": "it is",
    "she's": "it is",
    "that's": "that is",
    "there's": "there is",
    "they're": "them is",
    "you're": "you is",
    "you'll": "you will",
    "isn't": "is not",
    "aren't": "is not",
    "wasn't": "is not",
    "weren't": "is not",
    "attacker": "attacking unit",
    "defender": "defending unit",
    "hasn't": "have not",
    "haven't": "have not",
    "didn't": "do not",
}
"""Two words written as one, in the forms that the grammar has. What is written "it's" may be a misspelt "its"."""

_KIND_PLURALS = {"jedi": "Jedi", "sith": "Sith", "wookiees": "Wookiee", "spies": "Spy", "men": "Man"}
SPLIT = re.compile(r"[ \-/•]+")


class Supplied(NamedTuple):
    """A Subordinate that is printed: what it is called, its numbers ("50/2/1"), where it may stand, its type line."""

    name: str
    numbers: str
    types: tuple[str, ...]
    subtypes: str
    side: str

    def is_called(self, name: str) -> bool:
        """Whether name and type line have every word of a name."""
        return _bare_words(name) <= _bare_words(f"{self.name} {self.subtypes}")


def _in_pieces(name: str) -> tuple[str, ...]:
    """A name's words in lower case, as the lexer cuts them: the 's of an owner is a piece of its own."""
    return tuple(name.casefold().replace("'s ", " 's ").split())


def _bare_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z]+", text.casefold()))


class Vocabulary:
    """What is known of type lines and names when a text is read: words of subtypes, names of cards."""

    def __init__(
        self,
        kinds: Iterable[str],
        names: Iterable[str],
        people: Iterable[str] = (),
        supply: Iterable[Supplied] = (),
        lines: Iterable[tuple[Iterable[str], str]] = (),
    ) -> None:
        """Take words of type lines, names without version letters, those of unique Characters among them, the
        Subordinates, and the type lines of units and Equipment: types and subtypes.
        """
        self.types_of: dict[str, frozenset[str]] = {}
        self.lines = tuple(dict.fromkeys((tuple(types), subtypes) for types, subtypes in lines))
        for types, subtypes in self.lines:
            for word in filter(None, SPLIT.split(subtypes)):
                self.types_of[word] = self.types_of.get(word, frozenset()).union(types)
        self.supply = tuple(dict.fromkeys(supply))
        self.people = frozenset(people)
        self.kinds = {word.casefold(): word for word in kinds if word}
        self.names = tuple(dict.fromkeys(names))
        self.known = frozenset(self.names)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over all of it: what a reading depends on besides the text."""
        known = (sorted(self.kinds.items()), sorted(self.names), self.supply, sorted(self.lines))
        return hashlib.sha256(repr(known).encode()).hexdigest()

    def kind(self, word: str) -> str:
        """The word of a type line that a word means, its plural too; empty if it is none."""
        folded = word.casefold()
        bare = folded.removesuffix("s"), folded.removesuffix("es")
        for form in (folded, _KIND_PLURALS.get(folded, "").casefold(), *bare):
            if form and form in self.kinds:
                return self.kinds[form]
        if folded.endswith("men") and folded[:-3] + "man" in self.kinds:
            return self.kinds[folded[:-3] + "man"]
        if folded.endswith("ves") and folded[:-3] + "f" in self.kinds:
            return self.kinds[folded[:-3] + "f"]
        return self.kinds.get(folded[:-3] + "y", "") if folded.endswith("ies") else ""

    @cached_property
    def things(self) -> frozenset[str]:
        """The names but those of unique Characters, who are called by a part of a longer name too ("Revan")."""
        return self.known - self.people

    def types(self, subtypes: str) -> frozenset[str]:
        """Of what types the units and Equipment are that have every word of these subtypes; empty if nobody knows."""
        found = [self.types_of.get(word, frozenset[str]()) for word in subtypes.split()]
        return frozenset.intersection(*found) if found else frozenset()

    @cached_property
    def phrases(self) -> dict[tuple[str, ...], str]:
        """Names of several words, by their words in lower case; in the plural too ("Battle Droids"). What is in type
        lines as well ("Sith Lord") means the subtypes.
        """
        kinds = "".join(f" {subtypes} " for _, subtypes in self.lines)
        known = {_in_pieces(name): name for name in self.names if " " in name and f" {name} " not in kinds}
        return {_in_pieces(f"{name}s"): name for name in known.values()} | known

    @cached_property
    def longest(self) -> int:
        """Of how many words the longest name is."""
        return max((len(words) for words in self.phrases), default=1)

    @cached_property
    def by_part(self) -> dict[str, tuple[str, ...]]:
        """Names by each of their words: by "Vader" one finds "Darth Vader"."""
        found: dict[str, list[str]] = {}
        for name in self.names:
            for word in name.split():
                found.setdefault(word.casefold(), []).append(name)
        return {word: tuple(names) for word, names in found.items()}

    def sharing(self, name: str) -> tuple[str, ...]:
        """The names of other cards, of several words, that have a word in common with a name and do not begin with it
        or make it up.
        """
        words = [form for word in name.casefold().split() for form in (word, f"{word}'s")]
        found = {other: None for word in words for other in self.by_part.get(word, ())}
        return tuple(other for other in found if " " in other and name not in other and other not in name)

    def supplied(self, name: str, numbers: str, arenas: tuple[str, ...]) -> tuple[str, str]:
        """The subtypes and side of the Subordinate that is meant; its name, and no side, if none is printed."""
        for each in self.supply:
            if each.numbers == numbers and set(arenas) & set(each.types) and each.is_called(name):
                return each.subtypes, each.side
        return name, ""

    def full_name(self, written: str) -> str:
        """The one unique Character whom a part of a name means; what was written if there is none or more than one."""
        if written in self.known:
            return written
        fits = self.by_part.get(written.casefold(), ())
        people = tuple(name for name in fits if name in self.people)
        return people[0] if len(people) == 1 else written


def calls_somebody(name: str) -> bool:
    """Whether words with capitals that nobody knows, and before which stands no article, are a name: several of them,
    and no plural ("Nien Nunb", but neither a single word, which may be miswritten, nor "Rishi Raiders").
    """
    last = name.rpartition(" ")[2]
    return " " in name and "'" not in name and (not last.endswith("s") or last.endswith(("ss", "us")))


def supplied(face: Face) -> Supplied:
    """A Subordinate as it is printed."""
    numbers = f"{face.speed}/{face.power}/{face.health}"
    return Supplied(face.name, numbers, face.types, face.subtypes, face.side)
