"""Types made ready before there are threads.

msgspec works out what a struct consists of when it is first read as one. While one thread does so, which runs Python,
another one finds the half-made answer and crashes the process. So whatever may be read in threads is worked out before.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import msgspec

_ready: set[type[msgspec.Struct]] = set()


def make_types_ready() -> None:
    """Let msgspec work out every struct that has been defined so far. Call it while there is one thread."""
    for kind in list(_kinds(msgspec.Struct)):
        if kind not in _ready:
            _ready.add(kind)
            with contextlib.suppress(TypeError):  # a struct that is never read, only held
                msgspec.msgpack.Decoder(kind)


def _kinds(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds(each)
