"""What people name although the text means it anyway: the attacking unit, the defending one, the ability's own."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.declarations import Activate, PlayCard
from adjudicator.swtcg.effects.kinds import walk
from adjudicator.swtcg.effects.language import Those
from adjudicator.swtcg.playing.playable import Playable
from adjudicator.swtcg.playing.targets import chosen_instructions
from adjudicator.swtcg.table import Table

Played = Activate | PlayCard


def without_the_obvious(table: Table, playable: Playable | None, said: Played) -> Played:
    """A declaration without a unit that nobody has to choose and that its text means all the same."""
    if playable is None or len(said.targets) != 1 or chosen_instructions(playable, said.mode):
        return said
    meant = any(said.targets == ((unit,),) for unit in _meant(table, playable))
    return msgspec.structs.replace(said, targets=()) if meant else said


def _meant(table: Table, playable: Playable) -> list[int]:
    """The units that a text speaks of without a choice."""
    attack = table.attack
    units = {"this": playable.stack}
    if attack is not None:
        units |= {"attacker": attack.attacker, "defender": attack.defender}
    fields = (getattr(each, name) for each in walk(playable.do) for name in each.__struct_fields__)
    return [units[those.bound] for those in fields if isinstance(those, Those) and those.bound in units]
