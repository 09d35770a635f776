"""Who may ask at the door for browsers: names, pages of others, tokens, and what every answer carries."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from adjudicator.application.access import Role, TokenRoll
from adjudicator.service.config import ConfigurationError, configuration
from adjudicator.service.server import PortTakenError
from tests.kit.http import API, asked, called, connected
from tests.kit.http import written as request
from tests.service.certificates import Authority, written
from tests.service.running import Running, running
from tests.service.tables import HOUR

GET = "GameService/GetGame"
LISTING = "GameService/ListGames"
FROM_HERE = ("script", "style", "img", "connect", "worker", "manifest")


async def test_every_answer_is_dressed(door: Running) -> None:
    """Pages, answers and refusals carry the same policy; nothing of the API is kept by a browser."""
    for heard in (
        await asked(door.web, "/", b"", "GET"),
        await called(door.web, "GameService/ListGames"),
        await called(door.web, GET, {"game": "x"}),
        await called(door.web, GET, host="evil.example"),
        await asked(door.web, "/nothing", b"", "GET"),
    ):
        allowed = dict(each.strip().split(" ", 1) for each in heard.headers["content-security-policy"].split(";"))
        assert {"'self'"} == {allowed.pop(f"{each}-src") for each in FROM_HERE}
        assert {
            "default-src": "'none'",
            **dict.fromkeys(("base-uri", "form-action", "frame-ancestors"), "'none'"),
        } == allowed
        assert ("nosniff", "no-referrer") == (heard.headers["x-content-type-options"], heard.headers["referrer-policy"])
        assert "access-control-allow-origin" not in heard.headers
    assert "no-store" == (await called(door.web, "GameService/ListGames")).headers["cache-control"]


async def test_names_and_pages_of_others() -> None:
    """What the operator names is let in; what it asks first is answered. Nobody's word for a name is believed."""
    page = "https://club.example.org"
    async with running(web="127.0.0.1:0", web_hosts="tables.example.org, other:81", web_origins=page) as door:
        for host in (
            "tables.example.org",
            "tables.example.org:444",
            "OTHER:81",
            f"localhost:{door.web.rpartition(':')[2]}",
        ):
            assert 200 == (await called(door.web, "GameService/ListGames", host=host)).status
        assert 403 == (await called(door.web, "GameService/ListGames", host="other:82")).status
        told = {"x_forwarded_host": "other:81", "forwarded": "host=other:81", "x_forwarded_for": "127.0.0.1"}
        assert 403 == (await called(door.web, "GameService/ListGames", host="evil.example", **told)).status
        heard = await called(door.web, "GameService/ListGames", origin=page, sec_fetch_site="cross-site")
        assert (200, page) == (heard.status, heard.headers["access-control-allow-origin"])
        first = await asked(door.web, API + GET, b"", "OPTIONS", origin=page, access_control_request_method="POST")
        assert (204, "GET, POST") == (first.status, first.headers["access-control-allow-methods"])
        assert 200 == (await called(door.web, "GameService/ListGames", origin=f"http://{door.web}")).status
        assert 403 == (await called(door.web, "GameService/ListGames", origin=page + ".evil")).status


async def test_pages_may_be_led_to(door: Running) -> None:
    """A link from anywhere opens the page; calls from anywhere are another thing."""
    heard = await asked(door.web, "/", b"", "GET", sec_fetch_site="cross-site")
    assert (200, "text/html; charset=utf-8") == (heard.status, heard.headers["content-type"])
    again = await asked(door.web, "/", b"", "GET", if_none_match=heard.headers["etag"])
    assert (304, b"") == (again.status, again.body)


async def test_tokens() -> None:
    """The same reasons as gRPC's, as a 401; a role is kept to what it may."""
    async with running(web="127.0.0.1:0", access="tokens") as door:
        _, secret = TokenRoll(door.application).issue(Role.SPECTATOR, "Ana", HOUR)
        listing = "GameService/ListGames"
        heard = await called(door.web, listing)
        assert (401, "TOKEN_MISSING") == (heard.status, heard.reason)
        heard = await called(door.web, listing, authorization="Bearer nonsense")
        assert (401, "TOKEN_REFUSED") == (heard.status, heard.reason)
        assert 200 == (await called(door.web, listing, authorization=f"Bearer {secret}")).status
        heard = await called(door.web, "GameService/OpenGame", authorization=f"Bearer {secret}")
        assert (403, "ROLE_REFUSED") == (heard.status, heard.reason)


async def _status(at: str, tls: ssl.SSLContext) -> int:
    """The status of the page, asked for under TLS."""
    async with connected(at, tls) as line:
        line.writer.write(request(at, "GET", "/", {}, b""))
        return (await line.answer()).status


async def test_tls_and_new_certificates(authority: Authority, tmp_path: Path) -> None:
    """Only who trusts the authority gets through; new files are taken up for new connections."""
    files = written(tmp_path, authority)
    async with running(web="localhost:0", listen="localhost:0", **files) as door:
        at = f"localhost:{door.web.rpartition(':')[2]}"

        async def meets(trusted: Authority) -> bool:
            try:
                return await _status(at, ssl.create_default_context(cadata=trusted.pem.decode())) == 200
            except ssl.SSLError:
                return False

        newer = Authority()
        assert (True, False) == (await meets(authority), await meets(newer))
        certificate, key = newer.issue("localhost")
        (tmp_path / "tls_certificate").write_bytes(certificate)
        (tmp_path / "tls_key").write_bytes(key)
        assert (False, True) == (await meets(authority), await meets(newer))


async def test_mutual_tls(authority: Authority, tmp_path: Path) -> None:
    """With an authority for clients nobody gets in without its certificate."""
    (tmp_path / "clients").write_bytes(authority.pem)
    files = {**written(tmp_path, authority), "tls_client_authority": str(tmp_path / "clients")}
    certificate, key = authority.issue("a frontend")
    (tmp_path / "own").write_bytes(certificate + key)
    async with running(web="localhost:0", listen="localhost:0", **files) as door:
        at = f"localhost:{door.web.rpartition(':')[2]}"
        trusting = ssl.create_default_context(cadata=authority.pem.decode())
        with pytest.raises((ssl.SSLError, ConnectionError, asyncio.IncompleteReadError)):
            await _status(at, trusting)
        trusting.load_cert_chain(tmp_path / "own")
        assert 200 == await _status(at, trusting)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"web": "0.0.0.0:8080"}, "web '0.0.0.0:8080' goes beyond this machine without TLS .* and tokens"),
        ({"web": "nowhere"}, "web 'nowhere' is not HOST:PORT"),
        ({"web": "127.0.0.1:0", "web_origins": "club.example.org"}, "is not an origin"),
        ({"web": "127.0.0.1:0", "views": "here"}, "views 'here' is not HOST:PORT"),
    ],
)
def test_what_is_not_safe_is_refused(given: dict[str, str], says: str) -> None:
    """Beyond this machine the door needs TLS and tokens, as gRPC does; lists are read strictly."""
    with pytest.raises(ConfigurationError, match=says):
        configuration(given, {})


async def test_a_port_that_is_taken() -> None:
    """Is an error that names it, as gRPC's is."""
    async with running(web="127.0.0.1:0") as door:
        with pytest.raises(PortTakenError, match=door.web):
            async with running(web=door.web):
                pass


def test_without_the_option_nothing_is_imported() -> None:
    """Neither to rule nor to serve."""
    seen = (
        "import sys; print(sorted({'connectrpc', 'uvicorn', 'httptools', 'adjudicator.service.web'} & {*sys.modules}))"
    )
    for what in ("adjudicator.service.start", "adjudicator_cli.rule"):
        done = subprocess.run(
            [sys.executable, "-c", f"import {what}; {seen}"], capture_output=True, text=True, check=True
        )
        assert "[]" == done.stdout.strip()
