"""Effects by hand: what the compiler cannot make of a text, written down as effect data, each with its reason.

`data/by_hand.json` has them by the face's key. They stand in for the paragraphs they name, and only where those were
not compiled: a compiler that has learned more makes them needless. They are of one wording, of which a digest is kept:
a file that words the card otherwise is not taken to mean the same.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib import resources

import msgspec
from msgspec import structs

from adjudicator.swtcg.cards.diagnostics import Diagnostic
from adjudicator.swtcg.cards.paragraph_text import BY_HAND, COMPILED, Paragraph
from adjudicator.swtcg.words.language import Ability


class HandMade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some paragraphs of a card by hand: why, what they do, and the rules that say how to read them; `words` is the
    digest of their wording (`digest_of`).
    """

    paragraphs: tuple[int, ...]
    words: str
    reason: str
    abilities: tuple[Ability, ...]
    rules: tuple[str, ...] = ()


@cache
def hand_made() -> dict[str, HandMade]:
    """All effects by hand, by the face's key."""
    data = resources.files(__package__).joinpath("data", "by_hand.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, HandMade])


def digest_of(texts: Sequence[str]) -> str:
    """What tells a wording from another one: 16 hexadecimal digits for its words, signs and capitals apart."""
    words = " ".join(re.findall(r"\w+", " ".join(texts).casefold()))
    return blake2b(words.encode(), digest_size=8).hexdigest()


def with_hand(
    paragraphs: tuple[Paragraph, ...],
    key: str,
    texts: Sequence[str],
    line: int,
    found: list[Diagnostic],
    hands: Mapping[str, HandMade] | None = None,
) -> tuple[Paragraph, ...]:
    """A card's paragraphs with what is by hand in place of what was not compiled; `texts` are its paragraphs' own.

    `hands` are effects by hand other than the project's.
    Where the texts are not the wording that was read the judge is left with them, and `found` tells their digest.
    """
    made = (hand_made() if hands is None else hands).get(key)
    if made is None or all(each.state == COMPILED for each in paragraphs if each.number in made.paragraphs):
        return paragraphs
    digest = digest_of([text for number, text in enumerate(texts, 1) if number in made.paragraphs])
    if made.words != digest:
        found.append(Diagnostic("OTHER_WORDS_BY_HAND", line, f"{key}, words {digest}", "left to the judge"))
        return paragraphs
    first = made.paragraphs[0]
    return tuple(
        structs.replace(
            each,
            state=BY_HAND,
            abilities=made.abilities if each.number == first else (),
            why=made.reason,
            unknown=False,
        )
        if each.number in made.paragraphs
        else each
        for each in paragraphs
    )
