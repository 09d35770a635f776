"""What only PostgreSQL has: its schema, its waits, its order of saving, lost connections, and who is told of news."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.persistence import OperationalError, StoredEvent
from psycopg.sql import SQL

from adjudicator.application import Adjudication, StoreUnavailableError, stores
from adjudicator.application.histories import stream_of
from adjudicator.application.postgres_schema import MIGRATIONS, NEWEST, SchemaError, migrate
from adjudicator.application.postgres_store import connection_settings
from tests.kit import behind, postgres
from tests.kit.recorded import application, opened, play_on

LONG = 60
"""What comes at once may take so many seconds on a machine that is busy."""


@pytest.fixture
def empty() -> str:
    """The URL of a database with nothing in it."""
    return postgres.server().empty()


@pytest.fixture
def url() -> Iterator[str]:
    """The URL of a store."""
    with postgres.server().lent() as url:
        yield url


def test_the_service_makes_no_schema(empty: str) -> None:
    """A database without our schema is refused with what to do about it, and left as it is."""
    with pytest.raises(SchemaError, match="adjudicate migrate"):
        application(empty)
    with psycopg.connect(empty) as connection:
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert (0,) == tables


def test_migrating_again_does_nothing(empty: str) -> None:
    """The first time the schema is made, then it is there, and what is in it stays."""
    assert (0, NEWEST) == migrate(empty)
    with application(empty) as app:
        head = app.get(opened(app)).head
    assert (NEWEST, NEWEST) == migrate(empty)
    with application(empty) as app:
        assert [head] == [app.get(each.game_id).head for each in app.list_games()]


def test_several_migrate_at_once(empty: str) -> None:
    """Processes that start together take turns; each ends with the newest version."""
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(migrate(empty))) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [(0, NEWEST), *[(NEWEST, NEWEST)] * 3] == sorted(found)


def test_a_migration_that_was_cut_off_is_run_again(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails in the middle leaves the version before it, and the next attempt completes it."""

    def cut_off(*given: Any) -> None:
        MIGRATIONS[0](*given)
        raise psycopg.OperationalError("the connection is gone")

    with monkeypatch.context() as patch:
        patch.setattr("adjudicator.application.postgres_schema.MIGRATIONS", (cut_off,))
        with pytest.raises(StoreUnavailableError, match="gone"):
            migrate(empty)
    with pytest.raises(SchemaError):
        application(empty)
    assert (0, NEWEST) == migrate(empty)


def test_a_newer_schema_is_refused(empty: str) -> None:
    """A program does not write into the schema of a newer one, nor migrate it."""
    migrate(empty)
    with psycopg.connect(empty) as connection:
        connection.execute("INSERT INTO adjudicator_schema (version) VALUES (%s)", (NEWEST + 1,))
    for what in (application, migrate):
        with pytest.raises(SchemaError, match="newer"):
            what(empty)


def test_logs_in_two_schemas_of_a_database_are_two_logs(empty: str) -> None:
    """The URL's parameter `schema` says which; the rest goes to libpq as it is."""
    one, other = (f"{empty}&schema={name}" for name in ("friday", "saturday"))
    migrate(one)
    migrate(other)
    with application(one) as friday, Adjudication(friday.games, other) as saturday:
        game = opened(friday)
        assert ([game], []) == ([each.game_id for each in friday.list_games()], list(saturday.list_games()))
    settings, schema = connection_settings("postgresql://ann:pw@db:5433/games?schema=friday&sslmode=require")
    assert ("friday", "require", "5433", "games") == (schema, settings["sslmode"], settings["port"], settings["dbname"])


@pytest.mark.parametrize(
    "url", ["postgresql://ann:sesame@127.0.0.1:1/games?connect_timeout=2", "postgresql://ann:sesame@/games?nonsense=1"]
)
def test_a_database_that_cannot_be_had_is_told_without_its_password(url: str) -> None:
    """The reason is told, by the application and by migrating; the password is not."""
    for what in (application, stores.migrate):
        with pytest.raises(StoreUnavailableError) as refused:
            what(url)
        assert "sesame" not in str(refused.value)


def test_commits_wait_for_the_disk(url: str) -> None:
    """A server that acknowledges before it has written is told not to; a stricter setting of its stays."""
    name = connection_settings(url)[0]["dbname"]
    for setting, expected in (("off", "on"), ("remote_apply", "remote_apply"), ("on", "on")):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} SET synchronous_commit = {setting}")
        with application(url) as app, app.recorder.datastore.rows() as cursor:  # type: ignore[attr-defined]  # PostgreSQL's
            assert (expected,) == cursor.execute("SHOW synchronous_commit").fetchone()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} RESET synchronous_commit")


def test_places_are_committed_in_their_order(url: str) -> None:
    """Who has got his place but is not through with his commit keeps the next one waiting, and readers see neither."""
    with application(url) as app, Adjudication(app.games, url) as other:
        game, second = opened(app), opened(app)
        last = app.last_position()
        recorder: Any = app.recorder
        noted, done = app.envelopes(second)[2], threading.Event()

        def write() -> None:
            other.note(second, "later")
            done.set()

        row = StoredEvent(stream_of(game), 4, "adjudicator.note-added", app.mapper.to_stored_event(noted).state)
        with recorder.datastore.transaction(commit=True) as cursor:
            recorder._insert_stored_events(cursor, [row])
            thread = threading.Thread(target=write)
            thread.start()
            assert not done.wait(0.3)
            assert last == other.last_position()
        thread.join()
        rows = behind.sql(url, "SELECT originator_id FROM stored_events WHERE rowid > ? ORDER BY rowid", last)
        assert [(each.replace("-", ""),) for each in (game, second)] == rows


def test_a_commit_of_any_length_goes_out(url: str) -> None:
    """What is longer than a socket takes at once is saved all the same, and the writing thread lives on."""
    with application(url) as app:
        game = opened(app)
        assert app.get(game).last + 1 == app.note(game, "x" * 5_000_000).entry
        assert app.get(game).last + 1 == app.note(game, "short").entry


def test_a_lost_connection_is_made_anew(url: str) -> None:
    """After the server has cut all connections, reading and writing go on, and nothing is lost or done twice."""
    with application(url) as app:
        game = opened(app)
        play_on(app, game, 10)
        for request in ("one", "two", "three"):
            before = app.get(game)
            cut_connections(url)
            assert before.last + 1 == app.note(game, request, request_id=request).entry
            app._residents.drop(game)
            cut_connections(url)
            assert before.last + 1 == app.get(game).last
        assert list(app.verify_log())[-1].sound  # type: ignore[union-attr]  # the last is the finding


@pytest.mark.parametrize("request_id", ["", "r-1"])
def test_a_commit_that_nobody_acknowledged_is_not_made_twice(
    url: str, request_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost between commit and answer: what stands is found, with a request id and without."""
    with application(url) as app:
        game = opened(app)
        before, recorder, lost = app.get(game).last, app.recorder, list[int]()
        real = recorder._fetch_ids_after_insert_events  # type: ignore[attr-defined]  # PostgreSQL's

        def lose(*args: Any, **options: Any) -> Any:
            if not lost:
                lost.append(1)
                raise OperationalError("lost after the rows were sent; they are committed all the same")
            return real(*args, **options)

        monkeypatch.setattr(recorder, "_fetch_ids_after_insert_events", lose)
        noted = app.note(game, "once", request_id=request_id)
        assert ([1], before + 1, False) == (lost, noted.entry, noted.repeated)
        assert before + 2 == app.note(game, "twice").entry
        assert ["once", "twice"] == [each.content.text for each in app.entries(game, before + 1)]  # type: ignore[union-attr]  # notes


def cut_connections(url: str) -> None:
    """What a restarted server does to everybody."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_a_server_that_stays_away_is_told_in_time() -> None:
    """Without the server calls fail as unavailable, within what a caller waits; when it is back, all goes on."""
    postgres.server()  # skips where there is none
    server = postgres.PostgresServer()
    try:
        url = server.empty()
        stores.migrate(url)
        with application(url) as app:
            game = opened(app)
            server.pause()
            begun = time.monotonic()
            with pytest.raises(StoreUnavailableError):
                app.note(game, "nobody there", request_id="r")
            assert time.monotonic() - begun < 15
            server.resume()
            assert app.get(game).last + 1 == app.note(game, "nobody there", request_id="r").entry
    finally:
        server.stop()


def test_news_is_told_at_once(url: str) -> None:
    """Who waits hears of a commit, also of one that came before he waited; without one he waits his time out."""
    with application(url) as app, Adjudication(app.games, url) as other:
        game = opened(app)
        news = app.news()
        assert news is not None
        begun = time.monotonic()
        news.wait(0.2)
        assert time.monotonic() - begun >= 0.19
        other.note(game, "before")
        threading.Timer(0.2, lambda: other.note(game, "while")).start()
        for _ in range(2):
            begun = time.monotonic()
            news.wait(LONG)
            assert time.monotonic() - begun < LONG
        cut_connections(url)
        lost: Any = news
        before = lost._connection
        until = begun + LONG
        while lost._connection in (None, before) and time.monotonic() < until:  # the loss is noticed, then made good
            news.wait(0.2)
        begun = time.monotonic()
        threading.Timer(0.2, lambda: other.note(game, "after")).start()
        news.wait(LONG)
        assert 0.2 <= time.monotonic() - begun < LONG
        news.close()
    with application() as app:
        assert app.news() is None


def test_the_service_needs_few_rights(url: str) -> None:
    """With the rights that deploy/README.md names a user can serve who owns nothing, and who can change nothing."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS server")
        connection.execute("CREATE ROLE server LOGIN")
        connection.execute("GRANT SELECT ON adjudicator_schema TO server")
        connection.execute("GRANT SELECT, INSERT ON adjudicator_events, adjudicator_snapshots TO server")
        connection.execute("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO server")
    try:
        with application(url.replace("postgres@", "server@"), snapshot_every=5) as app:
            game = opened(app)
            play_on(app, game, 20)
            assert app._reader._last_snapshot(app._reader.history(game).stream) is not None
            for meddling in ("DELETE FROM stored_events", "UPDATE stored_events SET state = ''"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    behind.sql(url.replace("postgres@", "server@"), meddling)
    finally:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("DROP OWNED BY server")
            connection.execute("DROP ROLE server")


def test_a_migration_is_never_changed(url: str) -> None:
    """What version 1 made is what stands in people's databases; an index that should cover more is a new version."""
    found = behind.sql(
        url,
        "SELECT indexdef FROM pg_indexes "
        "WHERE indexname IN ('adjudicator_openings', 'adjudicator_disputes') ORDER BY indexdef",
    )
    begins = "CREATE INDEX adjudicator_{} ON public.adjudicator_events USING btree (notification_id) WHERE (topic {})"
    kinds = ("opened", "ruled", "appealed", "decided", "noted")
    disputes = ", ".join(f"'adjudicator.dispute-{kind}'::text" for kind in kinds)
    assert [
        (begins.format("disputes", f"= ANY (ARRAY[{disputes}])"),),
        (begins.format("openings", "= 'adjudicator.game-opened'::text"),),
    ] == found


def test_games_and_disputes_are_found_by_their_indexes(url: str) -> None:
    """Lists do not read the whole log: the queries fit the indexes that were made for them."""
    with application(url) as app:
        game = opened(app)
        for number in range(300):
            app.recorder.insert_events(
                [StoredEvent(uuid4(), 1, "adjudicator.request", str(number).encode()) for _ in range(20)]
            )
        recorder: Any = app.recorder
        plans: list[str] = []
        with recorder.datastore.cursor() as cursor:
            cursor.execute("ANALYZE adjudicator_events")

        def planned(query: Any, parameters: Any) -> list[Any]:
            with recorder.datastore.rows() as cursor:
                plan = cursor.execute(SQL("EXPLAIN ") + query, parameters, binary=False).fetchall()
            plans.append(str(plan))
            return []

        recorder._fetched = planned
        recorder.select_openings(0, 50)
        recorder.select_disputes(("adjudicator.dispute-opened",), 0, 50)
        recorder.select_moved(10_000)
        recorder.select_row(stream_of(game), 1)
    for plan, index in zip(
        plans,
        (
            "adjudicator_openings",
            "adjudicator_disputes",
            "adjudicator_events_notification_id_idx",
            "adjudicator_events_pkey",
        ),
        strict=True,
    ):
        assert index in plan, plan


def test_maintenance_and_commits_do_not_wait_for_each_other(url: str) -> None:
    """A VACUUM runs while a commit is under way, and commits go on under the lock that a VACUUM holds."""
    with application(url) as app:
        game = opened(app)
        recorder: Any = app.recorder
        with recorder.datastore.transaction(commit=False) as cursor:
            recorder._insert_stored_events(cursor, [StoredEvent(uuid4(), 1, "adjudicator.request", b"")])
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute("SET lock_timeout = '2s'")
                connection.execute("VACUUM adjudicator_events")
        with psycopg.connect(url) as connection:
            connection.execute("LOCK TABLE adjudicator_events IN SHARE UPDATE EXCLUSIVE MODE")
            assert app.get(game).last + 1 == app.note(game, "while it is swept").entry  # else it waits until it fails
