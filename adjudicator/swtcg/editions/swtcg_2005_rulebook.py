"""swtcg-2005-rulebook: the rulebook of 2005 by itself, uncorrected; its silences as docs/rulings reads them."""

from __future__ import annotations

from adjudicator.swtcg.editions.edition import Choice, Edition

SWTCG_2005_RULEBOOK = Edition(
    id="swtcg-2005-rulebook",
    title="Star Wars TCG 2005, the rulebook alone",
    documents=("swtcg-rots-2005",),
    draw_in_pool=Choice(True, "ruling.draw-inside-or-before-the-build-step"),
    mulligan_types=Choice(("battle", "mission", "location", "equipment"), "rots.setup.mulligan"),
    stun_until=Choice("turn", "rots.keywords.stun"),
    armor_against_dice=Choice(False, "rots.dice.dice-of-damage"),
    overkill_over=Choice("health", "rots.keywords.overkill"),
    lucky_exactly=Choice(False, "rots.keywords.lucky"),
    lucky_cap=Choice("dice", "rots.keywords.lucky"),
    prevention_in_build_zone=Choice(False, "ruling.prevention-from-the-build-zone"),
    hidden_cost_activated=Choice(True, "rots.keywords.hidden-cost-is-activated"),
    pilots_in_character=Choice(True, "ruling.pilots-in-the-character-arena"),
    board_in_build_zone=Choice(False, "rots.pilots.move-onto-unit"),
    pilot_is_character=Choice(False, "rots.pilots.not-a-character-while-piloting"),
    pilot_retreats_alone=Choice(True, "rots.pilots.retreat-pilot-alone"),
    extra_pilots_leave=Choice(False, "rots.pilots.unit-moved-pilot-follows"),
    unique_rules_for_pilots=Choice(True, "ruling.unique-pilots-and-the-one-per-player-rule"),
    pilot_upkeep=Choice(False, "rots.pilots.only-pilot-text-applies"),
    contest_loser_retreats=Choice(False, "rots.contest.not-a-retreat"),
    same_person=Choice(True, "rots.unique.different-names-same-person"),
    last_chance_attack=Choice(False, "rots.chances.end-of-arena-battle"),
    attack_after_ability=Choice(False, "rots.chances.would-attack-instead-of-attacking"),
    dark_triggers_all_first=Choice(False, "rots.triggers.alternating-resolution"),
    discard_to_owner=Choice(True, "ruling.owner-and-controller-of-a-discarded-unit"),
    bounty_next_turn=Choice(False, "rots.keywords.bounty"),
    namesakes_share_limit=Choice(True, "rots.deck.four-copies"),
    treat_as_counts=Choice(True, "rots.static.treat-as-adds-subtype"),
    battle_start_chance=Choice(True, "rots.chances.start-of-battle-phase"),
    end_of_turn_abilities=Choice(False, "rots.turn.end-of-turn-abilities"),
    deflect_to_itself=Choice(False, "rots.keywords.deflect-new-chance"),
)
