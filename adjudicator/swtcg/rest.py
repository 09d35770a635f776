"""When the standing checks need not be made again: what they look at stands as it stood when they found nothing.

Most facts change neither which stacks there are nor where they are, whose they are and what is on them. The index
of effects is dropped by every fact that does (`fold`), so it carries the mark that all is at rest. Checks that look
at more than that (damage counters) are made every time: `game.ALWAYS`.
"""

from __future__ import annotations

from adjudicator.swtcg.contest import contested
from adjudicator.swtcg.table import PILOT, Table, in_build_zone
from adjudicator.swtcg.unique import duplicates


def at_rest(table: Table) -> bool:
    """Whether the checks on what stands where have found nothing since that last changed."""
    index = table.index_cache
    return index is not None and index.at_rest


def rest(table: Table) -> None:
    """Mark that they have found nothing, and will find nothing in another phase or step either."""
    piloted_away = any(s.role == PILOT and in_build_zone(s) for s in table.stacks.values())
    if not (piloted_away or duplicates(table) or contested(table)):
        table.index.at_rest = True
