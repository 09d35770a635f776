"""What a trigger is bound to: what its event calls by names, and what a delayed effect has called so before."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.standing.matched import Match, bound_by
from adjudicator.swtcg.table.table import Delayed, Scene

_replace = msgspec.structs.replace


def come_due(delayed: Delayed, match: Match) -> Scene:
    """What a delayed effect is bound to as it comes due.

    A name that it had before keeps its meaning where its event calls nothing by it: "when this attack ends, discard
    that unit" means the unit chosen as it was played (rots.cards.own-name-self-reference has a card's own name alike).
    """
    scene = bound_by(delayed.scene, match)
    when, had = delayed.when, delayed.scene.bound
    kept = [name for name in OF_ITS_OWN.get(when.kind, ()) if name in had]
    if kept and (when.to is None or when.to.bound == "this"):
        return _replace(scene, bound={**scene.bound, **{name: had[name] for name in kept}})
    return scene


OF_ITS_OWN = {"attack ends": ("it", "defender"), "discarded": ("it",)}
"""By event, what an effect means by these names if it has called something so before."""
