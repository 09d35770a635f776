"""What is said in entries of a game: the declaration, or where there is nothing to judge the words for everybody."""

from __future__ import annotations

from typing import Any

from adjudicator.application.codec import Content
from adjudicator.kernel.entries import (
    Declared,
    GameClosed,
    GameReopened,
    NonceGiven,
    NoteAdded,
    Rewound,
    RulingGiven,
)


def declared(content: Content) -> Any:
    """The declaration that an entry is about: the one made, or the one that a judge ruled on; None if there is none."""
    return content.declaration if isinstance(content, Declared | RulingGiven) else None


def spoken(content: Content) -> tuple[str, str, str]:
    """Who says what in an entry about which there is nothing to judge, and why or with which remark."""
    if isinstance(content, Rewound):
        return content.by, f"back to revision {content.to}", content.why
    if isinstance(content, NoteAdded):
        return content.by, content.text, ""
    if isinstance(content, NonceGiven):  # what it is stays unsaid, as with declarations, until the game is closed
        return content.seat, "adds a nonce to the house's chance", ""
    if isinstance(content, GameClosed):
        return content.by, content.result, content.why
    if isinstance(content, GameReopened):
        void = f"; void: {content.void}" if content.void else ""
        return content.by, f"the game goes on{void}", content.why
    return "", "", ""
