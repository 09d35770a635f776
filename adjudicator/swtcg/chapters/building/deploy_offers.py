"""Deployments and returns that a player may make now, as forms."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.forms import Domain, Form, OneOf
from adjudicator.kernel.judging import allowed
from adjudicator.swtcg.chapters.building.deploy import Deploying
from adjudicator.swtcg.chapters.building.step import to_build
from adjudicator.swtcg.standing import stacking
from adjudicator.swtcg.standing.type_line import arenas_of
from adjudicator.swtcg.table.declarations import Deploy, PayAlternativeCost, PayHiddenCost, Return
from adjudicator.swtcg.table.frames import BuildStepFrame
from adjudicator.swtcg.table.table import PILOT, UNIT, Stack, Table, build_zone


def forms(game: Any, table: Table, frame: BuildStepFrame, seat: str) -> list[Form]:
    """Deploying each unit that can be, alone or into a stack; returning units."""
    found: list[Form] = []
    for stack, face in to_build(table, seat):
        if face.is_unit:
            found.extend(offers(game, table, seat, stack, Deploy))
    back = [
        stack
        for stack in table.stacks.values()
        if stack.role == UNIT and stack.zone == build_zone(seat) and allowed(game, table, Return(seat, stack.id))
    ]
    says = "put a unit back into battle"
    plain = tuple(stack.id for stack in back if len(arenas_of(table.top(stack))) == 1)
    if plain:
        found.append(Form("Return", seat, (), (("stack", OneOf(plain)),), says))
    for stack in back:
        arenas = arenas_of(table.top(stack))
        if len(arenas) > 1:
            found.extend(_into_one_of(game, table, Return(seat, stack.id), arenas, says))
    return found


def _into_one_of(game: Any, table: Table, said: Deploying | Return, arenas: tuple[str, ...], says: str) -> list[Form]:
    """The form of bringing a unit into one of the arenas of its types; none if it may go to none of them."""
    open_to = tuple(each for each in arenas if allowed(game, table, msgspec.structs.replace(said, arena=each)))
    given = (("stack", said.stack),)
    return [Form(type(said).__name__, said.seat, given, (("arena", OneOf(open_to)),), says)] if open_to else []


BY: dict[type, str] = {PayHiddenCost: " by Force", PayAlternativeCost: " by its Alternative Cost"}
"""How a unit is deployed otherwise than for its counters, in words."""


def offers(game: Any, table: Table, seat: str, stack: Stack, kind: type[Deploying]) -> list[Form]:
    """The forms of deploying one unit: into its arena or to stay, and into each stack of its namesakes."""
    found: list[Form] = []
    face = table.top(stack)
    says = f"deploy {face.title}{BY.get(kind, '')}"
    several = len(arenas_of(face)) > 1
    apart = several and table.edition.types_by_arena.value
    if apart:
        found.extend(_into_one_of(game, table, kind(seat, stack.id), arenas_of(face), says))
    ways: tuple[bool, ...] = (True,) if apart else (False, True)
    stays = tuple(stay for stay in ways if allowed(game, table, kind(seat, stack.id, stay)))
    if stays:
        choices: list[tuple[str, Domain]] = [("stay", OneOf(stays))]
        if several and not apart and kind is not PayHiddenCost:  # as the logs of these editions list it
            choices.append(("arena", OneOf(arenas_of(face))))
        found.append(Form(kind.__name__, seat, (("stack", stack.id),), tuple(choices), says))
    for target in stacking.joinable(table, seat, face):
        ways = tuple(way for way in (False, True) if allowed(game, table, kind(seat, stack.id, False, target.id, way)))
        if ways:
            given = (("stack", stack.id), ("onto", target.id))
            found.append(Form(kind.__name__, seat, given, (("beneath", OneOf(ways)),), f"{says} into a stack"))
        if target.role == PILOT and kind is Deploy:
            found.extend(_falling(game, table, seat, stack, target))
    return found


def _falling(game: Any, table: Table, seat: str, stack: Stack, target: Stack) -> list[Form]:
    """Deploying a unit on top of a Pilot's stack so that the Pilot falls off, to an arena or the build zone."""
    given: tuple[tuple[str, Any], ...] = (("stack", stack.id), ("onto", target.id))
    says = f"deploy {table.top(stack).title} into a stack that falls off its unit"
    arenas = arenas_of(table.top(stack))
    to = tuple(
        arena for arena in arenas if allowed(game, table, Deploy(seat, stack.id, False, target.id, False, arena))
    )
    found = [Form("Deploy", seat, given, (("arena", OneOf(to)),), says)] if to else []
    if allowed(game, table, Deploy(seat, stack.id, True, target.id)):
        found.append(Form("Deploy", seat, given, (("stay", OneOf((True,))),), says))
    return found
