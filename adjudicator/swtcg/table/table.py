"""The table: the whole state of one game, agenda included, as a shell of dicts of frozen values.

`Table.fork` copies the shell, so a draft costs a few microseconds and the original stays as it
is. Only `fold` changes a draft. What can be derived from the rest (which effects listen,
replace, override or change values) is kept in an index that is rebuilt when it is asked for
after a change.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from adjudicator.kernel.run import Agenda
from adjudicator.swtcg.table.agreed import NO_SHORTCUT
from adjudicator.swtcg.table.edition import Arena, Edition
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.reckoning import Reckoning
from adjudicator.swtcg.table.seating import Chair, Seat, Seated, seat_them
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import Condition, Event, Instruction

CHANCE, JUDGE = "chance", "judge"
SPACE, GROUND, CHARACTER = "space", "ground", "character"

SUPPLY = "supply"
"""The zone of what was brought with a deck, Subordinates and Events; under editions without one, of the Subordinates
that effects have taken, which only then are cards.
"""

BUILDING, UNIT, PILOT, EQUIPMENT, LOCATION = "building", "unit", "pilot", "equipment", "location"
"""The roles of what stands on the table: face down, a unit, on a unit, attached or lying ready, a Location."""
RESOURCE, EVENT = "resource", "event"
"""Two more: what lies beside the play area until the game ends, each in a zone of its owner that is called so too."""
BESIDE = (RESOURCE, EVENT)

CAMPAIGN = "campaign"
"""The role of a completed Campaign, face up in its player's build zone."""

FROM_A_UNIT = "discarded from a unit"
"""What is remembered, in `Table.happened`, of a Pilot discarded from the unit that he was on, besides that he was."""


class Card(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A card of a seat's deck: `face` is a key of `Table.faces`, or empty while nobody has shown it."""

    handle: int
    owner: str
    face: str = ""


class Stack(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What stands on the table for one stay in play: one or more cards, the top one first.

    `zone` is an arena, "build:<seat>", "resource:<seat>" or "event:<seat>"; attached things (`host` not 0) are where
    their host is.
    `controller` is the computed controller, `base` the seat it falls back to. `counters` are
    build counters, `damage` damage counters. `shown` marks a face-down card that the opponent
    has seen (rots.setup.partial-last-unit). `marks` are counters of kinds of their own, with how many there are.
    """

    id: int
    cards: tuple[int, ...]
    base: str
    controller: str
    zone: str
    role: str
    host: int = 0
    damage: int = 0
    counters: int = 0
    tapped: bool = False
    shown: bool = False
    marks: tuple[tuple[str, int], ...] = ()


class Turn(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Where the game stands: turn number (0 in setup), phase, step, whose step, which arena fights.

    `overtime` says that time has been called in a tournament; it stays so in the turns to come.
    """

    number: int = 0
    phase: str = "setup"
    step: str = ""
    seat: str = ""
    arena: str = ""
    overtime: bool = False


class Attack(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The attack in progress. `mode` is "", "bombard" or "ion cannon"; `former` were its defenders before."""

    id: int
    attacker: int
    defender: int
    mode: str = ""
    arena: str = ""
    former: tuple[int, ...] = ()


class Scene(msgspec.Struct, frozen=True, gc=False):
    """What an effect is bound to: its source, controller, chosen things and numbers, all by value.

    `stack` is 0 for cards that do not stand on the table; `attack` and `packet` bind the attack
    and the damage it was played for; `words` are the names of cards that were said.
    """

    controller: str
    source: str = ""
    stack: int = 0
    card: int = 0
    key: str = ""
    kind: str = ""
    bound: dict[str, tuple[int, ...]] = {}
    numbers: dict[str, int] = {}
    arena: str = ""
    attack: int = 0
    packet: int = 0
    rule: str = ""
    words: dict[str, str] = {}


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """A lasting change made by an effect, from creation (its id) to its end (`until`).

    `change` is the instruction that made it (Modify, Grant, Silence, Allow, Oblige, Tax,
    TakeControl, Instead); `on` the stacks it binds, or None where the change names those it
    reaches anew each time.
    """

    id: int
    change: Instruction
    scene: Scene
    until: str
    on: tuple[int, ...] | None = None
    amount: int = 0
    rule: str = ""


class Delayed(msgspec.Struct, frozen=True, gc=False):
    """A delayed effect: waits for its event with everything it is bound to."""

    id: int
    when: Event
    do: tuple[Instruction, ...]
    scene: Scene
    until: str
    repeats: bool = False
    rule: str = ""
    chance: str = ""
    may: bool = False
    condition: Condition | None = None


class Trigger(msgspec.Struct, frozen=True, gc=False):
    """A triggered ability in the pool, certain to take effect (crf.triggers.pool-certain).

    `chance` names the kind of chance it waits for, empty for the ordinary ones; `duty` names a
    duty of the rules themselves (draw, upkeep, bounty) instead of an effect's instructions;
    `ends` is the delayed effect that is over by having triggered; `held` is the rule by which it
    had to wait ("-" if it had not, empty until that has been looked at); `uses` is what it uses up for the turn.
    """

    id: int
    seat: str
    scene: Scene
    do: tuple[Instruction, ...] = ()
    may: bool = False
    chance: str = ""
    duty: str = ""
    rule: str = ""
    ends: int = 0
    held: str = ""
    uses: str = ""


class Met(msgspec.Struct, frozen=True, gc=False):
    """The condition of a Trap or Trait has been met: whose card, what it is bound to, and in which step of the game."""

    stack: int
    scene: Scene
    step: str


class Packet(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Damage about to be done: what is left of it after prevention, to whom, and who does it.

    `source` is the stack that does it (0: none), `by` the player, `attack` the attack it belongs to (0: none),
    `way` how it is done ("attack", "deflect", "retaliate", "effect"), `prevented` what has been taken off, `not_by` the
    keywords that cannot prevent it, `only_by` the things that alone can (None: whatever can).
    """

    id: int
    target: int
    amount: int
    source: int = 0
    by: str = ""
    attack: int = 0
    preventable: bool = True
    name: str = ""
    way: str = "effect"
    prevented: int = 0
    not_by: tuple[str, ...] = ()
    only_by: tuple[int, ...] | None = None


class Table(Seated):
    """One game's state. See the module's text; every attribute is a plain value or a dict of values.

    `edition` and `reckoning`, what it answers of itself, are handed in by whoever makes the table.
    `zones` maps "hand:dark", "deck:dark" (order unknown), "deck top:dark", "deck bottom:dark"
    (order known), "discard:dark", "out:dark" and "playing" to tuples of card handles.
    `used` maps the key of a limited use to the scope in which it counts.
    `happened` lists this turn's events that effects may ask about.
    `bids` holds the secret bids that have been made and not been opened, `starting` the build points with which players
    begin setup who have chosen their sides at the table.
    `shortcut` is one that all have agreed on, as long as it lasts.
    `met` has for each seat the conditions that its Traps and Traits have met; only that player knows. `just_met` has
    those of the declaration that is being carried out, `let_pass` those that its player lets pass by it
    (playing.answering); neither is stored.
    `names` maps the aliases that a board in notation gave to its stacks; it is shared by all drafts.
    `index_cache` has the index of effects in play until it may have changed, `stood` what stood there when it was made;
    `parts` is kept for all drafts of a game.
    `why` has the paragraph of each ground under the edition (why/grounds.toml).
    `seating` has what follows from the seats' sides and teams: `sit` makes it; a seat with a side is not moved.
    `so_before` has what was so before the event that is happening (playing.coming_about); it is not stored.
    `concealed` has the cards of which a viewer does not know where they lie (knowing); it is not stored.
    """

    __slots__ = (
        "agenda", "attacks", "bids", "cards", "concealed", "delayed", "edition", "faces", "happened", "index_cache",
        "just_met", "let_pass", "manual", "met", "modifiers", "names", "next_id", "parts", "reckoning",
        "reported_decks", "shortcut", "so_before", "stacks", "starting", "stood", "strict", "suppressed", "turn",
        "used", "why", "winner", "zones",
    )  # fmt: skip

    def __init__(self, edition: Edition, reckoning: Reckoning, why: Grounds) -> None:
        self.edition = edition
        self.why = why
        self.reckoning = reckoning
        self.manual = "ask"
        self.strict = False
        self.reported_decks = False
        self.faces: dict[str, Face] = {}
        self.cards: dict[int, Card] = {}
        self.zones: dict[str, tuple[int, ...]] = {}
        self.stacks: dict[int, Stack] = {}
        self.sit(edition.chairs)
        self.modifiers: dict[int, Modifier] = {}
        self.delayed: dict[int, Delayed] = {}
        self.used: dict[str, str] = {}
        self.happened: tuple[tuple[str, int, str], ...] = ()
        self.attacks: tuple[Attack, ...] = ()
        self.names: dict[str, int] = {}
        self.bids: dict[str, int] = {}
        self.shortcut = NO_SHORTCUT
        self.met: dict[str, tuple[Met, ...]] = {}
        self.just_met: tuple[Met, ...] = ()
        self.let_pass: tuple[Met, ...] = ()
        self.starting: dict[str, int] = {}
        self.turn = Turn()
        self.winner = ""
        self.next_id = 1
        self.agenda: Any = Agenda()
        self.suppressed: str | None = None
        self.index_cache: Any = None
        self.parts: dict[Any, Any] = {}
        self.stood: Any = None
        self.concealed: frozenset[int] = frozenset()
        self.so_before: frozenset[str] = frozenset()

    def fork(self) -> Table:
        """A draft: new dicts, the same values; `cards`, which seldom change, are replaced and never written to."""
        draft = Table.__new__(Table)
        draft.edition = self.edition
        draft.why = self.why
        draft.reckoning = self.reckoning
        draft.manual = self.manual
        draft.strict = self.strict
        draft.reported_decks = self.reported_decks
        draft.faces = self.faces
        draft.cards = self.cards
        draft.zones = self.zones.copy()
        draft.stacks = self.stacks.copy()
        draft.seats = self.seats.copy()
        draft.seating = self.seating
        draft.modifiers = self.modifiers.copy()
        draft.delayed = self.delayed.copy()
        draft.used = self.used.copy()
        draft.happened = self.happened
        draft.attacks = self.attacks
        draft.names = self.names
        draft.bids = self.bids
        draft.met = self.met
        draft.shortcut = self.shortcut
        draft.just_met = draft.let_pass = ()
        draft.starting = self.starting
        draft.turn = self.turn
        draft.winner = self.winner
        draft.next_id = self.next_id
        draft.agenda = self.agenda
        draft.suppressed = self.suppressed
        draft.index_cache = self.index_cache
        draft.parts = self.parts
        draft.stood = self.stood
        draft.concealed = self.concealed
        draft.so_before = frozenset()
        return draft

    # --- who sits at it ---------------------------------------------------------------------

    def sit(self, chairs: tuple[Chair, ...]) -> None:
        """Seat the players, who keep nothing of what they had. Raises ValueError (see `seating.seat_them`)."""
        self.seating = seat_them(chairs, self.edition.sides.value)
        self.seats = {name: Seat(name, side=side, team=team) for name, side, team in chairs}

    def sit_again(self) -> None:
        """Seat the same players by the sides that they have now."""
        chairs = tuple((seat.name, seat.side, seat.team) for seat in self.seats.values())
        self.seating = seat_them(chairs, self.edition.sides.value)

    @property
    def arenas(self) -> Mapping[str, Arena]:
        """The arenas by id, in the order in which they are fought."""
        return self.edition.arenas

    # --- looking ----------------------------------------------------------------------------

    @property
    def attack(self) -> Attack | None:
        """The attack in progress, the innermost if one stands inside another."""
        return self.attacks[-1] if self.attacks else None

    def new_id(self) -> int:
        """The next number for something of this draft; the fact that says so brings it onto the table for good."""
        number = self.next_id
        self.next_id = number + 1
        return number

    def stack_of(self, key: str) -> Stack | None:
        """The stack that the key of an ability is of; None if there is none, or if it is no key at all."""
        head = key.partition(".")[0]
        return self.stacks.get(int(head)) if head.isdecimal() else None

    def face(self, card: int) -> Face | None:
        """The face of a card, or None while it is unknown."""
        return self.faces.get(self.cards[card].face)

    def top(self, stack: Stack) -> Face:
        """The face of a stack's top card. Raises KeyError if it is unknown (ask `known` first)."""
        return self.faces[self.cards[stack.cards[0]].face]

    def known(self, stack: Stack) -> bool:
        """Whether the table knows what card is on top."""
        return bool(self.cards[stack.cards[0]].face)

    def title(self, number: int) -> str:
        """What a stack, or a card elsewhere, is called in evidence: its (top) card's title; unknown, its number."""
        stack = self.stacks.get(number)
        card = number if stack is None else stack.cards[0]
        face = self.face(card) if card in self.cards else None
        return f"#{number}" if face is None else face.title

    def taken_from(self, stack: Stack) -> str:
        """The owner of a stack that another player controls (crf.control.owner-definition); "" if nobody else does."""
        owner = self.cards[stack.cards[0]].owner
        return "" if owner == stack.controller else owner

    def units(self, zone: str, seat: str | None = None) -> list[Stack]:
        """The units in a zone, of one controller or of all, in the order they came into play."""
        return [
            s
            for s in self.stacks.values()
            if s.zone == zone and s.role == UNIT and not s.host and (seat is None or s.controller == seat)
        ]

    def attached(self, host: int, role: str | None = None) -> list[Stack]:
        """What is attached to a stack, oldest first."""
        return [s for s in self.stacks.values() if s.host == host and (role is None or s.role == role)]

    @property
    def index(self) -> Any:
        """The index of effects in play, rebuilt after a change (adjudicator.swtcg.standing.index)."""
        if self.index_cache is None:
            self.index_cache = self.reckoning.index(self)
        return self.index_cache

    @property
    def overriding(self) -> AbstractSet[str]:
        """The clauses that an effect in play may permit or forbid, or a text in words alone might."""
        index = self.index_cache if self.index_cache is not None else self.index
        overriding: AbstractSet[str] = index.overriding
        return overriding

    def types_there(self, face: Face, zone: str) -> tuple[str, ...]:
        """The types of a card that count in a zone: all, or in an arena, where the edition has it so, only the
        arena's.
        """
        if zone not in self.arenas or not self.edition.types_by_arena.value:
            return face.types
        return tuple(kind for kind in face.types if kind == zone or kind not in UNIT_TYPES)

    @property
    def replacing(self) -> bool:
        """Whether an effect in play replaces events, or the edition holds some."""
        index = self.index_cache if self.index_cache is not None else self.index
        return bool(index.replacements) or self.edition.duplicate_waits.value

    @property
    def listening(self) -> bool:
        """Whether an effect in play waits for events."""
        index = self.index_cache if self.index_cache is not None else self.index
        return bool(index.listeners or self.delayed or index.elsewhere or self.edition.ruled_subtypes.value)


def build_zone(seat: str) -> str:
    """The id of a player's build zone."""
    return f"build:{seat}"


def in_build_zone(stack: Stack) -> bool:
    """Whether a stack lies in a build zone."""
    return stack.zone.startswith("build:")
