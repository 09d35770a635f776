"""`make faults`: carries out the trials of the fault programme, prints the table, writes build/faults.json."""

from __future__ import annotations

import sys

from tests.proving.faults import clocks, full_disk, in_the_suite, kills, repeats, simulation, torn, winners
from tests.proving.programme import command

TRIALS = (
    kills.TRIAL, full_disk.TRIAL, torn.TRIAL, winners.TRIAL, repeats.TRIAL, clocks.TRIAL, simulation.TRIAL,
)  # fmt: skip

if __name__ == "__main__":
    sys.exit(command("faults", (*TRIALS, *in_the_suite.TRIALS)))
