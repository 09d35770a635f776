"""swtcg-web: the general rulings of the publisher's web pages, the rulebook where they are silent."""

from __future__ import annotations

from adjudicator.swtcg.editions.edition import Choice, Edition

SWTCG_WEB = Edition(
    id="swtcg-web",
    title="Star Wars TCG, the publisher's general rulings",
    documents=("swtcg-general-rulings", "swtcg-rots-2005"),
    draw_in_pool=Choice(True, "ruling.draw-inside-or-before-the-build-step"),
    mulligan_types=Choice(("battle", "mission", "location", "equipment"), "rots.setup.mulligan"),
    stun_until=Choice("battle", "gr.keywords.stun-definition"),
    armor_against_dice=Choice(False, "gr.dice.dice-of-damage-not-attacks"),
    overkill_over=Choice("remaining health", "gr.keywords.overkill-remaining-health"),
    lucky_exactly=Choice(True, "gr.keywords.lucky-full-number"),
    lucky_cap=Choice("power", "gr.keywords.lucky-limited-by-power"),
    prevention_in_build_zone=Choice(False, "ruling.prevention-from-the-build-zone"),
    hidden_cost_activated=Choice(True, "rots.keywords.hidden-cost-is-activated"),
    pilots_in_character=Choice(False, "gr.pilots.ability"),
    board_in_build_zone=Choice(False, "gr.pilots.move-onto-unit"),
    pilot_is_character=Choice(True, "gr.pilots.still-a-character"),
    pilot_retreats_alone=Choice(True, "rots.pilots.retreat-pilot-alone"),
    extra_pilots_leave=Choice(False, "gr.pilots.follows-unit"),
    unique_rules_for_pilots=Choice(False, "gr.pilots.not-a-unit"),
    pilot_upkeep=Choice(True, "gr.keywords.upkeep-persists"),
    contest_loser_retreats=Choice(True, "gr.contest.loser-retreats-untapped"),
    same_person=Choice(False, "gr.contest.when"),
    last_chance_attack=Choice(False, "rots.chances.end-of-arena-battle"),
    attack_after_ability=Choice(False, "gr.activated.attack-or-ability-choice-final"),
    dark_triggers_all_first=Choice(False, "rots.triggers.alternating-resolution"),
    discard_to_owner=Choice(True, "ruling.owner-and-controller-of-a-discarded-unit"),
    bounty_next_turn=Choice(False, "rots.keywords.bounty"),
    namesakes_share_limit=Choice(True, "rots.deck.four-copies"),
    treat_as_counts=Choice(False, "gr.cards.word-must-be-on-type-line"),
    battle_start_chance=Choice(True, "rots.chances.start-of-battle-phase"),
    end_of_turn_abilities=Choice(True, "gr.chances.end-of-turn"),
    deflect_to_itself=Choice(False, "rots.keywords.deflect-new-chance"),
)
