"""Harbour as everything outside its package knows it; tests put it on the list as a plugin would."""

from __future__ import annotations

from adjudicator.kernel.game import Game, OwnCards, no_cards
from tests.kit.harbour.game import Harbour


def offer(own: OwnCards = no_cards) -> Game:
    """The game; it knows no cards beside its own."""
    return Harbour()
