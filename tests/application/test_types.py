"""Types are worked out before there are threads; else msgspec can crash the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READING = """
import sys
import threading
from adjudicator.application import Adjudication
from adjudicator.swtcg.cards.catalogue import SETS, load_set

Adjudication([]).close()
sys.setswitchinterval(1e-6)
gate = threading.Barrier(8)

def read(code):
    gate.wait()
    load_set(code)

threads = [threading.Thread(target=read, args=(code,)) for code in sorted(SETS)[:8]]
for each in threads:
    each.start()
for each in threads:
    each.join()
"""


def test_the_first_to_read_may_be_several_threads() -> None:
    """Eight threads read card sets for the first time, taking turns as often as can be; nobody crashes."""
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    done = subprocess.run([sys.executable, "-c", READING], cwd=ROOT, env=env, check=False, capture_output=True)
    assert (0, b"") == (done.returncode, done.stderr)
