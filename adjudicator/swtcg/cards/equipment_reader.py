"""The text of an Equipment as abilities: cost of attaching, who may carry it, what the carrier gets."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from adjudicator.swtcg.cards.compiling.paragraph import NotUnderstood
from adjudicator.swtcg.cards.equipping import as_its_own, as_the_carrier, attachable, carried_by, whatever_its_state
from adjudicator.swtcg.cards.keyword_reader import Broken, EquippedText, EquipText, Read
from adjudicator.swtcg.cards.paragraph_text import (
    COMPILED,
    FRAME,
    MANUAL,
    READ,
    Paragraph,
    ParagraphText,
    abilities_of,
    given_items,
    keywords,
)
from adjudicator.swtcg.cards.read_ahead import NOT_BUILT
from adjudicator.swtcg.cards.selecting import carriers
from adjudicator.swtcg.words.ahead import is_ahead
from adjudicator.swtcg.words.face import UNIT_TYPES
from adjudicator.swtcg.words.language import FREE, THIS, Ability, AnyOf, Cost, EquipTo, Grant, Static, There, Those


def read_equipment(texts: list[ParagraphText], arenas: tuple[str, ...]) -> tuple[Paragraph, ...]:
    """Fit an Equipment together: cost of attaching, who may carry it, what the carrier gets.

    A paragraph for a special carrier ("also") becomes a grant on the condition that the carrier
    is one. The whole card is manual without one cost and carriers that are understood; where several paragraphs name
    a carrier, each is special, and the type line says which units may carry it (idc.equipment.subtypes-are-unit-types).
    """
    framed = [attachable(text.text, text.name) for text in texts]
    only = [who for _, who in framed if who]
    bare = [msgspec.structs.replace(text, text=rest) for text, (rest, _) in zip(texts, framed, strict=True)]
    read = [_read(each) for each in bare]
    firsts = [None if isinstance(each, Broken) else each[0] for each in read]
    costs = [each.cost for each in firsts if isinstance(each, EquipText)]
    mains = [each.carrier for each in firsts if isinstance(each, EquippedText) and not each.also]
    mains = mains or [kind for each, text in zip(read, bare, strict=True) if (kind := _spoken_of(each, text))][:1]
    to: tuple[Those, ...] = (Those(side="yours", types=arenas),) if arenas else ()
    if only:
        to = tuple(msgspec.structs.replace(each, types=each.types or arenas) for each in _carriers(texts[0], only[0]))
    elif len(mains) == 1:
        to = tuple(whatever_its_state(each, arenas) for each in _carriers(texts[0], mains[0]))
    itself = [text for text in bare if _ITSELF.match(text.text)]
    if not costs and len(itself) == 1 and to and len(bare) > 1:
        return _by_itself(itself[0], bare, read, firsts, to, arenas)
    if len(costs) != 1 or len(only) > 1 or not to or any(each.side != "yours" for each in to):
        broke = next((who for who in only if not _carriers(texts[0], who)), "(no carrier)")
        return tuple(
            Paragraph(text.number, MANUAL, (text.manual(),), each.words if isinstance(each, Broken) else broke)
            for text, each in zip(texts, read, strict=True)
        )
    return _of_parts(bare, read, firsts, costs[0], to, arenas)


def _of_parts(
    bare: Sequence[ParagraphText],
    read: Sequence[tuple[Read, ...] | Broken],
    firsts: Sequence[Read | None],
    cost: Cost,
    to: tuple[Those, ...],
    arenas: tuple[str, ...],
) -> tuple[Paragraph, ...]:
    """What each paragraph gives, and the Equipment that they make together."""
    gives: list[Ability] = []
    paragraphs: list[Paragraph] = []
    for text, each in zip(bare, read, strict=True):
        given, broke = _given(text, each, to) if text.text else ((), "")
        gives.extend(given)
        if not isinstance(each, Broken) and isinstance(each[0], EquipText) and is_ahead(each[0].cost):
            paragraphs.append(Paragraph(text.number, READ, why=NOT_BUILT))
            continue
        paragraphs.append(Paragraph(text.number, FRAME if broke else COMPILED, (), broke))
    # Several kinds of carrier are several ways of attaching; what is given is given once.
    within = tuple(_of_type_line(each, arenas) for each in to)
    whole = (
        EquipTo(to=within[0], cost=cost, gives=tuple(gives)),
        *(EquipTo(to=other, cost=cost) for other in within[1:]),
    )
    last = next((at for at, each in enumerate(firsts) if isinstance(each, EquippedText) and not each.also), -1)
    paragraphs[last] = msgspec.structs.replace(paragraphs[last], abilities=whole)
    return tuple(paragraphs)


_ITSELF = re.compile(r"when(?:ever)? you [^.]*?, attach this \w+ to (?:it|that unit)\b", re.IGNORECASE)
"""An Equipment that needs no cost to be attached, for it attaches itself."""


def _by_itself(
    own: ParagraphText,
    bare: Sequence[ParagraphText],
    read: Sequence[tuple[Read, ...] | Broken],
    firsts: Sequence[Read | None],
    to: tuple[Those, ...],
    arenas: tuple[str, ...],
) -> tuple[Paragraph, ...]:
    """An Equipment that attaches itself when its condition is met."""
    made = own.compiled(own.text)
    others = [at for at, text in enumerate(bare) if text is not own]
    rest = _of_parts([bare[at] for at in others], [read[at] for at in others], [firsts[at] for at in others],
                     FREE, to, arenas)  # fmt: skip
    if not isinstance(made, NotUnderstood) and not is_ahead(made):
        when = Paragraph(own.number, COMPILED, made)
        return tuple(sorted((when, *rest), key=lambda each: each.number))
    when = (
        Paragraph(own.number, MANUAL, (own.manual(),), made.words, made.unknown, made.why)
        if isinstance(made, NotUnderstood)
        else Paragraph(own.number, READ, (own.manual(),), read=made, why=NOT_BUILT)
    )
    told = [
        msgspec.structs.replace(
            each, state=READ, abilities=(bare[each.number - 1].manual(),), read=each.abilities, why=NOT_BUILT
        )
        if each.state == COMPILED
        else each
        for each in rest
    ]
    return tuple(sorted((when, *told), key=lambda each: each.number))


def _read(text: ParagraphText) -> tuple[Read, ...] | Broken:
    """A paragraph by its keywords; what attaching costs may be said in other words."""
    read = keywords(text.text, text.name)
    cost, _, rest = text.text.partition(" -> ")
    if not isinstance(read, Broken) or rest.rstrip(". ") != "Equip" or text.compiler is None:
        return read
    try:
        paid = text.compiler.cost(text.compiler.prepared(cost, text.about()), text.about())
    except NotUnderstood:
        return read
    return (EquipText(paid),) if paid.marks_of is not None or paid.out is not None else read


def _of_type_line(carrier: Those, arenas: tuple[str, ...]) -> Those:
    """The units meant, but only of the types that the type line names, where it names some of them
    (idc.equipment.subtypes-are-unit-types, rots.equipment.only-stated-unit-type).
    """
    if carrier.types or not arenas or set(arenas) == set(UNIT_TYPES):
        return carrier
    return msgspec.structs.replace(carrier, types=arenas)


def _spoken_of(read: tuple[Read, ...] | Broken, text: ParagraphText) -> str:
    """The kind of unit that a paragraph which is in no frame speaks of as the carrier; empty if of any unit."""
    kind = carried_by(text.text) if isinstance(read, Broken) else ""
    return "" if kind == "unit" else kind


def _carriers(text: ParagraphText, phrase: str) -> tuple[Those, ...]:
    """Who may carry an Equipment: by the words of type lines, else as the compiler reads a noun phrase."""
    known = carriers(phrase, text.name)
    if known or text.compiler is None:
        return known
    whose = re.sub(r"^(?:your|each of your) ", "of your ", phrase)
    those = text.compiler.unit(whose, text.about())
    if those is None or those.side == "opponents":
        return ()
    return (msgspec.structs.replace(those, side="yours"),)


def _given(
    text: ParagraphText, read: tuple[Read, ...] | Broken, to: tuple[Those, ...]
) -> tuple[tuple[Ability, ...], str]:
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
        return abilities_of(read), ""
    rest = text.text.partition(" gets ")[2].rstrip(".") or first.rest
    special = _carriers(text, first.carrier) if first.also else ()
    rest = as_its_own(rest, text.name) if ". " in rest and '"' not in rest else rest
    given, broke = given_items(text, as_the_carrier(rest, (each.name for each in special if each.name)))
    made, unknown = _for_carriers(text, given, first.carrier, to)
    return made, broke or unknown


def _for_carriers(
    text: ParagraphText, given: tuple[Ability, ...], kind: str, to: tuple[Those, ...]
) -> tuple[tuple[Ability, ...], str]:
    """What is given to a kind of carrier: as it is if every carrier is of that kind."""
    special = _carriers(text, kind)
    if not special:
        return (text.manual(),), kind
    if special == to or special == (Those(side="yours"),):
        return given, ""
    return (*(_only_on(special, ability) for ability in given),), ""


def _carrier(kind: Those) -> Those:
    """What carries the Equipment, if it is of a kind. A card's own name would mean itself whatever it is called; this
    is another's.
    """
    this = msgspec.structs.replace(kind, what="stack", side="any", bound="this", name="")
    return msgspec.structs.replace(this, any_of=(Those(name=kind.name),)) if kind.name else this


def _only_on(special: tuple[Those, ...], ability: Ability) -> Static:
    """Give an ability on the condition that the carrier is of a kind, or is called so."""
    there = [There(are=_carrier(each)) for each in special]
    condition = there[0] if len(there) == 1 else AnyOf(of=tuple(there))
    return Static(changes=(Grant(to=THIS, ability=ability),), condition=condition)
