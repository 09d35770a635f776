"""swtcg-2005: the rulebook of 2005, corrected by the consolidated rulings of 11 May 2005. The default."""

from __future__ import annotations

from adjudicator.swtcg.editions.edition import Choice, Edition

SWTCG_2005 = Edition(
    id="swtcg-2005",
    title="Star Wars TCG 2005, with the consolidated rulings",
    documents=("swtcg-crf-2005-05-11", "swtcg-rots-2005", "swtcg-general-rulings"),
    draw_in_pool=Choice(True, "crf.build.start-triggers-any-order"),
    mulligan_types=Choice(("battle", "mission", "location", "equipment"), "crf.setup.mulligan-location-equipment"),
    stun_until=Choice("battle", "crf.keywords.stun"),
    armor_against_dice=Choice(True, "crf.damage.armor-applies-to-dice-of-damage"),
    overkill_over=Choice("remaining health", "crf.keywords.overkill-remaining-health"),
    lucky_exactly=Choice(False, "crf.keywords.lucky-up-to"),
    lucky_cap=Choice("dice", "crf.keywords.lucky-dice-cap"),
    prevention_in_build_zone=Choice(False, "crf.zones.build-zone-prevention-inactive"),
    hidden_cost_activated=Choice(False, "crf.keywords.hidden-cost-is-static"),
    pilots_in_character=Choice(True, "crf.pilots.all-three-arenas"),
    board_in_build_zone=Choice(True, "crf.pilots.move-to-unit-in-build-zone"),
    pilot_is_character=Choice(False, "crf.pilots.pilot-not-character-or-unit"),
    pilot_retreats_alone=Choice(True, "rots.pilots.retreat-pilot-alone"),
    extra_pilots_leave=Choice(True, "crf.pilots.extra-pilot-controller-chooses"),
    unique_rules_for_pilots=Choice(True, "crf.pilots.unique-rules-apply"),
    pilot_upkeep=Choice(True, "crf.pilots.upkeep-while-piloting"),
    contest_loser_retreats=Choice(False, "rots.contest.not-a-retreat"),
    same_person=Choice(True, "rots.unique.different-names-same-person"),
    last_chance_attack=Choice(True, "crf.keywords.hidden-cost-new-unit-may-attack"),
    attack_after_ability=Choice(True, "ruling.would-attack-ability-that-does-not-tap"),
    dark_triggers_all_first=Choice(False, "rots.triggers.alternating-resolution"),
    discard_to_owner=Choice(True, "crf.zones.global-zone-rule"),
    bounty_next_turn=Choice(False, "rots.keywords.bounty"),
    namesakes_share_limit=Choice(False, "crf.card.star-destroyer.four-of-each"),
    treat_as_counts=Choice(True, "crf.cards.subtype-reference-type-line-only"),
    battle_start_chance=Choice(True, "rots.chances.start-of-battle-phase"),
    end_of_turn_abilities=Choice(False, "rots.turn.end-of-turn-abilities"),
    deflect_to_itself=Choice(False, "rots.keywords.deflect-new-chance"),
)
