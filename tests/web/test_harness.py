"""The tests in a browser run wherever they can, and say why where they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.service.config import configuration
from adjudicator.service.web import build
from tests.kit.pages import needed
from tests.web.browsing import browser_path, lacking


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


@pytest.mark.parametrize(("page", "path", "says"), [("not built", "chromium", "not built"), ("", None, "no browser")])
def test_without_page_or_browser_they_are_skipped_but_fail_in_ci(page: str, path: str | None, says: str) -> None:
    """The reason is said either way."""
    with pytest.raises(pytest.skip.Exception, match=says):
        needed(lacking(page, path), {})
    with pytest.raises(pytest.fail.Exception, match=says):
        needed(lacking(page, path), {"CI": "true"})


def test_with_both_they_run() -> None:
    """Nothing is lacking."""
    needed(lacking("", "chromium"), {"CI": "true"})


def test_a_page_that_is_older_than_its_sources_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The built folder says what it was built from."""
    for folder, file in (("web", "page.ts"), ("protos", "x.proto"), ("console", "index.html")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text(file, encoding="utf-8")
    for name, folder in (("ROOT", ""), ("WEB", "web"), ("PROTOS", "protos")):
        monkeypatch.setattr(build, name, tmp_path / folder)
    console = tmp_path / "console"
    assert (True, False) == (build.is_built(console), build.is_current(console))
    (console / build.DIGEST).write_text(build.digest(), encoding="ascii")
    assert build.is_current(console)
    (tmp_path / "web" / "page.ts").write_text("other", encoding="utf-8")
    assert not build.is_current(console)
