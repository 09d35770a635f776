"""The games on offer: what the composition root knows of the Star Wars TCG, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from adjudicator.kernel.notation import AmbiguousError
from adjudicator.service.house import Offering, Row
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.decks import faces_of, read_deck
from adjudicator.swtcg.cards.inline import read_inline, with_faces
from adjudicator.swtcg.comparing import differences
from adjudicator.swtcg.game import SwtcgGame
from adjudicator.swtcg.notation.names import aliases, face_of, refer, shown_name
from adjudicator.swtcg.notation.saying import say
from adjudicator.swtcg.notation.syntax import parse_declaration
from adjudicator.swtcg.notation.texts import CardText
from adjudicator.swtcg.odds.asking import asked
from adjudicator.swtcg.opening import pack as packed
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face


def faces(rows: Sequence[Row]) -> tuple[Face, ...]:
    """Cards written down by a caller, in LackeyCCG columns. Raises ValueError."""
    return tuple(read_inline(row).face for row in rows)


def pack(text: str, catalogue: Catalogue, rows: Sequence[Row]) -> tuple[Any, ...]:
    """What a seat keeps for itself: the cards of its deck by value. Raises ValueError, or as `read_deck` does."""
    catalogue = with_faces(catalogue, faces(rows))
    deck, _ = read_deck(text, catalogue)
    return packed(faces_of(deck, catalogue))


def named(table: Table, said: Any) -> tuple[str, ...]:
    """The titles of the cards that a declaration names, as far as the table knows them, in order of their aliases."""
    words = say(table, said).casefold()
    titles: dict[str, None] = {}
    for alias, number in aliases(table).items():
        title = shown_name(table, table.stacks[number])
        if title and (title.casefold() in words or re.search(rf"(?<![\w-]){re.escape(alias)}(?![\w-])", words)):
            titles[title] = None
    return tuple(titles)


def when(table: Table) -> tuple[int, str]:
    """The number of the turn, and phase, step, arena and player in words."""
    turn = table.turn
    words = dict.fromkeys((turn.phase, turn.step, turn.arena, turn.seat))
    return turn.number, " ".join(each for each in words if each)


def held(table: Table, words: str, field: str) -> Any:
    """What a field of a fact holds of what is called so.

    It is the number of the stack, or of its top card (`card`, `cards`); the key of the card of that name (`face`), or
    that card by value (`printed`). Raises NotUnderstoodError, AmbiguousError.
    """
    if field in {"face", "printed"}:
        name, _, key = words.rstrip("}").partition("{")
        face = face_of(CardText(name.strip(), key=key), table.faces, table.reckoning.catalogue)
        return face.key if field == "face" else msgspec.to_builtins(face)
    number = refer(table, words)
    stack = table.stacks.get(number)
    return stack.cards[0] if stack is not None and field in {"card", "cards"} else number


def titled(name: str, catalogue: Catalogue) -> str:
    """The title of the card of a name, or the name itself if several are called so. Raises NotUnderstoodError."""
    try:
        return catalogue.the_one(name).face.title
    except AmbiguousError:
        return name


def swtcg(catalogue: Catalogue) -> Offering:
    """The Star Wars TCG with a catalogue, its notation loaded so that the first caller does not wait for it."""
    parse_declaration("dark: pass")
    game = SwtcgGame(lambda: catalogue)
    return Offering(
        game=game,
        pack=lambda edition, deck, rows: pack(deck, catalogue, rows),
        faces=lambda edition, rows: faces(rows),
        catalogue_digest=catalogue.digest,
        named=named,
        when=when,
        numbered=held,
        titled=lambda name: titled(name, catalogue),
        differences=differences,
        odds=lambda table, question: asked(game, table, question),
    )
