"""A log that is not what was written: what reading it may raise, and how that is told."""

from __future__ import annotations

from adjudicator.application import AdjudicationError
from adjudicator.application.errors import CorruptLogError

OF_ALTERED_BYTES = (AdjudicationError, LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""Errors that a game may raise about bytes that it has never written."""


def why(error: Exception) -> str:
    """The damage of an entry, in words."""
    if isinstance(error, CorruptLogError):
        return f"entry {error.entry} is not what was written: {error.why}"
    return f"it cannot be read: {error!r}"
