"""The rules of the Star Wars TCG: its rooms put together for the kernel (kernel.game.Game; `game` adds the words).

Each room gives `STEPS` (what its procedures do), and this module lists which declaration it checks,
performs and offers, and at which procedure. The way of a declaration: `check` here, the clauses in the
room; `perform` here, the first step in the room; then the kernel's run goes on through `STEPS`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from adjudicator.kernel.base import Declaration, Fact, Frame, Sealed
from adjudicator.kernel.entries import Opening
from adjudicator.kernel.explained import Explained, led, restated
from adjudicator.kernel.forms import Form
from adjudicator.kernel.game import ChanceDue, EditionInfo
from adjudicator.kernel.game.values import Held
from adjudicator.kernel.judging import Judging
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import NonEvent, Override
from adjudicator.kernel.viewing import Lying
from adjudicator.kernel.windows import Window
from adjudicator.swtcg import another_edition, offering, options, sentences, settling
from adjudicator.swtcg import opening as dealing
from adjudicator.swtcg.chapters.battle import attack, attack_clauses, battle, damage, dice, overkill, unseen
from adjudicator.swtcg.chapters.building import (
    alternative_cost,
    build,
    build_start,
    completing,
    deploy,
    equipment,
    finishing,
    hidden_cost,
    locations,
    moving,
    traps,
    upkeep,
)
from adjudicator.swtcg.chapters.playing import answering, chances, disrupts, manual, play, triggers
from adjudicator.swtcg.chapters.playing.ability_clauses import playable_of
from adjudicator.swtcg.chapters.questions import questions
from adjudicator.swtcg.chapters.setup import choosing_sides, preparing, setup
from adjudicator.swtcg.chapters.turn import shortcuts, turn
from adjudicator.swtcg.chapters.units import (
    bids,
    contest,
    crew,
    falling,
    pilots,
    rearranging,
    retreat,
    unique,
)
from adjudicator.swtcg.doing import bidding, interpreter, replacement, saving
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.standing import drawing, knowing, moment, naming, overrides, unread, values
from adjudicator.swtcg.standing.hits import FACES
from adjudicator.swtcg.standing.invariants import broken
from adjudicator.swtcg.table import declarations as d
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table import frames as fr
from adjudicator.swtcg.table.citing import restated as restated_in
from adjudicator.swtcg.table.edition import Edition
from adjudicator.swtcg.table.fold import fold
from adjudicator.swtcg.table.seating import called_after
from adjudicator.swtcg.table.table import CHANCE, Table
from adjudicator.swtcg.why import counts, tracing
from adjudicator.swtcg.why import values as explaining
from adjudicator.swtcg.why.grounds import grounds
from adjudicator.swtcg.why.rulings import on_cards, turned_down

Check = Callable[[Judging, Any], None]
Perform = Callable[[Run], None]
Forms = Callable[[Any, Table, Any, str], list[Form]]

ROOMS: list[Any] = [
    choosing_sides, preparing, setup, turn, battle, attack, unseen, dice, damage, chances, triggers, play, questions,
    drawing, manual, interpreter, replacement, saving, bidding, build, upkeep, equipment, bids, contest, crew, falling,
    rearranging, retreat, unique, disrupts, shortcuts,
]  # fmt: skip
"""Every room with steps of its own; each is asked for `STEPS`."""

INSTRUCTIONS: dict[type, Any] = {
    **interpreter.INSTRUCTIONS, **deploy.INSTRUCTIONS, **hidden_cost.INSTRUCTIONS,
    **alternative_cost.INSTRUCTIONS, **disrupts.INSTRUCTIONS,
}  # fmt: skip
"""By instruction of the effect language, what carries it out."""

PLAYS = (fr.PopFrame, fr.BattleStepFrame, fr.BuildStepFrame, fr.RetreatStepFrame)
"""The procedures in which something may be played."""

SPOKEN: dict[type, tuple[tuple[type, ...], Check, Perform]] = {
    **choosing_sides.SPOKEN,
    **preparing.SPOKEN,
    **setup.SPOKEN,
    d.AttackWith: ((fr.BattleStepFrame,), battle.check_attack, battle.perform_attack),
    d.Decline: ((fr.BattleStepFrame,), attack_clauses.check_decline, battle.perform_decline),
    d.Activate: (PLAYS, play.check_activate, play.perform_activate),
    d.PlayCard: (PLAYS, play.check_play_card, play.perform_play_card),
    d.Divide: ((fr.AttackFrame,), overkill.check_divide, overkill.perform_divide),
    d.Rolled: ((fr.RollFrame,), dice.check_rolled, dice.perform_rolled),
    d.Drew: ((fr.DrawFrame,), drawing.check_drew, drawing.perform_drew),
    d.Select: ((fr.ChooseFrame,), questions.check_select, questions.perform_select),
    d.SelectCards: ((fr.ChooseFrame,), questions.check_select_cards, questions.perform_select_cards),
    d.Answer: ((fr.AnswerFrame,), questions.check_answer, questions.perform_answer),
    d.NameCard: ((fr.NameFrame,), questions.check_name, questions.perform_name),
    d.ResolveNext: ((fr.TriggersFrame,), triggers.check_resolve, triggers.perform_resolve),
    d.Build: ((fr.BuildStepFrame,), build.check_build, build.perform_build),
    d.AddCounters: ((fr.BuildStepFrame,), build.check_add, build.perform_add),
    d.Deploy: ((fr.BuildStepFrame,), deploy.check_deploy, deploy.perform_deploy),
    d.Move: ((fr.BuildStepFrame,), moving.check, moving.perform),
    d.Return: ((fr.BuildStepFrame,), deploy.check_return, deploy.perform_return),
    d.Complete: ((fr.BuildStepFrame,), completing.check, completing.perform),
    d.PutLocation: ((fr.BuildStepFrame,), locations.check, locations.perform),
    d.FinishEquipment: ((fr.BuildStepFrame,), finishing.check_finish, finishing.perform_finish),
    d.Equip: (traps.ADMITTING, equipment.check_equip, equipment.perform_equip),
    d.Detach: ((fr.BuildStepFrame,), equipment.check_detach, equipment.perform_detach),
    d.Propose: (shortcuts.ADMITTING, shortcuts.check, shortcuts.perform),
    d.TakeBack: ((Frame,), shortcuts.check_over, shortcuts.perform_over),
    d.Spring: (traps.ADMITTING, traps.check, traps.perform),
    d.PayHiddenCost: (hidden_cost.ADMITTING, hidden_cost.check, hidden_cost.perform),
    d.PayAlternativeCost: ((fr.BuildStepFrame,), alternative_cost.check, alternative_cost.perform),
    d.Board: ((fr.BuildStepFrame,), pilots.check_board, pilots.perform_board),
    d.Disembark: ((fr.BuildStepFrame,), pilots.check_disembark, pilots.perform_disembark),
    d.Rearrange: ((fr.BuildStepFrame,), rearranging.check, rearranging.perform),
    d.Retreat: ((fr.RetreatStepFrame,), retreat.check, retreat.perform),
    d.Bid: ((fr.ContestFrame,), bids.check_bid, bids.perform_bid),
    d.SecretBid: ((fr.BidFrame,), bidding.check, bidding.perform),
    d.CarryOut: ((fr.ManualFrame,), manual.check, manual.perform),
}
"""By declaration: the procedures that admit it, its clauses, and its first step."""

DUTIES: dict[str, Callable[[Run, Any], None]] = {**build_start.DUTIES, **upkeep.DUTIES}
"""Duties of the rules that wait in the trigger pool (the draw, Upkeep), by name."""


def _keyword_said(table: Table, said: Any) -> str:
    """The keyword of the ability that is to be played, or the way of attacking."""
    if isinstance(said, d.AttackWith):
        return said.mode
    found = playable_of(table, said.ability) if isinstance(said, d.Activate) else None
    return found.keyword if found is not None else ""


def _steps() -> dict[type, dict[str, Any]]:
    """By procedure and step, what the step does; several rooms may give steps of one procedure."""
    found: dict[type, dict[str, Any]] = {}
    for room in ROOMS:
        for frame, steps in room.STEPS.items():
            found.setdefault(frame, {}).update(steps)
    return found


def _digest(edition: Edition) -> str:
    """The digest of an edition's choices."""
    return hashlib.sha256(msgspec.json.encode(edition)).hexdigest()


class SwtcgRules:
    """The rules under every edition there is: kernel.game.Game without the words."""

    id = "swtcg"
    seats = tuple(dict.fromkeys(map(called_after, (side for each in EDITIONS.values() for side in each.sides.value))))
    binding: tuple[str, ...] = ("agenda", "modifiers", "delayed", "happened", "used", "met")
    fact_type = f.AnyFact
    passing: Mapping[type, type] = MappingProxyType({f.Awaits: f.AwaitsInPassing})
    caused: frozenset[type] = frozenset({f.AttackDeclared, f.Detached, f.HitsCounted})
    declaration_type = d.AnyDeclaration
    duties = DUTIES

    def __init__(self, catalogue: Callable[[], Any]) -> None:
        """Take the cards that there are (a `cards.catalogue.Catalogue`), asked for when they are needed."""
        self.reckoning = dealing.reckoning_with(catalogue)
        self.steps: Mapping[type, Mapping[str, Any]] = _steps()
        self.instructions: Mapping[type, Any] = INSTRUCTIONS
        self.editions: Mapping[str, EditionInfo] = {
            e.id: EditionInfo(e.id, e.title, e.documents, _digest(e)) for e in EDITIONS.values()
        }

    # --- opening ----------------------------------------------------------------------------

    def deal(self, opening: Opening) -> Table:
        """The table that an opening describes, before anything has happened. Raises ValueError."""
        return dealing.deal(opening, self.reckoning)

    def start(self, run: Run) -> None:
        """Push the first procedure of a game that starts from the beginning."""
        dealing.start(run)

    def tell(self, table: Table, fact: Fact) -> str:
        """One short sentence about a fact that has just happened on this table."""
        return sentences.tell(table, fact)

    # --- judging ----------------------------------------------------------------------------

    def check(self, judging: Judging) -> None:
        """Who is asked and when first, then the room's own clauses; to a refusal what would be legal instead."""
        self._clauses(judging)
        if judging.failed and judging.level:
            options.name(judging)

    def _clauses(self, judging: Judging) -> None:
        on_time = moment.whose_word(judging)
        if not moment.players_word(judging, on_time=on_time):
            return
        table: Table = judging.table
        said = judging.said
        frames = table.agenda.frames
        frame = frames[-1] if frames else None
        if type(said) is d.Pass:
            check = offering.PASSES.get(type(frame))
            if check is None:
                rule = moment.no_pass_rule(table)
                judging.clause("RIGHT_MOMENT", rule, ok=False)
                return
            check[0](judging, frame if on_time else None)
            return
        admitting, clauses, _ = SPOKEN[type(said)]
        if not isinstance(frame, admitting):
            judging.leave_off()
        clauses(judging, frame if isinstance(frame, admitting) else None)

    moment = staticmethod(moment.describe)

    def perform(self, run: Run) -> None:
        """The declaration's first step."""
        if run.table.met:
            answering.let_go(run)
        if type(run.said) is d.Pass:
            offering.PASSES[type(run.frame)][1](run)
            return
        SPOKEN[type(run.said)][2](run)

    def forms(self, table: Table, seat: str | None = None) -> tuple[Form, ...]:
        """What may be said now, by one seat or by all that are asked."""
        return offering.forms(self, table, seat)

    def override(
        self, table: Table, code: str, said: Any, about: int | None
    ) -> tuple[bool | None, Override | None] | None:
        """What effects in play say of a clause; nobody knows where a text in words alone may decide it."""
        other = getattr(said, "defender", None)
        other = said.attacker if other == about and other else other
        keyword = _keyword_said(table, said) if code in overrides.ABOUT_KEYWORDS else ""
        if code == overrides.OF_A_CARD:
            other = naming.the_card(said.card)[0]
        ruled = overrides.verdict_on(table, code, about, other, said.seat, keyword)
        if ruled is None and table.index.unread:
            by = unread.doubtful(table, code)
            return (None, Override(by, table.why.cards_card_beats_rule)) if by else None
        return ruled

    def let_go(self, table: Table) -> Declaration | None:
        """A pass in a chance for abilities and Battle cards, those to disrupt apart."""
        return moment.let_go(table)

    rulings = staticmethod(on_cards.here)
    cited = staticmethod(on_cards.cited)

    def objection(self, table: Table, said: Declaration) -> str:
        """Why a declaration is none of this game."""
        return naming.objection(table, said)

    def misses(self, table: Table, fact: Any, early: bool) -> list[turned_down.Considered]:
        """The cards that a fact all but sets off; those of facts that look back are asked about before it."""
        return list(turned_down.considered(table, fact)) if early == fact.looks_back else []

    def turned_down(self, missed: Any, fresh: Any) -> list[tuple[str, str, str]]:
        """What does not come of it: what was considered, the ruling, and why."""
        return [(row.what, row.ruling, row.because) for row in turned_down.left(missed, fresh)]

    # --- the door ---------------------------------------------------------------------------

    fold = staticmethod(fold)
    fork = staticmethod(Table.fork)
    notice = staticmethod(triggers.notice)
    settle = staticmethod(settling.settle)
    noted = staticmethod(answering.noted)
    deal_triggers = staticmethod(triggers.deal)

    def replace(self, run: Run, facts: tuple[Fact, ...]) -> bool:
        """Hold the event if it waits for something, or an effect replaces it."""
        if not unique.ARRIVALS.isdisjoint(map(type, facts)) and unique.hold(run, facts):
            return True
        return bool(run.table.index.replacements) and replacement.replace(run, facts)

    def awaits(
        self, frames: tuple[Any, ...], window: Window | None, pool: tuple[Any, ...], pending: tuple[Any, ...]
    ) -> Fact:
        """The fact that leaves the agenda on the table."""
        return f.Awaits(agenda=f.TableAgenda(frames, window, pool, pending), rule=window.rule if window else "")

    def under(self, table: Table, edition: str) -> Table:
        """A draft of a table as it stands, under another edition. Raises KeyError for one there is none, and
        NotComparableError (see `another_edition`).
        """
        return another_edition.put_under(table, EDITIONS[edition], grounds(EDITIONS[edition].documents))

    def cited_for(self, edition: str) -> Mapping[str, str]:
        """By rule that the books join with others, the one that is cited for all of them under an edition."""
        return restated_in(self.editions[edition].documents)

    # --- hidden things ----------------------------------------------------------------------

    def information(self, table: Table) -> Iterable[Lying]:
        """Where cards lie, and who may know which they are."""
        return knowing.information(table)

    def conceal(self, table: Table, hidden: Sequence[Lying], viewer: str) -> Table:
        """A draft of the table without that."""
        return knowing.conceal(table, hidden, viewer)

    def said_to(self, said: Declaration, viewer: str) -> Declaration:
        """A declaration without what the faces are that a viewer may not know."""
        return knowing.said_to(said, viewer)

    def on_trust(self, table: Table, said: Declaration) -> str:
        """Why a declaration has to be believed in what it says of hidden cards; empty if it has not."""
        return naming.on_trust(table, said)

    # --- chance -----------------------------------------------------------------------------

    def chance_due(self, table: Table) -> ChanceDue | None:
        """Dice or cards that the seat chance is asked for."""
        window = table.agenda.window
        if window is None or window.asked != (CHANCE,):
            return None
        frame = table.agenda.frames[-1]
        if isinstance(frame, fr.RollFrame):
            return ChanceDue("dice", frame.due, FACES, (), frame.purpose)
        count, pool = drawing.due(table, frame)
        return ChanceDue("draw", count, 0, pool, f"draw by {frame.seat}")

    def chance_said(self, table: Table, outcome: tuple[int, ...]) -> Declaration:
        """The declaration that reports an outcome."""
        frame = table.agenda.frames[-1]
        if isinstance(frame, fr.RollFrame):
            return d.Rolled(CHANCE, outcome)
        return d.Drew(CHANCE, Sealed((frame.seat,), outcome))

    # --- looking ----------------------------------------------------------------------------

    def value(self, table: Table, of: str, name: str) -> Explained:
        """A value of a stack named by alias or id, of a player, an arena, a roll or a declaration, explained."""
        of, name = counts.plainly(table, of, name)
        rulings, found = self.rulings(table), counts.explained(self, table, of, name)
        if found is not None:
            return restated(found, rulings.restated)
        stack = counts.known_stack(self, table, of) if of and of not in table.seats else None
        try:
            if stack is not None:
                return led(restated(explaining.explained(table, stack, name), rulings.restated), rulings.rank)
        except KeyError:
            pass
        raise KeyError(f"there is no value {name!r}; {counts.named(values.NAMED)}")

    def held(self, table: Table, of: str, name: str) -> Held | None:
        """What changes by facts alone, to be told from the log (Force, build points, damage); None for all else."""
        return tracing.held(self, table, *counts.plainly(table, of, name))

    def lasts(self, name: str) -> bool:
        """Whether a value is told with what is over in this turn, or came to nothing in it."""
        plain = counts.plain_name(name)
        return plain in values.NAMED or counts.ALSO.get(plain, plain) == "cards in hand"

    def kept_from(self, table: Table, asked: tuple[str, str], event: NonEvent) -> bool:
        """Whether what was turned down would have changed a value."""
        return tracing.kept_from(self, table, asked, event)

    def ending(self, table: Table, fact: Fact) -> str | None:
        """The rule by which what has worked until then ends with a fact (see `tracing.ending`)."""
        rule = tracing.ending(table, fact)
        return rule and self.rulings(table).restated.get(rule, rule)

    def invariants(self, table: Table) -> tuple[str, ...]:
        """What is unsound about a table."""
        return broken(table)

    def over(self, table: Table) -> str | None:
        """The winner, once there is one."""
        return table.winner or None
