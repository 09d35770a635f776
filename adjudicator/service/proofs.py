"""ProofService: the log as a whole, signed and proven."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncGenerator, Callable
from typing import TypeVar
from uuid import UUID

from adjudicator.api.v1 import proof_service_pb2 as pb
from adjudicator.api.v1.citation_pb2 import Basis
from adjudicator.application import HeadKept, LogVerified, Part, Progress, Root
from adjudicator.application.checkpoints import Signer
from adjudicator.service import errors
from adjudicator.service.audits import HEAD_BYTES, KEPT_MAX, in_thread
from adjudicator.service.house import House
from adjudicator.service.status import Code

ROOTS_MAX = 1_000
"""At most so many roots and parts of the tree are compared in one call; a kept proof has some twenty."""

Answer = TypeVar("Answer")


class ProofDesk:
    """The handlers of ProofService. Trees grow and logs are read in threads."""

    def __init__(self, house: House, signer: Signer | None = None) -> None:
        self.house = house
        self.signer = signer

    async def GetCheckpoint(self, request: pb.GetCheckpointRequest) -> pb.GetCheckpointResponse:
        """The newest root."""
        root = await asyncio.to_thread(self.house.application.whole.root)
        verifier = self.signer.verifier if self.signer else ""
        return pb.GetCheckpointResponse(under=_root(root), note=self._note(root), verifier=verifier)

    async def ProveEntry(self, request: pb.ProveEntryRequest) -> pb.ProveEntryResponse:
        """The audit path of an entry."""
        whole = self.house.application.whole
        size = _size(request.size, "size")
        if not request.game:
            raise errors.bad_field("game", "is missing")
        await asyncio.to_thread(self.house.delays.need_whole, request.game)
        found = await _sized(lambda: whole.inclusion(request.game, request.entry, size), "entry")
        return pb.ProveEntryResponse(
            index=found.index,
            head=found.head,
            path=found.path,
            under=_root(found.under),
            note=self._note(found.under),
        )

    async def ProveGrowth(self, request: pb.ProveGrowthRequest) -> pb.ProveGrowthResponse:
        """The consistency proof between two sizes."""
        whole = self.house.application.whole
        if request.old_size < 0:
            raise errors.bad_field("old_size", "is negative")
        size = _size(request.new_size, "new_size")
        path, old, new = await _sized(lambda: whole.consistency(request.old_size, size), "old_size")
        return pb.ProveGrowthResponse(path=path, old=_root(old), new=_root(new), note=self._note(new))

    async def VerifyLog(self, request: pb.VerifyLogRequest) -> AsyncGenerator[pb.VerifyLogResponse, None]:
        """Check the whole log; damage ends the call with DATA_LOSS."""
        if len(request.roots) + len(request.parts) > ROOTS_MAX or len(request.heads) > KEPT_MAX:
            raise errors.bad_field("roots", f"more than {ROOTS_MAX} roots and parts, or {KEPT_MAX} heads")
        roots = [_kept_root(each) for each in request.roots]
        heads = [_kept_head(each) for each in request.heads]
        parts = [_kept_part(each) for each in request.parts]
        progress = Progress(0, 0)
        async for found in in_thread(self.house.application.verify_log(roots, heads, parts)):
            if isinstance(found, Progress):
                progress = found
                yield pb.VerifyLogResponse(done=found.done, total=found.total)
            elif not found.sound:
                raise _corrupt(found)
            else:
                yield pb.VerifyLogResponse(done=progress.total, total=progress.total, under=_root(found.under))

    async def ListRolls(self, request: pb.ListRollsRequest) -> pb.ListRollsResponse:
        """The house's rolls of a game."""
        if not request.game:
            raise errors.bad_field("game", "is missing")
        await asyncio.to_thread(self.house.delays.need_whole, request.game)
        found = await asyncio.to_thread(self.house.application.rolls, request.game)
        rolls = [
            pb.HouseRoll(entry=each.entry, purpose=each.purpose, faces=each.faces, dice=each.dice, nonces=each.nonces)
            for each in found.rolls
        ]
        earlier = [
            pb.EarlierSeed(before_entry=later.since, commitment=each.commitment, seed=each.opened)
            for each, later in itertools.pairwise(found.seeds)
        ]
        return pb.ListRollsResponse(
            game=request.game,
            commitment=found.commitment,
            seed=found.seed,
            rolls=rolls,
            earlier=earlier,
            basis=Basis(game=request.game, entry=found.last, revision=found.revision, head=found.head),
        )

    def _note(self, root: Root) -> str:
        return self.signer.note(root.size, root.root) if self.signer else ""


async def _sized(work: Callable[[], Answer], field: str) -> Answer:
    """What the tree answers; sizes and entries that it does not have are the caller's error."""
    try:
        return await asyncio.to_thread(work)
    except ValueError as error:
        raise errors.bad_field(field, str(error)) from error


def _root(root: Root) -> pb.LogRoot:
    return pb.LogRoot(size=root.size, root=root.root)


def _size(size: int, field: str) -> int | None:
    """A size that was asked for; None for the newest. Raises RefusedError."""
    if size < 0:
        raise errors.bad_field(field, "is negative")
    return size or None


def _kept_root(sent: pb.LogRoot) -> Root:
    if sent.size < 0 or len(sent.root) != HEAD_BYTES:
        raise errors.bad_field("roots", f"needs a size and a root of {HEAD_BYTES} bytes")
    return Root(sent.size, sent.root)


def _kept_head(sent: pb.HeadKept) -> HeadKept:
    if sent.witness.entry < 1 or len(sent.witness.head) != HEAD_BYTES:
        raise errors.bad_field("heads", f"needs an entry number and a head of {HEAD_BYTES} bytes")
    try:
        UUID(sent.game)
    except ValueError as error:
        raise errors.bad_field("heads", f"{sent.game!r} is not the id of a game") from error
    return HeadKept(sent.game, sent.witness.entry, sent.witness.head)


def _kept_part(sent: pb.LogPart) -> Part:
    """A part that a tree can have: a proof's path has hashes over 2**k leaves, the last of them cut off at the end."""
    width = sent.end - sent.start
    if sent.start < 0 or width < 1 or len(sent.hash) != HEAD_BYTES:
        raise errors.bad_field("parts", f"needs a start before its end and a hash of {HEAD_BYTES} bytes")
    if sent.start % (1 << (width - 1).bit_length()):
        raise errors.bad_field("parts", f"{sent.start} to {sent.end} is not a part of a tree")
    return Part(sent.start, sent.end, sent.hash)


def _corrupt(found: LogVerified) -> errors.RefusedError:
    """The log is not what was saved."""
    where = f"game {found.game_id}, entry {found.entry}: " if found.game_id else ""
    return errors.RefusedError(
        Code.DATA_LOSS,
        "LOG_CORRUPT",
        f"log position {found.bad}, {where}{found.why}",
        metadata={
            "game": found.game_id,
            "first_bad_entry": str(found.entry),
            "first_bad_position": str(found.bad),
            "proven": str(found.proven),
            "until_position": str(found.until_place),
            "since_entry": str(found.since),
            "until_entry": str(found.until),
        },
    )
