"""Numbers that are no stack's, explained: a player's, an arena's, a roll's, and the price of what is said.

    force, build points, setup cost, cards in hand, arenas controlled    of a seat
    attack dice                                                          of a stack: with how many it would attack
    damage counters, build counters                                      of a stack
    control                                                              of an arena: 1 if somebody controls it
    hits                                                                 of `roll`, the dice on the table
    price                                                                of a declaration in notation
    subtype WORD                                                         of a stack: 1 if it has that subtype

What a player has is one count on the table; what added to it over a game is told from the log (`tracing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adjudicator.kernel.explained import COUNTED, FLOOR, KEPT_OFF, LEFT_OUT, Contribution, Explained
from adjudicator.kernel.judging import ALL, judge
from adjudicator.swtcg.chapters.playing.aiming import no_subtype
from adjudicator.swtcg.chapters.playing.trigger_reasons import is_held
from adjudicator.swtcg.standing.control import (
    BOTH_HOLD,
    CONTROL,
    NO_UNIT,
    arenas_controlled,
    held_by_both,
    pilots_of,
    units_counted,
    units_left_out,
)
from adjudicator.swtcg.standing.hits import attack_hits, damage_hits, of_several
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.standing.meant import subtype_rule
from adjudicator.swtcg.standing.summing import Part
from adjudicator.swtcg.standing.traits import has_subtype, subtype_giver
from adjudicator.swtcg.standing.type_line import on_type_line, printed_subtype
from adjudicator.swtcg.standing.values import DAMAGE_COUNTERS, attack_dice
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.frames import AttackFrame, RollFrame
from adjudicator.swtcg.table.table import Stack, Table
from adjudicator.swtcg.why import kept_off, values
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.why.rulings.rows import NON_EVENT
from adjudicator.swtcg.words.kinds import walk
from adjudicator.swtcg.words.language import GainForce, GainPoints

ROLL = "roll"
SUBTYPE = "subtype "
PLENTY = 1_000
"""So much a player is given before the price of what he says is asked for, so that poverty does not hide it."""

HELD = {
    "force": ("force", "Force counters", "force_pay_force"),
    "build points": ("points", "build points left", "ready_build_roll"),
    "setup cost": ("setup_cost", "build points used in setup", "setup_alternate_until_thirty"),
}
"""What a seat holds: by name, the field, what it is called, and the ground that speaks of it."""
LYING = {
    "damage counters": ("damage", DAMAGE_COUNTERS, "damage_counter"),
    "damage": ("damage", DAMAGE_COUNTERS, "damage_counter"),
    "build counters": ("counters", "build counters", "build_partially_built"),
    "counters": ("counters", "build counters", "build_partially_built"),
}
"""What lies on a stack: by name, the field, what it is called, and the ground that speaks of it."""
KEYWORDS = ("accuracy", "critical hit", "armor", "shields")
ATTACK_DICE = ("attack dice", "dice")
ALSO = {"hand": "cards in hand", "hand size": "cards in hand", "arenas": "arenas controlled"}
"""What people call some of what a seat has."""


def explained(game: Any, table: Table, of: str, name: str) -> Explained | None:
    """A value by its name, None if it is none of these. Raises KeyError, and what reading a declaration raises."""
    if of in table.seats:
        return _of_seat(table, of, name)
    if name == "control" and of in table.arenas:
        return _control(table, of)
    if name == "hits" and of == ROLL:
        return _hits(table)
    if name == "price":
        return _price(game, table, of)
    if name in LYING:
        stack = table.stacks[game.stack_named(table, of)]
        field, words, ground = LYING[name]
        lie: int = getattr(stack, field)
        title = table.top(stack).title if table.known(stack) else "a face-down card"
        return Explained(name, title, lie, (Contribution("add", lie, words, getattr(table.why, ground)),))
    if name in ATTACK_DICE:
        return _attack_dice(table, known_stack(game, table, of))
    if name.startswith(SUBTYPE):
        return _subtype(table, known_stack(game, table, of), name.removeprefix(SUBTYPE))
    return None


def plainly(table: Table, of: str, name: str) -> tuple[str, str]:
    """Whose value and which, as they are called here: a player, an arena and a value are known whatever the case."""
    name = plain_name(name)
    plain = of.strip().casefold()
    return plain if plain in (*table.seats, *table.arenas, ROLL) else of.strip(), name


def plain_name(name: str) -> str:
    """The name of a value, whatever its case and the spaces in it."""
    return " ".join(name.casefold().split())


def known_stack(game: Any, table: Table, of: str) -> Stack:
    """The stack that is called so. Raises KeyError also where nobody knows here what card it is."""
    stack: Stack = table.stacks[game.stack_named(table, of)]
    if not table.known(stack):
        lying = ", ".join(name for name in LYING if " " in name)
        raise KeyError(f"nobody here knows which card {of!r} is; ask for what lies on it: {lying}")
    return stack


def named(of_unit: Iterable[str]) -> str:
    """Which values there are, in words, for who has asked for one that is none; `of_unit` are those of a unit."""
    return (
        f"a unit has {', '.join((*of_unit, *KEYWORDS, ATTACK_DICE[0]))} and `{SUBTYPE}...`; "
        f"what lies on the table {', '.join(name for name in LYING if ' ' in name)}; "
        f"a player {', '.join(HELD)}, cards in hand, arenas controlled; "
        f"an arena control; a {ROLL} hits; a declaration price"
    )


def _of_seat(table: Table, seat: str, name: str) -> Explained | None:
    name = ALSO.get(name, name)
    if name in HELD:
        field, words, ground = HELD[name]
        total: int = getattr(table.seats[seat], field)
        held = Contribution("add", total, words, getattr(table.why, ground))
        return Explained(name, seat, total, (held, *_yet_to_come(table, seat, name)))
    if name == "cards in hand":
        total = len(table.zones.get(f"hand:{seat}", ()))
        return Explained(name, seat, total, (Contribution("add", total, "cards", table.why.information_hands_private),))
    if name == "arenas controlled":
        parts = tuple(Contribution("add", 1, arena, CONTROL) for arena in arenas_controlled(table, seat))
        none = (Contribution("add", 0, "none", CONTROL),)
        left_out = (*_not_counted(table, table.arenas), *_piloting(table, table.arenas))
        return Explained(name, seat, len(parts), (*(parts or none), *left_out))
    return None


GAINS = {"force": GainForce, "build points": GainPoints}


def _yet_to_come(table: Table, seat: str, name: str) -> Iterator[Contribution]:
    """What a player has coming and has not got yet: by triggers that are held, and by Bounties that are earned, which
    bring something only when a build step of his starts.
    """
    held = (each for each in table.agenda.pool if each.seat == seat and is_held(each))
    for trigger in held:
        if name in GAINS and any(isinstance(each, GAINS[name]) for each in walk(trigger.do)):
            yield Contribution(KEPT_OFF, 0, f"{trigger.scene.source}, which still waits", trigger.held)
    earned = (each for each in table.delayed.values() if each.scene.kind == "bounty" and each.scene.controller == seat)
    for bounty in earned:
        if name in GAINS and any(isinstance(each, GAINS[name]) for each in walk(bounty.do)):
            rule = cite(table, "rots.keywords.bounty", bounty.rule)
            yield Contribution(KEPT_OFF, 0, f"Bounty of {bounty.scene.source}, at the start of a build step", rule)


def _control(table: Table, arena: str) -> Explained:
    """Who controls an arena: whoever has a unit there while his opponent has none."""
    units = {seat: [table.top(each).title for each in units_counted(table, arena, seat)] for seat in table.order}
    parts = tuple(
        Contribution(COUNTED, len(names), f"{seat}: {', '.join(names) or 'none'}", CONTROL)
        for seat, names in units.items()
    )
    holder = next(
        (each for each in table.order if units[each] and not any(units[other] for other in table.opponents(each))), ""
    )
    parts = (*parts, *_not_counted(table, (arena,)), *_piloting(table, (arena,)))
    return Explained("control", f"{arena}: {holder or 'nobody'}", 1 if holder else 0, parts)


def _piloting(table: Table, arenas: Iterable[str]) -> Iterator[Contribution]:
    """The Pilots on units who would dispute an arena if they were units there."""
    for arena in arenas:
        for seat in table.order:
            if not table.units(arena, seat) and any(table.units(arena, other) for other in table.opponents(seat)):
                for pilot in pilots_of(table, arena, seat):
                    where = f"{table.title(pilot.id)} in {arena}, on a unit"
                    yield Contribution(LEFT_OUT, 0, where, cite(table, *NO_UNIT))


def _not_counted(table: Table, arenas: Iterable[str]) -> Iterator[Contribution]:
    """The units that do not count in some arenas, each with the card that says so; and texts that come to nothing."""
    for arena in arenas:
        if held_by_both(table, arena):
            yield Contribution(KEPT_OFF, 0, f"texts of both players in {arena}", BOTH_HOLD)
        for unit, by in units_left_out(table, arena):
            rule = on_cards.cited_now(table, by.rule, NON_EVENT, (by.source,))
            yield Contribution(KEPT_OFF, 0, f"{table.title(unit.id)} in {arena}", rule)


def _attack_dice(table: Table, stack: Stack) -> Explained:
    """How many dice an attack of a unit is rolled with; below a power of 0 none."""
    sums: list[Part] = []
    total = attack_dice(table, stack, sums)
    parts = [*values.named(table, stack, sums), *kept_off.of_value(table, stack, "power")]
    if total < 0:
        parts.append(Contribution(FLOOR, -total, "no dice", table.why.dice_no_roll_if_removed_or_zero_power))
    return Explained("attack dice", table.top(stack).title, max(0, total), tuple(parts))


def _hits(table: Table) -> Explained:
    """The dice on the table one by one, as they hit or miss. Raises KeyError without a roll."""
    roll = next((each for each in reversed(table.agenda.frames) if isinstance(each, RollFrame) and each.dice), None)
    frame = next((each for each in reversed(table.agenda.frames) if isinstance(each, AttackFrame)), None)
    if roll is not None and roll.purpose == "damage":
        thrown = roll.dice
        judged = [damage_hits(table, roll.source, roll.target, (die,), "") for die in thrown]
        return Explained("hits", "dice of damage", sum(hits for hits, _ in judged), _dice(thrown, judged))
    thrown = roll.dice if roll is not None and roll.purpose == "attack" else frame.dice if frame is not None else ()
    attack = next((each for each in table.attacks if frame is not None and each.id == frame.attack), None)
    if not thrown or attack is None:
        raise KeyError("no attack dice lie on the table")
    judged = [attack_hits(table, attack, (die,)) for die in thrown]
    parts = list(_dice(thrown, judged))
    attacker, defender = table.stacks.get(attack.attacker), table.stacks.get(attack.defender)
    for unit, keyword in ((attacker, "accuracy"), (defender, "armor")):
        worth = keyword_value(table, unit, keyword) if unit is not None else 0
        if worth:
            parts.append(Contribution("changes", 0, f"{keyword} {worth}", table.why.of_keyword(keyword)))
        elif added := of_several(table, unit, keyword):
            parts.append(Contribution(KEPT_OFF, 0, f"{keyword} 0", added))
    hits, rule = attack_hits(table, attack, thrown)
    if attacker is not None and len(thrown) != attack_dice(table, attacker):
        parts.append(
            Contribution(KEPT_OFF, 0, "power changed since the roll", table.why.attack_power_change_after_roll)
        )
    nothing = next((part.rule for part in parts if part.how == KEPT_OFF), "")
    return Explained("hits", "attack dice", hits, tuple(parts), leads=nothing or rule)


def _dice(thrown: tuple[int, ...], judged: list[tuple[int, str]]) -> tuple[Contribution, ...]:
    return tuple(
        Contribution("add", hits, f"die {die}", rule) for die, (hits, rule) in zip(thrown, judged, strict=True)
    )


def _price(game: Any, table: Table, words: str) -> Explained:
    """What a declaration costs its speaker, whether or not he has it. Raises KeyError if something else forbids it."""
    said = game.read(table, words)
    rich = table.fork()
    if said.seat in table.seats:
        game.fold(rich, f.ForceGained(seat=said.seat, amount=PLENTY))
        game.fold(rich, f.BuildPointsGained(seat=said.seat, amount=PLENTY))
    verdict = judge(game, rich, said, ALL)
    if verdict.after is None:
        raise KeyError(f"{words} has no price now: it is {verdict.ruling.value} for other reasons")
    parts = []
    for fact in verdict.facts:
        if isinstance(fact, f.Awaits):
            break
        if isinstance(fact, f.ForcePaid | f.BuildPointsSpent) and fact.seat == said.seat:
            how = "force" if isinstance(fact, f.ForcePaid) else "build points"
            parts.append(Contribution(how, fact.amount, fact.cause or "paid", fact.rule))
    free = (Contribution("add", 0, "nothing to pay", verdict.headline),)
    return Explained("price", words, sum(part.amount for part in parts), tuple(parts) or free)


def _subtype(table: Table, stack: Stack, word: str) -> Explained:
    """Whether a stack has a subtype: by its type line, by a text that treats it so (in setup that may be off), or by
    what an effect makes of it.
    """
    face = table.top(stack)
    on_line = on_type_line(face, word)
    giver = subtype_giver(table, stack, word)
    chosen = table.edition.treat_as_in_setup
    off = not on_line and table.turn.phase == "setup"
    if not on_line and not giver and not printed_subtype(face, word):
        rule = no_subtype(table, word, face, stack)
    else:
        rule = chosen.rule if off else subtype_rule(table, stack, word)
    rule = on_cards.cited_now(table, rule, "subtype", (giver, stack.id))
    has = has_subtype(table, stack, word) and (chosen.value or not off)
    source = giver or ("treated so" if printed_subtype(face, word) and not on_line else "type line")
    part = Contribution("add", 1, source, rule) if has else Contribution(LEFT_OUT, 0, source, rule, 1)
    return Explained(SUBTYPE + word, face.title, int(has), (part,))
