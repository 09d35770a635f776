"""Keywords that are played: for an X that is counted, or with a restriction behind them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.story.about import Played
from adjudicator.swtcg.cards.keyword_reader import Broken
from adjudicator.swtcg.cards.keyword_reader import parse as parse_keywords
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.keywords import expand
from adjudicator.swtcg.words.keywords.copies import PUBLISHER
from adjudicator.swtcg.words.language import Those


def keyword_of_x(keyword: str, amount: w.Amount, cost: w.Cost) -> w.Activated | None:
    """Retaliate or Evade for an amount that is counted; none of any other keyword."""
    if keyword == "evade":
        return w.Activated(do=(w.Prevent(amount=amount),), cost=cost, keyword="evade")
    if keyword != "retaliate":
        return None
    strike = w.Damage(to=Those(what="unit", bound="attacker", zones=("there",)), amount=amount, dice=True)
    later = w.Later(when=w.Event(kind="attack ends"), do=(strike,), until="attack ends")
    cost = w.ZERO_FORCE if cost == w.FREE else cost
    return w.Activated(do=(later,), cost=cost, only="attacked", keyword="retaliate")


def keyword_for(text: str, paid: Callable[[], w.Cost]) -> w.Keyword | None:
    """A keyword that is played for counters; None if the text is no such keyword, or paid in another way."""
    read = parse_keywords(f"Pay 1 Force -> {text}", "grant")
    if isinstance(read, Broken) or len(read) != 1 or not isinstance(read[0], w.Keyword):
        return None
    cost = paid()
    return structs.replace(read[0], cost=cost) if cost.marks_of is not None else None


_BOTH = re.compile(r"(?P<one>[A-Z][a-z]+(?: \d+)?) and (?P<other>[A-Z][a-z]+(?: \d+)?)\.?")


def both_keywords(text: str, paid: Callable[[], w.Cost]) -> w.Keyword | None:
    """Two keywords that are played for one cost, which is read and not carried out yet; None if it is no such text."""
    both = _BOTH.fullmatch(text)
    if both is None:
        return None
    read = [parse_keywords(f"Pay 1 Force -> {both[each]}", "grant") for each in ("one", "other")]
    if any(isinstance(each, Broken) for each in read):
        return None
    keywords = [one for each in read if not isinstance(each, Broken) for one in each]
    if not all(isinstance(each, w.Keyword) for each in keywords):
        return None
    free = tuple(
        w.Grant(to=w.THIS, ability=structs.replace(each, cost=w.FREE))
        for each in keywords
        if isinstance(each, w.Keyword)
    )
    return w.Keyword(name="both", do=free, cost=paid())


def any_keyword(text: str, paid: Callable[[], w.Cost]) -> w.Keyword | None:
    """One or two keywords that are played in a way that is not carried out yet; None if the text is none."""
    return keyword_for(text, paid) or both_keywords(text, paid)


def keyword_played(cost: str, parts: Sequence[str]) -> w.Activated | None:
    """A keyword that is played for a cost, in full, where something follows it that restricts it."""
    if len(parts) < 2:
        return None
    read = parse_keywords(f"{cost} -> {parts[0]}", "grant")
    if isinstance(read, Broken) or len(read) != 1 or not isinstance(read[0], w.Keyword):
        return None
    full = expand(read[0], PUBLISHER)
    return full[0] if len(full) == 1 and isinstance(full[0], w.Activated) else None


def restricted(keyword: w.Activated, told: Played, text: str) -> w.Activated:
    """A keyword that is played, and what follows it: only when it may be. Raises NotUnderstood."""
    if told.do or told.cost != keyword.cost or told.only not in ("", keyword.only):
        raise NotUnderstood(text, why="a keyword with more than a restriction")
    if told.limit == "attack":
        raise NotUnderstood(text, why="prevention once an attack")
    both = tuple(each for each in (keyword.condition, told.condition) if each is not None)
    condition = w.Both(of=both) if len(both) > 1 else both[0] if both else None
    return structs.replace(keyword, condition=condition, limit=told.limit or keyword.limit)
