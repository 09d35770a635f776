"""What an effect says of itself: the rule that decides what it does, and whom its words mean."""

from __future__ import annotations

from adjudicator.swtcg.table import Scene, opponent

BY_CARD = "rots.cards.card-beats-rule"


def rule_of(scene: Scene) -> str:
    """The deciding citation of what an effect does: the keyword's rule if it is one, else that effects happen."""
    return scene.rule or "crf.abilities.parts-in-order"


def seat_of(scene: Scene, who: str) -> str:
    """The seat a word of an effect means: you, opponent, dark, light."""
    if who == "you":
        return scene.controller
    return opponent(scene.controller) if who == "opponent" else who
