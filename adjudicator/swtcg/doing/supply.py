"""Subordinates: units that effects take out of a supply; how they go back there is in `units.subordinates`.

A supply has whatever an effect takes from it (ruling.subordinates-and-resources-of-later-sets). What comes out of it
is not deployed (idc.subordinate.not-deployed) and has no build cost (idc.subordinate.no-build-cost).
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.binding import bound
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import SUPPLY, Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import SUBORDINATE, Face

_replace = msgspec.structs.replace


def _generate(run: Run, frame: ResolveFrame, said: w.Generate) -> None:
    """So many of them come into the arena, each a card that was none before."""
    table, scene = run.table, frame.scene
    arena = _arena(table, scene, said)
    facts: list[Any] = []
    if arena in table.arenas:
        face = _face(said, arena, scene.controller)
        card = max(table.cards, default=0) + 1
        facts = [
            f.SubordinateGenerated(
                stack=table.new_id(),
                seat=scene.controller,
                card=card + number,
                zone=arena,
                printed=face,
                rule=run.table.why.reading_subordinates_and_resources_of_later_sets,
                cause=scene.source,
            )
            for number in range(max(0, amount_of(table, said.amount, scene)))
        ]
    found = {**scene.bound, said.into: tuple(fact.stack for fact in facts)}
    run.frames[-1] = _replace(frame, scene=_replace(scene, bound=found))
    run.happen(*facts)


def _arena(table: Table, scene: Scene, said: w.Generate) -> str:
    if said.beside:
        there = [table.stacks[number].zone for number in bound(table, said.beside, scene) if number in table.stacks]
        return there[0] if there else ""
    return scene.arena if said.to == "there" else said.to


def _face(said: w.Generate, arena: str, seat: str) -> Face:
    """The card that is meant; equal ones have the same key."""
    face = Face(
        key="",
        name=said.name,
        side=said.side or seat,
        types=(SUBORDINATE, arena),
        subtypes=said.subtypes,
        speed=said.speed,
        power=said.power,
        health=said.health,
        abilities=said.gives,
    )
    return _replace(face, key=f"{SUPPLY}/{hashlib.sha256(msgspec.json.encode(face)).hexdigest()[:16]}")


INSTRUCTIONS: dict[type, Any] = {w.Generate: _generate}

STEPS: dict[str, Any] = {}
