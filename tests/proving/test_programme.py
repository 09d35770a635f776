"""The programmes of trials, a few of each; `make faults`, `make fuzz` and `make load` carry them out in full."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import msgspec
import pytest

from tests.kit import stores
from tests.proving.faults.__main__ import TRIALS as FAULTS
from tests.proving.fuzz.__main__ import TRIALS as FUZZ
from tests.proving.load.trials import TRIALS as LOAD
from tests.proving.programme import NO_STORE, Found, Row, Run, Trial, command

EACH = [
    pytest.param(trial, kind, id=f"{trial.test}-{kind or 'none'}")
    for trial in (*FAULTS, *FUZZ)
    for kind in trial.stores
]
EACH.append(pytest.param(LOAD[0], "sqlite", id="L1-sqlite"))  # the others count whole games


def test_a_trial_is_bounded_in_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One that takes too long is broken off where it is, and its bar does not hold, whatever it has found so far."""
    monkeypatch.chdir(tmp_path)

    def for_ever(run: Run) -> Found:
        for number in count(1):
            run.done(number)
        return Found(True, "", {})

    trial = Trial("T0", "without an end", "", for_ever, 10, 1, "times", NO_STORE)
    assert command("slow", [trial], ["--minutes", "0.001"]) == 1
    (row,) = msgspec.json.decode((tmp_path / "build" / "slow.json").read_bytes(), type=list[Row])
    assert not row.holds
    assert row.measured.startswith("OUT OF TIME: ")


@pytest.mark.parametrize(("trial", "kind"), EACH)
def test_its_bar_holds(trial: Trial, kind: str, tmp_path: Path) -> None:
    """Carried out a few times, the trial finds nothing amiss, be the machine ever so busy."""
    with stores.lent(kind, tmp_path) as store:
        found = trial.carry_out(Run(store, trial.few, 1, tmp_path, lambda _: None))
    assert found.holds or found.late, found.measured
