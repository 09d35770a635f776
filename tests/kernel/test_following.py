"""Numbers followed through what happened."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.explained import KEPT_OFF, Contribution, Explained
from adjudicator.kernel.following import traced
from adjudicator.kernel.game.values import Held
from adjudicator.kernel.verdict import NonEvent


class Counted(msgspec.Struct, frozen=True):
    """A fact of a miniature game: so many counters come or go."""

    amount: int
    rule: str = "kit.counters"
    cause: str = ""


TURNED_DOWN = NonEvent("A counter more", "kit.no-more", "there is no more.")
IN_VAIN = Counted(0, "kit.in-vain")


@pytest.mark.parametrize(
    ("course", "told"),
    [
        ([Counted(2), TURNED_DOWN], ["kit.counters", "kit.no-more"]),
        ([TURNED_DOWN, Counted(2)], ["kit.counters", "kit.no-more"]),
        ([TURNED_DOWN, Counted(2), TURNED_DOWN], ["kit.counters", "kit.no-more"]),
        ([TURNED_DOWN, Counted(2), IN_VAIN], ["kit.counters", "kit.in-vain"]),
        ([Counted(2), TURNED_DOWN, IN_VAIN], ["kit.counters", "kit.no-more", "kit.in-vain"]),
    ],
)
def test_what_was_kept_off_is_told_back_to_the_last_change(course: list[Counted | NonEvent], told: list[str]) -> None:
    """What came to nothing before the last change is told only if nothing was kept off after it."""
    total = sum(fact.amount for fact in course if isinstance(fact, Counted))
    table: list[int] = []
    found = traced(
        Held(sum, in_vain=lambda fact, _: fact.rule if fact is IN_VAIN else ""),
        table,
        [(fact, str) for fact in course],
        lambda counters, fact: counters.append(fact.amount),
        Explained("counters", "Luke", total, ()),
        lambda _: True,
    )
    assert (total, told) == (found.total, [part.rule for part in found.parts])
    assert all(part.amount == 0 for part in found.parts if part.how == KEPT_OFF)


def test_all_that_led_to_a_change_is_told_beside_it() -> None:
    """The first rule carries the amount, "" is that of the part itself, and each is told once."""
    held = Held(sum, rules=lambda facts: ("", facts[-1].rule, "kit.more", "kit.more"))
    now = Explained("counters", "Luke", 2, (Contribution("add", 2, "counters", "kit.own"),))
    found = traced(
        held._replace(part="counters"),
        [],
        [(Counted(2), str)],
        lambda counters, fact: counters.append(fact.amount),
        now,
    )
    assert [("kit.own", 2), ("kit.counters", 0), ("kit.more", 0)] == [(part.rule, part.amount) for part in found.parts]


def test_changes_that_do_not_add_up_explain_nothing() -> None:
    """The value is told as it was."""
    now = Explained("counters", "Luke", 9, (Contribution("add", 9, "counters", ""),))
    assert now == traced(Held(len), [], [], lambda counters, fact: counters.append(fact), now)
