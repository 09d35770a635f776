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
from adjudicator.swtcg.chapters.playing.chances import open_chance
from adjudicator.swtcg.chapters.playing.limits import BARRED, DISRUPTED
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.doing.bringing import COMPLETION, DEPLOYMENT, brought
from adjudicator.swtcg.standing.moment import DISRUPT
from adjudicator.swtcg.standing.paying import pay
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AnswerFrame, PlayFrame, PopFrame, ResolveFrame
from adjudicator.swtcg.table.frames_battle import BringFrame, DeclareFrame
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import chance_of, walk

_replace = msgspec.structs.replace
DISRUPT_A_DISRUPT = "rots.disrupt.disrupt-a-disrupt"


Disruptable = PlayFrame | DeclareFrame | BringFrame
"""What can be disrupted: something played, an attack declared, a unit being deployed or a card being completed."""


def target_of(frames: Any, frame: Any) -> Disruptable | None:
    """What a disrupt played in a chance is aimed at: that which opened it."""
    if not isinstance(frame, PopFrame):
        return None
    if not frame.played:
        return frames[-2] if len(frames) > 1 and isinstance(frames[-2], (DeclareFrame, BringFrame)) else None
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
    fits = names(said, kind) and _theirs(table, said, target, judging.said.seat)
    answers = fits and chance_of(target.do) == "disrupt"  # it is a disrupt itself, which one could doubt
    chain = (_answers_a_disrupt(table) and table.why.disrupt_chain) or table.why.disrupt_disrupt_a_disrupt
    if not judging.clause(
        "DISRUPTS_THIS_KIND",
        chain if answers else kind_rule(table, said, kind),
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


def _answers_a_disrupt(table: Table) -> bool:
    """Whether what is to be disrupted answers a disrupt itself."""
    plays = [each for each in table.agenda.frames if isinstance(each, PlayFrame)]
    return len([each for each in plays if chance_of(each.do) == "disrupt"]) > 1


def names(said: w.Disrupt, kind: str) -> bool:
    """Whether a disrupt is for a kind of thing; Missions are completed, and so are units that are deployed."""
    return kind in said.of or (COMPLETION in said.of and kind in (DEPLOYMENT, "mission"))


def _theirs(table: Table, said: w.Disrupt, target: Disruptable, seat: str) -> bool:
    """Whether what was played is an ability of one of those that the text names."""
    stack = table.stacks.get(target.scene.stack)
    if said.whose is None:
        return True
    return stack is not None and matches(table, said.whose, stack, Scene(controller=seat), anywhere=True)


def _printed_force(table: Table, target: Disruptable) -> int:
    """The Force that is printed as the cost of what was played; nothing else has any."""
    if not isinstance(target, PlayFrame):
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
    target: Disruptable = run.frames[position]
    if not names(said, target.kind) or not _theirs(run.table, said, target, frame.scene.controller):
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
    target: Disruptable = run.frames[position]
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
        if isinstance(run.frames[position], Disruptable) and not own:
            return position
    return -1


def _negate(run: Run, frame: ResolveFrame, position: int, said: w.Disrupt) -> None:
    target: Disruptable = run.frames[position]
    fact = f.Disrupted(play=target.id, rule=_negate_rule(run.table, target), cause=frame.scene.source)
    if run.applies(fact.rule):
        negated = _replace(target, disrupted=frame.scene.source or "a disrupt")
        run.frames[position] = negated if isinstance(negated, DeclareFrame) else _replace(negated, away=said.away)
    uses = []
    if target.kind == "activated" and run.table.why.disrupt_counts_as_played:
        rule = run.table.why.disrupt_counts_as_played
        uses.append(f.UseCounted(key=target.scene.key + DISRUPTED, scope="turn", rule=rule, cause=frame.scene.source))
    if said.bars and target.kind == "activated":
        rule = run.table.why.cards_card_beats_rule
        uses.append(f.UseCounted(key=target.scene.key + BARRED, scope="turn", rule=rule, cause=frame.scene.source))
    run.happen(fact, *uses)


def _negate_rule(table: Table, target: Disruptable) -> str:
    if isinstance(target, DeclareFrame):
        return "idc.attack.disrupted-attack"
    if isinstance(target, BringFrame):
        return table.why.disrupt_target_as_stated
    if target.kind == "mission":
        return "rots.disrupt.glossary"
    if chance_of(target.do) == "disrupt":
        return DISRUPT_A_DISRUPT
    return "rots.disrupt.undisrupted-works" if target.kind == "activated" else "rots.disrupt.negates"


# --- deployments and completions -------------------------------------------------------------


def negated_by(table: Table, frame: PlayFrame) -> str:
    """The rule by which what was disrupted has no effect; of a disrupt that does more, nor what it does besides."""
    does_more = chance_of(frame.do) == "disrupt" and len(frame.do) > 1
    return (does_more and table.why.disrupt_riders) or table.why.disrupt_negates


def _declare(run: Run, frame: BringFrame) -> None:
    """The chance to disrupt a deployment or completion before it takes place."""
    open_chance(run, DISRUPT, run.table.why.disrupt_played_card_pop, then="declared")


INSTRUCTIONS: dict[type, Any] = {w.Disrupt: _disrupt}
STEPS = {ResolveFrame: {"saved": _saved}, BringFrame: {"declare": _declare, "declared": brought}}
