"""Keywords that come due when a build step starts: Upkeep and Bounty.

(rots.keywords.upkeep, rots.keywords.bounty, crf.build.start-triggers-any-order.)
"""

from __future__ import annotations

from adjudicator.swtcg.words.language import THIS, Ability, Event, Keyword, Later, Triggered


def bounty(keyword: Keyword) -> tuple[Ability, ...]:
    """When another unit that this unit damaged is discarded by it, its gain is due at your next build step."""
    due = Later(when=Event(kind="build step starts", at="yours"), do=keyword.do, until="build step")
    return (Triggered(when=Event(kind="kills", by=THIS), do=(due,), keyword="bounty"),)


def upkeep(keyword: Keyword) -> tuple[Ability, ...]:
    """The duty itself is the build room's; the keyword stays with its alternative costs."""
    return (keyword,)
