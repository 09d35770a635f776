"""The rule documents: look-up, search, authority and coverage of their indexed entries. Pure.

books/ holds the rules in our own words, to be edited; data/ what is loaded, made by `build` (and our readings).
"""

from __future__ import annotations

from adjudicator.citations.entry import Authority, Citation, Document, Entry, Hit, Reading
from adjudicator.citations.library import Books, UnknownDocument, UnknownRule, load

__all__ = [
    "Authority", "Books", "Citation", "Document", "Entry", "Hit", "Reading", "UnknownDocument", "UnknownRule", "load",
]  # fmt: skip
