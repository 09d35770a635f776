"""Grounds: by its name, the paragraph on which a rule rests at a table (`table.why.battle_speed_order`).

Which there are stands in `why/grounds.toml`; the stub beside this module names them for mypy.
"""

from __future__ import annotations

from collections.abc import Mapping


class Grounds:
    """The grounds of an edition: an attribute each, the id of a paragraph; empty where the edition has no such rule."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        for name, rule in chosen.items():
            setattr(self, name, rule)

    def of_keyword(self, keyword: str, matter: str = "") -> str:
        """What says of a keyword that it is, or has, this. Raises AttributeError if there is no such ground."""
        return str(getattr(self, "_".join(filter(None, ("keywords", *keyword.split(), matter)))))
