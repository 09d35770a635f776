"""What can be known of where a log was rewritten: as much as was kept says, told exactly, and no more."""

from __future__ import annotations

import pytest

from adjudicator.application import Adjudication, HeadKept, Part, Verified
from adjudicator.application.disputes import Docket, OpenDispute, Person, Question, Role
from adjudicator_client.proofs import Checkpoint, parts_of
from tests.kit.meddled import Log
from tests.kit.recorded import application, play_on, say

FORGED = 9


@pytest.fixture
def log(store: str) -> Log:
    """A fresh log."""
    return Log(store)


def heads(log: Log, game: str) -> list[HeadKept]:
    """All heads of a game, as an exported copy has them."""
    return [HeadKept(game, number, log.state(game, number).head) for number in range(1, log.last[game] + 1)]


def noted(log: Log) -> int:
    """The entry of a remark that nothing else in the store tells of, in the last game."""
    with application(log.store) as app:
        entry = app.note(log.games[2], "calm seas").entry
        play_on(app, log.games[2], 4, seed=99)
        log.last[log.games[2]] = app.get(log.games[2]).last
    return entry


def other_words(public: bytes) -> bytes:
    """Another remark."""
    assert b"calm" in public
    return public.replace(b"calm", b"rude")


def verified(app: Adjudication, game: str, *kept: HeadKept) -> Verified:
    """How the verification of one game ends."""
    *_, last = app.verify(game, *((each.entry, each.head) for each in kept))
    assert isinstance(last, Verified)
    return last


def test_one_head_bounds_what_leaves_no_trace(log: Log) -> None:
    """Of a changed remark one head says only: at or before its entry; what is told says that and no more."""
    entry, game = noted(log), log.games[2]
    kept = heads(log, game)[-1]
    log.rewrite(game, entry, other_words)
    found = log.verified(heads=[kept])
    assert (1, kept.entry, kept.entry) == (found.since, found.until, found.entry)
    assert f"altered at or before entry {kept.entry}: " in found.why
    with application(log.store) as app:
        alone = verified(app, game, kept)
    assert (found.since, found.until, found.entry, found.why) == (alone.since, alone.until, alone.bad, alone.why)


def test_two_heads_bound_it_from_both_sides(log: Log) -> None:
    """A head that is still right vouches for everything before it."""
    entry, game = noted(log), log.games[2]
    kept = heads(log, game)
    log.rewrite(game, entry, other_words)
    found = log.verified(heads=[kept[2], kept[entry], kept[-1]])
    assert (4, entry + 1, f"altered at or before entry {entry + 1}, after entry 3: ") == (
        found.since, found.until, found.why[: found.why.index("entry", 40)],
    )  # fmt: skip


@pytest.mark.parametrize("whole", [True, False])
def test_a_copy_names_the_very_entry(log: Log, whole: bool) -> None:
    """Whoever has all heads, as a copy has them, is told the entry for certain, also without any other trace."""
    entry, game = noted(log), log.games[2]
    kept = heads(log, game)
    log.rewrite(game, entry, other_words)
    if whole:
        found = log.verified(heads=kept)
        assert (entry, entry, entry, game, log.place(game, entry)) == (
            found.since, found.until, found.entry, found.game_id, found.bad,
        )  # fmt: skip
    else:
        with application(log.store) as app:
            alone = verified(app, game, *kept)
        assert (entry, entry, entry) == (alone.since, alone.until, alone.bad)
        assert "this entry" in alone.why


def test_a_kept_proof_narrows_what_a_root_leaves_open(log: Log) -> None:
    """The path of a proof has hashes of parts of the tree: those that still come out vouch for their entries."""
    with application(log.store) as app:
        proofs = [app.whole.inclusion(game, 5) for game in log.games]
    root = Checkpoint(proofs[0].under.size, proofs[0].under.root)
    parts = {
        Part(*each)
        for game, proof in zip(log.games, proofs, strict=True)
        for each in parts_of(game, 5, proof.head, proof.index, proof.path, root)
    }
    entry = log.last[log.games[0]]  # the remark at its end
    log.rewrite(log.games[0], entry, lambda public: public.replace(b"the end", b"THE END"))
    place = log.place(log.games[0], entry)
    alone = log.verified([proofs[0].under])
    assert (0, root.size) == (alone.proven, alone.until_place)
    found = log.verified([proofs[0].under], parts=sorted(parts, key=lambda each: each.start))
    assert found.proven < place <= found.until_place
    assert found.proven >= root.size // 2


def test_a_request_bears_witness_to_its_declaration(store: str) -> None:
    """A changed remark on a declaration does not fit the request that is kept for it; its entry is named."""
    log = Log(store)
    game = log.games[0]
    with application(log.store) as app:
        for number in range(6):
            said = f"{app.get(game).table.window.asked[0]}: pass"
            say(app, game, said, request_id=f"r-{number + 10}", remark="calm", expected_revision=app.get(game).revision)
        log.last[game] = app.get(game).last
        entry = next(each.number for each in app.entries(game) if getattr(each.content, "remark", "") == "calm")
    kept = heads(log, game)[-1]
    log.rewrite(game, entry, other_words)
    found = log.verified(heads=[kept])
    assert (entry, 1, kept.entry) == (found.entry, found.since, found.until), found.why
    assert "request" in found.why


def test_a_rewritten_roll_contradicts_the_seed(store: str) -> None:
    """The house's dice follow from the seed, so a changed roll names itself, though the chain was computed again."""
    log = Log(store)
    with application(log.store) as app:
        game = log.games[2]
        play_on(app, game, 60, seed=5)
        log.last[game] = app.get(game).last
        rolled = app.rolls(game).rolls[-1]
    kept = heads(log, game)[-1]

    def other_dice(public: bytes) -> bytes:
        dice = bytes([0x90 + len(rolled.dice), *rolled.dice])
        assert dice in public
        return public.replace(dice, bytes([0x90 + len(rolled.dice), rolled.dice[0] % 6 + 1, *rolled.dice[1:]]), 1)

    log.rewrite(game, rolled.entry, other_dice)
    found = log.verified(heads=[kept])
    assert rolled.entry == found.entry, found.why


def test_a_dispute_bears_witness_to_its_game(log: Log) -> None:
    """A game rewritten under a dispute is found without anything kept outside: disputes are read too."""
    game = log.games[1]
    with application(log.store) as app:
        asked = OpenDispute(game, Question("Was that legal?"), Person("Ann", Role.PLAYER))
        dispute = Docket(app).do(asked).dispute
    assert log.verified().sound
    log.rewrite(game, FORGED)
    found = log.verified()
    assert (dispute.id, 1) == (found.game_id, found.entry)
    assert game in found.why


def test_what_is_wrong_in_itself_goes_before_what_only_a_later_head_shows(log: Log) -> None:
    """An entry that breaks the chain is named, though a head kept for a later one contradicts too."""
    game = log.games[1]
    kept = heads(log, game)[-1]
    log.edit(game, FORGED)
    found = log.verified(heads=[kept])
    assert (FORGED, FORGED, FORGED) == (found.since, found.until, found.entry)
