"""Whether a part of a board holds on a whole one: what a case expects of a table.

Only what the part says is compared. A player's items must have the values written; a stack is
looked up by alias or name, has to be in the zone below which it is written, and must meet the
conditions written (`untapped` and `undamaged` included); `gone: luke` says that nothing is called so.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.swtcg.notation.names import folded
from adjudicator.swtcg.notation.seats import seats_named
from adjudicator.swtcg.notation.syntax import parse_board, parse_fragment
from adjudicator.swtcg.notation.texts import (
    AttackText,
    BoardText,
    CardText,
    HeadText,
    LocationText,
    PileText,
    SeatText,
    StackText,
)

Place = tuple[str, str]
"""Whose, and which zone; or "" and "location <arena>"; attached things are "on <alias>"."""


def differences(board: str, fragment: str) -> tuple[str, ...]:
    """What a fragment says that does not hold on a board, in words; empty if all of it holds.

    Raises NotUnderstoodError if either is not written in the notation.
    """
    return compared(parse_board(board), parse_fragment(fragment, seats_named(board)))


def never_there(boards: Sequence[str], fragment: str) -> tuple[str, ...]:
    """The names of which a fragment says that they are gone, and that nothing on these boards goes by."""
    if "gone" not in fragment.casefold() or not boards:
        return ()
    gone = parse_fragment(fragment, seats_named(boards[-1])).gone
    there = [stack for board in boards for _, stack in _standing(parse_board(board))] if gone else []
    lost = (name for name in gone if not any(_goes_by(stack, name) for stack in there))
    return tuple(f"gone: nothing was called {name}" for name in lost)


def compared(board: BoardText, part: BoardText) -> tuple[str, ...]:
    """The same for texts that have been parsed. Raises NotUnderstoodError for what no board is asked about."""
    _check(board, part)
    found: list[str] = []
    if part.head is not None:
        found.extend(_head(board.head or HeadText(), part.head))
    standing = _standing(board)
    for seat in part.seats:
        whole = next((other for other in board.seats if other.seat == seat.seat), SeatText(seat.seat))
        if seat.seat:
            found.extend(_items(whole, seat))
        for zone, stacks in seat.zones.items():
            for stack in stacks:
                found.extend(_stack(standing, (seat.seat, zone), stack))
    for location in part.locations or ():
        found.extend(_location(standing, location))
    if part.attack is not None and part.attack != board.attack:
        found.append(f"attack: {_attack(board.attack)}, not {_attack(part.attack)}")
    for name in part.gone:
        there = [where for where, stack in standing if _goes_by(stack, name)]
        found.extend(f"{name} is still there ({seat} {zone})" for seat, zone in there)
    return tuple(found)


def _check(board: BoardText, part: BoardText) -> None:
    """What waits or lasts no board tells of, and only who has a line on it plays."""
    beside = {"waiting": part.waits, "lasting": part.changes, "besides": part.besides}
    if untold := next((word for word, said in beside.items() if said), ""):
        raise NotUnderstoodError(untold, untold, ("what a board tells; facts tell what waits or lasts",))
    players = tuple(seat.seat for seat in board.seats)
    for seat in part.seats:
        if seat.seat and seat.seat not in players:
            raise NotUnderstoodError(seat.seat, seat.seat, players, seat.line or 1)


def _head(board: HeadText, part: HeadText) -> list[str]:
    found = [
        f"{what}: {getattr(board, what)}, not {getattr(part, what)}"
        for what in ("turn", "point", "of", "overtime")
        if part.point and getattr(board, what) != getattr(part, what)
    ]
    word = part.word
    if word.who and (board.word.who, board.word.to, board.word.passed) != (word.who, word.to, word.passed):
        found.append(f"{board.word.who} to {board.word.to}, not {word.who} to {word.to}")
    return found


def _attack(attack: AttackText | None) -> str:
    if attack is None:
        return "none"
    return f"{attack.attacker} on {attack.defender} {attack.mode} {attack.stage} {attack.numbers}"


def _standing(board: BoardText) -> list[tuple[Place, StackText]]:
    """Everything on the table with its place."""
    found: list[tuple[Place, StackText]] = []
    for seat in board.seats:
        for zone, stacks in seat.zones.items():
            for stack in stacks:
                _collect(found, (seat.seat, zone), stack)
    for location in board.locations or ():
        _collect(found, (location.seat, f"location {location.arena}"), location.stack)
    return found


def _collect(found: list[tuple[Place, StackText]], place: Place, stack: StackText) -> None:
    found.append((place, stack))
    for _, other in stack.attached:
        _collect(found, (place[0], f"on {stack.alias or stack.cards[0].title}"), other)


def _items(board: SeatText, part: SeatText) -> list[str]:
    found: list[str] = []
    for word, value in part.items.items():
        there = board.items.get(word)
        if isinstance(value, PileText):
            found.extend(f"{part.seat}: {each}" for each in _pile(word, there or PileText(0), value))
        elif (there or 0) != value:
            found.append(f"{part.seat}: {word} {there or 0}, not {value}")
    return found


def _pile(word: str, there: PileText, wanted: PileText) -> list[str]:
    """A number is the number of cards; cards named must be among them, and be all without a number."""
    named = list(there.cards or ())
    count = there.count if there.count is not None else len(named)
    expected = wanted.count if wanted.count is not None else len(wanted.cards or ())
    found = [] if count == expected else [f"{word} {count}, not {expected}"]
    for card in wanted.cards or ():
        match = next((other for other in named if _same(other, card)), None)
        if match is None:
            found.append(f"{word} without {card.title}")
        else:
            named.remove(match)
    return found


def _same(card: CardText, wanted: CardText) -> bool:
    if wanted.key and card.key and wanted.key != card.key:
        return False
    if wanted.version and card.version != wanted.version:
        return False
    return folded(card.name) == folded(wanted.name)


def _called(stack: StackText, wanted: CardText, alias: str) -> bool:
    """Whether a stack goes by an alias, or its top card by a name (or words of it)."""
    if alias and folded(stack.alias) == folded(alias):
        return True
    if wanted.name == "?":
        return bool(stack.cards) and stack.cards[0].name == "?"
    top = stack.cards[0] if stack.cards else CardText()
    if wanted.version and top.version != wanted.version:
        return False
    return set(folded(wanted.name).split()) <= set(folded(top.name).split())


def _goes_by(stack: StackText, name: str) -> bool:
    """Whether a stack is what a name alone means.

    One that a board gave an alias of its own goes by that or by its whole name, any other also by
    words of its name.
    """
    wanted = folded(name)
    top = stack.cards[0] if stack.cards else CardText()
    if wanted in (folded(stack.alias), folded(top.name), folded(top.title)):
        return True
    words = folded(top.name).split()
    own = bool(stack.alias) and not folded(stack.alias).startswith(words[0])
    return not own and set(wanted.split()) <= set(words)


def _stack(standing: list[tuple[Place, StackText]], place: Place, wanted: StackText) -> list[str]:
    name = wanted.alias or (wanted.cards[0].title if wanted.cards else "?")
    top = wanted.cards[0] if wanted.cards else CardText()
    alias = wanted.alias or ("" if top.version else top.name)
    named = [(where, stack) for where, stack in standing if _called(stack, top, alias)]
    if wanted.alias:
        named = [(where, stack) for where, stack in named if folded(stack.alias) == folded(wanted.alias)] or named
    if not named:
        return [f"{name} is not there"]
    here = [stack for (seat, zone), stack in named if zone == place[1] and place[0] in ("", seat)]
    if not here:
        seat, zone = named[0][0]
        return [f"{name} is in {seat} {zone}, not in {place[0]} {place[1]}"]
    problems = [_unmet(name, stack, wanted) for stack in here]
    return [] if any(not each for each in problems) else problems[0]


def _unmet(name: str, stack: StackText, wanted: StackText) -> list[str]:
    found: list[str] = []
    if len(wanted.cards) > 1 or (wanted.alias and wanted.cards):
        same = len(stack.cards) == len(wanted.cards) and all(map(_same, stack.cards, wanted.cards))
        if not same:
            found.append(f"{name}: {_titles(stack)}, not {_titles(wanted)}")
    for word, value in wanted.conditions:
        if word in ("untapped", "undamaged", "face up"):
            contrary = {"untapped": "tapped", "undamaged": "damage", "face up": "face down"}[word]
            if stack.condition(contrary):
                found.append(f"{name}: not {word}")
        elif word == "marks":
            number, kind = value
            there = next((n for n, each in stack.all_of(word) if folded(each) == folded(kind)), 0)
            if there != number:
                found.append(f"{name}: {there} {kind} counters, not {number}")
        elif isinstance(value, PileText):
            found.extend(f"{name}: {each}" for each in _pile(word, stack.condition(word, PileText(0)), value))
        elif stack.condition(word, 0 if isinstance(value, int) else "") != value:
            found.append(f"{name}: {word} {stack.condition(word, 0)}, not {value}")
    attached = [("", other) for _, other in stack.attached]
    for how, other in wanted.attached:
        alike = [o for h, o in stack.attached if h == how]
        top = other.cards[0] if other.cards else CardText()
        fitting = [o for o in alike if _called(o, top, other.alias or top.name)]
        if not fitting:
            found.append(f"{name}: nothing on it {how} {_titles(other)} ({len(attached)} things on it)")
        else:
            found.extend(_unmet(other.alias or top.title, fitting[0], other))
    return found


def _titles(stack: StackText) -> str:
    return " over ".join(card.title for card in stack.cards)


def _location(standing: list[tuple[Place, StackText]], wanted: LocationText) -> list[str]:
    return _stack(standing, (wanted.seat, f"location {wanted.arena}"), wanted.stack)
