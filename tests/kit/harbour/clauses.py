"""What a declaration in Harbour must meet: one clause per rule, in the order of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import Override, as_found
from tests.kit.harbour import values as v

ANSWERS: dict[str, tuple[type, ...]] = {
    "main": (v.Play, v.Sail, v.Pass),
    "answer": (v.Play, v.Pass),
    "bid": (v.Bid,),
    "spare": (v.Spare,),
    "manual": (v.Decide,),
    "order": (v.Order,),
    "roll": (v.Roll,),
    "draw": (v.Draw,),
}
"""Which declarations answer which question."""


def check(judging: Judging) -> None:
    """Collect the clauses of a declaration."""
    table, said = judging.table, judging.said
    window = table.window
    asked = window.asked if window else ()
    kind = window.kind if window else "nothing"
    may = judging.clause(
        "SPEAKER_ASKED", "harbour.1.3", said.seat in asked, lambda: (("asked", ", ".join(asked)), ("said", said.seat))
    )
    fits = judging.clause(
        "ANSWERS_QUESTION", "harbour.1.4", isinstance(said, ANSWERS.get(kind, ())), lambda: (("question", kind),)
    )
    if may and fits:
        _CHECKS[type(said)](judging)
    elif isinstance(said, v.Play):
        judging.moot(("CARD_IN_HAND", "harbour.3.1"), ("PRICE_PAID", "harbour.3.2"))


def override(table: v.Table, code: str, said: Any, about: int | None) -> tuple[bool, Override] | None:
    """What charters and embargoes say of a clause."""
    crew = v.CREWS.get(said.seat)
    if code == "ONE_PLAY" and table.frames and getattr(table.frames[-1], "used", 0) == 1:
        for thing in table.things.values():
            if thing.kind == "charter" and v.CREWS[thing.owner] == crew:
                return True, Override(f"charter#{thing.id}", "harbour.6.1")
    if code == "PLACE_OPEN":
        for thing in table.things.values():
            if thing.kind == "embargo" and thing.at == about and v.CREWS[thing.owner] != crew:
                return False, Override(f"embargo#{thing.id}", "harbour.6.2")
    return None


class Nothing(NamedTuple):
    """No more special rulings: Harbour's rules are all there is to cite."""

    special: tuple[str, ...] = ()
    watched: tuple[str, ...] = ()
    plainly: Mapping[str, str] = MappingProxyType({})
    restated: Mapping[str, str] = MappingProxyType({})
    happens_first: bool = False

    def rank(self, rule: str) -> tuple[int, ...]:
        """They come as they are found."""
        return as_found(rule)


NOTHING = Nothing()


def moment(table: v.Table) -> tuple[tuple[str, str], ...]:
    """What is waited for."""
    return (("waiting for", table.window.kind if table.window else "nobody"),)


def rulings(table: v.Table) -> Nothing:
    """None at any table."""
    return NOTHING


def cited(table: v.Table, agenda: Any, rule: str, kind: str, about: tuple[Any, ...], *, holds: bool = False) -> str:
    """The rule itself."""
    return rule


def misses(table: v.Table, fact: Any, early: bool) -> tuple[Any, ...]:
    """Nothing is told of what did not come about."""
    return ()


def turned_down(missed: Any, fresh: Any) -> tuple[tuple[str, str, str], ...]:
    """Nothing, as above."""
    return ()


def _one_play(judging: Judging) -> None:
    used = judging.table.frames[-1].used
    judging.clause("ONE_PLAY", "harbour.2.4", used == 0, lambda: (("used", str(used)),))


def _play(judging: Judging) -> None:
    table, said = judging.table, judging.said
    hand = table.hand[said.seat]
    if not judging.clause("CARD_IN_HAND", "harbour.3.1", said.card in hand, lambda: (("hand", str(len(hand))),)):
        judging.moot(("PRICE_PAID", "harbour.3.2"))
        return
    kind = table.kind(said.card)
    if not judging.clause("CARD_KNOWN", "harbour.3.1", None if kind == "?" else True):
        return
    if table.window.kind == "main":
        _one_play(judging)
    answers = table.window.kind == "answer"
    if not judging.clause("CALM_ANSWERS", "harbour.3.7", (kind == "calm") == answers, lambda: (("card", kind),)):
        judging.would_be_legal("a calm" if answers else "any card but a calm")
    purse = len(table.purse[said.seat])
    judging.clause("PRICE_PAID", "harbour.3.2", purse >= v.PRICES[kind], lambda: (("purse", str(purse)),))
    _target(judging, kind)


def _target(judging: Judging, kind: str) -> None:
    table, at = judging.table, judging.said.at
    if kind in v.STANDING or kind == "gale":
        if judging.clause("PLACE_EXISTS", "harbour.3.3", at in table.places) and kind == "ship":
            judging.clause("PLACE_OPEN", "harbour.3.3", True, lambda: (("place", table.places[at].name),), about=at)
    elif kind in v.CARGO:
        carrier = table.things.get(at)
        same = carrier is not None and v.CREWS[carrier.owner] == v.CREWS[judging.said.seat]
        holds = carrier is not None and carrier.kind in v.CARRIERS and same
        if judging.clause("CARRIER", "harbour.3.4", holds):
            judging.clause("CARRIER_ROOM", "harbour.3.5", len(table.aboard(at)) < v.ROOM)
        else:
            judging.moot(("CARRIER_ROOM", "harbour.3.5"))
    else:
        judging.clause("NO_PLACE", "harbour.3.8", at == 0)


def _sail(judging: Judging) -> None:
    table, said = judging.table, judging.said
    _one_play(judging)
    thing = table.things.get(said.ship)
    if judging.clause("SHIP_THERE", "harbour.5.2", thing is not None and thing.kind == "ship"):
        judging.clause("OWN_SHIP", "harbour.5.3", thing.owner == said.seat, lambda: (("captain", thing.owner),))
    else:
        judging.moot(("OWN_SHIP", "harbour.5.3"))


def _bid(judging: Judging) -> None:
    said = judging.said
    purse, bid = len(judging.table.purse[said.seat]), said.coins.items
    judging.clause("BID_COVERED", "harbour.5.4", 0 <= bid[0] <= purse if bid else None)


def _decide(judging: Judging) -> None:
    said = judging.said
    judging.clause("ORACLE_BOUNDS", "harbour.5.5", said.to in v.SEATS and 0 <= said.coins <= 3)


def _roll(judging: Judging) -> None:
    dice = judging.said.dice
    judging.clause("DIE_POSSIBLE", "harbour.4.1", len(dice) == 1 and 1 <= dice[0] <= 6)


def _draw(judging: Judging) -> None:
    table, cards = judging.table, judging.said.cards.items
    pool = table.pool[table.frames[-1].seat]
    judging.clause("CARD_LEFT", "harbour.2.2", len(cards) == 1 and cards[0] in pool)


def _order(judging: Judging) -> None:
    judging.clause("ORDER_POSSIBLE", "harbour.1.2", sorted(judging.said.crews) == [0, 1])


def _pass(judging: Judging) -> None:
    """Who is asked may always pass."""


_CHECKS: dict[type, Callable[[Judging], None]] = {
    v.Pass: _pass,
    v.Play: _play,
    v.Sail: _sail,
    v.Bid: _bid,
    v.Spare: _pass,
    v.Decide: _decide,
    v.Roll: _roll,
    v.Draw: _draw,
    v.Order: _order,
}
