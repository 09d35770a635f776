"""The pending damage that something is played against: which it can prevent, and the clauses of naming one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.remembering import remembered
from adjudicator.swtcg.chapters.playing.asked import choices_on_playing, chosen_instructions
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.doing.impending import first_step, not_against, unpreventable
from adjudicator.swtcg.standing.selectors import matches
from adjudicator.swtcg.standing.values import health
from adjudicator.swtcg.table.frames import DamageFrame, LethalFrame, PopFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import Packet, Scene, Table
from adjudicator.swtcg.words.kinds import DOOMED, PREVENTING, walk
from adjudicator.swtcg.words.language import Instruction, Prevent, Those

TARGET, SOURCE = "target", "source"
"""The two ends of a pending damage (`Packet`): what it is done to, and what does it."""


def guarded(playable: Playable, mode: int) -> dict[str, str]:
    """The names that units to be protected from damage, or kept from doing it, are bound to by a choice on playing,
    each with the end of the damage that it is.
    """
    if playable.only == DOOMED:
        return {each.into: TARGET for each in choices_on_playing(playable.do)}
    names = {those.bound: end for those, end in _prevented(playable.do)}
    return {each.into: names[each.into] for each in chosen_instructions(playable, mode) if each.into in names}


def packets_open(table: Table) -> tuple[Packet, ...]:
    """The damages that the chance now open is about."""
    for frame in reversed(table.agenda.frames):
        if isinstance(frame, DamageFrame):
            due = [packet for packet in table.agenda.pending if packet.id in frame.packets]
            return tuple([packet for packet in due if packet.id not in frame.closed])
    return ()


def _waiting(table: Table) -> tuple[Packet, ...]:
    """The damages that have a chance of their own once the one now open is over."""
    first = first_step(table)
    later = [frame for frame in table.agenda.frames if isinstance(frame, DamageFrame) and frame.step == first]
    return tuple(packet for packet in table.agenda.pending if any(packet.id in frame.packets for frame in later))


def _yet_to_be_chosen(those: Those, scene: Scene) -> bool:
    """Whether what is protected is a name that nothing is bound to yet."""
    return bool(those.bound) and those.bound not in (*scene.bound, "this", "attacker", "defender")


def packets_for(table: Table, playable: Playable, scene: Scene) -> tuple[Packet, ...]:
    """The pending damages that a prevention could prevent (some of), or that what is played waits for."""
    if playable.only == PREVENTING and not _prevented(playable.do):
        return packets_open(table)
    meant = _doomed(playable.do) if playable.only == DOOMED else _prevented(playable.do)
    found: list[Packet] = []
    for packet in packets_open(table):
        for those, end in meant:
            stack = table.stacks.get(getattr(packet, end))
            if stack is not None and (
                matches(table, those, stack, scene, anywhere=True) or _yet_to_be_chosen(those, scene)
            ):
                found.append(packet)
                break
    return tuple(found)


@remembered
def _prevented(do: tuple[Instruction, ...]) -> Sequence[tuple[Those, str]]:
    """The damages that an effect prevents: what they are done to, or what does them."""
    return [
        (each.to, TARGET) if each.by is None else (each.by, SOURCE) for each in walk(do) if isinstance(each, Prevent)
    ]


def all_of_one(playable: Playable) -> bool:
    """Whether it prevents whatever something is about to do, and no single damage."""
    return any(end == SOURCE for _, end in _prevented(playable.do))


@remembered
def _doomed(do: tuple[Instruction, ...]) -> Sequence[tuple[Those, str]]:
    """What an effect is played on, to which the damage is done."""
    return [(Those(bound=each.into), TARGET) for each in choices_on_playing(do)]


def doomed(table: Table, number: int) -> bool:
    """Whether the damage about to be done to something would get it discarded, or what has been done is about to."""
    if any(isinstance(frame, LethalFrame) and number in frame.units for frame in table.agenda.frames):
        return True
    stack = table.stacks.get(number)
    due = sum(packet.amount for packet in packets_open(table) if packet.target == number)
    return stack is not None and due > 0 and stack.damage + due >= health(table, stack)


def check_packet(judging: Judging, playable: Playable, said: Any, scene: Scene) -> None:
    """The clauses of the pending damage that something is played against."""
    why: Grounds = judging.table.why
    packet = getattr(said, "packet", 0)
    if playable.chance != "prevention":
        judging.clause("NO_DAMAGE_NAMED", why.damage_prevent_only_pending, not packet)
        return
    if playable.unread:
        return
    frames = judging.table.agenda.frames
    if not (frames and isinstance(frames[-1], PopFrame) and frames[-1].kind == "prevention"):
        judging.moot(("DAMAGE_IS_PENDING", why.damage_prevent_only_pending))
        return
    legal = packets_for(judging.table, playable, scene)
    if not judging.clause(
        "DAMAGE_IS_PENDING",
        lambda: _pending_rule(judging.table, playable),
        any(p.id == packet for p in legal),
        lambda: (("pending", ", ".join(f"{p.amount} to {judging.table.title(p.target)}" for p in legal) or "none"),),
    ):
        judging.would_be_legal(*(f"against the damage to {judging.table.title(p.target)}" for p in legal))
        return
    pending = next(p for p in legal if p.id == packet)
    if playable.keyword and not_against(judging.table, pending, playable.keyword):
        source = lambda: (("keyword", playable.keyword), ("damage by", judging.table.title(pending.source)))
        judging.clause(NOT_AGAINST_IT, why.reading_keyword_that_cannot_be_used, False, source, about=playable.stack)
        judging.would_be_legal("with other prevention")
        return
    if why.reading_other_than_the_barred_keyword and pending.not_by and judging.worth_telling(NOT_AGAINST_IT):
        judging.permit(NOT_AGAINST_IT, why.reading_other_than_the_barred_keyword, about=playable.stack)
    if playable.keyword and pending.way == "retaliate":
        judging.permit("DAMAGE_OF_DICE_TOO", why.reading_evade_against_dice_of_damage, about=playable.stack)
    if judging.worth_telling(IN_VAIN):
        _permit_vain(judging, playable, pending)


IN_VAIN, NOT_AGAINST_IT = "MAY_PREVENT_IN_VAIN", "KEYWORD_MAY_BE_USED"


def _permit_vain(judging: Judging, playable: Playable, packet: Packet) -> None:
    """Clause MAY_PREVENT_IN_VAIN: where it is said, prevention may be played in vain."""
    said = judging.table.why.chances_unpreventable_damage_still_opens_chance_consolidated
    if said and unpreventable(judging.table, packet, playable.keyword, playable.stack):
        judging.permit(IN_VAIN, said)


def _pending_rule(table: Table, playable: Playable) -> str:
    """What confines prevention: Evade and Deflect to damage to their unit, all of it to damage that is not yet done and
    whose chance has come.
    """
    unit = table.stacks.get(playable.stack)
    if any(not playable.keyword or packet.target == playable.stack for packet in _waiting(table)):
        return table.why.damage_new_damage_waits
    if playable.keyword == "deflect":
        return table.why.keywords_deflect_only_in_prevention
    whole = unit is not None and not unit.damage
    return table.why.keywords_evade if playable.keyword == "evade" and whole else table.why.damage_prevent_only_pending
