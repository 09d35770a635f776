"""`make faults`: carries out the trials of the fault programme, prints the table, writes build/faults.json."""

from __future__ import annotations

import sys

from tests.proving.faults import kills, repeats, simulation, winners
from tests.proving.programme import command

TRIALS = (kills.TRIAL, winners.TRIAL, repeats.TRIAL, simulation.TRIAL)

if __name__ == "__main__":
    sys.exit(command("faults", TRIALS))
