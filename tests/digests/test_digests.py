"""Random games go as they went before, and tables stored before are the same tables still."""

from __future__ import annotations

import pytest

from tests.digests import EDITIONS, digests_of, kept
from tests.digests.tables import Stored, gone_on
from tests.digests.tables import kept as stored_tables

SAMPLE = range(1, 16)
"""The games that every run of the tests plays again; `make digests` plays all of them."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_go_as_they_went(edition: str) -> None:
    """The same is said and happens, resting on the same rules."""
    before = kept()
    assert {number: before[edition, number] for number in SAMPLE} == {
        number: digests_of(edition, number) for number in SAMPLE
    }


@pytest.mark.parametrize("stored", stored_tables(), ids=lambda stored: stored.name)
def test_a_stored_table_is_the_same_still(stored: Stored) -> None:
    """Whoever decodes the bytes of that day gets a table on which the game goes on as it did."""
    assert stored.course == gone_on(stored.bytes)
