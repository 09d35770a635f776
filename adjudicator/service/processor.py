"""A processor of its own for the service: fewer wakings of idle processors, fewer switches between its threads.

A call crosses three threads (gRPC's two and the loop). Where they may run anywhere, each crossing wakes another
processor; and on one processor, each takes it from the thread that it was waked by. So the process keeps to one
processor, and its threads are scheduled in batches: who is waked runs when the others have nothing left to do.
"""

from __future__ import annotations

import os
import sys

from adjudicator.service.config import ConfigurationError


def keep_to(processor: int | None) -> None:
    """Bind this process, and the threads begun from now on, to a processor; None: leave it where it is.

    Raises ConfigurationError for one that this process may not use, and where a process cannot be bound.
    """
    if processor is None:
        return
    if sys.platform != "linux":
        raise ConfigurationError(f"configuration: processor {processor}: this system cannot bind a process to one")
    allowed = os.sched_getaffinity(0)
    if processor not in allowed:
        raise ConfigurationError(
            f"configuration: processor {processor} is not one that this process may use: "
            f"{', '.join(map(str, sorted(allowed)))}"
        )
    os.sched_setaffinity(0, {processor})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
