"""Harbour's notation: declarations by a small grammar, boards line by line.

    north: play ship at harbour        north: play crate#7 at ship#12      east: pass
    north: sail ship#12                west: bid 2                         south: spare yes
    judge: give north 2                chance: roll 4                      chance: draw 17

    round 3, north to play
    score blue 1, red 0
    order north, east, south, west
    north: purse 3, spent 1, hand [ship, calm], pile [crate, gale], discard [ship]
    east: purse 4, spent 0, hand 2, pile 6, discard []
    ...
    harbour
      ship of north, damage 1
        crate of south
    cove by north

A number instead of a list stands for so many cards that are not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import lark

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError, parsed
from adjudicator.kernel.windows import opened
from tests.kit.harbour import values as v

_GRAMMAR = r"""
start: WORD ":" said
said: "pass" -> pass_
    | "play" name ["at" name] -> play
    | "sail" name -> sail
    | "bid" INT -> bid
    | "spare" ANSWER -> spare
    | "give" WORD INT -> decide
    | "roll" INT -> roll
    | "draw" INT -> draw
    | "order" INT INT -> order
name: WORD ["#" INT]
ANSWER: "yes" | "no"
WORD: /[a-z?][a-z0-9?]*/
%import common.INT
%ignore " "
"""
_parser = lark.Lark(_GRAMMAR, parser="lalr")


def read(table: v.Table, text: str) -> Any:
    """Read a declaration. Raises NotUnderstoodError, AmbiguousError."""
    tree = parsed(_parser, text, "start", {"INT": "a number", "WORD": "a name"})
    speaker, said = tree.children
    return _READERS[said.data](table, text, str(speaker), said.children)


def _play(table: v.Table, text: str, seat: str, parts: list[Any]) -> v.Play:
    hand = [(table.kind(handle), handle) for handle in table.hand.get(seat, ())]
    card = _named(text, parts[0], hand)
    return v.Play(seat, card, _named(text, parts[1], _anything(table)) if parts[1] else 0)


def _sail(table: v.Table, text: str, seat: str, parts: list[Any]) -> v.Sail:
    return v.Sail(seat, _named(text, parts[0], [(thing.kind, thing.id) for thing in table.things.values()]))


def refer(table: v.Table, words: str) -> int | None:
    """The number of what is called so, by its name or by name and number."""
    found = [at for each, at in _anything(table) if words in (each, f"{each}#{at}")]
    return found[0] if len(found) == 1 else None


def _anything(table: v.Table) -> list[tuple[str, int]]:
    places = [(place.name, place.id) for place in table.places.values()]
    return places + [(thing.kind, thing.id) for thing in table.things.values()]


def _named(text: str, name: lark.Tree[Any], known: list[tuple[str, int]]) -> int:
    """What a name stands for among what is known; a number after it settles it."""
    word, number = name.children
    if number is not None:
        return int(str(number))
    found = [(each, at) for each, at in known if each == word]
    if not found:
        raise NotUnderstoodError(text, str(word), tuple(dict.fromkeys(each for each, _ in known)))
    if len(found) > 1:
        raise AmbiguousError(text, tuple(f"{each}#{at}" for each, at in found))
    return found[0][1]


_READERS: dict[str, Any] = {
    "pass_": lambda table, text, seat, parts: v.Pass(seat),
    "play": _play,
    "sail": _sail,
    "bid": lambda table, text, seat, parts: v.Bid(seat, Sealed((seat,), (int(parts[0]),))),
    "spare": lambda table, text, seat, parts: v.Spare(seat, parts[0] == "yes"),
    "decide": lambda table, text, seat, parts: v.Decide(seat, str(parts[0]), int(parts[1])),
    "roll": lambda table, text, seat, parts: v.Roll(seat, (int(parts[0]),)),
    "draw": lambda table, text, seat, parts: v.Draw(seat, Sealed((_drawer(table),), (int(parts[0]),))),
    "order": lambda table, text, seat, parts: v.Order(seat, (int(parts[0]), int(parts[1]))),
}


def _drawer(table: v.Table) -> str:
    return getattr(table.frames[-1], "seat", "") if table.frames else ""


def say(table: v.Table, said: Any) -> str:
    """A declaration in notation, every name with its number."""
    match said:
        case v.Play(seat, card, at):
            where = f" at {_name(table, at)}#{at}" if at else ""
            return f"{seat}: play {table.kind(card)}#{card}{where}"
        case v.Sail(seat, ship):
            return f"{seat}: sail {_name(table, ship)}#{ship}"
        case v.Bid(seat, coins):
            return f"{seat}: bid {coins.items[0]}"
        case v.Spare(seat, instead):
            return f"{seat}: spare {'yes' if instead else 'no'}"
        case v.Decide(seat, to, coins):
            return f"{seat}: give {to} {coins}"
        case v.Roll(seat, dice):
            return f"{seat}: roll {dice[0]}"
        case v.Draw(seat, cards):
            return f"{seat}: draw {cards.items[0]}"
        case v.Order(seat, crews):
            return f"{seat}: order {crews[0]} {crews[1]}"
    return f"{said.seat}: pass"


def _name(table: v.Table, at: int) -> str:
    if at in table.places:
        return table.places[at].name
    return table.things[at].kind if at in table.things else "nothing"


def tell(table: v.Table, fact: Any) -> str:
    """A fact in a few words."""
    shown = [f"{name} {getattr(fact, name)}" for name in fact.__struct_fields__ if name not in {"rule", "cause"}]
    return f"{type(fact).__name__}: {', '.join(shown)} [{fact.rule}]"


# --- boards ---------------------------------------------------------------------------------
def board(table: v.Table, viewer: str | None = None) -> str:
    """The board as a seat sees it; None sees everything but the order of the piles, which nobody knows."""
    window = table.window
    asked = f", {window.asked[0]} to play" if window and window.kind == "main" else ""
    lines = [f"round {table.round}{asked}"]
    lines.append("score " + ", ".join(f"{crew} {points}" for crew, points in table.score.items()))
    lines.append("order " + ", ".join(table.order))
    for seat in v.SEATS:
        hand = [table.kind(handle) for handle in table.hand[seat]]
        pile = sorted(table.cards[card] for card in table.pool[seat])
        discard = [table.cards[card] for card in table.discard[seat]]
        lines.append(
            f"{seat}: purse {len(table.purse[seat])}, spent {len(table.spent[seat])}, "
            f"hand {_cards(hand, open_=viewer in (None, seat))}, pile {_cards(pile, open_=viewer is None)}, "
            f"discard {_cards(discard, open_=True)}"
        )
    for place in table.places.values():
        lines.append(place.name.rstrip("0123456789") + (f" by {place.beacon}" if place.beacon else ""))
        lines += _things(table, place.id, 1)
    return "\n".join(lines) + "\n"


def _cards(kinds: list[str], *, open_: bool) -> str:
    return f"[{', '.join(kinds)}]" if open_ and "?" not in kinds else str(len(kinds))


def _things(table: v.Table, at: int, depth: int) -> Iterator[str]:
    for thing in table.aboard(at):
        damage = f", damage {thing.damage}" if thing.damage else ""
        yield "  " * depth + f"{thing.kind} of {thing.owner}{damage}"
        yield from _things(table, thing.id, depth + 1)


def read_board(text: str, table: v.Table) -> v.Table:
    """Lay a board out on an empty table. Raises NotUnderstoodError."""
    lines = [line for line in text.splitlines() if line.strip()]
    reading = _Board(text, table)
    for number, line in enumerate(lines, 1):
        reading.line(number, line)
    return table


class _Board:
    """A board half read: what is carried by what is told by the indent."""

    def __init__(self, text: str, table: v.Table) -> None:
        self.text, self.table = text, table
        self.carriers: list[int] = []
        table.places.clear()

    def line(self, number: int, line: str) -> None:
        """Take one line in."""
        depth = (len(line) - len(line.lstrip())) // 2
        words = line.replace(",", " ").replace(":", " : ").split()
        try:
            if depth:
                self._thing(depth, words)
            elif words[0] in {"round", "score", "order"}:
                self._heading(words)
            elif words[1:2] == [":"]:
                self._seat(words[0], line.split(":", 1)[1])
            else:
                self._place(words)
        except (ValueError, KeyError, IndexError) as error:
            raise NotUnderstoodError(self.text, line.strip(), ("a line as docs show",), number) from error

    def _heading(self, words: list[str]) -> None:
        table = self.table
        if words[0] == "score":
            table.score.update({crew: int(points) for crew, points in zip(words[1::2], words[2::2], strict=True)})
        elif words[0] == "order":
            table.order = tuple(words[1:])
        else:
            table.round = int(words[1])
            if len(words) > 2:
                table.frames = (v.Turn(seat=words[2], step="main"),)
                table.window = opened("main", (words[2],), "harbour.2.4")

    def _seat(self, seat: str, rest: str) -> None:
        table = self.table
        parts = dict(part.strip().split(" ", 1) for part in _split(rest))
        for zone, purse in (("purse", table.purse), ("spent", table.spent)):
            coins = range(table.next_coin, table.next_coin + int(parts[zone]))
            purse[seat] = tuple(coins)
            table.next_coin = coins.stop
        table.hand[seat] = tuple(self._handle(card) for card in self._dealt(seat, parts["hand"]))
        table.pool[seat] = self._dealt(seat, parts["pile"])
        table.pile[seat] = tuple(self._id() for _ in table.pool[seat])
        table.discard[seat] = self._dealt(seat, parts["discard"])

    def _dealt(self, seat: str, words: str) -> tuple[int, ...]:
        kinds = words.strip("[]").replace(",", " ").split() if words.startswith("[") else ["?"] * int(words)
        return tuple(self._card(seat, kind) for kind in kinds)

    def _card(self, seat: str, kind: str) -> int:
        card = len(self.table.cards) + 1
        if kind not in v.PRICES:
            raise ValueError(kind)
        self.table.cards[card], self.table.owners[card] = kind, seat
        return card

    def _handle(self, card: int) -> int:
        handle = self._id()
        self.table.faces[handle] = card
        return handle

    def _id(self) -> int:
        self.table.next_id += 1
        return self.table.next_id - 1

    def _place(self, words: list[str]) -> None:
        place = self._id()
        beacon = words[2] if len(words) == 3 else ""
        name = words[0] if words[0] == "harbour" else f"{words[0]}{place}"
        self.table.places[place] = v.Place(place, name, beacon)
        self.carriers = [place]

    def _thing(self, depth: int, words: list[str]) -> None:
        kind, _, owner, *damage = words
        thing = self._id()
        at = self.carriers[depth - 1]
        amount = int(damage[1]) if damage else 0
        self.table.things[thing] = v.Thing(thing, self._card(owner, kind), kind, owner, at, amount)
        self.carriers[depth:] = [thing]
        kinds = {each.kind for each in self.table.things.values()}
        self.table.deciding = not kinds.isdisjoint({"charter", "embargo"})
        self.table.replacing = "pilot" in kinds
        self.table.listening = not kinds.isdisjoint({"parrot", "siren", "echo"})


def _split(rest: str) -> list[str]:
    """The parts between commas that are not within brackets."""
    parts, deep = [""], 0
    for letter in rest:
        deep += (letter == "[") - (letter == "]")
        if letter == "," and not deep:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
