"""The files of the console, if they were built; else one page that says how to build them."""

from __future__ import annotations

import hashlib
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

KINDS = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
ADDRESSES = re.compile(
    r"/(judge|games|board|rules|cards|decks|editions|odds|report|disputes|precedents|statistics)(/[^\x00-\x1f\x7f]*)?\Z",
)
"""Where the page itself is shown, whatever stands behind (the name of a card, too): it finds its screen."""

NAMED_BY_CONTENT = "/assets/"
"""Files below are named after what is in them, and never change."""

NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Adjudicator</title>
<h1>The service is running</h1>
<p>The pages of the judge's console are not in this installation.
Run <code>make web</code> in a checkout (it needs Node), or install a wheel that carries them.</p>
<p>Calls are answered here all the same, for example:</p>
<pre>curl -d '{}' -H 'content-type: application/json' \\
  http://127.0.0.1:8080/adjudicator.api.v1.RulebookService/ListDocuments</pre>
"""


class Page(NamedTuple):
    """A file as it is sent."""

    kind: bytes
    content: bytes
    tag: bytes
    lasts: bool


class Pages:
    """All there are, by path."""

    def __init__(self, folder: Traversable | None = None) -> None:
        folder = files("adjudicator.service.web") / "console" if folder is None else folder
        self._pages: dict[str, Page] = {}
        if folder.is_dir():
            self._take(folder, "/")
        self.built = "/index.html" in self._pages
        self._first = self._pages.get("/index.html", _page("/index.html", NOT_BUILT))
        self._pages["/"] = self._first

    def _take(self, folder: Traversable, path: str) -> None:
        for each in folder.iterdir():
            if each.is_dir():
                self._take(each, f"{path}{each.name}/")
            elif each.name[each.name.rfind(".") :] in KINDS:
                self._pages[path + each.name] = _page(path + each.name, each.read_bytes())

    def at(self, path: str) -> Page | None:
        """What stands at a path; None if nothing does."""
        found = self._pages.get(path)
        return self._first if found is None and self.built and ADDRESSES.match(path) else found


def _page(path: str, content: bytes) -> Page:
    kind = KINDS[path[path.rfind(".") :]]
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    return Page(kind.encode(), content, tag.encode(), path.startswith(NAMED_BY_CONTENT))
