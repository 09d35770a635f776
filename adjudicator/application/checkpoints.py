"""Signed checkpoints: the size and root of the log's tree, as a note that anybody can check.

The notation is C2SP's (signed-note and tlog-checkpoint): name of the log, size, root in base64, each in
a line, an empty line, and a line `— NAME BASE64(key id || signature)` by Ed25519. The same log gives
the same note. A key file is one line, `PRIVATE+KEY+NAME+KEYID+BASE64(0x01 || seed)`, as Go's note
tools write it; it is read at the start and neither logged nor sent.
"""

from __future__ import annotations

import base64
import binascii
import os
from hashlib import sha256
from pathlib import Path

_ED25519 = b"\x01"
_PREFIX = "PRIVATE+KEY+"
_SEED = 32


class KeyFileError(ValueError):
    """A file that holds no signing key, or a name that no key can have; the message never shows the key."""

    told_to_people = True


class Signer:
    """Signs checkpoints under a name. Raises KeyFileError for a name with spaces, line ends or a plus."""

    def __init__(self, name: str, seed: bytes) -> None:
        # Who signs nothing does without it: it is large, and not to be had everywhere.
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - as said

        if not name or "+" in name or any(letter.isspace() for letter in name):
            raise KeyFileError(f"{name!r} is not a name for a key: it may hold no spaces and no plus")
        if len(seed) != _SEED:
            raise KeyFileError("an Ed25519 key has 32 bytes")
        self.name = name
        self._seed = seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        public = _ED25519 + self._key.public_key().public_bytes_raw()
        self._id = sha256(name.encode() + b"\n" + public).digest()[:4]
        self.verifier = f"{name}+{self._id.hex()}+{base64.b64encode(public).decode()}"
        """What others check signatures with; public."""

    def __repr__(self) -> str:
        return f"Signer({self.name!r})"

    @classmethod
    def read(cls, path: Path) -> Signer:
        """The signer of a key file. Raises KeyFileError, OSError."""
        line = path.read_text(encoding="utf-8").strip()
        parts = line.removeprefix(_PREFIX).split("+", 2)
        if not line.startswith(_PREFIX) or len(parts) != 3:
            raise KeyFileError(f"{path} holds no signing key; `adjudicate key` makes one")
        name, key_id, packed = parts
        try:
            raw = base64.b64decode(packed, validate=True)
        except (binascii.Error, ValueError):
            raw = b""
        if raw[:1] != _ED25519 or len(raw) != 1 + _SEED:
            raise KeyFileError(f"{path} holds no Ed25519 key")
        found = cls(name, raw[1:])
        if found._id.hex() != key_id:
            raise KeyFileError(f"the key in {path} is not the one that its id names")
        return found

    def write(self, path: Path) -> None:
        """Write the key file, for its owner only. Raises FileExistsError: no key is ever overwritten."""
        packed = base64.b64encode(_ED25519 + self._seed).decode()
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(f"{_PREFIX}{self.name}+{self._id.hex()}+{packed}\n")

    def note(self, size: int, root: bytes) -> str:
        """The signed checkpoint of a tree."""
        body = f"{self.name}\n{size}\n{base64.b64encode(root).decode()}\n"
        signed = base64.b64encode(self._id + self._key.sign(body.encode())).decode()
        return f"{body}\n— {self.name} {signed}\n"


def new_key(name: str) -> Signer:
    """A signer with a key of its own. Raises KeyFileError for a name that no key can have."""
    return Signer(name, os.urandom(_SEED))
