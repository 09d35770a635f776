"""Cards outside of the hand that may be played: as though they were in it (set aside, with Meditate), or for an ability
that is played from the discard pile.
"""

from __future__ import annotations

from functools import partial

from adjudicator.kernel.remembering import GAMES_MAX, remembered, remembered_by_word, remembered_of_game
from adjudicator.swtcg.standing.scenes import seat_of
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.kinds import ANY_TIME, chances_for, chances_of
from adjudicator.swtcg.words.language import FromAside, Keyword, Play
from adjudicator.swtcg.words.printed import lying

ASIDE = "set aside"
"""The name that the cards a change is about are bound to in its scene."""


def playable_elsewhere(table: Table, seat: str) -> tuple[int, ...]:
    """The cards that a player may play although they are not in the hand."""
    return (*playable_aside(table, seat), *from_discard_pile(table, seat))


def from_discard_pile(table: Table, seat: str, kind: str = "") -> tuple[int, ...]:
    """The cards in a player's discard pile that may be played from there, in a chance of a kind if one is named."""
    faces = _playable_there(table.faces, table.edition.book.value)
    pile = table.zones.get(f"discard:{seat}", ()) if faces else ()
    return tuple(card for card in pile if (kinds := faces.get(table.cards[card].face)) and (not kind or kind in kinds))


BUILD_STEP = "build step"


@partial(remembered_by_word, most=GAMES_MAX)
def _playable_there(faces: dict[str, Face], book: str) -> dict[str, tuple[str, ...]]:
    """By face what may be played from the discard pile, with the kinds of chance it may be for."""
    found: dict[str, tuple[str, ...]] = {}
    for key, face in faces.items():
        if "discard" in lying(face, book):
            found[key] = (ANY_TIME, *chances_for(lying(face, book)["discard"]))
        meditation = _meditation(face)
        if meditation is not None:
            found[key] = (ANY_TIME, *chances_of(meditation.do)) if "battle" in face.types else (BUILD_STEP,)
    return found


def _meditation(face: Face) -> Play | None:
    """What a card does that has Meditate, if it has."""
    return next((each for each in face.abilities if isinstance(each, Play) and each.meditate is not None), None)


@partial(remembered_by_word, most=GAMES_MAX)
def played_otherwise(faces: dict[str, Face], book: str) -> frozenset[str]:
    """The faces of a game that may be played from a hand or discard pile although they are no Battle cards."""
    meditating = with_meditate(faces)
    return frozenset(
        key for key, face in faces.items() if "battle" not in face.types and (lying(face, book) or key in meditating)
    )


@remembered
def with_meditate_text(face: Face) -> bool:
    """Whether a card has Meditate, in whatever way it is written."""
    named = any(isinstance(each, Keyword) and each.name == "meditate" for each in face.abilities)
    return named or _meditation(face) is not None


def meditating(table: Table, seat: str) -> tuple[int, ...]:
    """The cards with Meditate in a player's discard pile (idc.keywords.meditate-only-from-discard-pile)."""
    faces = with_meditate(table.faces)
    if not faces:
        return ()
    return tuple(card for card in table.zones.get(f"discard:{seat}", ()) if table.cards[card].face in faces)


@remembered_of_game
def with_meditate(faces: dict[str, Face]) -> tuple[str, ...]:
    """The faces of a game with Meditate."""
    return tuple(key for key, face in faces.items() if _meditation(face) is not None)


def playable_aside(table: Table, seat: str) -> tuple[int, ...]:
    """The cards that a player may play although they are set aside, as long as not too many of them have been."""
    found: list[int] = []
    for modifier in table.modifiers.values():
        change = modifier.change
        if not isinstance(change, FromAside) or seat_of(table, modifier.scene, change.who) != seat:
            continue
        cards = modifier.scene.bound.get(ASIDE, ())
        left = [card for card in cards if any(card in table.zones.get(f"aside:{each}", ()) for each in table.seats)]
        if change.most is None or len(cards) - len(left) < change.most:
            found.extend(left)
    return tuple(found)
