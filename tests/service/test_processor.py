"""A service that keeps to one processor."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from adjudicator.service.config import ConfigurationError
from adjudicator.service.processor import keep_to
from tests.kit.processes import ServerProcess

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux binds a process to a processor")


def test_all_its_threads_keep_to_it(tmp_path: Path) -> None:
    """Those of gRPC, of the loop and of the writer; each is scheduled in batches."""
    chosen = max(os.sched_getaffinity(0))
    with ServerProcess(str(tmp_path / "log.sqlite"), "--processor", str(chosen)) as server:
        threads = [int(each.name) for each in Path(f"/proc/{server.process.pid}/task").iterdir()]
        assert len(threads) > 2
        assert {(frozenset({chosen}), os.SCHED_BATCH)} == {
            (frozenset(os.sched_getaffinity(each)), os.sched_getscheduler(each)) for each in threads
        }


def test_one_that_it_may_not_use_is_refused() -> None:
    """The message names those that there are."""
    with pytest.raises(ConfigurationError, match=r"processor 4096 is not one that this process may use: \d+"):
        keep_to(4096)


def test_without_the_option_it_may_run_anywhere() -> None:
    """Nothing is bound unless it is asked for."""
    before = os.sched_getaffinity(0)
    keep_to(None)
    assert before == os.sched_getaffinity(0)
