"""The forms of playing one thing: what its player chooses for it, and from what.

Each is put together here and kept if the clauses of `play` hold for it, so that what may be played is stated once.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import msgspec

from adjudicator.kernel.forms import Domain, Form, Number, OneOf, Some
from adjudicator.kernel.judging import allowed
from adjudicator.kernel.judging import holds as all_hold
from adjudicator.swtcg.chapters.battle import keyword_times
from adjudicator.swtcg.chapters.playing import play
from adjudicator.swtcg.chapters.playing.asked import arena_asked, chosen_instructions, modes_of, scene_for
from adjudicator.swtcg.chapters.playing.borrowed_times import AS_THOSE, has_come
from adjudicator.swtcg.chapters.playing.hanging import NOTHING, Settled, hangs_on, ways_to_settle
from adjudicator.swtcg.chapters.playing.limits import gives_points
from adjudicator.swtcg.chapters.playing.playable import (
    Playable,
    as_chosen,
    taxes_on,
)
from adjudicator.swtcg.chapters.playing.preventing import doomed, guarded, packets_for, packets_open
from adjudicator.swtcg.chapters.playing.prices import prevents
from adjudicator.swtcg.chapters.playing.targets import dice_to_reroll
from adjudicator.swtcg.doing.choosing import arenas_open
from adjudicator.swtcg.standing.amounts import holds
from adjudicator.swtcg.standing.card_counters import counters_due
from adjudicator.swtcg.standing.keyword_rules import reduced_force
from adjudicator.swtcg.standing.moment import LETHAL, PREVENTION, REROLL
from adjudicator.swtcg.standing.sparing import choosable
from adjudicator.swtcg.standing.together import most_of, together, ways
from adjudicator.swtcg.table.declarations import Activate, Complete, PlayCard
from adjudicator.swtcg.table.frames import BattleStepFrame, BuildStepFrame, PopFrame, RetreatStepFrame
from adjudicator.swtcg.table.table import Packet, Scene, Table
from adjudicator.swtcg.words.kinds import (
    ANY_TIME,
    APART,
    RETREAT_STEP,
    apart,
    names_in,
    under_option,
)
from adjudicator.swtcg.words.language import Condition, Tax

_replace = msgspec.structs.replace
EITHER = "build step or would attack"
"""The restriction of what may be played at two times."""


def _worth_a_look(table: Table, playable: Playable, frame: Any) -> bool:
    """Skips what cannot be for this moment before anything is put together."""
    if playable.only in (ANY_TIME, AS_THOSE):
        return True
    if isinstance(frame, PopFrame):
        return playable.chance == frame.kind and playable.only not in APART
    if isinstance(frame, RetreatStepFrame):
        return playable.only == RETREAT_STEP
    if playable.kind == "mission" or table.index.overrides:
        return True
    if isinstance(frame, BuildStepFrame):
        return playable.only in ("build step", EITHER) or gives_points(playable)
    return not isinstance(frame, BattleStepFrame) or playable.only in ("would attack", EITHER)


def _too_dear(table: Table, playable: Playable, seat: str) -> bool:
    """Whether there is plainly not Force enough; where effects or an audit change what counts, the clauses say."""
    index = table.index
    dear = playable.cost.force > table.seats[seat].force and not (index.taxes or index.overrides or table.suppressed)
    return dear and reduced_force(table, playable.card, playable.kind, seat, playable.cost.force) == playable.cost.force


def offers(
    game: Any, table: Table, frame: Any, seat: str, playable: Playable, kind: Any, given: tuple[tuple[str, Any], ...]
) -> list[Form]:
    """The forms of one playable: one for each option of a "choose one" that can be played now, for each way to settle
    what other choices hang on, and where the unit to be protected is chosen, one for each damage.
    """
    found: list[Form] = []
    for mode in range(max(1, modes_of(playable))):
        chosen = as_chosen(playable, mode)
        if not _worth_a_look(table, chosen, frame) or _too_dear(table, chosen, seat):
            continue
        hang = hangs_on(chosen, mode)
        settled_ways: Iterable[Settled] = (NOTHING,)
        if hang:
            scene = scene_for(chosen, kind(seat, **dict(given), mode=mode))
            settled_ways = ways_to_settle(table, chosen, scene, hang, _most_x(table, chosen, seat))
        for settled in settled_ways:
            for packet in _each_damage(table, chosen, mode):
                form = _offer(game, table, frame, seat, chosen, kind, given, mode, packet, settled)
                if form is not None:
                    found.append(form)
    return found


def _each_damage(table: Table, playable: Playable, mode: int) -> tuple[Packet | None, ...]:
    """The damages to make a form for; a single None where none has to be told apart."""
    if playable.chance == PREVENTION and guarded(playable, mode):
        return packets_open(table)
    return (None,)


class _Draft:
    """A form being put together: the choices so far, and the fields of one declaration that makes them."""

    def __init__(self, mode: int, given: tuple[tuple[str, Any], ...]) -> None:
        self.choices: list[tuple[str, Domain]] = []
        self.fields: dict[str, Any] = {**dict(given), "mode": mode}

    def choose(self, name: str, domain: Domain, first: Any) -> None:
        """Leave a field open, with one value that may be chosen."""
        self.choices.append((name, domain))
        self.fields[name] = first


def _offer(
    game: Any,
    table: Table,
    frame: Any,
    seat: str,
    playable: Playable,
    kind: Any,
    given: tuple[tuple[str, Any], ...],
    mode: int,
    packet: Packet | None,
    settled: Settled,
) -> Form | None:
    draft = _Draft(mode, given)
    scene = settled.seen_from(scene_for(playable, kind(seat, **draft.fields)))
    if not _open_targets(table, frame, playable, scene, draft, packet, settled):
        return None
    if not draft.choices:
        given = (*given, ("targets", ()))
    where = arena_asked(playable, mode)
    if where is not None:
        arenas = arenas_open(table, where, scene)
        if not arenas:
            return None
        arenas = (settled.arena,) if settled.arena else arenas
        draft.choose("arena", OneOf(arenas), arenas[0])
    if playable.chance == PREVENTION and playable.unread:
        pending = tuple(each.id for each in packets_open(table))
        if pending:  # the text says against which; nothing need be named where several are pending
            draft.choose("packet", OneOf(pending if len(pending) == 1 else (0, *pending)), pending[0])
    elif playable.chance == PREVENTION:
        packets = tuple(p.id for p in packets_for(table, playable, scene) if packet is None or p.id == packet.id)
        usable = tuple(p for p in packets if _holds(game, table, frame, kind(seat, **{**draft.fields, "packet": p})))
        if not usable:
            return None
        draft.choose("packet", OneOf(usable), usable[0])
    if playable.chance == REROLL:
        least, most = dice_to_reroll(table, playable, scene)
        count = sum(len(f.dice) for f in table.agenda.frames[-2:-1] if hasattr(f, "dice"))
        draft.choose("dice", Some(tuple(range(count)), least, most), tuple(range(least)))
    if not _open_x(table, playable, seat, draft, settled) or not _holds(game, table, frame, kind(seat, **draft.fields)):
        return None
    says = f"{'play' if kind is PlayCard else 'activate'} {playable.name}"
    return Form(kind.__name__, seat, (*given, ("mode", mode)), tuple(draft.choices), says)


def _open_targets(
    table: Table, frame: Any, playable: Playable, scene: Scene, draft: _Draft, packet: Packet | None, settled: Settled
) -> bool:
    """Leave open what has to be chosen when playing; False if there is too little to choose from.

    Where the unit to be protected is chosen, `packet` is the damage it is to be protected from, or kept from doing.
    """
    mode = draft.fields["mode"]
    protected = guarded(playable, mode) if packet is not None else {}
    targets: list[tuple[int, ...]] = []
    for number, choose in enumerate(chosen_instructions(playable, mode)):
        legal = (settled.chosen[number],) if number in settled.chosen else choosable(table, choose, scene)
        if playable.condition is not None and choose.into in names_in(playable.condition):
            legal = tuple(n for n in legal if _meets(table, playable.condition, scene, choose.into, n))
        if playable.keyword == "redirect":
            legal = keyword_times.eligible(table, legal)
        if playable.chance == LETHAL and not number:
            legal = tuple(unit for unit in legal if doomed(table, unit))
        if packet is not None and choose.into in protected:
            legal = tuple(unit for unit in legal if unit == getattr(packet, protected[choose.into]))
        least = choose.least if choose.least == 0 else min(choose.least, len(legal)) or choose.least
        if not legal and apart(under_option(playable.do, mode)):
            least = 0  # that part has nobody, and is left out
        if len(legal) < least:
            return False
        most, asked = most_of(table, choose, legal, scene), together(table, choose, scene)
        if playable.only == AS_THOSE and isinstance(most, int):
            timely = tuple(some for some in permutations(legal, most) if has_come(table, scene.controller, some, frame))
            if not timely:
                return False
            draft.choices.append((f"targets.{number}", OneOf(timely)))
            targets.append(timely[0])
            continue
        if asked is None:
            draft.choices.append((f"targets.{number}", Some(legal, least, most)))
            targets.append(legal[:least])
            continue
        fitting = ways(table, asked, legal, least, most)
        if not fitting:
            return False
        draft.choices.append((f"targets.{number}", OneOf(fitting)))
        targets.append(fitting[0])
    draft.fields["targets"] = tuple(targets)
    return True


def _meets(table: Table, condition: Condition, scene: Scene, name: str, chosen: int) -> bool:
    """Whether a text's own condition is met if this is chosen ("play only when that unit is attacking")."""
    return holds(table, condition, _replace(scene, bound={**scene.bound, name: (chosen,)}))


def _open_x(table: Table, playable: Playable, seat: str, draft: _Draft, settled: Settled) -> bool:
    """Leave X open if the cost has one; False if not even 0 can be paid."""
    if not _has_x(playable):
        if most := prevents(table, playable, seat):
            draft.choose("x", Number(0, most), 0)
        return True
    least, most = settled.x or (0, _most_x(table, playable, seat))
    if most >= 0:
        draft.choose("x", Number(least, most), least)
    return most >= 0


def _has_x(playable: Playable) -> bool:
    return playable.cost.of_x


COUNTERS_MAX = 99
"""So many damage counters are offered at most as a cost of "any number" of them."""


def _most_x(table: Table, playable: Playable, seat: str) -> int:
    """The largest X that a player can pay for, taxes and reductions included; negative if none."""
    if not _has_x(playable):
        return -1
    if playable.cost.x_counters:
        return COUNTERS_MAX
    if playable.cost.of_x_marks:
        source = Scene(controller=seat, source=playable.name, stack=playable.stack, numbers={"x": COUNTERS_MAX})
        due = counters_due(table, playable.cost, source)
        return -1 if due is None or due.stack is None else COUNTERS_MAX if due.off < 0 else due.there
    if playable.cost.x_points:
        return table.seats[seat].points - playable.cost.points
    force = table.seats[seat].force
    taxed = sum(entry.change.force for entry in taxes_on(table, playable, seat) if isinstance(entry.change, Tax))
    return force - playable.cost.force - taxed


def _holds(game: Any, table: Table, frame: Any, said: Any) -> bool:
    if isinstance(said, Complete):
        return allowed(game, table, said)
    check = play.check_activate if isinstance(said, Activate) else play.check_play_card
    return all_hold(game, table, said, check, frame)
