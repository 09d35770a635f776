"""Facts of the sides that players choose (see `facts_base`)."""

from __future__ import annotations

from typing import ClassVar, Union

from adjudicator.kernel.base import Fact


class SideNamed(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player said which side he or she would play."""

    still: ClassVar[bool] = True
    seat: str
    side: str


class SideBidMade(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player would begin setup with so many build points to have a side."""

    still: ClassVar[bool] = True
    seat: str
    side: str
    points: int


class SideGiven(Fact, frozen=True, gc=False, tag=True, array_like=True, kw_only=True):
    """A player has a side and plays it with one of the decks that were brought; the others leave the game.

    Setup begins for this player with so many build points.
    """

    still: ClassVar[bool] = True
    seat: str
    side: str
    deck: int
    points: int


SideFact = Union[SideNamed, SideBidMade, SideGiven]  # noqa: UP007 - msgspec resolves the alias at run time
"""Every fact of sides."""
