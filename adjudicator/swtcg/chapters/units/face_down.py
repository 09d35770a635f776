"""Cards that lie face down under a unit and are no part of its stack: what becomes of them when it leaves the table.

They are set aside, and stay out of the game (crf.zones.set-aside-means-removed-from-game, which the rulings on
Aurra Sing (C) and Bib Fortuna (A) work out); a unit of another version on top of the stack keeps them.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.binding import face_departed
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold_things import UNDER
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import Table


def left_lying(table: Table) -> list[str]:
    """The zones of cards face down under what is no longer on the table."""
    return [
        zone
        for zone in table.zones
        if zone[:6] == UNDER and table.zones[zone] and int(zone.removeprefix(UNDER)) not in table.stacks
    ]


def stay_out(run: Run) -> bool:
    """Standing check: what lay face down under a thing that has left the table stays out of the game."""
    table: Table = run.table
    lying = left_lying(table)
    if not lying:
        return False
    before = len(run.facts)
    waiting = {trigger.scene.stack for trigger in run.pool if _speaks_of(trigger.do)} | {
        frame.scene.stack for frame in run.frames if isinstance(frame, ResolveFrame) and _speaks_of(frame.todo)
    }
    for zone in lying:
        host = int(zone.removeprefix(UNDER))
        if host in waiting:
            continue  # what its leaving has set off may be about them
        cause, rule = _title(table, host), _rule(table, host)
        cards = table.zones[zone]
        for owner in dict.fromkeys(table.cards[card].owner for card in cards):
            mine = tuple(card for card in cards if table.cards[card].owner == owner)
            run.happen(f.CardsMoved(source=zone, target=f"out:{owner}", cards=mine, rule=rule, cause=cause))
    return len(run.facts) > before


def _rule(table: Table, host: int) -> str:
    """What keeps out of the game what lay under a thing: that this was discarded, or that it went elsewhere."""
    discarded = any(event == "discarded" and number == host for event, number, _ in table.happened)
    own = table.why.zones_gone_with_the_discarded if discarded else table.why.zones_gone_with_the_unit
    return own or table.why.zones_set_aside_means_removed_from_game_consolidated


def _speaks_of(do: tuple[Any, ...]) -> bool:
    """Whether an effect speaks of cards face down under something."""
    return b'"under"' in msgspec.json.encode(do)


def _title(table: Table, number: int) -> str:
    """What was on top of a stack that has left the table."""
    face = face_departed(table, number)
    return "" if face is None else face.title
