"""Deck lists and format lists of the LackeyCCG plugin and its neighbours.

Read here: `.dek` files (XML), text decks (`count<TAB>name`), the JSON of
swtcg-deckdb.com, and `formats.txt`. The result is a `DeckList`: what was
written, not yet matched with the catalogue (`decks.resolve` does that).
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

import msgspec

from adjudicator.swtcg.cards.diagnostics import Diagnostic, ImportFailed
from adjudicator.swtcg.cards.lackey import decode
from adjudicator.swtcg.cards.safe_xml import Element, parse_xml
from adjudicator.swtcg.words.card_names import tidy

LIST_BYTES_MAX = 1024 * 1024
COPIES_MAX = 500
FORMATS = "formats.json"
"""The file of the formats that come with the project."""

# Zones of a list, by every spelling met. Only the first is the deck itself.
ZONES = {
    "deck": "deck",
    "main": "deck",
    "main deck": "deck",
    "supply": "supply",
    "sideboard": "sideboard",
    "side": "sideboard",
    "outside": "outside",
    "outside the game": "outside",
}
_LINE = re.compile(r"(?P<count>\d{1,4})\s*[xX]?\s+(?P<name>\S.*)$")
_LINE_BACKWARDS = re.compile(r"(?P<name>.*\S)\s+\(?[xX]\s*(?P<count>\d{1,4})\)?$")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b]")
_PICTURE = re.compile(r"^https?://|\.(?:jpe?g|png|webp|gif)$", re.IGNORECASE)
_HEADING = re.compile(r"(?P<zone>[A-Za-z ]+):\s*$")


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a list: how many, the written name, and the set and image it names, if any."""

    count: int
    name: str
    set: str = ""
    image: str = ""
    zone: str = "deck"
    line: int = 0


class DeckList(msgspec.Struct, frozen=True, gc=False):
    """A list as written. Equal cards of one zone are counted together, in order of appearance."""

    lines: tuple[Line, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    title: str = ""
    side: str = ""


class Format(msgspec.Struct, frozen=True, gc=False):
    """A format of `formats.txt`: a white-list of set codes, in the file's order.

    A format that a document names has the `rule` that names it. `barred` are card types that it does not admit.
    `newest` are the least and the most of the newest sets that it holds. `unlisted`: no document says which sets it
    holds. `doubtful` are sets that it may hold.
    """

    label: str
    sets: tuple[str, ...]
    rule: str = ""
    barred: tuple[str, ...] = ()
    newest: tuple[int, int] | None = None
    unlisted: bool = False
    doubtful: tuple[str, ...] = ()


def read_deck_list(data: bytes) -> DeckList:
    """Read a deck list of any kind, told apart by its first sign, in any of the encodings of `lackey.decode`.

    Raises ImportFailed where it is none of them, is empty, or is too big.
    """
    if len(data) > LIST_BYTES_MAX:
        raise ImportFailed(f"a list may have {LIST_BYTES_MAX} bytes, this has {len(data)}")
    text, found = decode(data)
    if sign := _CONTROL.search(text):
        raise ImportFailed(f"this is no text: it holds the control sign U+{ord(sign[0]):04X}")
    start = text.lstrip("\ufeff \t\r\n")[:1]
    if start == "<":
        return _with(found, read_dek(text.encode()))
    if start in ("{", "["):
        return _with(found, read_deckdb_json(text.encode()))
    return read_text_deck(data)


def _with(found: list[Diagnostic], listed: DeckList) -> DeckList:
    return msgspec.structs.replace(listed, diagnostics=(*found, *listed.diagnostics))


def read_dek(data: bytes) -> DeckList:
    """Read a `.dek` file: `deck/superzone/card/name`, one `card` per copy; or a `.cod` file of Cockatrice.

    Raises ImportFailed on anything that is not well-formed or not a deck.
    """
    text, found = _sized(data)
    root = parse_xml(text)
    if root.tag == "cockatrice_deck":
        return _read_cod(root, found)
    if root.tag != "deck":
        raise ImportFailed(f"a .dek file starts with <deck>, this with <{root.tag}>", line=root.line)
    games = [game.text.strip() for game in root.every("game")]
    if games and games[0].casefold() != "starwars":
        found.append(Diagnostic("OTHER_GAME", root.line, games[0], "starwars"))
    lines: list[Line] = []
    for superzone in root.every("superzone"):
        zone = _zone(superzone.attributes.get("name", "Deck"), superzone.line, found)
        for card in superzone.every("card") if zone else ():
            line = _dek_card(card, zone, found)
            if line is not None:
                lines.append(line)
    return _counted(lines, found)


def _read_cod(root: Element, found: list[Diagnostic]) -> DeckList:
    """A deck of Cockatrice: `zone/card`, the copies and the name as attributes. Raises ImportFailed."""
    lines: list[Line] = []
    for part in root.every("zone"):
        zone = _zone(part.attributes.get("name", "main"), part.line, found)
        for card in part.every("card") if zone else ():
            name, number = card.attributes.get("name", "").strip(), card.attributes.get("number", "1").strip()
            if not name:
                found.append(Diagnostic("CARD_WITHOUT_NAME", card.line, "<card>", lost=True))
            elif not _is_count(number):
                found.append(Diagnostic("NO_NUMBER", card.line, f"{number[:20]} {name}", lost=True))
            else:
                lines.append(Line(int(number), _tidied(name, card.line, found), zone=zone, line=card.line))
    title = " ".join(each.text.strip() for each in root.every("deckname"))
    return msgspec.structs.replace(_counted(lines, found), title=title)


def _is_count(written: str) -> bool:
    return written.isdecimal() and written.isascii() and len(written) <= 4 and 0 < int(written) <= COPIES_MAX


def _zone(written: str, line: int, found: list[Diagnostic]) -> str:
    """The part of a deck that is called so; empty, and told, if none is."""
    zone = ZONES.get(" ".join(written.split()).casefold(), "")
    if not zone:
        found.append(Diagnostic("ZONE_UNKNOWN", line, written, lost=True))
    return zone


def _dek_card(card: Element, zone: str, found: list[Diagnostic]) -> Line | None:
    names, sets = card.every("name"), card.every("set")
    if not names or not (names[0].text.strip() or names[0].attributes.get("id")):
        found.append(Diagnostic("CARD_WITHOUT_NAME", card.line, "<card>", lost=True))
        return None
    written = names[0].text
    name = _tidied(written, card.line, found)
    code = sets[0].text.strip() if sets else ""
    return Line(1, name, code, names[0].attributes.get("id", "").strip(), zone, card.line)


def read_text_deck(data: bytes) -> DeckList:
    """Read `count<TAB>name` lines with optional headings (`Supply:`, `Sideboard:` ...).

    Raises ImportFailed if no line of it names a card.
    """
    text, found = _sized(data)
    zone, lines = "deck", []
    for at, written in enumerate(text.splitlines(), 1):
        bare = written.strip()
        if not bare or bare.startswith(("#", "//")):
            continue
        if heading := _HEADING.match(bare):
            zone = _zone(heading["zone"], at, found)
        elif not zone:
            found.append(Diagnostic("ZONE_UNKNOWN", at, bare, lost=True))
        elif (line := _text_line(bare, zone, at, found)).count:
            lines.append(line)
    return _counted(lines, found)


def _text_line(bare: str, zone: str, at: int, found: list[Diagnostic]) -> Line:
    if match := _LINE.match(bare) or _LINE_BACKWARDS.match(bare):
        count, name = int(match["count"]), match["name"]
    else:
        count, name = 1, bare
        found.append(Diagnostic("NO_COUNT", at, bare, f"1 {bare}"))
    if count == 0:
        found.append(Diagnostic("NO_COPIES", at, bare, lost=True))
    if count > COPIES_MAX:
        raise ImportFailed(f"{count} copies of one card; a line may have {COPIES_MAX}", line=at)
    if _PICTURE.search(name):
        raise ImportFailed(f"{name[:60]!r} is a picture; a list has to name its cards", line=at)
    return Line(count, _tidied(name, at, found), zone=zone, line=at)


class _DeckdbCard(msgspec.Struct):
    count: int
    name: str
    setCode: str = ""  # noqa: N815 - the site's own word


class _Deckdb(msgspec.Struct):
    cards: list[_DeckdbCard]
    supply: list[_DeckdbCard] = []
    name: str = ""
    side: str = ""


def read_deckdb_json(data: bytes) -> DeckList:
    """Read a deck as swtcg-deckdb.com gives it. Raises ImportFailed if it is no such object."""
    if b'"ObjectStates"' in data or b'"CustomDeck"' in data:
        raise ImportFailed("a saved object of Tabletop Simulator holds pictures; a list has to name its cards")
    try:
        deck = msgspec.json.decode(data, type=_Deckdb)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as bad:
        raise ImportFailed(f"no deck of swtcg-deckdb.com: {bad}") from bad
    found: list[Diagnostic] = []
    lines = [
        Line(card.count, _tidied(card.name, 0, found), card.setCode, zone=zone)
        for zone, cards in (("deck", deck.cards), ("supply", deck.supply))
        for card in cards
    ]
    if any(not 0 < line.count <= COPIES_MAX for line in lines):
        raise ImportFailed(f"a card's count must lie between 1 and {COPIES_MAX}")
    listed = _counted(lines, found)
    return msgspec.structs.replace(listed, title=deck.name, side=deck.side.casefold())


def read_formats(data: bytes) -> tuple[Format, ...]:
    """Read `formats.txt`. Raises ImportFailed if it isn't one. Bans do not stand in it."""
    text, _ = _sized(data)
    root = parse_xml(text)
    if root.tag != "formatdefinitions":
        raise ImportFailed(f"formats.txt starts with <formatdefinitions>, this with <{root.tag}>")
    return tuple(
        Format(
            label=" ".join(label.text.strip() for label in each.every("label")),
            sets=tuple(code.text.strip() for code in each.every("set")),
        )
        for each in root.every("format")
    )


@cache
def our_formats() -> tuple[Format, ...]:
    """The formats that come with the project: those that a document names (idc.organised-play.format-pools)."""
    data = resources.files(__package__).joinpath("data", FORMATS).read_bytes()
    return msgspec.json.decode(data, type=tuple[Format, ...])


def _sized(data: bytes) -> tuple[str, list[Diagnostic]]:
    if len(data) > LIST_BYTES_MAX:
        raise ImportFailed(f"a list may have {LIST_BYTES_MAX} bytes, this has {len(data)}")
    return decode(data)


def _tidied(written: str, line: int, found: list[Diagnostic]) -> str:
    neat = tidy(written)
    if neat != written:
        found.append(Diagnostic("SIGNS_REPAIRED", line, written, neat))
    return neat


def _counted(lines: list[Line], found: list[Diagnostic]) -> DeckList:
    """Add up equal lines; the first appearance keeps its place and line number."""
    if not lines:
        raise ImportFailed("the list names no card")
    totals: dict[tuple[str, str, str, str], Line] = {}
    for line in lines:
        key = (line.zone, line.set, line.image, line.name)
        first = totals.get(key)
        totals[key] = line if first is None else msgspec.structs.replace(first, count=first.count + line.count)
    # One flaw repeated on every copy is one flaw; what is lost is told line by line.
    unique = {(each.code, each.read, each.line * each.lost): each for each in reversed(found)}
    return DeckList(tuple(totals.values()), tuple(reversed(unique.values())))
