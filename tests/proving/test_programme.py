"""The programmes of trials, a few of each; `make faults`, `make fuzz` and `make load` carry them out in full."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit import stores
from tests.proving.faults.__main__ import TRIALS as FAULTS
from tests.proving.fuzz.__main__ import TRIALS as FUZZ
from tests.proving.load.trials import TRIALS as LOAD
from tests.proving.programme import Run, Trial

EACH = [
    pytest.param(trial, kind, id=f"{trial.test}-{kind or 'none'}")
    for trial in (*FAULTS, *FUZZ)
    for kind in trial.stores
]
EACH.append(pytest.param(LOAD[0], "sqlite", id="L1-sqlite"))  # the others count whole games


@pytest.mark.parametrize(("trial", "kind"), EACH)
def test_its_bar_holds(trial: Trial, kind: str, tmp_path: Path) -> None:
    """Carried out a few times, the trial finds nothing amiss, be the machine ever so busy."""
    with stores.lent(kind, tmp_path) as store:
        found = trial.carry_out(Run(store, trial.few, 1, tmp_path, lambda _: None))
    assert found.holds or found.late, found.measured
