"""A card's own name in its text, and "this unit": both marked with signs before the text is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import cache, partial

from adjudicator.swtcg.cards.compiling.reading.known_words import is_plain_word, is_word, our_vocabulary
from adjudicator.swtcg.cards.paragraphs import aliases

SELF_SIGN, OWN_SIGN = "§", "¤"
"""What stands for "this unit", and for the card called by its own name (rots.cards.own-name-self-reference)."""

_HOLDER = re.compile(r"\bthis (?:unit|card|character|starfighter|speeder|mission|location|capital ship|creature|"
                     r"transport|equipment|walker|resource|campaign|event|trap|trait|tank|fighter|vehicle|droid|podracer|squadron|squad|"
                     r"cruiser|bomber|gunship|ship|patrol ship|fortification|battle station|bounty hunter|soldier)"
    r"\b", re.IGNORECASE,
)  # fmt: skip

_OF_EITHER = re.compile(r"\b(?:he or she|him or her|himself or herself)\b", re.IGNORECASE)
_PERSON = re.compile(r"\b(?:he|she|him|himself|herself|her(?= ?[.,;\"]|$))(?=\W|$)", re.IGNORECASE)
PERSON = "that person"
"""What stands for "he" or "she" in a text that calls the card "this unit": it is somebody else."""

_NAMED = re.compile(r"(?<=\w )([A-Z][a-z]\w+) $")
"""A word with a capital that does not begin a sentence."""

_CAPITAL = re.compile(r"\b[A-Z][\w-]*\w")

_TWO_PARTS = re.compile(r"\w+-\w+(?=-)")
"""How somebody of a name of three parts is called (Ki-Adi-Mundi)."""

_NAME_LETTERS_MIN = 4

_INCLUDING = re.compile(rf",?\s*\bincluding (?:{SELF_SIGN}|{OWN_SIGN}),?\s*")

_KEPT = 0xE000
"""The first of the signs that stand for other cards' names meanwhile; no text has them."""

_LETTERS = re.compile(r"[^0-9A-Za-z]+")


def marked(
    text: str,
    name: str,
    *,
    unique: bool,
    others: Sequence[str] = (),
    kind: Callable[[str], str] | None = None,
    names: Container[str] = (),
) -> str:
    """The text with the signs for "this unit" and for the card's own name.

    A unique card is known by parts of its name too, save words that mean something else; any other card by its
    whole name only (crf.cards.nonunique-self-name-means-this-unit). A part within the name of one of the `others`
    means that one, and so does one that is the whole of one of the `names` ("Rancor", on Rancor Keeper), or that stands
    behind "a". `kind` tells the words of type lines: before another such word a part of the name is one too
    ("Gold Starfighters", on Gold Leader).
    """
    kept = [each for each in sorted(others, key=len, reverse=True) if each in text]
    for at, each in enumerate(kept):
        text = text.replace(each, chr(_KEPT + at))
    owner = name.partition("'s ")[0]
    if owner != name and " " in owner:  # "Aunt Test", on Aunt Test's Speeder
        kept.append(owner)
        text = re.sub(rf"\b{re.escape(owner)}\b(?!'s)", chr(_KEPT + len(kept) - 1), text)
    signed = own_name(name, unique).sub(partial(_own_or_other, name, kind, names), _HOLDER.sub(SELF_SIGN, text))
    if unique:
        signed = _called_as_a_kind(name).sub(OWN_SIGN, signed)
        signed = _called_as_a_word(name).sub(OWN_SIGN, signed)
    for at, each in enumerate(kept):
        signed = signed.replace(chr(_KEPT + at), each)
    signed = _misspelt(signed, name, kind) if unique else _whole_misspelt(signed, name, names)
    return with_persons(_INCLUDING.sub(" ", signed))


def with_persons(signed: str) -> str:
    """A marked text in which "he" is somebody else than the card, if the card is never called by its name there."""
    if SELF_SIGN not in signed or OWN_SIGN in signed or _OF_EITHER.search(signed) is not None:
        return signed
    return _PERSON.sub(PERSON, signed)


def _own_or_other(name: str, kind: Callable[[str], str] | None, names: Container[str], found: re.Match[str]) -> str:
    """The sign, save where a part of the name ends somebody else's ("Mara Jade Skywalker"), or is a subtype."""
    if found[0] != name and (found[0] in names or _ANY.search(found.string[: found.start()])):
        return found[0]
    if kind is not None and found[0] != name and _is_subtype_there(found, kind):
        return found[0]
    behind = _NEXT.match(found.string[found.end() :])
    if kind is not None and behind is not None and kind(found[0]) and kind(behind[1]):
        return found[0]
    before = _NAMED.search(found.string[: found.start()])
    if before is None or found[0].casefold() == name.casefold() or is_word(before[1]) or before[1] in name.split():
        return OWN_SIGN
    return found[0]


def _is_subtype_there(found: re.Match[str], kind: Callable[[str], str]) -> bool:
    """Whether words that a name begins with are a subtype where they stand: "each of your Yuuzhan Vong", on Yuuzhan
    Vong Navy.
    """
    words = found[0].split()
    before = found.string[: found.start()]
    return len(words) > 1 and all(map(kind, words)) and _OF_A_KIND.search(before) is not None


_OF_A_KIND = re.compile(
    r"\b(?:your|opponent's|any|another|each|no|every)(?: (?:other|unique|non-unique|tapped))? $", re.IGNORECASE
)
_ANY = re.compile(r"\ban? $", re.IGNORECASE)

_NEXT = re.compile(r" ([A-Z][\w'-]*)")


def own_name(name: str, unique: bool) -> re.Pattern[str]:
    """What matches a card's own name in a text: hyphens, apostrophes and case aside."""
    words = name.split()
    ends = (f"{words[0]} {words[-1]}",) if len(words) > 2 else ()
    begins = tuple(each[0] for word in words if (each := _TWO_PARTS.match(word)))
    known = [name, *(part for part in (*aliases(name), *ends, *begins) if unique and _tells(part))]
    patterns = [r"[\W_]{0,2}".join(re.escape(part) for part in _LETTERS.split(each) if part) for each in known]
    ordered = sorted(dict.fromkeys(patterns), key=len, reverse=True)
    # A longer name that begins with it is another card's ("Luke Skywalker" on Luke's Speeder).
    return re.compile(rf"\b(?:{'|'.join(ordered)})\b(?!\s+[A-Z][a-z]+\s+card)", re.IGNORECASE)


@cache
def _called_as_a_kind(name: str) -> re.Pattern[str]:
    """What matches a part of a name that is a subtype as well, where it can only be the name: a subtype in the singular
    does not do anything without an article.
    """
    kinds = [part for part in name.split() if our_vocabulary().kind(part) == part and part not in ("Jedi", "Sith")]
    called = "|".join(re.escape(part) for part in kinds) or r"(?!)"
    begins = r"^|(?<=\. )|(?<=-> )|(?<=, )|(?<=\bif )|(?<=\bwhen )|(?<=\bwhenever )|(?<=\bas long as )"
    return re.compile(rf"(?i:{begins})(?:{called})(?= (?:is|gets|attacks|would|does|can|can't|has)\b)")


@cache
def _called_as_a_word(name: str) -> re.Pattern[str]:
    """What matches a part of a name that is a word of the game's language as well ("Even" Piell): with a capital
    within a sentence, or before a verb in the singular.
    """
    words = [part for part in name.split() if part.istitle() and len(part) > 2 and is_plain_word(part)]
    called = "|".join(re.escape(part) for part in words) or r"(?!)"
    verb = r"(?= (?:is|gets|attacks|would|does|doesn't|can|can't|has|loses|damages)\b)"
    return re.compile(rf"(?<=[a-z0-9] )(?:{called})\b|(?<=[a-z], )(?:{called})\b|\b(?:{called}){verb}")


def _misspelt(text: str, name: str, kind: Callable[[str], str] | None) -> str:
    """The sign also for a word of the name that is written wrong by one letter."""
    parts = [part for part in name.split() if _tells(part)]

    def mark(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < _NAME_LETTERS_MIN or is_word(word) or (kind is not None and kind(word)):
            return word
        return OWN_SIGN if any(_one_letter_off(word, part) for part in parts) else word

    return _CAPITAL.sub(mark, text)


def _whole_misspelt(text: str, name: str, names: Container[str]) -> str:
    """The sign also for a whole name of several words of which one is written wrong by one letter."""
    words = name.split()
    for at, word in enumerate(words):
        if len(words) == 1 or len(word) < _NAME_LETTERS_MIN:
            continue

        def mark(found: re.Match[str], word: str = word) -> str:
            said = found["word"]
            another = found[0] in names or is_word(said) or said == f"{word}s"
            return found[0] if another or not _one_letter_off(said, word) else OWN_SIGN

        parts = (*map(re.escape, words[:at]), r"(?P<word>[\w'-]+)", *map(re.escape, words[at + 1 :]))
        text = re.sub(rf"(?<![\w'-]){' '.join(parts)}(?![\w'-])", mark, text)
    return text


def _one_letter_off(word: str, part: str) -> bool:
    """Whether a word is another but for one letter: another one, one too many or one too few."""
    one, other = word.casefold(), part.casefold()
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))
    )


def _tells(part: str) -> bool:
    """Whether a part of a name tells the card by itself."""
    words = part.split()
    return any(len(word) > 2 and not is_word(word) for word in words) and words[-1].casefold() not in {"the", "of"}
