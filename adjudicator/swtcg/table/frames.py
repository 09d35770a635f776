"""The procedures of the game as frames of the agenda: what each has bound so far.

Frame and step names are part of the stored schema. The rooms that own them give the steps.
"""

from __future__ import annotations

from typing import Any, ClassVar, Union

import msgspec

from adjudicator.kernel.base import Frame
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.table.facts_base import AnyEvent
from adjudicator.swtcg.table.frames_battle import *  # noqa: F403 - this module is the one list of frames
from adjudicator.swtcg.table.frames_battle import (
    AttackFrame,
    BattlePhaseFrame,
    BattleStepFrame,
    BringFrame,
    DamageFrame,
    DeclareFrame,
    LethalFrame,
    RollFrame,
)
from adjudicator.swtcg.table.sides import SidesFrame
from adjudicator.swtcg.table.table import Scene, Stack
from adjudicator.swtcg.words.language import Cost, Instruction, Those


class SetupFrame(Frame, frozen=True, tag=True, kw_only=True):
    """From the shuffle, or what the edition has before it, to the first turn (room: setup). `seat` is the one whose go
    it is.
    """

    deals_triggers: ClassVar[bool] = True
    seat: str = ""


class SetAsideFrame(Frame, frozen=True, tag=True, kw_only=True):
    """What becomes of the cards that a mulligan has set aside, once others are drawn (room: setup): `yes` has them
    returned to the deck; with `asked` the player has still to say.
    """

    seat: str
    cards: tuple[int, ...]
    asked: bool = False
    yes: bool = False


class TurnFrame(Frame, frozen=True, tag=True, kw_only=True):
    """One turn after another (room: turn). `steps` are the steps of this turn still to come, `chosen` what its player
    leaves tapped in the untap step (None: not asked).
    """

    deals_triggers: ClassVar[bool] = True
    steps: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    chosen: tuple[int, ...] | None = None


class BuildStepFrame(Frame, frozen=True, tag=True, kw_only=True):
    """One player's build step (room: build). `finish` is a card that has to be finished at once; `moved` are the Pilots
    and the units of several types that have had their one move, `left` the Equipment whose unit was discarded in it.
    With `only_build` it is none: build points that an effect has given are spent on counters, and nothing else is done.
    """

    deals_triggers: ClassVar[bool] = True
    seat: str
    finish: int = 0
    moved: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    only_build: bool = False


class RetreatStepFrame(Frame, frozen=True, tag=True, kw_only=True):
    """One player's retreat step (room: retreat); once something for it was `played` no unit retreats any more."""

    deals_triggers: ClassVar[bool] = True
    seat: str
    played: bool = False


class PopFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A chance to play or pass (room: chances). `kind` is general, reroll, prevention or disrupt;
    `played` the play it may disrupt; `spoken` who is asked next once something was played, `passed`
    who had passed before that.
    Triggers waiting for it go first.
    """

    kind: str
    played: int = 0
    rule: str = ""
    spoken: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()


class StagedPopFrame(PopFrame, frozen=True, tag=True, kw_only=True):
    """A chance to reroll that goes by stages (standing.roll_stages): `stage` is the last one open for now, `done` the
    first one that is not over.
    """

    stage: int = -1
    done: int = 0


class PlayFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Something played: cost, disrupt chance, effect (room: play). `kind` is battle, activated or
    mission; `id` names the play; `disrupted` by what it was negated; `chosen` are cards of the hand
    to be discarded for its cost, `paid` tells whether the cost was fulfilled; `away` where its card goes if it is
    disrupted.
    """

    id: int
    kind: str
    scene: Scene
    do: tuple[Instruction, ...]
    cost: Cost
    disrupted: str = ""
    card: int = 0
    paid: bool = True
    chosen: tuple[int, ...] = ()
    limit: tuple[str, str, str] | None = None
    force_rule: str = ""
    away: str = ""


class ResolveFrame(Frame, frozen=True, tag=True, kw_only=True):
    """An effect taking effect, instruction by instruction (room: effects.interpreter).

    `dice`, `chosen`, `yes` and `said` receive what rolls and questions inside it have brought.
    """

    departs: ClassVar[bool] = True
    todo: tuple[Instruction, ...]
    scene: Scene
    dice: tuple[int, ...] = ()
    chosen: tuple[int, ...] = ()
    yes: bool = False
    said: str = ""


class TriggersFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Waiting triggers, taken one by one (room: triggers). `seat` is the player to take the next."""

    departs: ClassVar[bool] = True
    seat: str
    chance: str = ""


class Together(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What several chosen things have to differ in, agree in, or stay below together (language.Choose)."""

    different: str = ""
    same: str = ""
    total: str = ""
    at_most: int = 0
    cards: bool = False


class ChooseFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A question for a choice; binds `chosen` in the frame below (room: questions).

    `kind` is "stacks", "cards", "options"; `what` says in a word what for. `together` is what those chosen have to
    have in common or not; of cards that nobody knows `among` says what they have to be, looked at from `seen_from`.
    With `ordered` all are chosen, and what is asked for is their order.
    """

    seat: str
    kind: str
    options: tuple[int, ...]
    least: int
    most: int
    what: str = ""
    rule: str = ""
    words: tuple[str, ...] = ()
    together: Together | None = None
    among: Those | None = None
    seen_from: Scene | None = None
    ordered: bool = False

    @classmethod
    def of_words(cls, seat: str, words: tuple[str, ...], what: str, rule: str) -> ChooseFrame:
        """The question for one of some words."""
        options = tuple(range(len(words)))
        return cls(seat=seat, kind="options", options=options, least=1, most=1, what=what, rule=rule, words=words)


class AnswerFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A question to be answered with yes or no; binds `yes` in the frame below (room: questions)."""

    seat: str
    what: str = ""
    rule: str = ""


class ShortcutFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A shortcut that is offered (room: shortcuts): by whom, in which window, and who has still to agree."""

    seat: str
    what: str
    window: Window
    left: tuple[str, ...]
    yes: bool = False


class NameFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A question for the name of a card; binds `said` in the frame below (room: questions)."""

    seat: str
    what: str = ""
    rule: str = ""


class ContestFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Contested unique units: which pair, and the bidding (room: contest).

    `seats` are the two players in order of precedence, `units` their units, `bids` their last bids (-1: none yet).
    `bidder` is the player to bid, `held` whether the other has just declined to raise; `chosen` is the unit by which
    the first player names the pair. `dark` and `light` are read only: what was stored before the seats were named has
    its units there, and bids and a bidder even before there is a pair.
    """

    dark: int = 0
    light: int = 0
    bids: tuple[int, ...] = ()
    bidder: str = ""
    held: bool = False
    chosen: tuple[int, ...] = ()
    seats: tuple[str, ...] = ()
    units: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Give what was stored in the old shape the new one."""
        if self.dark:
            as_now = {"seats": ("dark", "light"), "units": (self.dark, self.light), "dark": 0, "light": 0}
        elif not self.units and self.bids:
            as_now = {"bids": (), "bidder": ""}
        else:
            return
        for name, value in as_now.items():
            msgspec.structs.force_setattr(self, name, value)


def contest_of(*units: Stack) -> dict[str, Any]:
    """The fields of a contest of two units, nobody having bid yet; the first's player bids first."""
    seats = tuple(unit.controller for unit in units)
    numbers = tuple(unit.id for unit in units)
    return {"seats": seats, "units": numbers, "bids": (-1,) * len(units), "bidder": seats[0]}


class DuplicateFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Two units of one unique kind on one side (room: unique): which is discarded.

    Triggers go first (rots.triggers.after-triggering-event): the one that came last is in play by now. With `events`
    it is not: they are held at the door, and the other one comes by them if it is not the one that is discarded.
    """

    departs: ClassVar[bool] = True
    deals_triggers: ClassVar[bool] = True
    seat: str
    kept: int
    other: int
    chosen: tuple[int, ...] = ()
    events: tuple[AnyEvent, ...] = ()


class ShedFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A unit with more Pilots than it may have (room: pilots): `count` of them have to leave."""

    unit: int
    count: int
    chosen: tuple[int, ...] = ()


class FallFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A Pilot that has to leave its unit (room: falling); `chosen` is where it goes."""

    pilot: int
    chosen: tuple[int, ...] = ()


class EventFrame(Frame, frozen=True, tag=True, kw_only=True):
    """An event held at the door while a replacement asks or acts (room: effects.replacement).

    `applied` names the modifiers that have already had their say on it.
    """

    events: tuple[AnyEvent, ...]
    applied: tuple[int, ...] = ()
    by: int = 0
    yes: bool = False


class UpkeepFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A player's Upkeep of one unit (room: upkeep): `option` is the cost chosen among the scene's ability's."""

    seat: str
    scene: Scene
    option: int = 0
    chosen: tuple[int, ...] = ()


class EquipFrame(Frame, frozen=True, tag=True, kw_only=True):
    """Equipment is being attached for a price that has to be chosen first (room: equipping)."""

    seat: str
    equipment: int
    unit: int
    chosen: tuple[int, ...] = ()


class DrawFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A player draws cards (room: drawing); `rule` says why, if it is not the draw of a turn.

    With `among` it is no draw: so many of these cards come at random, and are bound as `chosen` below. With `top`
    they stay in the deck as its known top, which `seen` may look at, or as what lies at its `bottom`.
    """

    seat: str
    count: int
    rule: str = ""
    among: tuple[int, ...] = ()
    top: bool = False
    seen: tuple[str, ...] = ()
    bottom: bool = False


class BidFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A secret bid of Force by an effect of `mine` (room: effects.bidding); binds as `yes` below whether `mine` won.

    `ties` is who wins a tie. What has been bid is kept apart from the agenda, which everybody may see.
    """

    mine: str
    ties: str
    rule: str = ""
    cause: str = ""


class ManualFrame(Frame, frozen=True, tag=True, kw_only=True):
    """A manual effect: the seat judge carries it out (room: manual)."""

    scene: Scene
    key: str


AnyFrame = Union[  # noqa: UP007 - msgspec resolves the alias at run time
    SetupFrame, TurnFrame, BuildStepFrame, RetreatStepFrame, BattlePhaseFrame, BattleStepFrame, AttackFrame,
    RollFrame, DamageFrame, PopFrame, PlayFrame, ResolveFrame, TriggersFrame, ChooseFrame, AnswerFrame,
    ContestFrame, DuplicateFrame, ShedFrame, EventFrame, UpkeepFrame, DrawFrame, ManualFrame, BidFrame,
    NameFrame, EquipFrame, DeclareFrame, LethalFrame, StagedPopFrame, FallFrame, SetAsideFrame,
    ShortcutFrame, SidesFrame,
    BringFrame,
]  # fmt: skip
