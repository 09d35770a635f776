"""Checking what a service proves about its log, with nothing of the service's own code.

RFC 6962 inclusion and consistency proofs over SHA-256, and signed checkpoints in the notation of
C2SP signed notes (https://c2sp.org/signed-note): the name of the log, the number of entries and the
root in base64, each in a line; an empty line; and lines `— NAME BASE64(4 bytes of key id || signature)`.
A verifier key is `NAME+KEYID+BASE64(0x01 || Ed25519 public key)`.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from uuid import UUID

ED25519 = b"\x01"
_WIDTH = 32
_KEY_ID = 4
_MARK = "— "


class ProofError(ValueError):
    """A proof, a checkpoint or a key that does not hold; the message says why."""

    told_to_people = True


@dataclass(frozen=True)
class Checkpoint:
    """A root of a log: how many entries it covers, the root of the tree over them, and the log's name if it has one."""

    size: int
    root: bytes
    origin: str = ""

    @property
    def line(self) -> str:
        """The checkpoint as SIZE:ROOT, the root in hexadecimal."""
        return f"{self.size}:{self.root.hex()}"


def rolled(seed: bytes, before: str, nonces: str, faces: int, count: int) -> list[int]:
    """Dice of the house; `before` is GAME|PURPOSE|ENTRY (docs/dice.md)."""
    words: list[int] = []
    dice: list[int] = []
    counter, fair = 0, 2**32 - 2**32 % faces
    while len(dice) < count:
        if not words:
            block = hmac.digest(seed, f"{before}|{counter}|{nonces}".encode(), "sha256")
            words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, _WIDTH, 4)]
            counter += 1
        word = words.pop(0)
        if word < fair:
            dice.append(word % faces + 1)
    return dice


def _seed(told: Mapping[str, Any]) -> bytes:
    seed = bytes.fromhex(told["seed"])
    if sha256(seed).hexdigest() != told["commitment"]:
        raise ProofError("the seed is not the one committed to")
    return seed


def check_rolls(told: Mapping[str, Any]) -> int:
    """Compute all rolls of a closed game again, from the JSON of `adjudicate dice`; returns how many.

    A game that was reopened has `earlier` seeds, each for what was rolled before some entry.

    Raises ProofError for a seed that is not the one committed to, and for the first roll that it does not give.
    """
    if not told["seed"]:
        raise ProofError("the game is not closed: its seed is not open yet")
    seeds = [(each["before"], _seed(each)) for each in told.get("earlier", ())]
    seeds.append((math.inf, _seed(told)))
    for roll in told["rolls"]:
        seed = next(each for before, each in seeds if roll["entry"] < before)
        before = f"{told['game']}|{roll['purpose']}|{roll['entry']}"
        found = rolled(seed, before, roll["nonces"], roll["faces"], len(roll["dice"]))
        if found != list(roll["dice"]):
            raise ProofError(f"entry {roll['entry']}: {roll['dice']} was rolled, but the seed gives {found}")
    return len(told["rolls"])


def leaf_of(game: str, entry: int, head: bytes) -> bytes:
    """The hash of the leaf that an entry is: its game's id, its number in 8 bytes, and the chain's head after it."""
    return sha256(b"\0" + UUID(game).bytes + entry.to_bytes(8, "big") + head).digest()


def heads_of(copy: str) -> tuple[str, list[bytes]]:
    """The game of an exported copy (JSON lines), and the head after each entry, computed again from its bytes.

    Raises ProofError for a text that is no copy, and for one that is not what its own heads say.
    """
    try:
        first, *lines = [json.loads(line) for line in copy.splitlines() if line.strip()]
        game, head = first["game"], sha256(b"adjudicator" + UUID(first["game"]).bytes).digest()
        found = []
        for number, line in enumerate(lines, 1):
            public, commitments = _from_base64(line["public"]), [_bytes(each) for each in line["commitments"]]
            link = head + number.to_bytes(8, "big") + sha256(public).digest()
            head = sha256(link + b"".join(commitments)).digest()
            if (line["entry"], line["head"]) != (number, head.hex()):
                raise ProofError(f"the copy itself was altered: entry {number} is not what its head says")
            found.append(head)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, ProofError):
            raise
        raise ProofError(f"this is no exported copy: {error!r}") from error
    return game, found


def check_inclusion(leaf: bytes, index: int, path: Sequence[bytes], checkpoint: Checkpoint) -> None:
    """Check that a leaf stands at an index (from 0) of the tree. Raises ProofError. See RFC 9162, 2.1.3.2."""
    if not 0 <= index < checkpoint.size:
        raise ProofError(f"there is no entry {index + 1} in a log of {checkpoint.size}")
    at, last, root = index, checkpoint.size - 1, leaf
    for step in path:
        _hash(step)
        if last == 0:
            raise ProofError("the path is too long")
        if at & 1 or at == last:
            root = _node(step, root)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            root = _node(root, step)
        at, last = at >> 1, last >> 1
    if last != 0:
        raise ProofError("the path is too short")
    if root != checkpoint.root:
        raise ProofError("the path leads to another root")


def parts_of(
    game: str, entry: int, head: bytes, index: int, path: Sequence[bytes], checkpoint: Checkpoint
) -> list[tuple[int, int, bytes]]:
    """The parts of the log that a proof vouches for: its own leaf, and each hash of its path over a range of leaves.

    A log that was altered later still gives some of these hashes, and so it is known where it was not. Raises
    ProofError for a proof that does not hold.
    """
    leaf = leaf_of(game, entry, head)
    check_inclusion(leaf, index, path, checkpoint)
    found, low, high = [(index, index + 1, leaf)], 0, checkpoint.size
    for step in reversed(path):
        middle = low + (1 << (high - low - 1).bit_length() - 1)
        if index < middle:
            found.append((middle, high, step))
            high = middle
        else:
            found.append((low, middle, step))
            low = middle
    return found


def check_consistency(old: Checkpoint, new: Checkpoint, path: Sequence[bytes]) -> None:
    """Check that an old tree is the beginning of a new one. Raises ProofError. See RFC 9162, 2.1.4.2."""
    if old.size > new.size:
        raise ProofError(f"the log has {new.size} entries, but had {old.size}")
    if old.size in (0, new.size):
        _same(old, new, path)
        return
    steps = [_hash(step) for step in path]
    if old.size & (old.size - 1) == 0:
        steps.insert(0, old.root)
    if not steps:
        raise ProofError("the path is too short")
    at, last = old.size - 1, new.size - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    before = after = steps[0]
    for step in steps[1:]:
        if last == 0:
            raise ProofError("the path is too long")
        if at & 1 or at == last:
            before, after = _node(step, before), _node(step, after)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            after = _node(after, step)
        at, last = at >> 1, last >> 1
    if last != 0:
        raise ProofError("the path is too short")
    if before != old.root or after != new.root:
        raise ProofError("the old log is not the beginning of the new one")


def _same(old: Checkpoint, new: Checkpoint, path: Sequence[bytes]) -> None:
    """Check trees that need no path: equal sizes, or nothing before."""
    if path:
        raise ProofError("the path is too long")
    if old.size == new.size and old.root != new.root:
        raise ProofError("two roots for the same number of entries")
    if old.size == 0 and old.root != sha256(b"").digest():
        raise ProofError("an empty log has another root")


def checkpoint_of(text: str, key: str = "") -> Checkpoint:
    """A checkpoint from a note or from one line SIZE:ROOT; with a verifier key its signature is checked.

    Raises ProofError for text that is neither, and for a note that the key has not signed.
    """
    if "\n" not in text.strip():
        if key:
            raise ProofError("a line SIZE:ROOT has no signature")
        size, _, root = text.strip().partition(":")
        return _checkpoint("", size, _bytes(root))
    body, _, signatures = text.rpartition("\n\n")
    if not body or not signatures.endswith("\n"):
        raise ProofError("a note has a body, an empty line, and signatures in lines of their own")
    if key:
        _check_signed(body + "\n", signatures, key)
    origin, size, root, *_ = [*body.split("\n"), "", "", ""]
    return _checkpoint(origin, size, _from_base64(root))


def _checkpoint(origin: str, size: str, root: bytes) -> Checkpoint:
    if not (size.isascii() and size.isdigit()) or str(int(size)) != size:
        raise ProofError(f"{size!r} is no number of entries")
    return Checkpoint(int(size), _hash(root), origin)


def _check_signed(body: str, signatures: str, key: str) -> None:
    """Check that a key has signed. Raises ProofError."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    name, key_id, public = _verifier(key)
    for line in signatures.splitlines():
        signer, _, packed = line.removeprefix(_MARK).partition(" ")
        raw = _from_base64(packed)
        if not line.startswith(_MARK) or signer != name or raw[:_KEY_ID] != key_id:
            continue
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(raw[_KEY_ID:], body.encode())
        except InvalidSignature as error:
            raise ProofError(f"the signature of {name} is false") from error
        return
    raise ProofError(f"{name} has not signed this")


def _verifier(key: str) -> tuple[str, bytes, bytes]:
    """Name, id and public key of a verifier key. Raises ProofError."""
    name, _, rest = key.strip().partition("+")
    key_id, _, packed = rest.partition("+")
    raw = _from_base64(packed)
    if not name or raw[:1] != ED25519 or len(raw) != 1 + _WIDTH:
        raise ProofError("a verifier key reads NAME+KEYID+KEY and is of Ed25519")
    expected = sha256(name.encode() + b"\n" + raw).digest()[:_KEY_ID]
    if expected.hex() != key_id:
        raise ProofError("the id of the verifier key does not fit the key")
    return name, expected, raw[1:]


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def _hash(found: bytes) -> bytes:
    if len(found) != _WIDTH:
        raise ProofError(f"a hash has {_WIDTH} bytes, not {len(found)}")
    return found


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise ProofError(f"{text!r} is no hexadecimal") from error


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise ProofError(f"{text!r} is no base64") from error
