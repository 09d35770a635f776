"""The moment: who is asked, and what kinds of declaration the table admits now.

Every declaration meets these clauses first. Speaking out of turn or at the wrong time is an
ILLEGAL ruling like any other, and the clauses that do not depend on the moment are
still checked, so that a refusal says everything that is wrong.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adjudicator.kernel.base import Declaration, Frame
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import EXCEPTION
from adjudicator.kernel.windows import Window, after_pass, after_word, opened
from adjudicator.swtcg.standing import battle_cards, durations
from adjudicator.swtcg.standing.own_step import RETREAT, own_step_rule
from adjudicator.swtcg.standing.rights import admits_hidden_cost, unasked
from adjudicator.swtcg.standing.roll_stages import may_speak, next_place
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.agreed import SAME
from adjudicator.swtcg.table.citing import cite
from adjudicator.swtcg.table.declarations import (
    Activate,
    CarryOut,
    Drew,
    Pass,
    PayHiddenCost,
    PlayCard,
    Rolled,
)
from adjudicator.swtcg.table.frames import (
    BringFrame,
    ContestFrame,
    DrawFrame,
    PopFrame,
    ResolveFrame,
    RetreatStepFrame,
    ShortcutFrame,
    StagedPopFrame,
)
from adjudicator.swtcg.table.table import BUILDING, EVENT, JUDGE, Table
from adjudicator.swtcg.words.kinds import AROUND_DAMAGE, AT_EDGES, PHASE_START, STEP_START

GENERAL, PREVENTION, REROLL, DISRUPT = "general", "prevention", "reroll", "disrupt"
PENDING, LETHAL, DISCARDED, ENDING = AROUND_DAMAGE
OF_NO_EVENT = (GENERAL, *AT_EDGES)
"""Those chances that the course of the battle phase brings, and no event."""
OWN = (*AROUND_DAMAGE, *AT_EDGES)
CHANCES = (GENERAL, PREVENTION, REROLL, DISRUPT, *OWN)
"""The kinds of window in which players play or pass."""
OF_CARDS = (GENERAL, PREVENTION, REROLL, DISRUPT, LETHAL, PHASE_START, STEP_START)
"""Those of them that a Battle card can be for: its text has no words for the others."""
LET_GO = (GENERAL, PREVENTION, REROLL, *OWN)
"""Those of them in which a pass only means that the player does nothing for now."""

QUESTIONS = ("choose", "answer", "name")
"""The kinds of window in which an effect or a rule asks somebody for an answer."""

SEAT_RULES = {
    "general": "rots.chances.dark-first-alternate-until-both-pass",
    "prevention": "rots.chances.dark-first-alternate-until-both-pass",
    "reroll": "rots.chances.dark-first-alternate-until-both-pass",
    "disrupt": "crf.disrupt.dark-side-first",
    **dict.fromkeys(OWN, "idc.chances.both-pass-in-row"),
    "build": "rots.build.during-own-build-step",
    "retreat": RETREAT,
    "attack": "rots.battle.speed-order",
    "sides": "idc.setup.sides-chosen-or-rolled",
    "side bid": "idc.setup.side-bidding",
    "setup": "rots.setup.alternate-until-thirty",
    "mulligan": "rots.setup.mulligan-dark-first",
    "event": "idc.setup.play-event-order",
    "resource": "idc.setup.pull-resource",
    "bid": "rots.contest.alternate-until-no-raise",
    "secret bid": "ruling.secret-bids-by-an-effect",
    "triggers": "rots.triggers.alternating-resolution",
    "overkill": "rots.keywords.overkill-attacker-divides",
    "choose": "crf.control.you-means-controller",
    "answer": "crf.control.you-means-controller",
    "name": "crf.control.you-means-controller",
    "chance": "rots.dice.roll-definition",
    "manual": "rots.cards.card-beats-rule",
}
"""By kind of window, the rule that says whose word it is."""

OF_CHANCE = (Rolled, Drew)
PLAYED = (Activate, PlayCard, PayHiddenCost)
"""What is played when one's turn comes in a chance."""
OF_THE_JUDGE = (*OF_CHANCE, CarryOut)
"""What the judge may say unasked, and what nobody but a player says: all the rest."""


def players_word(judging: Judging, *, on_time: bool) -> bool:
    """Clause SPEAKER_PLAYS: what only players say is said by a player; of others nothing more can be checked."""
    if judging.said.seat in judging.table.seats or isinstance(judging.said, OF_THE_JUDGE):
        return True
    if on_time:
        judging.clause("SPEAKER_PLAYS", judging.table.why.turn_both_act_dark_first, ok=False)
    return False


def whose_word(judging: Judging) -> bool:
    """Clauses GAME_RUNNING and SEAT_ASKED: the game is on, and the speaker is asked now."""
    table: Table = judging.table
    window: Window | None = table.agenda.window
    asked = window is not None and (judging.said.seat in window.asked or unasked(table, judging.said))
    if asked and not table.winner and not judging.worth_telling("SEAT_ASKED"):
        return True
    return _word_clauses(judging, table, window)


def _word_clauses(judging: Judging, table: Table, window: Window | None) -> bool:
    if not judging.clause(
        "GAME_RUNNING", table.why.winning_game_is_won, not table.winner, lambda: (("winner", table.winner),)
    ):
        return False
    asked = window.asked if window is not None else ()
    seat = judging.said.seat
    return judging.clause(
        "SEAT_ASKED",
        lambda: _seat_rule(table, judging.said, window),
        seat in asked or unasked(table, judging.said) or (seat == JUDGE and isinstance(judging.said, OF_THE_JUDGE)),
        lambda: (("speaker", seat), ("asked", ", ".join(asked))),
        permits=EXCEPTION if _plays_after_passing(table, judging.said) else 0,
    )


def _plays_after_passing(table: Table, said: Declaration) -> bool:
    """Whether something is played by one who has passed earlier in a general chance, before somebody else played."""
    chance = table.agenda.frames[-1] if table.agenda.frames else None
    general = isinstance(chance, PopFrame) and chance.kind == "general" and said.seat in chance.passed
    return general and isinstance(said, PLAYED)


def _seat_rule(table: Table, said: Declaration, window: Window | None) -> str:
    """The rule that says whose word it is; in a chance it depends on what is said."""
    if window is None:
        return table.why.turn_both_act_dark_first
    if window.rule == table.why.battle_same_speed_own_choice and said.seat not in window.asked:
        return SEAT_RULES["attack"]  # only who has several of one speed chooses among them
    theirs = table.opponents(said.seat)
    if (
        window.kind == "setup"
        and table.leads(said.seat)
        and not any(s.base in theirs and s.role != EVENT for s in table.stacks.values())
    ):
        return table.why.setup_dark_first_unit  # Dark has its one unit before Light has any
    if window.kind in ("setup", "attack", "triggers"):
        # Whose go it is in setup depends on both totals, in battle on speed, among triggers on the edition.
        return window.rule or SEAT_RULES[window.kind]
    frame = table.agenda.frames[-1] if table.agenda.frames else None
    if window.kind == "bid" and isinstance(frame, ContestFrame) and min(frame.bids) < 0:
        return table.why.contest_bidding_order
    if window.kind in CHANCES and isinstance(said, Pass) and said.seat in window.asked:
        return table.why.chances_glossary_definition
    if window.kind == "general" and isinstance(said, Activate):
        return table.why.activated_only_on_your_turn_in_chance
    if window.kind in ("build", "retreat"):
        return own_step_rule(table, said, window.kind)
    if (
        window.kind == "prevention"
        and not window.passed
        and window.asked == table.order[:1]
        and _both_threatened(table)
    ):
        return table.why.turn_dark_acts_first_simultaneous
    if window.kind == "chance" and isinstance(frame, DrawFrame) and table.why.turn_drawn_by_chance:
        return table.why.turn_drawn_by_chance
    if window.kind == "disrupt":
        return cite(table, SEAT_RULES["disrupt"], SEAT_RULES["general"])
    if window.kind == "answer" and shortcut_offered(table):
        return table.why.information_shortcuts_agreed_beforehand
    if window.kind in QUESTIONS:
        return _asker(table) or cite(table, SEAT_RULES[window.kind], "rots.cards.card-beats-rule")
    return SEAT_RULES[window.kind]


def _asker(table: Table) -> str:
    """What has a player choose or answer: the one whose effect asks, or the rule that asks; empty where no document
    says the first.
    """
    whose, frames = table.why.control_whose_effect_asks, table.agenda.frames
    by_effect = len(frames) > 1 and isinstance(frames[-2], ResolveFrame)
    return whose if by_effect or not whose else asked_now(table)


def shortcut_offered(table: Table) -> bool:
    """Whether somebody is asked to agree to a shortcut."""
    frames = table.agenda.frames
    return len(frames) > 1 and isinstance(frames[-2], ShortcutFrame)


def let_go(table: Table) -> Pass | None:
    """The pass of who is asked in a chance to play, to reroll or to prevent; None elsewhere."""
    window = table.agenda.window
    return Pass(window.asked[0]) if window is not None and window.kind in LET_GO else None


def asked_now(table: Table) -> str:
    """The rule on what the table asks for now, and so does not: an answer to a question that nobody put, or a pass."""
    window = table.agenda.window
    if window is None:
        return table.why.turn_both_act_dark_first
    if window.kind == "build":
        return table.why.turn_build_step_actions
    if window.kind in QUESTIONS:
        frame = table.agenda.frames[-1]
        return getattr(frame, "rule", "") or table.why.abilities_parts_in_order
    return window.rule or SEAT_RULES[window.kind]


def no_pass_rule(table: Table) -> str:
    """Why there is nothing to pass: a unit has its go, or something else is asked."""
    window = table.agenda.window
    if window is not None and window.kind == "attack":
        return table.why.attack_decline_by_tapping
    if window is not None and window.kind == "triggers" and any(t.duty == "upkeep" for t in table.agenda.pool):
        must = "keywords.upkeep-must-pay-if-able"
        return cite(table, f"crf.{must}", f"gr.{must}", "rots.keywords.upkeep")
    return asked_now(table)


def _both_threatened(table: Table) -> bool:
    """Whether damage to units of both players is about to be done at the same moment."""
    hit = {unit.controller for packet in table.agenda.pending if (unit := table.stacks.get(packet.target)) is not None}
    return len(hit) > 1


def describe(table: Table) -> tuple[tuple[str, str], ...]:
    """Where the game stands, as evidence."""
    turn = table.turn
    window = table.agenda.window
    return (
        ("turn", str(turn.number)),
        ("phase", turn.phase),
        ("step", turn.step or "-"),
        ("waiting for", window.kind if window else "nobody"),
    )


def ask(run: Run, kind: str, seats: tuple[str, ...], rule: str) -> None:
    """Wait for the first of these seats."""
    run.ask(opened(kind, seats, rule))


# --- windows of a chance to play or pass ------------------------------------------------------


def said_something(run: Run, *, anytime: bool = False) -> None:
    """Somebody has played something in the open chance: the next player is asked, all passes are void. No unit
    retreats after what was for the retreat step, as what is played at any time is not.
    """
    window = run.window
    assert window is not None
    run.closed()
    frame = run.frame
    if isinstance(frame, PopFrame):
        passed = frame.passed
        for seat in window.passed:
            if seat not in frame.passed:
                passed = (*passed, seat)
        run.goto("again", spoken=after_word(window, run.said.seat).asked, passed=passed)
    elif isinstance(frame, RetreatStepFrame) and not anytime:
        run.goto("ask", played=True)


def passed(run: Run) -> None:
    """The speaker passes; when all have passed in a row the chance is over."""
    window = run.window
    assert window is not None
    following = after_pass(window, run.said.seat)
    run.closed()
    if following is None:
        all_passed(run)
        return
    put(run, following)


def all_passed(run: Run) -> None:
    """All have passed in a row: a chance that goes by stages goes on with the next one, any other is over."""
    chance = run.frames[-1]
    if isinstance(chance, StagedPopFrame):
        done = chance.stage + 1
        following = next_place(run.table, msgspec.structs.replace(chance, done=done), run.pool)
        if following is not None:
            run.goto("start", stage=following, done=done, spoken=())
            return
    _over(run)


def _over(run: Run) -> None:
    """A chance is over, and with a general one what lasted until its end."""
    chance = run.pop()
    if isinstance(chance, PopFrame) and chance.kind == GENERAL:
        durations.end(run, "chance", run.table.why.cards_card_beats_rule)


def put(run: Run, window: Window) -> None:
    """Ask the seat whose word it is in a chance; the house passes for one that plainly can do nothing."""
    table: Table = run.table
    following: Window | None = window
    while following is not None:
        seat = following.asked[0]
        if table.shortcut[0] == SAME:
            pass_along(run, seat)
        elif table.strict or could_speak(table, seat, following.kind, run.frames):
            break
        following = after_pass(following, seat)
    if following is None:
        all_passed(run)
        return
    run.ask(following)


def pass_along(run: Run, seat: str) -> None:
    """A player passes by the shortcut that lasts."""
    what, _ = run.table.shortcut
    why = run.table.why
    rule = why.information_shortcut_same_turn if what == SAME else why.information_shortcut_ready_for_battle
    run.commit((f.PassedInShortcut(seat=seat, what=what, rule=rule),))


def could_speak(table: Table, seat: str, kind: str, frames: Sequence[Frame] = ()) -> bool:
    """Whether a player might do something in a chance, by public information alone: cards in hand or elsewhere to be
    played, a face-down card, an activated ability, or Lucky when dice are rerolled - in one that goes by stages, at the
    one it is at.
    """
    in_time = battle_cards.may_be_for(table, kind, frames)
    held = in_time and kind in OF_CARDS and table.zones.get(f"hand:{seat}")
    if held or battle_cards.lying_ready(table, seat, kind, in_time=in_time):
        return True
    index = table.index
    if (seat, kind) in index.chances and may_speak(table, seat, frames[-1] if frames else None):
        return True
    in_wait = kind in OF_CARDS and table.edition.ruled_subtypes.value and _may_lie_in_wait(table, seat)
    if in_wait and not (seat == table.turn.seat and _turned_up(table, frames)):
        return True
    if not admits_hidden_cost(table, kind):
        return False
    return any(stack.role == BUILDING and stack.controller == seat for stack in table.stacks.values())


def _turned_up(table: Table, frames: Sequence[Frame]) -> bool:
    """Whether a face-down card of the player whose step it is is being turned up, and may be disrupted."""
    return len(frames) > 1 and isinstance(frames[-2], BringFrame) and table.turn.phase != "battle"


def _may_lie_in_wait(table: Table, seat: str) -> bool:
    """Whether a card of a player that lies face down with counters on it may be a Trap, for all that the others see."""
    return any(
        stack.role == BUILDING and stack.controller == seat and stack.counters and not stack.shown
        for stack in table.stacks.values()
    )
