"""Values of the kernel as messages of the API: what a viewer is told.

A viewer is a seat, "" (what everybody may know) or "judge" (everything).

Parts of a message that is made for every call are copied into it (`CopyFrom`, `extend`): handed to its constructor
they would be written out and read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import partial
from typing import Any

import msgspec

from adjudicator.api.v1 import declaration_pb2 as said_pb2
from adjudicator.api.v1 import game_service_pb2 as games_pb2
from adjudicator.api.v1 import ruling_service_pb2 as rulings_pb2
from adjudicator.api.v1 import verdict_pb2
from adjudicator.api.v1.citation_pb2 import Citation
from adjudicator.api.v1.game_service_pb2 import Lying
from adjudicator.api.v1.position_pb2 import Question
from adjudicator.application import Entry, seen_by
from adjudicator.application.private import may_seal, seals_in
from adjudicator.kernel import forms
from adjudicator.kernel.base import Fact, Sealed
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.game import Game
from adjudicator.kernel.judging import ALL, ANSWER, checked, judge
from adjudicator.kernel.run import Tell
from adjudicator.kernel.verdict import Clause, Finding, NonEvent, Ruling, Verdict, as_found
from adjudicator.kernel.viewing import JUDGE, Information, told_to, view_for
from adjudicator.service.quoting import Quoter

RULINGS = {
    Ruling.LEGAL.value: verdict_pb2.RULING_LEGAL,
    Ruling.ILLEGAL.value: verdict_pb2.RULING_ILLEGAL,
    Ruling.UNDECIDED.value: verdict_pb2.RULING_UNDECIDED,
    "": verdict_pb2.RULING_UNSPECIFIED,
}
_FINDINGS = {
    Finding.HOLDS: verdict_pb2.FINDING_HOLDS,
    Finding.FAILS: verdict_pb2.FINDING_FAILS,
    Finding.UNKNOWN: verdict_pb2.FINDING_UNKNOWN,
    Finding.MOOT: verdict_pb2.FINDING_MOOT,
}


_INFORMATION = {
    Information.FREE: games_pb2.INFORMATION_KIND_FREE,
    Information.DERIVED: games_pb2.INFORMATION_KIND_DERIVED,
    Information.PRIVATE: games_pb2.INFORMATION_KIND_PRIVATE,
}


def value(content: Any) -> said_pb2.Value:
    """A value of an argument as a message."""
    if content is None:
        return said_pb2.Value()
    if isinstance(content, bool):
        return said_pb2.Value(flag=content)
    if isinstance(content, int):
        return said_pb2.Value(number=content)
    if isinstance(content, Enum):
        return said_pb2.Value(text=str(content.value))
    if isinstance(content, str):
        return said_pb2.Value(text=content)
    if isinstance(content, Sealed):
        items = [value(item) for item in content.items]
        return said_pb2.Value(sealed=said_pb2.SealedValue(audience=content.audience, items=items))
    if isinstance(content, tuple | list):
        return said_pb2.Value(list=said_pb2.ValueList(values=[value(item) for item in content]))
    return said_pb2.Value(json=msgspec.json.encode(content).decode())


def seen(content: Any, viewer: str) -> Any:
    """A value with the seals closed that are not for the viewer."""
    return content if viewer == JUDGE else seen_by(content, (viewer,) if viewer else ())


def form(shown: forms.Form, viewer: str) -> said_pb2.Form:
    """A form as a message."""
    return said_pb2.Form(
        kind=shown.kind,
        seat=shown.seat,
        given=[said_pb2.Argument(name=name, value=value(seen(content, viewer))) for name, content in shown.given],
        choices=[said_pb2.Choice(name=name, domain=domain(open_, viewer)) for name, open_ in shown.choices],
        says=shown.says,
    )


def domain(open_: forms.Domain, viewer: str) -> said_pb2.Domain:
    """The domain of an argument as a message."""
    if isinstance(open_, forms.Number):
        return said_pb2.Domain(number=said_pb2.NumberDomain(least=open_.least, most=open_.most))
    if isinstance(open_, forms.Dice):
        return said_pb2.Domain(dice=said_pb2.DiceDomain(count=open_.count, faces=open_.faces))
    options = [value(option) for option in seen(open_.options, viewer)]
    if isinstance(open_, forms.OneOf):
        return said_pb2.Domain(one_of=said_pb2.OneOfDomain(options=options))
    if isinstance(open_, forms.Order):
        return said_pb2.Domain(order=said_pb2.OrderDomain(options=options))
    return said_pb2.Domain(some=said_pb2.SomeDomain(options=options, least=open_.least, most=open_.most))


def clause_message(found: Clause, edition: str, quote: Quoter) -> verdict_pb2.Clause:
    """A checked condition as a message."""
    shown = verdict_pb2.Clause(
        code=found.code,
        finding=_FINDINGS[found.finding],
        citation=quote(found.rule, edition),
        evidence=[verdict_pb2.Evidence(name=name, value=stood) for name, stood in found.evidence],
    )
    if found.override is not None:
        citation = quote(found.override.rule, edition)
        shown.override.CopyFrom(verdict_pb2.CardOverride(source=found.override.source, citation=citation))
    return shown


def _fields(fact: Fact) -> list[said_pb2.Argument]:
    """The content of a fact, without what every fact has."""
    return [
        said_pb2.Argument(name=name, value=value(getattr(fact, name)))
        for name in fact.__struct_fields__
        if name not in {"rule", "cause"}
    ]


class Teller:
    """Tells verdicts, facts and values of one game under one edition."""

    def __init__(self, game: Game, edition: str, quote: Quoter) -> None:
        self.game = game
        self.edition = edition
        self.quote = quote

    def known(self, table: Any, viewer: str) -> Any:
        """A table of the log as the viewer knows it."""
        return view_for(self.game, table, viewer).table

    def information(self, table: Any, viewer: str) -> list[Lying]:
        """Who may know what on a table, as far as a viewer may be told."""
        return [
            Lying(
                place=each.place,
                what=each.what,
                kind=_INFORMATION[each.kind],
                count=len(each.things),
                knows=each.knows or (),
                open=each.open_to(viewer),
                citation=self.quote(each.rule, self.edition),
                source=each.source,
            )
            for each in told_to(self.game, table, viewer)
        ]

    def weighed(self, said: Any, viewer: str) -> Any:
        """A declaration of the log as it may be weighed on the table that a viewer knows; never show it there."""
        return said if viewer == JUDGE else self.game.said_to(said, viewer)

    def said(self, known: Any, said: Any, viewer: str) -> str:
        """A declaration in notation, on the table that the viewer knows; of one with something hidden from that viewer,
        only who spoke and its kind.
        """
        if not may_seal(type(said)) or seen(said, viewer) is said:
            return self.game.say(known, said)
        return f"{said.seat}: {type(said).__name__} (hidden)"

    def clause(self, found: Clause) -> verdict_pb2.Clause:
        """A checked condition."""
        return clause_message(found, self.edition, self.quote)

    def fact(self, table: Any, fact: Fact, viewer: str, *, whole: bool = False) -> verdict_pb2.Fact | None:
        """A fact in words, told on the table that it has just changed; None for one of which nothing is told.

        `whole` adds its content.
        """
        text = self.game.tell(table, fact)
        if not text:
            return None
        kind, shown = type(fact), fact
        told = verdict_pb2.Fact(kind=kind.__name__, text=text, cause=fact.cause)
        if may_seal(kind):
            told.audience.extend(dict.fromkeys(seat for seal in seals_in(fact) for seat in seal.audience))
            shown = seen(fact, viewer) if told.audience else fact
        if shown is not fact:
            told.text = self.game.tell(table, shown)
        if whole:
            told.fields.extend(_fields(shown))
        citation = self.quote(fact.rule, self.edition)
        if citation is not None:
            told.citation.CopyFrom(citation)
        return told

    def listener(self, viewer: str, level: int) -> Tell | None:
        """Tells the facts of a run as they happen, for a verdict at this level; None if it tells no facts."""
        return None if level == ANSWER else partial(self.fact, viewer=viewer, whole=level == ALL)

    def facts(
        self, table: Any, happened: Sequence[Fact], viewer: str, *, whole: bool = False
    ) -> tuple[Any, list[verdict_pb2.Fact]]:
        """The table after some facts, and the facts in words. `table` is the one before them."""
        game, draft = self.game, self.game.fork(table)
        told = []
        for fact in happened:
            game.fold(draft, fact)
            told.append(self.fact(draft, fact, viewer, whole=whole))
        return draft, [message for message in told if message is not None]

    def _follows(self, table: Any, given: Verdict, viewer: str, *, whole: bool) -> list[verdict_pb2.Fact]:
        """What follows from a legal declaration; told anew if nobody listened when it happened."""
        if given.told is None:
            return self.facts(table, given.facts, viewer, whole=whole)[1]
        return [message for message in given.told if message is not None]

    def entries(self, table: Any, recorded: Iterable[Entry], viewer: str) -> tuple[Any, list[verdict_pb2.Fact]]:
        """The table after some entries, and what happened in them."""
        told: list[verdict_pb2.Fact] = []
        for entry in recorded:
            facts = getattr(entry.content, "facts", ())
            if facts:
                table, more = self.facts(table, facts, viewer)
                told += more
        return table, told

    def question(self, table: Any) -> Question:
        """What a table waits for."""
        window = table.agenda.window
        over = self.game.over(table) or ""
        if window is None:
            return Question(over=over)
        asked = Question(kind=window.kind, asked=window.asked, passed=window.passed, over=over)
        citation = self.quote(window.rule, self.edition)
        if citation is not None:
            asked.citation.CopyFrom(citation)
        return asked

    def non_events(self, considered: Iterable[NonEvent], known: Any = None) -> list[verdict_pb2.NonEvent]:
        """What was considered and turned down, with the names that things have on a table, if one is given."""
        game = self.game

        def told(words: str) -> str:
            return words if known is None else game.in_names(known, words)

        return [
            verdict_pb2.NonEvent(
                what=told(each.what), citation=self.quote(each.rule, self.edition), because=each.because
            )
            for each in considered
        ]

    def as_known(self, known: Any, said: Any, given: Verdict, level: int, viewer: str) -> Verdict:
        """A recorded verdict with the clauses as they are checked on the table that the viewer knows.

        The ruling and the facts are everybody's. What a clause looked at may be hidden: here it is UNKNOWN then, so
        that nobody learns more of a hidden card from a refusal than that it was refused.
        """
        if viewer == JUDGE or not (given.clauses or given.missing or given.options):
            return given
        weighed = checked(self.game, known, self.weighed(said, viewer), level)
        return msgspec.structs.replace(
            given,
            clauses=tuple(weighed.clauses),
            missing=(tuple(weighed.missing) or given.missing) if given.ruling is Ruling.UNDECIDED else (),
            options=tuple(weighed.options) if given.ruling is Ruling.ILLEGAL else (),
        )

    def verdict(
        self, table: Any, known: Any, said: Any, given: Verdict, level: int, viewer: str, remark: str = ""
    ) -> verdict_pb2.Verdict:
        """A verdict on what was said on a table, as far as the level asks and the viewer may know.

        `known` is the table as the viewer knows it.
        """
        told = verdict_pb2.Verdict()
        self.write(told, table, known, said, given, level, viewer, remark)
        return told

    def write(
        self,
        told: verdict_pb2.Verdict,
        table: Any,
        known: Any,
        said: Any,
        given: Verdict,
        level: int,
        viewer: str,
        remark: str = "",
    ) -> None:
        """The same, written into an empty message, which may be a part of another."""
        told.ruling = RULINGS[given.ruling.value]
        told.remark = remark
        told.missing.extend(given.missing)
        if level == ANSWER:
            return
        told.said = self.said(known, said, viewer)
        told.clauses.extend(map(self.clause, given.clauses))
        told.facts.extend(self._follows(table, given, viewer, whole=level == ALL))
        told.non_events.extend(self.non_events(given.non_events, known))
        told.options.extend(given.options)
        told.deciding.extend(self._deciding(table, said, given, level))

    def _deciding(self, table: Any, said: Any, given: Verdict, level: int) -> list[Citation]:
        """The rules that decide, the headline first; those of a verdict that comes from the log are found anew."""
        if given.rank is as_found:
            rank = self.game.rulings(table).rank
            legal = given.ruling is Ruling.LEGAL
            given = judge(self.game, table, said, level) if legal else msgspec.structs.replace(given, rank=rank)
        return self._quoted(given.deciding)

    def _quoted(self, rules: Iterable[str]) -> list[Citation]:
        """Rules as they are cited."""
        return [cited for rule in rules if (cited := self.quote(rule, self.edition)) is not None]

    def explained(self, found: Explained) -> rulings_pb2.ExplainedValue:
        """A value as a sum of contributions."""
        return rulings_pb2.ExplainedValue(
            what=found.what,
            of=found.of,
            total=found.total,
            contributions=[
                rulings_pb2.Contribution(
                    how=part.how,
                    amount=part.amount,
                    source=part.source,
                    citation=self.quote(part.rule, self.edition),
                    would=part.would,
                )
                for part in found.parts
            ],
            text=str(found),
            deciding=self._quoted(found.deciding),
        )
