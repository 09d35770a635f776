"""Facts of what lies beside the play area until the game ends: Events and Resources."""

from __future__ import annotations

from typing import Union

from adjudicator.kernel.base import Fact


class EventPlayed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player took an Event out of the supply and laid it face up beside the play area."""

    stack: int
    seat: str
    card: int


class ResourceCompleted(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A Resource lies face up beside the play area from now on: out of a hand in setup (`cost` counts towards its
    points), or turned up in a build zone.
    """

    stack: int
    seat: str
    card: int
    cost: int = 0


BesideFact = Union[EventPlayed, ResourceCompleted]  # noqa: UP007 - msgspec resolves the alias at run time
"""Every fact of what lies beside the play area."""
