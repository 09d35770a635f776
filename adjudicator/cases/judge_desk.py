"""The desk in process: the judge itself, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adjudicator.cases.case import CaseSettings, Decks, each_deck
from adjudicator.cases.desk import Answer, ClauseSeen, FactSeen, Start
from adjudicator.games import GameList
from adjudicator.kernel.base import Declaration, Fact, Sealed
from adjudicator.kernel.entries import Opening, Settings
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.following import course, followed, whole
from adjudicator.kernel.forms import fits
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.run import Run
from adjudicator.kernel.verdict import Verdict
from adjudicator.kernel.viewing import JUDGE


def opening_of(
    games: GameList,
    edition: str,
    board: str,
    cards: tuple[Mapping[str, Any], ...],
    settings: CaseSettings,
    decks: Decks | None = None,
) -> tuple[Game, Opening]:
    """The game of an edition, and the opening of a game that starts at a board or with decks. Raises ValueError."""
    game = games.of(edition)
    run = Settings(dice=settings.dice, decks=settings.decks, manual=settings.manual, strict=settings.strict)
    if decks:
        seats = tuple((seat, seat) for seat in decks)
        packs = tuple(
            (seat, Sealed((seat,), game.cards.pack(edition, deck, cards, whole=True)))
            for seat, deck in each_deck(decks)
        )
        return game, Opening(game.id, edition, run, seats, packs)
    table = game.read_board(board, edition, game.cards.faces(cards, whole=True) if cards else ())
    return game, Opening(game.id, edition, run, board=game.encode(table))


def begun(game: Game, opening: Opening, suppressed: str = "") -> Any:
    """The table at the first question of an opening. Raises ValueError."""
    table = game.deal(opening)
    table.suppressed = suppressed or None
    if opening.board:
        return table
    run = Run(game, table, None)
    game.start(run)
    run.advance()
    return run.table


def answer_of(kind: str, verdict: Verdict, game: Any = None, table: Any = None) -> Answer:
    """A verdict as a desk shows it; what was turned down is told with the names that things have on a table."""

    def named(words: str) -> str:
        return words if game is None else game.in_names(table, words)

    clauses = tuple(
        ClauseSeen(c.code, c.rule, c.finding.value, c.override.rule if c.override else "") for c in verdict.clauses
    )
    return Answer(
        ruling=verdict.ruling.value,
        clauses=clauses,
        facts=tuple(fact_of(fact) for fact in verdict.facts),
        non_events=tuple((each.rule, named(each.what)) for each in verdict.non_events),
        missing=verdict.missing,
        options=verdict.options,
        kind=kind,
        deciding=verdict.deciding,
    )


def fact_of(fact: Fact) -> FactSeen:
    """A fact as a desk shows it; an agenda that is left on the table cites what opened the question."""
    kind = type(fact).__name__
    agenda = getattr(fact, "agenda", None)
    if agenda is not None:
        window = agenda.window
        return FactSeen(kind, fact.rule or (window.rule if window is not None else ""), {})
    fields = {
        name: msgspec.to_builtins(getattr(fact, name))
        for name in fact.__struct_fields__
        if name not in ("rule", "cause")
    }
    return FactSeen(kind, fact.rule, fields)


class JudgeDesk:
    """Judges at a table that it keeps; see `desk.Desk`."""

    def __init__(self, games: GameList) -> None:
        self.games = games
        self._game: Any = None
        self._table: Any = None
        self._start = Start("")
        self._began: Any = None
        self._happened: list[Fact] = []

    @property
    def table(self) -> Any:
        """The table as it is now."""
        return self._table

    def sit(self, start: Start) -> None:
        """Begin at a board, with decks, or at no table at all."""
        self._start = start
        self._game, self._table = self.games.of(start.edition), None
        if start.board or start.decks:
            _, opening = opening_of(self.games, start.edition, start.board, start.cards, start.settings, start.decks)
            self._table = begun(self._game, opening, start.suppressed)
            self._began, self._happened = self._table, []

    def check_deck(self, deck: str, *, sanctioned: bool, within: str = "", newest: str = "") -> Answer:
        """The ruling on a deck."""
        from adjudicator.kernel.game.cards import Event  # noqa: PLC0415 - few cases are about decks

        start = self._start
        event = Event(sanctioned, within=(within, ()) if within else None, newest=newest)
        found = self._game.cards.check_deck(start.edition, deck, start.cards, event, start.suppressed)
        return answer_of("deck", found.verdict)

    def ask(self, said: str) -> Answer:
        """The ruling on a declaration, which is not made."""
        return self._judged(said)[0]

    def declare(self, said: str) -> Answer:
        """The ruling on a declaration, which is made if it is legal."""
        answer, verdict = self._judged(said)
        if verdict.after is not None:
            self._table = verdict.after
            self._happened.extend(whole(verdict))
        return answer

    def fits(self, said: str) -> bool | None:
        """Whether a declaration fits a listed form; None where no form can name it: a reveal, what a judge does."""
        declaration = self._game.read(self._table, said)
        if _reveals(declaration):
            return None
        listed = any(fits(form, declaration) for form in self._game.forms(self._table))
        return listed or (None if declaration.seat == JUDGE else False)

    def forms(self) -> tuple[tuple[str, str], ...]:
        """Seat and kind of each listed form."""
        if self._table is None:
            return ()
        return tuple((form.seat, form.kind) for form in self._game.forms(self._table))

    def board(self) -> str:
        """The board as it is now."""
        return "" if self._table is None else self._game.board_with_names(self._table)

    def value(self, of: str, name: str) -> Explained:
        """A value, explained, and followed through what was declared here."""
        found: Explained = self._game.value(self._table, of, name)
        happened = course(self._game, self._game.fork(self._began), self._happened)
        return followed(self._game, self._table, (of, name), self._game.fork(self._began), happened, found)

    def next(self) -> tuple[str, ...]:
        """Who speaks next."""
        if self._table is None:
            return ()
        if self._game.over(self._table) is not None:
            return ("over",)
        window = self._table.agenda.window
        return () if window is None else tuple(window.asked)

    def refer(self, words: str) -> int | None:
        """What a name on the table stands for."""
        found: int | None = self._game.refer(self._table, words)
        return found

    def _judged(self, said: str) -> tuple[Answer, Verdict]:
        declaration = self._game.read(self._table, said)
        verdict = judge(self._game, self._table, declaration, ALL)
        return answer_of(type(declaration).__name__, verdict, self._game, self._table), verdict


def _reveals(said: Declaration) -> bool:
    """Whether a declaration says what an unknown card is."""
    sealed = [getattr(said, name) for name in said.__struct_fields__ if isinstance(getattr(said, name), Sealed)]
    return any(not isinstance(item, int) for seal in sealed for item in seal.items)
