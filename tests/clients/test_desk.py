"""`adjudicate desk`: the service on this machine, with its page in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.service.web import build
from adjudicator_cli.main import main
from tests.kit.pages import needed, unbuilt

SECONDS = 30


@contextmanager
def desk(folder: Path, *flags: str) -> Iterator[str]:
    """Where the desk shows its page; the browser of this test writes down what it is to open, in the file `opened`."""
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {folder}/opened.part && mv {folder}/opened.part {folder}/opened\n')
    browser.chmod(0o700)
    command = [sys.executable, "-m", "adjudicator_cli.main", "desk", "--listen", "127.0.0.1:0", "--web", "127.0.0.1:0"]
    command += ["--store", f"sqlite:///{folder / 'log.sqlite'}", "--log-level", "error", *flags]
    environment = {**os.environ, "BROWSER": str(browser)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            running.stdout.readline()
            yield running.stdout.readline().removeprefix("pages on ").strip()
        finally:
            running.terminate()


def test_it_opens_the_browser_at_its_page(tmp_path: Path) -> None:
    """With the address that it prints."""
    needed(unbuilt(), os.environ)
    with desk(tmp_path) as address:
        until = time.monotonic() + SECONDS
        while not (tmp_path / "opened").exists() and time.monotonic() < until:
            time.sleep(0.05)
        assert address.startswith("http://127.0.0.1:")
        assert address == (tmp_path / "opened").read_text(encoding="utf-8").strip()


def test_it_opens_none_if_told_so(tmp_path: Path) -> None:
    """Only the address is printed."""
    needed(unbuilt(), os.environ)
    with desk(tmp_path, "--no-browser") as address:
        assert address.startswith("http://127.0.0.1:")
    assert not (tmp_path / "opened").exists()


def test_without_the_page_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It does not start a service that has nothing to show."""
    monkeypatch.setattr(build, "is_built", lambda: False)
    assert 1 == main(["desk", "--no-browser"])
    assert "make web" in capsys.readouterr().err


def test_without_the_extra_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The name of the extra is said."""
    monkeypatch.setattr(build, "is_built", lambda: True)
    monkeypatch.delitem(sys.modules, "adjudicator.service.web.door", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn.config", None)
    assert 1 == main(["desk", "--no-browser", "--store", f"sqlite:///{tmp_path / 'log.sqlite'}"])
    assert "adjudicator[web]" in capsys.readouterr().err
