"""Every case file passes: in process, as a recorded game, and from a log that is read again at every step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.application import Adjudication
from adjudicator.cases import Case, JudgeDesk, files, load, run_case
from adjudicator.swtcg.game import SWTCG
from tests.desks import RecordedDesk

CASES = Path(__file__).parent / "cases"
ALL = [(path, edition) for path in files([CASES]) for edition in load(path).under]
NAMES = [f"{path.relative_to(CASES).with_suffix('')} under {edition}" for path, edition in ALL]


@pytest.fixture(scope="module")
def application() -> Iterator[Adjudication]:
    """One application for all recorded cases, its log in memory."""
    with Adjudication([SWTCG]) as found:
        yield found


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_passes_in_process(path: Path, edition: str) -> None:
    """Asking, declaring and listing agree with each other and with what the case expects."""
    assert () == run_case(load(path), edition, JudgeDesk(), str(path)).problems


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_passes_recorded_and_rebuilt(path: Path, edition: str, application: Adjudication) -> None:
    """The same holds for a game on the log, whose table is rebuilt from the log before every step."""
    desk = RecordedDesk(application, rebuilt=True)
    assert () == run_case(load(path), edition, desk, str(path)).problems


@pytest.mark.parametrize(("path", "edition"), ALL, ids=NAMES)
def test_the_case_lies_where_it_belongs(path: Path, edition: str) -> None:
    """A case lies in the folder of one of its editions, below its chapter, and looks at something."""
    case: Case = load(path)
    parts = path.relative_to(CASES).parts
    assert parts[0] in case.under
    assert len(parts) >= 3, "tests/cases/<edition>/<chapter>/<name>.toml"
    assert case.steps
