"""Card names: what is the name, what the version, what only marks a printing.

`Chewbacca's Bowcaster (Starter) (A)` is the card *Chewbacca's Bowcaster*,
version A, in its starter-deck printing. Two cards share a name exactly when
the English names are alike (rots.cards.same-name-definition); a version letter
makes a card unique (rots.unique.letter-makes-unique); the printing means
nothing to the rules.
"""

from __future__ import annotations

import re
import unicodedata

import msgspec

_BRACKET_AT_END = re.compile(r"\s*\(([^()]*)\)\s*$")
_VERSION = re.compile(r"[A-Z]$")
_PRINTING = re.compile(r"(?:promo|starter|preview|lego)\b", re.IGNORECASE)
_STRAY_PRINTING = re.compile(r"\s+Starter$")
_QUOTES = str.maketrans("‘’‚′`“”„–—\u00a0", "'''''\"\"\"-- ")
_LOST_APOSTROPHE = re.compile(r"(?<=\w)[?\ufffd](?=\w)")
_NO_SIGN = re.compile(r"[^0-9a-z]+")
# Letters that decomposition leaves whole.
_WHOLE_LETTERS = str.maketrans({"ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l"})


class CardName(msgspec.Struct, frozen=True, gc=False):
    """A name taken apart: `name`, `version` letter or "", `printing` marks or ""."""

    name: str
    version: str = ""
    printing: str = ""

    def render(self) -> str:
        """Write it as the community does: name, version, printing."""
        brackets = [f"({part})" for part in (self.version, self.printing) if part]
        return " ".join([self.name, *brackets])


def tidy(text: str) -> str:
    """Straighten quotes and dashes, put back lost apostrophes, collapse blanks."""
    straight = _LOST_APOSTROPHE.sub("'", text.translate(_QUOTES))
    return " ".join(straight.split())


def split_name(written: str) -> CardName:
    """Take a written card name apart.

    Bracket groups at the end are read from the right in any order; a group that
    is neither a version letter nor a printing belongs to the name.
    """
    rest, version = tidy(written), ""
    printings: list[str] = []
    while found := _BRACKET_AT_END.search(rest):
        inside = found.group(1).strip()
        if _VERSION.match(inside) and not version:
            version = inside
        elif _PRINTING.match(inside):
            printings.insert(0, inside)
        else:
            break
        rest = rest[: found.start()]
    if found := _STRAY_PRINTING.search(rest):
        printings.append("Starter")
        rest = rest[: found.start()]
    return CardName(rest, version, ", ".join(printings))


def normal(text: str) -> str:
    """Fold a name for look-up: lower case, no accents, signs become one blank.

    An apostrophe vanishes rather than splits, so `Vader's` meets `Vaders`.
    """
    lowered = tidy(text).casefold().translate(_WHOLE_LETTERS).replace("'", "")
    if not lowered.isascii():
        decomposed = unicodedata.normalize("NFKD", lowered)
        lowered = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return _NO_SIGN.sub(" ", lowered).strip()


def slug(text: str) -> str:
    """Turn a written name into the part of a face key: `vaders-tie-fighter-b`."""
    return normal(text).replace(" ", "-")
