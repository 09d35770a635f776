"""What has to do with a card: what names it, what is done to it or by it, and what is at work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from adjudicator.kernel.base import Sealed
from adjudicator.swtcg.standing.abilities import with_key
from adjudicator.swtcg.table.declarations import Activate, Complete, PlayCard
from adjudicator.swtcg.table.facts import AbilityPlayed, CardPlayed, MissionPlayed
from adjudicator.swtcg.table.table import Scene, Stack, Table
from adjudicator.swtcg.words.face import Face


class Asked(NamedTuple):
    """What a row is asked of: the moment, the title of the row's card, and what a clause, fact or value is `about`.

    `agenda` holds the frames and pending items (a table's agenda, or a run); `about` are declarations, facts, numbers
    of stacks, and the names of sources.
    """

    table: Table
    agenda: Any
    card: str
    about: tuple[Any, ...]

    @property
    def others(self) -> list[Stack]:
        """The stacks that it is about, without those that the card leads."""
        table = self.table
        found = (n for n in numbers(self.about) if n in table.stacks and table.title(n) != self.card)
        return [table.stacks[n] for n in found]

    @property
    def faces(self) -> list[Face]:
        """The cards that lie in no stack and that it is about, as they are printed."""
        found = (n for n in numbers(self.about) if n in self.table.cards)
        return [face for n in found if (face := self.table.face(n)) is not None]

    @property
    def itself(self) -> bool:
        """Whether a stack or card that it is about is the card, or has it in it or on it."""
        return self.card in named(self.table, self.about, words=False)

    @property
    def plays_it(self) -> bool:
        """Whether what is said, or has happened, plays the card, or an ability printed on it that leads its stack."""
        said = self.about[0]
        if isinstance(said, Activate | AbilityPlayed):
            unit = self.table.stack_of(said.ability)
            return unit is not None and self.table.title(unit.id) == self.card
        thing = said.stack if isinstance(said, Complete) else getattr(said, "card", 0)
        kinds = (Complete, PlayCard, CardPlayed, MissionPlayed)
        return isinstance(said, kinds) and self.card in named(self.table, (thing,))

    @property
    def plays_what_it_gives(self) -> bool:
        """Whether what is said plays an ability that an effect of the card gives the unit."""
        said = self.about[0]
        played = with_key(self.table, said.ability) if isinstance(said, Activate) else None
        return played is not None and played.name == self.card

    @property
    def scenes(self) -> Iterator[Scene]:
        """The effects at work, the innermost first."""
        return (scene for frame in reversed(self.agenda.frames) if (scene := getattr(frame, "scene", None)) is not None)

    @property
    def at_work(self) -> Iterator[str]:
        """The sources of the effects at work, the units of the attack, and what the pending damage is of and to."""
        yield from (scene.source for scene in self.scenes)
        if self.table.attack is not None:
            yield from named(self.table, (self.table.attack.attacker, self.table.attack.defender))
        for packet in self.agenda.pending:
            yield packet.name
            yield from named(self.table, (packet.source, packet.target))


def named(table: Table, about: tuple[Any, ...], *, words: bool = True) -> Iterator[str]:
    """The titles that something names: stacks and cards by number, and sources in `words`."""
    for each in _leaves(about):
        if isinstance(each, int):
            yield from called(table, each)
        elif words:
            yield each


def numbers(about: tuple[Any, ...]) -> Iterator[int]:
    """The stacks and cards that something names, by number; 0 is none."""
    return (each for each in _leaves(about) if isinstance(each, int) and each)


def _leaves(about: Any) -> Iterator[int | str]:
    for each in about:
        if isinstance(each, int | str):
            yield each
        elif isinstance(each, Sealed):
            yield from (item for item in each.items if isinstance(item, int))
        elif isinstance(each, tuple | list):
            yield from _leaves(each)
        elif isinstance(each, msgspec.Struct):
            yield from _leaves(_fields(each))


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


def called(table: Table, number: int) -> Iterator[str]:
    """The titles of a stack's cards and of what is on it, or of a card."""
    stack = table.stacks.get(number)
    if stack is None:
        card = table.cards.get(number)
        face = table.faces.get(card.face) if card is not None and card.face else None
        if face is not None:
            yield face.title
        return
    for each in (stack, *table.attached(number)):
        yield from titles(table, each)


def titles(table: Table, stack: Stack) -> Iterator[str]:
    """The titles of a stack's cards, as far as they are known."""
    return (face.title for card in stack.cards if (face := table.face(card)) is not None)
