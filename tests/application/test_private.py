"""The codec and the private part: bytes that do not change, and nothing that shows through."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
import pytest

from adjudicator.application import seen_by
from adjudicator.application.codec import CONTENTS, DECLARED, NONCE, NOTE, REOPENED, Codec, UnreadableError
from adjudicator.application.private import close_seals, commitment, fill_seals, pack_items, seals_in, unpack_items
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Declared, GameReopened, NonceGiven, NoteAdded, Opening
from adjudicator.kernel.verdict import NonEvent
from tests.kit.harbour import HARBOUR, opening
from tests.kit.harbour import values as v
from tests.kit.recorded import application, play_on

CODEC = Codec(HARBOUR)


def declared(coins: Sealed) -> Declared:
    """An entry with two seals, two facts and a non-event."""
    return Declared(
        v.Bid("east", coins),
        "legal",
        facts=(
            v.BidMade("east", coins, rule="harbour.5.4"),
            v.Scored("red", 2, rule="harbour.5.4", cause="auction"),
        ),
        non_events=(NonEvent("auction", "harbour.5.4", "a tie"),),
        digests=("e", "c"),
    )


GOLDEN = bytes.fromhex(
    "9d a8 6465636c61726564 01"
    "83 a4 74797065 a3 426964 a4 73656174 a4 65617374 a5 636f696e73 92 91 a4 65617374 90"
    "a5 6c6567616c 90"
    "91 83 a4 77686174 a7 61756374696f6e a4 72756c65 ab 686172626f75722e352e34 a7 62656361757365 a5 6120746965"
    "90 a0 c4 00 92 a1 65 a1 63"
    "92 95 a7 4269644d616465 a4 65617374 92 91 a4 65617374 90 a0 a0 95 a6 53636f726564 a3 726564 02 a0 a0"
    "92 ab 686172626f75722e352e34 a7 61756374696f6e"
    "94 01 00 01 02"
)
"""The public part of `declared` in layout 1, byte for byte: logs of this layout are readable for ever."""


GOLDEN_2 = GOLDEN.replace(b"declared\x01", b"declared\x02").replace(b"\xa1\x63\x92\x95", b"\xa1\x63\x90\x92\x95")
GOLDEN_2 = b"\x9e" + GOLDEN_2[1:]
"""The same in layout 2, which has one field more: the sealed reasons, none here."""


def test_the_stored_bytes_do_not_change() -> None:
    """Layout 2 is written as it always was, and the bytes of both layouts are read as they were meant."""
    public, private = CODEC.encode(DECLARED, declared(Sealed(("east",), (3,))))
    assert (GOLDEN_2, [b"\x91\x03"] * 2) == (public, private)
    for golden in (GOLDEN, GOLDEN_2):
        assert declared(Sealed(("east",), (3,))) == CODEC.decode(DECLARED, golden, [b"\x91\x03"] * 2, strict=True)


def test_a_nonce_is_written_so_for_ever() -> None:
    """The bytes of a nonce in the log, which heads rest on."""
    written = b"\x97\xabnonce-given\x02\xa5north\xc4\x02\x01\x02\x90\x90\x90"
    assert (written, []) == CODEC.encode(NONCE, NonceGiven("north", b"\x01\x02"))
    assert NonceGiven("north", b"\x01\x02") == CODEC.decode(NONCE, written, [], strict=True)


REOPENED_BYTES = bytes.fromhex(
    "9a ad 67616d652d72656f70656e6564 02 a4 6c6f7374 c4 01 63 92 90 90 a3 776879 a4 48657261 90 90 90"
)
"""The public part of `game-reopened`, which begins with layout 2; the seed is sealed for nobody."""


def test_a_reopening_is_stored_so_for_ever() -> None:
    """The same bytes for the same reopening, and the reopening from the bytes; the seed is no part of them."""
    reopened = GameReopened("lost", b"c", Sealed((), (b"seed",)), "why", "Hera")
    public, private = CODEC.encode(REOPENED, reopened)
    assert (REOPENED_BYTES, [b"\x91\xc4\x04seed"]) == (public, private)
    assert reopened == CODEC.decode(REOPENED, REOPENED_BYTES, list(private), strict=True)


def test_what_is_sealed_does_not_change_the_public_part() -> None:
    """Change only what is hidden, its size too: the public bytes are the same."""
    publics = {CODEC.encode(DECLARED, declared(Sealed(("east",), items)))[0] for items in ((3,), (4,), (), (1, 2, "x"))}
    assert 1 == len(publics)


def test_equal_secrets_have_unequal_commitments() -> None:
    """A commitment has a salt of its own, so that it cannot be guessed by trying."""
    one, two = commitment(b"a" * 32, b"\x91\x03"), commitment(b"b" * 32, b"\x91\x03")
    assert (hashlib.sha256(b"a" * 32 + b"\x91\x03").digest(), True) == (one, one != two)


def test_a_seal_without_its_content_stays_closed() -> None:
    """Content that was removed leaves a closed seal; the others are filled."""
    content: Any = CODEC.decode(DECLARED, GOLDEN, [None, b"\x91\x03"])
    assert ((), (3,)) == (content.declaration.coins.items, content.facts[0].coins.items)


@pytest.mark.parametrize("items", [(), (1,), ("a", (1, (2, "b")), b"\0", None, True)])
def test_sealed_content_comes_back_as_values(items: tuple[Any, ...]) -> None:
    """Nested sequences come back as tuples, so that a table read from the log equals the one played."""
    assert items == unpack_items(pack_items(items))


@pytest.mark.parametrize(
    ("kind", "public", "private"),
    [
        (DECLARED, b"", []),
        (DECLARED, b"\x93\x01\x02\x03", []),
        (DECLARED, GOLDEN[:-1], [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN, [b"\x91\x03"]),
        (DECLARED, GOLDEN, [b"\xc1", b"\x91\x03"]),
        (DECLARED, GOLDEN.replace(b"\x94\x01\x00\x01\x02", b"\x94\x01\x00\x01\x09"), [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN.replace(b"\x94\x01\x00\x01\x02", b"\x92\x01\x00"), [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN.replace(b"declared\x01", b"declared\x02"), [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN.replace(b"declared\x01", b"declared\x03"), [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN.replace(b"declared\x01", b"declared\x00"), [b"\x91\x03"] * 2),
        (DECLARED, GOLDEN.replace(b"Scored", b"Scares"), [b"\x91\x03"] * 2),
        (NOTE, GOLDEN, []),
        ("nonsense", GOLDEN, []),
    ],
)
def test_bytes_that_are_no_entry_are_refused(kind: str, public: bytes, private: list[bytes | None]) -> None:
    """Short, long, of another layout, with unknown facts or marks: unreadable, never half read."""
    with pytest.raises(UnreadableError):
        CODEC.decode(kind, public, private)


def test_every_kind_of_entry_is_written_under_its_name() -> None:
    """The kind stands in the public bytes, so that the topic beside them cannot lie."""
    public, _ = CODEC.encode(NOTE, NoteAdded("x"))
    assert NOTE == msgspec.msgpack.decode(public)[0]
    assert 10 == len(CONTENTS)


def test_rules_are_written_once_per_entry() -> None:
    """However many facts cite a rule, its id stands in the bytes once."""
    facts = tuple(v.Scored("red", 1, rule="harbour.5.4") for _ in range(50))
    public, _ = CODEC.encode(DECLARED, Declared(v.Pass("east"), "legal", facts=facts))
    assert 1 == public.count(b"harbour.5.4")
    assert len(public) < 50 * 16 + 200


def test_every_entry_of_a_game_is_read_as_it_was_written(store: str) -> None:
    """decode(encode(entry)) is the entry, seals and all, over a whole game."""
    with application(store) as app:
        game = app.open_game(opening()).game_id
        play_on(app, game, 80)
        for entry in app.entries(game):
            public, private = CODEC.encode(entry.kind, entry.content)
            assert entry.content == CODEC.decode(entry.kind, public, list(private))


def test_a_viewer_sees_what_is_for_his_seats() -> None:
    """Seals open for the seats named in them and for no others; nested ones as well."""
    start = opening()
    for seats, seen in (((), 0), (("north",), 1), (("north", "south"), 2), (("judge",), 0)):
        shown = seen_by(start, seats)
        assert isinstance(shown, Opening)
        assert seen == sum(bool(pack.items) for _, pack in shown.packs)
    assert start is seen_by(start, v.SEATS)


def test_a_seed_is_for_nobody(store: str) -> None:
    """The first entry shows its seed to no seat, not to the judge either."""
    with application(store) as app:
        game = app.open_game(opening()).game_id
        first: Any = app.entries(game)[0].content
        everybody = (*v.SEATS, "judge", "chance")
        assert 32 == len(first.seed.items[0])
        assert () == seen_by(first, everybody).seed.items


def test_seals_are_found_in_field_order() -> None:
    """Collecting, closing and filling go the same way, through tuples and nested values."""

    class Nested(msgspec.Struct, frozen=True):
        one: Sealed
        many: tuple[tuple[str, Sealed], ...]
        other: int = 0

    value = Nested(Sealed(("a",), (1,)), (("x", Sealed(("b",), (2,))), ("y", Sealed(("c",), (3,)))))
    assert [(1,), (2,), (3,)] == [seal.items for seal in seals_in(value)]
    shut = close_seals(value)
    assert [(), (), ()] == [seal.items for seal in seals_in(shut)]
    fill_seals(seals_in(shut), [pack_items((1,)), pack_items((2,)), pack_items((3,))])
    assert value == shut
