"""Completing a card of the build zone, by what it is: a Resource is laid beside the play area, a Mission is played."""

from __future__ import annotations

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.beside import resources
from adjudicator.swtcg.chapters.building import missions
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import Table


def _of_a_resource(table: Table, number: int) -> bool:
    """Whether what is to be completed is a Resource; a card of a hand is what it would be."""
    if not table.edition.beside.value:
        return False
    stack = table.stacks.get(number)
    card = number if stack is None else stack.cards[0]
    return card in table.cards and resources.is_resource(table, table.face(card))


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """The clauses of completing what is said."""
    resource = _of_a_resource(judging.table, judging.said.stack)
    (resources.check_complete if resource else missions.check)(judging, frame)


def perform(run: Run) -> None:
    """Complete it."""
    resource = _of_a_resource(run.table, run.said.stack)
    (resources.perform_complete if resource else missions.perform)(run)
