"""swtcg-web: the general rulings of the publisher's web pages, the rulebook where they are silent."""

from __future__ import annotations

import msgspec

from adjudicator.swtcg.editions.edition import Choice
from adjudicator.swtcg.editions.swtcg_2005_rulebook import SWTCG_2005_RULEBOOK

SWTCG_WEB = msgspec.structs.replace(
    SWTCG_2005_RULEBOOK,
    id="swtcg-web",
    title="Star Wars TCG, the publisher's general rulings",
    documents=("swtcg-general-rulings", "swtcg-rots-2005"),
    stun_until=Choice("battle", "gr.keywords.stun-definition"),
    armor_against_dice=Choice(False, "gr.dice.dice-of-damage-not-attacks"),
    overkill_over=Choice("remaining health", "gr.keywords.overkill-remaining-health"),
    lucky_exactly=Choice(True, "gr.keywords.lucky-full-number"),
    lucky_cap=Choice("power", "gr.keywords.lucky-limited-by-power"),
    pilots_in_character=Choice(False, "gr.pilots.ability"),
    board_in_build_zone=Choice(False, "gr.pilots.move-onto-unit"),
    pilot_is_character=Choice(True, "gr.pilots.still-a-character"),
    extra_pilots_leave=Choice(False, "gr.pilots.follows-unit"),
    unique_rules_for_pilots=Choice(False, "gr.pilots.not-a-unit"),
    pilot_upkeep=Choice(True, "gr.keywords.upkeep-persists"),
    contest_loser_retreats=Choice(True, "gr.contest.loser-retreats-untapped"),
    same_person=Choice(False, "gr.contest.when"),
    attack_after_ability=Choice(False, "gr.activated.attack-or-ability-choice-final"),
    treat_as_counts=Choice(False, "gr.cards.word-must-be-on-type-line"),
    end_of_turn_abilities=Choice(True, "gr.chances.end-of-turn"),
)
