"""The desk over the API: a case is played as a game of a running service, through the client library."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1.declaration_pb2 import Value
from adjudicator.api.v1.position_pb2 import Question
from adjudicator.cases import games
from adjudicator.cases.case import CaseSettings
from adjudicator.cases.desk import Answer, ClauseSeen, FactSeen
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.kernel.explained import Contribution, Explained
from adjudicator.swtcg.cards.inline import columns_of
from clients.python import AdjudicatorClient, RefusedError, Seat

JUDGE = "judge"
SEATS = [Seat("dark", "d"), Seat("light", "l")]


class ApiDesk(JudgeDesk):
    """Plays a case through a client. Only names and boards are looked up on a table of its own, as the API gave it."""

    def __init__(self, client: AdjudicatorClient) -> None:
        super().__init__()
        self._client = client
        self._id = ""

    def sit(
        self, edition: str, board: str, cards: tuple[Mapping[str, Any], ...], settings: CaseSettings, suppressed: str
    ) -> None:
        """Open a game at the board."""
        assert not suppressed
        self._game = games.game_of(edition)
        rows = [columns_of({word: value for word, value in card.items() if word != "manual"}) for card in cards]
        opened = self._client.open_game(
            edition,
            SEATS,
            dice=settings.dice,
            decks=settings.decks,
            manual=settings.manual,
            strict=settings.strict,
            board=board,
            cards=rows,
        )
        self._id = opened.game.game
        self._take()

    def ask(self, said: str) -> Answer:
        """Ask without recording."""
        try:
            answer = self._client.judge(self._id, said, explain="all", viewer=JUDGE)
        except RefusedError as refused:
            raise ValueError(str(refused)) from refused
        return _answer(answer.verdict, answer.question)

    def declare(self, said: str) -> Answer:
        """Record it."""
        try:
            answer = self._client.say(self._id, said, explain="all", viewer=JUDGE)
        except RefusedError as refused:
            raise ValueError(str(refused)) from refused
        self._take()
        return _answer(answer.verdict, answer.question)

    def forms(self) -> tuple[tuple[str, str], ...]:
        """Seat and kind of each listed form."""
        return tuple((form.seat, form.kind) for form in self._client.legal(self._id, viewer=JUDGE).forms)

    def value(self, of: str, name: str) -> Explained:
        """A value, explained."""
        try:
            found = self._client.explain(self._id, of, name, viewer=JUDGE).value
        except RefusedError as refused:
            raise KeyError(str(refused)) from refused
        parts = tuple(Contribution(p.how, p.amount, p.source, p.citation.rule) for p in found.contributions)
        return Explained(found.what, found.of, found.total, parts)

    def next(self) -> tuple[str, ...]:
        """Who speaks next."""
        question = self._client.game(self._id).question
        return ("over",) if question.over else tuple(question.asked)

    def _take(self) -> None:
        self._table = self._game.decode(self._client.game(self._id, viewer=JUDGE).table)


def _plain(value: Value) -> Any:
    """A value as the judge's own desk shows it."""
    kind = value.WhichOneof("kind")
    if kind is None:
        return None
    if kind == "list":
        return [_plain(each) for each in value.list.values]
    if kind == "sealed":
        return [list(value.sealed.audience), [_plain(each) for each in value.sealed.items]]
    return json.loads(value.json) if kind == "json" else getattr(value, kind)


def _answer(verdict: verdict_pb2.Verdict, question: Question) -> Answer:
    """A verdict as a case sees it; the question that follows stands for the fact that the table waits."""
    facts = [
        FactSeen(fact.kind, fact.citation.rule, {each.name: _plain(each.value) for each in fact.fields})
        for fact in verdict.facts
    ]
    if verdict.ruling == verdict_pb2.RULING_LEGAL:
        facts.append(FactSeen("Awaits", question.citation.rule, {}))
    return Answer(
        ruling=verdict_pb2.Ruling.Name(verdict.ruling).removeprefix("RULING_").lower(),
        clauses=tuple(
            ClauseSeen(
                clause.code,
                clause.citation.rule,
                verdict_pb2.Finding.Name(clause.finding).removeprefix("FINDING_").lower(),
                clause.override.citation.rule,
            )
            for clause in verdict.clauses
        ),
        facts=tuple(facts),
        non_events=tuple((each.citation.rule, each.what) for each in verdict.non_events),
        missing=tuple(verdict.missing),
    )
