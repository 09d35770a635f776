"""What a browser loads before anything is opened is small, and all of it comes from here."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Iterator

import pytest

from adjudicator.service.web.build import CONSOLE
from tests.kit.pages import needed, unbuilt

JAVASCRIPT_MAX = 110_000
STYLES_MAX = 20_000


@pytest.fixture(autouse=True)
def _built() -> None:
    needed(unbuilt(), os.environ)


def loaded(ending: str) -> Iterator[bytes]:
    """The files of a kind that the first page names, and the modules that these import at once."""
    page = (CONSOLE / "index.html").read_text(encoding="utf-8")
    asked = re.findall(rf'(?:src|href)="/([\w./-]+\.{ending})"', page)
    known = set[str]()
    while asked:
        name = asked.pop()
        if name in known:
            continue
        known.add(name)
        content = (CONSOLE / name).read_bytes()
        yield content
        asked += [f"assets/{each.decode()}" for each in re.findall(rb'(?:from|import)\s*"\./([\w.-]+\.js)"', content)]


@pytest.mark.parametrize(("ending", "most"), [("js", JAVASCRIPT_MAX), ("css", STYLES_MAX)])
def test_the_first_load_is_small(ending: str, most: int) -> None:
    """Compressed, as it may be sent."""
    sizes = [len(gzip.compress(each, 9)) for each in loaded(ending)]
    assert sizes
    assert sum(sizes) <= most


def test_no_file_is_from_elsewhere() -> None:
    """The page names no other host to load from."""
    page = (CONSOLE / "index.html").read_text(encoding="utf-8")
    assert [] == re.findall(r'(?:src|href)="(?!/)[^"]*"', page)
