"""The page without a server rules as the service does: case files in its own folder, under Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import groupby
from pathlib import Path

import pytest

from adjudicator.cases import files, load
from adjudicator.service.web.folder import FOLDER
from tests.chapters import CASES
from tests.kit.pages import lacking_folder, needed

CHUNKS = 2
"""So many processes, each of which loads the service."""


def asked(*, everything: bool) -> list[Path]:
    """One case file a chapter, or all."""
    every, chapter = list(files([CASES])), slice(len(CASES.parts) + 2)
    return every if everything else [next(some) for _, some in groupby(every, lambda path: path.parts[chapter])]


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_cases_hold_in_the_page_without_a_server(chunk: int, request: pytest.FixtureRequest) -> None:
    """The same rulings, citations and values: each case holds under each of its editions."""
    needed(lacking_folder(), os.environ)
    node = shutil.which("node")
    assert node, "the folder was built with it"
    some = asked(everything=request.config.getoption("--all-ways"))[chunk::CHUNKS]
    names = [str(each.relative_to(CASES)) for each in some]
    script = Path(__file__).with_name("alone.mjs")
    done = subprocess.run([node, script, FOLDER, CASES, *names], capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stderr[-2000:]
    assert {"held": sum(len(load(each).under) for each in some), "failed": []} == json.loads(done.stdout)
