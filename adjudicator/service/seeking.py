"""What precedents are looked for by: rules and cards that there are, or that some ruling names."""

from __future__ import annotations

import msgspec

from adjudicator.application.disputes import Docket, Like
from adjudicator.citations import UnknownRule
from adjudicator.kernel.game import NotOfferedError
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.service import errors
from adjudicator.service.house import House


def known(docket: Docket, house: House, like: Like) -> Like:
    """What is looked for, cards by their titles where a catalogue has them. Reads the log: call it in a thread.

    Raises RefusedError for a rule or a card that is none, and that no ruling names either.
    """
    for rule in like.rules:
        _need_rule(docket, house, rule)
    return msgspec.structs.replace(like, cards=tuple(_titled(docket, house, card) for card in like.cards))


def _need_rule(docket: Docket, house: House, rule: str) -> None:
    if rule in house.quote.books or _named(docket, house, Like(rules=(rule,))):
        return
    refused = errors.not_found("rule", rule, f"there is no rule {rule!r}, and no ruling names it")
    try:
        house.quote.books.get(rule)
    except UnknownRule as unknown:
        refused = errors.not_found("rule", rule, str(unknown))
        refused.metadata["close"] = ", ".join(unknown.close)
    raise refused


def _titled(docket: Docket, house: House, card: str) -> str:
    """The title of a card, if a catalogue has just one of that name; else the name."""
    wrong: NotUnderstoodError | None = None
    for game in house.games:
        try:
            return game.cards.titled(card)
        except NotOfferedError:  # any name may be one of that game
            return card
        except NotUnderstoodError as error:
            wrong = error
    if wrong is None or _named(docket, house, Like(cards=(card,))):
        return card
    refused = errors.not_found("card", card, f"{wrong}; and no ruling names such a card")
    refused.metadata["close"] = ", ".join(wrong.fits)
    raise refused


def _named(docket: Docket, house: House, like: Like) -> bool:
    """Whether a ruling names it; who may see games only later is told nothing of theirs by this either."""
    return not house.delays.concern and bool(docket.precedents(like, 1))
