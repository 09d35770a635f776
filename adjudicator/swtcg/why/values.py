"""Values explained: each part of a computed sum with its paragraph, and what does not count though one could think so.

`standing.values` computes and knows no paragraphs; an explanation takes its parts. A change in play rests on what
`reasons` says of it, a further one on that changes add up, and what is ruled on a card comes before both. What does not
count is told by `kept_off`, as a part of 0 with the amount that it keeps off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from adjudicator.kernel.explained import AT_MOST, BELOW_ZERO, BOUNDS, FLOOR, SET, Contribution, Explained
from adjudicator.swtcg.standing import keyword_rules, values
from adjudicator.swtcg.standing import keyword_values as kv
from adjudicator.swtcg.standing.continuous import Continuous
from adjudicator.swtcg.standing.hits import of_several
from adjudicator.swtcg.standing.meant import PILOT_COUNTS
from adjudicator.swtcg.standing.order import COUNTS_AS_ZERO
from adjudicator.swtcg.standing.summing import ADD, OFF, PRINTED, Part, is_star, size_of
from adjudicator.swtcg.standing.traits import keywords_of
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.grounds import Grounds
from adjudicator.swtcg.table.table import PILOT, Stack, Table, in_build_zone
from adjudicator.swtcg.why import kept_off, reasons
from adjudicator.swtcg.why.order import POINT
from adjudicator.swtcg.why.rulings import on_cards
from adjudicator.swtcg.why.rulings.rows import TEXT
from adjudicator.swtcg.words.keywords import REDUCED_COST

COUNTS_ONCE = {"armor": "does_not_stack", "overkill": "no_stack"}
"""By keyword that counts but once, the matter of the ground that says so."""
ALSO = {"build cost": "cost", "total build cost": "total cost"}
"""What the rulebook calls some of the values."""


def explained(table: Table, stack: Stack, name: str) -> Explained:
    """A named value of a stack with its parts. Raises KeyError for an unknown name."""
    name = ALSO.get(name, name)
    parts: list[Part] = []
    total = values.value(table, stack, name, parts)
    told = [*named(table, stack, parts), *kept_off.of_value(table, stack, name), *_in_words(table, name)]
    off = table.edition.setup_abilities_off
    if table.turn.phase == "setup" and off.value:
        rule = on_cards.cited_now(table, off.rule, name, (stack.id,))
        told.append(Contribution(OFF, 0, "abilities in setup", rule, _out_of_setup(table, stack, name) - total))
    if not told:
        told.append(Contribution(PRINTED, 0, "none", _own_rule(table.why, name)))
    return Explained(name, table.top(stack).title, total, tuple(told), _adding_up(table, told))


def _own_rule(why: Grounds, name: str) -> str:
    """A value's own rule; where there is none, that only a card says so."""
    rules = {
        "power": why.attack_power_attribute,
        "speed": why.battle_speed_attribute,
        "health": why.damage_health_attribute,
        "cost": why.cards_build_cost,
        "lucky": why.keywords_lucky,
        "overkill": why.keywords_overkill,
        "accuracy": why.keywords_accuracy,
        "critical hit": why.keywords_critical_hit,
        "armor": why.keywords_armor,
        "shields": why.keywords_shields,
        "extra pilots": why.pilots_extra_pilot_static_off_build_zone_consolidated,
    }
    return rules.get(name, why.cards_card_beats_rule)


def _adds_up(why: Grounds, name: str) -> str:
    """The rule by which a further addition to a value counts too; empty where the documents are silent."""
    rules = {
        **dict.fromkeys(("power", "speed", "health", "cost"), why.abilities_value_changes_cumulative),
        "lucky": why.keywords_lucky_values_add,
        "accuracy": why.keywords_accuracy_values_add_up,
        "critical hit": why.keywords_critical_hit_stacks,
        "shields": why.keywords_shields_values_add_up,
    }
    return rules.get(name, "")


def _out_of_setup(table: Table, stack: Stack, name: str) -> int:
    """The value if abilities worked in setup."""
    then = table.fork()
    then.turn, then.index_cache = msgspec.structs.replace(table.turn, phase=""), None
    return values.value(then, stack, name)


def _in_words(table: Table, name: str) -> Iterator[Contribution]:
    """What texts that nobody carries out may do to the value."""
    plain = name.removeprefix("remaining ").removeprefix("total ")
    for touches, source in table.index.unread:
        if "anything" in touches or plain in touches:
            yield Contribution("unknown", 0, source, table.why.cards_card_beats_rule)


def _adding_up(table: Table, parts: Sequence[Contribution]) -> str:
    """The rule by which changes add up, where one rests on it and neither a bound nor what is ruled on a point of a
    card is among them.
    """
    rank, rule = on_cards.here(table).rank, table.why.abilities_value_changes_cumulative
    special = any((part.how in BOUNDS and part.amount) or rank(part.rule).special == POINT for part in parts)
    return rule if not special and any(part.rule == rule and part.amount for part in parts) else ""


def named(table: Table, stack: Stack, parts: Sequence[Part]) -> Iterator[Contribution]:
    """The parts of a sum with the paragraphs they rest on."""
    for of, its in groupby(parts, lambda part: part.of):
        yield from _Naming(table, stack, of).named(tuple(its))


class _Naming:
    """Naming the parts of one value of a stack: what each rests on may depend on those before it."""

    def __init__(self, table: Table, stack: Stack, of: str) -> None:
        self.table = table
        self.stack = stack
        self.of = of
        attack = table.attack if table.attack is not None and table.attack.attacker == stack.id else None
        self.attack = attack
        mode = attack.mode if attack is not None and of == "power" else ""
        self.in_mode = table.why.of_keyword(mode, "power_changes_apply") if mode else ""
        self.again = _adds_up(table.why, of)
        self.first = ""
        """What the first addition rests on."""
        self.own = 0
        """How many parts the rules themselves have brought."""
        self.total = 0
        self.reduced = False
        """Whether a Reduced Cost holds."""
        self.other = ""
        """What lets additions count besides a power that an effect has the unit attack with."""
        self.changed = len(stack.cards) > 1
        """Whether anything is added to what is printed."""
        self.sunk = False
        """Whether what is taken off brings it below 0, whenever what is added comes."""

    def named(self, parts: Sequence[Part]) -> Iterator[Contribution]:
        added = [part for part in parts if part.entry is not None and self._is_added(part)]
        self.changed = self.changed or bool(added)
        taken_off = sum(min(0, part.amount) for part in added)
        for part in parts:
            self.reduced = self.reduced or (part.entry is not None and part.entry.keyword == REDUCED_COST)
            if added and part is added[0]:
                self.sunk = self.total + taken_off < 0
            how, whose = part.how, self.stack.id
            if part.entry is None or how == OFF:
                rule = self._plain(part)
                self.own += 1
            elif not self._is_added(part):
                rule = self._set(part)
            else:
                how, rule = self._added(part)
            if part.source == values.SHIELDS and part.entry is None and self.attack is not None:
                whose = self.attack.defender
            kind = f"{self.of} floor" if how == FLOOR else self.of
            rule = on_cards.cited_now(self.table, rule, kind, (part.source, whose))
            would = kept_off.silenced(self.table, self.stack, self.of) if how == OFF else 0
            yield Contribution(how, part.amount, part.source, rule, would)
            self.total = part.amount if how == SET else self.total + part.amount

    def _is_added(self, part: Part) -> bool:
        return part.how == ADD and part.entry is not None and not part.entry.change.set

    def _set(self, part: Part) -> str:
        """What sets the value, or is the number that the card does not print, for which a Pilot may be counted."""
        entry = part.entry
        assert entry is not None
        if self._attacks_with(entry):
            self.other = self.table.why.attack_other_effects
            return self.table.why.attack_with_power
        if not is_star(self.table, entry, self.stack, self.of):
            return self._deciding(entry)
        why, settled = self.table.why, isinstance(entry.change.amount, int)
        alone = "" if self.changed else why.abilities_star_defined_by_card if settled else why.abilities_star_follows
        star = alone or self.table.why.reading_value_of_a_printed_star
        if in_build_zone(self.stack):
            return self.table.why.reading_abilities_missing_from_the_build_zone_list or star
        if self.stack.role == PILOT:
            return self.table.why.abilities_star_off_the_arenas or star
        return cite(self.table, *PILOT_COUNTS) if reasons.counts_a_pilot(self.table, entry) else star

    def _attacks_with(self, entry: Continuous) -> bool:
        """Whether an effect has the unit use another power for the attack, where a rule says what that replaces."""
        lasting = entry.modifier is not None and entry.modifier.until in ("attack", "attack ends")
        return lasting and self.of == "power" and self.attack is not None and bool(self.table.why.attack_with_power)

    def _added(self, part: Part) -> tuple[str, str]:
        """How an addition counts, and by what: below 0 too, in a Bombard attack too, besides another, or by itself."""
        entry, about = part.entry, (part.source, self.stack.id)
        assert entry is not None
        least = self.of != "cost" and self.of in self.table.edition.least_value.value
        below = least and (self.total < 0 or (self.sunk and part.amount > 0))
        rule = self._below_zero() if below else self._deciding(entry)
        ruled = on_cards.ruling(self.table, rule, self.of, about)
        if self.in_mode and (not ruled or ruled.endswith(TEXT)):  # nothing is ruled on a point of the card
            rule = self.in_mode
        rule = self.other or rule
        change = entry.change
        if getattr(change, "floor", None) is not None and part.amount > size_of(self.table, entry):
            rule = keyword_rules.floored(self.table, entry.scene) or rule
        if self.reduced and part.amount < 0:
            rule = self.table.why.keywords_reduced_cost_further_reductions or rule
        alike = rule == self.first or (self.of in kv.NUMBERS and not ruled)
        further = bool(self.again and self.first) and alike
        self.first = self.first or rule
        return BELOW_ZERO if below else ADD, self.again if further else rule

    def _below_zero(self) -> str:
        """By what the sum goes on below zero."""
        why, of_speed = self.table.why, self.of == "speed"
        return why.movement_negative_speed_keeps_counting if of_speed else why.abilities_negative_counts_as_zero

    def _deciding(self, entry: Continuous) -> str:
        changed = self.of in ("speed", "power", "health", "cost") and self.table.why.abilities_value_changed
        return reasons.deciding(self.table, entry, self.stack, changed or self._own())

    def _own(self) -> str:
        why = self.table.why
        return why.keywords_lucky_values_add if self.of == "lucky" and self.own else _own_rule(why, self.of)

    def _plain(self, part: Part) -> str:
        """The rule of a part that the rules themselves bring."""
        table, stack = self.table, self.stack
        if part.how == OFF:
            return table.why.abilities_lost_given_ones_too
        if part.how == SET:
            return self.table.why.of_keyword(part.source, "replaces_power")
        if part.how == FLOOR:
            own = {"cost": table.why.build_never_below_nothing, "speed": cite(table, *COUNTS_AS_ZERO)}
            return own.get(self.of, table.why.abilities_negative_counts_as_zero)
        if part.how == AT_MOST:
            return table.why.of_keyword(self.of, COUNTS_ONCE[self.of])
        if part.source == PRINTED:
            return self._printed()
        if part.source == values.STACKED:
            return _of_the_cards_beneath(table, self.of)
        if part.source == values.SHIELDS:
            assert self.attack is not None
            return of_several(table, table.stacks[self.attack.defender], "shields") or table.why.keywords_shields
        if part.source == values.DAMAGE_COUNTERS:
            pilots = stack.role == PILOT
            return table.why.pilots_keeps_damage_counters if pilots else table.why.damage_remaining_health
        if part.source == kv.LUCKY and self.own:
            source = keywords_of(table, stack.id, "lucky")[self.own][1]
            given = source != stack.id
            return table.why.keywords_lucky_stack_total if given else table.why.keywords_lucky_values_add
        of_damage = {values.HIT: table.why.damage_one_per_hit, values.DAMAGE: table.why.damage_definition}
        return of_damage.get(part.source) or self._own()

    def _printed(self) -> str:
        face = self.table.top(self.stack)
        starred = self.of in STARRED and self.table.turn.phase == "setup"
        if starred and values.unknown(self.table, self.stack, self.of):
            return self.table.edition.star_may_be_unknown.rule
        if len(self.stack.cards) > 1:
            return self.table.why.cards_printed_of_top_card
        if self.of == "cost" and not face.is_unit and face.cost is not None:
            return self.table.why.cards_printed_non_unit_cost or self._own()
        unprinted = self.of == "cost" and face.cost is None and "location" in face.types
        return self.table.why.location_no_printed_cost_is_zero if unprinted else self._own()


STARRED = ("speed", "power", "health")
"""What may be printed as a star."""


def _of_the_cards_beneath(table: Table, of: str) -> str:
    if of != "cost":
        return table.why.stacking_bonuses
    if table.turn.phase == "setup":
        return table.why.setup_stack_cost_counts_in_total
    return table.why.stacking_total_build_cost_of_a_stack
