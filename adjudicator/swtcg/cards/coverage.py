"""How much of a catalogue's effects is executed, by which route, and why the rest is not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from adjudicator.swtcg.cards.by_hand import hand_made
from adjudicator.swtcg.cards.catalogue import Catalogue
from adjudicator.swtcg.cards.entry import Entry
from adjudicator.swtcg.cards.wording import COMPILED, in_words, state, told


class Coverage(msgspec.Struct, frozen=True):
    """A set's effects (paragraphs) by their route, and its executed abilities by how they can be said.

    `manual` are those of which at least a part is carried out by hand, `read` those that are told in words and not
    carried out yet. `worded` of `abilities` are wholly in our
    words, which the compiler reads back as the same; the others hold a part written out as data.
    """

    set: str
    title: str
    cards: int
    effects: int
    compiled: int
    by_hand: int
    manual: int
    read: int
    abilities: int
    worded: int


class Untold(msgspec.Struct, frozen=True):
    """An effect that was not compiled from its wording: whose, its number from 1, its state, and why."""

    card: str
    name: str
    effect: int
    state: str
    why: str


def coverage(catalogue: Catalogue, code: str) -> Coverage:
    """Count a set's effects. Raises KeyError for a set that is not in the catalogue."""
    found = catalogue.card_set(code)
    told = [ability for each in found.cards for ability in each.face.abilities if state(ability) == COMPILED]
    tally = found.tally
    return Coverage(
        set=code,
        title=found.title,
        cards=tally.cards,
        effects=tally.paragraphs,
        compiled=tally.compiled,
        by_hand=tally.by_hand,
        manual=tally.frame + tally.manual,
        read=tally.read,
        abilities=len(told),
        worded=sum(in_words(ability) for ability in told),
    )


def untold(entries: Iterable[Entry]) -> Iterator[Untold]:
    """The effects of cards that were not compiled from wording, each with its reason."""
    for entry in entries:
        for each in entry.untold:
            said = next((read.says for read in entry.read if read.number == each.number), ())
            if said:
                told_so = "; ".join(map(told, said))
                yield Untold(entry.face.key, entry.title, each.number, each.state, f"{each.why}: {told_so}")
                continue
            why = each.why or hand_made()[entry.face.key].reason
            yield Untold(card=entry.face.key, name=entry.title, effect=each.number, state=each.state, why=why)
