"""Looks that are remembered."""

from __future__ import annotations

from adjudicator.kernel import remembering
from adjudicator.kernel.remembering import REMEMBERED_MAX, remembered


def test_a_look_is_taken_once_for_each_value() -> None:
    """The same value is looked at once; an equal one that is another object is looked at for itself."""
    taken: list[tuple[str, ...]] = []

    @remembered
    def length(value: tuple[str, ...]) -> int:
        taken.append(value)
        return len(value)

    first, second = tuple("ab"), tuple("ab")
    assert (2, 2, 2) == (length(first), length(first), length(second))
    assert 2 == len(taken)


def test_memory_is_bounded() -> None:
    """More values than REMEMBERED_MAX are answered rightly too, and the first is then looked at anew."""
    taken = 0

    @remembered
    def doubled(value: tuple[int, ...]) -> int:
        nonlocal taken
        taken += 1
        return 2 * value[0]

    values = [(number,) for number in range(REMEMBERED_MAX + 1)]
    assert [2 * number for number in range(REMEMBERED_MAX + 1)] == [doubled(value) for value in values]
    assert 0 == doubled(values[0])
    assert REMEMBERED_MAX + 2 == taken


def test_the_look_keeps_its_name() -> None:
    """A remembered look is called and documented as before."""
    looked = remembered(remembering.remembered)
    assert "remembered" == looked.__name__
