"""What can be played, put alike: an activated ability, a Battle card, a Mission, Lucky.

`Playable` says what the rooms of playing need to know: who, cost, effect, the kind of chance it
belongs to (rots.chances.three-automatic-events, crf.chances.unrestricted-ability-general-chances).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.swtcg.effects.abilities import Instance
from adjudicator.swtcg.effects.kinds import chance_of, lasting_of, walk
from adjudicator.swtcg.effects.language import (
    FREE,
    Activated,
    ByHand,
    Condition,
    Cost,
    Instruction,
    Manual,
    Play,
    Reroll,
    Tax,
    X,
)
from adjudicator.swtcg.table import Stack, Table, whose
from adjudicator.swtcg.values import lucky

KEYWORD_RULES = {
    "evade": "rots.keywords.evade",
    "deflect": "rots.keywords.deflect",
    "intercept": "rots.keywords.intercept",
    "retaliate": "rots.keywords.retaliate",
    "lucky": "rots.keywords.lucky",
}


class Playable(NamedTuple):
    """Something that can be played. `chance` is general, prevention, reroll or disrupt; `only` its own
    restriction; `lasts` the longest duration in its effect ("" if it leaves nothing behind).
    """

    kind: str
    key: str
    name: str
    stack: int
    card: int
    cost: Cost
    do: tuple[Instruction, ...]
    only: str
    condition: Condition | None
    keyword: str
    chance: str
    rule: str
    lasts: str


def _make(kind: str, key: str, name: str, stack: int, card: int, ability: Activated | Play) -> Playable:
    keyword = ability.keyword if isinstance(ability, Activated) else ""
    return Playable(
        kind,
        key,
        name,
        stack,
        card,
        ability.cost,
        ability.do,
        ability.only,
        ability.condition,
        keyword,
        chance_of(ability.do),
        KEYWORD_RULES.get(keyword, ""),
        lasting_of(ability.do),
    )


def ability_playable(table: Table, instance: Instance, stack: Stack) -> Playable:
    """An activated ability as something to play."""
    assert isinstance(instance.ability, Activated)
    return _make("activated", instance.key, table.top(stack).title, stack.id, 0, instance.ability)


def lucky_playable(table: Table, instance: Instance, stack: Stack) -> Playable:
    """Lucky: all values of the unit as one, usable in the reroll chance of its attack or one against it."""
    name = table.top(stack).title
    most = lucky(table, stack)
    do = (Reroll(most=most),)
    return Playable(
        "activated",
        f"{stack.id}.lucky",
        name,
        stack.id,
        0,
        FREE,
        do,
        "lucky",
        None,
        "lucky",
        "reroll",
        "rots.keywords.lucky",
        "",
    )


def battle_playable(table: Table, card: int, text: Play | Manual, seat: str, *, enhance: bool) -> Playable | None:
    """A Battle card (or its Enhance, None if it has none) as something to play."""
    face = table.face(card)
    name = face.title if face is not None else "?"
    if isinstance(text, Manual):
        if enhance:
            return None
        do: tuple[Any, ...] = () if table.manual == "blank" else (ByHand(key=text.key, touches=text.touches),)
        text = Play(do=do, cost=text.cost, only=text.only)
    if enhance:
        if text.enhance is None:
            return None
        text = text.enhance
    return _make("battle", f"card {name}", name, 0, card, text)


def price(table: Table, playable: Playable, seat: str, x: int = 0) -> int:
    """The Force to pay: printed, plus X, as taxed or reduced by effects in play, never below 0
    (crf.costs.x-effect-unchanged-cost keeps the effect's X as chosen).
    """
    force = playable.cost.force + (x if playable.cost.x else 0)
    for entry in table.index.taxes:
        change = entry.change
        if isinstance(change, Tax) and _taxed(playable, change) and seat in _seats(change, entry.scene.controller):
            force += change.force
    return max(0, force)


def _seats(change: Tax, controller: str) -> tuple[str, ...]:
    from adjudicator.swtcg.effects.language import Those  # noqa: PLC0415 - only taxes need it

    return whose(Those(side=change.side), controller)


def _taxed(playable: Playable, change: Tax) -> bool:
    if change.kind == "force activated":
        return playable.kind == "activated" and (playable.cost.force > 0 or playable.cost.x)
    return change.kind == playable.kind or change.kind == playable.keyword


def uses_x(playable: Playable) -> bool:
    """Whether an amount X is chosen when it is played."""
    return (
        playable.cost.x
        or playable.cost.x_points
        or any(isinstance(getattr(i, "amount", None), X) and i.amount.name == "x" for i in walk(playable.do))
    )
