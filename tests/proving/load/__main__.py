"""`make load`: many real games over the wire; prints the table, writes build/load.json."""

from __future__ import annotations

import sys

from tests.proving.load.trials import TRIALS
from tests.proving.programme import command

if __name__ == "__main__":
    sys.exit(command("load", TRIALS))
