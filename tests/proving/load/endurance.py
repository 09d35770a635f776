"""`make endurance`: half an hour of play and the servers' memory; prints the table, writes build/endurance.json."""

from __future__ import annotations

import sys

from tests.proving.load.trials import ENDURING
from tests.proving.programme import command

if __name__ == "__main__":
    sys.exit(command("endurance", ENDURING))
