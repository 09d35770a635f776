"""What is chosen when something is played: targets, mode, arena, damage to prevent, dice to reroll.

A choice that a text makes on playing is an argument of the declaration, in the order in which the
text makes them; whether it is legal is settled then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from adjudicator.kernel.judging import Judging, allowed
from adjudicator.kernel.verdict import EXCEPTION, TIMELY
from adjudicator.swtcg.chapters.playing import aiming
from adjudicator.swtcg.chapters.playing.asked import arena_asked, carried_out, chosen_instructions, scene_for
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.chapters.playing.preventing import check_packet
from adjudicator.swtcg.doing.choosing import arenas_open
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.hits import roll_at_work
from adjudicator.swtcg.standing.overrides import forbidden
from adjudicator.swtcg.standing.paying import COST_NAMES
from adjudicator.swtcg.standing.reach import MAY_BE_ATTACKED
from adjudicator.swtcg.standing.selectors import is_meant
from adjudicator.swtcg.standing.sparing import choosable, sparing
from adjudicator.swtcg.standing.together import at_most, fit, together
from adjudicator.swtcg.standing.values import power
from adjudicator.swtcg.table.frames import RollFrame
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import Scene, Table
from adjudicator.swtcg.words.kinds import apart, walk
from adjudicator.swtcg.words.language import Choose, Reroll, Retreat

_replace = msgspec.structs.replace


def check_targets(judging: Judging, playable: Playable, said: Any) -> None:
    """The clauses of what was chosen."""
    table: Table = judging.table
    why = table.why
    scene = scene_for(playable, said)
    if playable.options or said.mode:
        one = why.chances_choose_one_of_battle_card if playable.kind == "battle" else why.chances_choose_one_binding
        judging.clause("OPTION_EXISTS", one, 0 <= said.mode < max(1, playable.options))
    where = arena_asked(playable, said.mode)
    told = lambda: aiming.as_told(table)
    if where is not None or said.arena:
        named = said.arena in arenas_open(table, where, scene) if where is not None else not said.arena
        judging.clause("ARENA_NAMED", told, named)
    wanted = chosen_instructions(playable, said.mode)
    if where is not None and not (said.arena or any(said.targets)) and judging.level:
        judging.would_be_legal(*_in_each(judging, playable, wanted, arenas_open(table, where, scene)))
    named_when = why.keywords_deflect if playable.keyword == "deflect" else told  # its unit is chosen as it is done
    found = lambda: (*_wanted(wanted), *_chosen_later(playable, said.mode))
    if judging.clause("TARGETS_NAMED", named_when, len(said.targets) == len(wanted), found):
        others = apart(carried_out(playable, said.mode)) and any(said.targets)
        for choose, targets in zip(wanted, said.targets, strict=True):
            _check_choice(judging, choose, tuple(targets), scene, others=others)
        _check_elsewhere(judging, playable, wanted, said)
    elif wanted and (where is None or said.arena):
        judging.would_be_legal(*(_to_choose(table, each, scene) for each in wanted))
    elif not wanted:
        when = "is made as it takes effect" if _chosen_later(playable, said.mode) else "is not asked for"
        judging.would_be_legal(f"without a choice, which {when}")
    _check_retreating(judging, playable, said, scene)
    check_packet(judging, playable, said, scene)
    _check_dice(judging, playable, said)


def only_arena_missing(judging: Judging, playable: Playable, said: Any) -> bool:
    """Whether an arena that has to be named is all that is missing; then clause ARENA_NAMED says so, and where it would
    be legal. What the arena decides, such as who may be chosen there, is no fault then.
    """
    if not judging.level or said.arena:
        return False
    table: Table = judging.table
    where = arena_asked(playable, said.mode)
    arenas = () if where is None else arenas_open(table, where, scene_for(playable, said))
    legal = [each for each in arenas if allowed(judging.game, table, _replace(said, arena=each))]
    if legal:
        judging.clause("ARENA_NAMED", lambda: aiming.as_told(table), ok=False)
        judging.would_be_legal(*(f"in {arena}" for arena in legal))
        judging.leave_off()
    return bool(legal)


def _check_retreating(judging: Judging, playable: Playable, said: Any, scene: Scene) -> None:
    """Clause TAPPED_UNITS_RETREAT: what an effect retreats may be tapped, other than in the retreat step."""
    if not judging.worth_telling("TAPPED_UNITS_RETREAT"):
        return
    table: Table = judging.table
    names = {each.what.bound for each in walk(carried_out(playable, said.mode)) if isinstance(each, Retreat)}
    gone = [number for name in scene.bound if name in names for number in scene.bound[name]]
    if "this" in names:
        gone.append(playable.stack)
    tapped = [number for number in gone if number in table.stacks and table.stacks[number].tapped]
    if tapped:
        rule = table.why.retreat_by_effect_ignores_tap
        doomed = {packet.target for packet in table.agenda.pending}  # there its damage is what is asked about
        how = TIMELY if doomed.intersection(tapped) else EXCEPTION
        judging.clause("TAPPED_UNITS_RETREAT", rule, ok=True, permits=how)


ELSEWHERE = "TARGET_IN_ANOTHER_ARENA"


def _check_elsewhere(judging: Judging, playable: Playable, wanted: Sequence[Choose], said: Any) -> None:
    """Clause TARGET_IN_ANOTHER_ARENA: an ability whose text names no arena reaches beyond that of its unit."""
    if playable.kind != "activated" or playable.chance == "prevention" or not judging.worth_telling(ELSEWHERE):
        return
    table: Table = judging.table
    unit = table.stacks.get(playable.stack)
    chosen = [
        table.stacks[each]
        for choose, some in zip(wanted, said.targets, strict=True)
        for each in some
        if each in table.stacks and not (choose.among.types or choose.among.zones or choose.into in COST_NAMES.values())
    ]
    if (
        unit is not None
        and unit.zone in table.arenas
        and any(each.zone in table.arenas and each.zone != unit.zone for each in chosen)
    ):
        judging.clause(ELSEWHERE, table.why.reading_own_arena_clause_for_activated_abilities, ok=True, permits=TIMELY)


def _in_each(judging: Judging, playable: Playable, wanted: Sequence[Choose], arenas: Sequence[str]) -> Iterator[str]:
    """Each arena that may be named with what may be chosen there, if that would be legal."""
    table, said = judging.table, judging.said
    for arena in arenas:
        there = _replace(said, arena=arena)
        found = [choosable(table, choose, scene_for(playable, there)) for choose in wanted]
        first = tuple((some[0],) for some in found if some)
        if len(first) == len(wanted) and allowed(judging.game, table, _replace(there, targets=first)):
            names = [" or ".join(table.title(each) for each in some) for some in found]
            yield f"in {arena}" + "".join(f", on {each}" for each in names)


def _to_choose(table: Table, choose: Choose, scene: Scene) -> str:
    """What may be chosen, by name."""
    names = " or ".join(table.title(number) for number in choosable(table, choose, scene))
    return f"choose {names}" if names else f"choose {choose.into}, of which there is none"


def _chosen_later(playable: Playable, mode: int) -> tuple[tuple[str, str], ...]:
    """What is chosen only as something takes effect, as evidence."""
    choices = (each for each in walk(carried_out(playable, mode)) if isinstance(each, Choose))
    names = dict.fromkeys(each.into for each in choices if each.when == "resolving")
    return (("to be chosen as it takes effect", ", ".join(names)),) if names else ()


def _wanted(wanted: Sequence[Choose]) -> tuple[tuple[str, str], ...]:
    return (("to be chosen now", ", ".join(each.into for each in wanted) or "nothing"),)


def _check_choice(
    judging: Judging, choose: Choose, targets: tuple[int, ...], scene: Scene, *, others: bool = False
) -> None:
    """The clauses of one choice; with `others` it may be of nothing, if there is nobody, as other parts are done."""
    table: Table = judging.table
    legal: Callable[[], tuple[int, ...]] = lambda: choosable(table, choose, scene)
    wrong = next((target for target in targets if not is_meant(table, choose.among, target, scene)), None)
    cost = choose.into in COST_NAMES.values()
    spared = "" if cost else sparing(table, scene)
    for target in targets if spared else ():
        judging.clause(spared, lambda: aiming.as_told(table), ok=True, about=target)
    judging.clause(
        "TARGET_IS_LEGAL",
        lambda: _target_grounds(judging, choose, targets, wrong, scene),
        wrong is None,
        lambda: (
            ("chosen", ", ".join(table.title(t) for t in targets)),
            ("legal", ", ".join(table.title(t) for t in legal())),
        ),
        permits=TIMELY if judging.worth_telling("TARGET_IS_LEGAL") and _doubted(table, choose, targets) else 0,
    )
    if wrong is not None:
        judging.would_be_legal(*(table.title(number) for number in legal()))
    elif (
        not cost
        and table.why.attack_may_still_be_chosen
        and judging.worth_telling(NOT_ATTACKED)
        and any(_barred(table, each) for each in targets)
    ):
        judging.permit(NOT_ATTACKED, table.why.attack_may_still_be_chosen)
    _check_number(judging, choose, targets, scene, others=others)
    asked = together(table, choose, scene)
    if asked is not None and wrong is None:
        judging.clause("CHOSEN_FIT_TOGETHER", aiming.as_told(table), fit(table, asked, targets))


def _check_number(judging: Judging, choose: Choose, targets: tuple[int, ...], scene: Scene, *, others: bool) -> None:
    """Clause RIGHT_NUMBER_OF_TARGETS: as many as it says, or all that there are; nothing twice."""
    table: Table = judging.table
    most, cost = at_most(table, choose, scene), choose.into in COST_NAMES.values()
    enough = len(targets) >= choose.least or (not cost and len(targets) >= len(choosable(table, choose, scene)))
    judging.clause(
        "RIGHT_NUMBER_OF_TARGETS",
        lambda: table.why.costs_definition if cost else _number_rule(table, choose),
        enough
        and len(targets) <= most
        and len(set(targets)) == len(targets)
        and (bool(targets) or not choose.least or others),
        lambda: (("chosen", str(len(targets))), ("at least", str(choose.least)), ("at most", str(most))),
    )


NOT_ATTACKED = "MAY_BE_CHOSEN_ALTHOUGH_NOT_ATTACKED"
"""That a unit which can't be attacked may be chosen for an effect all the same."""


def _barred(table: Table, chosen: int) -> bool:
    """Whether nothing can attack what is chosen, by an effect."""
    return forbidden(table, MAY_BE_ATTACKED, chosen) is not None


def _number_rule(table: Table, choose: Choose) -> str:
    """Why so many are chosen: one of your units is one."""
    one = choose.among.side == "yours" and choose.most == 1
    return (one and table.why.abilities_one_of_your_units) or aiming.as_told(table)


def _target_grounds(
    judging: Judging, choose: Choose, targets: tuple[int, ...], wrong: int | None, scene: Scene
) -> tuple[str, str]:
    """The rule that admits what was chosen, or by which one of it is not meant: plainly, or as one could doubt it. That
    a taken unit is its controller's is doubted less than what happens to it as its owner's card.
    """
    table: Table = judging.table
    first = wrong if wrong is not None else next(iter(targets), 0)
    if wrong is not None:
        rule = aiming.refusal(table, choose.among, wrong, scene)
    else:
        rule = aiming.admission(table, choose.among, first, scene)
    if not rule:
        rule = aiming.as_told(table) if wrong is not None else aiming.plain(table, choose.among, first)
        if rule == table.reckoning.cited(table, rule, "TARGET_IS_LEGAL", (judging.said, 0, "")):
            paid_with = table.why.costs_definition if choose.into in COST_NAMES.values() else rule
            rule = aiming.number_rule(table, choose.among, first, None if wrong is None else scene) or paid_with
    of_ones_own = choose.among.side == "yours" and aiming.taken(table, first)
    return (rule, "") if of_ones_own or not _doubted(table, choose, targets) else ("", rule)


def _doubted(table: Table, choose: Choose, targets: tuple[int, ...]) -> bool:
    """Whether it takes a rule of its own that what was chosen is meant."""
    return any(aiming.doubted(table, choose.among, each) for each in targets)


def _reroll_of(playable: Playable) -> Reroll | None:
    """What of an effect rerolls."""
    return next((each for each in walk(playable.do) if isinstance(each, Reroll)), None)


def dice_to_reroll(table: Table, playable: Playable, scene: Scene) -> tuple[int, int]:
    """At least and at most how many dice a reroll may roll again; (0, 0) if it rerolls none."""
    reroll, roll = _reroll_of(playable), roll_at_work(table)
    if reroll is None or roll is None or not roll.dice or (reroll.attack and roll.purpose != "attack"):
        return 0, 0
    rolled = len(roll.dice)
    if reroll.all:
        return rolled, rolled
    most = rolled if reroll.most is None else min(rolled, amount_of(table, reroll.most, scene))
    if playable.keyword == "lucky":
        if table.edition.lucky_cap.value == "power" and table.attack is not None:
            attacker = table.stacks.get(table.attack.attacker)
            most = min(most, power(table, attacker)) if attacker is not None else most
        if table.edition.lucky_exactly.value:
            return most, most
    return 1, most


def _check_dice(judging: Judging, playable: Playable, said: Any) -> None:
    table: Table = judging.table
    why = table.why
    dice = getattr(said, "dice", ())
    if playable.chance != "reroll":
        judging.clause("NO_DICE_NAMED", why.dice_reroll_only_in_chance, not dice)
        return
    roll = roll_at_work(table)
    rolled = len(roll.dice) if roll is not None else 0
    if roll is None or not rolled:
        judging.moot(("DICE_EXIST", why.dice_reroll_definition), ("RIGHT_NUMBER_OF_DICE", why.dice_reroll_once_each))
        return
    if not _check_attack_dice(judging, playable, roll):
        return
    least, most = dice_to_reroll(table, playable, scene_for(playable, said))
    lucky = table.edition.lucky_cap.rule if playable.keyword == "lucky" and len(dice) > rolled else ""
    judging.clause("DICE_EXIST", lucky or why.dice_reroll_definition, all(0 <= d < rolled for d in dice))
    judging.clause("EACH_DIE_ONCE", why.dice_reroll_once_each, len(set(dice)) == len(dice))
    again = any(0 <= die < len(roll.first) and roll.first[die] != roll.dice[die] for die in dice)
    if again and judging.worth_telling("CHANGED_DICE_TOO"):
        judging.permit("CHANGED_DICE_TOO", why.chances_dice_changed_again)
    rule = why.dice_reroll_definition
    if playable.keyword == "lucky":
        chosen = table.edition
        rule = chosen.lucky_exactly.rule if len(dice) < most else chosen.lucky_cap.rule
        if most < len(dice) <= rolled and chosen.lucky_cap.value == "dice":
            rule = why.keywords_lucky  # not the dice cap it, but its own value
    added = _several_lucky(table, playable, len(dice)) if judging.worth_telling("RIGHT_NUMBER_OF_DICE") else ""
    if not judging.clause(
        "RIGHT_NUMBER_OF_DICE",
        (len(dice) <= most and added) or rule,
        least <= len(dice) <= most,
        lambda: (("dice", str(len(dice))), ("at least", str(least)), ("at most", str(most))),
        permits=EXCEPTION if added or (playable.keyword == "lucky" and len(dice) < most) else 0,
    ):
        judging.would_be_legal(f"reroll {least}" + (f" to {most}" if most > least else "") + " of the dice")


def _several_lucky(table: Table, playable: Playable, dice: int) -> str:
    """The rule by which several Lucky values reroll more dice than any of them; empty where they need not."""
    unit = table.stacks.get(playable.stack)
    if playable.keyword != "lucky" or unit is None:
        return ""
    parts = [part for part in table.reckoning.explained(table, unit, "lucky").parts if part.amount]
    more = len(parts) > 1 and dice > max(part.amount for part in parts)
    return parts[-1].rule if more else ""


def _check_attack_dice(judging: Judging, playable: Playable, roll: RollFrame) -> bool:
    """The clause of a reroll of attack dice: dice of damage, or of an effect, are none."""
    why: Grounds = judging.table.why
    reroll = _reroll_of(playable)
    if reroll is None or not reroll.attack:
        return True
    ok = roll.purpose == "attack"
    rule = why.dice_attack_dice if roll.purpose == "damage" else why.attack_step_4_roll
    if not judging.clause("THEY_ARE_ATTACK_DICE", rule, ok, lambda: (("dice of", roll.purpose),)):
        judging.would_be_legal("on the roll of an attack")
    if not ok:
        judging.leave_off()
    return ok
