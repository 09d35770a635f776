"""How the service logs: one event a line in JSON on standard error. Never what was said, never what lies hidden."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping, MutableMapping
from typing import Any

import msgspec
import structlog

from adjudicator.service.calls import CALL
from adjudicator.service.config import Configuration


def _encode(event: Mapping[str, Any], **_: Any) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


def bind_call(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Names in every line of a call the call, its request and its game."""
    call = CALL.get()
    return event if call is None else {**call.told(), **event}


def configure(configuration: Configuration) -> None:
    """Log from the configured level on."""
    structlog.configure(
        cache_logger_on_first_use=True,
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, configuration.log_level.upper())),
        processors=[
            bind_call,
            structlog.processors.add_log_level,
            structlog.processors.format_exc_info,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(serializer=_encode),
        ],
        logger_factory=structlog.BytesLoggerFactory(sys.stderr.buffer),
    )
