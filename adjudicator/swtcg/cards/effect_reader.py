"""A card's Text cell as abilities: keywords compiled, the rest manual.

Paragraphs are read one by one (`keyword_reader`) and then fitted together:
an Enhance joins the paragraph it enhances, what an Equipment gives joins the
cost of attaching it, a Pilot, Bounty or Reserves takes its inside in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudicator.swtcg.cards.compiling.normalising import repaired
from adjudicator.swtcg.cards.compiling.paragraph import About, Compiler, NotUnderstood
from adjudicator.swtcg.cards.compiling.playing import compile_played
from adjudicator.swtcg.cards.equipping import as_its_own, as_the_carrier, attachable, carried_by, whatever_its_state
from adjudicator.swtcg.cards.keyword_reader import (
    Broken,
    EnhanceText,
    EquippedText,
    EquipText,
    PilotText,
    Read,
    ReservesText,
    parse,
    read_items,
    read_paragraph,
)
from adjudicator.swtcg.cards.manual import RESTRICTION, form_of, manual, only_of, touches
from adjudicator.swtcg.cards.paragraphs import list_items, split_paragraphs, with_self_sign
from adjudicator.swtcg.cards.selecting import carriers
from adjudicator.swtcg.effects.language import (
    THIS,
    Ability,
    Activated,
    AnyOf,
    ByHand,
    Cost,
    EquipTo,
    Grant,
    Insert,
    Keyword,
    Manual,
    PilotOf,
    Play,
    Reserves,
    Static,
    There,
    Those,
)

GIVER = Those(what="stack", bound="giver")
"""The Pilot or Equipment that gives an ability, in that ability."""
_INSERT = re.compile(r"insert\s*:\s*", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"')
_BOUNTY = re.compile(r"bounty\s*:\s*", re.IGNORECASE)
#: How a paragraph came out: all of it compiled, its frame only, or none of it.
COMPILED, BY_HAND, FRAME, MANUAL = "compiled", "by hand", "frame", "manual"


class Paragraph(msgspec.Struct, frozen=True):
    """One paragraph as understood. `broke` holds the words that were not, else empty.

    `abilities` is what it adds to the card; a paragraph that joined another one adds nothing
    itself. `state` is "compiled", "frame" (keyword compiled, inside manual) or "manual". `unknown`: what broke it is
    a word that the compiler has never met; `why`: what it could not say.
    """

    number: int
    state: str
    abilities: tuple[Ability, ...] = ()
    broke: str = ""
    unknown: bool = False
    why: str = ""


class _Text(msgspec.Struct, frozen=True):
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
        return manual(text or self.text, self.key + part, self.types, self.name)

    def inside(self, text: str, form: str, part: str = "") -> Manual:
        """Describe a manual inside of a frame, whose form the frame gives."""
        found = manual(text, self.key + part, (), self.name)
        return msgspec.structs.replace(found, form=form) if form else found


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
    cut = split_paragraphs(cell)
    parts = _joined(cut) if compiler is not None else tuple((text, False) for text in cut)
    texts = [
        _Text(text, number, f"{key}#{number}", types, name, unique, compiler, goes_on)
        for number, (text, goes_on) in enumerate(parts, 1)
    ]
    read = [_keywords(each.text, name) for each in texts]
    if "equipment" in types:
        return _equipment(texts, arenas)
    if "battle" in types or "mission" in types:
        return _played(texts, read)
    plain: list[Paragraph] = []
    for text, found in zip(texts, read, strict=True):
        if text.goes_on and plain:
            plain.append(Paragraph(text.number, plain[-1].state, (), plain[-1].broke))
            continue
        plain.append(_plain(text, found))
    return tuple(plain)


def _keywords(text: str, name: str) -> tuple[Read, ...] | Broken:
    """A paragraph by its keywords; behind them in brackets may stand what they mean, and they may be misspelt."""
    read = read_paragraph(text, name)
    if not isinstance(read, Broken) or text.count('"') or "->" in text.partition("(")[2]:
        return read
    again = read_paragraph(repaired(text), name)
    return read if isinstance(again, Broken) or not all(isinstance(each, Keyword) for each in again) else again


def _plain(text: _Text, read: tuple[Read, ...] | Broken) -> Paragraph:
    """Fit one paragraph of a unit or Location."""
    if isinstance(read, Broken) and text.compiler is not None and (at := text.text.find("[Pilot]")) > 0:
        return _before_pilot(text, at)
    if isinstance(read, Broken) and (opening := _INSERT.match(text.text)) is not None:
        rest = msgspec.structs.replace(text, text=text.text[opening.end() :])
        found = _plain(rest, _keywords(rest.text, text.name))
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
        gives, broke = _items(text, first.rest, list_items(text.text.partition(" gets")[2].lstrip(": ")))
        return Paragraph(
            text.number, FRAME if broke else COMPILED, (PilotOf(subtypes=first.kinds, gives=gives),), broke
        )
    if isinstance(first, ReservesText):
        return _reserves(text, first.rest)
    if isinstance(first, EnhanceText | EquipText | EquippedText):
        # Only Battle cards, Missions and Equipment have these.
        return Paragraph(text.number, MANUAL, (text.manual(),), text.text.split()[0])
    return Paragraph(text.number, COMPILED, _abilities(read))


def _before_pilot(text: _Text, at: int) -> Paragraph:
    """A paragraph that the files did not part: another ability stands before the Pilot ability."""
    return _parted(text, at)


_SENTENCE = re.compile(r"(?<=[\w)]) (?=(?:When|Whenever|Each|As long as|Pay|Tap|This unit) )")


def _run_on(text: _Text) -> int:
    """Where a sentence begins behind keywords that the files have not parted from it; 0 if none does."""
    at = _SENTENCE.search(text.text)
    if at is None or " -> " in text.text[: at.start()]:
        return 0
    before = _keywords(text.text[: at.start()], text.name)
    return at.start() if not isinstance(before, Broken) and all(isinstance(each, Keyword) for each in before) else 0


def _parted(text: _Text, at: int) -> Paragraph:
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


def _unread(text: _Text, state: str, abilities: tuple[Ability, ...], read: Broken, made: NotUnderstood) -> Paragraph:
    """A paragraph that is not all understood, with the words at which the compiler, or else the keywords, broke."""
    return Paragraph(text.number, state, abilities, made.words or read.words, made.unknown, made.why)


def _abilities(read: tuple[Read, ...]) -> tuple[Ability, ...]:
    frames = EnhanceText | EquipText | EquippedText | PilotText | ReservesText
    found = tuple(each for each in read if not isinstance(each, frames))
    assert len(found) == len(read), "frames come alone"
    return found


def _items(text: _Text, rest: str, written: tuple[str, ...] | None = None) -> tuple[tuple[Ability, ...], str]:
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


def _reserves(text: _Text, rest: str) -> Paragraph:
    """Read the inside of Reserves, which is an activated ability where it has an arrow."""
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


def _played(texts: list[_Text], read: list[tuple[Read, ...] | Broken]) -> tuple[Paragraph, ...]:
    """Fit a Battle card or Mission together: an Enhance belongs to the paragraph before it.

    A played Enhance costs the card's own Force and its own on top, where it says "more"
    (rots.keywords.enhance); `Play.enhance` carries that whole cost. The first ability of the card
    is always what it does when played; restrictions (form "restriction") and further texts follow.
    """
    if texts and texts[0].compiler is not None:
        whole = compile_played([text.text for text in texts], texts[0].about(), texts[0].compiler)
        if isinstance(whole, tuple):
            return tuple(Paragraph(text.number, COMPILED, each) for text, each in zip(texts, whole, strict=True))
        failed = whole
    else:
        failed = {}
    paragraphs: list[Paragraph] = []
    for text, found in zip(texts, read, strict=True):
        bad = failed.get(text.number)
        enhance = found[0] if not isinstance(found, Broken) else None
        if isinstance(enhance, EnhanceText) and paragraphs and isinstance(base := _last_manual(paragraphs), Manual):
            paragraphs[-1] = msgspec.structs.replace(paragraphs[-1], abilities=(_enhanced(base, text, enhance),))
            broke = bad.words if bad else " ".join(enhance.rest.split()[:4])
            paragraphs.append(
                Paragraph(text.number, FRAME, (), broke, bool(bad and bad.unknown), bad.why if bad else "")
            )
        elif isinstance(found, Broken) or enhance is not None:
            broke = found.words if isinstance(found, Broken) else "(a keyword of units)"
            broke = bad.words if bad else broke
            paragraphs.append(
                Paragraph(
                    text.number, MANUAL, (text.manual(),), broke, bool(bad and bad.unknown), bad.why if bad else ""
                )
            )
    return tuple(sorted(paragraphs, key=_is_restriction))


def _is_restriction(paragraph: Paragraph) -> bool:
    return any(isinstance(each, Manual) and each.form == RESTRICTION for each in paragraph.abilities)


def _last_manual(paragraphs: list[Paragraph]) -> Ability | None:
    return paragraphs[-1].abilities[0] if len(paragraphs[-1].abilities) == 1 else None


def _enhanced(base: Manual, text: _Text, enhance: EnhanceText) -> Play:
    """Join a manual effect with its Enhance, both carried out by hand."""
    own = base.cost if enhance.more else msgspec.structs.replace(base.cost, force=0)
    cost = msgspec.structs.replace(own, force=own.force + enhance.force)
    return Play(
        do=(ByHand(key=base.key, touches=base.touches),),
        cost=base.cost,
        only=base.only,
        enhance=Play(
            do=(ByHand(key=text.key, touches=touches(enhance.rest)),), cost=cost, only=only_of(text.text) or base.only
        ),
    )


def _equipment(texts: list[_Text], arenas: tuple[str, ...]) -> tuple[Paragraph, ...]:
    """Fit an Equipment together: cost of attaching, who may carry it, what the carrier gets.

    A paragraph for a special carrier ("also") becomes a grant on the condition that the carrier
    is one. The whole card is manual without one cost and carriers that are understood; where several paragraphs name
    a carrier, each is special, and the type line says which units may carry it (idc.equipment.subtypes-are-unit-types).
    """
    framed = [attachable(text.text, text.name) for text in texts]
    only = [who for _, who in framed if who]
    bare = [msgspec.structs.replace(text, text=rest) for text, (rest, _) in zip(texts, framed, strict=True)]
    read = [_keywords(each.text, each.name) for each in bare]
    firsts = [None if isinstance(each, Broken) else each[0] for each in read]
    costs = [each.cost for each in firsts if isinstance(each, EquipText)]
    mains = [each.carrier for each in firsts if isinstance(each, EquippedText) and not each.also]
    mains = mains or [kind for each, text in zip(read, bare, strict=True) if (kind := _spoken_of(each, text))][:1]
    to: tuple[Those, ...] = (Those(side="yours", types=arenas),) if arenas else ()
    if only:
        to = tuple(msgspec.structs.replace(each, types=each.types or arenas) for each in _carriers(texts[0], only[0]))
    elif len(mains) == 1:
        to = tuple(whatever_its_state(each, arenas) for each in _carriers(texts[0], mains[0]))
    if len(costs) != 1 or len(only) > 1 or not to or any(each.side != "yours" for each in to):
        broke = next((who for who in only if not _carriers(texts[0], who)), "(no carrier)")
        return tuple(
            Paragraph(text.number, MANUAL, (text.manual(),), each.words if isinstance(each, Broken) else broke)
            for text, each in zip(texts, read, strict=True)
        )
    gives: list[Ability] = []
    paragraphs: list[Paragraph] = []
    for text, each in zip(bare, read, strict=True):
        given, broke = _given(text, each, to) if text.text else ((), "")
        gives.extend(given)
        paragraphs.append(Paragraph(text.number, FRAME if broke else COMPILED, (), broke))
    # Several kinds of carrier are several ways of attaching; what is given is given once.
    whole = (
        EquipTo(to=to[0], cost=costs[0], gives=tuple(gives)),
        *(EquipTo(to=other, cost=costs[0]) for other in to[1:]),
    )
    last = next((at for at, each in enumerate(firsts) if isinstance(each, EquippedText) and not each.also), -1)
    paragraphs[last] = msgspec.structs.replace(paragraphs[last], abilities=whole)
    return tuple(paragraphs)


def _spoken_of(read: tuple[Read, ...] | Broken, text: _Text) -> str:
    """The kind of unit that a paragraph which is in no frame speaks of as the carrier; empty if of any unit."""
    kind = carried_by(text.text) if isinstance(read, Broken) else ""
    return "" if kind == "unit" else kind


def _carriers(text: _Text, phrase: str) -> tuple[Those, ...]:
    """Who may carry an Equipment: by the words of type lines, else as the compiler reads a noun phrase."""
    known = carriers(phrase, text.name)
    if known or text.compiler is None:
        return known
    whose = re.sub(r"^(?:your|each of your) ", "of your ", phrase)
    those = text.compiler.unit(whose, text.about())
    if those is None or those.side == "opponents":
        return ()
    return (msgspec.structs.replace(those, side="yours"),)


def _given(text: _Text, read: tuple[Read, ...] | Broken, to: tuple[Those, ...]) -> tuple[tuple[Ability, ...], str]:
    """Read what one paragraph of an Equipment adds to its carrier, who is one of those."""
    if isinstance(read, Broken):
        made = text.compiled(as_its_own(text.text, text.name), held=True)
        if isinstance(made, NotUnderstood):
            return (text.manual(),), made.words or read.words
        kind = carried_by(text.text)
        return _for_carriers(text, made, kind, to) if kind else (made, "")
    first = read[0]
    if isinstance(first, EquipText):
        return (), ""
    if not isinstance(first, EquippedText):
        return _abilities(read), ""
    rest = text.text.partition(" gets ")[2].rstrip(".") or first.rest
    special = _carriers(text, first.carrier) if first.also else ()
    given, broke = _items(text, as_the_carrier(rest, (each.name for each in special if each.name)))
    made, unknown = _for_carriers(text, given, first.carrier, to)
    return made, broke or unknown


def _for_carriers(
    text: _Text, given: tuple[Ability, ...], kind: str, to: tuple[Those, ...]
) -> tuple[tuple[Ability, ...], str]:
    """What is given to a kind of carrier: as it is if every carrier is of that kind."""
    special = _carriers(text, kind)
    if not special:
        return (text.manual(),), kind
    if special == to or special == (Those(side="yours"),):
        return given, ""
    return (*(_only_on(special, ability) for ability in given),), ""


def _only_on(special: tuple[Those, ...], ability: Ability) -> Static:
    """Give an ability on the condition that the carrier is of a kind, or is called so."""
    kinds = [msgspec.structs.replace(each, what="stack", side="any", bound="this") for each in special]
    there = [There(are=each) for each in kinds]
    condition = there[0] if len(there) == 1 else AnyOf(of=tuple(there))
    return Static(changes=(Grant(to=THIS, ability=ability),), condition=condition)


__all__ = ["BY_HAND", "COMPILED", "FRAME", "MANUAL", "Cost", "Paragraph", "read_text"]
