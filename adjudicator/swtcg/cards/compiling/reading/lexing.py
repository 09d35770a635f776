"""Words to tokens. The grammar's quoted words are the lexicon; of several that fit the longest is taken.

A word is looked up as it stands, then in its plain form (`words.PLAIN`, a plural or verbal -s taken off). What is
neither in the lexicon nor on a type line nor a known name is a NAME if it is written with a capital, and else the
token UNKNOWN, which no rule takes: reading ends there, and the word is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lark import Token

from adjudicator.swtcg.cards.compiling.reading.parsing import literals
from adjudicator.swtcg.cards.compiling.reading.words import CLASSES, CONTRACTIONS, PLAIN, Vocabulary

UNKNOWN = "UNKNOWN"
_PIECES = re.compile(
    r"«(?P<data>[^»]*)»|\"(?P<quote>[^\"]*)\"|(?P<tap>\[[Tt]ap\])|(?P<line>\d+/\d+/\d+)|(?P<signed>[+-](?:\d+|[Xx]\b))|(?P<number>\d+(?!\w|-[A-Z]{2}))"
    r"|(?P<self>§)|(?P<own>¤)|(?P<s>'s?(?!\w))|(?P<word>[A-Za-z0-9][\w]*(?:['/.-]\w+)*)|(?P<sign>->|[.,:;*(){}])|(?P<odd>\S)"
)
_MARKS = {
    "self": "SELF",
    "own": "OWN",
    "signed": "SIGNED",
    "number": "NUM",
    "quote": "QUOTE",
    "tap": "TAPSIGN",
    "data": "DATA",
    "line": "LINE",
}
OF_A_SUPPLY = "subordinate"
"""What stands behind the name of a unit that is called by its numbers and its name."""


class Lexicon(NamedTuple):
    """The quoted words of the grammar and the words of the classes: by their words, the terminal's name."""

    phrases: dict[tuple[str, ...], str]
    single: frozenset[str]
    longest: int


@cache
def lexicon() -> Lexicon:
    """The lexicon of the grammar."""
    phrases = {tuple(phrase.split()): name for name, phrase in literals().items()}
    for name, words in CLASSES.items():
        phrases.update({tuple(PLAIN.get(word, word) for word in phrase.split()): name for phrase in words})
    single = frozenset(word for phrase in phrases for word in phrase)
    return Lexicon(phrases, single, max(len(phrase) for phrase in phrases))


class Piece(NamedTuple):
    """A word or sign as written, its plain form, and where it begins."""

    written: str
    plain: str
    at: int
    mark: str


def pieces(text: str) -> list[Piece]:
    """Cut a text into words and signs."""
    found: list[Piece] = []
    for match in _PIECES.finditer(text):
        mark = match.lastgroup or "odd"
        written = match[mark]
        if mark == "word":
            found.extend(_word(written, match.start()))
        else:
            plain_form = "'s" if mark == "s" else written.casefold()
            found.append(Piece(written, plain_form, match.start(), mark))
    return found


def _word(written: str, at: int) -> Iterator[Piece]:
    """A word; the 's of an owner is a piece of its own, save in the grammar's own words."""
    if (both := CONTRACTIONS.get(written.casefold().replace("’", "'"))) is not None:
        yield from (Piece(written, each, at, "word") for each in both.split())
        return
    if written.casefold().startswith("non-"):
        yield Piece(written[:3], "non", at, "word")
        yield from _word(written[4:], at + 4)
        return
    head, mark, tail = written.rpartition("'")
    if mark and tail == "s" and written.casefold() not in lexicon().single:
        yield from _word(head, at)
        yield Piece("'s", "'s", at + len(head), "s")
        return
    yield Piece(written, plain(written), at, "word")


def plain(word: str) -> str:
    """The plain form of a word: the one that the grammar has."""
    folded = word.casefold()
    if folded in PLAIN:
        return PLAIN[folded]
    known = lexicon().single
    if folded in known:
        return folded
    for ending, instead in (("s", ""), ("es", ""), ("ies", "y")):
        if folded.endswith(ending) and (stem := folded.removesuffix(ending) + instead) in known:
            return stem
    return folded


def tokens(text: str, vocabulary: Vocabulary) -> list[Token]:
    """The tokens of a text. Positions are those of the text."""
    row = pieces(text)
    found: list[Token] = []
    at = 0
    while at < len(row):
        if found and found[-1].type == "LINE" and (called := _called(row, at)):
            found.append(Token("CALLED", called, start_pos=row[at].at))
            at = next(end for end in range(at, len(row)) if row[end].plain == OF_A_SUPPLY)
        name, value, length = _longest(row, at, vocabulary)
        last = row[at + length - 1]
        token = Token(name, value, start_pos=row[at].at, end_pos=last.at + len(last.written))
        if name == "PROPER" and found and found[-1].type == "PROPER" and row[at - 1].mark == "word" and length == 1:
            found[-1] = Token("PROPER", f"{found[-1].value} {value}", start_pos=found[-1].start_pos)
        else:
            found.append(token)
        at += length
    found = list(_tallied(found))
    before = (None, *found)
    return [
        token if ahead is not None and ahead.value in NO_PERSON else _whole(token, vocabulary)
        for token, ahead in zip(found, before, strict=False)
    ]


def _tallied(row: list[Token]) -> Iterator[Token]:
    """The tokens; bare counters are no damage where they lie on a Resource or Campaign, or are of any type."""
    holds = any(token.type == "TYPE" and token.value in HOLDERS for token in row)
    for at, token in enumerate(row):
        bare = token.type == "COUNTER" and token.value == "counter" and (not at or row[at - 1].type != "MARK")
        any_type = [each.value for each in row[at + 1 : at + 4]] == ["of", "any", "type"]
        yield token.update(type="TALLY") if bare and (holds or any_type) else token


HOLDERS = ("resource", "campaign")


def is_singular(noun: Token) -> bool:
    """Whether a noun stands there in its plain form, and no letter more."""
    return noun.end_pos is not None and noun.start_pos is not None and noun.end_pos - noun.start_pos == len(noun)


NO_PERSON = ("a", "each", "another", "other", "all", "no")
"""After these a word means any of a kind, and never the one card of which it is a part of the name."""


def _called(row: list[Piece], at: int) -> str:
    """The name between the numbers of a unit and the word that says where it comes from, as it is written."""
    end = next((end for end in range(at, len(row)) if row[end].plain == OF_A_SUPPLY), at)
    if any(each.mark not in ("word", "s") for each in row[at:end]):
        return ""
    return " ".join(each.written for each in row[at:end])


def _whole(token: Token, vocabulary: Vocabulary) -> Token:
    if token.type == "PROPER":
        return Token("PROPER", vocabulary.full_name(token.value), start_pos=token.start_pos)
    return token


def _longest(row: list[Piece], at: int, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """The longest token that begins at a piece: its terminal, its value, how many pieces it takes."""
    piece = row[at]
    if piece.mark in _MARKS:
        return _MARKS[piece.mark], piece.written.upper() if piece.mark == "signed" else piece.written, 1
    known = lexicon()
    name_length = _name_length(row, at, vocabulary)
    if _is_mark(row, at, vocabulary):
        return "MARK", piece.plain, 1
    if name_length < 2 and (kind := _kind_of_two(row, at, vocabulary)):
        return "KIND", kind, 2
    for length in range(min(known.longest, len(row) - at), 0, -1):
        if length < name_length:
            break
        words = tuple(each.plain for each in row[at : at + length])
        if (terminal := known.phrases.get(words)) is not None and not (length == name_length and length > 1):
            value = " ".join(words)
            return terminal, value.title() if terminal == "KIND" else value, length
    if name_length > 1:
        return (
            "PROPER",
            vocabulary.phrases[tuple(each.written.casefold() for each in row[at : at + name_length])],
            name_length,
        )
    return _alone(piece, vocabulary)


def _is_mark(row: list[Piece], at: int, vocabulary: Vocabulary) -> bool:
    """Whether a word names a kind of counters of a card's own: "a Force counter", "2 rage counters"."""
    after = row[at + 1].plain if at + 1 < len(row) else ""
    if row[at].mark != "word" or after not in ("counter", "counters"):
        return False
    word = row[at].plain
    return word == "force" or (word not in lexicon().single and not word.isdecimal() and word != "x")


def _name_length(row: list[Piece], at: int, vocabulary: Vocabulary) -> int:
    """How many pieces a known name of several words takes that begins here; 0 if none does."""
    if not row[at].written[:1].isupper() and not row[at].written[:1].isdecimal():
        return 0
    for length in range(min(vocabulary.longest, len(row) - at), 1, -1):
        if tuple(each.written.casefold() for each in row[at : at + length]) in vocabulary.phrases:
            words = row[at : at + length]
            if words[-1].plain == "pilot" and at and row[at - 1].plain in ("a", "or"):
                return 0  # "a Clone Pilot" is any Clone that is one
            if all(each.written[:1].isupper() or not each.written.isalpha() or len(each.written) < 4 for each in words):
                return length
    return 0


def _kind_of_two(row: list[Piece], at: int, vocabulary: Vocabulary) -> str:
    """The subtype of two words that begins here; empty if none does."""
    words = [each.written for each in row[at : at + 2] if each.mark == "word" and each.written[:1].isupper()]
    return vocabulary.kinds.get(" ".join(words).casefold(), "") if len(words) > 1 else ""


def _alone(piece: Piece, vocabulary: Vocabulary) -> tuple[str, str, int]:
    """A word that the lexicon lacks."""
    if piece.plain.isdecimal():
        return "NUM", piece.plain, 1
    if piece.plain in ("x", "y"):
        return "LETTER", piece.plain, 1
    if kind := vocabulary.kind(piece.written):
        return "KIND", kind, 1
    if piece.mark == "word" and (piece.written[:1].isupper() or any(sign.isdecimal() for sign in piece.written)):
        return "PROPER", piece.written, 1
    return UNKNOWN, piece.written, 1
