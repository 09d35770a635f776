"""All facts: the events of `facts_base`, and that the table waits with this agenda."""

from __future__ import annotations

from typing import ClassVar, Union

import msgspec

from adjudicator.kernel.values import Fact
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.facts_base import *  # noqa: F403 - this module is the one list of facts
from adjudicator.swtcg.facts_base import AnyEvent
from adjudicator.swtcg.frames import AnyFrame
from adjudicator.swtcg.table import Packet, Trigger


class TableAgenda(msgspec.Struct, frozen=True, array_like=True):
    """The agenda with the types of this game (see kernel.run.Agenda)."""

    frames: tuple[AnyFrame, ...] = ()
    window: Window | None = None
    pool: tuple[Trigger, ...] = ()
    pending: tuple[Packet, ...] = ()


class Awaits(Fact, frozen=True, tag=True, array_like=True, kw_only=True):
    """The table waits, with this agenda: what is at work, who is asked, what still waits."""

    aside: ClassVar[bool] = True
    untold: ClassVar[bool] = True
    agenda: TableAgenda


AnyFact = Union[AnyEvent, Awaits]  # noqa: UP007 - msgspec resolves the alias at run time
