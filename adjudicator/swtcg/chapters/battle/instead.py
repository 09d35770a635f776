"""Instead of attacking: what it means that a unit used an ability when it would have attacked.

Sources: crf.activated.would-attack-not-attack, crf.activated.would-attack-no-attack-triggers,
rots.chances.would-attack-instead-of-attacking, ruling.would-attack-ability-that-does-not-tap.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.chapters.playing.ability_clauses import find
from adjudicator.swtcg.chapters.playing.limits import WOULD
from adjudicator.swtcg.standing.abilities import awaited
from adjudicator.swtcg.standing.reach import ATTACK_TRIGGERS
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import PlayFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import AttackWith


def uses_of_attacking(run: Run, frame: PlayFrame) -> list[f.UseCounted]:
    """The uses to note of an ability that was played when its unit would attack; none for anything else.

    It is no attack. The unit may come up again while it is untapped, if the edition says so.
    """
    table: Table = run.table
    found = find(table, frame.scene.key)
    if found is None or "would attack" not in getattr(found[0].ability, "only", ""):
        return []
    if table.turn.phase != "battle":
        return []
    instance, stack = found
    rule = table.why.activated_would_attack_not_attack
    _no_attack(run, frame, instance.stack)
    again = table.edition.attack_after_ability
    uses = [f.UseCounted(key=frame.scene.key + WOULD, scope="turn", rule=rule, cause=frame.scene.source)]
    if not again.value:
        uses.append(f.UseCounted(key=f"went:{stack.id}", scope="turn", rule=again.rule, cause=frame.scene.source))
    return uses


def _no_attack(run: Run, frame: PlayFrame, unit: int) -> None:
    """Note that the unit did not attack, and what therefore did not trigger; an ability may say that it attacks."""
    if any(isinstance(i, AttackWith) for i in walk(frame.do)):
        return
    table: Table = run.table
    run.non_event(
        "an attack",
        table.why.activated_instead_of_attack_is_no_attack,
        "the unit used an ability instead of attacking",
        aside=True,
    )
    if any(event.kind == "attacks" for event in awaited(table.index.by_stack.get(unit, ()))):
        run.non_event(ATTACK_TRIGGERS, table.why.activated_would_attack_no_attack_triggers, "it does not attack")
