"""The tests in a browser run wherever they can, and say why where they cannot."""

from __future__ import annotations

import pytest

from adjudicator.service.config import configuration
from tests.web.browsing import browser_path, lacking, needed


@pytest.mark.parametrize(
    ("environment", "there", "found"),
    [
        ({"ADJUDICATOR_BROWSER": "mine"}, {"chromium": "theirs"}, "mine"),
        ({}, {"chromium-browser": "second", "google-chrome": "third"}, "second"),
        ({}, {}, None),
    ],
)
def test_the_browser_is_the_named_one_or_the_first_on_the_path(
    environment: dict[str, str], there: dict[str, str], found: str | None
) -> None:
    """What the variable names comes first; without any there is none."""
    assert found == browser_path(environment, there.get)


def test_the_variable_is_none_of_the_service() -> None:
    """The service starts with it in its environment."""
    assert configuration({}, {}) == configuration({}, {"ADJUDICATOR_BROWSER": "chromium"})


@pytest.mark.parametrize(("built", "path", "says"), [(False, "chromium", "make web"), (True, None, "no browser")])
def test_without_page_or_browser_they_are_skipped_but_fail_in_ci(built: bool, path: str | None, says: str) -> None:
    """The reason is said either way."""
    with pytest.raises(pytest.skip.Exception, match=says):
        needed(lacking(built, path), {})
    with pytest.raises(pytest.fail.Exception, match=says):
        needed(lacking(built, path), {"CI": "true"})


def test_with_both_they_run() -> None:
    """Nothing is lacking."""
    needed(lacking(built=True, path="chromium"), {"CI": "true"})
