"""Boards in notation, made up by hypothesis from cards of the catalogue."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.notation.names import card_text
from adjudicator.swtcg.notation.texts import written_card
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.persons import person

Players = tuple[str, str]

SETS = ("ANH", "BOY", "ROTS")
"""A few sets: names with numbers, quotation marks, words of the notation, and namesakes are in them."""


@cache
def faces(kind: str) -> tuple[Face, ...]:
    """The faces of a card type in a few sets."""
    catalogue = our_catalogue()
    return tuple(
        e.face for code in SETS for e in catalogue.card_set(code).cards if kind in e.face.types and e.face.name
    )


@cache
def written_face(face: Face) -> str:
    """A card as a board has to write it."""
    return written_card(card_text(face, {face.key: face}, our_catalogue))


def cards(*kinds: str) -> SearchStrategy[str]:
    """A card of one of some types, as written."""
    return st.sampled_from([face for kind in kinds for face in faces(kind)]).map(written_face)


def space_locations() -> SearchStrategy[str]:
    """A Location of the Space arena, as written."""
    return st.sampled_from([face for face in faces("location") if "Space" in face.subtypes]).map(written_face)


@st.composite
def conditions(draw: DrawFn) -> str:
    """Conditions of what stands face up."""
    found = []
    if draw(st.booleans()):
        found.append(f"damage {draw(st.integers(1, 9))}")
    if draw(st.booleans()):
        found.append("tapped")
    if draw(st.integers(0, 4)) == 0:
        found.append(draw(st.sampled_from(("1 card under", "2 cards under", "under [Dark Cave, ?]"))))
    return "".join(f", {each}" for each in found)


@cache
def namesakes(arena: str, of: Face) -> tuple[Face, ...]:
    """The units of an arena that can be one stack with a card."""
    others = (face for face in faces(arena) if face.unique and of.unique and face.title != of.title)
    return tuple(face for face in others if person(face.name) == person(of.name))


@st.composite
def unit(draw: DrawFn, arena: str, players: Players) -> str:
    """A unit of an arena, perhaps a stack, perhaps with something on it."""
    top = draw(st.sampled_from(faces(arena)))
    alike = namesakes(arena, top)
    below = draw(st.lists(st.sampled_from(alike), max_size=2, unique_by=lambda face: face.title)) if alike else []
    words = " over ".join(written_face(face) for face in (top, *below))
    words += draw(conditions())
    if draw(st.integers(0, 4)) == 0:
        words += f", controlled by {draw(st.sampled_from(players))}"
    for _ in range(draw(st.integers(0, 1))):
        pilot = draw(cards("character")) + draw(conditions())
        words += f" with ({pilot} carrying {draw(cards('equipment'))})" if draw(st.booleans()) else f" with {pilot}"
    for _ in range(draw(st.integers(0, 1))):
        words += f" carrying {draw(cards('equipment'))}"
    return words


@st.composite
def building(draw: DrawFn) -> str:
    """Something in a build zone."""
    what = draw(st.integers(0, 3))
    if what == 0:
        return f"? face down, {draw(st.integers(1, 9))} counters"
    if what == 1:
        shown = ", shown" if draw(st.booleans()) else ""
        return f"{draw(cards('mission', 'location', 'space'))} face down, {draw(st.integers(1, 9))} counters{shown}"
    if what == 2:
        return draw(cards("equipment"))
    return f"{draw(cards('ground', 'character'))}{draw(conditions())}, retreated"


@st.composite
def seat(draw: DrawFn, line: str, players: Players) -> list[str]:
    """A player's lines, the first of which begins so."""
    items = [f"force {draw(st.integers(0, 30))}"]
    if draw(st.booleans()):
        items.append(f"build points {draw(st.integers(1, 9))}")
    known = draw(st.lists(cards("battle", "space", "mission"), max_size=3))
    unknown = draw(st.integers(0, 3))
    items.append(f"hand {len(known) + unknown} [{', '.join(known)}]")
    items.append(f"deck {draw(st.integers(0, 40))}")
    for pile in ("deck top", "discard", "out"):
        there = draw(st.lists(cards("battle", "ground"), max_size=2))
        if there:
            items.append(f"{pile} [{', '.join(there)}]")
    lines = [f"{line}: {', '.join(items)}"]
    for arena in UNIT_TYPES:
        units = draw(st.lists(unit(arena, players), max_size=2))
        if units:
            lines.append(f"  {arena}: {'; '.join(units)}")
    there = draw(st.lists(building(), max_size=2))
    if there:
        lines.append(f"  build zone: {'; '.join(there)}")
    return lines


POINTS = (
    "dark build step",
    "light build step",
    "dark retreat step",
    "light retreat step",
    "battle phase; dark to play or pass",
    "battle phase; light to play or pass, dark has passed",
    "Space battle; dark to play or pass",
    "Ground battle; light to play or pass",
    "Character battle; dark to play or pass, light has passed",
)
"""Quiet points that any table can stand at."""


@st.composite
def boards(draw: DrawFn, players: Players = ("dark", "light"), sides: Players = ("", "")) -> str:
    """A whole board at a quiet point; with an attacker and a defender in Space it may be inside an attack."""
    first, second = (f"{name} ({side})" if side else name for name, side in zip(players, sides, strict=True))
    lines = [*draw(seat(first, players)), *draw(seat(second, players))]
    after = [f"locations: space = {draw(space_locations())} ({players[1]})"] if draw(st.booleans()) else []
    point = draw(st.sampled_from(POINTS)).replace("dark", players[0]).replace("light", players[1])
    attack = draw(st.sampled_from(["", "before the roll", "rolled 6 4 2", "rolled 1", "damage pending 3"]))
    if attack:
        one, other = draw(cards("space")), draw(cards("space"))
        lines.insert(1, f"  space: hunter = {one}, tapped")
        lines.append(f"  space: prey = {other}")
        after.append(f"attack: hunter on prey, {attack}")
        point = f"Space battle; {players[0]} to play or pass"
    return "\n".join([f"turn {draw(st.integers(1, 40))}, {point}", *lines, *after])
