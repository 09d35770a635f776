"""Facts of the table: everything that can happen except that the table waits (see `facts`).

They are in the past tense, the smallest units of the game's history, and carry in `rule` the
deciding citation and in `cause` the card or step that brought them about. `looks_back` marks
events whose triggers look at the table as it was before,
`still` those that change nothing a standing check looks at.
"""

from __future__ import annotations

from typing import Union

from adjudicator.swtcg.table.facts_beside import *  # noqa: F403 - as below
from adjudicator.swtcg.table.facts_beside import BesideFact
from adjudicator.swtcg.table.facts_course import *  # noqa: F403 - this module is the one list of events
from adjudicator.swtcg.table.facts_course import CourseFact
from adjudicator.swtcg.table.facts_effects import *  # noqa: F403 - as above
from adjudicator.swtcg.table.facts_effects import EffectFact
from adjudicator.swtcg.table.facts_sides import *  # noqa: F403 - as above
from adjudicator.swtcg.table.facts_sides import SideFact
from adjudicator.swtcg.table.facts_things import *  # noqa: F403 - as above
from adjudicator.swtcg.table.facts_things import ThingFact

AnyEvent = Union[ThingFact, CourseFact, EffectFact, BesideFact, SideFact]  # noqa: UP007 - resolved at run time
"""Everything that can happen."""
