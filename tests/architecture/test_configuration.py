"""Every option of the service stands in the configuration reference, and nothing else does."""

from __future__ import annotations

import ast
import re

import pytest

from tests.architecture.sources import ROOT, text, tree

CONFIG = "adjudicator/service/config.py"


def options_of_the_code() -> set[str]:
    """The fields of the configuration's classes, as command-line options."""
    if not (ROOT / CONFIG).exists():
        pytest.skip(f"{CONFIG} is not written yet")
    return {
        "--" + field.target.id.replace("_", "-")
        for node in ast.walk(tree(CONFIG))
        if isinstance(node, ast.ClassDef) and node.name.startswith(("Config", "Settings", "ServiceConfig"))
        for field in node.body
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
    }


def test_the_reference_names_every_option_and_no_other() -> None:
    """A field of the configuration without a row, or a row without a field, is a lie to the operator."""
    rows = re.findall(r"^\| `(--[a-z-]+)[^`]*` \|", text("deploy/README.md"), re.MULTILINE)
    assert options_of_the_code() == set(rows)
