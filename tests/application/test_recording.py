"""Opening, submitting, revisions, request ids, notes, closing, restarts."""

from __future__ import annotations

from typing import Any
from uuid import NAMESPACE_URL, uuid5

import pytest

from adjudicator.application import (
    CHANCE,
    CLOSED,
    DECLARED,
    NOTE,
    OPENED,
    REVEALED,
    RULING,
    Adjudication,
    Close,
    GameClosedError,
    GameSummary,
    GiveRuling,
    Note,
    Notice,
    OpeningRefusedError,
    RequestIdReusedError,
    Rewind,
    RulingRefusedError,
    StaleRevisionError,
    Submit,
    UnknownEditionError,
    UnknownGameError,
    UnknownRevisionError,
)
from adjudicator.application.histories import envelope, stream_of
from adjudicator.application.store import request_stream
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Declared, GameClosed, Opening, RulingGiven, Settings
from adjudicator.kernel.judging import ALL
from adjudicator.kernel.verdict import Ruling
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application, opened, play_on, say


@pytest.fixture
def app(store: str) -> Any:
    """An application over either store."""
    with application(store) as made:
        yield made


def kinds(app: Adjudication, game_id: str, start: int = 1) -> list[str]:
    """The kinds of a game's entries."""
    return [entry.kind for entry in app.entries(game_id, start)]


def test_a_game_is_opened_and_the_house_draws_at_once(app: Adjudication) -> None:
    """The order of crews and the first card are drawn before anybody is asked, each as an entry of its own."""
    answer = app.open_game(opening())
    view = app.get(answer.game_id)
    assert [OPENED, CHANCE, CHANCE] == kinds(app, answer.game_id)
    assert (1, 3, 3) == (answer.entry, answer.last, answer.revision)
    assert (answer.head, "main") == (view.head, view.table.window.kind)


def test_illegal_declarations_are_recorded_and_make_nobody_stale(app: Adjudication) -> None:
    """An illegal word is an entry with its failing codes and no facts; the revision stays."""
    game = opened(app)
    before = app.get(game)
    answer = say(app, game, "chance: roll 3", expected_revision=before.revision)
    content: Any = app.entries(game)[-1].content
    assert answer.verdict is not None
    assert (Ruling.ILLEGAL, before.last + 1, before.revision) == (answer.verdict.ruling, answer.entry, answer.revision)
    assert ("illegal", ("SPEAKER_ASKED", "ANSWERS_QUESTION"), ()) == (content.ruling, content.failing, content.facts)
    assert before.table == app.get(game).table
    assert Ruling.LEGAL is say(app, game, f"{seat(app, game)}: pass", expected_revision=before.revision).verdict.ruling  # type: ignore[union-attr]  # a submit has a verdict


def seat(app: Adjudication, game: str) -> str:
    """Who is asked first."""
    return str(app.get(game).table.window.asked[0])


def test_a_stale_revision_is_refused_with_the_current_one(app: Adjudication) -> None:
    """Who speaks about an older table is told which one stands, and nothing is recorded."""
    game = opened(app)
    old = app.get(game).revision
    say(app, game, f"{seat(app, game)}: pass", expected_revision=old)
    now = app.get(game)
    with pytest.raises(StaleRevisionError) as stale:
        say(app, game, f"{seat(app, game)}: pass", expected_revision=old)
    assert (old, now.revision) == (stale.value.expected, stale.value.current)
    assert now == app.get(game)
    with pytest.raises(StaleRevisionError):
        say(app, game, f"{seat(app, game)}: pass", expected_revision=now.revision + 1)


def test_a_request_has_one_effect_and_one_answer(app: Adjudication) -> None:
    """The same id and body again: the first answer, also when by now it would be stale."""
    game = opened(app)
    said, revision = v.Pass(seat(app, game)), app.get(game).revision
    first = app.submit(game, said, ALL, expected_revision=revision, request_id="r1")
    play_on(app, game, 5)
    last = app.get(game).last
    again = app.submit(game, said, ALL, expected_revision=revision, request_id="r1")
    assert last == app.get(game).last
    assert first.verdict is not None
    assert again.verdict is not None
    assert (first.entry, first.last, first.revision, first.head) == (
        again.entry,
        again.last,
        again.revision,
        again.head,
    )
    assert (first.verdict.ruling, first.verdict.clauses, first.verdict.facts) == (
        again.verdict.ruling,
        again.verdict.clauses,
        again.verdict.facts,
    )
    assert (first.entries, True) == (again.entries, again.repeated)


def test_a_request_id_is_not_for_another_request(app: Adjudication) -> None:
    """The same id with another body is refused and records nothing."""
    game = opened(app)
    app.note(game, "hello", request_id="r1")
    last = app.get(game).last
    with pytest.raises(RequestIdReusedError):
        app.note(game, "goodbye", request_id="r1")
    with pytest.raises(RequestIdReusedError):
        app.submit(game, v.Pass(seat(app, game)), request_id="r1")
    assert last == app.get(game).last


def test_opening_twice_with_one_request_opens_one_game(app: Adjudication) -> None:
    """A repeated opening leads to the same game."""
    ids = {app.open_game(opening(), request_id="open").game_id for _ in range(3)}
    assert 1 == len(ids)
    assert ids == {summary.game_id for summary in app.list_games()}


def test_everything_survives_a_restart(store: str) -> None:
    """A new process reads the same game, and answers the old request."""
    with application(store) as app:
        game = opened(app)
        play_on(app, game, 60)
        first = app.note(game, "pause", request_id="r9")
        before = app.get(game)
    with application(store) as app:
        assert before == app.get(game)
        again = app.note(game, "pause", request_id="r9")
        assert (first.entry, first.head, True) == (again.entry, again.head, again.repeated)
        play_on(app, game, 20)
        assert app.get(game).last >= before.last + 20 or HARBOUR.over(app.get(game).table)


def test_notes_change_nothing_but_the_log(app: Adjudication) -> None:
    """A note is an entry; table and revision stay."""
    game = opened(app)
    before = app.get(game)
    answer = app.note(game, "The players shook hands.", by="judge", about=1)
    assert ([NOTE], before.revision, before.last + 1) == (kinds(app, game, answer.entry), answer.revision, answer.last)
    assert before.table is app.get(game).table


def test_closing_opens_the_seed_and_ends_the_log(app: Adjudication) -> None:
    """The seed that was committed to is shown, and nothing can be added after it."""
    game = opened(app)
    app.close_game(game, result="drawn", why="the hall closes")
    last: Any = app.entries(game)[-1]
    opened_entry: Any = app.entries(game)[0]
    assert (CLOSED, opened_entry.content.seed.items[0], "drawn") == (last.kind, last.content.seed, last.content.result)
    assert isinstance(last.content, GameClosed)
    for refused in (Note(game, "more"), Rewind(game, 1, "no"), Close(game), Submit(game, v.Pass("north"))):
        with pytest.raises(GameClosedError):
            app.do(refused)
    assert (True, "drawn") == (app.get(game).closed, app.get(game).result)


def test_what_is_not_known_is_said(app: Adjudication) -> None:
    """Unknown games, editions and revisions, and openings that a game refuses, each have their error."""
    for name in ("", "nonsense", "00000000-0000-4000-8000-000000000000", "00000000000040008000000000000000"):
        with pytest.raises(UnknownGameError):
            app.get(name)
    game = opened(app)
    with pytest.raises(UnknownRevisionError):
        app.table_at(game, 99)
    for wrong in (Opening("chess", "x"), Opening("harbour", "x")):
        with pytest.raises(UnknownEditionError):
            app.open_game(wrong)
    for bad in (opening(("kraken",)), Opening("harbour", "harbour-1")):
        with pytest.raises(OpeningRefusedError):
            app.open_game(bad)
    assert 1 == len(app.list_games())


def test_a_request_is_no_game(app: Adjudication) -> None:
    """The stream that keeps a request id cannot be read as a game."""
    opened(app, request_id="r")
    with pytest.raises(UnknownGameError):
        app.get(str(request_stream("r")))


@pytest.mark.parametrize("request_id", ["", "r", "00000000-0000-4000-8000-000000000000", "schlüssel"])
def test_the_stream_of_a_request_is_a_name_of_ours(request_id: str) -> None:
    """Logs are full of them, so they stay what they are."""
    assert request_stream(request_id) == uuid5(uuid5(NAMESPACE_URL, "adjudicator:requests"), request_id)


def test_games_are_listed_in_pages(app: Adjudication) -> None:
    """Every game comes once, in the order of opening, whatever the page's size."""
    ids = [opened(app) for _ in range(5)]
    app.close_game(ids[1])
    found: list[GameSummary] = []
    after = 0
    while page := app.list_games(after, limit=2):
        found += page
        after = page[-1].position
    assert ids == [summary.game_id for summary in found]
    assert [False, True, False, False, False] == [summary.closed for summary in found]


def test_followers_poll_every_entry_once(app: Adjudication) -> None:
    """Notices give the entries of all games in the order of saving, without what keeps request ids."""
    games = [opened(app, request_id=f"r{n}") for n in range(3)]
    for number, game in enumerate(games):
        play_on(app, game, 8, seed=number)
    found: list[Notice] = []
    after = 0
    while page := app.notices(after, limit=7):
        found += page
        after = page[-1].position
    for game in games:
        assert [e.head for e in app.entries(game)] == [n.entry.head for n in found if n.game_id == game]
    assert sorted(notice.position for notice in found) == [notice.position for notice in found]


def test_a_table_that_reports_is_not_drawn_for(app: Adjudication) -> None:
    """With reported decks and dice the house draws nothing; cards reported are entries of their own kind."""
    reported = Settings(dice="reported", decks="reported")
    game = opened(app, opening(settings=reported))
    assert [OPENED] == kinds(app, game)
    say(app, game, "chance: order 0 1")
    pool = app.get(game).table.pool["north"]
    say(app, game, f"chance: draw {pool[4]}")
    assert [OPENED, REVEALED, REVEALED] == kinds(app, game)
    assert "main" == app.get(game).table.window.kind


def oracle_game(app: Adjudication, manual: str) -> str:
    """A game in which north has just played an oracle that nobody answered."""
    settings = Settings(dice="reported", decks="reported", manual=manual)
    game = opened(app, opening(("oracle",), settings))
    pool = app.get(game).table.pool["north"]
    for text in ("chance: order 0 1", f"chance: draw {pool[0]}", "north: play oracle"):
        say(app, game, text)
    for other in ("east", "south", "west"):
        say(app, game, f"{other}: pass")
    return game


def test_a_manual_effect_waits_for_the_judge(app: Adjudication) -> None:
    """The judge's answer is a declaration like any other; left blank, nobody is asked."""
    game = oracle_game(app, "ask")
    assert ("judge",) == app.get(game).table.window.asked
    say(app, game, "judge: give north 3")
    assert 6 == len(app.get(game).table.purse["north"])
    blank = oracle_game(app, "blank")
    content: Any = app.entries(blank)[-1].content
    assert ("main", "oracle") == (app.get(blank).table.window.kind, content.non_events[0].what)


def test_a_judge_gives_a_ruling(app: Adjudication) -> None:
    """A ruling carries out an illegal declaration, or facts, or only stands in the log with its note and citation."""
    game = opened(app)
    other = next(each for each in v.SEATS if each != seat(app, game))
    refused = say(app, game, f"{other}: pass")
    word = GiveRuling(game, "Ann the judge", "Agreed by both.", "legal", refused.entry, citation="harbour.1.3")
    stands = app.ruling_given(word)
    assert (RULING, refused.revision) == (app.entries(game)[-1].kind, stands.revision)
    facts = (v.CoinGiven("north", 99, rule="harbour.5.5", cause="ruling"),)
    app.ruling_given(GiveRuling(game, "Ann the judge", "A coin was forgotten.", facts=facts))
    assert 99 in app.get(game).table.purse["north"]
    said = v.Pass(other)
    carried = app.ruling_given(GiveRuling(game, "Ann", "Let it be so.", "legal", declaration=said))
    content = carried.entries[0].content
    assert isinstance(content, RulingGiven)
    assert (said, True) == (content.declaration, carried.revision >= carried.entry)


def test_a_ruling_that_breaks_the_table_is_refused(app: Adjudication) -> None:
    """Facts that break an invariant or do not fold, and rulings on entries that are not there, are not recorded."""
    game = opened(app)
    last = app.get(game).last
    for command in (
        GiveRuling(game, "Ann", "", facts=(v.CardDiscarded(1),)),
        GiveRuling(game, "Ann", "", facts=(v.DamagePlaced(12345, 1),)),
        GiveRuling(game, "Ann", "", "legal", declaration=v.Play("north", 12345)),
        GiveRuling(game, "Ann", "", "legal", about=1000),
    ):
        with pytest.raises(RulingRefusedError):
            app.ruling_given(command)
    assert last == app.get(game).last


def test_asking_is_judging_without_recording(app: Adjudication) -> None:
    """A question answers as the submission will, now and about an earlier table, and leaves no trace."""
    game = opened(app)
    view = app.get(game)
    said = v.Pass(seat(app, game))
    asked = app.ask(game, said)
    assert view == app.get(game)
    recorded = app.submit(game, said)
    assert recorded.verdict is not None
    assert (asked.verdict.ruling, asked.verdict.facts) == (recorded.verdict.ruling, recorded.verdict.facts)
    assert Ruling.ILLEGAL is app.ask(game, said).verdict.ruling
    assert Ruling.LEGAL is app.ask(game, said, at_revision=view.revision).verdict.ruling
    assert [view.table, recorded.revision] == [app.table_at(game, view.revision), app.get(game).revision]


def test_a_question_never_learns_what_the_house_will_draw(app: Adjudication) -> None:
    """Ending the turn in a question stops where the next card is drawn; only the recorded one is drawn."""
    game = opened(app)
    asked = app.ask(game, v.Pass(seat(app, game)))
    assert "draw" == asked.verdict.after.window.kind
    recorded = app.submit(game, v.Pass(seat(app, game)))
    assert [DECLARED, CHANCE] == [entry.kind for entry in recorded.entries]


def test_forms_are_asked_for_by_game(app: Adjudication) -> None:
    """What may be said now, and what might have been said then."""
    game = opened(app)
    then = app.get(game)
    forms = app.forms(game)
    assert forms == HARBOUR.forms(then.table)
    say(app, game, f"{seat(app, game)}: pass")
    assert forms == app.forms(game, at_revision=then.revision)
    assert () == app.forms(game, "nobody")


def test_a_sealed_answer_is_stored_apart(app: Adjudication) -> None:
    """A bid does not stand in the public bytes; the commitment does not change with what it hides but by its salt."""
    game = bidding(app)
    app.submit(game, v.Bid("east", Sealed(("east",), (3,))))
    envelopes = [envelope(stream_of(game), row, n) for n, row in enumerate(app._reader.rows(game), 1)]
    last = envelopes[-1]
    content: Any = app.entries(game)[-1].content
    assert isinstance(content, Declared)
    assert (2, 2) == (len(last.commitments), len(last.private))
    assert [b"\x91\x03", b"\x91\x03"] == [item[1] for item in last.private if item]
    assert (3,) == content.declaration.coins.items
    assert last.commitments[0] != last.commitments[1]


def bidding(app: Adjudication) -> str:
    """A game in which an auction waits for bids."""
    settings = Settings(dice="reported", decks="reported")
    game = opened(app, opening(("auction",), settings))
    pool = app.get(game).table.pool["north"]
    for text in ("chance: order 0 1", f"chance: draw {pool[0]}", "north: play auction"):
        say(app, game, text)
    for other in ("east", "south", "west"):
        say(app, game, f"{other}: pass")
    return game
