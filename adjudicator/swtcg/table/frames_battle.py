"""The procedures of a battle as frames of the agenda: its steps, attacks, dice, damage.

Frame and step names are part of the stored schema. The rooms that own them give the steps.
"""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adjudicator.kernel.base import Frame
from adjudicator.swtcg.table.facts_base import AnyEvent
from adjudicator.swtcg.table.facts_course import AttackDeclared
from adjudicator.swtcg.table.table import Scene
from adjudicator.swtcg.words.language import Instruction

NOT_YET = "unseen"
"""How the steps of a roll, of its damage and of its attack begin in which the dice have not been thrown yet."""


class BattlePhaseFrame(Frame, frozen=True, tag=True, kw_only=True):
    """The battle phase: contests, its start, then one battle step an arena (room: battle)."""

    deals_triggers: ClassVar[bool] = True
    arenas: tuple[str, ...] = ()


class BattleStepFrame(Frame, frozen=True, tag=True, kw_only=True):
    """The battle in one arena (room: battle). `attacker` is the unit whose turn to attack it is;
    `last_chance` notes that the chance just held began with no untapped unit.
    """

    deals_triggers: ClassVar[bool] = True
    arena: str
    attacker: int = 0
    last_chance: bool = False


class DeclareFrame(Frame, frozen=True, tag=True, kw_only=True):
    """An attack that is declared, with its chance to disrupt it before there is one (room: battle).

    `scene` has its player and its unit, for what disrupts it. `disrupted` tells by what it was negated.
    """

    kind: ClassVar[str] = "attack"
    do: ClassVar[tuple[Instruction, ...]] = ()
    id: ClassVar[int] = 0
    step: str = "declare"
    scene: Scene
    declared: AttackDeclared
    disrupted: str = ""


class BringFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A unit being deployed or a card being completed, with its chance to disrupt that (room: disrupts).

    `kind` is deployment or completion, `events` what comes about if nobody does; `scene` has its player and its card.
    """

    do: ClassVar[tuple[Instruction, ...]] = ()
    id: ClassVar[int] = 0
    step: str = "declare"
    kind: str
    scene: Scene
    events: tuple[AnyEvent, ...]
    disrupted: str = ""
    away: str = ""


class Promise(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something played about attack dice, or their damage, before anybody has seen them: for which chance it is, what
    it does, and the unit that it was to protect. It takes effect in its order once they are shown.
    """

    chance: str
    do: tuple[Instruction, ...]
    scene: Scene
    unit: int = 0


class AttackFrame(Frame, frozen=True, tag=True, kw_only=True):
    """One attack through its thirteen steps (room: attack).

    `first` are the dice before any reroll. What is fixed when they are rolled (-1: not yet): `power`,
    the Shields against it, `critical`, the values of Critical Hit, and by some editions `accuracy`; what is given from
    the number `since` on comes after them. `extra` is the damage of a Critical Hit, `spill` the hits that Overkill put
    on `spill_on`. If its dice are `unseen` until the damage has been prevented, `promised` waits for them, and
    `spill_on` is to take as many of the surplus hits as `wish` says.
    """

    deals_triggers: ClassVar[bool] = True
    attack: int
    dice: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    hits: int = 0
    spill: int = 0
    spill_on: int = 0
    extra: int = 0
    power: int = -1
    shields: int = -1
    critical: tuple[int, ...] | None = None
    accuracy: int | None = None
    since: int = 0
    unseen: bool = False
    promised: tuple[Promise, ...] = ()
    wish: int = 0


class RollFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A roll of dice with its chance to reroll (room: dice). Binds `dice` in the frame below.

    `purpose` is "attack", "damage", "build", "effect", "reroll" or "sides"; `first` are the dice before any reroll;
    `rule` is what has so many of them rolled, where that is not what usually does; `kept` are dice of a roll
    of too few, to which the others are still to be rolled. Dice that are `unseen` until the damage has been prevented
    show nothing (0) while they may be rerolled.
    """

    seat: str
    purpose: str
    count: int
    dice: tuple[int, ...] = ()
    first: tuple[int, ...] = ()
    source: int = 0
    target: int = 0
    id: int = 0
    rule: str = ""
    kept: tuple[int, ...] = ()
    unseen: bool = False

    @property
    def due(self) -> int:
        """How many dice are still to be rolled."""
        return self.count - len(self.kept)


class DamageFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Damage about to be done, with its chance to prevent it (room: damage).

    The packets are the agenda's pending items with an id in `packets`; `rule` opens their chance. Those that are
    `closed` have had theirs, before anybody knew how much it would be. `asked` has what would save something, by its
    order, with the packet about which its player has been asked.
    """

    packets: tuple[int, ...]
    rule: str = ""
    closed: tuple[int, ...] = ()
    asked: tuple[tuple[int, int], ...] = ()


class LethalFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Things on which as many damage counters have come as they have health, where the edition has a chance before they
    are discarded (room: damage). `by` is for each who did it the damage, 0 if nothing did.
    """

    step: str = "lethal"
    units: tuple[int, ...]
    by: tuple[int, ...]
