"""What goes without saying of what is played: the units that its text means anyway (the attacking one, the defending
one, the ability's own), the only damage that it can prevent; and which cards are chosen only as it takes effect.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.chapters.building.missions import mission_playable
from adjudicator.swtcg.chapters.playing.ability_clauses import playable_of
from adjudicator.swtcg.chapters.playing.asked import chosen_instructions, scene_for
from adjudicator.swtcg.chapters.playing.card_texts import card_playable
from adjudicator.swtcg.chapters.playing.playable import Playable, as_chosen
from adjudicator.swtcg.chapters.playing.preventing import all_of_one, packets_for
from adjudicator.swtcg.standing import naming
from adjudicator.swtcg.standing.selectors import CARD
from adjudicator.swtcg.table.declarations import Activate, Complete, PlayCard
from adjudicator.swtcg.table.frames import DamageFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Choose, Those

Played = Activate | PlayCard
Said = TypeVar("Said", bound=Played | Complete)


def without_the_obvious(table: Table, playable: Playable | None, said: Said) -> Said:
    """A declaration without a unit that nobody has to choose and that its text means all the same.

    Raises NotUnderstoodError where cards are named that are chosen only as the effect resolves: the play is not refused
    for them, and they would be lost.
    """
    if playable is None or not said.targets or chosen_instructions(playable, said.mode):
        return said
    if any(said.targets == ((unit,),) for unit in _meant(table, playable)):
        return msgspec.structs.replace(said, targets=())
    later = (each for each in walk(playable.do) if isinstance(each, Choose) and each.when == "resolving")
    if any(each.among.what == CARD for each in later):
        first = next((number for group in said.targets for number in group), 0)
        face = table.face(first) if first in table.cards else None
        words = table.title(first) if face is None else face.name
        raise NotUnderstoodError(words, words, ("nothing more: this is chosen as it takes effect, by `choose ...`",))
    return said


def _meant(table: Table, playable: Playable) -> list[int]:
    """The units that a text speaks of without a choice."""
    attack = table.attack
    units = {"this": playable.stack}
    if attack is not None:
        units |= {"attacker": attack.attacker, "defender": attack.defender}
    fields = (getattr(each, name) for each in walk(playable.do) for name in each.__struct_fields__)
    return [units[those.bound] for those in fields if isinstance(those, Those) and those.bound in units]


def packet_meant(table: Table, said: Played) -> int:
    """The damage that is meant where none is named: the only one pending, or the only one that this can prevent; the
    first of those that one thing does, where all of them are prevented together.

    0 if what is played prevents no damage, or if several are pending that it could prevent.
    """
    plain = offered(table, said)
    playable = None if plain is None else as_chosen(plain, said.mode)
    if playable is None or playable.chance != "prevention":
        return 0
    for frame in reversed(table.agenda.frames):
        if isinstance(frame, DamageFrame):
            if len(frame.packets) == 1:
                return frame.packets[0]
            able = packets_for(table, playable, scene_for(playable, said))
            together = all_of_one(playable) and len({each.source for each in able}) == 1
            return able[0].id if len(able) == 1 or together else 0
    return 0


def asks_for_x(table: Table, said: Played) -> bool:
    """Whether X is chosen as this is played, 0 included."""
    playable = offered(table, said)
    cost = None if playable is None else as_chosen(playable, said.mode).cost
    return cost is not None and cost.of_x


def offered(table: Table, said: Played | Complete) -> Playable | None:
    """What a declaration would play, None if nothing can be played so."""
    if isinstance(said, Activate):
        return playable_of(table, said.ability)
    if isinstance(said, Complete):
        mission = table.stacks.get(said.stack)
        return None if mission is None else mission_playable(table, mission, said.seat, enhance=said.enhance)
    card = naming.named(said.card.items[0])[0] if said.card.items else 0
    return card_playable(table, card, said.seat, enhance=said.enhance) if card in table.cards else None
