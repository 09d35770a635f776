"""How the door is kept: TLS, certificates of clients, addresses, and how fast anybody may call."""

from __future__ import annotations

from pathlib import Path

import grpc
import msgspec
import pytest

from adjudicator.application.access import Role, TokenRoll
from adjudicator.service.config import Configuration, ConfigurationError, configuration
from adjudicator.service.doorkeeper import Allowance
from adjudicator.service.start import of_all_games
from adjudicator_client import AioAdjudicatorClient, Credentials, RefusedError
from tests.service.certificates import Authority, written
from tests.service.running import QUIET, SOON, running
from tests.service.tables import HOUR


async def test_tls_and_a_token(authority: Authority, tmp_path: Path) -> None:
    """Only who trusts the authority gets through, and his token goes with him."""
    files = written(tmp_path, authority)
    configured = msgspec.structs.replace(QUIET, listen="localhost:0", access="tokens", **files)
    server, application = of_all_games(configured)
    with application:
        _, secret = TokenRoll(application).issue(Role.SPECTATOR, "Ana", HOUR)
        target = f"localhost:{await server.start()}"
        async with AioAdjudicatorClient(target, credentials=Credentials(secret, authority.pem)) as client:
            found = await client.caller()
            assert found is not None
            assert found.name == "Ana"
        for wrong in (Credentials(secret), Credentials(secret, Authority().pem)):
            async with AioAdjudicatorClient(target, credentials=wrong, timeout=SOON) as client:
                with pytest.raises(RefusedError) as caught:
                    await client.caller()
                assert caught.value.code in {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
        await server.stop()


async def test_new_certificates_are_taken_up(authority: Authority, tmp_path: Path) -> None:
    """A file that is exchanged alone changes nothing; once both are, new connections meet the new authority's."""
    files = written(tmp_path, authority)
    server, application = of_all_games(msgspec.structs.replace(QUIET, listen="localhost:0", **files))
    with application:
        target = f"localhost:{await server.start()}"
        newer = Authority()
        certificate, key = newer.issue("localhost")

        async def meets(expected: Authority) -> bool:
            credentials = Credentials("", expected.pem)
            async with AioAdjudicatorClient(target, credentials=credentials, timeout=SOON) as client:
                try:
                    return await client.caller() is None
                except RefusedError:
                    return False

        async with AioAdjudicatorClient(target, credentials=Credentials("", authority.pem)) as before:
            assert await before.caller() is None
            (tmp_path / "tls_certificate").write_bytes(certificate)
            assert (True, False) == (await meets(authority), await meets(newer))
            (tmp_path / "tls_key").write_bytes(key)
            assert (False, True) == (await meets(authority), await meets(newer))
            assert await before.caller() is None
        await server.stop()


async def test_mutual_tls(authority: Authority, tmp_path: Path) -> None:
    """With an authority for clients nobody gets in without its certificate."""
    (tmp_path / "clients").write_bytes(authority.pem)
    files = {**written(tmp_path, authority), "tls_client_authority": str(tmp_path / "clients")}
    server, application = of_all_games(msgspec.structs.replace(QUIET, listen="localhost:0", **files))
    with application:
        target = f"localhost:{await server.start()}"
        certificate, key = authority.issue("a frontend")
        known = Credentials("", authority.pem, certificate, key)
        async with AioAdjudicatorClient(target, credentials=known) as client:
            assert await client.caller() is None
        async with AioAdjudicatorClient(target, credentials=Credentials("", authority.pem), timeout=SOON) as client:
            with pytest.raises(RefusedError):
                await client.caller()
        await server.stop()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"listen": "0.0.0.0:50051"}, "TLS .* and tokens"),
        ({"listen": "[::]:50051", "access": "tokens"}, "without TLS"),
        ({"listen": "tables.example.org:50051", "tls_certificate": "a", "tls_key": "b"}, "without tokens"),
        ({"tls_certificate": "a"}, "belong together"),
        ({"tls_key": "a"}, "belong together"),
        ({"tls_client_authority": "a"}, "needs tls_certificate"),
        ({"access": "maybe"}, "not one of open, tokens"),
        ({"calls_per_second": "-1"}, "calls_per_second"),
    ],
)
def test_what_is_not_safe_is_refused(given: dict[str, str], says: str) -> None:
    """Beyond this machine a service needs TLS and tokens."""
    with pytest.raises(ConfigurationError, match=says):
        configuration(given, {})


@pytest.mark.parametrize(
    "given",
    [
        {"listen": "127.0.0.1:0"},
        {"listen": "[::1]:50051"},
        {"listen": "localhost:50051"},
        {"listen": "0.0.0.0:50051", "exposed": "true"},
        {"listen": "0.0.0.0:50051", "access": "tokens", "tls_certificate": "a", "tls_key": "b"},
    ],
)
def test_what_is_safe_is_not(given: dict[str, str]) -> None:
    """This machine, what somebody answers for, and what has both."""
    assert isinstance(configuration(given, {}), Configuration)


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_certificate_that_is_none(tmp_path: Path, text: str | None) -> None:
    """Is an error at the start that names the option."""
    if text is not None:
        (tmp_path / "tls_key").write_text(text, encoding="utf-8")
    options = {"tls_certificate": str(tmp_path / "none"), "tls_key": str(tmp_path / "tls_key")}
    with pytest.raises(ConfigurationError, match="tls_"):
        of_all_games(msgspec.structs.replace(QUIET, **options))


def test_an_allowance() -> None:
    """Two seconds' calls at once, then so many a second, and never more saved up than that."""
    allowance = Allowance(5.0, 100.0)
    assert [allowance.take(100.0) for _ in range(11)] == [True] * 10 + [False]
    assert [allowance.take(100.4) for _ in range(3)] == [True, True, False]
    assert [allowance.take(500.0) for _ in range(11)] == [True] * 10 + [False]


async def test_who_calls_too_fast_has_to_wait() -> None:
    """RESOURCE_EXHAUSTED with RetryInfo for his token; another's goes on."""
    async with running(access="tokens", calls_per_second=1.0) as service:
        roll = TokenRoll(service.application)
        secrets = [roll.issue(Role.SPECTATOR, name, HOUR)[1] for name in ("Ana", "Ben")]
        ana, ben = (AioAdjudicatorClient(service.address, credentials=Credentials(each)) for each in secrets)
        async with ana, ben:
            assert [await ana.caller() is not None for _ in range(2)] == [True, True]
            with pytest.raises(RefusedError) as caught:
                await ana.caller()
            assert caught.value.reason == "TOO_FAST"
            assert caught.value.code is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert await ben.caller() is not None
