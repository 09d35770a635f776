"""Reading a log in passing: what a later fact replaces is left unread, and the game is the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.application import Adjudication
from adjudicator.swtcg import facts as f
from adjudicator.swtcg.fold import FOLDS
from adjudicator.swtcg.game import SWTCG
from tests.bench.store import recorded_game


@pytest.mark.parametrize("most", [1, 40, 41, 42, 43, 44, 45, 150, 400])
def test_a_game_read_anew_is_the_game_that_was_played(tmp_path: Path, most: int) -> None:
    """Wherever the log ends, with an entry that holds something private or not, the table is the one that was left."""
    path = str(tmp_path / "log.sqlite")
    with Adjudication([SWTCG], path) as played:
        game_id = recorded_game(played, 3, most)
        left = played.get(game_id)
    with Adjudication([SWTCG], path) as again:
        read = again.get(game_id)
        assert SWTCG.encode(left.table) == SWTCG.encode(read.table)
        assert (left.last, left.revision, left.head, left.nonces) == (read.last, read.revision, read.head, read.nonces)


def test_what_is_left_unread_is_what_a_later_fact_replaces() -> None:
    """Only the agenda is read in passing; it stands in the union of facts under one name."""
    assert {f.Awaits: f.AwaitsInPassing} == dict(SWTCG.passing)
    assert f.Awaits.__struct_config__.tag == f.AwaitsInPassing.__struct_config__.tag
    assert f.Awaits.__struct_fields__ == f.AwaitsInPassing.__struct_fields__
    assert f.TableAgenda.__struct_fields__ == f.AgendaInPassing.__struct_fields__
    assert f.AwaitsInPassing in FOLDS
