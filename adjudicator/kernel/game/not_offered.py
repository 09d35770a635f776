"""The answer of a game that is asked for something it leaves out."""

from __future__ import annotations


class NotOfferedError(Exception):
    """A game does not have what it is asked for; the message says what."""

    told_to_people = True
