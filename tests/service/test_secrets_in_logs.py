"""What a real process writes to its log, at its most talkative: no token, seed, key, password or card."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.application import Adjudication
from adjudicator.application.access import Role, TokenRoll
from adjudicator.application.stores import is_postgres
from adjudicator_cli.main import main
from adjudicator_client import AdjudicatorClient, Credentials, RefusedError, Seat
from tests.kit import postgres
from tests.kit.processes import ServerProcess
from tests.kit.star_wars import SWTCG, our_decks
from tests.kit.stores import BOTH
from tests.service.tables import HOUR

PASSWORD = "open-sesame"
NONCE = b"a nonce of dark"
MADE_UP = "0123456789abcdef.no-token-of-this-service"


class Breakable:
    """A store that can go away and come back: a PostgreSQL server of the test's own, or a file in a folder."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.server = postgres.PostgresServer() if kind == "postgresql" else None
        self.file = folder / "store" / "games.db"
        self.file.parent.mkdir()
        if self.server is not None:
            self.url = self.server.empty().replace("postgres@", f"postgres:{PASSWORD}@")
            main(["migrate", "--store", self.url])
        else:
            self.url = str(self.file)

    def stop(self) -> None:
        """Nobody needs it any more."""
        if self.server is not None:
            self.server.stop()


@pytest.fixture(params=BOTH)
def breakable(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Breakable]:
    """A store, on each of both."""
    if request.param == "postgresql":
        postgres.server()  # skips where there is none
    found = Breakable(request.param, tmp_path)
    yield found
    found.stop()


def _until(status: int, address: str) -> None:
    """Wait until the service says that it is ready (0) or not (1)."""
    until = time.monotonic() + 30
    while main(["health", "--server", address]) != status:
        assert time.monotonic() < until
        time.sleep(0.1)


def test_nothing_secret_is_logged(breakable: Breakable, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Over good calls, refused ones, a store that goes away, and the end; while it is away the service is not ready."""
    key = tmp_path / "key"
    assert 0 == main(["key", str(key), "--name", "the-house"])
    with Adjudication([SWTCG], breakable.url) as application:
        roll = TokenRoll(application)
        secrets = {role: roll.issue(role, role, HOUR)[1] for role in _ROLES}
    log = tmp_path / "log"
    flags = ("--log-level", "debug", "--access", "tokens", "--signing-key", str(key), "--watch-poll-seconds", "0.1")
    with ServerProcess(breakable.url, *flags, log=log) as service:
        game = _played(service.address, secrets)
        if breakable.server is not None:
            breakable.server.pause()
            _until(1, service.address)
            with pytest.raises(RefusedError), _client(service.address, secrets[Role.HEAD_JUDGE]) as client:
                client.add_note(game, "while it is away")
            breakable.server.resume()
        _until(0, service.address)
    with Adjudication([SWTCG], breakable.url) as application:
        application.get(game)
        held = application._residents.get(game)
        assert held is not None
        seed = held.seed
    text = log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    assert {"serving", "answered", "refused", "stopped"} <= {line["event"] for line in lines}
    assert is_postgres(breakable.url) == ("not_ready" in {line["event"] for line in lines})
    hidden = [PASSWORD, MADE_UP, *secrets.values(), *(each.rsplit(".", 1)[-1] for each in secrets.values())]
    hidden += [form for secret in (seed, NONCE) for form in (secret.hex(), repr(secret), secret.decode("latin-1"))]
    hidden += [
        line for line in key.read_text(encoding="utf-8").splitlines() if len(line) > 10 and "the-house" not in line
    ]
    hidden += [face.name for deck in our_decks() for face in deck]
    assert [] == [each for each in hidden if each in text]


_ROLES = (Role.SCOREKEEPER, Role.ADMINISTRATOR, Role.HEAD_JUDGE)


def _client(address: str, token: str) -> AdjudicatorClient:
    return AdjudicatorClient(address, credentials=Credentials(token))


def _played(address: str, secrets: dict[Role, str]) -> str:
    """A game in which a few things were said, well and badly; its id. The player's token is added to the others."""
    with _client(address, secrets[Role.SCOREKEEPER]) as client:
        seats = [Seat("dark", "Ann", "imperial-hunt", NONCE), Seat("light", "Ben", "rebel-alliance")]
        game = client.open_game("swtcg-2005", seats).game.game
    with _client(address, secrets[Role.ADMINISTRATOR]) as client:
        secrets[Role.PLAYER] = client.issue_token(
            "player", "Ben", lifetime_seconds=60, seat="light", games=[game]
        ).secret
    with _client(address, secrets[Role.PLAYER]) as client:
        client.game(game, viewer="light")
        client.legal(game, seat="light", viewer="light")
        for said in ("light: pass", "light: build luke", f"light: {our_decks()[1][0].name}"):
            with pytest.raises(RefusedError):
                client.game(game, viewer="dark")
            with contextlib.suppress(RefusedError):
                client.submit(game, said, viewer="light")
        client.add_note(game, "a note")
    for wrong in (MADE_UP, "", secrets[Role.PLAYER] + "x"):
        with pytest.raises(RefusedError), _client(address, wrong) as client:
            client.game(game)
    return game
