"""Missions: completed in the build step, played like a Battle card, then discarded.

    counters reach the cost -> turned up ("played") -> disrupt chance -> effect -> discard pile

Sources: rots.mission.complete-and-discard, rots.mission.do-then-discard, rots.mission.completed-to-discard-pile,
crf.costs.battle-mission-played-on-reveal, rots.keywords.enhance. Cost, targets and effect are those of `play`.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import TIMELY
from adjudicator.swtcg.chapters.building.from_hand import check_kind
from adjudicator.swtcg.chapters.building.step import (
    acted,
    enough_counters,
    face_down,
    in_own_step,
    no_draw,
    to_build,
    too_few,
)
from adjudicator.swtcg.chapters.playing import card_texts, manual, play
from adjudicator.swtcg.chapters.playing.enhance import check_enhance
from adjudicator.swtcg.chapters.playing.play_forms import offers
from adjudicator.swtcg.chapters.playing.playable import Playable, battle_playable
from adjudicator.swtcg.chapters.playing.prices import check_cost
from adjudicator.swtcg.chapters.playing.targets import check_targets, only_arena_missing
from adjudicator.swtcg.chapters.playing.timing import check_condition
from adjudicator.swtcg.standing.card_kinds import CAMPAIGN, TRAP, of_kind
from adjudicator.swtcg.standing.measures import measure
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table.declarations import Complete
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import Draw


def mission_playable(table: Table, stack: Stack, seat: str, *, enhance: bool) -> Playable | None:
    """A face-down Mission (or its Enhance, None if it has none) as something to play in the build step."""
    text = card_texts.text_of(table, stack.cards[0], "mission")
    if text is None:
        return None
    return battle_playable(table, stack.cards[0], text, seat, enhance=enhance, mission=True)


def check(judging: Judging, frame: BuildStepFrame | None) -> None:
    """Clauses of completing: when, a Mission with enough counters, then those of playing its text."""
    said: Complete = judging.said
    table: Table = judging.table
    in_battle = table.why.abilities_no_missions_in_battle if table.turn.phase == "battle" else ""
    in_own_step(judging, frame, in_battle or table.why.mission_built_in_build_step)
    stack = face_down(judging, said.stack, table.why.mission_complete_and_discard)
    if stack is None:
        return
    face = table.top(stack)
    evidence = lambda: (("card", face.title),)
    if not check_kind(judging, face, "CARD_IS_MISSION", table.why.build_follows_its_type, ok="mission" in face.types):
        return
    if of_kind(table, face, TRAP):
        judging.clause("CONDITION_MET", table.why.mission_trap_requirements, ok=False, evidence=evidence)
    if judging.overriding:
        judging.clause("MISSION_MAY_BE_COMPLETED", table.why.mission_complete_and_discard, ok=True)
    few = too_few(table, stack)
    enough_counters(judging, stack, cost(table, stack), table.why.mission_complete_and_discard, few, permits=TIMELY)
    playable = mission_playable(table, stack, said.seat, enhance=said.enhance)
    if not check_enhance(judging, face, playable, evidence):
        return
    assert playable is not None
    if only_arena_missing(judging, playable, said):
        return
    manual.check_restrictions(judging, face)
    check_condition(judging, playable)
    check_cost(judging, playable, said.x)
    check_targets(judging, playable, said)


def perform(run: Run) -> None:
    """Turn the Mission up and play it."""
    said: Complete = run.said
    table: Table = run.table
    stack = table.stacks[said.stack]
    playable = mission_playable(table, stack, said.seat, enhance=said.enhance)
    assert playable is not None
    acted(run)
    numbers = {"x": stack.counters} if table.top(stack).cost_x else {}
    for stat in ("counters", "extra counters"):  # its own build counters are gone by the time it takes effect
        numbers[f"this {stat}"] = measure(table, stack, stat)
    scene = play.scene_of(table, playable, said, **numbers)
    if not any(isinstance(each, Draw) for each in walk(playable.do)):
        no_draw(run, "completing a Mission")
    if of_kind(table, table.top(stack), CAMPAIGN):
        playable = playable._replace(rule=table.why.mission_campaign_face_up)
    play.begin(run, playable, scene, said.x, stack.cards[0])


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Completing each Mission that can be, and its Enhance."""
    found: list[Form] = []
    for stack, face in to_build(table, seat):
        if "mission" not in face.types or of_kind(table, face, TRAP) or stack.counters < cost(table, stack):
            continue
        for enhance in (False, True):
            playable = mission_playable(table, stack, seat, enhance=enhance)
            if playable is not None:
                given = (("stack", stack.id), ("enhance", enhance))
                found.extend(offers(game, table, frame, seat, playable, Complete, given))
    return found
