"""Refusals as Connect writes them in JSON, where nothing else speaks its protocol."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import msgspec
from google.protobuf.json_format import MessageToDict

from adjudicator.service.errors import RefusedError


def told(refused: RefusedError) -> bytes:
    """A refusal; every detail with its `debug` form, which needs no descriptors."""
    code = refused.code.name.lower().replace("cancelled", "canceled")
    return msgspec.json.encode({"code": code, "message": refused.message, "details": list(_details(refused))})


def _details(refused: RefusedError) -> Iterator[dict[str, Any]]:
    for each in refused.details():
        value = base64.b64encode(each.SerializeToString()).decode().rstrip("=")
        yield {"type": each.DESCRIPTOR.full_name, "value": value, "debug": MessageToDict(each)}
