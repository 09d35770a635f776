"""An attack is declared: at once, or where the edition has a chance to disrupt it, once that has passed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold_things import NO_ATTACK
from adjudicator.swtcg.table.frames import AttackFrame
from adjudicator.swtcg.table.frames_battle import DeclareFrame
from adjudicator.swtcg.table.table import Scene, Table

_replace = msgspec.structs.replace


def declare(
    run: Run, declared: f.AttackDeclared, *, paid: Sequence[f.ForcePaid] = (), taps: Sequence[f.Tapped] = ()
) -> None:
    """Pay for an attack, declare it and tap its unit."""
    table: Table = run.table
    if not table.edition.attack.has("declare"):
        run.push(AttackFrame(attack=declared.attack))
        run.happen(*paid, declared, *taps)
        return
    attacker = table.stacks[declared.attacker]
    scene = Scene(controller=attacker.controller, source=table.title(attacker.id), stack=attacker.id)
    run.push(DeclareFrame(scene=scene, declared=declared))
    run.happen(*paid, *taps)


def begin(run: Run, frame: DeclareFrame) -> None:
    """The attack takes place, with all that triggers on it, unless it was disrupted or a unit of it is gone."""
    table: Table = run.table
    run.pop()
    fact = _replace(frame.declared, attack=table.next_id)
    gone = fact.attacker not in table.stacks or fact.defender not in table.stacks
    if frame.disrupted:
        _stays_tapped(run, frame.declared.attacker)
        _no_hits(run, frame.declared)
    if frame.disrupted or gone:
        return
    run.push(AttackFrame(attack=fact.attack))
    run.happen(fact)


def _stays_tapped(run: Run, attacker: int) -> None:
    """A unit whose attack was disrupted has tapped for it all the same."""
    unit = run.table.stacks.get(attacker)
    if unit is None or not unit.tapped:
        return
    rule = run.table.why.disrupt_attacker_stays_tapped
    if not run.non_event(f"untapping {run.table.title(attacker)}", rule, "its attack was disrupted"):
        run.happen(f.Untapped(stacks=(attacker,), rule=run.table.why.disrupt_target_as_stated, cause="disrupted"))


def _no_hits(run: Run, declared: f.AttackDeclared) -> None:
    """A unit whose attack was disrupted has rolled no hits in it (ruling.rolled-no-hits-after-a-disrupted-attack)."""
    if rule := run.table.why.reading_rolled_no_hits_after_a_disrupted_attack:
        attacker, defender = declared.attacker, declared.defender
        run.happen(f.HitsCounted(source=attacker, target=defender, hits=0, rule=rule, cause=NO_ATTACK))
