"""T11 and T12 where Prometheus asks: requests that are none, are half one, or have no end."""

from __future__ import annotations

import random
import socket
from collections import Counter
from collections.abc import Iterator

from tests.kit.processes import Peak, ServerProcess, free_address
from tests.proving.fuzz.malformed import GROWTH_BYTES_MAX, mutated
from tests.proving.fuzz.wire import Connection
from tests.proving.programme import NO_STORE, Found, Run, Trial

SOUND = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain;version=0.0.4\r\n\r\n"
ENDLESS = b"x: " + bytes(4_000_000)
ENDLESS_EVERY = 100
SECONDS = 5.0
ANSWERS = {"200", "400", "405", "closed"}


def _heard(address: str, sent: bytes) -> str:
    """The status that comes back; "closed" if there is none, "nothing" if it is waited for in vain."""
    with Connection(address) as connection:
        found = connection.socket
        found.settimeout(SECONDS)
        try:
            found.sendall(sent)
            found.shutdown(socket.SHUT_WR)
            heard = found.recv(4096)
        except TimeoutError:
            return "nothing"
        except OSError:
            return "closed"
    return heard.split(b" ", 2)[1].decode(errors="replace") if heard.startswith(b"HTTP/1.1 ") else "closed"


def _requests(dice: random.Random, count: int) -> Iterator[bytes]:
    for number in range(count):
        kind = dice.random()
        if number % ENDLESS_EVERY == 0:
            yield SOUND[:-2] + ENDLESS
        elif kind < 0.3:
            yield dice.randbytes(dice.choice((1, 5, 20, 100, 1000))) + b"\r\n\r\n"
        else:
            yield mutated(SOUND, dice) if kind < 0.9 else SOUND


def _scrape(run: Run) -> Found:
    address, log = free_address(), run.folder / "log"
    with ServerProcess(str(run.folder / "games.db"), "--metrics", address, log=log) as server:
        _heard(address, SOUND)
        peak, heard = Peak(server.process.pid), Counter[str]()
        for number, sent in enumerate(_requests(random.Random(run.seed), run.runs), 1):
            heard[_heard(address, sent)] += 1
            run.done(number)
        grown, last = peak.grown(), _heard(address, SOUND)
    told = log.read_text(encoding="utf-8", errors="replace")
    holds = set(heard) <= ANSWERS and last == "200" and not told and grown < GROWTH_BYTES_MAX
    said = ", ".join(f"{what} {count}" for what, count in heard.most_common())
    said += f"; then {last}; memory {grown / 1e6:+.1f} MB at most; {len(told)} letters in the log {told[:500]}"
    return Found(holds, said, {"requests": run.runs, "grown_bytes": grown})


TRIAL = Trial(
    "T11", "nonsense where Prometheus asks, and heads of 4 MB",
    "refused or closed, nothing in the log, less than +20 MB", _scrape, 20_000, 200, "requests", NO_STORE,
)  # fmt: skip
