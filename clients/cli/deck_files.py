"""The deck that a command is given: a text list, a LackeyCCG deck file, or the name of one of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from clients.cli.terminal import UnusableError, read_input

if TYPE_CHECKING:
    from adjudicator.swtcg.cards.catalogue import Catalogue
    from adjudicator.swtcg.cards.decks import Deck


def deck_of(given: str, catalogue: Catalogue) -> tuple[Deck, list[str]]:
    """The deck, and what was made of lines that are not quite right. Raises UnusableError."""
    from adjudicator.swtcg.cards.decks import OUR_DECKS, our_deck, resolve
    from adjudicator.swtcg.cards.diagnostics import ImportFailed
    from adjudicator.swtcg.cards.lackey_lists import read_deck_list

    if given in OUR_DECKS:
        return our_deck(given), []
    if given != "-" and not Path(given).exists():
        raise UnusableError(f"{given}: No such file, and no deck of ours, which are {', '.join(OUR_DECKS)}")
    try:
        found = resolve(read_deck_list(read_input(given).encode()), catalogue)
    except ImportFailed as error:
        raise UnusableError(f"{given}: {error}") from error
    return found.deck, [each.render() for each in found.diagnostics]
