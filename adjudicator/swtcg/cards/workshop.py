"""Set files of people who write cards, read and compiled: what the commands ask (kernel.game.workshop.Workshop)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from adjudicator.swtcg.cards.build import card_set, render
from adjudicator.swtcg.cards.by_hand import HandMade
from adjudicator.swtcg.cards.diagnostics import Diagnostic, ImportFailed, rendered
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.cards.importer import (
    ImportedCard,
    ImportedSet,
    Place,
    import_set,
    places,
    read_place,
    with_users_hand,
)
from adjudicator.swtcg.cards.lackey_lists import our_formats, read_formats
from adjudicator.swtcg.cards.paragraph_text import COMPILED
from adjudicator.swtcg.cards.sending import read_part
from adjudicator.swtcg.cards.tallying import compiler_for, reasons, tally
from adjudicator.swtcg.cards.wording import state, word
from adjudicator.swtcg.cards.wording import told as in_our_words
from adjudicator.swtcg.words.card_names import normal

__all__ = [
    "ImportFailed", "compiler_for", "digest", "formats", "gathered", "is_called", "packed", "places", "read_hands",
    "read_part", "read_place", "rendered", "stored", "tally", "titles", "told", "unpacked",
]  # fmt: skip

DECIDING = frozenset({".py", ".lark", ".json", ".toml"})
"""The kinds of files that decide what a text is read as."""


def read_hands(data: bytes) -> dict[str, HandMade]:
    """Effects by hand, by the keys of cards. Raises msgspec.DecodeError (a ValueError)."""
    return msgspec.json.decode(data, type=dict[str, HandMade])


def gathered(
    files: Mapping[str, tuple[str, bytes]],
    known: Callable[[Place], ImportedCard],
    hands: Mapping[str, Mapping[str, HandMade]],
) -> tuple[dict[str, ImportedSet], dict[str, tuple[Diagnostic, ...]]]:
    """The cards of files by the sets that they say they are of, and the findings of each file. Raises ImportFailed.

    A card that an earlier file has is left out, and told.
    """
    cards: dict[str, dict[str, tuple[ImportedCard, str]]] = {}
    told: dict[str, list[Diagnostic]] = {}
    for path, (code, data) in files.items():
        own = hands.get(path, {})
        read = import_set(data, code, known=lambda row, own=own: with_users_hand(known(row), row, own))  # type: ignore[misc]  # bound now
        told[path] = list(read.diagnostics)
        for card in read.cards:
            face = card.entry.face
            first, where = cards.setdefault(face.set or code, {}).setdefault(face.key, (card, path))
            if first is not card:
                alike = first.entry == card.entry
                kind = "ROW_REPEATED" if alike else "CARD_TWICE"
                took = f"the card in {where}"
                told[path].append(Diagnostic(kind, 0, face.key, took, lost=not alike, card=card.entry.title))
    sets = {code: ImportedSet(tuple(card for card, _ in each.values()), ()) for code, each in cards.items()}
    return sets, {path: tuple(each) for path, each in told.items() if each}


def digest() -> str:
    """The digest of the compiler: of everything in this folder and of the effect language."""
    folder = Path(__file__).parent
    whole = hashlib.sha256()
    for path in sorted((*folder.rglob("*"), *folder.parent.joinpath("words").rglob("*"))):
        if path.suffix in DECIDING:
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def packed(cards: Mapping[str, ImportedCard]) -> bytes:
    """Cards by any key, to be kept."""
    return msgspec.msgpack.encode(cards)


def unpacked(data: bytes) -> dict[str, ImportedCard]:
    """Cards that were kept. Raises msgspec.DecodeError (a ValueError)."""
    return msgspec.msgpack.decode(data, type=dict[str, ImportedCard])


def stored(code: str, read: ImportedSet) -> bytes:
    """A set as a file of our own; each card says what of its row was lost."""
    made = card_set(code, read)
    return render(msgspec.structs.replace(made, cards=tuple(_with_losses(read, made.cards))))


def _with_losses(read: ImportedSet, cards: Sequence[Entry]) -> Iterator[Entry]:
    for card, entry in zip(read.cards, cards, strict=True):
        lost = tuple(one.render() for one in card.diagnostics if one.lost)
        yield msgspec.structs.replace(entry, lost=lost) if lost else entry


def told(card: ImportedCard) -> dict[str, Any]:
    """A card as plain values: its abilities in our words and as data, what was not read, and at which words."""
    face = card.entry.face
    return {
        "card": face.key,
        "name": card.entry.title,
        "side": face.side,
        "types": list(face.types),
        "subtypes": face.subtypes,
        "abilities": [
            {"wording": word(each), "told": in_our_words(each), "state": state(each), "data": msgspec.to_builtins(each)}
            for each in face.abilities
        ],
        "not_read": [{"effect": number, "state": how, "why": why} for number, how, why in reasons(card)],
        "words": [each.broke for each in card.paragraphs if each.state != COMPILED and each.broke],
    }


def titles(card: ImportedCard) -> tuple[str, ...]:
    """With version and printing, and with the version alone."""
    return card.entry.title, card.entry.face.title


def is_called(card: ImportedCard, name: str) -> bool:
    """Whether a card has a name, with or without version and printing, or a key."""
    face = card.entry.face
    return name == face.key or normal(name) in (normal(each) for each in (*titles(card), face.name))


def formats(data: bytes | None = None) -> dict[str, tuple[str, ...]]:
    """The sets of each format of a file, or of those that come with the project. Raises ImportFailed."""
    return {each.label: each.sets for each in (our_formats() if data is None else read_formats(data))}
