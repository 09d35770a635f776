"""The deck that a command is given: a text list, a LackeyCCG deck file, or the name of one of ours."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator_cli.terminal import UnusableError, read_bytes

if TYPE_CHECKING:
    from adjudicator.swtcg.cards.catalogue import Catalogue
    from adjudicator.swtcg.cards.decks import Deck


def deck_of(given: str, catalogue: Catalogue) -> tuple[Deck, tuple[str, ...]]:
    """The deck, and what was made of lines that are not quite right. Raises UnusableError."""
    from adjudicator.swtcg.cards.decks import OUR_DECKS, read_deck
    from adjudicator.swtcg.cards.diagnostics import ImportFailed

    if given in OUR_DECKS:
        return read_deck(given, catalogue)
    if given != "-" and not Path(given).exists():
        raise UnusableError(f"{given}: No such file, and no deck of ours, which are {', '.join(OUR_DECKS)}")
    try:
        return read_deck(read_bytes(given), catalogue)
    except ImportFailed as error:
        raise UnusableError(f"{given}: {error}") from error
