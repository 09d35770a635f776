"""EditBoard over the wire: a board that is clicked together, as notation and as data."""

from __future__ import annotations

import pytest

from adjudicator.api.v1 import ruling_service_pb2 as pb
from adjudicator_client import AdjudicatorClient, Board, RefusedError
from tests.served import served


def test_a_declaration_leads_to_the_next_board() -> None:
    """The board after it is the next question's; a refused declaration leads nowhere."""
    dark = "dark: force 1\n  character: vader = Darth Vader (J), tapped\n"
    light = "light:\n  character: luke = Luke Skywalker (F)\n"
    board = Board("swtcg-2005", f"turn 4, Character battle; luke to attack\n{dark}{light}")
    with served() as address, AdjudicatorClient(address) as client:
        assert "" == client.judge(board, "light: decline luke").board
        assert "" == client.judge(board, "dark: decline vader", board=True).board
        after = client.judge(board, "light: decline luke", board=True)
        assert "Luke Skywalker (F), tapped" in after.board
        assert after.question == client.show_table(Board("swtcg-2005", after.board), viewer="judge").question


def test_a_board_is_clicked_together() -> None:
    """Each answer is the next question's board; the table is there also while the first line does not fit it."""
    with served() as address, AdjudicatorClient(address) as client:
        luke = pb.BoardEdit(put=pb.PutCard(card="Luke Skywalker (F)", seat="light", zone="character"))
        tapped = pb.BoardEdit(mark=pb.MarkThing(thing="luke", mark="tapped"))
        first = client.edit_board(Board("swtcg-2005", ""), luke)
        assert "" == first.wrong
        assert {"unit", "pilot", "equipment"} <= {each.role for each in first.kinds}
        at = pb.BoardEdit(line=pb.WriteLine(words=first.moments[-1]))
        assert "turn 1, Character battle; luke to attack" == first.moments[-1]
        second = client.edit_board(Board("swtcg-2005", first.notation), at, tapped)
        assert "luke" in second.wrong
        things = [thing for zone in second.table.zones for thing in zone.things]
        assert [("luke", ["tapped"])] == [(each.name, list(each.marks)) for each in things]
        with pytest.raises(RefusedError) as caught:
            client.edit_board(Board("swtcg-2005", second.notation), tapped, pb.BoardEdit())
        assert "FIELD_INVALID" == caught.value.reason
        assert "edits[1]: has no change" in str(caught.value)
        with pytest.raises(RefusedError) as caught:
            client.edit_board(
                Board("swtcg-2005", ""),
                pb.BoardEdit(remove=pb.RemoveThing(seat="light", zone="hand", card="Han Solo (A)")),
            )
        assert "EDIT_REFUSED" == caught.value.reason
        with pytest.raises(RefusedError) as caught:
            client.edit_board(Board("swtcg-2005", "turn 3, dark build stop"))
        assert "NOT_UNDERSTOOD" == caught.value.reason
