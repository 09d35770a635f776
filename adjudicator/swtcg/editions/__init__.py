"""The editions of the Star Wars TCG that can be played and judged, one file each."""

from __future__ import annotations

from adjudicator.swtcg.editions.swtcg_2005 import SWTCG_2005
from adjudicator.swtcg.editions.swtcg_2005_rulebook import SWTCG_2005_RULEBOOK
from adjudicator.swtcg.editions.swtcg_2022 import SWTCG_2022
from adjudicator.swtcg.editions.swtcg_web import SWTCG_WEB
from adjudicator.swtcg.table.edition import Edition

EDITIONS: dict[str, Edition] = {e.id: e for e in (SWTCG_2005, SWTCG_2005_RULEBOOK, SWTCG_WEB, SWTCG_2022)}
"""Every edition by its id, the default first."""

DEFAULT = SWTCG_2005.id
