"""The ordinary course: the rules by which every turn, attack and chance goes on, whatever is disputed.

What happens by other rules (a keyword, an exception, a limit, a ruling on a card) is what an explanation says first of
a legal declaration, before the time at which it may be said and before the steps on the way (docs/decisions/0028).
"""

from __future__ import annotations

from adjudicator.swtcg.table.citing import joined

_SETUP = (
    "rots.setup.draw-seven", "rots.setup.mulligan", "rots.setup.mulligan-dark-first", "rots.setup.mulligan-once",
    "rots.setup.dark-first-unit", "rots.setup.light-exceeds-dark", "rots.setup.dark-exceeds-light",
    "rots.setup.may-stop-early", "rots.setup.other-player-finishes", "rots.setup.alternate-until-thirty",
    "rots.setup.partial-only-one-unit", "rots.setup.partial-last-unit", "rots.setup.partial-draw-replacement",
    "rots.setup.draw-after-each-unit", "rots.setup.stacked-card-draws-replacement", "crf.setup.draw-per-unit",
    "crf.setup.opponent-continues-to-30", "crf.setup.run-out-of-units-stop", "gr.setup.out-of-units",
    "rots.build.partially-built-setup-shown", "rots.deploy.put-into-battle",
)  # fmt: skip
_TURN = (
    "rots.turn.both-act-dark-first", "rots.turn.end-of-turn-abilities", "rots.ready.three-steps",
    "rots.ready.untap-step-glossary", "rots.ready.untap-all", "rots.ready.gain-four-force", "rots.ready.build-roll",
    "rots.ready.build-roll-glossary", "rots.ready.build-roll-abilities",
    "rots.turn.dark-draws", "rots.turn.light-draws", "rots.turn.light-builds",
    "rots.turn.draw-definition", "rots.turn.draw-at-start-of-own-build-step", "rots.turn.build-step-actions",
    "rots.retreat.dark-retreat-step", "rots.retreat.light-retreat-step", "rots.retreat.any-number-untapped",
    "rots.battle.three-steps", "rots.battle.space-step-first", "rots.battle.ground-step-second",
    "rots.battle.character-step-third", "rots.battle.ground-follows-space", "rots.battle.character-last",
    "rots.battle.next-battle-or-turn", "rots.winning.checked-at-turn-end", "rots.chances.until-end-of-turn-duration",
)  # fmt: skip
_BUILDING = (
    "rots.build.during-own-build-step", "rots.build.definition", "rots.build.procedure-facedown",
    "rots.build.add-counters-later", "rots.build.reveal-and-remove-counters",
    "rots.build.partially-built-any-number-unseen", "rots.deploy.definition", "rots.cards.space-units",
    "rots.cards.ground-units", "rots.cards.character-units", "crf.deploy.need-not-move-to-arena",
    "rots.retreat.return-in-build-step", "rots.retreat.tap-and-move", "rots.retreat.returns-face-up-to-build-zone",
    "rots.mission.do-then-discard", "rots.mission.completed-to-discard-pile", "rots.location.matching-arena-only",
    "rots.location.built-then-put-face-up", "rots.equipment.equip-cost-attaches",
    "rots.equipment.face-up-in-build-zone-until-attached", "rots.equipment.move-repeatedly",
    "crf.equipment.detach-free-build-step", "rots.pilots.move-onto-unit", "rots.pilots.move-off-unit",
    "rots.pilots.move-between-units", "rots.pilots.pilot-moved-unit-stays", "rots.pilots.retreat-pilot-alone",
    "crf.pilots.move-to-unit-in-build-zone", "crf.pilots.all-three-arenas",
    "rots.stacking.cheaper-or-equal-one-counter", "rots.stacking.dearer-beneath-one-counter",
    "rots.stacking.dearer-on-top-difference-plus-one", "rots.stacking.setup-equal-or-dearer-choice",
    "rots.stacking.setup-cheaper-goes-beneath", "rots.stacking.rearrange-to-cheaper-free",
    "rots.stacking.rearrange-to-dearer-pays-difference", "crf.build.all-cards-through-build-zone",
    "crf.deploy.free-units-pass-build-zone",
)  # fmt: skip
_ATTACKS = (
    "rots.attack.choose-and-tap", "rots.attack.step-1-tap-and-choose", "rots.attack.step-4-roll",
    "rots.attack.step-6-assign-hits", "rots.attack.step-8-pending-damage", "rots.attack.step-10-place-counters",
    "rots.attack.step-13-ends", "rots.attack.tap-shows-attacked",
    "ruling.tapping-a-unit-that-cannot-attack",
    "rots.attack.decline-by-tapping", "rots.attack.have-it-attack", "rots.attack.next-highest-speed",
    "rots.battle.speed-order", "rots.battle.speed-tie-dark", "rots.battle.same-speed-own-choice",
    "crf.battle.empty-arena-still-go-through", "rots.keywords.bombard", "rots.keywords.ion-cannon",
    "rots.dice.roll-definition", "rots.dice.reroll-definition", "rots.dice.hit-definition", "rots.dice.hit-on-four",
    "rots.dice.miss-definition", "rots.dice.dice-of-damage", "crf.dice.dice-of-damage-means-roll-that-many",
    "rots.damage.definition", "rots.damage.prevent-definition", "rots.counters.unprevented-damage",
    "rots.discard.definition", "rots.zones.discard-pile-glossary",
)  # fmt: skip
_PLAYING = (
    "rots.chances.start-of-battle-phase", "rots.chances.before-each-attack", "rots.chances.after-attack-declared",
    "rots.chances.reroll-after-attack-roll", "rots.chances.prevent-after-roll", "rots.chances.after-attack",
    "rots.chances.end-of-arena-battle", "rots.chances.dice-roll-pop", "rots.chances.damage-pop",
    "rots.disrupt.played-card-pop", "rots.disrupt.negates", "rots.disrupt.costs-stay-paid",
    "rots.cards.battle-card-pay-resolve-discard",
    "rots.discard.missions-and-battle-cards-after-use", "rots.activated.happens-once-paid",
    "rots.activated.arrow-symbol", "rots.activated.arrow-identifies", "gr.activated.arrow-defines-it",
    "crf.activated.played-when-cost-paid", "crf.activated.played-when-no-cost",
    "crf.costs.battle-mission-played-on-reveal", "crf.costs.battle-mission-played-when-paid", "rots.costs.definition",
    "rots.costs.tap-symbol", "rots.abilities.one-shot-effects", "crf.abilities.parts-in-order",
    "rots.cards.card-beats-rule", "rots.chances.for-this-attack", "crf.battle.until-end-of-battle",
    "crf.control.you-means-controller", "crf.control.may-change", "rots.triggers.alternating-resolution",
    "crf.keywords.retaliate-values-at-activation", "ruling.retaliate-values",
    "rots.keywords.evade", "rots.keywords.deflect", "rots.keywords.lucky",
    "crf.keywords.intercept", "rots.keywords.hidden-cost", "rots.keywords.hidden-cost-is-activated",
    "rots.contest.dark-bids-first", "rots.contest.alternate-until-no-raise", "gr.contest.bidding-order",
    "rots.contest.not-a-retreat",
)  # fmt: skip

_FAINT = (
    "rots.chances.triggers-first", "crf.triggers.wait-until-effect-finishes", "rots.triggers.after-triggering-event",
    "rots.triggers.when-whenever-at", "rots.keywords.upkeep", "crf.deck.empty-nothing-happens",
    "rots.keywords.bounty", "crf.keywords.upkeep-must-pay-if-able", "crf.keywords.upkeep-must-pay-one-payable-cost",
    "rots.keywords.upkeep-several-costs",
    "rots.dice.natural-six", "rots.disrupt.negates", "crf.retreat.by-effect-no-tap-change",
    "crf.retreat.by-effect-ignores-tap",
    "rots.keywords.bombard-replaces-power", "rots.keywords.ion-cannon-replaces-power",
    "rots.keywords.shields", "crf.keywords.shields-values-add-up",
)  # fmt: skip

_OUTCOMES = (
    "rots.attack.step-11-discard", "rots.discard.damage-at-least-health", "rots.stacking.single-unit",
    "crf.abilities.effects-lost-on-leaving-play", "rots.keywords.retaliate-when-attack-ends",
    "rots.winning.two-of-three-arenas", "crf.zones.global-zone-rule",
)  # fmt: skip

_IDLE = (
    "rots.attack.defender-does-no-damage", "rots.winning.checked-at-turn-end", "rots.control.arena-control",
    "rots.ready.bonus-build-point", "crf.build.no-draw-for-building", "rots.turn.draw-at-start-of-own-build-step",
    "rots.stacking.added-beneath-ignore-effects",
    "rots.damage.one-per-hit", "rots.damage.prevent-definition", "crf.activated.would-attack-not-attack",
    "crf.abilities.parts-in-order", "ruling.cause-of-the-discard-for-bounty",
    "ruling.order-of-effects-at-the-end-of-an-attack", "ruling.cost-compared-for-a-duplicate-unique",
    "crf.equipment.effect-only-while-attached", "crf.equipment.no-stacking-by-re-equipping",
    "rots.contest.loser-to-build-zone-free",
    "rots.equipment.survives-unit-discard", "crf.counters.placement-no-source",
)  # fmt: skip


def _stated(*rules: str) -> frozenset[str]:
    """Some rules with all that state the same."""
    return frozenset(same for rule in rules for same in joined().get(rule, (rule,)))


SPECIAL = _stated("crf.damage.armor-applies-to-dice-of-damage")
"""The rules of special cases of the general ones, which come before what a whole card text does."""
ORDINARY = _stated(*_SETUP, *_TURN, *_BUILDING, *_ATTACKS, *_PLAYING)
"""The rules of what happens in the ordinary course."""
IDLE = _stated(*_IDLE)
"""The rules of what does not happen in the ordinary course."""
SITUATED = _stated("rots.stacking.added-beneath-ignore-effects")
"""Those of them that speak of a situation of its own, so that what they come to for a single card is a special case."""
OUTCOMES = _stated(*_OUTCOMES)
"""The rules of what a roll or a play comes to: behind all departures, before what happens in the ordinary course."""
FAINT = _stated(*_FAINT)
"""The rules of departures that go with others, which are then what is disputed: when a trigger is dealt with, a
keyword's own rule beside one on a special case of it, the draw from a deck that a board leaves out, that no die of a
unit with Critical Hit shows a six, that what was disrupted has no effect (behind the time of the disrupt), that a
retreat by an effect taps nothing, with how many dice a unit bombards, or is attacked by its Shields.
"""
