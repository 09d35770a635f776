"""Further desks for cases: the application with its log, and a service over gRPC."""

from __future__ import annotations

import msgspec

from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1.game_service_pb2 import GAME_STATE_OVER
from adjudicator.application import Adjudication
from adjudicator.cases.desk import Answer, ClauseSeen, FactSeen, Start
from adjudicator.cases.judge_desk import JudgeDesk, answer_of, opening_of
from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.kernel.following import whole
from adjudicator.kernel.judging import ALL
from adjudicator.kernel.verdict import Verdict
from adjudicator.swtcg.cards.inline import columns_of
from adjudicator_client import AdjudicatorClient, Seat
from tests.kit.star_wars import OUR_GAMES


class FoldingDesk(JudgeDesk):
    """Plays a case in process, and sees to it that the facts alone lead from each table to the next one."""

    def __init__(self) -> None:
        super().__init__(OUR_GAMES)

    def _judged(self, said: str) -> tuple[Answer, Verdict]:
        answer, verdict = super()._judged(said)
        if verdict.after is not None:
            folded = self._game.fork(self._table)
            for fact in verdict.facts:
                self._game.fold(folded, fact)
            assert self._game.encode(folded) == self._game.encode(verdict.after), said
        return answer, verdict


class RecordedDesk(JudgeDesk):
    """Plays a case as a recorded game. With `rebuilt` the table is rebuilt from the log before every use."""

    def __init__(self, application: Adjudication, *, rebuilt: bool = False) -> None:
        super().__init__(OUR_GAMES)
        self._application = application
        self._rebuilt = rebuilt
        self._id = ""

    def sit(self, start: Start) -> None:
        """Open a game at the board, or with the decks."""
        assert not start.suppressed
        self._start = start
        self._game = self.games.of(start.edition)
        if start.board or start.decks:
            _, opening = opening_of(self.games, start.edition, start.board, start.cards, start.settings, start.decks)
            self._id = self._application.open_game(opening).game_id
            self._take()

    def ask(self, said: str) -> Answer:
        """Ask without recording."""
        declaration = self._game.read(self._table, said)
        verdict = self._application.ask(self._id, declaration, ALL).verdict
        return answer_of(type(declaration).__name__, verdict, self._game, self._table)

    def declare(self, said: str) -> Answer:
        """Record it."""
        declaration = self._game.read(self._table, said)
        verdict = self._application.submit(self._id, declaration, ALL).verdict
        assert verdict is not None
        answer = answer_of(type(declaration).__name__, verdict, self._game, self._table)
        self._take()
        return answer

    def value(self, of: str, name: str) -> Explained:
        """A value, followed through the log."""
        steps = list(self._application.steps(self._id))
        self._began = steps[0].before
        self._happened = [each for step in steps for each in whole(step.entry.content)]
        return super().value(of, name)

    def _take(self) -> None:
        if self._rebuilt:
            self._application._residents.drop(self._id)
        self._table = self._application.get(self._id).table


class NamingDesk(JudgeDesk):
    """Judges in process, and tells what was turned down with the names of things, as the service does."""

    def _judged(self, said: str) -> tuple[Answer, Verdict]:
        before = self._table
        answer, verdict = super()._judged(said)
        named = tuple((rule, self._game.in_names(before, what)) for rule, what in answer.non_events)
        return msgspec.structs.replace(answer, non_events=named), verdict


def _seats(start: Start) -> list[Seat]:
    """The seats of a game, with their decks if it does not begin at a board."""
    if start.board:
        game, opening = opening_of(OUR_GAMES, start.edition, start.board, start.cards, start.settings)
        return [Seat(seat, seat) for seat in game.deal(opening).order]
    return [
        Seat(seat, seat, given) if isinstance(given, str) else Seat(seat, seat, decks=given)
        for seat, given in start.decks.items()
    ]


class ServiceDesk(JudgeDesk):
    """Plays a case as a game of a running service; the table is the one that the service hands to the judge."""

    def __init__(self, client: AdjudicatorClient) -> None:
        super().__init__(OUR_GAMES)
        self._client = client
        self._id = ""

    def sit(self, start: Start) -> None:
        """Open a game at the board, or with the decks."""
        assert not start.suppressed
        self._start = start
        self._game, self._table = self.games.of(start.edition), None
        if not (start.board or start.decks):
            return
        settings = start.settings
        self._id = self._client.open_game(
            start.edition,
            _seats(start),
            dice=settings.dice,
            decks=settings.decks,
            manual=settings.manual,
            strict=settings.strict,
            board=start.board,
            cards=[columns_of({word: cell for word, cell in card.items() if word != "manual"}) for card in start.cards],
        ).game.game
        self._take()

    def ask(self, said: str) -> Answer:
        """JudgeDeclaration."""
        return self._told(said, self._client.judge(self._id, said, explain="all", viewer="judge").verdict)

    def declare(self, said: str) -> Answer:
        """SubmitDeclaration."""
        answer = self._told(said, self._client.submit(self._id, said, explain="all", viewer="judge").verdict)
        self._take()
        return answer

    def forms(self) -> tuple[tuple[str, str], ...]:
        """ListLegalDeclarations."""
        if self._table is None:
            return ()
        return tuple((form.seat, form.kind) for form in self._client.legal(self._id, viewer="judge").forms)

    def value(self, of: str, name: str) -> Explained:
        """TraceValue, which follows a value through the log."""
        told = self._client.trace(self._id, of, name, viewer="judge").tree
        what, _, thing = told.text.partition(" of ")
        parts = (Contribution(p.how, p.amount, p.text, p.citation.rule) for p in told.below)
        return Explained(what, thing, told.amount, tuple(parts), leads=told.citation.rule)

    def next(self) -> tuple[str, ...]:
        """Whom the service waits for."""
        if self._table is None:
            return ()
        shown = self._client.game(self._id)
        return ("over",) if shown.game.state == GAME_STATE_OVER else tuple(shown.question.asked)

    def _take(self) -> None:
        self._table = self._game.decode(self._client.game(self._id, viewer="judge").table)

    def _told(self, said: str, verdict: verdict_pb2.Verdict) -> Answer:
        """A verdict of the API as a desk shows it."""
        return Answer(
            ruling=verdict_pb2.Ruling.Name(verdict.ruling).removeprefix("RULING_").lower(),
            clauses=tuple(
                ClauseSeen(
                    each.code,
                    each.citation.rule,
                    verdict_pb2.Finding.Name(each.finding).removeprefix("FINDING_").lower(),
                    each.override.citation.rule if each.HasField("override") else "",
                )
                for each in verdict.clauses
            ),
            facts=tuple(FactSeen(each.kind, each.citation.rule) for each in verdict.facts),
            non_events=tuple((each.citation.rule, each.what) for each in verdict.non_events),
            missing=tuple(verdict.missing),
            options=tuple(verdict.options),
            kind=type(self._game.read(self._table, said)).__name__,
        )
