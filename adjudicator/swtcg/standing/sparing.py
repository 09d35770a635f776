"""What may not be chosen by whose Battle cards or activated abilities.

Sources: rots.cards.card-beats-rule, rots.cards.cant-beats-can. Only what is chosen is spared, as the text is played or
while it takes effect; what an effect does to all of a kind, or to what attacks or defends, reaches it all the same
(ruling.target-of-a-battle-card).
"""

from __future__ import annotations

from adjudicator.swtcg.standing.overrides import BY_ABILITIES, BY_CARDS, forbidden
from adjudicator.swtcg.standing.paying import COST_NAMES
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.language import Choose


def sparing(table: Table, scene: Scene) -> str:
    """The clause by which something may not be chosen by what is being played; empty if nothing in play has it so.

    What triggers is not played.
    """
    overrides = table.index.overrides
    if (BY_CARDS not in overrides and BY_ABILITIES not in overrides) or "mode" not in scene.numbers:
        return ""
    face = table.face(scene.card) if scene.card else None
    of_battle = face is not None and "battle" in face.types
    code = BY_CARDS if of_battle else BY_ABILITIES if scene.stack else ""
    return code if code in overrides else ""


def choosable(table: Table, choose: Choose, scene: Scene) -> tuple[int, ...]:
    """What may be chosen by what is played or takes effect: all that is meant, but for what is spared."""
    meant = select(table, choose.among, scene)
    code = sparing(table, scene)
    if not code or choose.into in COST_NAMES.values():
        return meant
    return tuple(number for number in meant if forbidden(table, code, number, seat=scene.controller) is None)
