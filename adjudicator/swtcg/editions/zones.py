"""The kinds of places for cards that do not stand on the table: the same under all editions."""

from __future__ import annotations

from adjudicator.swtcg.table.edition import Zone

ZONES = {
    "hand": Zone(hidden=True),
    "deck": Zone(hidden=True),
    "deck top": Zone(hidden=True),
    "deck bottom": Zone(hidden=True),
    "under": Zone(hidden=True),
    "aside": Zone(hidden=True),
    "discard": Zone(),
    "out": Zone(),
    "playing": Zone(),
    "supply": Zone(),
}
