"""Every stage that random games reach, written as a board and read again: `make boards`, or with a number of games
`python -m tests.swtcg.notation.stages 1000`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from adjudicator import play
from adjudicator.kernel.base import Declaration
from adjudicator.swtcg.notation import board
from adjudicator.swtcg.notation.besides import NOT_OF_A_BOARD
from adjudicator.swtcg.table.stored import form_of
from adjudicator.swtcg.table.table import Table
from tests.digests import EDITIONS, opening
from tests.kit.star_wars import SWTCG, read_board

LINE = "besides:"


def tables(edition: str, number: int) -> Iterator[Table]:
    """The table at each question of a random game. Raises adjudicator.play.PlayError."""
    chance, said = Random(f"stage {edition} {number}"), list[Declaration]()
    table = play.begun(SWTCG, opening(edition, number)).table
    while not SWTCG.over(table) and table.turn.number <= play.TURNS_MAX:
        yield table
        table = play.spoken(SWTCG, table, str(number), chance, said).after


def problem(table: Table) -> str:
    """What is lost as a board is written and read again; empty if nothing is.

    With the line `besides` it is the same table, down to its numbers. Without it the words say all: it stands at the
    same point, is written alike, and the same may be said.
    """
    text = board(table, exact=True)
    try:
        again = read_board(text, table.edition.id)
    except (ValueError, KeyError, AssertionError) as bad:
        return f"{type(bad).__name__} {bad}\n{text}"
    if LINE in text:
        form, read = form_of(table), form_of(again)
        names = [name for name in form.__struct_fields__ if name not in NOT_OF_A_BOARD]
        lost = [name for name in names if getattr(form, name) != getattr(read, name)]
        return f"{', '.join(lost)} differ\n{text}" if lost else ""
    again.strict, again.manual, again.reported_decks = table.strict, table.manual, table.reported_decks
    if text != board(again, exact=True):
        return f"written otherwise\n{text}\n{board(again, exact=True)}"
    one, other = sayable(table), sayable(again)
    return "" if one == other else f"may be said at one of them only: {one - other} {other - one}\n{text}"


def sayable(table: Table) -> Counter[str]:
    """The forms of what the players may say, with how much there is to choose from in each."""
    forms = (form for form in SWTCG.forms(table) if form.seat in table.seats)
    return Counter(f"{form.seat} {form.kind} {[_size(domain) for _, domain in form.choices]}" for form in forms)


def _size(domain: Any) -> int:
    """How many options a choice has, or how many numbers there are."""
    return len(domain.options) if hasattr(domain, "options") else domain.most - domain.least + 1


def game(edition: str, number: int, every: int = 1) -> tuple[int, str]:
    """How many stages of a game were looked at, each or every so many of them, and the first problem."""
    count = 0
    for at, table in enumerate(tables(edition, number)):
        if at % every == number % every:
            count += 1
            found = problem(table)
            if found:
                return count, f"{edition} {number}, stage {at}: {found}"
    return count, ""


def main(games: int) -> int:
    """Play so many games of each edition in turn; the exit status is 1 if anything was lost."""
    numbers = [(EDITIONS[each % len(EDITIONS)], each // len(EDITIONS)) for each in range(games)]
    with ProcessPoolExecutor() as workers:
        found = list(workers.map(game, *zip(*numbers, strict=True), chunksize=8))
    problems = [problem for _, problem in found if problem]
    stages = sum(count for count, _ in found)
    print(f"{games} games, {stages} stages, {len(problems)} games with one that is not read again")
    print("\n\n".join(problems[:3]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
