"""Hidden Cost: a face-down unit with enough counters is deployed in any general chance, the rest paid in Force.

By an edition at any time, in a build or retreat step of whomever too (idc.phrase.anytime.when).

Under the consolidated rulings this is a static ability: no disrupt chance, no tax on activated abilities
(crf.keywords.hidden-cost-is-static, crf.keywords.hidden-cost-static-not-affected-by-sidious-d); the rulebook alone
counts it as activated (rots.keywords.hidden-cost-is-activated). Sources: rots.keywords.hidden-cost,
crf.keywords.hidden-cost-when, crf.keywords.hidden-cost-overbuilt-pays-zero, crf.keywords.hidden-cost-stack-top-cost,
ruling.hidden-cost-counters-when-stacking.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.kernel.forms import Form
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION, TIMELY
from adjudicator.swtcg.chapters.building import deploy, deploy_offers
from adjudicator.swtcg.chapters.building.step import no_draw
from adjudicator.swtcg.chapters.playing.playable import ability_price
from adjudicator.swtcg.doing.bringing import DEPLOYMENT, bring
from adjudicator.swtcg.standing import moment
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.rights import OF_A_KIND, admits_hidden_cost
from adjudicator.swtcg.standing.stack_prices import stack_price
from adjudicator.swtcg.standing.type_line import arena_of
from adjudicator.swtcg.standing.values import cost
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.declarations import PayHiddenCost
from adjudicator.swtcg.table.fold_things import IN_BATTLE
from adjudicator.swtcg.table.frames import (
    BattleStepFrame,
    BuildStepFrame,
    PlayFrame,
    PopFrame,
    ResolveFrame,
    RetreatStepFrame,
)
from adjudicator.swtcg.table.table import BUILDING, Scene, Stack, Table
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.language import Activated, Cost, DeployBuilt, Keyword

ADMITTING = (PopFrame, BuildStepFrame, RetreatStepFrame)
"""The procedures in which one edition or another has it used."""


class Due(NamedTuple):
    """The Force to be paid, the rule that sets it if it is not the keyword's own, and how many counters have to be
    there; `surplus` if more lie there than are needed.
    """

    force: int
    departs: str
    counters: int
    surplus: bool = False

    def rule(self, table: Table) -> str:
        """The rule that sets what is paid."""
        return self.departs or table.why.keywords_hidden_cost


def hidden_cost_of(table: Table, stack: Stack) -> int:
    """The X of a face-down card's Hidden Cost (the least, if there are several); 0 if it has none."""
    return _hidden_cost(table.top(stack)) if stack.role == BUILDING and table.known(stack) else 0


@remembered
def _hidden_cost(face: Face) -> int:
    return min((a.x for a in face.abilities if isinstance(a, Keyword) and a.name == "hidden cost"), default=0)


def due(table: Table, stack: Stack, said: PayHiddenCost) -> Due:
    """The rest of the build cost, or of what joining a stack costs; with surplus counters nothing."""
    target = table.stacks.get(said.onto) if said.onto else None
    least = hidden_cost_of(table, stack)
    if target is not None and target.role != BUILDING:
        own = cost(table, stack)
        price = stack_price(table, table.top(stack), target, on_top=not said.beneath, own_cost=own)
        # ruling.hidden-cost-counters-when-stacking: X counters or the reduced cost, whichever is less
        return Due(max(0, price.counters - stack.counters), price.rule, 0)
    whole = cost(table, stack)
    if table.edition.hidden_cost_at_most_cost.value:
        least = min(least, whole)
    rest = whole - stack.counters
    return (
        Due(rest, "", least)
        if rest > 0
        else Due(0, table.why.keywords_hidden_cost_overbuilt_pays_zero, least, surplus=True)
    )


def _activated(table: Table) -> bool:
    return table.edition.hidden_cost_activated.value


def taxed(table: Table, seat: str, force: int) -> int:
    """The Force with what effects add to activated abilities."""
    if not table.index.taxes:
        return force
    return ability_price(table, Activated(do=(), cost=Cost(force=force)), seat)


def force_due(table: Table, said: PayHiddenCost, due_now: Due) -> int:
    """The Force to be paid; what effects add to activated abilities counts where Hidden Cost is one."""
    return taxed(table, said.seat, due_now.force) if _activated(table) else due_now.force


def check(judging: Judging, frame: Any) -> None:
    """Clauses of Hidden Cost: a general chance, such a unit face down, enough counters, the Force for the rest."""
    said: PayHiddenCost = judging.said
    table: Table = judging.table
    why = table.why
    if isinstance(frame, RetreatStepFrame) and not table.edition.hidden_cost_anytime.value:
        judging.leave_off()
    _check_time(judging, frame)
    stack = deploy.check_place(judging, said)
    if stack is None:
        return
    if said.arena:
        deploy.check_arena(judging, table.top(stack))
    has = hidden_cost_of(table, stack)
    title = table.top(stack).title
    if not judging.clause("HAS_HIDDEN_COST", why.keywords_hidden_cost, has > 0, lambda: (("unit", title),)):
        return
    barred = forbidden(table, "UNIT_MAY_BE_DEPLOYED", stack.id, keyword="hidden cost")
    if barred is not None:
        by = lambda: (("by", barred.source),)
        judging.clause("HIDDEN_COST_MAY_BE_USED", barred.rule, ok=False, evidence=by, about=stack.id)
    now = due(table, stack, said)
    if why.abilities_selective and _copies(table.top(stack)) > 1:
        judging.permit("ONE_COPY_IS_CHOSEN", why.abilities_selective, about=stack.id)
    _check_kind(judging, stack, now)
    if stack.counters < now.counters:
        judging.clause(
            "COUNTERS_REACH_HIDDEN_COST",
            why.keywords_hidden_cost_partially_built_only or why.keywords_hidden_cost,
            ok=False,
            evidence=lambda: (("counters", str(stack.counters)), ("hidden cost", str(now.counters))),
            about=stack.id,
        )
        judging.moot(("FORCE_SUFFICES", now.rule(table)))
        return
    if stack.counters < has:
        lower = table.edition.hidden_cost_at_most_cost.rule
        fewer = why.reading_hidden_cost_counters_when_stacking if said.onto else lower
        judging.permit("FEWER_COUNTERS_SUFFICE", fewer, about=stack.id)
    _check_force(judging, now)


def _check_time(judging: Judging, frame: Any) -> None:
    """Clause CHANCE_ADMITS_IT: a general chance; by the edition any time but the chances for something else."""
    table: Table = judging.table
    kind = frame.kind if isinstance(frame, PopFrame) else ""
    ok = admitted(table, frame)
    if ok and kind != "general":
        judging.permit("ANY_TIME", table.edition.hidden_cost_anytime.rule)
    rule = lambda: (
        _amid_an_effect(table, frame) or _timing_rule(table, kind),
        _last_chance(table, judging.said) if kind == "general" else "",
    )
    evidence = lambda: (("chance", kind or "none"),)
    if judging.clause("CHANCE_ADMITS_IT", rule, ok, evidence, permits=TIMELY):
        return
    if table.edition.hidden_cost_anytime.value:
        judging.would_be_legal("in a build step, a retreat step, or a chance that is not for something else")


def admitted(table: Table, frame: Any) -> bool:
    """Whether Hidden Cost may be used where a procedure asks."""
    if isinstance(frame, PopFrame):
        return admits_hidden_cost(table, frame.kind)
    return table.edition.hidden_cost_anytime.value and isinstance(frame, BuildStepFrame | RetreatStepFrame)


def _copies(face: Face) -> int:
    """How many Hidden Costs a card has."""
    return sum(isinstance(each, Keyword) and each.name == "hidden cost" for each in face.abilities)


def _check_kind(judging: Judging, stack: Stack, now: Due) -> None:
    """Whether it counts as an activated ability, which effects may keep from being played, or make dearer."""
    table: Table = judging.table
    rule = table.edition.hidden_cost_activated.rule
    activated = _activated(table)
    code = "ABILITY_MAY_BE_PLAYED" if activated else "NOT_AN_ACTIVATED_ABILITY"
    dearer = taxed(table, judging.said.seat, now.force) != now.force
    spoken_of = dearer or "ABILITY_MAY_BE_PLAYED" in table.index.overrides
    judging.clause(code, rule, ok=True, about=stack.id, permits=EXCEPTION if spoken_of and not activated else 0)


def _check_force(judging: Judging, now: Due) -> None:
    table: Table = judging.table
    said: PayHiddenCost = judging.said
    force, pays = table.seats[said.seat].force, force_due(table, said, now)
    evidence = lambda: (("force", str(force)), ("to be paid", str(pays)))
    judging.clause("FORCE_SUFFICES", (table.why.keywords_hidden_cost, now.departs), pays <= force, evidence)
    if not _activated(table) and taxed(table, said.seat, now.force) != now.force:
        judging.permit("NO_TAX_ON_IT", table.why.keywords_hidden_cost_static_not_affected_by_sidious_d)


def deployed_by_it(table: Table, stack: Stack) -> bool:
    """Whether a unit with Hidden Cost has come into an arena in this battle phase."""
    card, battle = stack.cards[0], table.turn.phase == "battle"
    return battle and (IN_BATTLE, card, stack.zone) in table.happened and _hidden_cost(table.top(stack)) > 0


def not_disrupted(table: Table) -> str:
    """Why what has just been done can't be disrupted: it was a Hidden Cost that is no activated ability; else empty."""
    if _activated(table) or not table.happened or table.happened[-1][0] != IN_BATTLE:
        return ""
    _, card, _ = table.happened[-1]
    face = table.face(card)
    return table.why.keywords_hidden_cost_is_static if face is not None and _hidden_cost(face) else ""


def _amid_an_effect(table: Table, frame: Any) -> str:
    """Why what is static may not be used in the middle of an effect that is being carried out; empty elsewhere."""
    open_now = isinstance(frame, PopFrame | BuildStepFrame | RetreatStepFrame)
    at_work = not open_now and any(isinstance(each, ResolveFrame) for each in table.agenda.frames)
    return table.why.static_used_when_wished if at_work else ""


def _timing_rule(table: Table, kind: str) -> str:
    """What decides on the moment."""
    why = table.why
    anytime = table.edition.hidden_cost_anytime
    if anytime.value and kind not in OF_A_KIND:
        window = table.agenda.window
        between = not kind and window is not None and window.kind == "attack"
        return why.reading_hidden_cost_between_a_chance_and_an_attack if between else anytime.rule
    if not _activated(table):
        return why.keywords_hidden_cost_when
    return why.reading_hidden_cost_and_the_reroll_chance if kind == "reroll" else why.keywords_hidden_cost_timing


def _last_chance(table: Table, said: PayHiddenCost) -> str:
    """What lets a unit come to an arena in the last chance of the battle there; empty at other times and elsewhere."""
    below = [frame for frame in table.agenda.frames if isinstance(frame, BattleStepFrame)]
    if _activated(table) or not below or not below[-1].last_chance or _goes_to(table, said) != below[-1].arena:
        return ""
    return table.why.keywords_hidden_cost_last_deployment_before_next_arena


def _goes_to(table: Table, said: PayHiddenCost) -> str:
    """The arena that the unit would come to; empty if it is none, or if nobody knows."""
    target, stack = table.stacks.get(said.onto), table.stacks.get(said.stack)
    if target is not None:
        return target.zone
    known = stack is not None and not said.stay and table.known(stack)
    return arena_of(table, table.top(stack), said.arena) if stack is not None and known else ""


def back_of(seat: str) -> str:
    """What counters beyond the cost do not bring a player, in words."""
    return f"Force back for {seat}"


def perform(run: Run) -> None:
    """Pay and deploy; where it is an activated ability it is played, with its disrupt chance."""
    said: PayHiddenCost = run.said
    table: Table = run.table
    stack = table.stacks[said.stack]
    now = due(table, stack, said)
    force = force_due(table, said, now)
    moment.said_something(run, anytime=True)
    if _activated(table) or not run.applies(table.why.keywords_hidden_cost_is_static):
        _play(run, said, stack, force, now.rule(table))
        return
    paid = (f.ForcePaid(seat=said.seat, amount=force, rule=now.rule(table), cause="Hidden Cost"),) if force else ()
    back = stack.counters - cost(table, stack) if now.surplus else 0
    if back > 0 and not run.non_event(
        back_of(said.seat),
        table.why.keywords_hidden_cost_overbuilt_pays_zero_consolidated,
        "counters beyond the cost bring nothing back",
    ):
        run.happen(f.ForceGained(seat=said.seat, amount=back, rule=table.why.keywords_hidden_cost, cause="Hidden Cost"))
    deploy.note_its_move(run, said)
    no_draw(run, "deploying a unit")
    bring(run, DEPLOYMENT, stack, deploy.deploying(table, said, said.arena), paid=paid)


def _play(run: Run, said: PayHiddenCost, stack: Stack, force: int, pays: str) -> None:
    """Played like an activated ability: cost (by the rule `pays`), disrupt chance, then the unit is deployed."""
    table: Table = run.table
    number = table.next_id
    rule = table.edition.hidden_cost_activated.rule
    scene = Scene(
        controller=said.seat, source=table.top(stack).title, stack=stack.id, numbers={"play": number}, rule=rule
    )
    do = (DeployBuilt(stack=stack.id, stay=said.stay, onto=said.onto, beneath=said.beneath, arena=said.arena),)
    run.push(PlayFrame(id=number, kind="activated", scene=scene, do=do, cost=Cost(force=force), force_rule=pays))
    ability = f"{stack.id}.hidden cost"
    run.happen(f.AbilityPlayed(seat=said.seat, ability=ability, play=number, rule=rule, cause=scene.source))


def _deployed(run: Run, frame: ResolveFrame, said: DeployBuilt) -> None:
    """The effect of a played Hidden Cost: the unit is deployed as was said."""
    table: Table = run.table
    stack = table.stacks.get(said.stack)
    if stack is None or stack.role != BUILDING:
        return
    as_said = PayHiddenCost(frame.scene.controller, said.stack, said.stay, said.onto, said.beneath, said.arena)
    run.happen(*deploy.deploying(table, as_said, said.arena))


def forms(game: Any, table: Table, frame: Any, seat: str) -> list[Form]:
    """Deploying each unit by Hidden Cost that can be."""
    found: list[Form] = []
    if admitted(table, frame):
        for stack in table.stacks.values():
            if stack.role == BUILDING and stack.controller == seat and hidden_cost_of(table, stack):
                found.extend(deploy_offers.offers(game, table, seat, stack, PayHiddenCost))
    return found


INSTRUCTIONS: dict[type, Any] = {DeployBuilt: _deployed}
