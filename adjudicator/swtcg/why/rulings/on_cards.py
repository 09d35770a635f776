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
about, or to a predicate where that has no such words (`predicates`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from typing import Any, NamedTuple

from adjudicator.kernel.remembering import remembered_of_game
from adjudicator.swtcg.chapters.playing.untriggered import TRIGGER_OF
from adjudicator.swtcg.standing import amounts
from adjudicator.swtcg.table.citing import DOCUMENTS, joined
from adjudicator.swtcg.table.declarations import Activate, PlayCard
from adjudicator.swtcg.table.table import BUILDING, Scene, Table
from adjudicator.swtcg.why import order
from adjudicator.swtcg.why.grounds import stated
from adjudicator.swtcg.why.rulings import rows
from adjudicator.swtcg.why.rulings.concerns import Asked, called, named, numbers, titles
from adjudicator.swtcg.why.rulings.predicates import Predicate
from adjudicator.swtcg.why.rulings.rows import NON_EVENT, Row, TurnedDown
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.terms import Condition

OF_WHAT_IS_PLAYED = (
    "CHANCE_ADMITS_IT", "ITS_TIME_HAS_COME", "IN_YOUR_BUILD_STEP", "ITS_CONDITION_IS_MET", "UNIT_WOULD_ATTACK",
    "NO_UNIT_ATTACKS", "A_UNIT_ATTACKS", "SOURCE_UNTAPPED", "DAMAGE_IS_PENDING", "ABILITY_WORKS_HERE",
)  # fmt: skip
"""The clauses that are about what is played, and not about what it is played on: a row that has no condition of its own
speaks of them only where its card is played.
"""


@cache
def heard(documents: tuple[str, ...]) -> tuple[Row, ...]:
    """The rulings on single cards that stand in some documents."""
    return tuple(row for row in (*rows.rows(), *rows.texts()) if _document(row) in documents)


def special(documents: tuple[str, ...], titles: Collection[str]) -> dict[str, tuple[Row, ...]]:
    """By general rule in whose place another is cited under some documents, the rulings on cards of these titles.

    The place of a rule is also taken by the one that states it with more authority (`grounds.stated`); it may have no
    rulings on cards then.
    """
    found: dict[str, list[Row]] = {rule: [] for rule in stated(documents)}
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
        found = known.cards[rule, kind] = frozenset(row.card for row in known.special[rule] if row.works_out(kind))
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
    plainly: Mapping[str, str]
    """By general rule that no card here works out, and another states with more authority, that other."""
    happens_first: bool = False
    """Whether events are cited before what does not happen, as the edition has it."""

    def rank(self, rule: str) -> order.Rank:
        """How early a paragraph is named among others."""
        return order.rank(rule, self.documents)


def here(table: Table) -> Rulings:
    """The rulings of a table's edition that can matter in its game; worked out again only if cards come into it."""
    known = _by_edition(table.faces)
    edition = (table.edition.documents, table.edition.happens_first)
    found = known.get(edition)
    if found is None:
        titles = frozenset([face.title for face in table.faces.values()])
        found = _on(titles, table.edition.documents)._replace(happens_first=table.edition.happens_first)
        known[edition] = found
    return found


@remembered_of_game
def _by_edition(_: Mapping[str, Face]) -> dict[tuple[tuple[str, ...], bool], Rulings]:
    """What `here` has found for the cards of a game, by the documents that hold and `happens_first`."""
    return {}


@lru_cache(maxsize=256)
def _on(titles: frozenset[str], documents: tuple[str, ...]) -> Rulings:
    """The rulings on cards of these titles; what is ruled for a name goes for all its versions."""
    wanted = titles | {title.partition(" (")[0] for title in titles}
    kept = ((kind, tuple(row for row in each if row.card in wanted)) for kind, each in watched(documents).items())
    told = {kind: each for kind, each in kept if each}
    by_rule, restated = special(documents, wanted), stated(documents)
    plainly = {rule: restated.get(rule, rule) for rule, each in by_rule.items() if not each}
    return Rulings(by_rule, restated, told, {}, documents, plainly)


def cited(table: Table, agenda: Any, rule: str, kind: str, about: tuple[Any, ...], *, holds: bool = False) -> str:
    """The ruling that decides in a general rule's place, or that rule as the edition states it.

    `agenda` holds the frames and pending items of the moment (a table's agenda, or a run); `kind` is a clause code, a
    kind of fact, the name of a value or `NON_EVENT`; `about` is what it is about: declarations, facts, numbers of
    stacks, and the names of sources. Of a clause that `holds` no ruling is cited that only forbids (`Row.bars`).
    """
    known = here(table)
    for row in known.special.get(rule, ()):
        if row.works_out(kind) and not (holds and row.bars) and _fits(row, kind, Asked(table, agenda, row.card, about)):
            return known.restated.get(row.ruling, row.ruling)
    return known.restated.get(rule, rule)


def cited_now(table: Table, rule: str, kind: str, about: tuple[Any, ...]) -> str:
    """What is cited of a table as it stands, where nothing is under way."""
    return cited(table, table.agenda, rule, kind, about)


def ruling(table: Table, rule: str, kind: str, about: tuple[Any, ...]) -> str:
    """The ruling on a single card that decides in a general rule's place (see `cited_now`); empty if none does."""
    found = cited_now(table, rule, kind, about)
    return "" if found == here(table).restated.get(rule, rule) else found


def _fits(row: Row, kind: str, asked: Asked) -> bool:
    plain = not (row.when or row.where or row.unit)
    if plain and kind in OF_WHAT_IS_PLAYED and isinstance(asked.about[0], (Activate, PlayCard)):
        return asked.plays_it or asked.plays_what_it_gives
    if row.unit and row.unit not in named(asked.table, asked.about, words=False):
        return False
    if isinstance(row.when, Predicate) and not row.when.holds(asked):
        return False
    if not _concerns(row, asked):
        return False
    return row.when is None or isinstance(row.when, Predicate) or _now(row.when, asked)


def _now(when: Condition, asked: Asked) -> bool:
    """Whether a condition of the effect language holds.

    "it" are the stacks and cards that something is about, "you" are the controller of the card's effect at work, else
    of the first of these, and "there" is the arena of the battle.
    """
    table, card = asked.table, asked.card
    found = tuple(dict.fromkeys(numbers(asked.about)))
    stacks = [table.stacks[n] for n in found if n in table.stacks]
    controllers = chain(
        (scene.controller for scene in asked.scenes if scene.source == card),
        (stack.controller for stack in stacks),
        (seat for each in asked.about if (seat := getattr(each, "seat", ""))),
        table.order,
    )
    stack = next((stack.id for stack in stacks if card in called(table, stack.id)), 0)
    bound = {"it": found}
    scene = Scene(controller=next(controllers), source=card, stack=stack, bound=bound, arena=table.turn.arena)
    return amounts.holds(table, when, scene)


def _concerns(row: Row, asked: Asked) -> bool:
    if row.card in named(asked.table, asked.about):
        return True
    if NON_EVENT in row.of and any(isinstance(each, str) and row.card in each for each in asked.about):
        return True  # said in words
    if asked.about and isinstance(asked.about[0], str) and asked.about[0].startswith(TRIGGER_OF):
        return False  # it names whose it is
    return row.where == "anywhere" or row.card in PLACES[row.where](asked)


def _in_play(asked: Asked) -> Iterator[str]:
    yield from _on_the_table(asked, in_arenas=True)
    yield from (modifier.scene.source for modifier in asked.table.modifiers.values())


def _on_the_table(asked: Asked, *, in_arenas: bool = False) -> Iterator[str]:
    """The titles of what stands there; what lies face down is hidden."""
    for stack in asked.table.stacks.values():
        if stack.zone in asked.table.arenas if in_arenas else stack.role != BUILDING:
            yield from titles(asked.table, stack)


def _discarded(asked: Asked) -> Iterator[str]:
    zones = asked.table.zones.items()
    piles = (card for zone, cards in zones if zone.startswith("discard:") for card in cards)
    return (face.title for face in map(asked.table.face, piles) if face is not None)


PLACES: Mapping[str, Callable[[Asked], Iterator[str]]] = {
    "": lambda asked: asked.at_work,
    "in play": _in_play,
    "on the table": _on_the_table,
    "discarded": _discarded,
}
"""By `Row.where`, the titles of the cards that are there."""
