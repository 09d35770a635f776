"""The house's chance: fair, bound to the log, and computable by a stranger once the seed is open."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator.application import CHANCE, DECLARED, Adjudication, HouseChanceError
from adjudicator.application.chance import Source, outcome, purpose_of
from adjudicator.kernel.game import ChanceDue
from adjudicator.kernel.windows import Window
from tests.kit.harbour import HARBOUR, Harbour, opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application, opened, play_on


@pytest.fixture
def app(store: str) -> Iterator[Adjudication]:
    """An application over either store."""
    with application(store) as made:
        yield made


def stranger(seed: bytes, game: str, purpose: str, entry: int, nonces: str, bounds: list[int]) -> list[int]:
    """The same numbers by somebody who only read the description: one for each bound, from 0."""
    words: list[int] = []
    counter, found = 0, []
    for bound in bounds:
        while True:
            if not words:
                text = f"{game}|{purpose}|{entry}|{counter}|{nonces}"
                block = hmac.new(seed, text.encode(), hashlib.sha256).digest()
                words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
                counter += 1
            word = words.pop(0)
            if word < 2**32 // bound * bound:
                break
        found.append(word % bound)
    return found


def test_a_stranger_computes_every_outcome_again(app: Adjudication) -> None:
    """With the opened seed, the log's numbers and the nonces, each of the house's outcomes follows."""
    game = opened(app, nonces=(("north", b"\x01\x02"), ("east", b"\xff")))
    play_on(app, game, 240)
    app.submit(game, v.Pass("nobody"), nonce=b"late")
    app.close_game(game)
    closing: Any = app.entries(game)[-1].content
    opening_entry: Any = app.entries(game)[0].content
    assert hashlib.sha256(closing.seed).digest() == opening_entry.commitment
    seen = Counter[str]()
    for step in app.steps(game):
        due = HARBOUR.chance_due(step.before) if step.entry.kind == CHANCE else None
        if due is None:
            continue
        seen[due.kind] += 1
        args = (closing.seed, game, f"{due.kind}:{due.what}", step.entry.number, "east=ff,north=0102")
        if due.kind == "dice":
            expected = tuple(number + 1 for number in stranger(*args, [6] * due.count))
        else:
            left, picked = list(due.pool), []
            count = due.count or len(left)
            for at in stranger(*args, [len(left) - done for done in range(count)]):
                picked.append(left[at])
                left[at] = left[-1]
                left.pop()
            expected = tuple(picked)
        content: Any = step.entry.content
        assert HARBOUR.chance_said(step.before, expected) == content.declaration
    assert {"dice", "draw", "order"} == set(seen)


def test_a_nonce_given_in_the_game_counts_from_then_on(app: Adjudication) -> None:
    """What a seat adds with a declaration is mixed into later outcomes, and survives a restart of the table."""
    game = opened(app)
    seat = app.get(game).table.window.asked[0]
    app.submit(game, v.Pass(seat), nonce=b"salt")
    assert ((seat, b"salt"),) == app.get(game).nonces
    app._residents.drop(game)
    assert ((seat, b"salt"),) == app.get(game).nonces
    assert [] == [each for each in app.rejudge(game) if not hasattr(each, "done")]


def test_dice_are_fair() -> None:
    """Chi-square over 600,000 dice stays below the 99.9 % bound of 20.5 at five degrees of freedom."""
    source = Source(b"\7" * 32, "g", "dice:x", 1)
    counts = Counter(source.below(6) for _ in range(600_000))
    chi = sum((count - 100_000) ** 2 / 100_000 for count in counts.values())
    assert (set(range(6)), True) == (set(counts), chi < 20.5), chi


def test_every_order_is_as_likely() -> None:
    """All 24 orders of four cards come, none much more often than another."""
    due = ChanceDue("order", pool=(1, 2, 3, 4))
    counts = Counter(outcome(due, Source(b"\1" * 32, "g", "order:", entry)) for entry in range(24_000))
    chi = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert (24, True) == (len(counts), chi < 49.7), chi


def test_no_number_is_favoured_by_the_modulo() -> None:
    """A word at or above the greatest multiple of the bound is passed over, not folded back."""
    source = Source(b"", "", "", 0)
    source._words = [5, 2**32 - 1]  # taken from the end
    assert 5 == source.below(3 * 2**30) % 6


def test_each_entry_has_numbers_of_its_own() -> None:
    """Game, purpose, entry, nonces and seed each change the outcome; nothing else does."""
    due = ChanceDue("dice", 20)
    base = (b"\2" * 32, "g", purpose_of(due), 7, (("a", b"1"), ("b", b"2")))

    def rolled(at: int, value: Any) -> tuple[int, ...]:
        changed: list[Any] = [*base[:at], value, *base[at + 1 :]]
        return outcome(due, Source(*changed))

    same = rolled(4, (("b", b"2"), ("a", b"1")))
    assert outcome(due, Source(*base)) == same
    others = [rolled(0, b"\3" * 32), rolled(1, "h"), rolled(2, "draw:"), rolled(3, 8), rolled(4, ())]
    assert 6 == len({same, *others})


@pytest.mark.parametrize("due", [ChanceDue("draw", 3, pool=(1, 2)), ChanceDue("tarot", 1)])
def test_what_cannot_be_drawn_is_refused(due: ChanceDue) -> None:
    """Too few items, or a kind that nobody knows."""
    with pytest.raises(ValueError, match=r"cannot draw|no chance"):
        outcome(due, Source(b"", "", "", 0))


def test_nobody_tells_the_house_what_it_drew(app: Adjudication) -> None:
    """Told out of turn it is an illegal declaration; told while the house has yet to draw it is refused."""
    game = opened(app)
    last = app.get(game).last
    app.submit(game, v.Roll("chance", (6,)))
    assert (last + 1, DECLARED) == (app.get(game).last, app.entries(game)[-1].kind)
    resident = app._residents.get(game)
    assert resident is not None
    waiting = HARBOUR.fork(resident.view.table)
    HARBOUR.fold(waiting, v.Awaited((v.Start(),), Window("order", ("chance",), ("chance",)), ()))
    app._residents.put(msgspec.structs.replace(resident, view=msgspec.structs.replace(resident.view, table=waiting)))
    with pytest.raises(HouseChanceError):
        app.submit(game, v.Order("chance", (0, 1)))
    assert last + 1 == app.get(game).last


class Endless(Harbour):
    """A game whose chance is never satisfied."""

    def chance_due(self, table: Any) -> ChanceDue | None:
        """A crew order, for ever."""
        return ChanceDue("order", pool=(0, 1), what="crews")

    def chance_said(self, table: Any, outcome: tuple[int, ...]) -> Any:
        """An order of crews, which is illegal once the game goes on."""
        return v.Order("chance", outcome)


def test_an_outcome_that_is_refused_is_not_recorded() -> None:
    """If the game itself finds the house's outcome illegal, nothing of the whole request stands."""
    with Adjudication([Endless()]) as broken:
        with pytest.raises(HouseChanceError):
            broken.open_game(opening())
        assert () == broken.list_games()
