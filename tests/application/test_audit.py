"""Verify and rejudge: every change to a stored log is found, and so is every change of mind of the judge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from adjudicator.application import (
    Adjudication,
    CorruptLogError,
    Divergence,
    GiveRuling,
    Progress,
    Verified,
    bulk,
    chain,
)
from adjudicator.application.histories import envelope, stream_of
from adjudicator.application.store import Envelope
from adjudicator.application.straight import straight
from adjudicator.kernel.entries import Declared
from adjudicator.kernel.judging import Judging
from tests.kit import behind
from tests.kit.harbour import HARBOUR, Harbour, opening
from tests.kit.recorded import application, opened, play_on, say, the_games

Tamper = Callable[["Store"], None]


class Store:
    """The rows of one game, to be meddled with."""

    def __init__(self, store: str, app: Adjudication, game: str) -> None:
        self.store, self.app, self.game, self.id = store, app, game, game.replace("-", "")

    def sql(self, statement: str, *values: Any) -> None:
        """Run a statement behind the application's back."""
        behind.sql(self.store, statement, *values, self.id)

    def envelope(self, number: int) -> Envelope:
        """One entry as stored."""
        return envelope(stream_of(self.game), self.app._reader.rows(self.game)[number - 1], number)

    def put(self, envelope: Envelope) -> None:
        """Overwrite one entry."""
        row = self.app.mapper.to_stored_event(envelope)
        self.sql(
            f"UPDATE stored_events SET state = ?, topic = ? WHERE originator_version = {row.originator_version} "
            "AND originator_id = ?",
            row.state,
            row.topic,
        )


def changed(number: int, **fields: Any) -> Tamper:
    """Overwrite fields of one envelope."""
    return lambda store: store.put(msgspec.structs.replace(store.envelope(number), **fields))


def flipped(store: Store) -> None:
    """One bit of the public part."""
    entry = store.envelope(9)
    public = bytearray(entry.public)
    public[-1] ^= 1
    store.put(msgspec.structs.replace(entry, public=bytes(public)))


def other_ruling(store: Store) -> None:
    """The ruling, in words of the same length."""
    entry = store.envelope(9)
    store.put(msgspec.structs.replace(entry, public=entry.public.replace(b"legal", b"LEGAL")))


def seed_changed(store: Store) -> None:
    """The seed, in the private part."""
    entry = store.envelope(1)
    *others, last = entry.private
    assert last is not None
    store.put(msgspec.structs.replace(entry, private=(*others, (last[0], last[1] + b"x"))))


def private_taken(store: Store) -> None:
    """One private item, gone."""
    entry = store.envelope(1)
    store.put(msgspec.structs.replace(entry, private=entry.private[:-1]))


def swapped(store: Store) -> None:
    """Two entries change places."""
    one, two = store.envelope(8), store.envelope(9)
    store.put(msgspec.structs.replace(one, originator_version=9))
    store.put(msgspec.structs.replace(two, originator_version=8))


def middle_deleted(store: Store) -> None:
    """An entry taken out."""
    store.sql("DELETE FROM stored_events WHERE originator_version = 9 AND originator_id = ?")


def renumbered(store: Store) -> None:
    """An entry taken out, and the gap closed."""
    middle_deleted(store)
    last = store.app.get(store.game).last
    for number in range(10, last + 1):
        store.sql(
            f"UPDATE stored_events SET originator_version = {number - 1} WHERE originator_version = {number} "
            "AND originator_id = ?"
        )


def first_deleted(store: Store) -> None:
    """The first entry taken out."""
    store.sql("DELETE FROM stored_events WHERE originator_version = 1 AND originator_id = ?")


def request_put_in(store: Store) -> None:
    """Something else under the entry's number."""
    store.sql(
        "UPDATE stored_events SET topic = 'adjudicator.request' WHERE originator_version = 9 AND originator_id = ?"
    )


@pytest.fixture
def stored(store: str) -> Any:
    """A game of some forty entries in either store."""
    with application(store) as app:
        game = opened(app)
        play_on(app, game, 40)
        yield Store(store, app, game)


def verified(store: Store, witness: tuple[int, bytes] | None = None) -> Verified:
    """How verify ends."""
    *progress, last = store.app.verify(store.game, *(() if witness is None else (witness,)))
    assert all(isinstance(each, Progress) for each in progress)
    assert isinstance(last, Verified)
    return last


def test_an_untouched_log_is_sound(stored: Store) -> None:
    """Nothing is found where nothing was done, and the head is the one players were given."""
    view = stored.app.get(stored.game)
    assert Verified(0, "", view.last, view.head) == verified(stored)
    assert verified(stored, (view.last, view.head)).sound


def straightly(stored: Store, *witnesses: tuple[int, bytes]) -> bytes:
    """The head that the straight passage comes to."""
    reader, stream = stored.app._reader, stream_of(stored.game)
    going = straight(reader, stream, reader.rows(stored.game), witnesses)
    while True:
        try:
            next(going)
        except StopIteration as ended:
            return bytes(ended.value)


def test_a_sound_log_is_gone_through_straight(stored: Store) -> None:
    """What was neither altered nor rewound is passed without keeping it, and the head is the one players were given."""
    view = stored.app.get(stored.game)
    assert view.head == straightly(stored) == straightly(stored, (view.last, view.head))
    assert not straightly(stored, (view.last, bytes(32)))
    assert not straightly(stored, (view.last + 1, view.head))
    stored.app.rewind(stored.game, stored.app.entries(stored.game)[5].revision, why="test")
    assert not straightly(stored)
    assert verified(stored).sound


@pytest.mark.parametrize(
    ("tamper", "bad"),
    [
        (flipped, 9),
        (other_ruling, 9),
        (changed(9, head=b"\0" * 32), 9),
        (changed(9, commitments=(b"\0" * 32,)), 9),
        (changed(9, topic="adjudicator.note-added"), 9),
        (changed(9, topic="adjudicator.nonsense"), 9),
        (changed(1, topic="adjudicator.declared"), 1),
        (seed_changed, 1),
        (private_taken, 1),
        (swapped, 8),
        (middle_deleted, 9),
        (renumbered, 9),
        (first_deleted, 1),
        (request_put_in, 9),
    ],
)
def test_tampering_is_found_at_its_first_position(stored: Store, tamper: Tamper, bad: int) -> None:
    """Whatever is edited, swapped, cut out or renumbered: verify names the first bad position."""
    tamper(stored)
    assert not straightly(stored)
    found = verified(stored)
    assert (bad, False) == (found.bad, found.sound), found.why
    assert found.why


def test_a_cut_tail_needs_a_witness(stored: Store) -> None:
    """A shorter log is sound in itself; a player's head shows that something is missing."""
    view = stored.app.get(stored.game)
    stored.sql(f"DELETE FROM stored_events WHERE originator_version > {view.last - 3} AND originator_id = ?")
    assert verified(stored).sound
    assert view.last - 2 == verified(stored, (view.last, view.head)).bad


def test_a_rewritten_log_needs_a_witness(stored: Store) -> None:
    """Who changes an entry and recomputes the whole chain deceives everybody but him who kept a head."""
    view = stored.app.get(stored.game)
    total = view.last
    note = stored.app.note(stored.game, "fair play")
    entry = stored.envelope(total + 1)
    forged = entry.public.replace(b"fair play", b"foul play")
    head = chain.next_head(view.head, total + 1, forged, entry.commitments)
    stored.put(msgspec.structs.replace(entry, public=forged, head=head))
    assert verified(stored).sound
    assert verified(stored, (view.last, view.head)).sound
    assert total + 1 == verified(stored, (note.last, note.head)).bad


def without_items(store: Store, number: int, *places: int) -> None:
    """Take private items of an entry away, or all of them, as the store's layout allows."""
    entry = store.envelope(number)
    gone = places or range(len(entry.private))
    left = tuple(None if at in gone else item for at, item in enumerate(entry.private))
    store.put(msgspec.structs.replace(entry, private=left))


def test_a_removed_private_item_is_found(stored: Store) -> None:
    """The commitment stays, and with it chain and heads; but the log is not what was written, and is not played on."""
    drawn = [e.number for e in stored.app.entries(stored.game) if stored.envelope(e.number).private and e.number > 1]
    head = stored.app.get(stored.game).head
    for number in reversed(drawn):  # each time the first one missing is named
        without_items(stored, number, 0)
        found = verified(stored)
        assert (number, True) == (found.bad, "removed" in found.why), found.why
        assert not straightly(stored)
    last = stored.app.get(stored.game).last
    assert (head, {32}) == (stored.envelope(last).head, {len(each) for each in stored.envelope(drawn[0]).commitments})
    with application(stored.store) as other, pytest.raises(CorruptLogError, match="removed"):
        other.get(stored.game)


def test_removed_packs_are_found(stored: Store) -> None:
    """What a game was dealt from is missing: that is said, and the game is not dealt from what is left."""
    without_items(stored, 1)
    found = verified(stored)
    assert (1, True) == (found.bad, "removed" in found.why), found.why
    (audited,) = bulk.work_off(the_games, bulk.Task(stored.store, (stored.game,), bulk.VERIFY))
    assert (1, found.why) == (audited.bad, audited.why)
    with pytest.raises(CorruptLogError, match="removed"):
        next(stored.app.steps(stored.game))
    with application(stored.store) as other, pytest.raises(CorruptLogError, match="removed"):
        other.get(stored.game)


def test_a_game_that_cannot_be_dealt_is_a_finding(stored: Store) -> None:
    """Whatever the rules say of an opening that no service wrote: the first entry is bad, and nothing breaks off."""
    entry = stored.envelope(1)
    public = entry.public.replace(b"north", b"nerth", 1)
    assert public != entry.public
    head = chain.genesis(stream_of(stored.game))
    for number in range(1, stored.app.get(stored.game).last + 1):
        each = stored.envelope(number)
        head = chain.next_head(head, number, public if number == 1 else each.public, each.commitments)
        stored.put(msgspec.structs.replace(each, public=public if number == 1 else each.public, head=head))
    assert 1 == verified(stored).bad


def test_an_opened_seed_is_checked(stored: Store) -> None:
    """A seed opened at the end that is not the one committed to is found, though the chain is whole."""
    stored.app.close_game(stored.game)
    last = stored.app.get(stored.game).last
    assert verified(stored).sound
    entry, before = stored.envelope(last), stored.envelope(last - 1)
    content: Any = stored.app.entries(stored.game)[-1].content
    forged = entry.public.replace(content.seed, bytes(32))
    head = chain.next_head(before.head, last, forged, ())
    stored.put(msgspec.structs.replace(entry, public=forged, head=head))
    assert (last, "the seed opened is not the one committed to") == (verified(stored).bad, verified(stored).why)


def test_the_same_judge_finds_nothing(stored: Store) -> None:
    """Rejudged by the judge who ruled, every entry stands, rewinds and rulings included."""
    entries = stored.app.entries(stored.game)
    stored.app.rewind(stored.game, entries[10].revision, why="test")
    play_on(stored.app, stored.game, 10)
    assert [] == [each for each in stored.app.rejudge(stored.game) if isinstance(each, Divergence)]


class Lenient(Harbour):
    """A judge who has forgotten who is asked."""

    def check(self, judging: Judging) -> None:
        """Everything goes, as far as speaking in turn is concerned."""
        if judging.said.seat in judging.table.window.asked:
            HARBOUR.check(judging)
        else:
            judging.clause("ANSWERS_QUESTION", "harbour.1.4", False)


def test_another_judge_differs_where_he_differs(store: str) -> None:
    """Every divergence is found, independently of the others, and names entry, what, then and now."""
    with application(store) as app:
        game = opened(app)
        play_on(app, game, 60)
        illegal = [e.number for e in app.entries(game) if isinstance(e.content, Declared) and e.content.failing]
    with Adjudication([Lenient()], store) as app:
        found = [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    assert len(illegal) > 1
    assert [(number, "failing") for number in illegal] == [(each.entry, each.what) for each in found]
    assert "SPEAKER_ASKED" in found[0].recorded
    assert "SPEAKER_ASKED" not in found[0].now


class Reversing(Harbour):
    """A house that turns the order of crews round."""

    def chance_said(self, table: Any, outcome: tuple[int, ...]) -> Any:
        """The order of crews the other way round."""
        said = super().chance_said(table, outcome)
        return said if len(outcome) != 2 else type(said)("chance", tuple(reversed(outcome)))


def test_an_outcome_that_the_seed_does_not_give_is_found(store: str) -> None:
    """The house's draws are computed again from the seed; what differs is a divergence of kind chance."""
    with Adjudication([Reversing()], store) as app:
        game = app.open_game(opening()).game_id
    with application(store) as app:
        found = [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    assert [(2, "chance")] == [(each.entry, each.what) for each in found]


def test_a_judges_ruling_is_an_input(stored: Store) -> None:
    """A declaration that a judge carried out against the rules is no divergence."""
    app, game = stored.app, stored.game
    other = next(s for s in ("north", "east") if s not in app.get(game).table.window.asked)
    refused = say(app, game, f"{other}: pass")
    app.ruling_given(GiveRuling(game, "Ann", "so be it", "legal", refused.entry))
    assert [] == [each for each in app.rejudge(game) if isinstance(each, Divergence)]
    assert verified(stored).sound


def unused_word(parts: list[Any]) -> None:
    """A word that no fact names."""
    parts[-2].append("spare")


def renamed_words(parts: list[Any]) -> None:
    """The words in another order, and the facts' marks with them: the same content in other bytes."""
    words, marks = parts[-2], parts[-1]
    parts[-2] = list(reversed(words))
    parts[-1] = [mark and len(words) + 1 - mark for mark in marks]


def other_case(parts: list[Any]) -> None:
    """A name that is read all the same, but was never written: an unknown field of the declaration."""
    parts[2]["colour"] = "blue"


def mark_too_many(parts: list[Any]) -> None:
    """A mark of a word that does not exist."""
    parts[-1][-1] = len(parts[-2]) + 1


@pytest.mark.parametrize("change", [unused_word, renamed_words, mark_too_many, other_case])
def test_bytes_that_we_never_write_are_found(stored: Store, change: Callable[[list[Any]], None]) -> None:
    """An entry that says the same in other bytes was not written by us, though its chain was computed again."""
    assert rewritten(stored, change) == verified(stored).bad


def test_an_entry_from_before_a_field_is_sound(stored: Store) -> None:
    """Values may get new fields with defaults; entries that lack them are as good as they were."""
    assert rewritten(stored, before_a_field)
    assert verified(stored).sound


def before_a_field(parts: list[Any]) -> None:
    """An entry as it would have been written before a frame knew whether it was cancelled."""
    frames = [frame for fact in parts[-3] for frame in fact[1] if fact[0] == "Awaited"]
    found = [frame.pop("cancelled") for frame in frames if "cancelled" in frame]
    assert [False] == found


def rewritten(stored: Store, change: Callable[[list[Any]], None]) -> int:
    """Change the last declaration whose facts rest on two rules, and compute the chain again; returns its number."""
    last = stored.app.get(stored.game).last
    number = max(
        number
        for number in range(2, last + 1)
        if len((parts := msgspec.msgpack.decode(stored.envelope(number).public))[-2]) > 1
        and "'cancelled': False" in str(parts)
        and parts[0] == "declared"
    )
    head = stored.envelope(number - 1).head
    for at in range(number, last + 1):
        entry = stored.envelope(at)
        public = entry.public
        if at == number:
            parts = msgspec.msgpack.decode(public)
            change(parts)
            public = msgspec.msgpack.encode(parts)
        head = chain.next_head(head, at, public, entry.commitments)
        stored.put(msgspec.structs.replace(entry, public=public, head=head))
    return number
