"""What is said at a table: from words to declarations."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError, placed
from adjudicator.swtcg.chapters.questions.offered import asked_options
from adjudicator.swtcg.chapters.units.pilots import off_to
from adjudicator.swtcg.doing.bidding import sealed
from adjudicator.swtcg.notation.abilities import ability_key
from adjudicator.swtcg.notation.mistyped import behind_a_name, plainer
from adjudicator.swtcg.notation.names import (
    fits,
    gone,
    hand_card,
    held,
    refer,
    referred,
    revealed,
    waiting_in_build_zone,
)
from adjudicator.swtcg.notation.obvious import Played, asks_for_x, offered, packet_meant, without_the_obvious
from adjudicator.swtcg.notation.offered import option_meant, with_options_quoted
from adjudicator.swtcg.notation.quoting import hinted, with_names_quoted
from adjudicator.swtcg.notation.seats import spoken
from adjudicator.swtcg.notation.several import several
from adjudicator.swtcg.notation.syntax import parse_declaration
from adjudicator.swtcg.notation.texts import CardText, Ref, Said
from adjudicator.swtcg.notation.waiting import trigger_meant
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.frames import BidFrame, ChooseFrame
from adjudicator.swtcg.table.seating import side_of
from adjudicator.swtcg.table.sides import THE_BID, THE_SIDE, SidesFrame
from adjudicator.swtcg.table.table import EQUIPMENT, PILOT, UNIT, Table, in_build_zone

CHARACTER_ARENA, BUILD_ZONE = -1, -2
"""Where a Pilot goes who has to leave his unit when his stack is rearranged (see declarations.Rearrange)."""


def read(table: Table, text: str, *, anywhere: bool = False) -> Declaration:
    """Read a declaration at a table. Raises NotUnderstoodError or AmbiguousError.

    Names that hold words of the notation are understood unquoted where the table knows them, and so is what is offered.
    With `anywhere` a card of the catalogue that lies nowhere here is understood too, as one that is not in hand.
    """
    text = with_options_quoted(table, text)
    try:
        return _meant(table, text, anywhere)
    except (NotUnderstoodError, AmbiguousError) as bad:
        names = (*(face.name for face in table.faces.values()), *table.reckoning.catalogue().names)
        quoted = with_names_quoted(text, names)
        if quoted != text:
            return _meant(table, quoted, anywhere)
        if isinstance(bad, AmbiguousError):
            raise
        if (plain := plainer(text)) != text:
            with suppress(NotUnderstoodError):
                return _meant(table, plain, anywhere)
        raise hinted(behind_a_name(bad, text, lambda words: _names_something(table, words))) from None


def _names_something(table: Table, words: str) -> bool:
    """Whether words name something on the table, one thing or several, or a card."""
    try:
        return bool(refer(table, words))
    except AmbiguousError:
        return True
    except NotUnderstoodError:
        return bool(table.reckoning.catalogue().find(words))


def _meant(table: Table, text: str, anywhere: bool) -> Declaration:
    said = parse_declaration(spoken(text, table.seats))
    try:
        return _READERS[said.verb](_Reader(table, said, anywhere))
    except NotUnderstoodError as bad:
        raise placed(text, bad) from bad


class _Reader:
    """One declaration with the table it is said at."""

    def __init__(self, table: Table, said: Said, anywhere: bool) -> None:
        self.table = table
        self.anywhere = anywhere
        self.said = said
        self.seat = said.seat
        self.parts = said.parts

    def has(self, argument: str) -> bool:
        """Whether an argument was said."""
        return argument in self.said.arguments

    def argument(self, word: str, default: Any) -> Any:
        """What was said for an argument."""
        return self.said.arguments.get(word, default)

    def stack(self, at: int) -> int:
        """The stack that a part names."""
        return self.ref(self.parts[at])

    def to_finish(self, at: int, kind: str = "") -> int:
        """The stack that a part names; else the card of the speaker's hand, so that it is ruled on as not built.

        A name that several share means the one that waits in the speaker's build zone. `kind` may be said in front of
        the name.
        """
        words = self.parts[at].words
        try:
            return referred(self.table, self.parts[at], self.seat)
        except AmbiguousError:
            if meant := waiting_in_build_zone(self.table, words, self.seat):
                return meant
            raise
        except NotUnderstoodError:
            if meant := held(self.table, words, self.seat) or gone(self.table, words):
                return meant
            first, _, name = words.partition(" ")
            if not name or first.casefold() != kind:
                raise
            return referred(self.table, Ref(name), self.seat)

    def ref(self, ref: Ref) -> int:
        """The stack that a reference names; else the card of an open pile, so that it is ruled on as gone."""
        try:
            return referred(self.table, ref, self.seat)
        except NotUnderstoodError:
            if meant := gone(self.table, ref.words) or held(self.table, ref.words, self.seat):
                return meant
            raise

    def number(self, at: int, default: int | None) -> Any:
        """A number among the parts."""
        return self.parts[at] if len(self.parts) > at else default

    def card(self, at: int) -> Sealed:
        """The card of the speaker's hand that a part names, sealed for him."""
        try:
            return Sealed((self.seat,), (hand_card(self.table, self.parts[at], self.seat),))
        except NotUnderstoodError:
            if not self.anywhere:
                raise
            return Sealed((self.seat,), ((0, revealed(self.table, self.parts[at])),))

    def lying(self, at: int, place: str) -> Sealed:
        """The card of a place of the speaker's that a part names; one from elsewhere is ruled on as not there."""
        card = self.parts[at]
        try:
            return Sealed((self.seat,), (hand_card(self.table, card, self.seat, place),))
        except NotUnderstoodError:
            if not self.anywhere:
                raise
            return Sealed((self.seat,), ((0, revealed(self.table, card)),))

    def cards(self, texts: tuple[CardText, ...], zone: str) -> Sealed:
        """Several cards of one zone, each once, sealed for the speaker."""
        return self.pile_cards(texts, self.table.zones.get(zone, ()))

    def pile_cards(self, texts: tuple[CardText, ...], pile: tuple[int, ...]) -> Sealed:
        """Several of some cards, each once, sealed for the speaker."""
        return Sealed((self.seat,), tuple(several(self.table, texts, pile)))

    def onto(self) -> dict[str, Any]:
        """Where a card goes that joins a stack."""
        if self.has("beneath"):
            return {"onto": self.ref(self.argument("beneath", None)), "beneath": True}
        return {"onto": self.ref(self.argument("onto", None))} if self.has("onto") else {}

    def arguments(self) -> dict[str, Any]:
        """The choices that go with what is played."""
        found: dict[str, Any] = {}
        if self.has("targets"):
            groups = self.argument("targets", ())
            found["targets"] = tuple(tuple(self.target(each) for each in group) for group in groups)
        for word in ("x", "enhance"):
            if self.has(word):
                found[word] = self.argument(word, None)
        if self.has("mode"):
            found["mode"] = self.argument("mode", 1) - 1
        if self.has("arena"):
            found["arena"] = self.argument("arena", "").lower()
        if self.has("dice"):
            found["dice"] = tuple(die - 1 for die in self.argument("dice", ()))
        return found

    def packet(self, said: d.Activate | d.PlayCard) -> dict[str, int]:
        """The damage that is meant; if nothing is said, the one that can be meant."""
        if self.has("packet"):
            return {"packet": self.argument("packet", 0)}
        if self.has("packet_on"):
            return {"packet": self._packet_on(*map(self.ref, self.argument("packet_on", ())))}
        return {"packet": packet_meant(self.table, said)}

    def _packet_on(self, target: int, source: int = 0) -> int:
        """The damage to a unit, or of those the one that another unit does; first one of which some is left."""
        found = [each for each in self.table.agenda.pending if each.target == target and source in (0, each.source)]
        if not found:
            raise NotUnderstoodError("against damage", "no damage pending to it", ("a unit about to be damaged",))
        meant = next((each for each in found if each.amount), found[0])
        return int(meant.id)

    def names_something(self, ref: Ref) -> bool:
        """Whether a reference is understood."""
        try:
            return bool(self.ref(ref))
        except NotUnderstoodError:
            return False

    def target(self, each: Ref | int) -> int:
        """What a target names: a stack, or a number as it stands."""
        return each if isinstance(each, int) else self.ref(each)


# --- by verb ------------------------------------------------------------------------------------


def _mulligan(r: _Reader) -> Declaration:
    said = r.parts if r.said.verb == "mulligan cards" else r.parts[0]
    cards = r.cards(said, f"hand:{r.seat}")
    if r.has("back") or r.has("discarded"):
        return d.Mulligan(r.seat, cards, back=r.has("back"))
    return d.Mulligan(r.seat, cards)


def _keep(r: _Reader) -> Declaration:
    return d.Mulligan(r.seat, Sealed((r.seat,), ()))


def _place(r: _Reader) -> Declaration:
    return d.Place(r.seat, r.card(0), **r.onto(), arena=r.argument("arena", "").lower())


def _build(r: _Reader) -> Declaration:
    return d.Build(r.seat, r.card(0), r.number(1, 1))


def _deploy(r: _Reader) -> Declaration:
    number, arena = r.to_finish(0), r.argument("arena", "").lower()
    stack = r.table.stacks.get(number)
    if stack is not None and stack.role == UNIT and in_build_zone(stack) and not (r.has("stay") or r.onto()):
        return d.Return(r.seat, number, arena)  # people deploy a retreated unit, too
    return d.Deploy(r.seat, number, r.has("stay"), **r.onto(), arena=arena)


def _deploy_by(kind: type[d.PayHiddenCost | d.PayAlternativeCost], r: _Reader) -> Declaration:
    """A deployment that is not paid with counters."""
    return kind(r.seat, r.to_finish(0), r.has("stay"), **r.onto(), arena=r.argument("arena", "").lower())


def _rearrange(r: _Reader) -> Declaration:
    stack = r.table.stacks.get(r.stack(0))
    card = r.parts[1]
    to = 0
    if r.has("to_unit"):
        to = r.ref(r.argument("to_unit", None))
    elif r.has("to_arena"):
        to = CHARACTER_ARENA
    elif r.has("to_build_zone"):
        to = BUILD_ZONE
    if card.handle:
        return d.Rearrange(r.seat, r.stack(0), card.handle, to)
    within = stack.cards if stack is not None else ()
    alike = [each for each in within if (face := r.table.face(each)) is not None and fits(face, card)]
    if not alike:
        titles = tuple(face.title for each in within if (face := r.table.face(each)))
        raise NotUnderstoodError(card.title, card.title, titles or ("a card of the stack",))
    if len({r.table.cards[each].face for each in alike}) > 1:
        readings = [face.title for each in alike if (face := r.table.face(each))]
        raise AmbiguousError(card.title, tuple(readings))
    return d.Rearrange(r.seat, r.stack(0), alike[0], to)


def _moved(r: _Reader) -> Declaration:
    """What is moved onto a unit: Equipment by its equip cost, anything else as its Pilot."""
    moved = r.table.stacks.get(r.stack(0))
    said = d.Equip if moved is not None and moved.role == EQUIPMENT else d.Board
    return said(r.seat, r.stack(0), r.stack(1))


def _moved_to(r: _Reader) -> Declaration:
    """A unit of several types from arena to arena; a Pilot on a unit, if it is named, goes off to its own arena."""
    number, arena = r.stack(0), r.argument("arena", "").lower()
    if not r.parts[0].handle and arena == pilot_off_to(r.table, number):
        return d.Disembark(r.seat, number)
    return d.Move(r.seat, number, arena)


def _disembark(r: _Reader) -> Declaration:
    number, arena = r.stack(0), r.argument("arena", "").lower()
    there = pilot_off_to(r.table, number)
    if arena and there not in ("", arena):
        raise NotUnderstoodError(arena, arena, (f"'{there}' or 'build zone', to which such a Pilot goes",))
    return d.Disembark(r.seat, number, r.has("retreated_"))


def pilot_off_to(table: Table, number: int) -> str:
    """The arena to which a Pilot goes off its unit; empty for what is on no unit."""
    stack = table.stacks.get(number)
    return off_to(table, table.top(stack)) if stack is not None and stack.role == PILOT else ""


def _attack_with(r: _Reader) -> Declaration:
    return d.AttackWith(r.seat, r.stack(1), r.stack(0), _mode(r))


def _attacks(r: _Reader) -> Declaration:
    return d.AttackWith(r.seat, r.stack(0), r.stack(1), _mode(r))


def _mode(r: _Reader) -> str:
    return " ".join(r.parts[2].lower().split()) if len(r.parts) > 2 else ""


def _activate(r: _Reader) -> Declaration:
    arguments = r.arguments()
    arguments.pop("enhance", None)
    return _played(r, d.Activate(r.seat, ability_key(r.table, r.parts[0], r.seat), **arguments))


def _play(r: _Reader) -> Declaration:
    return _played(r, d.PlayCard(r.seat, r.card(0), **r.arguments()))


def _played(r: _Reader, said: Played) -> Declaration:
    if not r.has("x") and asks_for_x(r.table, said):
        raise NotUnderstoodError("", "no X", ("'with x' and a number, as `with x 0`",))
    plain: Played = without_the_obvious(r.table, offered(r.table, said), said)
    return msgspec.structs.replace(plain, **r.packet(plain))


def _complete(r: _Reader) -> Declaration:
    arguments = r.arguments()
    arguments.pop("dice", None)
    said = d.Complete(r.seat, r.to_finish(0, "mission"), **arguments)
    return without_the_obvious(r.table, offered(r.table, said), said)


def _choose(r: _Reader) -> Declaration:
    """Things on the table; where numbered options are asked for, these. Where nothing is asked, what is not understood
    is left out: the ruling is that it is no answer to anything.
    """
    frame = asked_options(r.table)
    if frame is None:
        asked = r.table.agenda.frames and isinstance(r.table.agenda.frames[-1], ChooseFrame)
        there = (each for each in r.parts[0] if asked or isinstance(each, int) or r.names_something(each))
        return d.Select(r.seat, tuple(r.target(each) for each in there))
    chosen = (each if isinstance(each, int) else option_meant(r.table, frame, each) for each in r.parts[0])
    return d.Select(r.seat, tuple(chosen))


def _choose_cards(r: _Reader) -> Declaration:
    frame = r.table.agenda.frames[-1] if r.table.agenda.frames else None
    asked = frame.options if isinstance(frame, ChooseFrame) and frame.kind == "cards" else ()
    options = asked or r.table.zones.get(f"hand:{r.seat}", ())
    piles = [pile for pile in r.table.zones.values() if set(options) <= set(pile)]
    return d.SelectCards(r.seat, r.pile_cards(r.parts[0], piles[0] if piles else options))


def _draw(r: _Reader) -> Declaration:
    frames = r.table.agenda.frames
    seat = next((frame.seat for frame in reversed(frames) if hasattr(frame, "seat") and frame.seat), r.table.order[0])
    among = tuple(getattr(frames[-1], "among", ())) if frames else ()
    found = several(r.table, r.parts[0], among or r.table.zones.get(f"deck:{seat}", ()))
    return d.Drew(r.seat, Sealed((seat,), tuple(found)))


def _resolve(r: _Reader) -> Declaration:
    """A waiting trigger, by name or by its number."""
    words, place = r.parts[0], r.parts[1] if len(r.parts) > 1 else 0
    if len(words) == 1 and words[0].isdecimal():
        return d.ResolveNext(r.seat, int(words[0]))
    return d.ResolveNext(r.seat, trigger_meant(r.table, r.seat, words, place))


def _bid(r: _Reader) -> Declaration:
    """A bid in a contest, in secret where an effect asks for one, or for a side."""
    frames = r.table.agenda.frames
    if frames and isinstance(frames[-1], SidesFrame):
        return d.BidForSide(r.seat, r.parts[0])
    if frames and isinstance(frames[-1], BidFrame):
        return sealed(r.seat, r.parts[0])
    return d.Bid(r.seat, r.parts[0])


_READERS: dict[str, Callable[[_Reader], Declaration]] = {
    "pass": lambda r: d.Pass(r.seat),
    "take": lambda r: d.TakeSide(r.seat, side_of(r.parts[0], r.table.sides) or r.parts[0], r.number(1, 0)),
    "roll for side": lambda r: d.RollForSide(r.seat, THE_SIDE),
    "roll for bid": lambda r: d.RollForSide(r.seat, THE_BID),
    "play event": lambda r: d.PlayEvent(r.seat, r.lying(0, "supply")),
    "pull": lambda r: d.PullResource(r.seat, r.lying(0, "deck")),
    "mulligan": _mulligan,
    "mulligan cards": _mulligan,
    "keep": _keep,
    "place": _place,
    "part build": lambda r: d.PartBuild(r.seat, r.card(0), r.number(1, None)),
    "stop": lambda r: d.Stop(r.seat),
    "build": _build,
    "add": lambda r: d.AddCounters(r.seat, r.stack(1), r.parts[0]),
    "deploy": _deploy,
    "hidden cost": partial(_deploy_by, d.PayHiddenCost),
    "alternative cost": partial(_deploy_by, d.PayAlternativeCost),
    "complete": _complete,
    "put": lambda r: d.PutLocation(
        r.seat, r.to_finish(0), r.argument("arena", "").lower(), unplaced=r.has("discarded_")
    ),
    "finish": lambda r: d.FinishEquipment(r.seat, r.to_finish(0), **r.onto()),
    "equip": lambda r: d.Equip(r.seat, r.stack(0), r.stack(1)),
    "equip with": lambda r: d.Equip(r.seat, r.stack(1), r.stack(0)),
    "move": _moved,
    "move to": _moved_to,
    "move off": lambda r: d.Disembark(r.seat, r.stack(0), retreated=True),
    "propose": lambda r: d.Propose(r.seat, " ".join(r.parts[0].lower().split())),
    "full sequence": lambda r: d.TakeBack(r.seat),
    "spring": lambda r: d.Spring(r.seat, r.to_finish(0)),
    "detach": lambda r: d.Detach(r.seat, r.stack(0)),
    "return": lambda r: d.Return(r.seat, r.stack(0), r.argument("arena", "").lower()),
    "board": lambda r: d.Board(r.seat, r.stack(0), r.stack(1)),
    "board with": lambda r: d.Board(r.seat, r.stack(1), r.stack(0)),
    "disembark": _disembark,
    "rearrange": _rearrange,
    "retreat": lambda r: d.Retreat(r.seat, r.stack(0)),
    "attack with": _attack_with,
    "attacks": _attacks,
    "decline": lambda r: d.Decline(r.seat, r.stack(0)),
    "activate": _activate,
    "play": _play,
    "bid": _bid,
    "divide": lambda r: d.Divide(r.seat, r.stack(1), r.parts[0]),
    "resolve": _resolve,
    "choose": _choose,
    "choose cards": _choose_cards,
    "name card": lambda r: d.NameCard(r.seat, r.parts[0]),
    "yes": lambda r: d.Answer(r.seat, yes=True),
    "no": lambda r: d.Answer(r.seat, yes=False),
    "roll": lambda r: d.Rolled(r.seat, tuple(0 if die == "?" else die for die in r.parts)),
    "draw": _draw,
    "carry out": lambda r: d.CarryOut(r.seat, r.parts[0]),
}
