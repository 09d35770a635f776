"""What the tests of the books share: the books, and the operator's texts where somebody has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from adjudicator.citations import Books, load

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def books() -> Books:
    """The books of the project, without texts."""
    return load()


@pytest.fixture(scope="session")
def texts() -> Path:
    """A folder with the real texts of the rulebooks, which the project does not carry."""
    shared = Path(os.environ.get("ADJUDICATOR_SHARED", ROOT.parent / "shared"))
    folder = shared / "rulebooks"
    if not (folder / "swtcg-rots-2005.txt").is_file():
        pytest.skip("needs the texts of the rulebooks: set ADJUDICATOR_SHARED to the folder that holds rulebooks/")
    return folder
