"""What a card's text reminds of in brackets, compared with the keyword that it stands behind.

The definition counts and the reminder does not (idc.keywords.definitions-override-reminder-text); that they differ is
worth knowing to whoever wrote the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adjudicator.swtcg.cards.diagnostics import REMINDER_DIFFERS, Diagnostic

_REMINDED = re.compile(r"(?P<keyword>[A-Z][a-z]+(?: [A-Z][a-z]+)?) (?P<x>[+-]?\d+)\.? \((?P<reminder>[^()]*)\)")


def differing(texts: Sequence[str], line: int) -> Iterator[Diagnostic]:
    """The reminders that speak of other numbers than their keyword."""
    for text in texts:
        for found in _REMINDED.finditer(text):
            numbers = re.findall(r"\d+", found["reminder"])
            if numbers and found["x"].lstrip("+-") not in numbers:
                yield Diagnostic(REMINDER_DIFFERS, line, found[0], f"{found['keyword']} {found['x']}")
