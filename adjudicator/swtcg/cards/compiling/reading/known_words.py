"""The words that mean something by themselves: those of the language, and of the cards of our own catalogue."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

from adjudicator.swtcg.cards.compiling.reading.lexing import lexicon
from adjudicator.swtcg.cards.compiling.reading.words import CLASSES, PLAIN, SPLIT, Vocabulary, supplied


@cache
def _class_words() -> frozenset[str]:
    words = {word for phrases in CLASSES.values() for phrase in phrases for word in phrase.split()}
    return frozenset(words | set(PLAIN))


def is_word(word: str) -> bool:
    """Whether a word means something in the game besides being part of a name."""
    folded = word.casefold().replace("'s", "")
    known = lexicon()
    if folded in _class_words() or folded in known.single or folded.removesuffix("s") in known.single:
        return True
    return our_vocabulary().kind(word) != ""


def is_plain_word(word: str) -> bool:
    """Whether a word is one of the language alone, and of no class of things in the game, as "Jedi" or "Battle" are."""
    folded = word.casefold()
    classes = {each for phrases in CLASSES.values() for phrase in phrases for each in phrase.split()}
    return folded in lexicon().single and folded not in classes and our_vocabulary().kind(word) == ""


def type_words(subtypes: str) -> tuple[str, ...]:
    """The words of a type line, and pairs of them of which a sentence means something else by the first ("First
    Order").
    """
    words = [word for word in SPLIT.split(subtypes) if word]
    pairs = [f"{one} {other}" for one, other in pairwise(words) if _means_more(one) and f"{one} {other}" in subtypes]
    return (*words, *(each for each in pairs if not any(other.endswith(each.split()[0]) for other in pairs)))


def _means_more(word: str) -> bool:
    return lexicon().phrases.get((word.casefold(),), "TYPE") not in CLASSES


@cache
def our_vocabulary() -> Vocabulary:
    """The vocabulary of our own catalogue."""
    from adjudicator.swtcg.cards.catalogue import our_catalogue  # noqa: PLC0415 - the catalogue is made with this

    faces = [entry.face for entry in our_catalogue().entries()]
    kinds = [word for face in faces for word in type_words(face.subtypes)]
    people = [face.name for face in faces if face.unique and "character" in face.types]
    known = (word for word in dict.fromkeys(kinds) if word.casefold() not in _NO_KIND)
    supply = [supplied(face) for face in faces if face.costless]
    lines = [(face.types, face.subtypes) for face in faces if "location" not in face.types]
    return Vocabulary(known, (face.name for face in faces if not face.costless), people, supply, lines)


_NO_KIND = frozenset({"space", "ground", "character", "of", "the", "battle", "medium", "and", "location"})
