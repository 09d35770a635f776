"""What saves something from damage that would get it discarded, where an edition has that prevent the damage.

Sources: idc.phrase.would-be-damaged.pending-damage-pop, idc.chart.effects.triggered-static-activated. Its player is
asked in the chance to prevent, after what triggers and before anybody plays something; who declines is not asked again
about the same damage. Of damage that nobody knows yet (room: unseen) its player is asked once it is known.
Elsewhere it takes the place of the counters (room: replacement).
"""

from __future__ import annotations

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.doing import replacement
from adjudicator.swtcg.doing.impending import counters_of, prevent, unpreventable
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import AnswerFrame, DamageFrame, EventFrame, ResolveFrame
from adjudicator.swtcg.table.table import Packet

_replace = msgspec.structs.replace


def ask(run: Run) -> bool:
    """Ask about all that would save something from damage that is being prevented now, once about each damage; False if
    there is nothing to ask. Damage may join while other damage is prevented, and grow.
    """
    chosen = run.table.edition.saves_as_prevention
    if not chosen.value or not run.table.index.replacements or not run.applies(chosen.rule):
        return False
    at = next((at for at in range(len(run.frames) - 1, -1, -1) if isinstance(run.frames[at], DamageFrame)), -1)
    if at < 0:
        return False
    below: DamageFrame = run.frames[at]
    found = [
        (entry.order, packet)
        for packet in run.pending
        if packet.id in below.packets
        for entry in run.table.index.replacements
        if (entry.order, packet.id) not in below.asked and replacement.saves(entry) and _may_save(run, entry, packet)
    ]
    run.frames[at] = _replace(below, asked=(*below.asked, *((order, packet.id) for order, packet in found)))
    for order, packet in reversed(found):
        run.push(EventFrame(events=(counters_of(packet, chosen.rule),), by=order, step="offer"))
    return bool(found)


def _may_save(run: Run, entry: Continuous, packet: Packet) -> bool:
    """Whether an effect would save what a damage is about to be done to."""
    fact = counters_of(packet, "")
    if packet.target not in run.table.stacks or packet.amount <= 0 or not replacement.fits(run.table, entry, fact):
        return False
    return not unpreventable(run.table, packet, "", entry.scene.stack) and not replacement.in_vain(run, entry, fact)


def _ask(run: Run, frame: EventFrame) -> None:
    """Put the question, unless what has been done meanwhile has settled it."""
    entry, packet = replacement.entry_of(run.table, frame), _packet(run, frame)
    if entry is None or packet is None or not _may_save(run, entry, packet):
        run.pop()
        return
    rule = run.table.edition.saves_as_prevention.rule
    run.push(AnswerFrame(seat=entry.scene.controller, what=entry.name, rule=rule), then="offered")


def _packet(run: Run, frame: EventFrame) -> Packet | None:
    """The damage as it is now."""
    (fact,) = frame.events
    assert isinstance(fact, f.DamageCountersPlaced)
    return next((packet for packet in run.pending if packet.id == fact.packet), None)


def _answered(run: Run, frame: EventFrame) -> None:
    """All of the damage is prevented, and what is said is done instead."""
    run.pop()
    entry, packet = replacement.entry_of(run.table, frame), _packet(run, frame)
    if not frame.yes or entry is None or packet is None:
        return
    scene = replacement.scene_of(entry, counters_of(packet, ""))
    run.push(ResolveFrame(todo=replacement.said_by(entry).do, scene=scene))
    prevent(run, packet.id, None, run.table.edition.saves_as_prevention.rule, scene)


STEPS = {EventFrame: {"offer": _ask, "offered": _answered}}
