"""From a table to the words of a board, as one player may see it or with everything.

What lasting changes do, which limited uses were made, and what waits in the agenda below a quiet
point no words tell: it stands in a line of its own (`besides`), or a remark at the end says what is left out.
"""

from __future__ import annotations

from adjudicator.kernel.notation import BESIDES
from adjudicator.swtcg.notation.besides import PILES, in_words, needed
from adjudicator.swtcg.notation.besides import written as written_besides
from adjudicator.swtcg.notation.board_reader import things_of
from adjudicator.swtcg.notation.names import ZONES, aliases, card_text, in_board_order, section
from adjudicator.swtcg.notation.syntax import parse_board
from adjudicator.swtcg.notation.texts import CardText, PileText, written_card, written_under
from adjudicator.swtcg.notation.whereabouts import point_lines
from adjudicator.swtcg.standing.measures import under
from adjudicator.swtcg.table.seating import Seat, called_after
from adjudicator.swtcg.table.sides import POINTS
from adjudicator.swtcg.table.table import BUILDING, CAMPAIGN, EQUIPMENT, LOCATION, SUPPLY, Stack, Table, in_build_zone


def board(table: Table, viewer: str | None = None, *, all_aliases: bool = False, exact: bool = False) -> str:
    """The notation of a table as a seat may see it (None: everything).

    With `all_aliases` every stack is written with the alias it can be called by, else only those
    that a board gave. What is not written is remarked on, or written `exact` for who may see everything, so that the
    board is read as the same table wherever it stands (see `besides`).
    """
    writer = _Writer(table, viewer, all_aliases=all_aliases)
    first, attack, quiet = point_lines(table)
    lines = [first]
    for seat in table.order:
        lines.extend(writer.seat(seat))
    lines.extend(writer.locations())
    if attack:
        lines.append(attack)
    lines.extend(writer.left_behind())
    text = "\n".join(lines) + "\n"
    if exact and viewer is None and needed(table, quiet=quiet):
        things = things_of(parse_board(text), table.edition.id, table.faces.values(), table.reckoning)
        return f"{text}{BESIDES} {written_besides(table, things)}\n"
    return text + "".join(f"# {each}\n" for each in _left_out(table, quiet=quiet))


def _left_out(table: Table, *, quiet: bool) -> list[str]:
    """What the words of a board do not have, for a remark."""
    found = []
    if not quiet:
        found.append(
            "in the middle of something: a board cannot begin here, the declarations that led here can be made"
        )
    if table.modifiers or table.delayed:
        found.append(f"besides: {len(table.modifiers)} lasting changes, {len(table.delayed)} delayed effects")
    return found


def _aliases_to_write(table: Table, *, all_of_them: bool) -> dict[int, str]:
    """The aliases that a board gave, and those that a reader of the board would not find by himself."""
    natural = {number: alias for alias, number in aliases(table).items()}
    given = {number: alias for alias, number in table.names.items() if number in table.stacks}
    if all_of_them:
        return {**natural, **given}
    found = {number: alias for alias, number in aliases(table, in_board_order(table)).items()}
    return {**{number: alias for number, alias in natural.items() if found[number] != alias}, **given}


def _player(seat: Seat) -> str:
    """A seat as its line names it: with its side, if it is called by any other word."""
    side = called_after(seat.side)
    return seat.name if seat.name == side or not side else f"{seat.name} ({side})"


class _Writer:
    """Writes the parts of one table for one viewer."""

    def __init__(self, table: Table, viewer: str | None, *, all_aliases: bool) -> None:
        self.table = table
        self.viewer = viewer
        self._faces: dict[str, CardText] = {}
        self._aliases = _aliases_to_write(table, all_of_them=all_aliases)

    def seat(self, seat: str) -> list[str]:
        table = self.table
        state = table.seats[seat]
        items = [f"force {state.force}"]
        if state.points:
            items.append(f"build points {state.points}")
        for pile in PILES:
            items.extend(self._pile(pile, seat))
        if state.setup_cost or (table.turn.phase == "setup" and any(s.base == seat for s in table.stacks.values())):
            items.append(f"setup cost {state.setup_cost}")
        if table.turn.phase == "setup" and table.starting.get(seat, POINTS) != POINTS:
            items.append(f"starts with {table.starting[seat]}")
        if state.setup_done:
            items.append("setup done")
        if state.mulliganed:
            items.append("mulliganed")
        lines = [f"{_player(state)}: {', '.join(items)}"]
        for zone in ZONES:
            stacks = [
                stack
                for stack in table.stacks.values()
                if not stack.host and stack.role != LOCATION and section(table, stack) == (seat, zone)
            ]
            if stacks:
                lines.append(f"  {zone}: " + "; ".join(self._stack(stack, seat) for stack in stacks))
        return lines

    def locations(self) -> list[str]:
        found = [
            f"{stack.zone} = {self._stack(stack, stack.controller, side=True)}"
            for stack in self.table.stacks.values()
            if stack.role == LOCATION
        ]
        return ["locations: " + "; ".join(found)] if found else []

    def left_behind(self) -> list[str]:
        """What was on a unit that has gone while somebody is asked what becomes of it: a remark, for no zone has it."""
        found = [
            f"{stack.controller}'s {self._stack(stack, stack.controller)}"
            for stack in self.table.stacks.values()
            if stack.host and stack.host not in self.table.stacks
        ]
        return [f"# its unit has gone: {'; '.join(found)}"] if found else []

    def _pile(self, pile: str, seat: str) -> list[str]:
        table = self.table
        if pile == "playing":
            cards = tuple(c for c in table.zones.get("playing", ()) if table.cards[c].owner == seat)
        else:
            cards = table.zones.get(f"{pile}:{seat}", ())
        if not cards and pile not in ("hand", "deck"):
            return []
        own = pile == "hand" or (pile == SUPPLY and table.edition.supply.value)
        hidden = self.viewer is not None and (pile.startswith("deck") or (own and self.viewer != seat))
        known = [] if hidden else [self._card(card) for card in cards if table.face(card) is not None]
        if pile in ("hand", "deck"):
            if not known:
                return [f"{pile} {len(cards)}"]
            count = "" if len(known) == len(cards) else f" {len(cards)}"
            return [f"{pile}{count} [{', '.join(known)}]"]
        return [f"{pile} [{', '.join('?' if hidden else self._card(card) for card in cards)}]"]

    def _under(self, cards: tuple[int, ...], controller: str) -> PileText:
        """Cards that lie face down under something, which its controller alone may look at."""
        secret = self.viewer not in (None, controller)
        if secret or all(self.table.face(card) is None for card in cards):
            return PileText(len(cards))
        return PileText(None, tuple(map(self._named, cards)))

    def _card(self, handle: int) -> str:
        return written_card(self._named(handle))

    def _named(self, handle: int) -> CardText:
        key = self.table.cards[handle].face
        if key not in self._faces:
            self._faces[key] = card_text(self.table.faces.get(key), self.table.faces, self.table.reckoning.catalogue)
        return self._faces[key]

    def _stack(self, stack: Stack, seat: str, *, side: bool = False) -> str:
        table = self.table
        down = stack.role == BUILDING
        secret = down and self.viewer is not None and not stack.shown and self.viewer != stack.controller
        words = " over ".join("?" if secret else self._card(card) for card in stack.cards)
        alias = self._aliases.get(stack.id)
        if alias:
            words = f"{alias} = {words}"
        if side:
            words += f" ({seat})"
        if down:
            words += " face down"
        conditions = []
        if stack.counters:
            conditions.append(f"{stack.counters} counter" + ("s" if stack.counters != 1 else ""))
        conditions += [
            f"{number} {kind} counter{'s' * (number != 1)}" for kind, number in stack.marks if in_words(kind)
        ]
        if cards := table.zones.get(under(stack.id)):
            conditions.append(written_under(self._under(cards, stack.controller)))
        if stack.damage:
            conditions.append(f"damage {stack.damage}")
        if stack.tapped:
            conditions.append("tapped")
        if stack.shown and down:
            conditions.append("shown")
        owner = table.cards[stack.cards[0]].owner
        if owner != seat:
            conditions.append(f"owned by {owner}")
        if stack.controller != seat:
            conditions.append(f"controlled by {stack.controller}")
        if in_build_zone(stack) and not down and not stack.host and stack.role not in (EQUIPMENT, CAMPAIGN):
            conditions.append("retreated")
        words = ", ".join([words, *conditions])
        for other in table.attached(stack.id):
            inner = self._stack(other, seat)
            nested = any(True for _ in table.attached(other.id))
            how = "carrying" if other.role == EQUIPMENT else "with"
            words += f" {how} ({inner})" if nested else f" {how} {inner}"
        return words
