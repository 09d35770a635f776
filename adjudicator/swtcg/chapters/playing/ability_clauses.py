"""The clauses of an ability that is to be played: there is one, it is activated, it works here, it is the speaker's.

Sources: rots.abilities.three-kinds, rots.activated.glossary-definition, crf.zones.build-zone-active-abilities,
crf.activated.arena-required-except-reserves, crf.zones.build-zone-prevention-inactive,
crf.abilities.partially-built-off, crf.control.controls-all-aspects,
crf.control.unit-controller-controls-granted-effects.
"""

from __future__ import annotations

import re

from adjudicator.kernel.judging import Judging
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.playing.playable import Playable, ability_playable, lucky_playable
from adjudicator.swtcg.standing.abilities import EFFECTS, Instance, given_by, inserting_card, printed_beneath, with_key
from adjudicator.swtcg.standing.keyword_rules import defined
from adjudicator.swtcg.standing.meant import has_a_pilot
from adjudicator.swtcg.standing.overrides import STATIC_KEYWORDS, USING, leaves_others
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.places import place
from adjudicator.swtcg.table.table import (
    BESIDE,
    BUILDING,
    EQUIPMENT,
    EVENT,
    PILOT,
    UNIT,
    Scene,
    Stack,
    Table,
    in_build_zone,
)
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.kinds import chance_of
from adjudicator.swtcg.words.printed import printed, spelled
from adjudicator.swtcg.words.terms import within


def find(table: Table, key: str) -> tuple[Instance, Stack] | None:
    """An instance of an ability that works now by its key, with the stack that has it."""
    instance = with_key(table, key)
    return None if instance is None else (instance, table.stacks[instance.stack])


def playable_of(table: Table, key: str) -> Playable | None:
    """What an ability's key offers to play, None if it is no ability that is played and works now."""
    known: Playable | None = table.index.playables.get(key)
    if known is not None:
        return known
    found = find(table, key)
    return None if found is None else playable_from(table, *found)


def playable_from(table: Table, instance: Instance, stack: Stack) -> Playable | None:
    """What an ability offers to play, None if it is none that is played."""
    ability = instance.ability
    if isinstance(ability, w.Activated) or (_by_hand(ability) and table.manual == "ask"):
        known = table.index.playables
        found: Playable | None = known.get(instance.key)
        if found is None:
            found = known[instance.key] = ability_playable(table, instance, stack)
        return found
    if isinstance(ability, w.Keyword) and ability.name == "lucky":
        return lucky_playable(table, instance, stack)
    return None


def _by_hand(ability: w.Ability) -> bool:
    return isinstance(ability, w.Manual) and ability.form == "activated"


def _asleep(table: Table, key: str) -> w.Ability | None:
    """The printed ability of a key that does not work where its card is, None if there is none."""
    stack = table.stack_of(key)
    number = key.partition(".")[2]
    if stack is None or not table.known(stack):
        return None
    if number in (beneath := printed_beneath(table, stack)):
        return beneath[number]
    abilities = printed(table.top(stack), table.edition.book.value)
    return abilities[int(number)] if number.isdecimal() and int(number) < len(abilities) else None


def check_ability(judging: Judging, key: str) -> Playable | None:
    """Clauses ABILITY_EXISTS, ABILITY_WORKS_HERE, ABILITY_NOT_SILENCED, ABILITY_IS_ACTIVATED and ABILITY_IS_YOURS."""
    table: Table = judging.table
    found = with_key(table, key)
    stack = table.stack_of(key) if found is None else table.stacks[found.stack]
    silenced = table.index.silenced.get(key)
    asleep = _asleep(table, key) if found is None and silenced is None else None
    known = found is not None or silenced is not None or asleep is not None
    evidence = lambda: (("unit", "none" if stack is None else table.title(stack.id)), ("ability", _asked_for(key)))
    if not judging.clause("ABILITY_EXISTS", lambda: _exists_rule(judging, stack, key), known, evidence):
        return None
    assert stack is not None
    if silenced is not None:
        by = silenced[1]
        judging.clause("ABILITY_NOT_SILENCED", _lost_rule(table, silenced[0]), ok=False, evidence=lambda: (("by", by),))
        judging.leave_off()
        return None
    if asleep is not None:
        _refuse_asleep(judging, stack, key, asleep)
        return None
    assert found is not None
    return _check_found(judging, found, stack)


def _lost_rule(table: Table, lost: Instance) -> str:
    """Why an ability that a unit has lost is not played: a printed one, one that it was given."""
    given = given_by(lost.key)[0] in EFFECTS
    return table.why.abilities_lost_given_ones_too if given else table.why.abilities_lost_are_not_played


_OF_A_KEY = re.compile(r"[a-z]?\d+(\.\d+)*")


def _asked_for(key: str) -> str:
    """What was said of an ability: how it was called, or that it was given or numbered."""
    own = key.partition(".")[2]
    if own.isdecimal():
        return f"number {own}"
    return "one that it was given" if _OF_A_KEY.fullmatch(own) else own


def _refuse_asleep(judging: Judging, stack: Stack, key: str, asleep: w.Ability) -> None:
    table: Table = judging.table
    covered = key.partition(".")[2] in printed_beneath(table, stack)
    rule = table.why.stacking_top_card_characteristics if covered else _asleep_rule(table, stack, asleep)
    lies = ("lies", "beneath the top card") if covered else ("zone", place(stack.zone))
    judging.clause("ABILITY_WORKS_HERE", rule, ok=False, evidence=lambda: (("unit", table.title(stack.id)), lies))
    judging.leave_off()


def _check_found(judging: Judging, instance: Instance, stack: Stack) -> Playable | None:
    table: Table = judging.table
    playable = playable_from(table, instance, stack)
    kind = lambda: (("it is", type(instance.ability).__name__.lower()),)
    if not judging.clause("ABILITY_IS_ACTIVATED", lambda: _kind_rule(table, instance), playable is not None, kind):
        return None
    assert playable is not None
    if stack.role == BUILDING:
        judging.permit("ABILITY_WORKS_HERE", table.why.zones_card_speaks_of_its_zone)
    elif stack.role in BESIDE:
        usable = table.why.event_usable if stack.role == EVENT else table.why.resource_usable
        judging.permit("ABILITY_WORKS_HERE", usable)
    elif judging.worth_telling("ABILITY_WORKS_HERE") and in_build_zone(stack):
        _permit_reserves(judging, instance, stack)
    if stack.role == PILOT and table.edition.pilot_uses_own_abilities.value:
        judging.permit("APPLIES_WHILE_PILOTING", table.edition.pilot_uses_own_abilities.rule)
    if judging.worth_telling(KEEPS_ITS_KIND):
        _permit_framed(judging, instance, stack)
    giver = table.stacks.get(instance.source)
    if judging.worth_telling("ABILITY_IS_LENT") and giver is not None and giver.id != stack.id and giver.role in LENDS:
        judging.clause("ABILITY_IS_LENT", LENDS[giver.role], ok=True, permits=EXCEPTION)
    if judging.worth_telling(BY_A_PILOT) and _given_for_a_pilot(table, instance):
        judging.permit(BY_A_PILOT, lambda: table.why.pilots_name_and_subtypes_valid)
    judging.clause(
        "ABILITY_IS_YOURS",
        lambda: _owner_rule(table, instance, stack),
        stack.controller == judging.said.seat,
        lambda: (("unit", table.title(stack.id)), ("controller", stack.controller)),
        permits=EXCEPTION if table.taken_from(stack) else 0,
    )
    if table.index.vain and instance.key in table.index.vain:
        judging.permit(
            "PLAYED_IN_VAIN", table.edition.no_effect_in_vain.rule, lambda: (("by", table.index.vain[instance.key]),)
        )
    _check_use(judging, playable, stack)
    return playable


def _check_use(judging: Judging, playable: Playable, stack: Stack) -> None:
    """Clause ABILITY_MAY_BE_PLAYED: no effect bars it; one that bars another keyword alone does not."""
    if not judging.worth_telling(USING):
        return
    table: Table = judging.table
    why = table.why
    barring = USING in table.index.overrides
    if playable.keyword in STATIC_KEYWORDS:
        rule = why.keywords_lucky_static_used_in_reroll_chance_consolidated
        judging.clause(USING, rule, ok=True, about=stack.id, permits=EXCEPTION if barring else 0)
        return
    other = why.reading_other_than_the_barred_keyword if barring and playable.chance == "prevention" else ""
    spared = bool(other) and leaves_others(table, stack.id, judging.said.seat, playable.keyword)
    rule = other if spared else why.activated_arrow_identifies_rulebook
    judging.clause(USING, rule, ok=True, about=stack.id, permits=EXCEPTION if spared else 0)


KEEPS_ITS_KIND = "GRANTED_EFFECT_KEEPS_ITS_KIND"
"""That what INSERT or Reserves gives is still an activated ability."""


def _permit_framed(judging: Judging, instance: Instance, stack: Stack) -> None:
    """What INSERT or Reserves gives is played like any other, in the build zone too if it works there."""
    why, away = judging.table.why, in_build_zone(stack)
    if inserting_card(instance.key):
        judging.permit(KEEPS_ITS_KIND, why.keywords_insert_effect_keeps_type)
        if away:
            judging.permit("INSERT_WORKS_THERE", why.keywords_insert_in_build_zone)
    elif away and stack.role != BUILDING:
        judging.permit(KEEPS_ITS_KIND, why.keywords_reserves_ability_keeps_type)


LENDS = {PILOT: "rots.pilots.give-bonuses", EQUIPMENT: "rots.equipment.grants-bonuses"}
"""By the role of what is on a unit, the rule by which it gives the unit an ability."""
BY_A_PILOT = "PILOT_COUNTS"
"""That a Pilot on a unit is one of those by whose name or subtype a text goes."""


def _given_for_a_pilot(table: Table, instance: Instance) -> bool:
    """Whether a unit has an ability only while somebody is there who is a Pilot on a unit."""
    giver = table.stacks.get(instance.source)
    if giver is None or not table.known(giver):
        return False
    scene = Scene(controller=giver.controller, source=instance.name, stack=giver.id)
    book = table.edition.book.value
    return any(
        isinstance(each, w.Static)
        and isinstance(each.condition, w.There)
        and has_a_pilot(table, each.condition.are, scene)
        and any(
            instance.ability in spelled((change.ability,), book)
            for change in each.changes
            if isinstance(change, w.Grant)
        )
        for each in printed(table.top(giver), book)
    )


def _kind_rule(table: Table, instance: Instance) -> str:
    """What says of an ability whether it is one that is played."""
    if isinstance(instance.ability, w.PilotOf):
        return table.why.pilots_granted_text_off_in_character_arena
    three = isinstance(instance.ability, w.Triggered)
    return table.why.abilities_three_kinds if three else table.why.activated_arrow_identifies_rulebook


def _permit_reserves(judging: Judging, instance: Instance, stack: Stack) -> None:
    """Reserves is among what works in the build zone, and that is what the keyword does (rots.keywords.reserves)."""
    table: Table = judging.table
    giver = table.stacks.get(instance.source)
    lent = giver is not None and giver.role == PILOT and giver.id != stack.id
    rule = (
        table.why.pilots_build_zone_granted_reserves_upkeep_consolidated
        if lent
        else table.why.zones_build_zone_active_abilities_consolidated
    )
    judging.permit("ABILITY_WORKS_HERE", rule)
    if not lent:
        judging.permit("ABILITY_IS_IN_RESERVE", table.why.keywords_reserves)


def _exists_rule(judging: Judging, stack: Stack | None, key: str) -> str:
    """Only a unit has abilities: neither a Mission nor what is not on the table, as a card in hand."""
    table: Table = judging.table
    if stack is None and key.partition(".")[0] in map(str, table.zones.get(f"hand:{judging.said.seat}", ())):
        return table.why.zones_card_text_inactive_in_hand
    if stack is not None and stack.role == BUILDING and table.known(stack) and not table.top(stack).is_unit:
        return table.why.abilities_battle_and_mission_cards_have_none
    keyword = key.partition(".")[2].rstrip("0123456789 ")
    worth = [each for each in table.index.by_stack.get(stack.id, ()) if _called(each, keyword)] if stack else []
    if worth and table.edition.prevention_chosen.value:
        return _of_another_worth(judging, worth, keyword)
    return table.why.abilities_definition


def _called(instance: Instance, keyword: str) -> bool:
    """Whether an ability is that of a keyword, and is played."""
    return isinstance(instance.ability, w.Activated) and instance.ability.keyword == keyword != ""


def _of_another_worth(judging: Judging, worth: list[Instance], keyword: str) -> str:
    """The rule of a keyword that a unit has with another number than was said, with what it has in its place."""
    table: Table = judging.table
    title = table.title(worth[0].stack)
    judging.would_be_legal(*(f"activate {title} {keyword} {_worth(each)}".rstrip() for each in worth))
    return defined(table, keyword) or table.why.abilities_definition


def _worth(instance: Instance) -> str:
    """The number of a keyword, empty where it is no plain one."""
    amounts = (getattr(each, "amount", None) for each in within(getattr(instance.ability, "do", ())))
    return next((str(each) for each in amounts if isinstance(each, int)), "")


def _asleep_rule(table: Table, stack: Stack, ability: w.Ability) -> str:
    """Why a printed ability does not work: in setup, face down, piloting, or in the build zone."""
    off = table.why.abilities_off_in_build_zone
    if table.turn.phase == "setup" and stack.role == UNIT and table.why.setup_abilities_off:
        return table.why.setup_abilities_off
    if stack.role == BUILDING:
        built = cite(table, "crf.abilities.partially-built-off", "gr.abilities.not-while-partially-built", off)
        return (table.top(stack).is_unit and table.why.deploy_abilities_afterwards) or built
    if stack.role == PILOT:
        return table.edition.pilot_uses_own_abilities.rule
    if isinstance(ability, w.Reserves):
        return table.why.keywords_reserves
    if isinstance(ability, w.Keyword):
        only = table.why.keywords_build_zone_only_reserves_and_upkeep
        return cite(table, "crf.zones.build-zone-active-abilities", only)
    if isinstance(ability, w.Activated):
        if chance_of(ability.do) == "prevention":
            return table.why.zones_build_zone_prevention_inactive
        if ability.keyword in ("intercept", "retaliate"):
            return cite(table, "crf.activated.arena-required-except-reserves", f"{off}-except")
        return table.why.zones_build_zone_active_abilities
    return cite(table, "crf.zones.build-zone-active-abilities", f"{off}-except")


def _owner_rule(table: Table, instance: Instance, stack: Stack) -> str:
    """An ability is its unit's controller's, one given by a Pilot of the other player included."""
    giver = table.stacks.get(instance.source)
    if giver is not None and giver.role == PILOT and giver.controller != stack.controller:
        return table.why.control_unit_controller_controls_granted_effects
    return table.why.activated_arrow_identifies


def counts_a_pilot(table: Table, playable: Playable, scene: Scene) -> bool:
    """Whether what is done goes by the number of things of a name or subtype, and a Pilot on a unit is one of them, or
    is played only if there are any, and Pilots are all there are.
    """
    counts = (word.of for each in playable.do for word in within(each) if isinstance(word, w.Count))
    if any(has_a_pilot(table, those, scene) for those in counts):
        return True
    needed = (word.are for word in within(playable.condition) if isinstance(word, w.There))
    return any(has_a_pilot(table, those, scene) and not _others(table, those, scene) for those in needed)


def _others(table: Table, those: w.Those, scene: Scene) -> bool:
    """Whether anything but Pilots on units is meant."""
    return any(table.stacks[n].role != PILOT for n in select(table, those, scene) if n in table.stacks)
