"""The page without a server, from any web host: it loads, rules without a network, and an address opens it again."""

from __future__ import annotations

import html
import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from adjudicator.service.web.folder import FOLDER
from adjudicator.service.web.safety import POLICY
from tests.kit.pages import lacking_folder, needed
from tests.web.browsing import Console, opened

INDEX = FOLDER / "index.html"
DOWNLOAD_MAX = 13_000_000
PATIENT = 120_000
"""Loading may take so long on a machine that is busy, in milliseconds."""


class Host(SimpleHTTPRequestHandler):
    """As `python -m http.server` serves a folder; it counts what it has sent, and says nothing."""

    sent = 0

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        """Send a file."""
        content = source.read()
        Host.sent += len(content)
        outputfile.write(content)


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    """Where the folder is served, below an address of its own."""
    needed(lacking_folder(), os.environ)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=FOLDER.parent)) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def page(browser: Browser, host: str) -> Iterator[Console]:
    """The page, opened and ready to rule."""
    with opened(browser, host, kept=True) as found:
        Host.sent = 0
        found.open(f"/{FOLDER.name}/")
        expect(found.page.get_by_text("The service runs in this page")).to_be_visible(timeout=PATIENT)
        yield found


def ask(console: Console, said: str) -> None:
    """Type a declaration and have it ruled on."""
    console.page.get_by_label("What is said").fill(said)
    console.page.get_by_role("button", name="Rule on it").click()


def test_it_rules_without_a_network_and_opens_again(page: Console) -> None:
    """First ruling, one more with the network off, and the address restores the screen whole."""
    ask(page, "light: attack vader with obi")
    expect(page.page.get_by_role("heading", name="Illegal")).to_be_visible()
    assert Host.sent <= DOWNLOAD_MAX
    before = page.page.url
    page.page.context.set_offline(True)
    ask(page, "light: attack vader with luke")
    expect(page.page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()
    page.page.wait_for_url(lambda address: address != before)
    page.page.wait_for_function("async () => (await (await caches.open('adjudicator')).keys()).length > 8")
    page.page.reload()
    expect(page.page.get_by_label("What is said")).to_have_value("light: attack vader with luke")
    expect(page.page.get_by_text("Luke Skywalker").first).to_be_visible(timeout=PATIENT)


def test_screens_have_addresses_that_any_host_serves(page: Console) -> None:
    """A screen is opened by its link, and by its address anew."""
    page.page.get_by_role("link", name="Rulebook").click()
    page.page.get_by_role("searchbox").first.fill("retreat")
    expect(page.page.get_by_role("link", name="rots.").first).to_be_visible()
    address = page.page.url
    assert "?at=/rules" in address
    page.page.goto("about:blank")
    page.page.goto(address)
    expect(page.page.get_by_role("link", name="rots.").first).to_be_visible(timeout=PATIENT)


def test_every_screen_works_here(page: Console) -> None:
    """Each is opened from the navigation, and none needs a server."""
    screens = page.page.get_by_role("navigation", name="Screens").get_by_role("link")
    names = screens.all_inner_texts()
    assert len(names) > 5
    for name in names:
        screens.filter(has_text=re.compile(f"^{name}$")).click()
        expect(page.page).to_have_title(re.compile(f"^{re.escape(name)} "))
        expect(page.page.get_by_role("main").get_by_role("heading").first).to_be_visible()
        page.page.wait_for_function("() => !document.querySelector('main [aria-busy=true]')")
        expect(page.page.get_by_text("nothing is stored here:")).to_have_count(0)
    expect(page.page.get_by_role("button", name="Access")).to_have_count(0)


def test_its_policy_is_that_of_the_door() -> None:
    """What the door's answers carry, as far as a page can say it of itself; machine code besides."""
    needed(lacking_folder(), os.environ)
    (said,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', INDEX.read_text(encoding="utf-8"))
    door = POLICY.replace("; frame-ancestors 'none'", "")
    assert door.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'") == html.unescape(said)


def test_it_is_accessible(page: Console) -> None:
    """With the line that says what it is."""
    page.accessible()


def test_a_service_that_does_not_come_is_told(browser: Browser, host: str) -> None:
    """In words, and the page stays."""
    with opened(browser, host) as found:
        found.page.context.route("**/service.zip", lambda route: route.fulfill(status=404))
        found.open(f"/{FOLDER.name}/")
        expect(found.page.get_by_text("The service could not be started in this page")).to_be_visible()
        assert [] == [each for each in found.complaints if "404" not in each]
        found.complaints.clear()
