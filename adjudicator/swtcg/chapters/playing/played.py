"""What was played is over: its effect is done, and its card goes where it belongs.

Sources: rots.activated.happens-once-paid, rots.discard.missions-and-battle-cards-after-use,
rots.mission.completed-to-discard-pile, idc.mission.campaign-remains-in-build-zone,
idc.chances.disrupted-completion-is-discarded.
"""

from __future__ import annotations

from adjudicator.kernel.run import Run
from adjudicator.swtcg.standing.card_kinds import CAMPAIGN, of_kind
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.frames import PlayFrame
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.language import FREE, OneOfThese

MEDITATED = "meditated"
"""The number that marks a card played by Meditate."""


DONE = {
    "activated": "rots.activated.happens-once-paid",
    "battle": "rots.cards.battle-card-pay-resolve-discard",
    "mission": "rots.mission.do-then-discard",
}
"""By what was played, the rule by which its effect takes place when it does."""

AWAY = {
    "battle": "rots.discard.missions-and-battle-cards-after-use",
    "mission": "rots.mission.completed-to-discard-pile",
}
"""By what was played, the rule that sends the card to the discard pile."""


def _done_rule(frame: PlayFrame) -> str:
    """Why what was played is over: the option chosen was carried out, the cost of what was disrupted stays paid."""
    if frame.disrupted and frame.cost != FREE:
        return "rots.disrupt.costs-stay-paid"
    if any(isinstance(each, OneOfThese) for each in frame.do):
        return "rots.chances.choose-one-glossary"
    return DONE.get(frame.kind, DONE["activated"])


def over(run: Run, frame: PlayFrame) -> None:
    """Done; a played card goes to its owner's discard pile, by Meditate out of the game
    (idc.keywords.meditate-removed-instead), and where what disrupted it says (rots.cards.card-beats-rule).
    """
    run.pop()
    table: Table = run.table
    done = f.EffectResolved(play=frame.id, rule=_done_rule(frame), cause=frame.scene.source)
    left = tuple(card for card in table.zones.get("playing", ()) if card == frame.card)
    if left:
        meditated = frame.scene.numbers.get(MEDITATED)
        face = table.face(frame.card)
        if face is not None and of_kind(table, face, CAMPAIGN) and not frame.disrupted:
            run.happen(done, _put(run, frame))
            return
        rule = table.why.keywords_meditate_removed_instead if meditated else _away_rule(table, frame)
        rule = table.why.cards_card_beats_rule if frame.away and not meditated else rule
        target = f"{'out' if meditated else frame.away or 'discard'}:{table.cards[frame.card].owner}"
        run.happen(done, f.CardsMoved(source="playing", target=target, cards=left, rule=rule, cause=frame.scene.source))
        return
    run.happen(done)


def _away_rule(table: Table, frame: PlayFrame) -> str:
    """Why a card that was played goes to the discard pile."""
    if frame.disrupted and frame.kind == "mission" and table.why.mission_disrupted_is_discarded:
        return table.why.mission_disrupted_is_discarded
    return AWAY.get(frame.kind, AWAY["battle"])


def _put(run: Run, frame: PlayFrame) -> f.CampaignPut:
    """A Campaign stays in play."""
    table: Table = run.table
    rule = table.why.mission_campaign_remains_in_build_zone
    seat, cause = frame.scene.controller, frame.scene.source
    return f.CampaignPut(stack=table.next_id, seat=seat, card=frame.card, rule=rule, cause=cause)
