"""How long something lasts, and what somebody may or may not do, in plain words."""

from __future__ import annotations

UNTIL = {
    "attack": "for this attack", "battle": "until end of battle", "turn": "until end of turn", "permanent": "",
    "attack ends": "until the attack ends", "step": "until the end of this step",
    "next turn": "until the next turn ends",
    "next untap": "until your next untap step", "stun": "as long as Stun lasts",
    "tapped": "as long as this card stays tapped",
    "next build": "until your next build step", "chance": "in this chance", "next attack": "for its next attack",
    "next card": "until you have played your next Battle card",
}  # fmt: skip
MAY = {
    "UNIT_MAY_ATTACK": "attack", "ATTACKS_THOUGH_TAPPED": "attack although tapped",
    "UNIT_MAY_BE_ATTACKED": "be attacked",
    "DEFENDER_IN_SAME_ARENA": "attack in another arena", "DEFENDER_NOT_RETREATED": "attack in a build zone",
    "DEFENDER_IS_OPPONENTS": "attack units of the same player", "DEFENDER_IS_ANOTHER": "attack themselves",
    "ATTACKER_HAS_MODE": "use that way of attacking", "RETREAT_ALLOWED": "retreat",
    "RETREATS_IN_ITS_STEP": "retreat in a retreat step", "MAY_GO_TO_ARENA": "go from the build zone to an arena",
    "MAY_GO_TO_CHARACTER": "go to the Character arena", "MAY_BE_DEPLOYED_TO_ARENA": "be deployed to the arena",
    "CARD_MAY_BE_PLAYED": "have Battle cards played", "CHOSEN_BY_CARDS": "be chosen by Battle cards",
    "CHOSEN_BY_ABILITIES": "be chosen by activated abilities", "DECK_MAY_BE_SEARCHED": "have the deck searched",
    "MISSION_MAY_BE_COMPLETED": "have Missions completed", "UNIT_MAY_BE_DEPLOYED": "be deployed",
    "DEPLOYED_UNTAPPED": "be deployed untapped", "ABILITY_MAY_BE_PLAYED": "have activated abilities played",
    "DAMAGE_PREVENTABLE": "have its damage prevented", "DAMAGE_TO_IT_PREVENTABLE": "have damage to it prevented",
    "DAMAGE_PREVENTABLE_BY": "have its damage prevented", "DEFENDER_MAY_CHANGE": "have its attack sent to another unit",
    "PREVENTS_ALL_SAME": "prevent damage to itself that can't be prevented", "UNTAPS": "untap in the untap step",
    "MAY_UNTAP": "untap", "MAY_STAY_TAPPED": "stay tapped in the untap step", "UPKEEP_DUE": "have Upkeep due",
    "BOUNTY_EARNED": "be earned Bounty for", "MAY_BE_STUNNED": "be stunned",
    "COUNTS_FOR_CONTROL": "count toward controlling its arena", "HOLDS_ITS_ARENA": "hold its arena alone",
    "MAY_BE_PILOTED": "be piloted", "MAY_BE_EQUIPPED": "have Equipment attached", "STACKS_MAY_GROW": "be stacked",
    "STACKS_MAY_BE_REARRANGED": "be rearranged", "POINTS_MAY_BE_SPENT": "have build points spent", "MAY_WIN": "win",
    "DARK_WINS_TIES": "have Dark win ties of speed", "BUILT_FACE_DOWN": "be built unseen",
    "HAND_HIDDEN": "have the hand hidden",
    "ARENA_IS_THE_LOCATIONS": "be put into any arena", "MAY_BE_IN_PLAY_TWICE": "be in play more than once",
    "MAY_BE_IN_DECK": "be put in a deck", "MAY_BE_STACKED": "be stacked beneath",
    "VALUE_MAY_CHANGE": "change", "EQUIPPED_UP_TO": "have so many of it attached",
    "STACK_HAS_ROOM": "have any number of cards in its stack",
}  # fmt: skip
