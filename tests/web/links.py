"""Links of the console: what the fragment of an address holds."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page


def unpacked(url: str) -> dict[str, Any]:
    """The board and its question in the address of a page; nothing if it holds none."""
    packed = url.partition("#b=")[2]
    try:
        text = zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), wbits=-15)
        found: dict[str, Any] = json.loads(text)
    except (binascii.Error, zlib.error, ValueError):
        return {}
    return found


def holds(page: Page, wanted: Callable[[dict[str, Any]], bool]) -> None:
    """Wait until the address of the page holds what is wanted; what is typed gets there a moment later."""
    page.wait_for_url(lambda url: wanted(unpacked(url)))
