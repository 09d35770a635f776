"""What else could tell of hidden cards (T14): how much work an answer takes, where editions part, who is asked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType

import pytest

from adjudicator.api.v1 import compare_service_pb2
from adjudicator.application import Adjudication
from adjudicator.application.checkpoints import Signer
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.verdict import Ruling
from adjudicator.kernel.viewing import view_for
from adjudicator.service.messages import RULINGS
from adjudicator.swtcg.standing import moment
from adjudicator.swtcg.table.table import Table
from tests.kit.star_wars import SWTCG, read_cards
from tests.service import asks
from tests.service.worlds import (
    PLAYERS,
    Answer,
    Course,
    Decks,
    Play,
    begun,
    drawn,
    ideal,
    ours,
    rehearsed,
    seated,
    world,
)

STEPS, PAUSE = 60, 30
RULES = ("adjudicator/kernel/", "adjudicator/swtcg/")
PASSES_MIN = 20
"""So often at least the house has to think of passing for somebody."""
REMEMBERED = ("remembered.<locals>.looked", "remembered_by_word.<locals>.looked")
"""Looks that are taken once: when one is taken (again, if too much was remembered) is up to the whole process."""

Work = Counter[str]
"""How often each function of the rules is called."""


def counted(work: Callable[[], object], within: CodeType | None = None) -> Work:
    """What some work takes, in calls and not in seconds; without looks that are remembered, and what those take.

    With `within` only what is done within one function.
    """
    found = Work()
    looking = inside = 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal looking, inside
        code = frame.f_code
        if code is within and event in ("call", "return"):
            inside += 1 if event == "call" else -1
        if code.co_qualname in REMEMBERED and event in ("call", "return"):
            looking += 1 if event == "call" else -1
        elif event != "call" or looking or not (inside or within is None):
            return
        elif any(place in code.co_filename for place in RULES):
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


def _passed(monkeypatch: pytest.MonkeyPatch, decks: Decks, number: int, course: Course) -> list[tuple[str, Work]]:
    """What it takes in a world to find out who is asked next, and for whom the house passes, after each declaration."""
    found: list[tuple[str, Work]] = []
    with Adjudication([SWTCG]) as application, ideal(monkeypatch, number):
        play = begun(application, decks, number)
        for pair in course.said:
            said = pair[number]
            work = counted(partial(application.submit, play.game, said), moment.put.__code__)
            found.append((f"{said.seat}: {type(said).__name__}", work))
    return found


@pytest.mark.parametrize("decks_of", [ours, drawn])
def test_the_house_passes_with_the_same_work_whatever_light_holds(
    monkeypatch: pytest.MonkeyPatch, decks_of: Callable[[], Decks]
) -> None:
    """After whatever anybody says, Light too: whether and for whom the house passes costs the same calls, so neither
    that it passes nor when tells of a hidden card.
    """
    decks = decks_of()
    course = rehearsed(monkeypatch, decks, STEPS, PAUSE)
    for number in (0, 1):  # what is remembered for all games is then remembered in both
        _passed(monkeypatch, decks, number, course)
    one, two = (_passed(monkeypatch, decks, number, course) for number in (0, 1))
    assert sum(work["could_speak"] for _, work in one) > PASSES_MIN
    assert [(*mine, *theirs) for mine, theirs in zip(one, two, strict=True) if mine != theirs] == []


# --- where editions part ------------------------------------------------------------------------

RECORDED = "swtcg-web"
HELD = ("Utapau System", "Yoda (C)")
"""What Light holds in each world: a card that costs nothing, and one that does."""
NOTHING_ON_IT = "light: build {} 0"
"""Under the web's rulings refused for any card; under the others a card that costs nothing needs no counter."""
RULED = (Ruling.LEGAL, Ruling.LEGAL, Ruling.ILLEGAL, Ruling.LEGAL)
WHO: dict[str, asks.Body] = {"dark": {}, "spectator": {}, "head-judge": {"viewer": "judge"}}
STANDS = """turn 4, light build step
dark: force 3, build points 6, hand 2, deck 20
  character: Darth Vader (A)
light: force 3, build points 6, hand [{}], deck 20
  character: Wedge Antilles (A)
"""


def _holding(title: str, application: Adjudication) -> Play:
    """A game in which Light holds one card, and has built it with nothing on it, in vain."""
    table = SWTCG.read_board(STANDS.format(title), RECORDED)
    opening = Opening(SWTCG.id, RECORDED, Settings(manual="blank"), PLAYERS, board=SWTCG.encode(table))
    play = seated(application, opening)
    verdict = application.submit(play.game, SWTCG.read(play.table, NOTHING_ON_IT.format(title))).verdict
    assert verdict is not None
    assert verdict.ruling is Ruling.ILLEGAL
    return play


def _comparing(game: str, number: int) -> Iterator[tuple[str, asks.Body]]:
    """The game, and the same question about the card by its number and by either name."""
    yield "CompareService/CompareGame", {"game": game}
    for card in (f"#{number}", *HELD):
        said = {"notation": NOTHING_ON_IT.format(card)}
        yield "CompareService/CompareDeclaration", {"position": {"game": {"game": game}}, "declaration": said}


async def test_others_are_not_told_that_editions_part_on_a_hidden_card(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """They part on what Light was refused, because of the card that he holds in one world: the judge alone hears."""
    got: list[dict[str, list[Answer]]] = []
    key = tmp_path / "key"
    Signer("house", bytes(32)).write(key)
    for number, title in enumerate(HELD):
        async with world(monkeypatch, partial(_holding, title), number, key) as (there, application):
            (card,) = application.get(there.game).table.zones["hand:light"]
            got.append({
                holder: [
                    await there.ask(holder, call, asks.request(call, {**body, **viewer}))
                    for call, body in _comparing(there.game, card)
                ]
                for holder, viewer in WHO.items()
            })  # fmt: skip
    one, two = got
    for holder in ("dark", "spectator"):
        assert one[holder] == two[holder]
        assert one[holder][0].code == "OK"
    parted, agreed = (
        compare_service_pb2.CompareGameResponse.FromString(each["head-judge"][0].messages[0]) for each in got
    )
    assert [RULINGS[each] for each in RULED] == [each.ruling for each in parted.parting.sides]
    assert not agreed.HasField("parting")


# --- when somebody is asked ---------------------------------------------------------------------

FOR_A_STEP = [
    {
        "type": "Activated",
        "only": only,
        "do": [{"type": "GainForce", "amount": 2}],
        "cost": {"type": "Cost", "force": 1},
    }
    for only in ("retreat step", "any time")
]
HERALD = {"side": "neutral", "type": "Character", "subtype": "Officer", "cost": 3, "speed": 30, "power": 3, "health": 3}
LYING = ("Plain Herald", "Ready Herald")
"""What lies hidden in each world: a card that says nothing, and one for the retreat step and for any time."""
LULL = """turn 4, light build step
dark: force 3, hand [Darth Vader (A)], deck 2
  character: Darth Vader (A)
light: force 3, hand [{0}], deck [{0}, {0}]
  character: Wedge Antilles (A), tapped
  build zone: {0} face down, 1 counter
"""


def _seen(game: str) -> Iterator[tuple[str, asks.Body]]:
    """What tells who is asked, and for what."""
    yield "GameService/GetGame", {"game": game, "information": True, "data": True}
    yield "GameService/ListEntries", {"game": game, "pageSize": 500}
    yield "RulingService/ListLegalDeclarations", {"position": {"game": {"game": game}}, "spelled": True}
    yield "RulingService/ShowTable", {"position": {"game": {"game": game}}}
    yield "RecordService/ListSteps", {"game": game}


def _lying(edition: str, title: str, application: Adjudication) -> Play:
    """A game at the end of the last build step, in which a card of Light's is in hand, in the deck and face down."""
    card = {**HERALD, "name": title, **({"effects": FOR_A_STEP} if title == LYING[1] else {})}
    table = SWTCG.read_board(LULL.format(title), edition, read_cards([card]))
    opening = Opening(SWTCG.id, edition, Settings(manual="blank"), PLAYERS, board=SWTCG.encode(table))
    return seated(application, opening)


@pytest.mark.parametrize("edition", ["swtcg-2022", "swtcg-2005"])
async def test_nobody_is_asked_in_a_step_because_of_what_lies_hidden(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, edition: str
) -> None:
    """Dark is asked in its retreat step for the unit that may retreat, and the house passes that of Light."""
    got: tuple[list[Answer], ...] = ([], [])
    asked: tuple[list[str], ...] = ([], [])
    key = tmp_path / "key"
    Signer("house", bytes(32)).write(key)
    for number, title in enumerate(LYING):
        async with world(monkeypatch, partial(_lying, edition, title), number, key) as (there, application):
            for words in ("light: pass", "dark: pass"):
                said = SWTCG.read(application.get(there.game).table, words)
                verdict = application.submit(there.game, said).verdict
                window = application.get(there.game).table.agenda.window
                assert verdict is not None
                assert window is not None
                assert verdict.ruling is Ruling.LEGAL
                asked[number].append(window.kind)
                for call, body in _seen(there.game):
                    as_dark = {"viewer": "dark"} if asks.has_viewer(call) else {}
                    for holder, viewer in (("dark", as_dark), ("spectator", {})):
                        got[number].append(await there.ask(holder, call, asks.request(call, {**body, **viewer})))
    assert asked[0] == asked[1] == ["retreat", "general" if edition == "swtcg-2005" else "phase start"]
    assert got[0] == got[1]
    assert {answer.code for answer in got[0]} == {"OK"}
