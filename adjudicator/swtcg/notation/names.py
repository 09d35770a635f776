"""Names: the aliases of what stands on the table, and what written names mean there.

An alias is the shortest beginning of a name that no other name on the table shares, in lower
case, with a number where several are alike; aliases that a board gave win. What lies face down is
called by where it lies, so that its alias tells nobody what it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError, close_to, the_one
from adjudicator.swtcg.notation.texts import CALLED, RESERVED, CardText, Ref, written
from adjudicator.swtcg.standing.aside import playable_elsewhere
from adjudicator.swtcg.standing.drawing import deck
from adjudicator.swtcg.standing.naming import DOWN, OPEN_PILES, named
from adjudicator.swtcg.table.table import BESIDE, BUILDING, LOCATION, Stack, Table, build_zone, in_build_zone
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

ZONES = (*UNIT_TYPES, "build zone", *BESIDE)
"""A player's zones in the order in which they are written."""

FACE_DOWN = "card"
"""What a face-down card is called."""

NOTHING_THERE = "something on the table, where nothing is"
"""What would have fitted where a name is read at an empty table."""

_NOT_IN_ALIAS = re.compile(r"[^a-z0-9-]+")


@lru_cache(maxsize=4096)
def folded(words: str) -> str:
    """Words for comparison: lower case, without accents and apostrophes, single blanks."""
    lowered = words.casefold().replace("’", "'").replace("'", "")
    if not lowered.isascii():
        lowered = "".join(c for c in unicodedata.normalize("NFKD", lowered) if not unicodedata.combining(c))
    return " ".join(lowered.split())


def _spaced(words: str) -> str:
    """Words for comparison where a dash is as good as a blank."""
    return folded(words).replace("-", " ")


@lru_cache(maxsize=4096)
def _parts(name: str) -> tuple[str, ...]:
    """The words of a name as they stand in an alias."""
    parts = (_NOT_IN_ALIAS.sub("", word) for word in folded(name).split())
    return tuple(part for part in parts if part.strip("-"))


def shown_name(table: Table, stack: Stack) -> str:
    """The name that everybody knows a stack by; empty while it lies face down or nobody knows it."""
    if stack.role == BUILDING or not table.known(stack):
        return ""
    return table.top(stack).name


def section(table: Table, stack: Stack) -> tuple[str, str]:
    """The player and the zone below whom a board writes a stack: in a player's own zone that one, else the owner."""
    if in_build_zone(stack):
        return stack.zone.partition(":")[2], "build zone"
    if stack.role in BESIDE:
        return stack.controller, stack.role
    return table.cards[stack.cards[0]].owner, stack.zone


def in_board_order(table: Table) -> list[Stack]:
    """All stacks in the order in which a board writes them."""
    order: list[Stack] = []
    free = [stack for stack in table.stacks.values() if not stack.host]
    for seat in table.order:
        for zone in ZONES:
            for stack in free:
                if stack.role != LOCATION and section(table, stack) == (seat, zone):
                    _with_attached(table, stack, order)
    for stack in free:
        if stack.role == LOCATION:
            _with_attached(table, stack, order)
    return order


def _with_attached(table: Table, stack: Stack, order: list[Stack]) -> None:
    order.append(stack)
    for other in table.attached(stack.id):
        _with_attached(table, other, order)


def aliases(table: Table, order: Iterable[Stack] | None = None) -> dict[str, int]:
    """The alias of every stack on the table, by the order in which they came (or another); see the module.

    The aliases in their own order are kept with the index of effects, which is dropped whenever a stack comes,
    goes, turns or is seen; do not change them.
    """
    if order is not None:
        return _worked_out(table, order)
    index = table.index_cache
    if index is None:
        return _worked_out(table, table.stacks.values())
    standing = tuple(table.stacks)  # what lies face down may come without a new index
    if index.aliases is None or index.aliases[0] != standing:
        index.aliases = (standing, _worked_out(table, table.stacks.values()))
    known: dict[str, int] = index.aliases[1]
    return known


def _worked_out(table: Table, stacks: Iterable[Stack]) -> dict[str, int]:
    found = {alias: number for alias, number in table.names.items() if number in table.stacks}
    named = set(found.values())
    rest = [(stack.id, shown_name(table, stack)) for stack in stacks if stack.id not in named]
    all_names = {name for stack in table.stacks.values() if (name := shown_name(table, stack))}
    bases: dict[str, str] = {}
    for number, name in rest:
        if name not in bases:
            bases[name] = _base(name, all_names, table.seats) if name else FACE_DOWN
        base, count = bases[name], 2
        alias = base
        while alias in found:
            alias = f"{base}-{count}" if base[-1].isdigit() else f"{base}{count}"
            count += 1
        found[alias] = number
    return found


def _base(name: str, all_names: set[str], seats: Iterable[str]) -> str:
    """The shortest beginning of a name that tells it from the others and is a word of its own."""
    parts = _parts(name)
    for length in range(1, len(parts) + 1):
        base = "-".join(parts[:length])
        shared = any(other != name and _parts(other)[:length] == parts[:length] for other in all_names)
        if not shared and not base.isdigit() and base not in RESERVED and base not in (FACE_DOWN, *CALLED, *seats):
            return base
    return "-".join(parts) + "-card" if parts else FACE_DOWN


def alias_of(table: Table, number: int) -> str:
    """The alias of a stack, or its number as a handle if it is not on the table."""
    for alias, each in aliases(table).items():
        if each == number:
            return alias
    return f"#{number}"


def refer(table: Table, words: str, seat: str = "") -> int:
    """The stack that some words name: its alias, its full name, or words of a name that only it has.

    What lies face down answers to its name only for its own player (`seat`). Raises
    NotUnderstoodError with what is on the table, and AmbiguousError with the readings.
    """
    if words.startswith("#") and words[1:].isdecimal():
        return int(words[1:])
    if words.startswith(DOWN) and words[len(DOWN) :].isdecimal():
        return int(words[len(DOWN) :])
    known = aliases(table)
    wanted = folded(words)
    if wanted in known:
        return known[wanted]
    for alias, number in known.items():
        if folded(alias) == wanted:
            return number
    whole: dict[str, int] = {}
    partly: dict[str, int] = {}
    for alias, number in known.items():
        stack = table.stacks[number]
        names = _names(table, stack, seat)
        reading = f"{alias} ({', '.join(names[:1]) or 'face down'}, {stack.controller}, {stack.zone})"
        if any(folded(name) == wanted for name in names):
            whole[reading] = number
        elif any(set(wanted.split()) <= set(folded(name).split()) for name in names):
            partly[reading] = number
    if not (whole or partly) and wanted.startswith("the "):
        return refer(table, words.partition(" ")[2], seat)
    return the_one(words, whole or partly, known or (NOTHING_THERE,))


def held(table: Table, words: str, seat: str) -> int:
    """The card of a player's hand with that name, for which no reference is; 0 if he is not known to hold one."""
    hand = ((card, table.face(card)) for card in table.zones.get(f"hand:{seat}", ()))
    return next((card for card, face in hand if face and folded(words) in (folded(face.name), folded(face.title))), 0)


def waiting_in_build_zone(table: Table, words: str, seat: str) -> int:
    """The only card in a player's build zone with these words in its name, one that is being built before others; 0 if
    there is none, or several.
    """
    wanted = set(folded(words).split())
    mine = [each for each in table.stacks.values() if each.zone == build_zone(seat) and table.known(each)]
    found = [each for each in mine if wanted <= _words(table.top(each))]
    found = [each for each in found if each.role == BUILDING] or found
    return found[0].id if len(found) == 1 else 0


def gone(table: Table, words: str) -> int:
    """The card of that name, or with those words in it, that has left the table for all to see; 0 if there is none, or
    if there are several names.
    """
    wanted = set(folded(words).split())
    open_ = (card for zone, cards in table.zones.items() if zone.partition(":")[0] in OPEN_PILES for card in cards)
    found = [(card, face.name) for card in open_ if (face := table.face(card)) and wanted <= _words(face)]
    return found[-1][0] if wanted and len({name for _, name in found}) == 1 else 0


def said_words(table: Table, number: int, seat: str) -> str:
    """How a speaker calls a card that has no name on the table so that it is found again: one that has left it, one of
    the speaker's hand, one that lies face down. Empty if that can't be, or nobody knows it.
    """
    stack = table.stacks.get(number)
    card = number if stack is None else stack.cards[0]
    face = table.face(card) if card in table.cards else None
    if face is None or (stack is not None and (stack.role != BUILDING or number in table.names.values())):
        return ""
    ways = () if stack else (gone(table, face.title), held(table, face.title, seat))
    if stack is None and (number not in ways or any(way not in (0, number) for way in ways)):
        return ""
    try:
        there = refer(table, face.title, seat)
    except NotUnderstoodError:
        there = 0
    except AmbiguousError:
        return ""
    if there != (number if stack else 0):
        return ""
    return written(face.name) + f" ({face.version})" * bool(face.version)


def _words(face: Face) -> set[str]:
    return set(folded(face.title).split()) | set(folded(face.name).split())


def _names(table: Table, stack: Stack, seat: str) -> tuple[str, ...]:
    if not table.known(stack) or (stack.role == BUILDING and seat not in ("", stack.controller)):
        return ()
    face = table.top(stack)
    return (face.title, face.name)


def referred(table: Table, ref: Ref, seat: str = "") -> int:
    """The stack that a written reference names. Raises like `refer`."""
    return ref.handle or refer(table, ref.words, seat)


# --- cards ------------------------------------------------------------------------------------


def fits(face: Face, card: CardText) -> bool:
    """Whether a face is what is written."""
    if card.key:
        return face.key == card.key
    wanted = _spaced(card.name)
    if card.version:
        return face.version == card.version and _spaced(face.name) == wanted
    return wanted in (_spaced(face.name), _spaced(face.title))


def face_of(card: CardText, faces: dict[str, Face], catalogue: Callable[[], Any]) -> Face:
    """The face that a written card means: one of these, else one of the catalogue, which is asked for only then.

    Raises NotUnderstoodError with close names, or AmbiguousError with the readings.
    """
    if card.key and card.key in faces:
        return faces[card.key]
    near = {_reading(face): face for face in faces.values() if fits(face, card)}
    if near:
        return the_one(card.title, near, ())
    from adjudicator.swtcg.cards.catalogue import (  # noqa: PLC0415 - only if needed
        AmbiguousCardError,
        Catalogue,
        UnknownCardError,
    )

    known: Catalogue = catalogue()
    try:
        return known.face(card.key) if card.key else known.the_one(card.whole).face
    except AmbiguousCardError as bad:  # its readings as they are written here
        raise AmbiguousError(card.title, tuple(_reading(known.face(key)) for key in bad.keys)) from None
    except UnknownCardError as bad:
        there = (face.title for face in faces.values())
        close = tuple(dict.fromkeys((*close_to(card.title, (*there, *bad.fits)), *bad.fits)))
        raise NotUnderstoodError(card.title, card.title, close or ("the name of a card",)) from None


def _reading(face: Face) -> str:
    return f"{face.title} {{{face.key}}}"


def card_text(face: Face | None, faces: dict[str, Face], catalogue: Callable[[], Any], handle: int = 0) -> CardText:
    """How a card is written so that `face_of` finds its face again among these faces or in the catalogue."""
    if face is None:
        return CardText(handle=handle)
    plain = CardText(face.name, face.version, "", handle)
    alike = sum(1 for other in faces.values() if fits(other, plain))
    if alike == 1 and _plain_enough(face.key, face.title, catalogue()):
        return plain
    return CardText(face.name, face.version, face.key, handle)


@lru_cache(maxsize=4096)
def _plain_enough(key: str, title: str, catalogue: Any) -> bool:
    """Whether the catalogue means this card, or none of its own, by a title."""
    from adjudicator.swtcg.cards.catalogue import UnknownCardError  # noqa: PLC0415 - as above

    keys = [entry.face.key for entry in catalogue.find(title)]
    if not keys or keys == [key]:
        return True
    try:
        catalogue.face(key)
    except UnknownCardError:
        return True  # written in place: such cards come before the catalogue's
    return False


Item = int | tuple[int, str]
"""A card in a seal: its handle, with the key of its face where the table did not know it."""


def lying_in(table: Table, seat: str, place: str) -> tuple[int, ...]:
    """The cards of a place of a player's: of the deck also its known ends, of the hand also what is played like it."""
    if place == "deck":
        return deck(table, seat)
    cards = table.zones.get(f"{place}:{seat}", ())
    return (*cards, *playable_elsewhere(table, seat)) if place == "hand" else cards


def hand_card(table: Table, card: CardText, seat: str, place: str = "hand") -> Item:
    """A card of a player's hand (or deck, or supply), and the face it reveals if the table did not know it.

    A handle may be written. A name means the first card of that name in the hand, else an unknown
    card of the hand, else a card of that name elsewhere. Raises NotUnderstoodError, AmbiguousError.
    """
    if card.handle:
        known = table.cards.get(card.handle)
        if card.name == "?" or (known is not None and known.face):
            return card.handle
        return card.handle, revealed(table, card)
    hand = lying_in(table, seat, place)
    found = _handles(table, card, hand)
    if found:
        return found[0]
    unknown = [handle for handle in hand if not table.cards[handle].face]
    if unknown:
        return unknown[0], revealed(table, card)
    mine = [zone for zone in table.zones if zone.endswith(f":{seat}")]
    mine.sort(key=lambda zone: zone.startswith("deck"))  # where one has seen it go, before where nobody looks
    elsewhere = [handle for zone in mine for handle in table.zones[zone]]
    standing = [handle for stack in table.stacks.values() if stack.controller == seat for handle in stack.cards]
    found = _handles(table, card, (*standing, *elsewhere))
    if found:
        return found[0]
    titles = [face.title for handle in hand if (face := table.face(handle))]
    raise NotUnderstoodError(card.title, card.title, nearest_cards(table, card, titles))


def nearest_cards(table: Table, card: CardText, titles: Iterable[str]) -> tuple[str, ...]:
    """What would fit for a name that none of some cards has: those like it, other cards like it, then the rest."""
    there = tuple(titles)
    try:
        revealed(table, card)
        like: tuple[str, ...] = ()  # there is such a card, but it is not among these
    except AmbiguousError:
        like = ()
    except NotUnderstoodError as bad:
        like = bad.fits
    return tuple(dict.fromkeys((*close_to(card.title, there), *like, *there))) or ("the name of a card that is there",)


def revealed(table: Table, card: CardText) -> str:
    """The key of the face that a name reveals. Raises NotUnderstoodError, AmbiguousError."""
    return face_of(card, table.faces, table.reckoning.catalogue).key


def _handles(table: Table, card: CardText, among: tuple[int, ...]) -> list[int]:
    """The handles of the cards of a name, all of one face. Raises AmbiguousError if there are several."""
    found = [(handle, face) for handle in among if (face := table.face(handle)) is not None and fits(face, card)]
    keys = {face.key: _reading(face) for _, face in found}
    if len(keys) > 1:
        raise AmbiguousError(card.title, tuple(keys.values()))
    return [handle for handle, _ in found]


def item_text(table: Table, item: Item) -> CardText:
    """How a card in a seal is written so that nothing has to be looked for: with its handle."""
    handle, key = named(item)
    if key:
        try:
            face = face_of(CardText("card", "", key), table.faces, table.reckoning.catalogue)
        except NotUnderstoodError:
            return CardText("card", "", key, handle)
        if not handle:
            return card_text(face, {key: face}, table.reckoning.catalogue)
        return CardText(face.name, face.version, key, handle)
    known = table.face(handle) if handle in table.cards else None
    return card_text(known, table.faces, table.reckoning.catalogue, handle)


def hand_text(table: Table, item: Item, seat: str, place: str = "hand") -> CardText:
    """How a card of a hand (or deck, or supply) is written so that `hand_card` finds it again: by its name alone if
    that will do.
    """
    full = item_text(table, item)
    if full.name == "?":
        return full
    for plain in (CardText(full.name, full.version), CardText(full.name, full.version, full.key)):
        try:
            if hand_card(table, plain, seat, place) == item:
                return plain
        except (NotUnderstoodError, AmbiguousError):
            continue
    return full
