"""Windows: in order, sealed, open floor; nested, and closed again."""

from __future__ import annotations

from adjudicator.kernel.base import Sealed
from adjudicator.kernel.judging import judge
from adjudicator.kernel.windows import (
    IN_ORDER,
    OPEN_FLOOR,
    SEALED,
    Window,
    after_pass,
    after_sealed,
    after_word,
    opened,
)
from tests.kit.harbour import HARBOUR
from tests.kit.harbour import values as v
from tests.kit.quay import after, asked, codes, named, passed, quay


def test_in_order_one_seat_is_asked_after_the_other() -> None:
    """The word goes round and the window closes when all have passed in a row."""
    window = opened("w", ("a", "b", "c"), mode=IN_ORDER)
    asked_seats: list[str] = []
    left: Window | None = window
    while left is not None:
        asked_seats += left.asked
        left = after_pass(left, left.asked[0])
    assert ["a", "b", "c"] == asked_seats


def test_a_word_voids_the_passes_before_it() -> None:
    """After somebody spoke, all the others have to pass again."""
    window = after_pass(opened("w", ("a", "b")), "a")
    assert window is not None
    spoken = after_word(window, "b")
    assert (("a",), ()) == (spoken.asked, spoken.passed)
    second = after_pass(spoken, "a")
    assert second is not None
    assert after_pass(second, "b") is None


def test_on_an_open_floor_everybody_may_speak_first() -> None:
    """All are asked at once; who has passed is not asked again until somebody speaks."""
    window = opened("w", ("a", "b", "c"), mode=OPEN_FLOOR)
    left = after_pass(window, "b")
    assert left is not None
    assert ("a", "c") == left.asked
    assert ("a", "b", "c") == after_word(left, "c").asked


def test_a_sealed_question_waits_for_all() -> None:
    """Each answers once, in any order; nobody is asked when the last has answered."""
    window = opened("w", ("a", "b"), mode=SEALED)
    one = after_sealed(window, "b", "x")
    assert (("a",), (("b", "x"),)) == (one.asked, one.spoken)
    assert () == after_sealed(one, "a", "y").asked


def test_bids_are_opened_together() -> None:
    """Until the fourth bid nothing is told but that somebody bid; then all bids at once, and the best one pays."""
    table = passed(after(quay(hands={"north": "auction"}), "north: play auction"))
    for text in ("west: bid 1", "north: bid 3", "south: bid 0"):
        verdict = asked(table, text)
        assert ["BidMade"] == named(verdict.facts)
        assert () == verdict.facts[0].coins.closed().items
        table = verdict.after
    last = asked(table, "east: bid 2")
    assert ["BidMade", "BidsOpened", "CoinSpent", "CoinSpent", "CoinSpent", "Scored", "CardDiscarded"] == named(
        last.facts
    )
    assert (2, {}) == (last.after.score["blue"], last.after.bids)


def test_a_bid_is_made_once() -> None:
    """A second bid of the same seat is out of turn."""
    table = passed(after(quay(hands={"north": "auction"}), "north: play auction"))
    assert ["SPEAKER_ASKED"] == codes(asked(after(table, "west: bid 1"), "west: bid 2"))


def test_an_interrupt_comes_out_of_turn_and_can_be_cancelled() -> None:
    """East calms north's gale, south calms the calm: two windows deep, and the gale blows after all."""
    table = quay("ship of east", hands={"north": "gale", "east": "calm", "south": "calm"})
    table = after(table, "north: play gale at harbour", "east: play calm", "south: play calm")
    assert ["Turn", "Playing", "Playing", "Playing"] == [type(frame).__name__ for frame in table.frames]
    table = passed(table)
    assert ("roll", ["calm", "calm"]) == (
        table.window.kind,
        [table.cards[card] for seat in v.SEATS for card in table.discard[seat]],
    )


def test_a_cancelled_card_does_nothing_and_says_why() -> None:
    """Contrast: without the second calm the gale never rolls its die, and the non-event names the rule."""
    table = quay("ship of east", hands={"north": "gale", "east": "calm"})
    table = after(table, "north: play gale at harbour", "east: play calm", "south: pass", "west: pass")
    verdict = asked(table, "north: pass")
    assert ["PlayCancelled", "CardDiscarded", "CardDiscarded"] == named(verdict.facts)
    assert ["harbour.3.7"] == [told.rule for told in verdict.non_events]
    assert "main" == verdict.after.window.kind


def test_a_bid_is_covered_by_the_purse() -> None:
    """A bid may be as high as the purse and not higher; a closed one cannot be judged."""
    table = passed(after(quay(hands={"north": "auction"}, purse=3), "north: play auction"))
    rulings = [asked(table, f"east: bid {coins}").ruling.value for coins in (3, 4)]
    assert ["legal", "illegal"] == rulings
    closed = v.Bid("east", Sealed(("east",)))
    assert ("BID_COVERED",) == judge(HARBOUR, table, closed).missing
