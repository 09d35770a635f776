"""What comes of a declaration if nobody does anything: everybody lets it go by, until something departs."""

from __future__ import annotations

from adjudicator.kernel.base import Declaration
from adjudicator.kernel.foreseeing import STEPS_MAX, foreseen
from adjudicator.kernel.verdict import Foreseen, NonEvent, Ruling, Verdict
from tests.kit.harbour import values as v


class _Waiting:
    """A game whose tables are numbers: somebody is asked to let go by on all above 0, and each pass takes 1 off."""

    def let_go(self, table: int) -> Declaration | None:
        return v.Pass("north") if table else None

    def tell(self, table: int, fact: v.DieRolled) -> str:
        return f"{fact.rule} with {table} to go"


def _judged(**departing: str) -> dict[int, Verdict]:
    """A verdict on each pass, with what departs from the course, by the number of the table that it is said on."""
    rules = {int(number.removeprefix("on_")): rule for number, rule in departing.items()}
    return {
        number: Verdict(
            Ruling.LEGAL, facts=(v.DieRolled(dice=(1,), rule=rules.get(number, "")),), after=number - 1,
            departed=(0,),
        )
        for number in range(1, 20)
    }  # fmt: skip


def test_the_first_departure_after_passes_is_foreseen() -> None:
    """It is told in words on the table that it leads to."""
    verdicts = _judged(on_2="storm", on_1="calm")
    assert Foreseen(("storm",), "storm with 1 to go") == foreseen(_Waiting(), 3, lambda t, _: verdicts[t])
    assert Foreseen() == foreseen(_Waiting(), 0, lambda t, _: verdicts[t])


def test_what_was_turned_down_is_foreseen_too() -> None:
    """What does not happen is told with its reason."""
    calm = Verdict(Ruling.LEGAL, non_events=(NonEvent("a gale", "calm", "no wind"),))
    assert "not a gale, because no wind" == foreseen(_Waiting(), 1, lambda t, _: calm).words


def test_looking_ahead_is_bounded_and_stops_at_a_refusal() -> None:
    """Nothing is foreseen beyond so many passes, nor behind one that is not legal."""
    verdicts = _judged(on_1="storm")
    assert Foreseen() == foreseen(_Waiting(), STEPS_MAX + 1, lambda t, _: verdicts[t])
    assert "storm" == foreseen(_Waiting(), STEPS_MAX, lambda t, _: verdicts[t]).rules[0]
    assert Foreseen() == foreseen(_Waiting(), 1, lambda t, _: Verdict(Ruling.ILLEGAL))
