"""What is counted each turn, in words: what the first of a kind costs, and how many may be played or deployed."""

from __future__ import annotations

from msgspec import structs

from adjudicator.swtcg.cards.worded.nouns import each, lone, several
from adjudicator.swtcg.cards.worded.places import NoWordsError
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import Those

OWNERS = {"yours": "you", "opponents": "your opponent"}
VERBS = {"played": "play", "deployed": "deploy"}


def _counted(happened: w.Happened, *, plural: bool, what: str = "unit") -> tuple[str, str]:
    """Who does it, and of what kind: "your opponent", "Battle cards"."""
    who = OWNERS.get(happened.to.side)
    if who is None or happened.event not in VERBS or happened.since:
        raise NoWordsError
    kind = structs.replace(happened.to, side="any")
    if kind.types == ("unit",):
        kind = structs.replace(kind, what=what, types=())
    return who, lone(kind, plural=plural)


def first(said: w.Modify | w.Tax) -> str | None:
    """What the first of a kind each turn costs; None if that is not what is said."""
    unless = said.condition.of if isinstance(said.condition, w.Not) else None
    if not isinstance(unless, w.Happened) or unless.event not in VERBS or unless.least != 1:
        return None
    who, kind = _counted(unless, plural=False, what=said.of.what if isinstance(said, w.Modify) else "card")
    plain: w.Modify | w.Tax
    if isinstance(said, w.Tax):
        plain, amount, what = w.Tax(kind="battle", force=said.force, side=unless.to.side), said.force, "Force to play"
        fits = unless.to == Those(what="card", side=unless.to.side, types=("battle",))
    else:
        if not isinstance(said.amount, int):
            raise NoWordsError
        types = () if unless.to.types == ("unit",) else unless.to.types
        of = structs.replace(unless.to, what=said.of.what, types=types)
        plain, amount = w.Modify(of=of, stat="cost", amount=said.amount), said.amount
        fits, what = unless.event == "deployed", f"build counter{'s' * (abs(said.amount) != 1)} to deploy"
    if not fits or structs.replace(said, condition=None, until=plain.until) != plain:
        raise NoWordsError
    verb = VERBS[unless.event] + "s" * (who != "you")
    return f"the first {kind} {who} {verb} each turn costs {abs(amount)} {'more' if amount > 0 else 'less'} {what}"


def at_most(said: w.Allow) -> str | None:
    """How many of a kind may be played or deployed each turn; None if that is not what is said."""
    over = said.condition
    if not isinstance(over, w.Happened) or over.event not in VERBS or said.permit:
        return None
    who, kind = _counted(over, plural=over.least != 1)
    if over.event == "played":
        card = Those(what="card", types=("battle",)) if said.whom is None else said.whom
        fits = said.clause == "CARD_MAY_BE_PLAYED" and structs.replace(card, side=over.to.side) == over.to
        fits = fits and said.who == Those(side=over.to.side)
    else:
        types = () if over.to.types == ("unit",) else over.to.types
        fits = said.clause == "UNIT_MAY_BE_DEPLOYED" and said.who == structs.replace(over.to, what="unit", types=types)
    if not fits:
        raise NoWordsError
    return f"{who} can't {VERBS[over.event]} more than {over.least} {kind} each turn"


def not_played(said: w.Allow) -> str:
    """Which Battle cards somebody can't play, or nobody can."""
    if said.who != Those(side=said.who.side):
        raise NoWordsError
    cards = several(said.whom or Those(what="card", types=("battle",)))
    if said.who.side == "any":
        return f"{cards} can't be played"
    if said.who.side not in OWNERS:
        raise NoWordsError
    return f"{OWNERS[said.who.side]} can't play {cards}"


def not_deployed(said: w.Allow) -> str:
    """Whom nobody can have deployed, or a player can't."""
    if said.whom is not None or said.who.side == "any":
        raise NoWordsError
    if said.keyword:
        whole, player = structs.replace(said.who, side="any"), OWNERS.get(said.who.side)
        if player is None or whole != Those():
            raise NoWordsError
        return f"{player} can't use {said.keyword.title()} to deploy units"
    return f"{each(said.who)} can't be deployed"


def tapped(said: w.Allow) -> str:
    """Who is deployed tapped."""
    if said.whom is not None or said.who.bound:
        raise NoWordsError
    return f"{each(said.who)} is deployed tapped"
