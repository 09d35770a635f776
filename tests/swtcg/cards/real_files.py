"""Where the real set files are, if this machine has them. They stay with their owners and are never part of us."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def folder() -> Path | None:
    """The `lackey` folder: below ADJUDICATOR_SHARED, or in a sibling folder `shared` of the checkout."""
    for shared in (os.environ.get("ADJUDICATOR_SHARED"), str(ROOT.parent / "shared")):
        if shared and (lackey := Path(shared) / "cards" / "lackey").is_dir():
            return lackey
    return None


needed = pytest.mark.skipif(
    folder() is None, reason="the real set files are not here; ADJUDICATOR_SHARED may name the folder that has them"
)
