"""Answers in JSON are those of protobuf itself, whatever is in them."""

from __future__ import annotations

import json
import random

import msgspec
from google.protobuf.json_format import MessageToDict, ParseDict

from adjudicator.service.web.printing import plain
from tests.kit.calls import methods
from tests.proving.fuzz.malformed import Filler


def test_answers_are_written_as_protobuf_writes_them() -> None:
    """Of every type, full of anything; and they are read again as the same."""
    filler = Filler(random.Random(7), ["game"])
    for method in methods():
        for _ in range(20):
            message = filler.message(method.output_type)
            expected = MessageToDict(message)
            assert json.dumps(expected) == json.dumps(plain(message)), method.name
            assert ParseDict(msgspec.json.decode(msgspec.json.encode(plain(message))), type(message)()) is not None
