"""docs/api.md says what the service does: every reason, every service, every RPC."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.api import generate
from tests.service.descriptors import files

SERVICE = generate.ROOT / "adjudicator" / "service"


def _reasons_of_the_code() -> set[str]:
    """Every reason that the service's own errors can carry."""
    paths = (*sorted(SERVICE.glob("*.py")), *(SERVICE / "web" / name for name in ("safety.py", "views.py")))
    text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    given = set(re.findall(r'"([A-Z]{2,}(?:_[A-Z]+)+|STOPPING|INTERNAL|AMBIGUOUS)"', text))
    given |= {f"{kind.upper()}_NOT_FOUND" for kind in re.findall(r'not_found\(\s*"(\w+)"', text)}
    given |= {f"TOO_MANY_{what.upper()}" for what in re.findall(r'UnderWay\("(\w+)"', text)}
    enums = {value.name for file in files() for enum in file.enum_type for value in enum.value}
    return given - enums


def test_every_reason_is_documented_and_no_other() -> None:
    """A reason without a row, or a row without a reason, misleads whoever handles errors."""
    text = Path(generate.ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    documented = {reason for row in rows for reason in re.findall(r"`([A-Z_]+)`", row)}
    assert _reasons_of_the_code() == documented


def test_every_rpc_is_named() -> None:
    """The table of services has every RPC."""
    text = Path(generate.ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    names = [method.name for file in files() for service in file.service for method in service.method]
    assert [] == [name for name in names if f"`{name}`" not in text]
