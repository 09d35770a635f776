"""Facts in words: one short sentence of our own for each kind, for logs and for people who watch.

A sentence is made on the table as it is after the fact, and says nothing that is hidden: what went between
hidden zones is counted, what lies face down is called so. `TOLD` has one line for each kind of fact; a kind
that is told nowhere else ("the table waits") tells nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adjudicator.swtcg.cards.worded.plain_words import UNTIL
from adjudicator.swtcg.table import facts as f
from adjudicator.swtcg.table.fold_things import UNDER
from adjudicator.swtcg.table.places import person, place
from adjudicator.swtcg.table.table import BUILDING, Table
from adjudicator.swtcg.words.language import Modify

FACE_DOWN = "a face-down card"
GONE = "something that has left"


def tell(table: Table, fact: Any) -> str:
    """One short sentence about a fact that has just happened; empty if there is nothing to tell."""
    told = TOLD[type(fact)](table, fact)
    return told[:1].upper() + told[1:]


# --- names ------------------------------------------------------------------------------------


def count(number: int, what: str) -> str:
    """A number of things: "1 card", "3 cards"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def card(table: Table, handle: int) -> str:
    """The title of a card that everybody may see."""
    face = table.face(handle) if handle in table.cards else None
    return face.title if face is not None else "an unknown card"


def cards(table: Table, handles: tuple[int, ...]) -> str:
    """Titles in a row."""
    return _row([card(table, handle) for handle in handles])


def _row(names: list[str]) -> str:
    """Names in a row, each once with how many there are of it: "Battle Droid (twice) and Darth Vader (A)"."""
    told = [name if (n := names.count(name)) == 1 else f"{name} ({_times(n)})" for name in dict.fromkeys(names)]
    return f"{', '.join(told[:-1])} and {told[-1]}" if told[1:] else "".join(told) or "nothing"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _verb(things: tuple[int, ...], one: str, more: str) -> str:
    """The form of a verb for so many things."""
    return one if len(things) == 1 else more


def stack(table: Table, number: int) -> str:
    """What a stack is called: its top card, or that it lies face down."""
    found = table.stacks.get(number)
    if found is None:
        return _gone(table, number) or GONE
    if found.role == BUILDING and not found.shown:
        return FACE_DOWN
    return card(table, found.cards[0])


def stacks(table: Table, numbers: tuple[int, ...]) -> str:
    """Several stacks in a row."""
    return _row([stack(table, number) for number in numbers])


def _because(fact: Any, by: str = "") -> str:
    """The cause in brackets, and by what if that is known."""
    cause = f"{fact.cause} by {by}" if by else fact.cause
    return f" ({cause})" if cause else ""


def _gone(table: Table, number: int) -> str:
    """The title of a stack that has left the table this turn: what is noted of that has zone, controller, top card."""
    for event, about, detail in reversed(table.happened):
        if event in ("discarded", "left") and about == number:
            face = table.faces.get(detail.split(" ", 2)[-1])
            return face.title if face else ""
    return ""


# --- sentences that need more than a line -------------------------------------------------------


def _discarded(table: Table, fact: f.StackDiscarded) -> str:
    by = stack(table, fact.by) if fact.by else ""
    return f"{_gone(table, fact.stack) or 'A card'} is discarded{_because(fact, by)}."


def _damage(table: Table, fact: f.DamageCountersPlaced) -> str:
    by = f" from {stack(table, fact.source)}" if fact.source in table.stacks else ""
    return f"{stack(table, fact.stack)} takes {count(fact.amount, 'damage counter')}{by}."


def _dice(table: Table, fact: f.DiceRolled) -> str:
    shown = " ".join(map(str, fact.dice))
    if fact.purpose == "build":
        return f"Build roll: {shown}."
    unit = f" for {stack(table, fact.source)}" if fact.source in table.stacks else ""
    return f"{person(fact.seat)} rolls {shown}{unit}."


def _put_off(table: Table, fact: f.DicePutOff) -> str:
    return f"The {fact.dice} attack dice are not shown before the damage has been prevented."


def _promised(table: Table, fact: f.Promised) -> str:
    if fact.unit:
        return f"{person(fact.seat)} wants up to {count(fact.amount, 'surplus hit')} for {stack(table, fact.unit)}."
    if fact.amount:
        return f"{person(fact.seat)} will have {fact.amount} of the dice rerolled."
    return f"It takes effect when the dice are shown{_because(fact)}."


def _dice_kept(table: Table, fact: f.DiceKept) -> str:
    shown = " ".join(map(str, fact.dice)) or "no die"
    return f"{person(fact.seat)} keeps {shown} and rolls {fact.missing} more."


def _hits(table: Table, fact: f.HitsCounted) -> str:
    """Whose dice they are is told of what is, or was, in play; other dice are of a card's text."""
    known = fact.source in table.stacks or _gone(table, fact.source)
    number = count(fact.hits, "hit") if fact.hits else "no hit"
    return f"{stack(table, fact.source)} scores {number}." if known else f"The dice come to {number}."


def _left(table: Table, fact: f.StackLeft) -> str:
    named = _gone(table, fact.stack) or "A card"
    if fact.to.startswith(UNDER):
        return f"{named} goes face down {_to(table, fact.to)}{_because(fact)}."
    return f"{named} leaves the table for its owner's {fact.to}{_because(fact)}."


def _cards_moved(table: Table, fact: f.CardsMoved) -> str:
    named = cards(table, fact.cards)
    why = "" if fact.cause == named else _because(fact)
    return f"{named} {_verb(fact.cards, 'goes', 'go')} {_to(table, fact.target)}{why}."


def _to(table: Table, zone: str) -> str:
    """Where cards go: to a zone, or under a stack."""
    return f"under {stack(table, int(zone.removeprefix(UNDER)))}" if zone.startswith(UNDER) else f"to {place(zone)}"


def _step(table: Table, fact: f.StepBegan) -> str:
    if fact.arena:
        return f"The battle in {place(fact.arena)} begins."
    whose = f"{person(fact.seat)}'s" if fact.seat else "The"
    return f"{whose} {fact.step} step begins."


def _moved(table: Table, fact: f.StackMoved) -> str:
    how = {"retreat": "retreats", "return": "returns", "contest": "leaves the contest"}.get(fact.how, "moves")
    return f"{stack(table, fact.stack)} {how} to {place(fact.zone)}."


def _built(table: Table, fact: f.CardBuilt) -> str:
    what = f"{stack(table, fact.stack)} partially" if fact.shown else "a card face down"
    return f"{person(fact.seat)} builds {what} with {count(fact.counters, 'build counter')}."


def _counters(table: Table, fact: f.BuildCountersAdded) -> str:
    verb = "more" if fact.amount >= 0 else "fewer"
    return f"{stack(table, fact.stack)} has {count(abs(fact.amount), 'build counter')} {verb}."


def _modifier(table: Table, fact: f.ModifierBegan) -> str:
    made = fact.modifier
    source = made.scene.source or "an effect"
    on = f" for {stacks(table, made.on)}" if made.on else ""
    lasting = UNTIL.get(made.until, "")
    until = f", {lasting}" if lasting else ""
    if isinstance(made.change, Modify):
        sign = "=" if made.change.set else "+" if made.amount >= 0 else ""
        return f"{source}: {made.change.stat} {sign}{made.amount}{on}{until}."
    return f"{source} begins to work{on}{until}."


def _won(table: Table, fact: f.GameWon) -> str:
    if not fact.seat:
        return "The game ends without a winner."
    return f"{person(fact.seat)} wins the game, controlling {' and '.join(place(each) for each in fact.arenas)}."


def _mulligan(table: Table, fact: f.MulliganTaken) -> str:
    if not fact.count:
        return f"{person(fact.seat)} keeps the hand."
    return f"{person(fact.seat)} takes a mulligan of {count(fact.count, 'card')}."


def _attack(table: Table, fact: f.AttackDeclared) -> str:
    how = f" ({fact.mode})" if fact.mode else ""
    return f"{stack(table, fact.attacker)} attacks {stack(table, fact.defender)}{how}."


def _stacked(table: Table, fact: f.CardStacked) -> str:
    where = "on top of" if fact.on_top else "beneath"
    return f"{person(fact.seat)} puts {card(table, fact.card)} {where} a stack: {stack(table, fact.stack)}."


def _contest(table: Table, fact: f.ContestWon) -> str:
    totals = f"{fact.totals[0]} against {fact.totals[1]}"
    return f"{person(fact.seat)} wins the contest, {totals}: {stack(table, fact.winner)} stays."


def _ability(table: Table, fact: f.AbilityPlayed) -> str:
    head = fact.ability.partition(".")[0]
    source = stack(table, int(head)) if head.isdecimal() else fact.cause
    return f"{person(fact.seat)} uses an ability of {source}."


def _trigger(table: Table, fact: f.Triggered) -> str:
    made = fact.trigger
    if made.duty:
        return f"{person(made.seat)}'s {made.duty} is dealt with."
    what = f"an ability of {made.scene.source}" if made.scene.source else "a delayed effect"
    return f"{what} takes effect."


def _star(table: Table, fact: f.StarUnknown) -> str:
    return f"The {fact.stat} of {table.title(fact.stack)} is not known any more."


def _ended(table: Table, fact: f.ModifiersEnded) -> str:
    return f"{count(len(fact.ids), 'lasting effect')} {_verb(fact.ids, 'is', 'are')} over."


def _amount(verb: str, what: str) -> Callable[[Table, Any], str]:
    return lambda table, fact: f"{person(fact.seat)} {verb} {fact.amount} {what}{_because(fact)}."


def _points(table: Table, fact: f.BuildPointsGained) -> str:
    verb = "gets" if fact.amount >= 0 else "loses"
    return f"{person(fact.seat)} {verb} {count(abs(fact.amount), 'build point')}{_because(fact)}."


def _marks(table: Table, fact: f.MarksChanged) -> str:
    verb = "gets" if fact.amount >= 0 else "loses"
    return f"{stack(table, fact.stack)} {verb} {count(abs(fact.amount), fact.mark + ' counter')}{_because(fact)}."


def _phase(table: Table, fact: f.PhaseBegan) -> str:
    return f"The {fact.phase} phase begins." if fact.phase != "end" else "The turn comes to its end."


TOLD: dict[type, Callable[[Table, Any], str]] = {
    f.DeckShuffled: lambda t, x: f"{person(x.seat)}'s deck is shuffled.",
    f.CardsDrawn: lambda t, x: f"{person(x.seat)} draws {count(x.count, 'card')}.",
    f.CardsMoved: _cards_moved,
    f.CardsMovedUnseen: lambda t, x: (
        f"{count(x.count, 'card')} {'goes' if x.count == 1 else 'go'} from {place(x.source)} {_to(t, x.target)}."
    ),
    f.CardShown: lambda t, x: f"{card(t, x.card)} is shown.",
    f.CardBound: lambda t, x: f"{person(x.seat)} says what {count(len(x.cards.items), 'card')} of a hidden zone is.",
    f.MulliganTaken: _mulligan,
    f.UnitPlaced: lambda t, x: f"{person(x.seat)} puts {card(t, x.card)} into {place(x.zone)}.",
    f.CardStacked: _stacked,
    f.CardBuilt: _built,
    f.BuildCountersAdded: _counters,
    f.CardTurnedUp: lambda t, x: f"{card(t, x.card)} is turned up.",
    f.UnitDeployed: lambda t, x: f"{stack(t, x.stack)} is deployed into {place(x.zone)}.",
    f.StackMoved: _moved,
    f.LocationPut: lambda t, x: f"{stack(t, x.stack)} becomes the Location of {place(x.arena)}.",
    f.Attached: lambda t, x: f"{stack(t, x.stack)} goes onto {stack(t, x.host)} ({x.role}).",
    f.Detached: lambda t, x: f"{stack(t, x.stack)} goes off to {place(x.zone)}.",
    f.StackRearranged: lambda t, x: f"{card(t, x.cards[0])} is on top of its stack now.",
    f.StackDiscarded: _discarded,
    f.StackLeft: _left,
    f.CardsLeftStack: lambda t, x: (
        f"{cards(t, x.cards)} {'goes' if len(x.cards) < 2 else 'go'} out of the stack of {stack(t, x.stack)}."
    ),
    f.Tapped: lambda t, x: f"{stacks(t, x.stacks)} {_verb(x.stacks, 'taps', 'tap')}.",
    f.Untapped: lambda t, x: f"{stacks(t, x.stacks)} {_verb(x.stacks, 'untaps', 'untap')}.",
    f.DamageCountersPlaced: _damage,
    f.DamageCountersRemoved: lambda t, x: f"{stack(t, x.stack)} loses {count(x.amount, 'damage counter')}.",
    f.ControlChanged: lambda t, x: f"{person(x.seat)} controls {stack(t, x.stack)} now.",
    f.ForceGained: _amount("gains", "Force"),
    f.ForceLost: _amount("loses", "Force"),
    f.ForcePaid: _amount("pays", "Force"),
    f.BuildPointsGained: _points,
    f.BuildPointsSpent: lambda t, x: f"{person(x.seat)} spends {count(x.amount, 'build point')}.",
    f.BuildPointsLapsed: lambda t, x: f"{person(x.seat)}'s unspent build points are gone.",
    f.SideNamed: lambda t, x: f"{person(x.seat)} would play the side {x.side}.",
    f.SideBidMade: lambda t, x: f"{person(x.seat)} would begin with {x.points} build points to play the side {x.side}.",
    f.SideGiven: lambda t, x: f"{person(x.seat)} plays the side {x.side} and begins with {x.points} build points.",
    f.SetupFinished: lambda t, x: f"{person(x.seat)} has finished setting up{_because(x)}.",
    f.TurnBegan: lambda t, x: f"Turn {x.number} begins.",
    f.PhaseBegan: _phase,
    f.PhaseEnded: lambda t, x: f"The {x.phase} phase ends.",
    f.StepBegan: _step,
    f.StepEnded: lambda t, x: f"The {x.step} step ends.",
    f.TurnEnded: lambda t, x: f"Turn {x.number} ends.",
    f.AttackDeclared: _attack,
    f.AttackDeclined: lambda t, x: f"{stack(t, x.stack)} does not attack.",
    f.DefenderChanged: lambda t, x: f"The attack goes to {stack(t, x.defender)}.",
    f.AttackEnded: lambda t, x: "The attack ends.",
    f.DiceRolled: _dice,
    f.DiceKept: _dice_kept,
    f.DicePutOff: _put_off,
    f.Promised: _promised,
    f.DiceRerolled: lambda t, x: f"{person(x.seat)} rerolls: {' '.join(map(str, x.dice))}.",
    f.HitsCounted: _hits,
    f.RollComes: lambda t, x: f"The hits of {stack(t, x.attacker)} may be predicted.",
    f.HitsAssigned: lambda t, x: f"{count(x.hits, 'hit')} {'goes' if x.hits == 1 else 'go'} to {stack(t, x.unit)}.",
    f.CriticalHitScored: lambda t, x: f"A critical hit does {x.amount} more damage to {stack(t, x.unit)}.",
    f.HitsDivided: lambda t, x: (
        f"{count(x.hits, 'hit')} {'goes' if x.hits == 1 else 'go'} to {stack(t, x.unit)} instead."
    ),
    f.DamagePending: lambda t, x: f"{x.packet.amount} damage is about to be done to {stack(t, x.packet.target)}.",
    f.DamagePrevented: lambda t, x: f"{x.amount} damage to {stack(t, x.target)} is prevented{_because(x)}.",
    f.CardPlayed: lambda t, x: f"{person(x.seat)} plays {card(t, x.card)}.",
    f.MissionPlayed: lambda t, x: f"{person(x.seat)} completes {card(t, x.card)}.",
    f.AbilityPlayed: _ability,
    f.Disrupted: lambda t, x: f"The play is disrupted{_because(x)}.",
    f.EffectResolved: lambda t, x: f"{x.cause or 'What was played'} is dealt with.",
    f.UseCounted: lambda t, x: f"A use of {x.cause} is counted." if x.cause else "A limited use is counted.",
    f.ModifierBegan: _modifier,
    f.StarUnknown: _star,
    f.ModifiersEnded: _ended,
    f.DelayedBegan: lambda t, x: (
        f"{'An effect of ' * bool(x.delayed.scene.source)}{x.delayed.scene.source or 'An effect'} waits for its moment."
    ),
    f.Triggered: _trigger,
    f.BidMade: lambda t, x: f"{person(x.seat)} bids {x.amount} Force.",
    f.ContestWon: _contest,
    f.ManualCarriedOut: lambda t, x: f"The judge has carried out {x.key}{_because(x)}.",
    f.GameWon: _won,
    f.TimeCalled: lambda t, x: "Time is called: the game goes on in overtime.",
    f.BuildRollSkipped: lambda t, x: "No build roll is made in overtime.",
    f.CardsRevealed: lambda t, x: f"{cards(t, x.cards)} {'is' if len(x.cards) < 2 else 'are'} shown.",
    f.CardsLookedAt: lambda t, x: f"{person(x.seat)} looks at {count(x.count, 'card')}{_because(x)}.",
    f.DeckTopFound: lambda t, x: (
        f"{count(x.count, 'card')} {'turns' if x.count == 1 else 'turn'} up on top of {person(x.seat)}'s deck."
    ),
    f.DeckBottomFound: lambda t, x: (
        f"{count(x.count, 'card')} {'turns' if x.count == 1 else 'turn'} up at the bottom of {person(x.seat)}'s deck."
    ),
    f.CardWaits: lambda t, x: f"{card(t, x.cards[0])} waits: {person(x.seat)} has another one of its kind.",
    f.CardPutIntoPlay: lambda t, x: f"{card(t, x.card)} goes to {place(x.zone)}{_because(x)}.",
    f.SubordinateGenerated: lambda t, x: (
        f"{x.printed.title} comes out of {person(x.seat)}'s supply to {place(x.zone)}{_because(x)}."
    ),
    f.CardPutFaceDown: lambda t, x: f"A card goes face down to {person(x.seat)}'s build zone{_because(x)}.",
    f.CardPutIntoStack: lambda t, x: f"{card(t, x.card)} joins a stack{_because(x)}.",
    f.StackTurnedDown: lambda t, x: f"{stack(t, x.stack)} is turned face down{_because(x)}.",
    f.MarksChanged: _marks,
    f.SecretBidMade: lambda t, x: f"{person(x.seat)} has made a secret bid.",
    f.SecretBidWon: lambda t, x: f"{person(x.seat)} wins the bid, {' against '.join(map(str, x.bids))}.",
    f.EventPlayed: lambda t, x: f"{person(x.seat)} plays the Event {card(t, x.card)}.",
    f.ResourceCompleted: lambda t, x: f"{person(x.seat)} has the Resource {card(t, x.card)} from now on.",
    f.ShortcutAgreed: lambda t, x: f"The players agree to {person(x.seat)}'s shortcut: {x.what}.",
    f.ShortcutOver: lambda t, x: f"{person(x.seat)} wants the full sequence instead of the shortcut: {x.what}.",
    f.PassedInShortcut: lambda t, x: f"{person(x.seat)} passes, by the shortcut: {x.what}.",
    f.CampaignPut: lambda t, x: f"{card(t, x.card)} stays in play, face up in {person(x.seat)}'s build zone.",
    f.ConditionsMet: lambda t, x: "",
    f.Awaits: lambda t, x: "",
}
"""By kind of fact, its sentence."""
