"""T8 to T10 and T14 to T17 are tests of the suite; here they are rows of the programme."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

from tests.kit.processes import ROOT
from tests.proving.programme import NO_STORE, Found, Run, Trial

MERKLE = "tests/application/test_merkle.py"
FORGED = (
    "tests/application/test_whole_log.py",
    "tests/application/test_narrowing.py",
    "tests/application/test_audit.py",
)
ROLLED = ("tests/application/test_chance.py", "tests/clients/test_dice.py")
HIDDEN = (
    "tests/service/test_secrets.py",
    "tests/service/test_secrets_beside.py",
    "tests/service/test_secrets_in_logs.py",
    "tests/service/test_delay.py",
    "tests/application/test_hiding.py",
)
ALLOWED = ("tests/service/test_authorisation.py",)
WATCHED = ("tests/service/test_restarts.py", "tests/clients/test_upgrade.py")
OLD = ("tests/application/test_survival.py", "tests/application/test_dispute_layout.py")


def _of(paths: tuple[str, ...]) -> Callable[[Run], Found]:
    """Runs tests of the suite, and counts them."""

    def carry_out(run: Run) -> Found:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *paths],
            cwd=ROOT, check=False, capture_output=True, text=True,
        )  # fmt: skip
        counts = {word: int(count) for count, word in re.findall(r"(\d+) (passed|failed|skipped|error)", done.stdout)}
        said = ", ".join(f"{count} {word}" for word, count in counts.items()) or done.stdout[-300:]
        return Found(done.returncode == 0, f"tests: {said}", counts)

    return carry_out


def _trial(test: str, title: str, bar: str, *paths: str) -> Trial:
    return Trial(test, title, bar, _of(paths), 1, 1, "time", NO_STORE)


TRIALS = (
    _trial("T8", "the log forged in every way", "found, and the place named, given a kept head", *FORGED),
    _trial("T9", "our tree against pymerkle", "equal roots, proofs verify, mutated ones fail", MERKLE),
    _trial("T10", "the house's dice computed by a stranger", "equal, fair, no number favoured", *ROLLED),
    _trial("T14", "two games that differ in hidden cards alone", "byte equality, for every RPC", *HIDDEN),
    _trial("T15", "every RPC by every role in every state of a game", "as the table says, no cell untested", *ALLOWED),
    _trial("T16", "logs of every released layout", "same table, same rulings", *OLD),
    _trial("T17", "streams over restarts and upgrades, both stores", "no gap, no duplicate", *WATCHED),
)
