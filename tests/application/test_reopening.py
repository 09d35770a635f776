"""A game lost by a ruling that is overturned on appeal goes on: its log says so, and it draws from a new seed."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from adjudicator.application import (
    CHANCE,
    CLOSED,
    REOPENED,
    REWOUND,
    RULING,
    Adjudication,
    Divergence,
    GameClosedError,
    GiveNonce,
    LogVerified,
    Rewind,
    RulingRefusedError,
    Verified,
    answers,
)
from adjudicator.application.bulk import survey
from adjudicator.application.chain import next_head
from adjudicator.application.codec import codec_of
from adjudicator.application.commands import Reopen
from adjudicator.application.disputes import (
    AppealDispute,
    DecideDispute,
    Decision,
    Docket,
    GameLoss,
    OpenDispute,
    Question,
    RewindTo,
    RuleDispute,
)
from adjudicator.application.private import commitment
from adjudicator.application.seeds import seed_at
from adjudicator.application.store import TOPIC_PREFIX, Envelope
from adjudicator.application.transfer import bring_in, taken, written
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import GameClosed, GameReopened, Settings
from adjudicator_client.proofs import rolled
from tests.kit import behind
from tests.kit.disputed import ANN, FLO, HEAD, NOTHING, disputed
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application, opened, play_on

LOST = Decision("Stacked deck.", remedies=(GameLoss("north"),))
NO_LOSS = Decision("No loss.", "", ("harbour.1.3",))


@pytest.fixture
def app(store: str) -> Iterator[Adjudication]:
    """An application over either store."""
    with application(store) as made:
        yield made


def _all(_: Sealed) -> bool:
    """The judge's record has everything."""
    return True


def lost(app: Adjudication, docket: Docket) -> tuple[str, str]:
    """A game that north has lost by a ruling, which is appealed; and the dispute."""
    game, dispute = disputed(app, docket)
    docket.do(RuleDispute(dispute, LOST, FLO))
    docket.do(AppealDispute(dispute, "It was shuffled.", ANN))
    return game, dispute


def reopened(app: Adjudication) -> str:
    """A game that was lost by a ruling, went on, and was closed in the end."""
    docket = Docket(app)
    game, dispute = lost(app, docket)
    docket.do(DecideDispute(dispute, upheld=False, decision=NO_LOSS, by=HEAD))
    play_on(app, game, 60, seed=3)
    return game


def found_wrong(app: Adjudication, game: str) -> list[Any]:
    """What verifying and rejudging a game find."""
    *_, verified = app.verify(game)
    assert isinstance(verified, Verified)
    differs = [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    return [*differs, *([] if verified.sound else [verified])]


def test_an_overturned_loss_lets_the_game_go_on(app: Adjudication) -> None:
    """The log says who reopened it, why and which result is void; the table is the one that stood, and play goes on."""
    docket = Docket(app)
    game, dispute = lost(app, docket)
    before = app.get(game)
    done = docket.do(DecideDispute(dispute, upheld=False, decision=NO_LOSS, by=HEAD))
    after = app.get(game)
    content: Any = app.entry(game, before.last + 1).content
    assert ([REOPENED, RULING], "Hera", "north loses by ruling") == (
        [each.kind for each in app.entries(game, before.last + 1)], content.by, content.void,
    )  # fmt: skip
    assert dispute in content.why
    assert "No loss." in content.why
    assert (False, "", before.revision) == (after.closed, after.result, after.revision)
    assert before.table == after.table
    assert done.dispute.decided is not None
    assert (before.last + 1, before.last + 2) == done.dispute.decided.carried.entries
    play_on(app, game, 5)
    assert [] == found_wrong(app, game)


def test_a_loss_is_taken_back_with_what_led_to_it(app: Adjudication) -> None:
    """Overturned with a rewind, the game goes back to the frozen position; with another loss it is closed again."""
    docket = Docket(app)
    for remedies, kinds, result in (
        ((RewindTo(),), [REOPENED, REWOUND], ""),
        ((GameLoss("east"),), [REOPENED, CLOSED], "east loses by ruling"),
    ):
        game, dispute = lost(app, docket)
        decision = msgspec.structs.replace(NO_LOSS, remedies=remedies)
        done = docket.do(DecideDispute(dispute, upheld=False, decision=decision, by=HEAD)).game
        assert done is not None
        assert (kinds, result) == ([each.kind for each in done.entries], app.get(game).result)
        assert [] == found_wrong(app, game)


def test_what_stays_closed(app: Adjudication) -> None:
    """A loss that is upheld; a game closed in its course, unless an overturned ruling has to change it."""
    docket = Docket(app)
    game, dispute = lost(app, docket)
    docket.do(DecideDispute(dispute, upheld=True, decision=Decision("It was."), by=HEAD))
    assert (True, CLOSED) == (app.get(game).closed, app.entries(game)[-1].kind)
    for remedies, closed in (((), True), ((RewindTo(),), False)):
        game, dispute = disputed(app, docket)
        docket.do(RuleDispute(dispute, NOTHING, FLO))
        docket.do(AppealDispute(dispute, "No.", ANN))
        app.close_game(game)
        docket.do(DecideDispute(dispute, upheld=False, decision=Decision("She may.", remedies=remedies), by=HEAD))
        assert closed == app.get(game).closed
    game, dispute = disputed(app, docket)
    app.close_game(game)
    with pytest.raises(GameClosedError):
        docket.do(RuleDispute(dispute, Decision("She may.", remedies=(RewindTo(),)), FLO))


def test_the_house_draws_from_a_new_seed(app: Adjudication) -> None:
    """The opened seed gives nothing that comes later; each closing opens the seed that was committed to before it."""
    game = reopened(app)
    first, second = app.history(game).seeds()
    assert (True, False, b"") == (bool(first.opened), first.kept == second.kept, second.opened)
    assert second.commitment == app.get(game).commitment == sha256(second.kept).digest()
    told = app.rolls(game)
    assert (second.commitment, b"") == (told.commitment, told.seed)
    assert not any(each.kept for each in told.seeds)
    app.close_game(game)
    told = app.rolls(game)
    assert (second.kept, [first.opened, second.kept]) == (told.seed, [each.opened for each in told.seeds])
    assert [] == found_wrong(app, game)


def test_a_reopened_game_is_read_as_it_was_played(store: str) -> None:
    """From the log, from a snapshot, by a process that had it open: the same game; and it is listed as running."""
    with application(store, snapshot_every=7) as app, application(store) as other:
        docket = Docket(app)
        game, dispute = lost(app, docket)
        assert other.get(game).closed
        docket.do(DecideDispute(dispute, upheld=False, decision=NO_LOSS, by=HEAD))
        play_on(app, game, 30)
        newest = app.get(game)
        assert newest.last > other.get(game).last
        other.note(game, "seen", request_id="")
        assert (newest.last + 1, newest.commitment, False) == (
            other.get(game).last, other.get(game).commitment, other.get(game).closed,
        )  # fmt: skip
        assert [(False, False)] == [(each.closed, each.frozen) for each in app.list_games()]
        *_, whole = app.verify_log()
        assert isinstance(whole, LogVerified)
        assert whole.sound
    with application(store) as again:
        assert newest.table == again.get(game).table
        assert [] == found_wrong(again, game)


def test_only_a_closed_game_is_reopened(app: Adjudication) -> None:
    """A game that goes on has no result to take back; by itself nothing else is recorded in a closed one."""
    game = opened(app)
    with pytest.raises(RulingRefusedError):
        app.do(Reopen(game, "why not"))
    app.close_game(game)
    app.do(Reopen(game, "closed by mistake", "Hera"))
    assert (False, REOPENED) == (app.get(game).closed, app.entries(game)[-1].kind)


@pytest.mark.parametrize(
    ("kept", "opened_later", "bad"),
    [(b"k" * 32, b"k" * 32, 0), (b"x" * 32, b"k" * 32, 1), (b"k" * 32, b"x" * 32, 2)],
)
def test_a_seed_that_was_not_committed_to_is_found(
    app: Adjudication, kept: bytes, opened_later: bytes, bad: int
) -> None:
    """The seed behind a reopening, and the one that the next closing opens, are those that it committed to."""
    game = opened(app)
    app.close_game(game)
    last = app.get(game).last
    added(app, game, REOPENED, GameReopened("", sha256(b"k" * 32).digest(), Sealed((), (kept,))))
    added(app, game, CLOSED, GameClosed("", opened_later))
    *_, verified = app.verify(game)
    assert isinstance(verified, Verified)
    assert (bad and last + bad) == verified.bad
    assert (not bad) or "the one committed to" in verified.why


def test_a_game_that_was_not_closed_is_not_reopened_in_its_log(app: Adjudication) -> None:
    """A log that says so is no log of ours, at that entry."""
    game = opened(app)
    last = app.get(game).last
    added(app, game, REOPENED, GameReopened("", b"c" * 32, Sealed((), (b"k" * 32,))))
    *_, verified = app.verify(game)
    assert isinstance(verified, Verified)
    assert (last + 1, "a game is reopened that was not closed") == (verified.bad, verified.why)


def added(app: Adjudication, game: str, kind: str, content: Any) -> None:
    """Put an entry behind a game's last, its chain in order, as who writes into the store himself."""
    last = app.envelopes(game)[-1]
    public, items = codec_of(HARBOUR).encode(kind, content)
    private = tuple((b"s" * 32, item) for item in items)
    commitments = tuple(commitment(*each) for each in private)
    number = last.originator_version + 1
    head = next_head(last.head, number, public, commitments)
    app.put_beside(
        (Envelope(last.originator_id, number, TOPIC_PREFIX + kind, public, commitments, private, head, last.at),)
    )


def test_a_record_of_a_reopened_game(store: str) -> None:
    """While it goes on no seed leaves the house but the open one, and it comes in frozen; closed, it comes in whole."""
    with application(store) as app, application() as other, application() as closed_there:
        docket = Docket(app)
        game, dispute = lost(app, docket)
        closed = taken(closed_there, written(app, game, _all))
        assert "" == bring_in(closed_there, closed)
        docket.do(DecideDispute(dispute, upheld=False, decision=NO_LOSS, by=HEAD))
        play_on(app, game, 10)
        lines = list(written(app, game, _all))
        _, second = app.history(game).seeds()
        assert not any(second.kept.hex() in line for line in lines)
        record = taken(other, lines)
        assert (0, True, False) == (record.bad, record.whole, record.closed)
        assert "" == bring_in(other, record)
        assert (True, True) == (other.get(game).frozen, other.list_games()[0].frozen)
        assert "reopened in another house" in bring_in(closed_there, record)
        app.close_game(game)
        record = taken(other, written(app, game, _all))
        assert (0, ()) == (record.bad, record.divergences)
        assert "" == bring_in(other, record)
        assert (True, False) == (other.get(game).closed, other.get(game).frozen)
        assert [] == found_wrong(other, game)


def overturned(docket: Docket, game: str) -> None:
    """A game is lost by a ruling and reopened, since that is overturned."""
    asked = OpenDispute(game, Question("May she?"), ANN)
    dispute = docket.do(asked).dispute.id
    docket.do(RuleDispute(dispute, LOST, FLO))
    docket.do(AppealDispute(dispute, "It was shuffled.", ANN))
    docket.do(DecideDispute(dispute, upheld=False, decision=NO_LOSS, by=HEAD))


def give(app: Adjudication, game: str, word: bytes) -> None:
    """Every seat gives a nonce."""
    for seat in v.SEATS:
        app.do(GiveNonce(game, seat, word + seat.encode()))


def test_nonces_come_first_again(store: str) -> None:
    """Under a new seed the house draws nothing before every seat has given a nonce that it did not know before.

    Nothing that was given before is mixed in any more, whoever reads the game, and from wherever.
    """
    with application(store, snapshot_every=7) as app, application(store) as other:
        docket = Docket(app)
        game = opened(app, opening(settings=Settings(nonces_first=True)))
        give(app, game, b"old ")
        play_on(app, game, 20)
        assert () == other.get(game).nonces_due
        overturned(docket, game)
        back = app.get(game).last
        app.do(Rewind(game, 1, "to where the first outcome was drawn"))
        assert ((), v.SEATS) == (app.get(game).nonces, app.get(game).nonces_due)
        assert back + 1 == app.get(game).last
        give(other, game, b"new ")
        given = {seat: b"new " + seat.encode() for seat in v.SEATS}
        assert (CHANCE, ()) == (other.entries(game)[back + 5].kind, other.get(game).nonces_due)
        app.note(game, "seen")
        play_on(app, game, 160, seed=6)
        newest = app.get(game)
        assert given == dict(newest.nonces) == dict(app.history(game).nonces())
        app.close_game(game)
        rolls = app.rolls(game).rolls
        early = [each for each in rolls if each.entry <= back]
        late = [each for each in rolls if each.entry > back]
        assert late
        assert (True, True) == (all("6f6c6420" in each.nonces for each in early),
                                all(each.nonces.count("6e657720") == len(v.SEATS) for each in late))  # fmt: skip
        assert not any("6f6c6420" in each.nonces for each in late)
        seeds = app.rolls(game).seeds
        for each in rolls:
            before = f"{game}|{each.purpose}|{each.entry}"
            again = rolled(seed_at(seeds, each.entry).opened, before, each.nonces, each.faces, len(each.dice))
            assert list(each.dice) == again
        assert [] == found_wrong(app, game)
        lines = list(written(app, game, _all))
    with application(store) as later, application() as elsewhere:
        assert given == dict(later.get(game).nonces)
        assert [] == found_wrong(later, game)
        record = taken(elsewhere, lines)
        assert (0, (), "") == (record.bad, record.divergences, bring_in(elsewhere, record))


def test_a_house_that_draws_before_the_new_nonces_is_found(app: Adjudication, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nonces from before a reopening are none that an outcome behind it may rest on."""
    game = opened(app, opening(settings=Settings(nonces_first=True)))
    give(app, game, b"old ")
    play_on(app, game, 12)
    app.close_game(game)
    monkeypatch.setattr(answers, "nonces_due", lambda *_: ())
    app.do(Reopen(game, "closed by mistake"))
    back = app.get(game).last
    app.do(Rewind(game, 1, "again"))
    monkeypatch.undo()
    found = [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    assert (back + 2, "chance", True) == (found[0].entry, found[0].what, "due after the nonces of" in found[0].now)


def test_where_nonces_do_not_come_first_they_stay(app: Adjudication) -> None:
    """As reopened games were recorded before there was such a setting: mixed in, though the house knew them."""
    game = opened(app)
    app.do(GiveNonce(game, "east", b"e"))
    app.close_game(game)
    app.do(Reopen(game, "closed by mistake"))
    play_on(app, game, 20)
    assert {"east": b"e"} == dict(app.get(game).nonces) == dict(app.history(game).nonces())
    assert [] == found_wrong(app, game)


def without_seed(store: str, game: str, number: int) -> None:
    """Take the seed out of an opening or a reopening behind everybody's back."""
    row = "stored_events WHERE originator_id = ? AND originator_version = ?", game.replace("-", ""), number
    parts = msgspec.msgpack.decode(behind.sql(store, f"SELECT state FROM {row[0]}", *row[1:])[0][0])
    parts[2][len(v.SEATS) if number == 1 else 0] = None  # behind the packs
    state = msgspec.msgpack.encode(parts)
    where = row[0].removeprefix("stored_events ")
    behind.sql(store, f"UPDATE stored_events SET state = ? {where}", state, *row[1:])


def missing_in(store: str, game: str) -> int:
    """The entry of a game that verifying the whole log finds, and a survey: the same one; 0 for none."""
    with application(store) as app:
        *_, whole = app.verify_log()
        assert isinstance(whole, LogVerified)
        broken = survey(app.recorder).broken.get(game)
        assert (0 if broken is None else broken.entry) == whole.entry
        assert whole.sound or "removed" in whole.why
        return whole.entry


def test_the_seed_of_each_time_is_missed(store: str) -> None:
    """If somebody was told something while it was drawn from; one that was opened since can still be computed with."""
    with application(store) as app:
        game = opened(app, request_id="r-1")
        play_on(app, game, 12)
        app.close_game(game)
        app.do(Reopen(game, "closed by mistake"))
        back = app.get(game).last
        play_on(app, game, 12)
        app.note(game, "later", request_id="r-2")
    assert 0 == missing_in(store, game)
    without_seed(store, game, back)
    assert back == missing_in(store, game)
    without_seed(store, game, 1)
    assert 1 == missing_in(store, game)
    with application(store) as app:
        assert app.get(game).frozen
        assert [] == found_wrong(app, game)  # by itself it might be one that goes on elsewhere
        assert app.history(game).seeds()[0].seed


def test_a_game_from_elsewhere_is_reopened_here(store: str) -> None:
    """It came while it went on, so its first seed never came but in the closing; what is asked here lacks nothing."""
    with application() as there, application(store) as app:
        game = opened(there, request_id="r-1")
        play_on(there, game, 12)
        assert "" == bring_in(app, taken(app, written(there, game, _all)))
        there.close_game(game)
        assert "" == bring_in(app, taken(app, written(there, game, _all)))
        assert None in app.envelopes(game)[0].private
        app.do(Reopen(game, "closed by mistake"), "r-2")
        back = app.get(game).last
        play_on(app, game, 12)
        app.note(game, "later", request_id="r-3")
        assert [] == found_wrong(app, game)
    assert 0 == missing_in(store, game)
    without_seed(store, game, back)
    assert back == missing_in(store, game)
