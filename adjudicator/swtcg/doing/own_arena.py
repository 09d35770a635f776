"""The arena of its own that a card goes to: of several that as which the effect speaks of it, else the chosen one.

Sources: idc.cards.multi-arena-put-into-its-arena, idc.cards.multi-arena-treated-as-named-type. An effect that names
none of them leaves the arena to its controller. Editions without `types_by_arena` take the first type on the line.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.card_selectors import select_cards
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.standing.selectors import CARD, select
from adjudicator.swtcg.standing.traits import face_of
from adjudicator.swtcg.standing.type_line import arena_of, arenas_of
from adjudicator.swtcg.table.frames import ChooseFrame, ResolveFrame
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import UNIT_TYPES, Face

_replace = msgspec.structs.replace


def spoken_of(table: Table, said: w.Choose, scene: Scene) -> Scene:
    """The scene with the arena that the words of a choice name, if it is one, for what is done with the chosen then."""
    named = [kind for kind in UNIT_TYPES if kind in said.among.types]
    if len(named) != 1 or not table.edition.types_by_arena.value:
        return scene
    if not any(len(_arenas(table, number)) > 1 for number in scene.bound.get(said.into, ())):
        return scene
    number = UNIT_TYPES.index(named[0])
    return _replace(scene, numbers={**scene.numbers, f"arena of {said.into}": number})


def _arenas(table: Table, number: int) -> tuple[str, ...]:
    """The arenas of a stack's top card, or of a card that stands nowhere."""
    face = face_of(table, number)
    return arenas_of(face) if face is not None else ()


def named_arena(table: Table, scene: Scene, those: w.Those, face: Face) -> str:
    """The arena as whose card an effect speaks of a card of several; empty if it names none of them."""
    arenas = arenas_of(face)
    if len(arenas) < 2 or not table.edition.types_by_arena.value:
        return ""
    spoken = scene.numbers.get(f"arena of {those.bound}") if those.bound else None
    named = those.types if spoken is None else (UNIT_TYPES[spoken],)
    fitting = tuple(arena for arena in arenas if arena in named)
    return fitting[0] if len(fitting) == 1 else ""


def own_arena(table: Table, scene: Scene, those: w.Those, number: int, face: Face) -> str:
    """The arena that a card goes to that goes into its own; empty if it has none."""
    chosen = scene.numbers.get(f"arena of #{number}")
    if chosen is not None:
        return UNIT_TYPES[chosen]
    return arena_of(table, face, named_arena(table, scene, those, face))


def by_its_type(table: Table, scene: Scene, those: w.Those, face: Face) -> str:
    """The rule by which a card of several arenas goes to the one named; the effect's for all others."""
    named = named_arena(table, scene, those, face)
    return table.why.cards_multi_arena_put_into_its_arena if named else rule_of(table, scene)


def asks(run: Run, frame: ResolveFrame, said: w.MoveTo | w.Deploy, numbers: tuple[int, ...]) -> bool:
    """Whether the effect's controller has to say first where a card of several arenas goes."""
    number = _undecided(run.table, frame.scene, said.what, numbers)
    if not number:
        return False
    arenas = _arenas(run.table, number)
    run.frames[-1] = _replace(frame, step="own arena chosen", todo=(said, *frame.todo), chosen=())
    options = tuple(UNIT_TYPES.index(arena) for arena in arenas)
    run.push(
        ChooseFrame(
            seat=frame.scene.controller,
            kind="options",
            options=options,
            least=1,
            most=1,
            what="arena chosen",
            rule=frame.scene.rule,
            words=arenas,
        )
    )
    return True


def _undecided(table: Table, scene: Scene, those: w.Those, numbers: tuple[int, ...]) -> int:
    """The first of some cards whose arena neither the effect nor anybody has named; 0 if there is none."""
    if not table.edition.types_by_arena.value:
        return 0
    for number in numbers:
        face = face_of(table, number)
        if face is None or not face.is_unit or len(arenas_of(face)) < 2 or f"arena of #{number}" in scene.numbers:
            continue
        if not named_arena(table, scene, those, face):
            return number
    return 0


def meant(table: Table, scene: Scene, those: w.Those) -> tuple[int, ...]:
    """What an effect moves or deploys: cards or stacks."""
    return select_cards(table, those, scene) if those.what == CARD else select(table, those, scene)


def _chosen(run: Run, frame: ResolveFrame) -> None:
    """The arena of the first card that had none yet has been said."""
    said: Any = frame.todo[0]
    scene = frame.scene
    number = _undecided(run.table, scene, said.what, meant(run.table, scene, said.what))
    arena = frame.chosen[0] if frame.chosen else 0
    scene = _replace(scene, numbers={**scene.numbers, f"arena of #{number}": arena})
    run.frames[-1] = _replace(frame, step="start", scene=scene)


STEPS: dict[str, Any] = {"own arena chosen": _chosen}
