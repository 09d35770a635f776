"""Nonces after the commitment: until all are there the house draws nothing, and what it draws rests on them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.application import (
    CHANCE,
    NONCE,
    Adjudication,
    Divergence,
    Fork,
    GiveNonce,
    NonceRefusedError,
    Open,
    OpeningRefusedError,
    Rewind,
    Verified,
    chain,
)
from adjudicator.application.store import _encode
from adjudicator.application.transfer import bring_in, taken, written
from adjudicator.kernel.entries import Settings
from tests.kit import behind
from tests.kit.harbour import opening
from tests.kit.meddled import _parts
from tests.kit.recorded import application, opened, play_on, say

SEATS = ("north", "east", "south", "west")
WAITING = Settings(nonces_first=True)


@pytest.fixture
def app() -> Any:
    """An application in memory."""
    with application() as app:
        yield app


def waiting(app: Adjudication) -> str:
    """A game that waits for nonces."""
    return opened(app, opening(settings=WAITING))


def give(app: Adjudication, game: str, *seats: str) -> None:
    """Each of the seats gives a nonce of its own."""
    for seat in seats:
        app.do(GiveNonce(game, seat, seat.encode()))


def kinds(app: Adjudication, game: str) -> list[str]:
    """The kinds of a game's entries."""
    return [each.kind for each in app.entries(game)]


def test_nothing_is_drawn_before_the_last_nonce(app: Adjudication) -> None:
    """The commitment stands in the first entry, the nonces in those behind it, and only then the house draws."""
    game = waiting(app)
    assert (SEATS, ["game-opened"]) == (app.get(game).nonces_due, kinds(app, game))
    assert 32 == len(app.get(game).commitment)
    give(app, game, "west", "north", "north")
    assert (("east", "south"), [NONCE] * 3) == (app.get(game).nonces_due, kinds(app, game)[1:])
    refused = say(app, game, "north: pass")
    assert refused.verdict is not None
    assert refused.verdict.failing
    give(app, game, "south", "east")
    view = app.get(game)
    assert () == view.nonces_due
    assert kinds(app, game)[6:8] == [NONCE, CHANCE]
    assert dict(view.nonces) == {seat: seat.encode() for seat in SEATS}
    assert view.table.window.asked


def test_what_is_drawn_rests_on_every_nonce(app: Adjudication) -> None:
    """The same seed and entries with another last nonce: other outcomes, which the house cannot have chosen."""
    drawn = set()
    for last in range(8):
        with application() as other:
            game = waiting(other)
            give(other, game, *SEATS[:3])
            other.do(GiveNonce(game, SEATS[3], bytes([last])))
            drawn.add(repr([each.content for each in other.entries(game) if each.kind == CHANCE]))
    assert len(drawn) > 1


def test_an_undeclared_nonce_may_be_the_last(app: Adjudication) -> None:
    """A nonce with a declaration counts too, though what is declared is refused while the house has not drawn."""
    game = waiting(app)
    give(app, game, *SEATS[:3])
    say(app, game, "west: pass", nonce=b"w")
    assert ["declared", CHANCE] == kinds(app, game)[4:6]


def test_nonces_before_the_commitment_are_refused(app: Adjudication) -> None:
    """Who waits for nonces takes none that the house knew before it had a seed; and only seats give one."""
    with pytest.raises(OpeningRefusedError, match="committed"):
        app.do(Open(opening(settings=WAITING), (("north", b"n"),)))
    with pytest.raises(NonceRefusedError, match="north, east"):
        app.do(GiveNonce(waiting(app), "nobody", b"n"))


def test_games_are_read_again(store: str) -> None:
    """From the store, a snapshot, after a rewind and as a fork: the same nonces, and the same record."""
    with application(store, snapshot_every=4) as app:
        game = waiting(app)
        give(app, game, *SEATS[:2])
        half = app.get(game)
    with application(store, snapshot_every=4) as app:
        assert (half.nonces_due, half.nonces, half.head) == (app.get(game).nonces_due, app.get(game).nonces, half.head)
        give(app, game, *SEATS[2:])
        play_on(app, game, 20)
        app.do(GiveNonce(game, "east", b"another"))
        app.do(Rewind(game, app.entries(game)[12].revision, "test"))
        play_on(app, game, 10)
        view = app.get(game)
        fork = app.do(Fork(game)).game_id
        assert (SEATS, ()) == (app.get(fork).nonces_due, app.get(fork).nonces)
    with application(store) as app:
        again = app.get(game)
        assert (dict(view.nonces), view.head) == (dict(again.nonces), again.head)
        assert b"another" == dict(again.nonces)["east"]
        assert [] == [each for each in app.rejudge(game) if isinstance(each, Divergence)]
        *_, found = app.verify(game)
        assert isinstance(found, Verified)
        assert found.sound
        app.close_game(game)
        lines = list(written(app, game, lambda _: True))
    with application() as other:
        record = taken(other, lines)
        assert (0, (), "") == (record.bad, record.divergences, bring_in(other, record))


def test_a_house_that_draws_early_is_found(store: str) -> None:
    """Chance that came before the nonces that it had to wait for does not follow from the record."""
    with application(store) as app:
        game = waiting(app)
        give(app, game, *SEATS)
        play_on(app, game, 10)
        last = app.get(game).last
    name, head = game.replace("-", ""), b""
    where = "WHERE originator_id = ? AND originator_version = ?"
    for number in range(1, last + 1):  # as if the last seat had given nothing: its nonce becomes that of the third
        parts = _parts(behind.sql(store, f"SELECT state FROM stored_events {where}", name, number)[0][0])
        public = (
            parts.public.replace(b"\xa4west\xc4\x04west", b"\xa5south\xc4\x04west") if number == 5 else parts.public
        )
        assert (number == 5) == (public != parts.public)
        head = chain.next_head(head, number, public, parts.commitments) if head else parts.head
        state = _encode((public, parts.commitments, parts.private, head, parts.at))
        behind.sql(store, f"UPDATE stored_events SET state = ? {where}", state, name, number)
    with application(store) as app:
        found = [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    assert (6, "chance") == (found[0].entry, found[0].what)
    assert "west" in found[0].now
