"""Every case file passes over the API too: a real server, a real client, a game on the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.cases import files, load, run_case
from clients.python import AdjudicatorClient
from tests.api_desk import ApiDesk
from tests.served import served

CASES = Path(__file__).parent / "cases"
ALL = [(path, edition) for path in files([CASES]) for edition in load(path).under]
NAMES = [f"{path.relative_to(CASES).with_suffix('')} under {edition}" for path, edition in ALL]


@pytest.fixture(scope="module")
def client() -> Iterator[AdjudicatorClient]:
    """A client of a running service."""
    with served() as address, AdjudicatorClient(address) as found:
        yield found


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_passes_over_grpc(path: Path, edition: str, client: AdjudicatorClient) -> None:
    """What the API answers is what the case expects of the judge."""
    assert () == run_case(load(path), edition, ApiDesk(client), str(path)).problems
