"""What is said at a table: from declarations to words, so that `reading.read` finds them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.swtcg.chapters.questions.offered import asked_options
from adjudicator.swtcg.notation.abilities import ability_words
from adjudicator.swtcg.notation.names import alias_of, card_text, hand_text, item_text, said_words
from adjudicator.swtcg.notation.obvious import asks_for_x, packet_meant
from adjudicator.swtcg.notation.offered import option_said
from adjudicator.swtcg.notation.reading import BUILD_ZONE, CHARACTER_ARENA, pilot_off_to
from adjudicator.swtcg.notation.texts import CardText, written_card
from adjudicator.swtcg.notation.waiting import trigger_words
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table.seating import called_after
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import Face


def say(table: Table, said: Declaration) -> str:
    """A declaration in notation, which `reading.read` understands as the same declaration."""
    words = _WORDS[type(said)](_Writer(table, said.seat), said)
    return f"{said.seat}: {words}"


class _Writer:
    """The words for one speaker at one table."""

    def __init__(self, table: Table, seat: str) -> None:
        self.table = table
        self.seat = seat

    def stack(self, number: int) -> str:
        """The alias of a stack, or the name of a card that has none: in the speaker's hand, face down, or gone."""
        return said_words(self.table, number, self.seat) or alias_of(self.table, number)

    def card(self, sealed: Sealed, place: str = "hand") -> str:
        """A card of the hand, or of another place; of a closed seal nothing is known."""
        if not sealed.items:
            return "#0"
        return written_card(hand_text(self.table, sealed.items[0], self.seat, place))

    def cards(self, sealed: Sealed) -> str:
        """Several cards, by handle, with the face that is revealed."""
        return "[" + ", ".join(written_card(item_text(self.table, item)) for item in sealed.items) + "]"

    def onto(self, said: Any) -> str:
        """Where a card joins a stack."""
        if not said.onto:
            return ""
        return (" beneath " if said.beneath else " onto ") + self.stack(said.onto)

    def arguments(self, said: Any) -> str:
        """The choices that go with what is played."""
        words: list[str] = []
        if said.targets:
            groups = (", ".join(self.stack(each) for each in group) or "nothing" for group in said.targets)
            words.append("on " + " then ".join(groups))
        if said.x or (not isinstance(said, d.Complete) and asks_for_x(self.table, said)):
            words.append(f"with x {said.x}")
        if said.mode:
            words.append(f"choose one {said.mode + 1}")
        if getattr(said, "enhance", False):
            words.append("enhance")
        if getattr(said, "dice", ()):
            words.append("reroll dice " + " ".join(str(die + 1) for die in said.dice))
        if said.arena:
            words.append(f"in {said.arena}")
        if isinstance(said, d.Activate | d.PlayCard) and said.packet != packet_meant(self.table, said):
            words.append(f"against damage {said.packet}")
        return "".join(f" {word}" for word in words)


def _mulligan(w: _Writer, said: d.Mulligan) -> str:
    to = (" back" if said.back else " discard") if isinstance(said.back, bool) else ""
    return f"mulligan {w.cards(said.cards)}{to}"


PAID_BY = {d.PayHiddenCost: " by force", d.PayAlternativeCost: " by alternative cost"}
"""What is said of a deployment that is not paid with counters."""


def _deploy(w: _Writer, said: Any) -> str:
    paid = PAID_BY.get(type(said), "")
    arena = f" in {said.arena}" if said.arena else ""
    return f"deploy {w.stack(said.stack)}{paid}" + (", stay" if said.stay else "") + w.onto(said) + arena


def _card_text(w: _Writer, face: Face, handle: int = 0) -> CardText:
    return card_text(face, w.table.faces, w.table.reckoning.catalogue, handle)


def _rearrange(w: _Writer, said: d.Rearrange) -> str:
    to = ""
    if said.to == CHARACTER_ARENA:
        to = ", to character arena"
    elif said.to == BUILD_ZONE:
        to = ", to build zone"
    elif said.to:
        to = f", to {w.stack(said.to)}"
    known = w.table.face(said.top) if said.top in w.table.cards else None
    card = CardText(handle=said.top) if known is None else _card_text(w, known, said.top)
    stack = w.table.stacks.get(said.stack)
    if stack is not None and known is not None:
        alike = [each for each in stack.cards if w.table.cards[each].face == known.key]
        if alike[:1] == [said.top]:
            card = _card_text(w, known)
    return f"rearrange {w.stack(said.stack)}: {written_card(card)} on top{to}"


def _move(w: _Writer, said: d.Move) -> str:
    """By its number for a Pilot on a unit, if a move of that name would be understood as one off its unit."""
    off = said.arena == pilot_off_to(w.table, said.stack)
    return f"move {f'#{said.stack}' if off else w.stack(said.stack)} to {said.arena}"


def _attack(w: _Writer, said: d.AttackWith) -> str:
    by = f" by {said.mode}" if said.mode else ""
    return f"attack {w.stack(said.defender)} with {w.stack(said.attacker)}{by}"


def _activate(w: _Writer, said: d.Activate) -> str:
    number, _, place = said.ability.partition(".")
    alias = w.stack(int(number)) if number.isdecimal() else "#0"
    if not alias.startswith("#") and int(number) not in w.table.stacks and place != "0":
        alias = f"#{number}"
    return f"activate {ability_words(w.table, said.ability, w.seat, alias)}{w.arguments(said)}"


def _choose(w: _Writer, said: d.Select) -> str:
    frame = asked_options(w.table)
    if frame is not None:
        return "choose " + (", ".join(option_said(w.table, frame, each) for each in said.chosen) or "nothing")
    each = (w.stack(number) if number in w.table.stacks else str(number) for number in said.chosen)
    return "choose " + (", ".join(each) or "nothing")


_WORDS: dict[type, Callable[[_Writer, Any], str]] = {
    d.Pass: lambda w, s: "pass",
    d.TakeSide: lambda w, s: f"take {called_after(s.side)}" + (f" with deck {s.deck}" if s.deck else ""),
    d.BidForSide: lambda w, s: f"bid {s.points}",
    d.RollForSide: lambda w, s: f"roll for the {s.what}",
    d.Mulligan: _mulligan,
    d.PlayEvent: lambda w, s: f"play event {w.card(s.card, 'supply')}",
    d.PullResource: lambda w, s: f"pull {w.card(s.card, 'deck')}",
    d.Place: lambda w, s: f"place {w.card(s.card)}{w.onto(s)}" + (f" in {s.arena}" if s.arena else ""),
    d.PartBuild: lambda w, s: f"part build {w.card(s.card)}" + ("" if s.counters is None else f" {s.counters}"),
    d.Stop: lambda w, s: "stop",
    d.Build: lambda w, s: f"build {w.card(s.card)} {s.counters}",
    d.AddCounters: lambda w, s: f"add {s.counters} to {w.stack(s.stack)}",
    d.Deploy: _deploy,
    d.PayHiddenCost: _deploy,
    d.PayAlternativeCost: _deploy,
    d.Complete: lambda w, s: f"complete {w.stack(s.stack)}{w.arguments(s)}",
    d.PutLocation: lambda w, s: (
        f"put {w.stack(s.stack)}" + (f" in {s.arena}" if s.arena else "") + (", discarded" if s.unplaced else "")
    ),
    d.FinishEquipment: lambda w, s: f"finish {w.stack(s.stack)}{w.onto(s)}",
    d.Equip: lambda w, s: f"equip {w.stack(s.equipment)} on {w.stack(s.unit)}",
    d.Propose: lambda w, s: f"propose {s.what}",
    d.TakeBack: lambda w, s: "full sequence",
    d.Spring: lambda w, s: f"spring {w.stack(s.stack)}",
    d.Detach: lambda w, s: f"detach {w.stack(s.equipment)}",
    d.Return: lambda w, s: f"return {w.stack(s.stack)}" + (f" in {s.arena}" if s.arena else ""),
    d.Move: _move,
    d.Board: lambda w, s: f"board {w.stack(s.pilot)} on {w.stack(s.unit)}",
    d.Disembark: lambda w, s: f"disembark {w.stack(s.pilot)}" + (", retreated" if s.retreated else ""),
    d.Rearrange: _rearrange,
    d.Retreat: lambda w, s: f"retreat {w.stack(s.stack)}",
    d.AttackWith: _attack,
    d.Decline: lambda w, s: f"decline {w.stack(s.attacker)}",
    d.Activate: _activate,
    d.PlayCard: lambda w, s: f"play {w.card(s.card)}{w.arguments(s)}",
    d.Bid: lambda w, s: f"bid {s.amount}",
    d.SecretBid: lambda w, s: f"bid {s.bid.items[0] if s.bid.items else 0}",
    d.Divide: lambda w, s: f"divide {s.hits} to {w.stack(s.unit)}",
    d.ResolveNext: lambda w, s: f"resolve {trigger_words(w.table, s.trigger)}",
    d.Select: _choose,
    d.SelectCards: lambda w, s: f"choose cards {w.cards(s.cards)}",
    d.Answer: lambda w, s: "yes" if s.yes else "no",
    d.NameCard: lambda w, s: f"name {written_card(CardText(name=s.name))}",
    d.Rolled: lambda w, s: "roll " + " ".join(str(die or "?") for die in s.dice),
    d.Drew: lambda w, s: f"draw {w.cards(s.cards)}",
    d.CarryOut: lambda w, s: f"carry out {s.facts}",
}
