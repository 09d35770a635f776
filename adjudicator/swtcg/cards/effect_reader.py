"""A card's Text cell as abilities: keywords compiled, the rest manual.

Paragraphs are read one by one (`keyword_reader`) and then fitted together:
an Enhance joins the paragraph it enhances, what an Equipment gives joins the
cost of attaching it, a Pilot, Bounty or Reserves takes its inside in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudicator.swtcg.cards.compiling.paragraph import Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.reading.spelled_out import framing
from adjudicator.swtcg.cards.equipment_reader import read_equipment
from adjudicator.swtcg.cards.keyword_reader import (
    Broken,
    EnhanceText,
    EquippedText,
    EquipText,
    PilotText,
    Read,
    ReservesText,
    parse,
    read_paragraph,
)
from adjudicator.swtcg.cards.manual import form_of, touches
from adjudicator.swtcg.cards.paragraph_text import (
    COMPILED,
    FRAME,
    MANUAL,
    Paragraph,
    ParagraphText,
    abilities_of,
    given_items,
    keywords,
)
from adjudicator.swtcg.cards.paragraphs import list_items, split_paragraphs, with_self_sign
from adjudicator.swtcg.cards.played_reader import read_played
from adjudicator.swtcg.cards.read_ahead import left_to_the_judge
from adjudicator.swtcg.words.face import UNIT_TYPES
from adjudicator.swtcg.words.keywords import REDUCED_COST
from adjudicator.swtcg.words.language import (
    Ability,
    Activated,
    Both,
    ByHand,
    Insert,
    Keyword,
    PilotOf,
    Reserves,
    Static,
    There,
    Those,
    Triggered,
)

_INSERT = re.compile(r"insert\s*:\s*", re.IGNORECASE)
_BOUNTY = re.compile(r"bounty\s*:\s*", re.IGNORECASE)


def read_text(
    cell: str,
    *,
    key: str,
    types: tuple[str, ...],
    name: str,
    unique: bool = False,
    arenas: tuple[str, ...] = (),
    compiler: Compiler | None = None,
) -> tuple[Paragraph, ...]:
    """Read a Text cell. `key` is the face's; a manual paragraph is `key#number`, counted from 1. `arenas` are the unit
    types that an Equipment's subtypes begin with.

    Without a compiler only keyword abilities are read.
    """
    texts = split_paragraphs(cell)
    return read_parts(texts, key=key, types=types, name=name, unique=unique, arenas=arenas, compiler=compiler)


def read_parts(
    cut: Sequence[str],
    *,
    key: str,
    types: tuple[str, ...],
    name: str,
    unique: bool = False,
    arenas: tuple[str, ...] = (),
    stays: bool = False,
    compiler: Compiler | None = None,
) -> tuple[Paragraph, ...]:
    """Read a text that is cut into its paragraphs; see `read_text`. `stays`: a Mission that stays in play."""
    parts = _joined(cut) if compiler is not None else tuple((text, False) for text in cut)
    texts = [
        ParagraphText(
            _given_so(_given_otherwise(text), name), number, f"{key}#{number}", types, name, unique, compiler, goes_on
        )
        for number, (text, goes_on) in enumerate(parts, 1)
    ]
    if compiler is not None and not any(kind in UNIT_TYPES for kind in types):
        own = [each for each in texts if framing(each.text) == REDUCED_COST]
        if own:  # what the card costs is no part of what it does
            kept = [each.number for each in texts if each not in own]
            paid = tuple(_plain(each, keywords(each.text, name)) for each in own)
            others = read_parts(
                [cut[number - 1] for number in kept],
                key=key, types=types, name=name, unique=unique, arenas=arenas, stays=stays, compiler=compiler,
            )  # fmt: skip
            return (*(msgspec.structs.replace(each, number=kept[each.number - 1]) for each in others), *paid)
    read = [keywords(each.text, name) for each in texts]
    if "equipment" in types:
        return left_to_the_judge(read_equipment(texts, arenas), texts)
    if ("battle" in types or "mission" in types) and not stays:
        return read_played(texts, read)
    plain: list[Paragraph] = []
    for text, found in zip(texts, read, strict=True):
        if text.goes_on and plain:
            plain.append(Paragraph(text.number, plain[-1].state, (), plain[-1].broke))
            continue
        plain.append(_plain(text, found))
    return left_to_the_judge(plain, texts)


def _plain(text: ParagraphText, read: tuple[Read, ...] | Broken) -> Paragraph:
    """Fit one paragraph of a unit or Location."""
    if isinstance(read, Broken) and text.compiler is not None and (at := text.text.find("[Pilot]")) > 0:
        return _parted(text, at)  # the files have not parted it from what stands before it
    if isinstance(read, Broken) and (opening := _INSERT.match(text.text)) is not None:
        rest = msgspec.structs.replace(text, text=text.text[opening.end() :])
        found = _plain(rest, keywords(rest.text, text.name))
        return msgspec.structs.replace(found, abilities=tuple(Insert(ability=each) for each in found.abilities))
    if isinstance(read, Broken) and text.compiler is not None and (cut := _run_on(text)):
        return _parted(text, cut)
    if isinstance(read, Broken):
        made = text.compiled(text.text)
        if not isinstance(made, NotUnderstood):
            return Paragraph(text.number, COMPILED, made)
        if (opening := _BOUNTY.match(text.text)) is not None:
            inside = text.text[opening.end() :]
            gained = (ByHand(key=text.key, touches=touches(inside)),)
            return _unread(text, FRAME, (Keyword(name="bounty", do=gained),), read, made)
        return _unread(text, MANUAL, (text.manual(),), read, made)
    first = read[0]
    if isinstance(first, PilotText):
        return _pilot(text, first)
    if isinstance(first, ReservesText):
        return _reserves(text, first.rest)
    if isinstance(first, EnhanceText | EquipText | EquippedText):
        # Only Battle cards, Missions and Equipment have these.
        return Paragraph(text.number, MANUAL, (text.manual(),), text.text.split()[0])
    return Paragraph(text.number, COMPILED, abilities_of(read))


def _pilot(text: ParagraphText, read: PilotText) -> Paragraph:
    """What a Pilot gives: "this Podracer" is what his unit is called, so that what says it is for such a unit."""
    kinds = re.compile(rf"\bthis ({'|'.join(map(re.escape, read.kinds))})\b", re.IGNORECASE)
    items = list_items(text.text.partition(" gets")[2].lstrip(": "))
    written = tuple(kinds.sub("this unit", each) for each in items)
    gives, broke = given_items(text, kinds.sub("this unit", read.rest), written)
    if len(gives) == len(items):
        gives = tuple(
            _for_a_kind(given, called[1], read.kinds) if (called := kinds.search(item)) is not None else given
            for given, item in zip(gives, items, strict=True)
        )
    return Paragraph(text.number, FRAME if broke else COMPILED, (PilotOf(subtypes=read.kinds, gives=gives),), broke)


def _for_a_kind(given: Ability, word: str, kinds: Sequence[str]) -> Ability:
    """What is given, if what it is given to is of the kind that a word names, one of the Pilot's kinds
    (crf.card.hounds-tooth-a.pilot-text-copied-exactly).
    """
    if not isinstance(given, Static | Triggered):
        return given
    subtype = next(kind for kind in kinds if kind.casefold() == word.casefold())
    so = There(are=Those(what="stack", bound="this", subtype=subtype))
    return msgspec.structs.replace(given, condition=so if given.condition is None else Both(of=(so, given.condition)))


_GIVEN_SO = re.compile(
    r"(?P<head>\[Pilot\] (?P<kinds>[\w ]+?) Pilot\.) (?:If|As long as) (?P<so>[^,]+), "
    r"(?:it|that unit) gets:? (?P<gets>.+)",
    re.IGNORECASE,
)
_PLAIN_GIFT = re.compile(r"[+-]\d+ (?:speed|power|health)|[A-Z][a-z]+(?: [A-Z][a-z]+)? \d+")


_OTHERWISE = re.compile(
    r"(?P<head>\[Pilot\] (?P<kinds>[\w ]+?) Pilot\.) The [\w ]+? (?P<does>(?:can|can't|may|has|costs|ignores|must) .+)",
    re.IGNORECASE,
)


def _given_otherwise(text: str) -> str:
    """Of a Pilot whose unit can or must do something, which is got by it like any value."""
    found = _OTHERWISE.fullmatch(text)
    if found is None or " gets" in text[: found.start("does")]:
        return text
    return f"{found['head']} The {found['kinds']} gets: * This unit {found['does']}"


def _given_so(text: str, name: str) -> str:
    """Of a Pilot who gives values or keywords as long as something is so: each of the gifts with that condition. He is
    the extra Pilot where another one is on the unit with him (crf.card.nien-nunb-a.extra-pilot-meaning).
    """
    found = _GIVEN_SO.fullmatch(text)
    gifts = list_items(found["gets"]) if found is not None else ()
    if found is None or not all(_PLAIN_GIFT.fullmatch(each) for each in gifts):
        return text
    unit = rf"\bthe (?:{found['kinds'].replace(' and ', ' or ')}|unit)\b"
    so = re.sub(unit, "this unit", found["so"], flags=re.IGNORECASE)
    so = re.sub(rf"{re.escape(name)} is the extra pilot on this unit", "this unit has 2 or more Pilots on it", so)
    if not so.casefold().startswith(("this unit ", "you ", "your ")):
        return text
    given = " ".join(f"* As long as {so}, this unit gets {each}." for each in gifts)
    return f"{found['head']} The {found['kinds']} gets: {given}"


_SENTENCE = re.compile(r"(?<=[\w)]) (?=(?:When|Whenever|Each|As long as|Pay|Tap|This unit) )")


def _run_on(text: ParagraphText) -> int:
    """Where a sentence begins behind keywords that the files have not parted from it; 0 if none does."""
    at = _SENTENCE.search(text.text)
    if at is None or " -> " in text.text[: at.start()]:
        return 0
    before = keywords(text.text[: at.start()], text.name)
    return at.start() if not isinstance(before, Broken) and all(isinstance(each, Keyword) for each in before) else 0


def _parted(text: ParagraphText, at: int) -> Paragraph:
    """Two abilities that stand in one paragraph."""
    parts = [msgspec.structs.replace(text, text=part.strip()) for part in (text.text[:at], text.text[at:])]
    read = [_plain(part, read_paragraph(part.text, part.name)) for part in parts]
    worst = next((each for each in read if each.state != COMPILED), read[0])
    return msgspec.structs.replace(worst, abilities=tuple(ability for each in read for ability in each.abilities))


_CONTINUES = re.compile(
    r"play only\b|you may take\b|your opponent can't use \w+ to prevent that damage\b", re.IGNORECASE
)


def _joined(texts: Sequence[str]) -> tuple[tuple[str, bool], ...]:
    """Paragraphs that the files cut in two: what only goes on with the one before is read with it, and marked."""
    found: list[tuple[str, bool]] = []
    for text in texts:
        at = next((at for at in range(len(found) - 1, -1, -1) if not found[at][1]), None)
        goes_on = _CONTINUES.match(text) is not None and at is not None
        if goes_on and at is not None:
            found[at] = (f"{found[at][0].rstrip('.')}. {text}", False)
        found.append((text, goes_on))
    return tuple(found)


def _unread(
    text: ParagraphText, state: str, abilities: tuple[Ability, ...], read: Broken, made: NotUnderstood
) -> Paragraph:
    """A paragraph that is not all understood, with the words at which the compiler, or else the keywords, broke."""
    return Paragraph(text.number, state, abilities, made.words or read.words, made.unknown, made.why)


def _reserves(text: ParagraphText, rest: str) -> Paragraph:
    """Read the inside of Reserves, which is an activated ability where it has an arrow, or a keyword's."""
    plain = read_paragraph(rest, text.name)
    if not isinstance(plain, Broken) and all(isinstance(each, Keyword) for each in plain):
        return Paragraph(text.number, COMPILED, tuple(Reserves(ability=each) for each in abilities_of(plain)))
    read = parse(with_self_sign(rest, text.name), "costed")
    if isinstance(read, Broken):
        made = text.compiled(rest)
        if isinstance(made, NotUnderstood) and " -> " not in rest:
            made = text.compiled(f"Pay 0 Force -> {rest}")
        if not isinstance(made, NotUnderstood):
            return Paragraph(text.number, COMPILED, tuple(Reserves(ability=each) for each in made))
        inside = text.inside(rest, form_of(rest, (), paid=" -> " in rest))
        return Paragraph(text.number, FRAME, (Reserves(ability=inside),), read.words)
    cost, do = read
    return Paragraph(text.number, COMPILED, (Reserves(ability=Activated(do=do, cost=cost)),))
