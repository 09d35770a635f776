"""Reading a log in passing: what a later fact replaces is left unread, and the game is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudicator.application import Adjudication, CorruptLogError
from adjudicator.application.replay import dealt
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold import FOLDS
from adjudicator.swtcg.table.fold_things import NO_ATTACK
from adjudicator.swtcg.table.table import EQUIPMENT
from tests.bench.store import recorded_game
from tests.kit.star_wars import SWTCG, read_board


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


def test_an_agenda_that_does_not_fold_is_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last agenda, which is folded once the whole log was read, is no exception: the entry is named."""
    whole: Any = FOLDS[f.Awaits]
    folded: list[Any] = []

    def counted(table: Any, fact: Any) -> None:
        folded.append(fact)
        if len(folded) == fails_at:
            raise KeyError("no such stack")
        whole(table, fact)

    path, fails_at = str(tmp_path / "log.sqlite"), 0
    with Adjudication([SWTCG], path) as played:
        game_id = recorded_game(played, 3, 40)
        last = played.get(game_id).last
    monkeypatch.setitem(FOLDS, f.Awaits, counted)
    with Adjudication([SWTCG], path) as again:
        again.get(game_id)
    fails_at, folded = len(folded), []
    with Adjudication([SWTCG], path) as broken, pytest.raises(CorruptLogError) as corrupt:
        broken.get(game_id)
    assert last == corrupt.value.entry


def test_what_is_left_unread_is_what_a_later_fact_replaces() -> None:
    """Only the agenda is read in passing; it stands in the union of facts under one name."""
    assert {f.Awaits: f.AwaitsInPassing} == dict(SWTCG.passing)
    assert f.Awaits.__struct_config__.tag == f.AwaitsInPassing.__struct_config__.tag
    assert f.Awaits.__struct_fields__ == f.AwaitsInPassing.__struct_fields__
    assert f.TableAgenda.__struct_fields__ == f.AgendaInPassing.__struct_fields__
    assert f.AwaitsInPassing in FOLDS


def test_folding_looks_at_no_rule_and_at_the_cause_only_where_the_game_says_so(tmp_path: Path) -> None:
    """Without them whole games are folded to the same tables, so reading in passing may leave them out."""
    with Adjudication([SWTCG], str(tmp_path / "log.sqlite")) as played:
        game_id = recorded_game(played, 3)
        contents: list[Any] = [entry.content for entry in played.entries(game_id)]
        left = played.get(game_id).table
    facts = [fact for content in contents for fact in content.facts]
    assert f.AttackDeclared in set(map(type, facts))
    bare = dealt(SWTCG, contents[0], "")
    for fact in facts:
        cause = fact.cause if type(fact) in SWTCG.caused else ""
        SWTCG.fold(bare, msgspec.structs.replace(fact, rule="", cause=cause))
    assert SWTCG.encode(left) == SWTCG.encode(bare)


BOARD = """
turn 4, dark build step
dark: force 3
  character: Darth Vader (T)
light: force 3
  character: Luke Skywalker (F)
"""


def test_each_of_those_kinds_folds_to_another_table_without_its_cause() -> None:
    """A game at random need not have them all: by its cause alone Equipment is known to be off by its player's word."""
    tables = [read_board(BOARD, "swtcg-2022") for _ in range(2)]
    vader, luke = tables[0].stacks
    caused: list[Any] = [
        f.AttackDeclared(attack=9, attacker=vader, defender=luke, mode="", arena="character", cause="Darth Vader (T)"),
        f.Detached(stack=vader, zone="build:dark", role=EQUIPMENT, cause="detach"),
        f.HitsCounted(source=vader, target=luke, hits=0, cause=NO_ATTACK),
    ]
    assert set(SWTCG.caused) == set(map(type, caused))
    for fact in caused:
        for table, each in zip(tables, (fact, msgspec.structs.replace(fact, cause="")), strict=True):
            SWTCG.fold(table, each)
        told, bare = (table.happened for table in tables)
        assert told != bare, type(fact)
        tables[1].happened = told


def test_each_fold_that_names_the_cause_of_its_fact_is_one_of_those() -> None:
    """What no random game shows, the code does."""
    looking = {kind for kind, fold in FOLDS.items() if "cause" in fold.__code__.co_names}
    assert set(SWTCG.caused) == looking
    assert not [kind for kind, fold in FOLDS.items() if "rule" in fold.__code__.co_names]
