"""The price of what is played: whether it can be paid, and the rules by which Force is asked for and paid.

Sources: rots.costs.must-be-able-to-pay, rots.costs.battle-card-force-cost, crf.costs.must-be-paid,
rots.force.pay-force,
rots.force.force-activated-ability, rots.costs.tap-cost-needs-untapped, crf.costs.x-effect-unchanged-cost.
"""

from __future__ import annotations

from typing import Any

import msgspec

from adjudicator.kernel.judging import Judging, Lookup
from adjudicator.kernel.remembering import remembered
from adjudicator.kernel.verdict import Evidence
from adjudicator.swtcg.chapters.playing.aiming import in_subtype_only
from adjudicator.swtcg.chapters.playing.asked import cost_choices, scene_for
from adjudicator.swtcg.chapters.playing.limits import TAPPED
from adjudicator.swtcg.chapters.playing.playable import Playable, price, taxes_on, zero_cost_rule
from adjudicator.swtcg.standing.abilities import EFFECTS, given_by
from adjudicator.swtcg.standing.amounts import amount_of
from adjudicator.swtcg.standing.beside import never_leaves
from adjudicator.swtcg.standing.card_counters import counters_due
from adjudicator.swtcg.standing.keyword_rules import cost_reduced, meditates
from adjudicator.swtcg.standing.paying import card_options, counted_force, decks_lack, extra_force, milled, still_there
from adjudicator.swtcg.standing.scenes import seat_of
from adjudicator.swtcg.standing.selectors import select
from adjudicator.swtcg.table.frames import ResolveFrame
from adjudicator.swtcg.table.table import BESIDE, Scene, Table
from adjudicator.swtcg.words.keywords import ALTERNATIVE_COST
from adjudicator.swtcg.words.kinds import UP_TO, walk
from adjudicator.swtcg.words.language import FREE, Activated, Cost, GainForce, Generate, Prevent, Tax


@remembered
def _other_payments(cost: Cost) -> bool:
    """Whether something besides Force is to be paid."""
    return cost != Cost(force=cost.force, x=cost.x)


def force_rule(table: Table, playable: Playable, seat: str, x: int, said: Any) -> str:
    """The rule by which the Force of a cost is paid, or a point ruled of a card that makes it dearer or cheaper."""
    if not playable.cost.x and (ruled := _ruled_price(table, playable, seat, playable.stack or said)):
        return ruled
    battle = playable.kind == "battle"
    if battle and (reduced := cost_reduced(table, playable.card, playable.kind, seat, playable.cost.force)):
        return reduced
    replaced = table.why.keywords_meditate_cost_replaces_printed
    if replaced and meditates(table, seat, playable.card, playable.keyword):
        return replaced
    nominal = playable.cost.force + (x if playable.cost.x else 0)
    if playable.cost.x and price(table, playable, seat, x) != nominal:
        return table.why.costs_x_effect_unchanged_cost
    if table.index.taxes:
        changed = _changed_force(table, playable, seat, nominal, said) or _of_the_copier(table, playable, seat)
        if changed:
            return changed
    if _other_payments(playable.cost):
        return table.why.costs_other_costs_too or table.why.costs_force_cost
    if battle:
        return table.why.cards_battle_card_pay_resolve_discard
    if playable.keyword == "retaliate":
        return table.why.keywords_retaliate_force_cost
    if playable.cost.x:
        return table.why.costs_pay_x
    return table.why.force_pay_force if playable.keyword else table.why.activated_arrow_symbol


def _changed_force(table: Table, playable: Playable, seat: str, nominal: int, said: Any) -> str:
    """What the book says of a Force cost that effects change; empty if it says nothing of that."""
    if price(table, playable, seat) == nominal:
        return ""
    if not nominal and playable.kind == "battle":
        return table.why.costs_battle_card_of_zero
    if getattr(said, "enhance", False):
        return table.why.costs_enhanced_total_reduced_once
    on = [entry.change for entry in taxes_on(table, playable, seat)]
    return table.why.costs_adjustment_leaves_printed if len(on) > 1 and any(each.printed for each in on) else ""


def _of_the_copier(table: Table, playable: Playable, seat: str) -> str:
    """The rule by which a copied ability costs what it costs its own unit, whatever is changed for the unit copied."""
    rule, given = table.why.costs_copied_effect, given_by(playable.key)[0] in EFFECTS
    if not rule or playable.kind != "activated" or not given:
        return ""
    for found in table.index.by_stack.values():
        for each in found:
            ability = each.ability
            same = isinstance(ability, Activated) and (ability.cost, ability.do) == (playable.cost, playable.do)
            if same and each.stack != playable.stack:
                copied = playable._replace(stack=each.stack, key=each.key, source=each.source)
                if price(table, copied, seat) != price(table, playable, seat):
                    return rule
    return ""


X_UNCHANGED = "crf.costs.x-effect-unchanged-cost"
"""By what an effect is measured that goes by an X cost which was changed."""


def _lack_rule(table: Table, playable: Playable) -> str:
    """The rule by which too little Force is too little."""
    if playable.keyword == ALTERNATIVE_COST:
        return table.why.keywords_alternative_cost_in_full
    if zero := zero_cost_rule(table, playable):
        return zero
    if playable.cost.x:
        return table.why.costs_never_more_than_have or table.why.force_pay_force
    return table.why.costs_battle_card_force_cost if playable.kind == "battle" else _unpayable(table, playable)


def _late_gain(table: Table, seat: str, lacking: int) -> str:
    """The rule by which Force that an effect at work has yet to bring pays for nothing now; empty if none would do."""
    late = table.why.costs_late_gain
    gained = 0
    for frame in table.agenda.frames if late and lacking > 0 else ():
        for each in frame.todo if isinstance(frame, ResolveFrame) else ():
            if isinstance(each, GainForce) and seat_of(table, frame.scene, each.who) == seat:
                gained += amount_of(table, each.amount, frame.scene)
    return late if gained >= lacking > 0 else ""


def _ruled_price(table: Table, playable: Playable, seat: str, about: Any) -> str:
    """The ruling on a single card that makes it dearer or cheaper; empty if there is none."""
    by = taxes_on(table, playable, seat) if table.index.taxes else []
    kinds = [entry.change.kind for entry in by if isinstance(entry.change, Tax)]
    sources = tuple(entry.scene.source for entry in by)
    general = (table.why.force_force_activated_ability,) if "force activated" in kinds else ()
    for rule in (*general, _lack_rule(table, playable)) if by else ():
        found = table.reckoning.cited(table, rule, "FORCE_SUFFICES", (about, *sources))
        if found != rule:
            return found
    return ""


def _changed_by(table: Table, playable: Playable, seat: str) -> Evidence:
    """The cards that make it dearer, and those that make it cheaper, as evidence."""
    by = taxes_on(table, playable, seat) if table.index.taxes else []
    dearer = [entry.scene.source for entry in by if isinstance(entry.change, Tax) and entry.change.force > 0]
    cheaper = [entry.scene.source for entry in by if entry.scene.source not in dearer]
    told = (("made dearer by", dearer), ("made cheaper by", cheaper))
    return tuple((how, ", ".join(dict.fromkeys(cards))) for how, cards in told if cards)


def _unpayable(table: Table, playable: Playable) -> str:
    """The rule by which a cost that can't be paid bars what has it, be it Force or anything else."""
    why = table.why
    if why.subordinate_all_costs and any(isinstance(each, Generate) for each in walk(playable.do)):
        return why.subordinate_all_costs
    if playable.kind == "activated":
        twice = why.costs_one_payment_one_effect and _paid_alike(table, playable)
        return why.costs_one_payment_one_effect if twice else why.costs_must_be_able_to_pay
    return (playable.kind == "mission" and why.costs_to_complete) or why.costs_must_be_paid


def _paid_alike(table: Table, playable: Playable) -> bool:
    """Whether another ability of the same cost and effect has been paid for in this turn."""
    return any(
        isinstance(each.ability, Activated)
        and (each.ability.cost, each.ability.do) == (playable.cost, playable.do)
        and any(use.partition("@")[0] == each.key for use in table.used)
        for found in table.index.by_stack.values()
        for each in found
        if each.key != playable.key
    )


BY_ITSELF = "COST_IS_ITS_OWN"
"""That an ability is paid for by itself, whatever has been paid for another."""


def check_cost(judging: Judging, playable: Playable, x: int) -> None:
    """The cost can be paid in full (rots.costs.must-be-able-to-pay)."""
    table: Table = judging.table
    cost = playable.cost
    seat = table.seats[judging.said.seat]
    if cost.amount is None:
        due = price(table, playable, seat.name, x)
    else:
        scene = scene_for(playable, judging.said)
        counted = counted_force(table, cost, scene)
        due = price(table, playable, seat.name, x, counted) + extra_force(table, cost, scene) - counted
    rule = lambda: (
        _late_gain(table, seat.name, due - seat.force) or _lack_rule(table, playable),
        _ruled_price(table, playable, seat.name, judging.said),
    )
    evidence = lambda: (("force", str(seat.force)), ("cost", str(due)), *_changed_by(table, playable, seat.name))
    about = playable.stack or None
    asked = due or (cost.force and judging.worth_telling("FORCE_SUFFICES"))  # a card may have brought it down to 0
    if asked and not judging.clause("FORCE_SUFFICES", rule, due <= seat.force, evidence, about=about):
        judging.would_be_legal(f"with {due} Force")
    if judging.worth_telling(BY_ITSELF) and playable.kind == "activated" and _paid_alike(table, playable):
        judging.permit(BY_ITSELF, table.why.costs_identical_abilities_separate)
    _check_x(judging, playable, cost, x)
    if cost != FREE:
        _check_rest(judging, playable, x)


def _check_rest(judging: Judging, playable: Playable, x: int) -> None:
    """What else than Force is to be paid: build points, a tap, counters, things and cards."""
    table: Table = judging.table
    cost, seat = playable.cost, table.seats[judging.said.seat]
    points = cost.points + (x if cost.x_points else 0)
    if points:
        if judging.overriding:
            judging.clause("POINTS_MAY_BE_SPENT", table.why.ready_build_roll_glossary, ok=True)
        judging.clause(
            "BUILD_POINTS_SUFFICE",
            table.why.costs_other_payments_alike,
            points <= seat.points,
            lambda: (("build points", str(seat.points)), ("cost", str(points))),
        )
    if cost.tap and not judging.clause(
        "SOURCE_UNTAPPED",
        lambda: _tap_rule(table, playable),
        not table.stacks[playable.stack].tapped,
        lambda: (("unit", playable.name),),
        about=playable.stack,
    ):
        judging.would_be_legal(f"once {playable.name} is untapped")
    if cost.marks:
        _check_counters(judging, playable)
    if not cost.plain:
        _check_stays(judging, playable)
        _check_things(judging, playable)


def _check_counters(judging: Judging, playable: Playable) -> None:
    """The counters of a kind of their own that a cost asks for are there."""
    due = counters_due(judging.table, playable.cost, scene_for(playable, judging.said))
    if due is not None:
        counters = lambda: ((f"{due.mark} counters", str(due.there)),)
        judging.clause("COST_CAN_BE_PAID", lambda: _unpayable(judging.table, playable), due.payable, counters)


def _check_stays(judging: Judging, playable: Playable) -> None:
    """An Event or a Resource is not discarded for its own cost."""
    discard, source = playable.cost.discard, judging.table.stacks.get(playable.stack)
    if discard is not None and discard.bound == "this" and source is not None and source.role in BESIDE:
        judging.clause("STAYS_IN_PLAY", never_leaves(judging.table, source), ok=False, evidence=_nothing("discard"))


def _tap_rule(table: Table, playable: Playable) -> str:
    """A tapped unit can't be tapped; one that used the ability has had it for this turn."""
    used = playable.key + TAPPED in table.used
    if playable.only == "would attack" and not used and (own := table.why.activated_would_attack_untapped):
        return own
    return table.why.activated_tap_abilities_once_per_turn if used else table.why.costs_tap_cost_needs_untapped


def _nothing(what: str) -> Lookup:
    return lambda: ((what, "nothing"),)


def _check_things(judging: Judging, playable: Playable) -> None:
    """What a cost needs on the table or in hand is there."""
    table: Table = judging.table
    seat = judging.said.seat
    scene = scene_for(playable, judging.said)
    unpayable = lambda: _unpayable(table, playable)
    retreats = playable.cost.retreat
    if retreats is not None and retreats.bound:
        own = msgspec.structs.replace(scene, key=playable.key)  # it tells who gives the ability
        going = still_there(table, playable.cost, own, "retreat", retreats)
        judging.clause("COST_CAN_BE_PAID", unpayable, bool(going), _nothing("retreat"))
    for choose in cost_choices(playable.cost):
        there = len(select(table, choose.among, scene)) >= choose.least
        what = choose.into
        judging.clause("COST_CAN_BE_PAID", unpayable, there, _nothing(what))
    for part in ("out", "show"):
        options, wanted = card_options(table, seat, playable.cost, scene, part)
        if wanted:
            ok = len(options) >= wanted
            judging.clause("CARDS_SUFFICE", unpayable, ok, _nothing(part))
    if milled(table, seat, playable.cost):
        missing = decks_lack(table, seat, playable.cost)
        judging.clause("CARDS_SUFFICE", unpayable, not missing, lambda: missing)
    count = playable.cost.discard_cards
    if count:
        options, _ = card_options(table, seat, playable.cost, scene, "discard_cards")
        hand = [card for card in options if card != playable.card]
        judging.clause(
            "CARDS_SUFFICE",
            lambda: _short_of(table, seat, playable) or _unpayable(table, playable),
            len(hand) >= count,
            lambda: (("hand", str(len(hand))), ("cost", str(count))),
        )


def _short_of(table: Table, seat: str, playable: Playable) -> str:
    """By which rule a card of the hand can't pay that has the wanted type's name for a subtype; empty if none has."""
    kind = playable.cost.discard_kind
    faces = [face for card in table.zones.get(f"hand:{seat}", ()) if (face := table.face(card)) is not None]
    return next((rule for face in faces if (rule := in_subtype_only(table, kind.types, face))), "") if kind else ""


def prevents(table: Table, playable: Playable, seat: str) -> int:
    """How much a keyword that is played prevents at most; 0 if that is not for its player to choose."""
    if playable.keyword not in UP_TO or not table.edition.prevention_chosen.value:
        return 0
    scene = Scene(controller=seat, source=playable.name, stack=playable.stack)
    amounts = (each.amount for each in playable.do if isinstance(each, Prevent) and each.amount is not None)
    return next((amount_of(table, amount, scene) for amount in amounts), 0)


def _check_amount(judging: Judging, playable: Playable, x: int) -> None:
    """Clause AMOUNT_MAY_BE_CHOSEN: less than its value, of a keyword that prevents up to that; Deflect takes it all."""
    table: Table = judging.table
    if playable.keyword == "deflect":
        judging.clause("AMOUNT_MAY_BE_CHOSEN", table.why.keywords_deflect_maximum, ok=False)
        return
    most = prevents(table, playable, judging.said.seat)
    rule = table.why.keywords_protect_choose_amount if playable.keyword == "protect" else ""
    judging.clause(
        "AMOUNT_MAY_BE_CHOSEN",
        rule or table.edition.prevention_chosen.rule,
        0 < x <= most,
        lambda: (("chosen", str(x)), ("at most", str(most))),
    )


def _check_x(judging: Judging, playable: Playable, cost: Cost, x: int) -> None:
    if not (x or cost.of_x):
        return
    point = judging.table.edition.prevention_chosen
    if point.value and playable.keyword in (*UP_TO, "deflect") and not cost.x:
        _check_amount(judging, playable, x)
        return
    rule = judging.table.why.costs_x_effect_unchanged_cost
    if cost.of_x:
        judging.clause("X_NOT_NEGATIVE", rule, x >= 0)
    else:
        judging.clause("NO_X_WITHOUT_X_COST", rule, ok=False)
