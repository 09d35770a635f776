"""All facts: the events of `facts_base`, and that the table waits with this agenda."""

from __future__ import annotations

from typing import ClassVar, Union

import msgspec

from adjudicator.kernel.base import Fact
from adjudicator.kernel.windows import Window
from adjudicator.swtcg.table.facts_base import *  # noqa: F403 - this module is the one list of facts
from adjudicator.swtcg.table.facts_base import AnyEvent
from adjudicator.swtcg.table.frames import AnyFrame
from adjudicator.swtcg.table.table import Packet, Trigger


class TableAgenda(msgspec.Struct, frozen=True, gc=False, array_like=True):
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


class AgendaInPassing(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The same where a later one takes its place: all but the pool, whose numbers are given out, is left unread."""

    frames: msgspec.Raw = msgspec.Raw()
    window: msgspec.Raw = msgspec.Raw()
    pool: tuple[Trigger, ...] = ()
    pending: msgspec.Raw = msgspec.Raw()


class AwaitsInPassing(Fact, frozen=True, tag=Awaits.__name__, array_like=True, kw_only=True):
    """`Awaits` as it is read in a log in which the game goes on (kernel.game.Game.passing); never stored."""

    agenda: AgendaInPassing


AnyFact = Union[AnyEvent, Awaits]  # noqa: UP007 - msgspec resolves the alias at run time
