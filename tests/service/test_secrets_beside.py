"""What else could tell of hidden cards (T14): how much work an answer takes, and on what editions part."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from adjudicator.application import Adjudication
from adjudicator.application.checkpoints import Signer
from adjudicator.comparing import Comparison
from adjudicator.kernel.viewing import view_for
from adjudicator.service import comparing
from adjudicator.swtcg.game import SWTCG
from adjudicator.swtcg.table import Table
from tests.service import asks
from tests.service.worlds import Course, Decks, begun, ideal, ours, rehearsed, world

STEPS, PAUSE = 60, 30
RULES = ("adjudicator/kernel/", "adjudicator/swtcg/")
REMEMBERED = "remembered.<locals>.looked"
"""Looks that are taken once: when one is taken (again, if too much was remembered) is up to the whole process."""

Work = Counter[str]
"""How often each function of the rules is called."""


def counted(work: Callable[[], object]) -> Work:
    """What some work takes, in calls and not in seconds; without looks that are remembered, and what those take."""
    found = Work()
    looking = 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal looking
        code = frame.f_code
        if code.co_qualname == REMEMBERED and event in ("call", "return"):
            looking += 1 if event == "call" else -1
        elif event == "call" and not looking and any(place in code.co_filename for place in RULES):
            found[code.co_qualname] += 1

    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def _worked(monkeypatch: pytest.MonkeyPatch, decks: Decks, number: int, course: Course) -> list[tuple[str, Work]]:
    """What a world's course takes: what Dark says, and after everything what Dark and spectators look at."""
    found: list[tuple[str, Work]] = []
    with Adjudication([SWTCG]) as application, ideal(monkeypatch, number):
        play = begun(application, decks, number)
        for pair in course.said:
            said = pair[number]
            submitted = counted(partial(application.submit, play.game, said))
            if said.seat == "dark":
                found.append((f"dark: {type(said).__name__}", submitted))
            for viewer in ("dark", ""):
                table: Table = play.table
                found.append((f"seen by {viewer}", counted(partial(view_for, SWTCG, table, viewer))))
                known = view_for(SWTCG, table, viewer).table
                found.append((f"listed for {viewer}", counted(partial(SWTCG.forms, known))))
    return found


def test_what_others_do_takes_the_same_work_whatever_light_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Views and lists, and Dark's declarations with all that follows from them: the same calls in both worlds.

    So no time can tell more than what else the machine does. What the house passes by itself are entries and
    questions, which test_secrets compares byte for byte.
    """
    decks = ours()
    course = rehearsed(monkeypatch, decks, STEPS, PAUSE)
    for number in (0, 1):  # what is remembered for all games is then remembered in both
        _worked(monkeypatch, decks, number, course)
    one, two = (_worked(monkeypatch, decks, number, course) for number in (0, 1))
    assert [what for what, _ in one] == [what for what, _ in two]
    assert sum(work.total() for _, work in one) > 10_000
    pairs = [(what, mine, theirs) for (what, mine), (_, theirs) in zip(one, two, strict=True)]
    assert [] == [(what, mine - theirs, theirs - mine) for what, mine, theirs in pairs if mine != theirs]


async def test_others_are_not_told_that_editions_part_on_a_hidden_card(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Let editions part on cards that Light holds in one world: the judge alone hears of it."""
    decks = ours()
    course = rehearsed(monkeypatch, decks, STEPS, PAUSE)
    titles = {face.title for face in decks.light} - {face.title for face in decks.other}

    def parted(game: Any, tables: dict[str, Table], said: Sequence[Any]) -> Comparison | None:
        for table in tables.values():
            held = {face.title for card in table.zones.get("hand:light", ()) if (face := table.face(card)) is not None}
            if held & titles:
                return Comparison("", "ruling", (), (), 1)
        return None

    monkeypatch.setattr(comparing, "compare_course", parted)
    got: list[dict[str, list[bytes]]] = []
    key = tmp_path / "key"
    Signer("house", bytes(32)).write(key)
    for number in (0, 1):
        async with world(monkeypatch, decks, number, key) as (there, application):
            for pair in course.said:
                application.submit(there.game, pair[number])
            sent = asks.request("CompareService/CompareGame", {"game": there.game})
            whole = asks.request("CompareService/CompareGame", {"game": there.game, "viewer": "judge"})
            answers = {
                holder: (await there.ask(holder, "CompareService/CompareGame", sent)).messages
                for holder in ("dark", "spectator")
            }
            answers["head-judge"] = (await there.ask("head-judge", "CompareService/CompareGame", whole)).messages
            got.append(answers)
    one, two = got
    assert (one["dark"], one["spectator"]) == (two["dark"], two["spectator"])
    assert one["head-judge"] not in (two["head-judge"], one["spectator"])
