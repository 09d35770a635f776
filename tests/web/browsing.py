"""The console in a real browser: the machine's own, driven by Playwright; what it complains of fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Literal, NamedTuple

from axe_playwright_python.sync_playwright import Axe
from google.protobuf.message import Message
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, ViewportSize, sync_playwright

from tests.kit.pages import needed, unbuilt

API = "/adjudicator.api.v1."
NAMES = ("chromium", "chromium-browser", "google-chrome")
HOST = "judge.test"
"""A name that leads to this machine in our browser alone: over plain http, so no secure context, as on a phone."""

NOT_KEPT = "Service Worker registration blocked by Playwright"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SLOWER = 4
"""How many times slower a phone is than this machine."""

PATIENCE_MILLISECONDS = 20_000
"""What happens soon may take so long on a machine that is busy."""


class Look(NamedTuple):
    """How a person looks at the page."""

    scheme: str
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.scheme}-{self.width}x{self.height}"


LOOKS = tuple(Look(scheme, *size) for scheme in ("light", "dark") for size in ((1280, 800), (360, 740)))
DESK, PHONE = LOOKS[:2]


def browser_path(environment: Mapping[str, str], which: Callable[[str], str | None] = shutil.which) -> str | None:
    """The browser: ADJUDICATOR_BROWSER, or the first of the usual names on the path; None if there is none."""
    return environment.get("ADJUDICATOR_BROWSER") or next((found for name in NAMES if (found := which(name))), None)


def lacking(page: str, path: str | None) -> str:
    """Why there is nothing to test here: the page, or the browser; empty if there is."""
    return page or ("" if path else f"no browser: set ADJUDICATOR_BROWSER, or install one of {', '.join(NAMES)}")


@contextmanager
def browsing() -> Iterator[Browser]:
    """The browser, started."""
    path = browser_path(os.environ)
    needed(lacking(unbuilt(), path), os.environ)
    flags = [f"--host-resolver-rules=MAP {HOST} 127.0.0.1", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        yield browser
        browser.close()


class Console:
    """A page of the console, as one person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"an error nobody caught: {error}"))
        page.on("request", self._asked)

    def open(self, path: str = "/") -> None:
        """Go to an address of the page."""
        self.page.goto(f"http://{self.address}{path}")

    def fits(self) -> None:
        """Nothing is wider than the window."""
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert 0 == self.page.evaluate(wide)

    def accessible(self) -> None:
        """Axe finds nothing against WCAG 2.2 AA in what is shown now, and it fits."""
        self.fits()
        options = {"runOnly": {"type": "tag", "values": WCAG}, "resultTypes": ["violations"]}
        found = Axe().run(self.page, options=options).response["violations"]
        assert [] == [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]

    def answer(self, call: str, message: Message) -> None:
        """From now on this page hears this answer to a call, `Service/Method`, whatever it asks."""

        def told(route: Route) -> None:
            route.fulfill(content_type="application/proto", body=message.SerializeToString())

        self.page.route(f"**{API}{call}**", told)

    def slow(self) -> None:
        """From now on the page runs as slowly as on a phone."""
        told = self.page.context.new_cdp_session(self.page)
        told.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})

    def _heard(self, message: ConsoleMessage) -> None:
        refused = message.text.startswith("Failed to load resource") and API in message.location["url"]
        expected = refused or message.text == NOT_KEPT  # a refusal by the service is an answer
        if message.type in {"error", "warning"} and not expected:
            self.complaints.append(f"{message.type}: {message.text}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((f"http://{self.address}/", "data:", "blob:")):
            self.complaints.append(f"a request to another host: {request.url}")


@contextmanager
def opened(browser: Browser, address: str, look: Look = DESK, *, kept: bool = False) -> Iterator[Console]:
    """A console for one person; at the end the browser has complained of nothing.

    `kept` lets the browser keep the page for when there is no network.
    """
    size: ViewportSize = {"width": look.width, "height": look.height}
    scheme: Literal["dark", "light"] = "dark" if look.scheme == "dark" else "light"
    context = browser.new_context(
        viewport=size,
        color_scheme=scheme,
        reduced_motion="reduce",
        service_workers="allow" if kept else "block",
    )
    context.set_default_timeout(PATIENCE_MILLISECONDS)
    found = Console(context.new_page(), address)
    try:
        yield found
        assert [] == found.complaints
    finally:
        context.close()
