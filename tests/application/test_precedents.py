"""Disputes that were altered are found; precedents are found by rule, card and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from adjudicator.application import (
    Adjudication,
    Verified,
)
from adjudicator.application.disputes import (
    AppealDispute,
    DecideDispute,
    Decision,
    Docket,
    Like,
    NoteDispute,
    RuleDispute,
)
from adjudicator.application.store import EnvelopeMapper, NoTranscoder
from tests.kit import behind
from tests.kit.disputed import ANN, FLO, HEAD, NOTHING, disputed
from tests.kit.recorded import application


@pytest.fixture
def app(store: str) -> Iterator[Adjudication]:
    """An application over either store."""
    with application(store) as made:
        yield made


@pytest.mark.parametrize("change", ["edit", "cut", "middle", "game"])
def test_a_changed_dispute_is_found(store: str, change: str) -> None:
    """An edited entry, a cut tail (with a kept head), a missing entry, and a game that is not the one ruled on."""
    with application(store) as app:
        docket = Docket(app)
        game, dispute = disputed(app, docket)
        docket.do(NoteDispute(dispute, "A note.", FLO))
        found = docket.do(RuleDispute(dispute, NOTHING, FLO)).dispute
        assert Verified(0, "", 3, found.head) == docket.verify(dispute, (3, found.head))
        row = "WHERE originator_id = ? AND originator_version = ?"
        if change == "edit":
            behind.put_other_words(store, dispute, 2, b"A note.", b"A hint.")
        elif change in {"cut", "middle"}:
            number = 3 if change == "cut" else 2
            behind.sql(store, f"DELETE FROM stored_events {row}", dispute.replace("-", ""), number)
        if change == "game":
            last = app.envelopes(game)[found.opened.last - 1]
            state = EnvelopeMapper(NoTranscoder()).to_stored_event(msgspec.structs.replace(last, head=b"x" * 32)).state
            behind.sql(
                store, f"UPDATE stored_events SET state = ? {row}", state, game.replace("-", ""), found.opened.last
            )
        verified = docket.verify(dispute, (3, found.head))
        bad = {"edit": 2, "cut": 3, "middle": 2, "game": 1}[change]
        assert (bad, bad - 1) == (verified.bad, verified.last)


@pytest.mark.parametrize(
    ("tagged", "sought", "found"),
    [
        ("Darth Vader (E)", "Darth Vader", True),
        ("Darth Vader", "darth vader (E)", True),
        ("Darth Vader (E)", "Darth Vader (e)", True),
        ("Star Destroyer {BOY/87}", "Star Destroyer", True),
        ("Darth Vader (E)", "Darth Vader (J)", False),
        ("Darth Vader (E)", "Darth", False),
    ],
)
def test_cards_are_met_with_and_without_their_version(app: Adjudication, tagged: str, sought: str, found: bool) -> None:
    """A name without a version means every version of it, on either side; another version is another card."""
    docket = Docket(app)
    _, dispute = disputed(app, docket)
    docket.do(RuleDispute(dispute, Decision("So.", "illegal", cards=(tagged,)), FLO))
    assert ([dispute] if found else []) == [each.dispute.id for each in docket.precedents(Like(cards=(sought,)))]


def test_precedents_by_rule_card_and_words(app: Adjudication) -> None:
    """A ruling is found by a rule it cites, a card and a word of the situation, the best first, with the reason."""
    docket = Docket(app)
    rulings = (
        Decision("No passing out of turn.", "illegal", ("harbour.1.3",), situation="out of turn", cards=("Parrot",)),
        Decision("The gale damages a loaded ship.", "legal", ("harbour.4.1", "harbour.1.3"), situation="gale at sea"),
    )
    ids = []
    for each in rulings:
        _, dispute = disputed(app, docket)
        ids.append(dispute)
        assert [] == [p for p in docket.precedents(Like("turn gale")) if p.dispute.id == dispute]
        docket.do(RuleDispute(dispute, each, FLO))

    def found(like: Like, besides: str = "") -> list[str]:
        return [each.dispute.id for each in docket.precedents(like, besides=besides)]

    assert [ids[0], ids[1]] == found(Like(rules=("harbour.1.3",)))
    assert [ids[1]] == found(Like(rules=("harbour.4.1",)))
    assert [ids[0]] == found(Like(cards=("parrot",)))
    assert [ids[1]] == found(Like("damaging gales"))
    assert [] == found(Like("kraken"))
    assert [ids[1]] == found(Like(rules=("harbour.1.3",)), besides=ids[0])
    assert ("card parrot",) == docket.precedents(Like(cards=("parrot",)))[0].because


def test_a_precedent_is_the_decision_that_stands(app: Adjudication) -> None:
    """After an appeal the overturned ruling is no longer found, the head judge's is."""
    docket = Docket(app)
    _, dispute = disputed(app, docket)
    docket.do(RuleDispute(dispute, Decision("No.", "illegal", ("harbour.1.3",), situation="albatross"), FLO))
    docket.do(AppealDispute(dispute, "Why?", ANN))
    assert 1 == len(docket.precedents(Like("albatross")))
    docket.do(DecideDispute(dispute, False, Decision("Yes.", "legal", ("harbour.2.1",), situation="gull"), HEAD))
    assert [] == docket.precedents(Like("albatross"))
    assert ["Yes."] == [each.decision.answer for each in docket.precedents(Like("gulls"))]


def test_the_whole_log_covers_disputes(store: str) -> None:
    """The tree over the whole log has the entries of disputes as leaves, and a changed one is found by its check."""
    with application(store) as app:
        docket = Docket(app)
        game, dispute = disputed(app, docket)
        docket.do(RuleDispute(dispute, NOTHING, FLO))
        assert app.get(game).last + 2 == app.whole.root().size
        assert 2 == len({app.whole.inclusion(dispute, number).index for number in (1, 2)})
        assert list(app.verify_log())[-1].sound  # type: ignore[union-attr]  # the last item is the finding
        behind.put_other_words(store, dispute, 2, b"Play on.", b"Play in.")
        found: Any = list(app.verify_log())[-1]
        assert (False, dispute, 2) == (found.sound, found.game_id, found.entry)
