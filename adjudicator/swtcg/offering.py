"""What may be said at a moment: which rooms list forms, and what passing means, by the procedure that asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.battle import battle, dice, overkill
from adjudicator.swtcg.chapters.beside import resources
from adjudicator.swtcg.chapters.building import (
    alternative_cost,
    build,
    deploy_offers,
    equipment,
    hidden_cost,
    locations,
    missions,
    moving,
    traps,
)
from adjudicator.swtcg.chapters.playing import chances, manual, plays, triggers
from adjudicator.swtcg.chapters.questions import questions
from adjudicator.swtcg.chapters.setup import choosing_sides, preparing, setup, setup_clauses
from adjudicator.swtcg.chapters.turn import shortcuts
from adjudicator.swtcg.chapters.units import bids, pilots, rearranging, retreat
from adjudicator.swtcg.doing import bidding
from adjudicator.swtcg.standing import drawing
from adjudicator.swtcg.standing.rights import at_any_time
from adjudicator.swtcg.table import frames as fr
from adjudicator.swtcg.table.sides import SidesFrame
from adjudicator.swtcg.table.table import Table

Check = Callable[[Judging, Any], None]
Perform = Callable[[Run], None]
Forms = Callable[[Any, Table, Any, str], list[Form]]

PASSES: dict[type, tuple[Check, Perform]] = {
    SidesFrame: choosing_sides.PASS,
    fr.SetupFrame: (setup_clauses.check_pass, preparing.perform_pass),
    fr.RetreatStepFrame: (retreat.check_pass, retreat.perform_pass),
    fr.ContestFrame: (bids.check_pass, bids.perform_pass),
    fr.BuildStepFrame: (build.check_pass, build.perform_pass),
    fr.PopFrame: (chances.check_pass, chances.perform_pass),
    fr.StagedPopFrame: (chances.check_pass, chances.perform_pass),
    fr.AttackFrame: (overkill.check_pass, overkill.pass_overkill),
}
"""What passing means, by the procedure that asks."""

OFFERED: dict[type, tuple[Forms, ...]] = {
    SidesFrame: (choosing_sides.forms,),
    fr.SetupFrame: (setup.forms,),
    fr.PopFrame: (chances.forms, plays.forms, hidden_cost.forms),
    fr.StagedPopFrame: (chances.forms, plays.forms),
    fr.BattleStepFrame: (battle.forms, plays.forms),
    fr.AttackFrame: (overkill.forms,),
    fr.BuildStepFrame: (
        build.forms,
        deploy_offers.forms,
        moving.forms,
        missions.forms,
        resources.forms,
        locations.forms,
        equipment.forms,
        pilots.forms,
        rearranging.forms,
        plays.forms,
        alternative_cost.forms,
        hidden_cost.forms,
    ),
    fr.RetreatStepFrame: (retreat.forms, hidden_cost.forms, plays.forms_in_retreat_step),
    fr.ContestFrame: (bids.forms,),
    fr.RollFrame: (dice.forms,),
    fr.DrawFrame: (drawing.forms,),
    fr.ChooseFrame: (questions.forms_choose,),
    fr.AnswerFrame: (questions.forms_answer,),
    fr.NameFrame: (questions.forms_name,),
    fr.TriggersFrame: (triggers.forms,),
    fr.ManualFrame: (manual.forms,),
    fr.BidFrame: (bidding.forms,),
}
"""Which rooms list forms, by the procedure that asks."""


def forms(game: Any, table: Table, seat: str | None) -> tuple[Form, ...]:
    """What may be said now, by one seat or by all that are asked, and what may be said unasked."""
    window = table.agenda.window
    if window is None or not table.agenda.frames:
        return ()
    frame = table.agenda.frames[-1]
    found: list[Form] = []
    for asked in window.asked:
        if seat is None or seat == asked:
            for offer in OFFERED.get(type(frame), ()):
                found.extend(offer(game, table, frame, asked))
    for speaker in table.met:
        if seat is None or seat == speaker:
            found.extend(traps.forms(game, table, frame, speaker))
    for speaker in table.seats:
        if seat in (None, speaker) and speaker not in window.asked and at_any_time(table, speaker):
            found.extend(hidden_cost.forms(game, table, frame, speaker))
            found.extend(plays.forms_at_any_time(game, table, frame, speaker))
    if table.edition.shortcuts.value:
        found.extend(shortcuts.forms(game, table, frame, seat))
    return tuple(found)
