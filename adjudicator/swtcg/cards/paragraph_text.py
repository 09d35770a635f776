"""One paragraph of a card's Text cell: what it is on, what keywords and compiler make of it, how it came out."""

from __future__ import annotations

import re

import msgspec

from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.naming import OWN_SIGN, SELF_SIGN
from adjudicator.swtcg.cards.compiling.reading.repairing import repaired
from adjudicator.swtcg.cards.compiling.story.about import GIVER
from adjudicator.swtcg.cards.keyword_reader import (
    Broken,
    EnhanceText,
    EquippedText,
    EquipText,
    PilotText,
    Read,
    ReservesText,
    read_items,
    read_paragraph,
)
from adjudicator.swtcg.cards.manual import manual
from adjudicator.swtcg.words.language import THIS, Ability, Keyword, Manual

_QUOTED = re.compile(r'"[^"]*"')
#: How a paragraph came out: all of it compiled, its frame only, or none of it.
COMPILED, BY_HAND, FRAME, MANUAL = "compiled", "by hand", "frame", "manual"
#: All of it understood, and some of it not carried out yet: judged like what is manual.
READ = "read"
WORDS_TOLD = 4
"""How many of the words that were not read are told; what is understood before them tells the rest."""


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph as understood. `broke` holds the words that were not, else empty.

    `abilities` is what it adds to the card; a paragraph that joined another one adds nothing
    itself. `state` is "compiled", "frame" (keyword compiled, inside manual), "read" (`read` is what it says) or
    "manual". `unknown`: what broke it is
    a word that the compiler has never met; `why`: what it could not say.
    """

    number: int
    state: str
    abilities: tuple[Ability, ...] = ()
    broke: str = ""
    unknown: bool = False
    why: str = ""
    read: tuple[Ability, ...] = ()

    def reason(self, words: int = WORDS_TOLD) -> str:
        """Why it is by hand, only read, or not read, with the first so many words of what was not."""
        if self.state in (BY_HAND, READ):
            return self.why
        broke = " ".join(_told_signs(self.broke).split()[:words])
        if self.unknown:
            return f"the word {broke!r} is not known"
        if self.why:
            return f"the effect language cannot say it: {self.why}"
        if self.broke.startswith("("):  # no words of the text: "(the end)"
            return f"not understood: {self.broke.strip('()')}"
        return f"not understood from {broke!r} on" if any(map(str.isalnum, broke)) else "not understood as a whole"


def _told_signs(text: str) -> str:
    """The text with words where the compiler's signs for the card itself stand."""
    return text.replace(SELF_SIGN, "this card").replace(OWN_SIGN, "this card")


class ParagraphText(msgspec.Struct, frozen=True):
    """A paragraph with what it is on: its number, its key, the card's types and name."""

    text: str
    number: int
    key: str
    types: tuple[str, ...]
    name: str
    unique: bool = False
    compiler: Compiler | None = None
    goes_on: bool = False

    def about(self, *, held: bool = False) -> About:
        """What the compiler is told of the card; `held`: the text is given to the unit that carries it."""
        own = GIVER if held else THIS
        return About(self.name, self.unique, self.types, own)

    def compiled(self, text: str, *, held: bool = False) -> tuple[Ability, ...] | NotUnderstood:
        """The abilities that a text says, by the compiler; what it did not understand otherwise."""
        if self.compiler is None:
            return NotUnderstood("")
        try:
            return self.compiler.abilities(text, self.about(held=held))
        except NotUnderstood as bad:
            return bad

    def given(self, item: str) -> tuple[Ability, ...] | NotUnderstood:
        """What one item of a list gives; an item may be in quotation marks, or only say what is got."""
        quoted = item.startswith('"') and item.endswith('"') and item.count('"') == 2
        made = self.compiled(item[1:-1] if quoted else item, held=True)
        if isinstance(made, NotUnderstood) and not quoted and " -> " not in _QUOTED.sub("", item):
            again = self.compiled(f"This unit gets {item}", held=True)
            return made if isinstance(again, NotUnderstood) else again
        return made

    def manual(self, text: str = "", part: str = "") -> Manual:
        """A text of the paragraph (all of it if none is given) that is left to the judge."""
        return manual(text or self.text, self.key + part, self.types, self.name)

    def inside(self, text: str, form: str, part: str = "") -> Manual:
        """Describe a manual inside of a frame, whose form the frame gives."""
        found = manual(text, self.key + part, (), self.name)
        return msgspec.structs.replace(found, form=form) if form else found


def keywords(text: str, name: str) -> tuple[Read, ...] | Broken:
    """A paragraph by its keywords; behind them in brackets may stand what they mean, and they may be misspelt."""
    read = read_paragraph(text, name)
    if not isinstance(read, Broken) or text.count('"') or "->" in text.partition("(")[2]:
        return read
    again = read_paragraph(repaired(text), name)
    return read if isinstance(again, Broken) or not all(isinstance(each, Keyword) for each in again) else again


def abilities_of(read: tuple[Read, ...]) -> tuple[Ability, ...]:
    """The abilities that a paragraph of keywords says."""
    frames = EnhanceText | EquipText | EquippedText | PilotText | ReservesText
    found = tuple(each for each in read if not isinstance(each, frames))
    assert len(found) == len(read), "frames come alone"
    return found


def given_items(
    text: ParagraphText, rest: str, written: tuple[str, ...] | None = None
) -> tuple[tuple[Ability, ...], str]:
    """Read what is given, item by item; an item not understood is manual by itself.

    `written` are the items as they stand on a Pilot, which means itself by its name, not the unit it is on.
    """
    gives: list[Ability] = []
    broke = ""
    items = read_items(rest, text.name)
    for at, (item, read) in enumerate(items, 1):
        if isinstance(read, Broken):
            made = text.given(written[at - 1] if written is not None and len(written) == len(items) else item)
            if not isinstance(made, NotUnderstood):
                gives.extend(made)
                continue
            whole = text.compiled(f"This unit gets {rest}", held=True) if at == 1 or len(items) > 1 else made
            if written is None and not isinstance(whole, NotUnderstood):
                return whole, ""
            gives.append(text.inside(item.strip('"'), "", f".{at}"))
            broke = broke or made.words or read.words
        else:
            gives.extend(read)
    return tuple(gives), broke
