"""The list of games: which game has an edition. Outside the games' own packages only this module names one.

A game is loaded when somebody first asks for it. A game of somebody else's joins by an entry point of the group
`adjudicator.games`: its name is the id of an edition, its value the offer (kernel.game.Offer) of the game that has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path

from adjudicator.kernel.game import Game, Offer, OwnCards, no_cards

DEFAULT_EDITION = "swtcg-2005"
"""The edition that is meant where none is named."""

OURS: Mapping[str, str] = dict.fromkeys(
    ("swtcg-2005", "swtcg-2005-rulebook", "swtcg-web", "swtcg-2022"), "adjudicator.swtcg.offer:offer"
)
"""By edition, where the offer of its game is found: module and name."""

GROUP = "adjudicator.games"


def cards_in(folder: Path) -> OwnCards:
    """The sets in the files of a folder (*.json), in the order of their names. Reading them raises OSError."""
    return lambda: [(str(each), each.read_bytes()) for each in sorted(folder.iterdir()) if each.suffix == ".json"]


class UnknownEditionError(ValueError):
    """No game has an edition of this id."""


class GameList:
    """The games of a process, by edition and by id, with the cards that the process was given. Each is made once."""

    def __init__(self, own: OwnCards = no_cards, more: Mapping[str, str | Offer] | None = None) -> None:
        """Take the cards that there are beside the games' own, and by edition further games, each as its offer or
        where that is found.
        """
        self._own = own
        self._more = more or {}
        self._made: dict[str, Game] = {}

    def of(self, edition: str) -> Game:
        """The game that has an edition. Raises UnknownEditionError."""
        offer = self._more.get(edition) or OURS.get(edition) or self._offers.get(edition)
        if offer is None:
            raise UnknownEditionError(f"there is no edition {edition!r}; there are {', '.join(self.editions)}")
        return self._game(offer)

    def __iter__(self) -> Iterator[Game]:
        """Every game, in the order of the list."""
        return iter({game.id: game for game in map(self._game, self._offers.values())}.values())

    @property
    def editions(self) -> tuple[str, ...]:
        """The ids of all editions."""
        return tuple(self._offers)

    def alike(self, edition: str) -> tuple[str, ...]:
        """The editions of the game that has an edition."""
        return tuple(each for each, offer in self._offers.items() if offer == self._offers.get(edition))

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the offers, for processes that load the games before they are asked for."""
        return tuple(dict.fromkeys(_name(offer).partition(":")[0] for offer in self._offers.values()))

    @cached_property
    def _offers(self) -> Mapping[str, str | Offer]:
        """By edition the offer of its game: ours, those that are installed beside this project, those handed in."""
        from importlib.metadata import entry_points  # noqa: PLC0415 - it looks at all that is installed

        return {**OURS, **{each.name: each.value for each in entry_points(group=GROUP)}, **self._more}

    def _game(self, offer: str | Offer) -> Game:
        """The game of an offer; the same one for every edition that it has."""
        name = _name(offer)
        if name not in self._made:
            module, _, function = name.partition(":")
            made: Offer = getattr(import_module(module), function) if isinstance(offer, str) else offer
            self._made[name] = made(self._own)
        return self._made[name]


def _name(offer: str | Offer) -> str:
    return offer if isinstance(offer, str) else f"{offer.__module__}:{offer.__qualname__}"
