"""Explained sums: which rules decide them, and what they would be without one."""

from __future__ import annotations

import pytest

from adjudicator.kernel.explained import BELOW_ZERO, FLOOR, KEPT_OFF, LEFT_OUT, SET, Contribution, Explained

BASE, MORE = Contribution("printed", 3, "printed", "base"), Contribution("add", 2, "Saber", "more")
LESS, BOUND = Contribution("add", -9, "Stun", "less"), Contribution(FLOOR, 4, "never below 0", "bound")
KEPT, LEFT = Contribution(KEPT_OFF, 0, "stack", "kept", 4), Contribution(LEFT_OUT, 0, "Leader", "left", 1)
FIXED, LATE = Contribution(SET, 7, "Helmet", "fixed"), Contribution(BELOW_ZERO, 2, "Flag", "late")


def value(*parts: Contribution) -> Explained:
    """A value of some parts, summed as they say."""
    total = 0
    for part in parts:
        total = part.amount if part.how == SET else total + part.amount
    return Explained("power", "Luke", total, parts)


@pytest.mark.parametrize(
    ("parts", "rules"),
    [((), ()), ((BASE,), ("base",)), ((BASE, LEFT), ("left", "base")), ((BASE, LEFT, MORE), ("more", "left", "base")),
     ((BASE, MORE, KEPT), ("kept", "more", "base")), ((BASE, MORE, LESS, BOUND), ("bound", "more", "less", "base")),
     ((BASE, MORE, LESS, LEFT, KEPT), ("kept", "more", "less", "left"))],
)  # fmt: skip
def test_what_departs_is_named_first(parts: tuple[Contribution, ...], rules: tuple[str, ...]) -> None:
    """A bound, what is kept off, what changes it, what might have, what it begins with: at most four of them."""
    found = value(*parts)
    assert rules == found.deciding
    assert found.headline == (rules[0] if rules else "")


@pytest.mark.parametrize(
    ("parts", "rule", "without"),
    [((BASE, MORE), "more", 3), ((BASE, MORE), "other", 5), ((BASE, FIXED, MORE), "fixed", 5),
     ((BASE, MORE, KEPT), "kept", 9), ((BASE, LEFT), "left", 4), ((BASE, LESS, BOUND), "bound", -6),
     ((BASE, LESS, BOUND), "less", 3), ((BASE, LESS, LATE, BOUND), "late", 2), ((BASE, MORE, LESS, BOUND), "more", 0)],
)  # fmt: skip
def test_a_value_without_one_of_its_rules(parts: tuple[Contribution, ...], rule: str, without: int) -> None:
    """Set, add and bound are gone through again, and what the rule keeps off is let in."""
    assert without == value(*parts).without(rule)
