"""Builds the pages of the console when a wheel or an archive of the sources is made and they are not there yet."""

from __future__ import annotations

import shutil
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(__file__).rpartition("hatch_build.py")[0])
from adjudicator.service.web.build import NoNodeError, build, is_built


class PagesHook(BuildHookInterface[Any]):
    """Runs npm where it has to; an editable install has no need of pages."""

    def dependencies(self) -> list[str]:
        """What reads the protos, if there is something to build."""
        return [] if is_built() or shutil.which("npm") is None else ["grpcio-tools==1.85.0"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Before anything is packed."""
        if version == "editable" or is_built():
            return
        try:
            build(checked=False)
        except NoNodeError as error:
            self.app.abort(
                f"{error}; or build without them: set HATCH_BUILD_NO_HOOKS=true. An archive of the sources that was "
                "made with them, and a wheel, need no Node."
            )
