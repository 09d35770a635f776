"""The command `replay`: steps through a recorded game, forwards and back, by turn, phase, declaration and ruling."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator_cli import connection
from adjudicator_cli.lines import entry_lines, plain, question_line
from adjudicator_cli.terminal import UnusableError, coloured, say_json

if TYPE_CHECKING:
    from adjudicator_client import AdjudicatorClient

KINDS = ("opened", "declared", "chance", "revealed", "ruling-given", "rewound", "note", "nonce", "closed", "reopened")
RULINGS = ("legal", "illegal", "undecided")
HELP = (
    "commands: n(ext), b(ack), t(o) ENTRY, f(irst), l(ast), turn [NUMBER], phase, said, ruling (the next one; "
    "with - before it the one before, as -turn), diff (what the entry changed), q(uit)"
)
Step = dict[str, Any]


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `replay`."""
    connection.game_argument(parser)
    parser.add_argument("--to", type=int, default=1, metavar="ENTRY", help="begin at this entry")
    parser.add_argument("--turn", type=int, metavar="NUMBER", help="begin where this turn begins")
    connection.viewer_argument(parser)
    parser.add_argument("--seat", action="append", default=[], help="only what this seat (or judge, chance) has said")
    parser.add_argument("--kind", action="append", default=[], choices=KINDS, help="only entries of this kind")
    parser.add_argument("--ruling", action="append", default=[], choices=RULINGS, help="only what was ruled so")
    parser.add_argument("--line", action="store_true", help="leave out what a rewind has left")
    connection.arguments(parser)


def steps_of(client: AdjudicatorClient, game: str, args: argparse.Namespace) -> list[Step]:
    """The entries that pass the filters, each with turn, phase and whether it stands."""
    steps = client.steps(game, viewer=args.viewer, seats=args.seat, kinds=args.kind, rulings=args.ruling)
    return [
        {**plain(each.entry), "turn": each.turn, "phase": each.phase, "stands": each.stands}
        for each in steps
        if each.stands or not args.line
    ]


def replay(args: argparse.Namespace) -> int:
    """Step through a recorded game; commands come from standard input, one a line."""
    with connection.connected(args) as client:
        game = connection.game_of(client, args.game)
        steps = steps_of(client, game, args)
        if args.json:
            say_json([{**each, "board": _board(client, game, each, args.viewer)} for each in steps])
            return 0
        if not steps:
            print("no entry is of this kind")
            return 0
        at = entry_at(steps, args.to) if args.turn is None else turn_at(steps, args.turn)
        print(HELP)
        while True:
            _show(client, game, steps[at], args.viewer)
            command = _asked(at, steps)
            while command and command.strip().lower() in {"d", "di", "diff"}:
                print("\n".join(diff_lines(client, game, steps[at], args.viewer)))
                command = _asked(at, steps)
            if not command or command.strip().lower() in {"q", "quit"}:
                return 0
            at = stepped(command, at, steps)


def _asked(at: int, steps: Sequence[Step]) -> str:
    if sys.stdin.isatty():
        print(f"{steps[at]['number']}/{steps[-1]['number']}> ", end="", flush=True)
    return sys.stdin.readline()


def entry_at(steps: Sequence[Step], number: int) -> int:
    """The place of an entry, or of the first one after it. Raises UnusableError if there is none."""
    found = next((at for at, each in enumerate(steps) if each["number"] >= number), None)
    if found is None:
        raise UnusableError(f"there is no entry {number} here: they go from {_span(steps, 'number')}")
    return found


def turn_at(steps: Sequence[Step], turn: int) -> int:
    """The place where a turn begins for the last time (rewinds may bring it again). Raises UnusableError for none."""
    turns = [None, *(each["turn"] for each in steps)]
    begins = [at for at in range(len(steps)) if turns[at + 1] == turn != turns[at]]
    if not begins:
        raise UnusableError(f"there is no turn {turn} here: they go from {_span(steps, 'turn')}")
    return begins[-1]


def _span(steps: Sequence[Step], name: str) -> str:
    numbers = [each[name] for each in steps]
    return f"{min(numbers)} to {max(numbers)}"


def stepped(command: str, at: int, steps: Sequence[Step]) -> int:
    """Where a command of `replay` leads from a place; where it leads nowhere it is said why, and one stays."""
    try:
        target = _target(command, at, steps)
    except UnusableError as error:
        print(error)
        return at
    if target is None:
        print(HELP)
        return at
    if not 0 <= target < len(steps):
        print("this is the first entry" if target < 0 else "this is the last entry")
        return at
    return target


def _target(command: str, at: int, steps: Sequence[Step]) -> int | None:
    """The place that a command means; None for what is no command. An empty line goes on. Raises UnusableError."""
    word, _, number = command.strip().lower().partition(" ")
    last, digits = len(steps) - 1, number.strip()
    target = {
        "": at + 1, "n": at + 1, "next": at + 1,
        "b": at - 1, "back": at - 1, "p": at - 1,
        "f": 0, "first": 0, "l": last, "last": last,
    }.get(word)  # fmt: skip
    if word in {"t", "to"} and digits.isdigit():
        return entry_at(steps, int(digits))
    if word in {"turn", "tu"} and digits.isdigit():
        return turn_at(steps, int(digits))
    if target is None and not digits and len(word) > 1:
        return _jumped(word, at, steps)
    return target


_JUMPS: dict[str, Callable[[Step | None, Step], bool]] = {
    "turn": lambda before, here: before is None or bool(before["turn"] != here["turn"]),
    "phase": lambda before, here: before is None or (before["turn"], before["phase"]) != (here["turn"], here["phase"]),
    "said": lambda before, here: here.get("kind") == "declared",
    "ruling": lambda before, here: here.get("kind") == "ruling_given" or here.get("ruling") in {"illegal", "undecided"},
}
"""Whether an entry is where a jump ends, from the entry before it (None for the first one) and itself."""

_NONE = {
    "turn": "no turn begins",
    "phase": "no phase begins",
    "said": "nothing was declared",
    "ruling": "there is no ruling",
}


def _jumped(word: str, at: int, steps: Sequence[Step]) -> int | None:
    """The next place of a kind, with `-` the one before; None for no such kind. Raises UnusableError for no place."""
    back = word.startswith("-")
    name = next((each for each in _JUMPS if len(word) > 1 + back and each.startswith(word.removeprefix("-"))), "")
    if not name:
        return None
    ends = _JUMPS[name]
    places = range(at - 1, -1, -1) if back else range(at + 1, len(steps))
    found = next((each for each in places if ends(steps[each - 1] if each else None, steps[each])), None)
    if found is None:
        raise UnusableError(f"{_NONE[name]} {'before' if back else 'after'} this entry")
    return found


def _board(client: AdjudicatorClient, game: str, entry: Step, viewer: str) -> str:
    return client.game(game, revision=entry["revision"], viewer=viewer).board


def _show(client: AdjudicatorClient, game: str, entry: Step, viewer: str) -> None:
    shown = client.game(game, revision=entry["revision"], viewer=viewer)
    if entry["turn"] or entry["phase"]:
        left = "" if entry["stands"] else " (taken back)"
        print(coloured(f"turn {entry['turn']}, {entry['phase']}{left}", "quiet"))
    print("\n".join(entry_lines(entry)))
    print()
    print(shown.board)
    print(question_line(plain(shown.question)))


def diff_lines(client: AdjudicatorClient, game: str, entry: Step, viewer: str) -> list[str]:
    """The changes of an entry on the board."""
    revision = entry["revision"]
    if revision != entry["number"]:
        return ["the table is as it was"]
    before = next(
        (each.revision for each in client.entries(game, after_entry=max(0, entry["number"] - 2), viewer=viewer)), 0
    )
    if entry["number"] == 1 or not before:
        return ["this is where it begins"]
    return compared_lines(compared(client, game, before, revision, viewer))


def compared(client: AdjudicatorClient, game: str, start: int, end: int, viewer: str) -> dict[str, Any]:
    """The differences between two tables, as plain values."""
    return plain(client.compare_tables(game, start, end, viewer=viewer))


def compared_lines(answer: dict[str, Any]) -> list[str]:
    """Differences for people: the lines of the board, how many values of the table changed, and what is not counted."""
    hows = {"+": "good", "-": "bad"}
    lines = [coloured(line, hows.get(line[:1], "quiet")) for line in answer.get("lines", ())]
    left_out = answer.get("left_out", ())
    besides = f", not counting its {', '.join(left_out)}: the judge alone sees all of those" if left_out else ""
    return [*lines, f"{len(answer.get('changes', ()))} values of the table differ{besides}"]
