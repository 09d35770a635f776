"""Keywords of the attacker: Accuracy, Critical Hit, Stun.

Accuracy and Critical Hit are values of the unit that the dice room reads; Stun is a trigger
(rots.keywords.accuracy, rots.keywords.critical-hit, rots.keywords.stun, crf.keywords.stun).
"""

from __future__ import annotations

from adjudicator.swtcg.words.language import THIS, Ability, Event, Keyword, Modify, Static, Those, Triggered


def accuracy(keyword: Keyword) -> tuple[Ability, ...]:
    """+X to each attack die; several add up (crf.keywords.accuracy)."""
    return (Static(changes=(Modify(of=THIS, stat="accuracy", amount=keyword.x),), keyword="accuracy"),)


def critical_hit(keyword: Keyword) -> tuple[Ability, ...]:
    """X more damage on a natural six; several add up (crf.keywords.critical-hit-instances-add)."""
    return (Static(changes=(Modify(of=THIS, stat="critical hit", amount=keyword.x),), keyword="critical hit"),)


def stun(keyword: Keyword) -> tuple[Ability, ...]:
    """A unit that this unit damages gets -X power; the edition says until when ("stun"), or the card itself."""
    it = Those(what="stack", bound="it")
    weaker = Modify(of=it, stat="power", amount=-keyword.x, until=keyword.until or "stun")
    another = Those(other=True)
    return (Triggered(when=Event(kind="damages", by=THIS, to=another), do=(weaker,), keyword="stun"),)
