"""Upkeep: a duty at the start of its controller's build step; one of its costs has to be paid if any can be.

Sources: rots.keywords.upkeep, rots.keywords.upkeep-several-costs, crf.keywords.upkeep-must-pay-if-able,
crf.keywords.upkeep-unpayable-is-ignored, crf.keywords.upkeep-stack-top-only, crf.keywords.upkeep-still-due,
ruling.upkeep-granted-to-a-stack.
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.abilities import Instance, is_upkeep, lasting_number, lent_by, with_key
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.paying import COST_NAMES, card_options, lacking, payment
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import ChooseFrame, DrawFrame, ResolveFrame, UpkeepFrame
from adjudicator.swtcg.table.table import PILOT, Scene, Stack, Table, Trigger, in_build_zone
from adjudicator.swtcg.words.language import Cost, Keyword
from adjudicator.swtcg.words.printed import printed

_replace = msgspec.structs.replace
UPKEEP_OF = "Upkeep of "


def due(run: Run, seat: str) -> list[Trigger]:
    """The Upkeep duties of a player, in the order in which the units came into play."""
    table: Table = run.table
    found: list[Trigger] = []
    for stack in table.stacks.values():
        if stack.controller != seat or not table.known(stack):
            continue
        upkeeps = _upkeeps(run, stack)
        if not upkeeps or _spared(run, stack.id):
            continue
        for instance in upkeeps:
            number = table.new_id()
            scene = Scene(controller=seat, source=table.top(stack).title, stack=stack.id, key=instance.key)
            found.append(Trigger(number, seat, scene, duty="upkeep", rule=_rule(table, stack, instance.key)))
    return found


def _spared(run: Run, number: int) -> bool:
    """Whether a card says that no Upkeep is due for a unit, when the step starts or by the time it would be paid."""
    by = forbidden(run.table, "UPKEEP_DUE", number)
    return by is not None and run.non_event(UPKEEP_OF + run.table.title(number), by.rule, f"spared by {by.source}")


def _upkeeps(run: Run, stack: Stack) -> list[Instance]:
    """The Upkeeps of one stack: of its top card, of what is on it, given by effects; not of covered cards."""
    table: Table = run.table
    found = [each for each in table.index.by_stack.get(stack.id, ()) if is_upkeep(each.ability)]
    pilot = table.edition.pilot_upkeep
    exempt = stack.role == PILOT and bool(found) and not pilot.value
    if exempt and run.non_event(UPKEEP_OF + table.top(stack).title, pilot.rule, "it is piloting"):
        return []
    covers = table.edition.covered_upkeep
    for card in stack.cards[1:]:
        face = table.face(card)
        covered = [ability for ability in face.abilities if is_upkeep(ability)] if face is not None else []
        for number, ability in enumerate(covered):
            assert face is not None
            if covers.value or not run.non_event(UPKEEP_OF + face.title, covers.rule, "it is not the top card"):
                found.append(Instance(f"{stack.id}.c{card}.{number}", ability, stack.id, stack.id, face.title))
    return found


def _rule(table: Table, stack: Stack, key: str) -> str:
    """What decides that it is due: where it is, and that nothing of that avoids it."""
    if stack.role == PILOT:
        return table.edition.pilot_upkeep.rule
    if len(stack.cards) > 1 and not table.edition.covered_upkeep.value and lasting_number(key):
        return table.why.reading_upkeep_granted_to_a_stack
    if len(stack.cards) > 1:
        return table.why.keywords_upkeep_still_due
    if not in_build_zone(stack):
        return table.why.keywords_upkeep
    if lent_by(table, key) is not None:
        return table.why.pilots_build_zone_granted_reserves_upkeep
    if len(printed(table.top(stack), table.edition.book.value)) > 1:  # its other abilities sleep there
        return table.why.keywords_upkeep_persists
    return table.why.keywords_upkeep_paid_in_arena_or_build_zone


def costs_of(table: Table, scene: Scene) -> tuple[Cost, ...]:
    """The alternative costs of the Upkeep that a duty is about; none if its unit no longer has it."""
    made = _meant(table, scene)
    return made.costs if made is not None else ()


def _meant(table: Table, scene: Scene) -> Keyword | None:
    """The Upkeep that a duty is about; None if its unit no longer has it."""
    instance = with_key(table, scene.key)
    if instance is not None and isinstance(instance.ability, Keyword):
        return instance.ability
    stack = table.stacks.get(scene.stack)
    for card in stack.cards[1:] if stack is not None else ():
        face = table.face(card)
        if face is not None and scene.key.startswith(f"{scene.stack}.c{card}."):
            covered = [ability for ability in face.abilities if isinstance(ability, Keyword) and is_upkeep(ability)]
            return covered[int(scene.key.rpartition(".")[2])]
    return None


def upkeep(run: Run, trigger: Trigger) -> None:
    """The duty "upkeep"."""
    run.push(UpkeepFrame(seat=trigger.seat, scene=trigger.scene))


# --- paying it --------------------------------------------------------------------------------


def _start(run: Run, frame: UpkeepFrame) -> None:
    """Which of the costs that can be paid; if none can, the Upkeep is ignored. One that has no cost is carried out."""
    table: Table = run.table
    if frame.scene.stack in table.stacks and _spared(run, frame.scene.stack):
        run.pop()
        return
    made = _meant(table, frame.scene)
    if made is not None and made.do:
        run.pop()
        run.push(ResolveFrame(todo=made.do, scene=_replace(frame.scene, rule=_due(table, frame.scene))))
        return
    costs = costs_of(table, frame.scene)
    payable = tuple(number for number, cost in enumerate(costs) if not lacking(table, frame.seat, cost, frame.scene))
    if not payable:
        run.pop()
        ignored = not costs or run.non_event(
            UPKEEP_OF + frame.scene.source,
            run.table.why.keywords_upkeep_unpayable_is_ignored,
            "none of its costs can be paid",
        )
        if not ignored:
            run.happen(f.StackDiscarded(stack=frame.scene.stack, rule=table.why.keywords_upkeep, cause="Upkeep"))
        return
    for number, cost in enumerate(costs):
        if number not in payable:
            what = f"{UPKEEP_OF}{frame.scene.source} by {in_words(cost)}"
            run.non_event(what, table.why.keywords_upkeep_must_pay_one_payable_cost, "that can't be paid")
    run.push(
        ChooseFrame(
            seat=frame.seat,
            kind="options",
            options=payable,
            least=1,
            most=1,
            what=UPKEEP_OF + frame.scene.source,
            rule=_asked_by(table, frame.scene),
            words=tuple(in_words(costs[number]) for number in payable),
        ),
        then="chosen",
    )


def _due(table: Table, scene: Scene) -> str:
    """What decides that an Upkeep is due; empty if its unit is gone."""
    stack = table.stacks.get(scene.stack)
    return _rule(table, stack, scene.key) if stack is not None else ""


def _asked_by(table: Table, scene: Scene) -> str:
    """Why one of the costs is chosen: that there are several, or that it is due where its unit is now."""
    due = _due(table, scene)
    return table.why.keywords_upkeep_must_pay_one_payable_cost if due in ("", table.why.keywords_upkeep) else due


def _chosen(run: Run, frame: UpkeepFrame) -> None:
    """A cost has been chosen; which card or unit pays it may have to be chosen too."""
    table: Table = run.table
    option = frame.chosen[0]
    cost = costs_of(table, frame.scene)[option]
    run.goto("pay", option=option, chosen=())
    known = len(table.zones.get(f"deck top:{frame.seat}", ()))
    if cost.mill > known and table.zones.get(f"deck:{frame.seat}", ()):
        run.push(DrawFrame(seat=frame.seat, count=cost.mill - known, top=True))
        return
    kind, count = "stacks", 1
    options: tuple[int, ...] = ()
    if cost.discard_cards:
        kind, options, count = "cards", table.zones.get(f"hand:{frame.seat}", ()), cost.discard_cards
    elif cost.out is not None:
        kind, (options, count) = "cards", card_options(table, frame.seat, cost, frame.scene, "out")
    else:
        those = cost.tap_others or cost.discard or cost.counters_on
        options = select(table, those, frame.scene) if those is not None else ()
    if options:
        run.push(
            ChooseFrame(
                seat=frame.seat,
                kind=kind,
                options=options,
                least=count,
                most=count,
                what=in_words(cost),
                rule=table.why.keywords_upkeep_must_pay_one_payable_cost,
            )
        )


def _pay(run: Run, frame: UpkeepFrame) -> None:
    """Pay the chosen cost; a player who can pay must (crf.keywords.upkeep-must-pay-if-able)."""
    table: Table = run.table
    cost = costs_of(table, frame.scene)[frame.option]
    names = ("cost cards",) if cost.discard_cards else ("cost out",) if cost.out else tuple(COST_NAMES.values())
    scene = _replace(frame.scene, source=UPKEEP_OF + frame.scene.source)
    if frame.chosen:
        scene = _replace(scene, bound={**scene.bound, **dict.fromkeys(names, frame.chosen)})
    run.pop()
    same = "keywords.upkeep-must-pay-if-able"
    rule = cite(table, "idc.keywords.upkeep-must-if-able", f"crf.{same}", f"gr.{same}", "rots.keywords.upkeep")
    stack = table.stacks.get(frame.scene.stack)
    if stack is not None and len(_upkeeps(run, stack)) > 1:
        rule = table.why.keywords_upkeep_each_instance or rule
    run.happen(*payment(table, frame.seat, cost, scene, rule=rule))


def in_words(cost: Cost) -> str:
    """A cost in a few words, for the player who chooses."""
    parts = (
        f"{cost.force} Force" if cost.force else "",
        f"{cost.points} build point{'s' * (cost.points > 1)}" if cost.points else "",
        "tap it" if cost.tap else "",
        f"discard {cost.discard_cards} from hand" if cost.discard_cards else "",
        "tap another" if cost.tap_others is not None else "",
        "discard from play" if cost.discard is not None else "",
        f"{cost.counters} damage counter{'s' * (cost.counters > 1)}" if cost.counters_on is not None else "",
        "cards out of the game" if cost.out is not None else "",
        f"{cost.mill} card{'s' * (cost.mill > 1)} off the deck" if cost.mill else "",
    )
    return " and ".join(part for part in parts if part) or "nothing"


STEPS = {UpkeepFrame: {"start": _start, "chosen": _chosen, "pay": _pay}}
DUTIES = {"upkeep": upkeep}
