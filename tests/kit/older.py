"""`python -m tests.kit.older serve ...`: the service as it was when it wrote layout 1 of the log.

Layout 1 kept every code of a refusal openly and knew no reasons under seal.
"""

from __future__ import annotations

import sys
import threading
from typing import Any

import msgspec

from adjudicator.application import codec
from adjudicator.kernel.entries import Declared
from adjudicator_cli.main import main

_encode, _ours, _writing = codec.Codec.encode, codec.LAYOUT, threading.Lock()


def _in_layout_1(self: codec.Codec, kind: str, content: Any) -> tuple[bytes, list[bytes]]:
    if isinstance(content, Declared):
        failing, missing = content.every_reason
        content = msgspec.structs.replace(content, failing=failing, missing=missing, reasons=())
    with _writing:
        codec.LAYOUT = 1
        try:
            return _encode(self, kind, content)
        finally:
            codec.LAYOUT = _ours


if __name__ == "__main__":
    codec.Codec.encode = _in_layout_1  # type: ignore[method-assign]  # what this module is for
    sys.exit(main())
