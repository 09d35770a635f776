"""Whether the pages of the console are built as their sources have them, for the tests that need them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.service.web import folder
from adjudicator.service.web.build import is_built, is_current


def unbuilt() -> str:
    """Why the page is not here as its sources have it; empty if it is."""
    if not is_built():
        return "the page is not built: make web"
    return "" if is_current() else "the page is older than its sources: make web"


def lacking_folder() -> str:
    """Why the page without a server is not here as its sources have it; empty if it is."""
    if not folder.is_built():
        return "the page without a server is not built: make page"
    return "" if folder.is_current() else "the page without a server is older than its sources: make page"


def needed(why: str, environment: Mapping[str, str]) -> None:
    """Skip the test for a reason, but fail it where CI=true: there it has to run."""
    if why and environment.get("CI") == "true":
        pytest.fail(why, pytrace=False)
    if why:
        pytest.skip(why)
