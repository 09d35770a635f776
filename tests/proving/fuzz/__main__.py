"""`make fuzz`: callers who mean harm or speak nonsense; prints the table, writes build/fuzz.json."""

from __future__ import annotations

import sys

from tests.proving.fuzz import malformed, oversize, scraped, slow, web
from tests.proving.programme import command

TRIALS = (*malformed.TRIALS, scraped.TRIAL, *oversize.TRIALS, *slow.TRIALS, *web.TRIALS)

if __name__ == "__main__":
    sys.exit(command("fuzz", TRIALS))
