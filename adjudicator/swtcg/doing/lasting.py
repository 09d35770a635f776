"""Instructions that leave something behind: lasting changes, replacements, delayed effects."""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing import keyword_rules, reach
from adjudicator.swtcg.standing.abilities import works_given
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.card_rulings import LATER_TOO, ruled
from adjudicator.swtcg.standing.durations import MADE, until_battle
from adjudicator.swtcg.standing.granting import copied
from adjudicator.swtcg.standing.scenes import rule_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import PILOT, Delayed, Modifier, Scene, Table
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.printed import spelled
from adjudicator.swtcg.words.states import ANYTHING, depends

_replace = msgspec.structs.replace


def _reached(said: Any) -> w.Those | None:
    for field in ("to", "of", "who"):
        those = getattr(said, field, None)
        if isinstance(those, w.Those):
            return those
    return None


ANEW = ("attacking", "defending", "attacking_this", "attacking_whom", "attacked_by", "mode")
"""What a selector in a lasting change looks at anew at every moment ("as long as it is attacking")."""


def _settled(table: Table, said: Any, those: w.Those | None, scene: Scene) -> tuple[int, ...] | None:
    """What a change reaches from now on, whatever it attacks; None where it is about players, or anyone later."""
    if those is None or isinstance(said, (w.Tax, w.BattleOrder)) or looks_ahead(said) or _later_too(table, said, scene):
        return None
    if _whoever_defends(said, those, scene):
        return None
    unset = {name: getattr(w.Those(), name) for name in ANEW}
    retreated = (
        isinstance(said, (w.Modify, w.Grant))
        and table.why.reading_bonuses_for_units_in_the_build_zone != table.suppressed
    )
    return select(table, _replace(those, **unset), scene, anywhere=retreated)


def _whoever_defends(said: Any, those: w.Those, scene: Scene) -> bool:
    """Whether it is what an attack trigger that singles out no defending unit does to that unit for the attack: whoever
    it is by then (idc.phrase.when-this-unit-attacks.once-per-attack); what is played means the one that it is.
    """
    played = "play" in scene.numbers
    return those.bound == "defender" and those.bound not in scene.bound and said.until == "attack" and not played


def _later_too(table: Table, said: Any, scene: Scene) -> str:
    """The rule by which what each of a player's units gets is for those too that come later; empty if it is not."""
    those = _reached(said)
    if not isinstance(said, (w.Modify, w.Grant)) or those is None or those.bound:
        return ""
    rule = ruled(table, scene.source, LATER_TOO)
    if those.zones == ("there",) and said.until != "attack":
        rule = rule or table.why.abilities_arena_chosen
    if said.later and depends(those) < ANYTHING:
        rule = rule or table.why.abilities_time_first
    return "" if rule == table.suppressed else rule


PAID_WITH = ("tapped", "retreated", "damaged")
"""What a cost calls the things that it was paid with."""


def _meant_rule(table: Table, said: Any, on: tuple[int, ...] | None) -> str:
    """The rule by which a change is for those units alone that were named before, or for what a cost was paid with."""
    those = _reached(said)
    if those is None or not those.bound or not on:
        return ""
    if those.bound in PAID_WITH:
        return table.why.abilities_that_card
    return table.why.abilities_each_of_those if len(on) > 1 else ""


SEATS_MEANT = (
    "CARD_MAY_BE_PLAYED", "STACKS_MAY_GROW", "STACKS_MAY_BE_REARRANGED", "POINTS_MAY_BE_SPENT", "MAY_WIN",
    "DARK_WINS_TIES", "BUILT_FACE_DOWN", "HAND_HIDDEN", "MAY_GO_TO_ARENA", "ABILITY_MAY_BE_PLAYED",
    "RETREATS_IN_ITS_STEP", "UNIT_MAY_BE_DEPLOYED", "MISSION_MAY_BE_COMPLETED", "DEPLOYED_UNTAPPED",
    "COUNTERS_SUFFICE",
)  # fmt: skip
"""The clauses that are about players, or about whatever a player has by then ("your opponent can't retreat")."""


def looks_ahead(said: Any) -> bool:
    """Whether a change reaches what fits it at every moment, and not only what fits it when it is made: what it says
    of players, of the arena chosen, of cards that are still to be built.
    """
    those = said.who if isinstance(said, w.Allow) else getattr(said, "of", None)
    if isinstance(said, w.Allow) and (said.clause in SEATS_MEANT or names_a_class(said)):
        return not said.who.bound
    return isinstance(said, w.Modify) and said.stat == "cost" and those is not None and not those.bound


def names_a_class(said: w.Allow) -> bool:
    """Whether a ban names a class, so that it is for whoever is of it by then, and not for those that were something
    when it was said (ruling.whom-a-ban-for-a-turn-reaches, crf.card.dantooine-system.only-units-tapped-then).
    """
    return not said.permit and depends(said.who) < ANYTHING


def _lasting(run: Run, frame: ResolveFrame, said: Any) -> None:
    """Begin a lasting change. What it reaches is settled now: these stacks, or all that fit "each of ..."."""
    table: Table = run.table
    scene = frame.scene
    if getattr(said, "later", False) and not table.why.abilities_time_first:
        said = _replace(said, later=False)  # where the time stands in a sentence says nothing
    if isinstance(said, w.Silence) and said.vain and not table.edition.no_effect_in_vain.value:
        said = _replace(said, vain=False)
    those = _reached(said)
    on = _settled(table, said, those, scene)
    if isinstance(said, w.Grant) and isinstance(said.ability, w.Keyword) and on:
        on = _gaining(run, said.ability.name, on)
    if on == ():
        run.non_event(f"a change by {scene.source}", rule_of(table, scene), "there is nothing that it would reach")
        if those is None or those.bound or not isinstance(said, w.Modify):
            return  # nobody will ask later why it is not reached
    _not_given(run, said, on or ())
    until = _until(table, said, scene)
    amount = amount_of(table, said.amount, scene) if isinstance(said, w.Modify) else 0
    now = table.attack
    if until in ("attack", "attack ends") and not scene.attack and now is not None:
        scene = _replace(scene, attack=now.id)
    if until == "next turn":
        scene = _replace(scene, numbers={**scene.numbers, MADE: table.turn.number})
    rule = _stun_rule(table, until, said.until) if scene.kind == "stun" else _until_rule(table, until, scene)
    rule = keyword_rules.lasting(table, scene, said, on) or rule
    rule = _later_too(table, said, scene) or _meant_rule(table, said, on) or rule
    modifier = Modifier(table.next_id, said, scene, until, on, amount, rule)
    run.happen(f.ModifierBegan(modifier=modifier, rule=rule, cause=scene.source))
    if isinstance(said, w.Allow) and not said.permit:
        reach.note_still_on(run)


def _not_given(run: Run, said: Any, on: tuple[int, ...]) -> None:
    """What a Pilot on a unit is given and has no use of there."""
    table: Table = run.table
    given = spelled((said.ability,), table.edition.book.value) if isinstance(said, w.Grant) else ()
    if not given or any(works_given(table, each) for each in given):
        return
    for number in on:
        if table.stacks[number].role == PILOT:
            run.non_event(f"an ability for #{number}", table.why.reading_what_is_given_to_a_pilot, "it is on a unit")


def _gaining(run: Run, keyword: str, on: tuple[int, ...]) -> tuple[int, ...]:
    """Of these units those that can gain a keyword now."""
    return tuple(
        number
        for number in on
        if not (barred := keyword_rules.gains(run.table, keyword, number))
        or not run.non_event(f"{keyword} for {run.table.title(number)}", barred, "Velocity has changed its speed")
    )


def _until(table: Table, said: Any, scene: Scene) -> str:
    """How long a change lasts: as it says, but for Stun as the book defines it, whatever a reminder on the card says
    (idc.keywords.definitions-override-reminder-text).
    """
    reminded = (
        scene.kind == "stun" and keyword_rules.defined(table, "stun") and table.suppressed != table.edition.book.rule
    )
    return table.edition.stun_until.value if said.until == "stun" or reminded else str(said.until)


def _stun_rule(table: Table, until: str, said: str) -> str:
    """The rule on how long Stun lasts: the edition's definition, unless the card's own reminder says otherwise."""
    if said not in ("stun", until):
        return table.edition.book.rule
    chosen = table.edition.stun_until
    return chosen.rule if until == chosen.value else table.why.cards_card_beats_rule


def _copy(run: Run, frame: ResolveFrame, said: w.Copy) -> None:
    """Begin to have the abilities of others as well, if these have any of the kind."""
    table: Table = run.table
    others = (table.stacks[number] for number in select(table, said.of, frame.scene))
    book = table.edition.book.value
    if said.kind and not any(table.known(other) and copied(table.top(other), said.kind, book) for other in others):
        what = f"a copy of {said.kind} abilities by {frame.scene.source}"
        if run.non_event(what, rule_of(table, frame.scene), "there are none to copy"):
            return
    _lasting(run, frame, said)


def _until_rule(table: Table, until: str, scene: Scene) -> str:
    why = table.why
    if until == "attack":
        return why.chances_for_this_attack
    if until == "battle":
        return until_battle(table)
    return (
        rule_of(table, scene)
        if until in ("permanent", "next build", "next card")
        else why.chances_until_end_of_turn_duration
    )


def _instead(run: Run, frame: ResolveFrame, said: w.Instead) -> None:
    table: Table = run.table
    modifier = Modifier(table.next_id, said, frame.scene, said.until, None, 0, table.why.cards_card_beats_rule)
    run.happen(f.ModifierBegan(modifier=modifier, rule=table.why.cards_card_beats_rule, cause=frame.scene.source))


IN_THIS_ATTACK = ("attack", "attack ends")
"""How long lasts what is over with the attack that goes on."""

BEFORE_BATTLE = ("ready", "command")
"""The phases in which a player's build step of the turn may be still to come."""


def delay(run: Run, scene: Scene, said: w.Later) -> None:
    """Begin a delayed effect.

    Names are bound now, by value: "that unit" is the one meant now, for its stay in
    play only (rots.cards.own-name-self-reference, crf.abilities.effects-lost-on-leaving-play).
    """
    table: Table = run.table
    attack = table.attack
    held = dict(scene.bound)
    if attack is not None:
        held.setdefault("attacker", (attack.attacker,))
        if said.until not in IN_THIS_ATTACK:  # until it ends another unit may become the defending one
            held.setdefault("defender", (attack.defender,))
        if not scene.attack:
            scene = _replace(scene, attack=attack.id)
    do = said.do
    rule = rule_of(table, scene)
    if scene.kind == "retaliate":
        do, rule = _retaliating(table, do, scene)
        unit = table.stacks.get(scene.stack)
        scene = _replace(scene, arena=unit.zone if unit is not None else scene.arena)
    scene = _replace(scene, bound=held)
    if said.until == "next turn":
        scene = _replace(scene, numbers={**scene.numbers, MADE: table.turn.number})
    if scene.kind == "bounty":
        rule = _paid_when(table, scene.controller)
        scene = _replace(scene, numbers={**scene.numbers, "earned": table.turn.number})
    delayed = Delayed(
        table.next_id, said.when, do, scene, said.until, said.repeats, rule, said.chance, said.may, said.condition
    )
    others = _bounties_to_come(table, scene, delayed.id + 1) if scene.kind == "retaliate" else ()
    began = [f.DelayedBegan(delayed=each, rule=each.rule, cause=scene.source) for each in (delayed, *others)]
    run.happen(*began)


def _paid_when(table: Table, seat: str) -> str:
    """The rule by which an earned bounty is paid in this turn's build step of its player, or in the next turn's."""
    if table.turn.phase in BEFORE_BATTLE and f"build step:{seat}" not in table.used:
        return table.edition.bounty_same_turn.rule
    return table.why.keywords_bounty_resolves_at_next_turns_build_step


def _bounties_to_come(table: Table, scene: Scene, number: int) -> tuple[Delayed, ...]:
    """A Retaliate strikes even from the discard pile, and its unit's Bounty is earned by it even then.

    These wait only for the case that the unit is gone by then (ruling.bounty-earned-after-its-unit-is-gone).
    """
    bounties = [
        instance
        for instance in table.index.working(scene.stack)
        if isinstance(instance.ability, w.Triggered) and instance.ability.keyword == "bounty"
    ]
    found: list[Delayed] = []
    for at, instance in enumerate(bounties):
        ability = instance.ability
        assert isinstance(ability, w.Triggered)
        waiting = Scene(
            controller=scene.controller,
            source=scene.source,
            stack=scene.stack,
            key=instance.key,
            kind="bounty",
            numbers={"gone": 1},
        )
        found.append(
            Delayed(
                number + at,
                ability.when,
                ability.do,
                waiting,
                "turn",
                rule=table.why.reading_bounty_earned_after_its_unit_is_gone,
            )
        )
    return tuple(found)


def _retaliating(table: Table, do: tuple[w.Instruction, ...], scene: Scene) -> tuple[tuple[w.Instruction, ...], str]:
    """A Retaliate's values are those of its activation (crf.keywords.retaliate-values-at-activation)."""
    rule = table.why.keywords_retaliate_when_attack_ends
    fixed: list[w.Instruction] = []
    for part in do:
        if isinstance(part, w.Damage) and not isinstance(part.amount, int):
            rule = table.why.keywords_retaliate_values_at_activation
            fixed.append(_replace(part, amount=amount_of(table, part.amount, scene)))
        else:
            fixed.append(part)
    return tuple(fixed), rule


def _take_control(run: Run, frame: ResolveFrame, said: w.TakeControl) -> None:
    """Control is computed from the changes in force; the standing check hands things over."""
    _lasting(run, frame, said)


INSTRUCTIONS: dict[type, Any] = {
    w.Modify: _lasting,
    w.Grant: _lasting,
    w.Silence: _lasting,
    w.Allow: _lasting,
    w.Oblige: _lasting,
    w.Tax: _lasting,
    w.Instead: _instead,
    w.TakeControl: _take_control,
    w.Copy: _copy,
    w.BattleOrder: _lasting,
}

STEPS: dict[str, Any] = {}
