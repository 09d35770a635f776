"""Subordinates: units that effects take out of a supply; how they go back there is in `units.subordinates`.

Where no supply is brought it has whatever an effect takes from it (ruling.subordinates-and-resources-of-later-sets).
One that was brought with the deck (`Edition.supply`) has the cards that are in it: an effect takes as many as there are
(idc.phrase.search-your-zone.do-what-you-can), and its player says which, where several kinds fit. What comes out of it
is not deployed (idc.subordinate.not-deployed) and has no build cost (idc.subordinate.no-build-cost).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing import versions
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.binding import bound
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.beside import supply
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import SUPPLY, Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.card_names import normal
from adjudicator.swtcg.words.face import SUBORDINATE, Face

_replace = msgspec.structs.replace


def _generate(run: Run, frame: ResolveFrame, said: w.Generate) -> None:
    """So many of them come into the arena, each a card that was none before."""
    table, scene = run.table, frame.scene
    arena = _arena(table, scene, said)
    if table.edition.supply.value and run.applies(table.why.subordinate_as_many_as_there_are):
        _take_from_supply(run, frame, said, arena)
        return
    facts: list[f.SubordinateGenerated] = []
    if arena in table.arenas:
        face = _face(said, arena, scene.controller)
        first = max(table.cards, default=0) + 1
        count = max(0, amount_of(table, said.amount, scene))
        facts = _coming(table, scene, arena, [(card, face) for card in range(first, first + count)])
    found = {**scene.bound, said.into: tuple(fact.stack for fact in facts)}
    run.frames[-1] = _replace(frame, scene=_replace(scene, bound=found))
    run.happen(*facts)


def _coming(table: Table, scene: Scene, arena: str, cards: Iterable[tuple[int, Face]]) -> list[f.SubordinateGenerated]:
    """The facts by which cards come into the arena, each a stack of its own."""
    return [
        f.SubordinateGenerated(
            stack=table.new_id(),
            seat=scene.controller,
            card=card,
            zone=arena,
            printed=face,
            rule=table.why.subordinate_taken,
            cause=scene.source,
        )
        for card, face in cards
    ]


def _take_from_supply(run: Run, frame: ResolveFrame, said: w.Generate, arena: str) -> None:
    """As many of the cards of the supply as are asked for, or as fit; where not all that fit are alike, the player says
    which.
    """
    table, scene = run.table, frame.scene
    wanted = max(0, amount_of(table, said.amount, scene)) if arena in table.arenas else 0
    meant = [card for card in supply(table, scene.controller) if _fits(table, card, said)]
    fitting = [card for card in meant if _may_stand(run, card, arena)]
    number = min(wanted, len(fitting))
    if number < wanted:
        what = f"{wanted - number} of {wanted} Subordinates by {scene.source}"
        run.non_event(what, table.why.subordinate_as_many_as_there_are, f"{len(fitting)} in the supply are so")
    kinds = {table.cards[card].face for card in fitting}
    run.frames[-1] = _replace(frame, step="subordinates", todo=(said, *frame.todo), chosen=tuple(fitting[:number]))
    if number and number < len(fitting) and len(kinds) > 1:
        rule = table.why.subordinate_searched
        run.push(
            ChooseFrame(
                seat=scene.controller,
                kind="cards",
                options=tuple(fitting),
                least=number,
                most=number,
                what="Subordinates",
                rule=rule,
            )
        )


def _may_stand(run: Run, card: int, arena: str) -> bool:
    """Whether a Subordinate may stand in an arena, by the types on its line."""
    face = run.table.face(card)
    if face is None or arena in face.types:
        return face is not None
    rule = run.table.why.subordinate_arenas
    return not run.non_event(f"{face.title} into the {arena} arena", rule, "it is of another type")


def _fits(table: Table, card: int, said: w.Generate) -> bool:
    """Whether a card of the supply has the name and the numbers that are said."""
    face = table.face(card)
    if face is None or not face.costless:
        return False
    numbers = (face.speed, face.power, face.health) == (said.speed, said.power, said.health)
    return numbers and (not said.name or normal(face.name) == normal(said.name))


def _taken(run: Run, frame: ResolveFrame) -> None:
    """The cards that were chosen, or that alone fitted, come into the arena, but for those that join a stack."""
    scene = frame.scene
    frame = _replace(frame, scene=_replace(scene, bound={**scene.bound, versions.TAKEN: frame.chosen}))
    if versions.place(run, frame):
        return
    table, scene, said = run.table, frame.scene, frame.todo[0]
    assert isinstance(said, w.Generate)
    arena = _arena(table, scene, said)
    left = [card for card in frame.chosen if card in supply(table, scene.controller)]
    cards = [(card, face) for card in left if (face := table.face(card)) is not None]
    facts = _coming(table, scene, arena, cards)
    found = {**scene.bound, said.into: tuple(fact.stack for fact in facts)}
    rest = _replace(frame, step="start", todo=frame.todo[1:], chosen=(), scene=_replace(scene, bound=found))
    run.frames[-1] = rest
    rule = table.why.subordinate_not_deployed
    deployed = [
        f.UnitDeployed(stack=fact.stack, zone=arena, rule=fact.rule, cause=fact.cause)
        for fact in (facts if table.listening else ())
        if not run.non_event(f"deployment of {fact.printed.title}", rule, "it is put into play")
    ]
    run.happen(*facts, *deployed)


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

STEPS: dict[str, Any] = {"subordinates": _taken, **versions.STEPS}
