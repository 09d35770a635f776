"""The files of the console at the door for browsers: what is there is served, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from adjudicator.service.web import door as doors
from adjudicator.service.web.pages import Pages
from tests.kit.http import asked
from tests.service.running import Running, running

FILES = {
    "index.html": "<!doctype html><title>the console</title>",
    "assets/index-1.js": "export {}",
    "secret.py": "KEY = 1",
}


@pytest.fixture
async def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Running]:
    """A service whose console is built."""
    for name, text in FILES.items():
        (tmp_path / "console" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "console" / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(doors, "Pages", lambda: Pages(tmp_path / "console"))
    async with running(web="127.0.0.1:0") as found:
        yield found


@pytest.mark.parametrize(
    "path",
    ["/", "/index.html", "/judge", "/games/7f/at/12", "/rules/rots.battle.speed-order", "/cards/Yoda%27s%20Hut%20(A)"],
)
async def test_addresses_of_the_page_show_it(built: Running, path: str) -> None:
    """The page finds its screen by the address, so a link opens whatever it names."""
    heard = await asked(built.web, path, b"", "GET")
    assert (200, FILES["index.html"].encode()) == (heard.status, heard.body)
    assert "no-cache" == heard.headers["cache-control"]


@pytest.mark.parametrize(
    "path", ["/secret.py", "/nothing", "/gamesters", "/assets/", "/assets/../secret.py", "/games/%00", "//etc/passwd"]
)
async def test_other_addresses_show_nothing(built: Running, path: str) -> None:
    """Neither files of a kind that no page needs, nor what is no address of the page."""
    assert 404 == (await asked(built.web, path, b"", "GET")).status


async def test_files_named_by_content_are_kept(built: Running) -> None:
    """They never change; what they are is said, and no browser guesses."""
    heard = await asked(built.web, "/assets/index-1.js", b"", "GET")
    assert (200, "text/javascript; charset=utf-8") == (heard.status, heard.headers["content-type"])
    assert "immutable" in heard.headers["cache-control"]
    assert 405 == (await asked(built.web, "/", b"", "POST")).status


def test_without_the_console_it_says_how_to_build_it(tmp_path: Path) -> None:
    """One page; nothing else is there."""
    pages = Pages(tmp_path / "none")
    first = pages.at("/")
    assert first is not None
    assert b"make web" in first.content
    assert pages.at("/judge") is None
