"""How often an activated ability may be played: once a turn, an attack, a damage, a roll.

Sources: crf.activated.once-per-turn-in-arena with its exceptions (for this attack, would attack, prevention, reroll,
Intercept and Retaliate), rots.activated.no-tap-cost-once-per-attack, rots.activated.reuse-after-untapping,
rots.chances.turn-long-effects-once-per-turn. Battle cards have no limit of their own, since a second copy is
another card (ruling.second-copy-of-a-turn-long-battle-card).
"""

from __future__ import annotations

from adjudicator.kernel.judging import Judging, Rule, told
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.swtcg.chapters.battle.keyword_times import limit_rule
from adjudicator.swtcg.chapters.building.build_start import steps_over
from adjudicator.swtcg.chapters.playing.playable import Playable
from adjudicator.swtcg.standing import card_rulings
from adjudicator.swtcg.standing.abilities import Instance, with_key
from adjudicator.swtcg.standing.hits import roll_at_work
from adjudicator.swtcg.standing.keyword_values import keyword_value
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.fold_things import UNPAID
from adjudicator.swtcg.table.table import RESOURCE, Table
from adjudicator.swtcg.words.language import FREE

Limit = tuple[str, str, str]
"""The key of a limited use, the scope in which it counts, and the rule that limits it."""
Use = tuple[str, str, Rule]
"""The same, the rule to be looked up only if somebody is told of it."""

TAPPED, WOULD, BARRED, DISRUPTED = "@tapped", "@would", "@barred", "@disrupted"
"""Endings of keys that only note that something was played in this way this turn."""


def gives_points(playable: Playable) -> bool:
    """Abilities that give build points are for the build step (crf.activated.build-point-abilities-build-step-once)."""
    return playable.points and playable.kind == "activated"


def _attack_of(table: Table) -> int:
    """The number of the attack in progress, 0 if there is none."""
    return table.attacks[-1].id if table.attacks else 0


def limit_of(table: Table, playable: Playable, packet: int = 0) -> Limit | None:
    """The limit of uses of what is played; None if only its cost limits it."""
    use = use_of(table, playable, packet)
    if use is None:
        return None
    key, scope, rule = use
    return key, scope, told(rule)


def use_of(table: Table, playable: Playable, packet: int = 0) -> Use | None:
    """What would count as a use of what is played, and as which one; None if only its cost limits it. Once that is used
    up, an extra use that an effect gives its unit is one of its own.
    """
    use = _use(table, playable, packet)
    if use is None or use[0] not in table.used or use[1] == GAME:
        return use
    unit, attack = table.stacks.get(playable.stack), _attack_of(table)
    extra = keyword_value(table, unit, "extra uses") if unit is not None else 0
    keys = (f"{playable.stack}{EXTRA}{number}@{attack}" for number in range(extra))
    free = next((key for key in keys if key not in table.used), "")
    return (free, f"attack:{attack}" if attack else "turn", table.why.cards_card_beats_rule) if free else use


EXTRA = ".extra"
"""What marks an extra use in its key."""


def _use(table: Table, playable: Playable, packet: int) -> Use | None:
    """What the rules count as a use."""
    why = table.why
    if playable.kind != "activated":
        return None
    if playable.limit == GAME:
        return _in_the_game(table, playable), GAME, why.reading_once_per_game
    if table.edition.beside.value and _of_a_resource(table, playable):
        again = playable.limit or playable.chance != "general" or playable.only in ("attack", "would attack")
        use = f"{playable.stack}{RESOURCE_USED}"
        return use, "turn", why.resource_one_use_even_so if again else why.resource_one_use
    if playable.limit:
        return None if playable.limit == "any" else (_as_often(table, playable), "turn", why.cards_card_beats_rule)
    if why.activated_this_card_once and not playable.stack and playable.cost != FREE and playable.keyword != "meditate":
        return playable.key, "turn", why.activated_this_card_once
    key, attack = playable.key, _attack_of(table)
    in_attack = f"attack:{attack}"
    if playable.keyword == "lucky":
        rule = lambda: why.keywords_lucky_once_per_attack
        return f"{playable.stack}.lucky@{attack}", in_attack, rule
    if playable.chance == "prevention":
        use = f"{key}@damage{packet}"
        return use, "turn", lambda: _prevention_rule(table, playable, use)
    if playable.chance == "reroll":
        roll = roll_at_work(table)
        rule = lambda: why.activated_reroll_once_per_roll
        return f"{key}@roll{roll.id if roll else 0}", "turn", rule
    if playable.keyword in ("intercept", "retaliate"):
        use = f"{key}@{attack}"
        return use, in_attack, lambda: _in_attack_rule(table, playable, use)
    if playable.lasts == "attack" or playable.only == "attack":
        rule = lambda: why.activated_for_this_attack_once_per_attack
        return f"{key}@{attack}", in_attack, rule
    if (occasion := _occasion(table, playable, attack)) is not None:
        return occasion
    return None if playable.only == "would attack" else _in_a_turn(table, playable, attack)


RESOURCE_USED = ".resource"
"""What marks the one use a turn of a Resource in its key."""


def _of_a_resource(table: Table, playable: Playable) -> bool:
    """Whether an activated effect is one of a Resource, of which one is played a turn, whatever its text allows."""
    stack = table.stacks.get(playable.stack)
    return stack is not None and stack.role == RESOURCE and bool(table.why.resource_one_use)


OF_ONE_ATTACK = ("attacked", "attacking", "before dice")
"""The times that come once in each attack."""


def _occasion(table: Table, playable: Playable, attack: int) -> Use | None:
    """Where the edition has it so, one use for each occasion that a text names as its time."""
    each = table.edition.each_occasion
    if not each.value or each.rule == table.suppressed:
        return None
    if playable.only in OF_ONE_ATTACK and attack:
        return f"{playable.key}@{attack}", f"attack:{attack}", each.rule
    if playable.only == "after attack":
        over = sum(event == "attack over" for event, _, _ in table.happened)
        return f"{playable.key}@after{over}", "turn", each.rule
    return None


def _as_often(table: Table, playable: Playable) -> str:
    """Of what its text has once a turn, or so many times, the first use that is left; the last one if none is."""
    if not playable.limit.isdigit():
        return playable.key
    uses = [f"{playable.key}@{number}" for number in range(1, int(playable.limit) + 1)]
    return next((use for use in uses if use not in table.used), uses[-1])


GAME = "game"


def _in_the_game(table: Table, playable: Playable) -> str:
    """What is used up once a game: the ability of this very card, wherever it has been since (ruling.once-per-game)."""
    _, _, which = playable.key.partition(".")
    return f"card {table.stacks[playable.source or playable.stack].cards[0]}.{which}@game"


def _prevention_rule(table: Table, playable: Playable, use: str) -> str:
    """Once against each damage; a keyword's own rule says that of it."""
    attack = _attack_of(table)
    if use not in table.used and _prevented_in_attack(table, playable.key, attack):
        return table.why.activated_prevention_once_per_damage
    rots = "once-each-time-applicable" if playable.keyword else "prevent-once-per-damage"
    rule = cite(table, "crf.activated.prevention-once-per-damage", f"rots.activated.{rots}")
    return limit_rule(table, playable, use, rule)


def _in_attack_rule(table: Table, playable: Playable, use: str) -> str:
    """Intercept and Retaliate once an attack, each instance of them."""
    once = table.why.activated_intercept_retaliate_once_per_attack
    if table.attack is not None and table.attack.former:
        once = table.why.keywords_intercept_no_new_attack
    return limit_rule(table, playable, use, once)


def _prevented_in_attack(table: Table, key: str, attack: int) -> bool:
    """Whether an ability has prevented damage in the attack in progress; damage has higher numbers than its attack."""
    before = f"{key}@damage"
    damages = [int(used.removeprefix(before)) for used in table.used if used.startswith(before)] if attack else ()
    return bool(damages) and max(damages) > attack


def _in_a_turn(table: Table, playable: Playable, attack: int) -> Use | None:
    """What is tied to no attack, damage or roll."""
    if gives_points(playable):
        once = table.why.activated_build_point_abilities_build_step_once
        return playable.key, "turn", once
    again, untimed = table.edition.tap_ability_again, table.edition.untimed_limit
    if playable.cost.tap and again.value:
        return None
    if playable.lasts in ("turn", "battle"):
        return playable.key, "turn", table.why.chances_turn_long_effects_once_per_turn
    if playable.only == "no attack":
        return playable.key, "turn", table.why.chances_play_only_if_no_attackers
    if untimed.value == "attack" and attack:
        return f"{playable.key}@{attack}", f"attack:{attack}", untimed.rule
    each_step = card_rulings.ruled(table, playable.name, card_rulings.EACH_STEP)
    if each_step and table.suppressed != each_step:
        over = steps_over(table, table.turn.seat)
        return f"{playable.key}@step{over}", "turn", each_step
    return playable.key, "turn", lambda: table.why.activated_once_per_turn


def check_limit(judging: Judging, playable: Playable) -> None:
    """Clause NOT_USED_UP, and what lets a second use be a first one: another instance, an untapped unit."""
    table: Table = judging.table
    if playable.key + BARRED in table.used:
        barred = lambda: (("barred", "this turn"),)
        judging.clause("NOT_USED_UP", table.why.cards_card_beats_rule, ok=False, evidence=barred)
        return
    use = use_of(table, playable, getattr(judging.said, "packet", 0))
    if use is not None:
        key, scope, rule = use
        deciding = lambda: _in_the_same_attack(table, playable, key) or _deciding(table, playable, told(rule))
        free: bool | None = key not in table.used
        if not free and playable.unread:
            free = None  # its text may set another limit
        again = judging.worth_telling("NOT_USED_UP") and (EXTRA in key or _used_before(table, key))
        evidence = lambda: (("used", playable.name), ("may be used again", _again(key, scope)))
        if not judging.clause(
            "NOT_USED_UP", deciding, free, evidence, about=playable.stack, permits=EXCEPTION if again else 0
        ):
            judging.would_be_legal(_again(key, scope))
        if judging.worth_telling("INSTANCE_OF_ITS_OWN"):
            _check_instance(judging, playable, key)
    elif judging.worth_telling(COPY) and playable.kind == "battle" and _copy_played(table, playable):
        judging.permit(COPY, table.why.reading_second_copy_of_a_turn_long_battle_card)
    elif judging.worth_telling(AGAIN) and playable.limit == "any" and _at_work(table, playable):
        judging.permit(AGAIN, table.why.cards_card_beats_rule)
    elif _untapped_since(table, playable):
        judging.permit(AGAIN, table.edition.tap_ability_again.rule)


COPY = "COPY_MAY_BE_PLAYED"
"""That another card of the same title, whose effect lasts for the turn or battle, may be played in one turn."""


AGAIN = "MAY_BE_USED_AGAIN"
"""That an ability may be used once more, by its own text or since its unit has been untapped."""


def _at_work(table: Table, playable: Playable) -> bool:
    """Whether something that the ability of this unit has done still lasts."""
    scenes = (modifier.scene for modifier in table.modifiers.values())
    return any(scene.stack == playable.stack and scene.source == playable.name for scene in scenes)


def _untapped_since(table: Table, playable: Playable) -> bool:
    """Whether its unit was tapped for it this turn and is not any more; instead of attacking its time says that."""
    tapped = playable.cost.tap and playable.key + TAPPED in table.used
    return tapped and playable.only != "would attack" and not table.stacks[playable.stack].tapped


def _copy_played(table: Table, playable: Playable) -> bool:
    """Whether a Battle card of this title with a lasting effect is at work already."""
    return playable.lasts in ("turn", "battle") and any(
        modifier.scene.source == playable.name for modifier in table.modifiers.values()
    )


def _in_the_same_attack(table: Table, playable: Playable, key: str) -> str:
    """The rule by which what is for an attack is not played anew because another unit has become its defender."""
    attack = table.attack
    used = attack is not None and bool(attack.former) and key.endswith(f"@{attack.id}") and key in table.used
    own = playable.keyword in ("intercept", "retaliate")
    return table.why.keywords_intercept_not_played_anew if used and not own else ""


def _deciding(table: Table, playable: Playable, rule: str) -> str:
    """A use whose cost was not fulfilled counts as well, and so does one that was disrupted."""
    if playable.key + DISRUPTED in table.used:
        return table.why.reading_disrupted_effects_and_once_per_turn
    unpaid = playable.key + UNPAID in table.used
    return cite(table, "crf.costs.unfulfilled-still-played", rule) if unpaid else rule


def _used_before(table: Table, key: str) -> bool:
    """Whether it has been used this turn in another attack, against another damage or on another roll."""
    what, once, _ = key.partition("@")
    return bool(once) and any(used.startswith(what + once) for used in table.used if used != key)


def _again(key: str, scope: str) -> str:
    """When a used ability may be used again."""
    if "@after" in key:
        return "after another attack"
    if "@damage" in key:
        return "against another damage"
    if scope == GAME:
        return "in another game"
    if "@roll" in key:
        return "on another roll"
    return "in another attack" if scope.startswith("attack") else "in another turn"


def _check_instance(judging: Judging, playable: Playable, use: str) -> None:
    """The same text granted twice is two abilities (crf.abilities.granted-text-separate-instances).

    Of two that are used once an attack, `use` says in which.
    """
    table: Table = judging.table
    here = table.index.by_stack.get(playable.stack, ())
    mine = with_key(table, playable.key)
    if mine is not None and any(_twin_used(table, mine, other, use) for other in here):
        each = table.why.abilities_granted_text_separate_instances
        if playable.keyword in ("intercept", "retaliate"):
            own = table.why.of_keyword(playable.keyword, "instance_once_per_attack")
            each = own or table.why.activated_once_each_time_applicable
        judging.permit("INSTANCE_OF_ITS_OWN", each)
    elif mine is not None and any(_is_used(table, other.key) for other in here if other.key != mine.key):
        judging.permit("EFFECT_OF_ITS_OWN", table.why.abilities_paragraph_is_one_effect)


def _is_used(table: Table, key: str) -> bool:
    return any(used.partition("@")[0] == key for used in table.used)


def _twin_used(table: Table, mine: Instance, other: Instance, use: str) -> bool:
    keyword = getattr(mine.ability, "keyword", "")
    named_alike = keyword in ("intercept", "retaliate") and getattr(other.ability, "keyword", "") == keyword
    if other.key == mine.key or not (other.ability == mine.ability or named_alike):
        return False
    return other.key in table.used or f"{other.key}@{use.partition('@')[2]}" in table.used
