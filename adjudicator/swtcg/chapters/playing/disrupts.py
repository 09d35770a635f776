"""Disrupting: what may be disrupted, and the disrupt itself with what its text adds.

Sources: crf.disrupt.target-as-stated, crf.disrupt.own-cards, rots.disrupt.negates,
rots.disrupt.disrupt-a-disrupt, rots.disrupt.additional-effects-after-resolution.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.playing.limits import BARRED
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing.paying import pay
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AnswerFrame, DeclareFrame, PlayFrame, PopFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import chance_of, walk

_replace = msgspec.structs.replace
DISRUPT_A_DISRUPT = "rots.disrupt.disrupt-a-disrupt"


def target_of(frames: Any, frame: Any) -> PlayFrame | DeclareFrame | None:
    """What a disrupt played in a chance is aimed at: the play, or the attack declared, that opened it."""
    if not isinstance(frame, PopFrame):
        return None
    if not frame.played:
        return frames[-2] if len(frames) > 1 and isinstance(frames[-2], DeclareFrame) else None
    return next((each for each in frames if isinstance(each, PlayFrame) and each.id == frame.played), None)


def check_disrupt(judging: Judging, playable: Playable, frame: Any) -> None:
    """Clauses DISRUPTS_THIS_KIND and MAY_DISRUPT_ITS_OWN."""
    table: Table = judging.table
    target = target_of(table.agenda.frames, frame)
    if target is None or playable.chance != "disrupt":
        return
    said = next((i for i in walk(playable.do) if isinstance(i, w.Disrupt)), None)
    if said is None:
        return
    kind = target.kind
    fits = kind in said.of and _theirs(table, said, target, judging.said.seat)
    answers = fits and chance_of(target.do) == "disrupt"  # it is a disrupt itself, which one could doubt
    if not judging.clause(
        "DISRUPTS_THIS_KIND",
        table.why.disrupt_disrupt_a_disrupt if answers else kind_rule(table, said, kind),
        fits,
        lambda: (("played", kind), ("disrupts", ", ".join(said.of))),
        permits=EXCEPTION if answers else 0,
    ):
        judging.would_be_legal(f"in answer to: {', '.join(said.of)}")
    if said.printed_at_most is not None:
        printed_force = _printed_force(table, target)
        judging.clause(
            "DISRUPTS_ITS_COST",
            kind_rule(table, said, kind),
            printed_force <= said.printed_at_most,
            lambda: (("printed cost", str(printed_force)), ("at most", str(said.printed_at_most))),
        )
    if target.scene.controller == judging.said.seat:
        own = table.edition.own_disrupt
        evidence = lambda: (("played", f"{kind} of its own"),)
        judging.clause("MAY_DISRUPT_ITS_OWN", own.rule, kind in own.value, evidence, permits=EXCEPTION)


def _theirs(table: Table, said: w.Disrupt, target: PlayFrame | DeclareFrame, seat: str) -> bool:
    """Whether what was played is an ability of one of those that the text names."""
    stack = table.stacks.get(target.scene.stack)
    if said.whose is None:
        return True
    return stack is not None and matches(table, said.whose, stack, Scene(controller=seat), anywhere=True)


def _printed_force(table: Table, target: PlayFrame | DeclareFrame) -> int:
    """The Force that is printed as the cost of what was played; an attack has none."""
    if isinstance(target, DeclareFrame):
        return 0
    face = table.face(target.card) if target.card else None
    text = next((a for a in face.abilities if isinstance(a, w.Play)), None) if face is not None else None
    if text is None:
        return target.cost.force
    return text.enhance.cost.force if target.scene.numbers.get("enhance") and text.enhance else text.cost.force


def kind_rule(table: Table, said: w.Disrupt, kind: str) -> str:
    """A disrupt is for what it names; if no document says so, an arrow makes no activated ability of a Battle card."""
    if said.of == ("activated",) and kind == "battle":
        return table.why.activated_battle_card_arrow_not_ability
    return table.why.disrupt_target_as_stated


# --- carrying it out ------------------------------------------------------------------------


def _disrupt(run: Run, frame: ResolveFrame, said: w.Disrupt) -> None:
    """Negate the play whose chance this is; its player may save it where the text lets him pay."""
    position = _position(run)
    if position < 0:
        held = run.table.edition.triggered_disrupts_held
        rule = held.rule if held.value else run.table.why.disrupt_played_immediately
        run.non_event("disrupting it", rule, "what it answers has taken effect")
        return
    target: PlayFrame | DeclareFrame = run.frames[position]
    if target.kind not in said.of or not _theirs(run.table, said, target, frame.scene.controller):
        run.non_event("disrupting it", kind_rule(run.table, said, target.kind), f"it is a play of kind {target.kind}")
        return
    if said.unless_force is not None and _may_be_saved(run, target.scene.controller, said.unless_force):
        run.frames[-1] = _replace(frame, step="saved", todo=(said, *frame.todo))
        run.push(
            AnswerFrame(
                seat=target.scene.controller,
                what=f"pay {said.unless_force} Force to save it",
                rule=run.table.why.disrupt_additional_effects_after_resolution,
            )
        )
        return
    _negate(run, frame, position, said)


def _may_be_saved(run: Run, payer: str, force: int) -> bool:
    """Whether the player of what is to be negated is asked for Force; one who has not so much is not."""
    why = run.table.why
    if not run.applies(why.disrupt_additional_effects_after_resolution):
        return False
    has = run.table.seats[payer].force
    return has >= force or not run.non_event("a payment that saves it", why.force_pay_force, f"it costs {force} Force")


def _saved(run: Run, frame: ResolveFrame) -> None:
    """Its player has said whether he pays."""
    said = frame.todo[0]
    assert isinstance(said, w.Disrupt)
    assert said.unless_force is not None
    frame = _replace(frame, step="start", todo=frame.todo[1:])
    run.frames[-1] = frame
    position = _position(run)
    target: PlayFrame | DeclareFrame = run.frames[position]
    if frame.yes:
        pay(
            run,
            target.scene.controller,
            w.Cost(force=said.unless_force),
            target.scene,
            rule=run.table.why.disrupt_additional_effects_after_resolution,
        )
        return
    _negate(run, frame, position, said)


def _position(run: Run) -> int:
    """Where the play stands that the effect at work answers, its own play aside; -1 if there is none."""
    for position in range(len(run.frames) - 2, -1, -1):
        own = position == len(run.frames) - 2
        if isinstance(run.frames[position], (PlayFrame, DeclareFrame)) and not own:
            return position
    return -1


def _negate(run: Run, frame: ResolveFrame, position: int, said: w.Disrupt) -> None:
    target: PlayFrame | DeclareFrame = run.frames[position]
    fact = f.Disrupted(play=target.id, rule=_negate_rule(target), cause=frame.scene.source)
    if run.applies(fact.rule):
        negated = _replace(target, disrupted=frame.scene.source or "a disrupt")
        run.frames[position] = _replace(negated, away=said.away) if isinstance(negated, PlayFrame) else negated
    uses = []
    if said.bars and target.kind == "activated":
        rule = run.table.why.cards_card_beats_rule
        uses.append(f.UseCounted(key=target.scene.key + BARRED, scope="turn", rule=rule, cause=frame.scene.source))
    run.happen(fact, *uses)


def _negate_rule(target: PlayFrame | DeclareFrame) -> str:
    if isinstance(target, DeclareFrame):
        return "idc.attack.disrupted-attack"
    if target.kind == "mission":
        return "rots.disrupt.glossary"
    if chance_of(target.do) == "disrupt":
        return DISRUPT_A_DISRUPT
    return "rots.disrupt.undisrupted-works" if target.kind == "activated" else "rots.disrupt.negates"


INSTRUCTIONS: dict[type, Any] = {w.Disrupt: _disrupt}
STEPS = {ResolveFrame: {"saved": _saved}}
