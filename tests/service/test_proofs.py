"""ProofService: checkpoints, proofs that a stranger checks, and the verification of the whole log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import grpc
import pytest

from adjudicator.api.v1 import proof_service_pb2 as pb
from adjudicator.api.v1.audit_service_pb2 import Witness
from adjudicator.application.checkpoints import new_key
from adjudicator.service.config import Configuration, ConfigurationError
from adjudicator.service.furnishing import signer_of
from adjudicator_client import RefusedError
from adjudicator_client.proofs import Checkpoint, check_consistency, check_inclusion, checkpoint_of, leaf_of
from tests.service.running import Running, running


async def test_a_game_is_proven_to_its_players(tmp_path: Path) -> None:
    """A signed checkpoint, every entry in it, its growth, and the whole log checked against it."""
    signer = new_key("table.example")
    signer.write(tmp_path / "key")
    async with running(signing_key=str(tmp_path / "key")) as service:
        client, game = service.client, await service.opened()
        told = await client.checkpoint()
        assert signer.verifier == told.verifier
        first = checkpoint_of(told.note, signer.verifier)
        await client.add_note(game, "more")
        entry = await service.entries(game)
        proof = await client.prove_entry(game, entry)
        under = checkpoint_of(proof.note, signer.verifier)
        check_inclusion(leaf_of(game, entry, proof.head), proof.index, proof.path, under)
        kept = client.witness(game)
        assert kept is not None
        assert (kept.entry, kept.head) == (entry, proof.head)
        growth = await client.prove_growth(first.size)
        assert first.root == growth.old.root
        check_consistency(first, checkpoint_of(growth.note, signer.verifier), growth.path)
        *_, last = [each async for each in client.verify_log([first, under], [(game, kept)])]
        assert (under.size, under.root) == (last.under.size, last.under.root)
        assert last.done == last.total == 2 * under.size


async def test_without_a_key_a_checkpoint_is_a_root(service: Running) -> None:
    """Nothing is signed by nobody; the root can be kept all the same."""
    await service.opened()
    told = await service.client.checkpoint()
    assert ("", "", 32) == (told.note, told.verifier, len(told.under.root))


async def test_damage_is_data_loss_and_named(service: Running) -> None:
    """Altered entries end the check with the game, its first bad entry and the place in the log."""
    game = await service.opened()
    with service.application.recorder.datastore.transaction(commit=True) as cursor:  # type: ignore[attr-defined]  # only the SQLite recorder has one
        cursor.execute(
            "UPDATE stored_events SET topic = 'adjudicator.note-added' WHERE originator_version = 2 "
            "AND originator_id = ?",
            (game.replace("-", ""),),
        )
    with pytest.raises(RefusedError) as refused:
        _ = [each async for each in service.client.verify_log()]
    found = refused.value
    assert (grpc.StatusCode.DATA_LOSS, "LOG_CORRUPT") == (found.code, found.reason)
    assert (game, "2", "2") == tuple(found.metadata[n] for n in ("game", "first_bad_entry", "first_bad_position"))


async def test_a_rewritten_log_is_found_over_the_wire(service: Running) -> None:
    """A kept root that is not the log's is damage, too."""
    await service.opened()
    size = (await service.client.checkpoint()).under.size
    with pytest.raises(RefusedError) as refused:
        _ = [each async for each in service.client.verify_log([Checkpoint(size, bytes(32))])]
    assert ("LOG_CORRUPT", "0") == (refused.value.reason, refused.value.metadata["proven"])


UNKNOWN = "00000000-0000-4000-8000-000000000000"


@pytest.mark.parametrize(
    ("method", "sent", "code"),
    [
        ("ProveEntry", pb.ProveEntryRequest(), grpc.StatusCode.INVALID_ARGUMENT),
        ("ProveEntry", pb.ProveEntryRequest(game=UNKNOWN, entry=1), grpc.StatusCode.NOT_FOUND),
        ("ProveEntry", pb.ProveEntryRequest(game=UNKNOWN, entry=1, size=-1), grpc.StatusCode.INVALID_ARGUMENT),
        ("ProveGrowth", pb.ProveGrowthRequest(old_size=-1), grpc.StatusCode.INVALID_ARGUMENT),
        ("ProveGrowth", pb.ProveGrowthRequest(old_size=99), grpc.StatusCode.INVALID_ARGUMENT),
        ("ProveGrowth", pb.ProveGrowthRequest(old_size=1, new_size=99), grpc.StatusCode.INVALID_ARGUMENT),
    ],
)
async def test_what_cannot_be_proven_is_refused(
    service: Running, method: str, sent: object, code: grpc.StatusCode
) -> None:
    """Entries, games and sizes that the log does not have are the caller's error."""
    await service.opened()
    with pytest.raises(RefusedError) as refused:
        await service.client._ask(getattr(service.client.proofs, method), sent)
    assert code == refused.value.code


@pytest.mark.parametrize(
    "sent",
    [
        pb.VerifyLogRequest(roots=[pb.LogRoot(size=1, root=b"short")]),
        pb.VerifyLogRequest(roots=[pb.LogRoot(size=-1, root=bytes(32))]),
        pb.VerifyLogRequest(roots=[pb.LogRoot(size=1, root=bytes(32))] * 1001),
        pb.VerifyLogRequest(parts=[pb.LogPart(start=2, end=2, hash=bytes(32))]),
        pb.VerifyLogRequest(parts=[pb.LogPart(start=2, end=6, hash=bytes(32))]),
        pb.VerifyLogRequest(parts=[pb.LogPart(start=-4, end=0, hash=bytes(32))]),
        pb.VerifyLogRequest(parts=[pb.LogPart(start=0, end=1, hash=b"short")]),
        pb.VerifyLogRequest(heads=[pb.HeadKept(game="x", witness=Witness(entry=1, head=bytes(32)))]),
        pb.VerifyLogRequest(heads=[pb.HeadKept(game=UNKNOWN, witness=Witness(entry=0, head=bytes(32)))]),
        pb.VerifyLogRequest(heads=[pb.HeadKept(game=UNKNOWN)]),
    ],
)
async def test_what_nobody_can_have_kept_is_refused(service: Running, sent: pb.VerifyLogRequest) -> None:
    """Roots and heads of a wrong shape are the caller's error, not damage."""
    verify: Any = service.client.proofs.VerifyLog
    with pytest.raises(RefusedError) as refused:
        _ = [each async for each in service.client._stream(verify, sent)]
    assert (grpc.StatusCode.INVALID_ARGUMENT, "FIELD_INVALID") == (refused.value.code, refused.value.reason)


def test_a_key_file_that_is_none_stops_the_start(tmp_path: Path) -> None:
    """The service does not start without the key it was told to sign with."""
    with pytest.raises(ConfigurationError, match="signing_key"):
        signer_of(Configuration(signing_key=str(tmp_path / "none")))
