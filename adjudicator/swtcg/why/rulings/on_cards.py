"""Rulings on single cards: where a document says of one card how the general rules work out for it.

The answer comes from the card's effect and the general rules; a row of `*.toml` beside this module says of a ruling
which card it is on (`card`), which general rules it works out for that card (`rules`), and for which clauses, facts,
values or non-events (`of`: clause codes, kinds of facts, names of values, "non-event"). Where one of these rests on
such a rule and has to do with that card, the ruling is cited in the rule's place, in editions that hear its document.

To do with a card have: what names it as its source or its cause, what it is done to or by (a stack, its Pilots and the
cards in it), the units of the attack going on, the damage pending, and the effects at work. With `where = "in play"`
it is enough that the card stands in an arena or that a lasting effect of it is in force, with "on the table" that it
stands anywhere there, with "discarded" that it lies in a discard pile,
and with "anywhere" nothing is asked of it but what `when` says. `unit` narrows a row to what
happens to a unit of that title, `when` to a condition in words of the effect language, in which "it" is what it is
about, or to one that has no such words (`conditions`; "itself" and "another": whether it is about the card,
"from it": its own part of a value; "enhanced": whether a card is played so).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.explained import AS_TOLD, RULED
from adjudicator.kernel.remembering import remembered_of_game
from adjudicator.swtcg.standing import amounts
from adjudicator.swtcg.table.citing import DOCUMENTS, joined, restated
from adjudicator.swtcg.table.declarations import Activate, Complete, PlayCard
from adjudicator.swtcg.table.facts import (
    AbilityPlayed,
    CardPlayed,
    DamageCountersPlaced,
    DamagePending,
    MissionPlayed,
    UseCounted,
)
from adjudicator.swtcg.table.table import BUILDING, Scene, Stack, Table
from adjudicator.swtcg.why import course, order
from adjudicator.swtcg.why.rulings import conditions, rows
from adjudicator.swtcg.why.rulings.rows import (
    BY_ITS_ACCURACY,
    DOING,
    ENHANCED,
    IN_ITS_WORDS,
    LENT,
    NON_EVENT,
    OF_ONE_ABILITY,
    OWN_ABILITY,
    PLAYED,
    TEXT,
    TRIGGER_OF,
    Row,
    TurnedDown,
)
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.terms import Condition


@cache
def heard(documents: tuple[str, ...]) -> tuple[Row, ...]:
    """The rulings on single cards that stand in some documents."""
    return tuple(row for row in (*rows.rows(), *rows.texts()) if _document(row) in documents)


def special(documents: tuple[str, ...], titles: Collection[str]) -> dict[str, tuple[Row, ...]]:
    """By general rule in whose place another is cited under some documents, the rulings on cards of these titles.

    The place of a rule is also taken by the one that states it with more authority (`citing.restated`); it may have no
    rulings on cards then.
    """
    found: dict[str, list[Row]] = {rule: [] for rule in restated(documents)}
    for row in heard(documents):
        if row.card in titles:
            for rule in dict.fromkeys(same for each in row.rules for same in joined().get(each, (each,))):
                found.setdefault(rule, []).append(row)
    return {rule: tuple(each) for rule, each in found.items()}


@cache
def watched(documents: tuple[str, ...]) -> Mapping[str, tuple[TurnedDown, ...]]:
    """By kind of fact, the rulings on what a card does not do that stand in some documents."""
    found: dict[str, list[TurnedDown]] = {}
    for row in rows.turned_down():
        if _document(row) in documents:
            for kind in row.of:
                found.setdefault(kind, []).append(row)
    return {kind: tuple(each) for kind, each in found.items()}


def _document(row: Row | TurnedDown) -> str:
    return DOCUMENTS[row.ruling.partition(".")[0]]


def cards_of(table: Table, rule: str, kind: str) -> Collection[str]:
    """The cards of a game of which a ruling works out a rule for something of that kind."""
    known = here(table)
    if rule not in known.special:
        return ()
    found = known.cards.get((rule, kind))
    if found is None:
        found = known.cards[rule, kind] = frozenset(row.card for row in known.special[rule] if kind in row.of)
    return found


class Rulings(NamedTuple):
    """The rulings that can matter in a game: on cards that somebody in it has.

    By general rule the rows that work it out, by kind of fact those on what a card does not do.
    """

    special: Mapping[str, tuple[Row, ...]]
    restated: Mapping[str, str]
    watched: Mapping[str, tuple[TurnedDown, ...]]
    cards: dict[tuple[str, str], frozenset[str]]
    """By rule and kind, the cards that `cards_of` has named."""
    documents: tuple[str, ...]
    """The documents that hold, the highest first."""

    @property
    def ordinary(self) -> Collection[str]:
        """The rules of what happens in the ordinary course."""
        return course.ORDINARY

    @property
    def idle(self) -> Collection[str]:
        """The rules of what does not happen in the ordinary course."""
        return course.IDLE

    def weight(self, rule: str) -> int:
        """How much more special a rule is than the general ones: of rulings on cards (`rows.weights`)."""
        if rule in course.SPECIAL:
            return RULED
        general = -1 if rule in course.FAINT else -2 if rule in course.OUTCOMES else 0
        ruled = AS_TOLD if rule.endswith(TEXT) else RULED
        return rows.weights().get(rule) or (ruled if ".card." in rule else general)

    def rank(self, rule: str) -> order.Rank:
        """How early a paragraph is named among others."""
        return order.rank(rule, self.documents)


def here(table: Table) -> Rulings:
    """The rulings of a table's edition that can matter in its game; worked out again only if cards come into it."""
    known = _by_edition(table.faces)
    found = known.get(table.edition.documents)
    if found is None:
        titles = frozenset([face.title for face in table.faces.values()])
        found = known[table.edition.documents] = _on(titles, table.edition.documents)
    return found


@remembered_of_game
def _by_edition(_: Mapping[str, Face]) -> dict[tuple[str, ...], Rulings]:
    """What `here` has found for the cards of a game, by the documents that hold."""
    return {}


@lru_cache(maxsize=256)
def _on(titles: frozenset[str], documents: tuple[str, ...]) -> Rulings:
    """The rulings on cards of these titles; what is ruled for a name goes for all its versions."""
    wanted = titles | {title.partition(" (")[0] for title in titles}
    kept = ((kind, tuple(row for row in each if row.card in wanted)) for kind, each in watched(documents).items())
    told = {kind: each for kind, each in kept if each}
    return Rulings(special(documents, wanted), restated(documents), told, {}, documents)


def cited(table: Table, agenda: Any, rule: str, kind: str, about: tuple[Any, ...], *, holds: bool = False) -> str:
    """The ruling that decides in a general rule's place, or that rule as the edition states it.

    `agenda` holds the frames and pending items of the moment (a table's agenda, or a run); `kind` is a clause code, a
    kind of fact, the name of a value or `NON_EVENT`; `about` is what it is about: declarations, facts, numbers of
    stacks, and the names of sources. Of a clause that `holds` no ruling is cited that only forbids (`Row.bars`).
    """
    known = here(table)
    for row in known.special.get(rule, ()):
        if kind in row.of and not (holds and row.bars) and _fits(table, agenda, row, kind, about):
            return known.restated.get(row.ruling, row.ruling)
    return known.restated.get(rule, rule)


def ruled(table: Table, rule: str, kind: str, about: tuple[Any, ...]) -> bool:
    """Whether a ruling on a single card decides in a general rule's place (see `cited`)."""
    return cited(table, table.agenda, rule, kind, about) != here(table).restated.get(rule, rule)


def on_a_point(table: Table, rule: str, kind: str, about: tuple[Any, ...]) -> bool:
    """Whether a ruling on a point of a single card decides in a general rule's place, and not just its whole text."""
    return ruled(table, rule, kind, about) and not cited(table, table.agenda, rule, kind, about).endswith(TEXT)


def _fits(table: Table, agenda: Any, row: Row, kind: str, about: tuple[Any, ...]) -> bool:
    plain = not (row.when or row.where or row.unit)
    if plain and kind in rows.OF_WHAT_IS_PLAYED and isinstance(about[0], (Activate, PlayCard)):
        return _is_played(table, row.card, about[0]) or _is_given(table, row.card, about[0])
    if row.unit and row.unit not in _named(table, about, words=False):
        return False
    if isinstance(row.when, str):
        return (not row.when or _speaks(table, agenda, row, about)) and _concerns(table, agenda, row, about)
    return _concerns(table, agenda, row, about) and _now(table, row, row.when, about)


def _now(table: Table, row: Row, when: Condition, about: tuple[Any, ...]) -> bool:
    """Whether the condition of a row holds, with "it" bound to the stacks that something is about."""
    found = tuple(dict.fromkeys(numbers(table, about)))
    said_by = next((seat for each in about if (seat := getattr(each, "seat", ""))), table.order[0])
    controller = table.stacks[found[0]].controller if found else said_by
    stack = next((n for n in found if row.card in _called(table, n)), 0)
    scene = Scene(controller=controller, source=row.card, stack=stack, bound={"it": found})
    return amounts.holds(table, when, scene)


def numbers(table: Table, about: tuple[Any, ...]) -> Iterator[int]:
    """The stacks that something names."""
    for each in about:
        if isinstance(each, int):
            if each in table.stacks:
                yield each
        elif isinstance(each, tuple | list):
            yield from numbers(table, tuple(each))
        elif isinstance(each, msgspec.Struct):
            yield from numbers(table, tuple(_fields(each)))


def _concerns(table: Table, agenda: Any, row: Row, about: tuple[Any, ...]) -> bool:
    if any(row.card == name for name in _named(table, about)):
        return True
    if NON_EVENT in row.of and any(isinstance(each, str) and row.card in each for each in about):
        return True  # said in words
    if about and isinstance(about[0], str) and about[0].startswith(TRIGGER_OF):
        return False  # it names whose it is
    if row.where == "in play":
        return any(row.card == name for name in _in_play(table))
    if row.where == "anywhere":
        return True
    if row.where == "on the table":
        shown = (stack for stack in table.stacks.values() if stack.role != BUILDING)  # what lies face down is hidden
        return any(row.card == name for stack in shown for name in _titles(table, stack))
    if row.where == "discarded":
        piles = (card for zone, cards in table.zones.items() if zone.startswith("discard:") for card in cards)
        return any(row.card == face.title for face in map(table.face, piles) if face is not None)
    return any(row.card == name for name in _at_work(table, agenda))


def _speaks(table: Table, agenda: Any, row: Row, about: tuple[Any, ...]) -> bool:
    """Whether a condition in a word (`conditions`) is met."""
    assert isinstance(row.when, str)
    if row.about is not None and row.when in OF_ONE_ABILITY and not _is_meant(agenda, row, about):
        return False
    if row.when == PLAYED:
        return _is_played(table, row.card, about[0])
    if row.when == BY_ITS_ACCURACY:
        return conditions.accuracy_by(table, row.card)
    if row.when == OWN_ABILITY:
        return isinstance(about[0], AbilityPlayed) and _is_its_own(table, row, about[0].ability)
    if row.when == IN_ITS_WORDS:
        played = about[0]
        own = not isinstance(played, Activate) or _is_its_own(table, row, played.ability)
        return own and _is_played(table, row.card, played)
    if row.when == ENHANCED:
        return any(isinstance(each, PlayCard) and each.enhance for each in about)
    if row.when in ("itself", "another"):
        return (row.card in _named(table, about, words=False)) == (row.when == "itself")
    if row.when in ("from it", "from itself"):
        itself = row.when == "from it" or row.card in _named(table, about, words=False)
        return row.card in about and itself
    if row.when == "its trigger":
        return getattr(about[0], "cause", "") == row.card
    if row.when == DOING:
        return next(_scenes(agenda), "") == row.card
    if row.when == "given by it":
        return _is_given(table, row.card, about[0])
    if row.when == LENT:
        return _is_given(table, row.card, about[0]) and not _is_played(table, row.card, about[0])
    numbers = [n for n in _numbers(about) if n]
    if row.when in ("done to one under its effect", "by one under its effect"):
        meant = _done_to(about) if row.when.startswith("done to") else _done_by(table, about)
        return any(conditions.under_its_effect(table, row.card, table.stacks[n]) for n in meant if n in table.stacks)
    if row.when == "put on one that prevents":
        return any(conditions.prevents(table, n) for n in _done_to(about))
    if row.when == "one of its cards":
        return conditions.bound_to_cards(table, row.card, numbers)
    stacks = [table.stacks[n] for n in numbers if n in table.stacks and table.title(n) != row.card]
    faces = [table.top(stack) for stack in stacks if table.known(stack)]
    faces.extend(face for n in numbers if n in table.cards and (face := table.face(n)) is not None)
    return conditions.holds(table, agenda, row.card, row.when, stacks, faces)


def _done_to(about: tuple[Any, ...]) -> list[int]:
    """The units to which damage is to be done, or on which counters are placed."""
    pending = [each.packet.target for each in about if isinstance(each, DamagePending)]
    return pending + [each.stack for each in about if isinstance(each, DamageCountersPlaced)]


def _done_by(table: Table, about: tuple[Any, ...]) -> list[int]:
    """The units whose abilities are played."""
    units = (table.stack_of(each.ability) for each in about if isinstance(each, Activate | AbilityPlayed))
    counted = (table.stack_of(each.key) for each in about if isinstance(each, UseCounted))
    return [unit.id for unit in (*units, *counted) if unit is not None]


# --- what has to do with a card ---------------------------------------------------------------


def _named(table: Table, about: tuple[Any, ...], *, words: bool = True) -> Iterator[str]:
    """The titles that something names: stacks and cards by number, and sources in `words`."""
    for each in about:
        if isinstance(each, str):
            if words:
                yield each
        elif isinstance(each, int):
            yield from _called(table, each)
        elif isinstance(each, Sealed):
            yield from _named(table, tuple(item for item in each.items if isinstance(item, int)), words=words)
        elif isinstance(each, tuple | list):
            yield from _named(table, tuple(each), words=words)
        elif isinstance(each, msgspec.Struct):
            yield from _named(table, tuple(_fields(each)), words=words)


THINGS = (
    "stack", "stacks", "unit", "attacker", "defender", "host", "source", "target", "card", "cards", "from_stack",
    "pilot", "winner", "loser", "equipment", "onto", "targets", "chosen", "by", "cause", "name",
)  # fmt: skip
"""The fields of facts, declarations and what they hold that name stacks, cards and sources."""


def _fields(value: msgspec.Struct) -> Iterator[Any]:
    """What a fact, a declaration or a value in one says of stacks, cards and sources."""
    for name in value.__struct_fields__:
        found = getattr(value, name)
        if name in THINGS or isinstance(found, msgspec.Struct):
            yield found
        elif name == "ability" and isinstance(found, str):  # its key begins with the number of its unit
            number = found.partition(".")[0]
            yield int(number) if number.isdecimal() else 0


def _numbers(about: tuple[Any, ...]) -> Iterator[int]:
    """The stacks and cards that something names, by number."""
    for each in about:
        if isinstance(each, int):
            yield each
        elif isinstance(each, Sealed):
            yield from (item for item in each.items if isinstance(item, int))
        elif isinstance(each, tuple | list):
            yield from _numbers(tuple(each))
        elif isinstance(each, msgspec.Struct):
            yield from _numbers(tuple(_fields(each)))


def _called(table: Table, number: int) -> Iterator[str]:
    """The titles of a stack's cards and of what is on it, or of a card."""
    stack = table.stacks.get(number)
    if stack is None:
        card = table.cards.get(number)
        face = table.faces.get(card.face) if card is not None and card.face else None
        if face is not None:
            yield face.title
        return
    for each in (stack, *table.attached(number)):
        yield from _titles(table, each)


def _is_played(table: Table, title: str, said: Any) -> bool:
    """Whether what is said, or has happened, plays a card of a title, or an ability printed on one that leads its
    stack.
    """
    if isinstance(said, Activate):
        unit = table.stack_of(said.ability)
        return unit is not None and table.title(unit.id) == title
    if isinstance(said, Complete):
        return title in _named(table, (said.stack,))
    return isinstance(said, (PlayCard, CardPlayed, MissionPlayed)) and title in _named(table, (said.card,))


def _is_given(table: Table, title: str, said: Any) -> bool:
    """Whether what is said plays an ability that an effect of a card of a title gives the unit."""
    unit = table.stack_of(said.ability) if isinstance(said, Activate) else None
    if unit is None:
        return False
    here = table.index.by_stack.get(unit.id, ())
    return any(each.key == said.ability and each.name == title for each in here)


def _is_meant(agenda: Any, row: Row, about: tuple[Any, ...]) -> bool:
    """Whether what is played, or else takes effect, is the ability that a whole text is about."""
    at_work = (scene.key for frame in reversed(agenda.frames) if (scene := getattr(frame, "scene", None)) is not None)
    key: str = getattr(about[0], "ability", "") or next(at_work, "")
    return key.partition(".")[2] == str(row.about)


def _is_its_own(table: Table, row: Row, ability: str) -> bool:
    """Whether the ability of a key stands on a card in its own words, not as a keyword."""
    unit = table.stack_of(ability)
    if unit is None or table.title(unit.id) != row.card:
        return False
    there = table.index.by_stack.get(unit.id, ())
    played = (each for each in there if not each.name and each.key == ability)
    return any(not getattr(each.ability, "keyword", "") for each in played)


def _titles(table: Table, stack: Stack) -> Iterator[str]:
    for card in stack.cards:
        face = table.face(card)
        if face is not None:
            yield face.title


def _at_work(table: Table, agenda: Any) -> Iterator[str]:
    """The sources of the effects at work, the units of the attack, and what the pending damage is of and to."""
    yield from _scenes(agenda)
    if table.attack is not None:
        yield from _named(table, (table.attack.attacker, table.attack.defender))
    for packet in agenda.pending:
        yield packet.name
        yield from _named(table, (packet.source, packet.target))


def _scenes(agenda: Any) -> Iterator[str]:
    """The sources of the effects at work, the innermost first."""
    for frame in reversed(agenda.frames):
        scene = getattr(frame, "scene", None)
        if scene is not None:
            yield scene.source


def _in_play(table: Table) -> Iterator[str]:
    for stack in table.stacks.values():
        if stack.zone in table.arenas:
            yield from _titles(table, stack)
    for modifier in table.modifiers.values():
        yield modifier.scene.source
