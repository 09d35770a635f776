"""Windows: whose word the table waits for, and how the waiting closes.

A window asks seats *in order* until all have passed in a row, *sealed* (each once, opened
together), or with an *open floor* (whoever speaks first is taken, then all are asked anew).
"""

from __future__ import annotations

import msgspec

IN_ORDER, SEALED, OPEN_FLOOR = "in order", "sealed", "open floor"


class Window(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A question the table has put.

    `kind` is the game's name for it, `order` the seats it is put to, `asked` those who may speak
    now, `passed` those who have passed since somebody last spoke, `rule` the citation that opens
    it, `spoken` the sealed answers so far as (seat, answer) pairs.
    """

    kind: str
    order: tuple[str, ...]
    asked: tuple[str, ...]
    rule: str = ""
    mode: str = IN_ORDER
    passed: tuple[str, ...] = ()
    spoken: tuple[tuple[str, str], ...] = ()


def opened(kind: str, order: tuple[str, ...], rule: str = "", mode: str = IN_ORDER) -> Window:
    """A fresh window: the first seat is asked, or all of them when the floor is open or sealed."""
    asked = order[:1] if mode == IN_ORDER else order
    return Window(kind, order, asked, rule, mode)


def after_word(window: Window, seat: str) -> Window:
    """The window once a seat has said something other than pass: passes so far are void."""
    if window.mode != IN_ORDER:
        return Window(window.kind, window.order, window.order, window.rule, window.mode, (), window.spoken)
    return Window(window.kind, window.order, (_next(window.order, seat),), window.rule)


def after_pass(window: Window, seat: str) -> Window | None:
    """The window once a seat has passed, or None if all have now passed in a row."""
    passed = (*window.passed, seat)
    if len(passed) >= len(window.order):
        return None
    if window.mode == IN_ORDER:
        asked: tuple[str, ...] = (_next(window.order, seat),)
    else:
        asked = tuple(other for other in window.order if other not in passed)
    return Window(window.kind, window.order, asked, window.rule, window.mode, passed, window.spoken)


def after_sealed(window: Window, seat: str, answer: str) -> Window:
    """A sealed window with one more answer; nobody is asked once all have answered."""
    asked = tuple(other for other in window.asked if other != seat)
    return Window(
        window.kind, window.order, asked, window.rule, window.mode, window.passed, (*window.spoken, (seat, answer))
    )


def _next(order: tuple[str, ...], seat: str) -> str:
    if seat not in order:
        return order[0]
    return order[(order.index(seat) + 1) % len(order)]
