"""DisputeService: opening, ruling, appealing, deciding, showing and finding disputes.

The docket waits for the disk and for its game's turnstile, so all of it runs in threads.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from adjudicator.api.v1 import dispute_service_pb2 as pb
from adjudicator.api.v1.citation_pb2 import Basis
from adjudicator.application import GameView, Step
from adjudicator.application.disputes import (
    AppealDispute,
    DecideDispute,
    Decision,
    Dispute,
    DisputeRecorded,
    Docket,
    Like,
    NoteDispute,
    OpenDispute,
    Question,
    Repair,
    Role,
    RuleDispute,
)
from adjudicator.application.disputes.commands import Command
from adjudicator.application.disputes.dispute import DisputeOpened
from adjudicator.application.speaking import declared
from adjudicator.kernel import judging
from adjudicator.kernel.game import NotOfferedError
from adjudicator.kernel.judging import ALL, FAILING
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Finding, Verdict
from adjudicator.kernel.viewing import JUDGE
from adjudicator.service import dispute_messages as messages
from adjudicator.service import errors, naming, requests
from adjudicator.service.callers import CALLER
from adjudicator.service.chronicle import entry_message
from adjudicator.service.house import House, Place
from adjudicator.service.seeking import known
from adjudicator.service.translating import corrupt

ENTRIES_DEFAULT, PRECEDENTS_DEFAULT, FOUND_DEFAULT, SHOWN_MAX = 10, 5, 10, 100
HEAD_BYTES = 32


class DisputeDesk:
    """The handlers of DisputeService."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.docket = Docket(house.application)

    async def OpenDispute(self, request: pb.OpenDisputeRequest) -> pb.OpenDisputeResponse:
        """Open a dispute at a frozen position."""
        request_id, by = requests.request_id(request.request_id), messages.read_person(request.by)
        view = await self.house.view(request.game)
        about = min(max(request.question.about, 0), view.last)
        revision = request.revision or await asyncio.to_thread(self.docket.frozen, request.game, about)
        judge = by.role is not Role.PLAYER
        question = await self._question(view, revision, request.question, judge=judge)
        command = OpenDispute(request.game, question, by, request.revision, self._text(request.note, "note"))
        done = await self._do(command, request_id)
        return pb.OpenDisputeResponse(
            dispute=self._told(done.dispute),
            precedents=await self._like(done.dispute, PRECEDENTS_DEFAULT),
            repeated=done.repeated,
        )

    async def RuleDispute(self, request: pb.RuleDisputeRequest) -> pb.RuleDisputeResponse:
        """Record a ruling."""
        command = RuleDispute(
            requests.needed(request.dispute, "dispute"),
            await self._decision(request.dispute, request.decision),
            messages.read_person(request.by),
            _expected(request.expected_entry),
            _revision(request.expected_revision),
        )
        done = await self._do(command, requests.request_id(request.request_id))
        return pb.RuleDisputeResponse(
            dispute=self._told(done.dispute), basis=await self._published(done), repeated=done.repeated
        )

    async def AppealDispute(self, request: pb.AppealDisputeRequest) -> pb.AppealDisputeResponse:
        """Record an appeal."""
        command = AppealDispute(
            requests.needed(request.dispute, "dispute"),
            self._text(request.grounds, "grounds"),
            messages.read_person(request.by),
            _expected(request.expected_entry),
        )
        done = await self._do(command, requests.request_id(request.request_id))
        return pb.AppealDisputeResponse(dispute=self._told(done.dispute), repeated=done.repeated)

    async def DecideDispute(self, request: pb.DecideDisputeRequest) -> pb.DecideDisputeResponse:
        """Record the head judge's decision."""
        command = DecideDispute(
            requests.needed(request.dispute, "dispute"),
            request.upheld,
            await self._decision(request.dispute, request.decision),
            messages.read_person(request.by),
            _expected(request.expected_entry),
            _revision(request.expected_revision),
        )
        done = await self._do(command, requests.request_id(request.request_id))
        return pb.DecideDisputeResponse(
            dispute=self._told(done.dispute), basis=await self._published(done), repeated=done.repeated
        )

    async def AddDisputeNote(self, request: pb.AddDisputeNoteRequest) -> pb.AddDisputeNoteResponse:
        """Record a remark."""
        text = self._text(request.text, "text")
        command = NoteDispute(requests.needed(request.dispute, "dispute"), text, messages.read_person(request.by))
        done = await self._do(command, requests.request_id(request.request_id))
        return pb.AddDisputeNoteResponse(dispute=self._told(done.dispute), repeated=done.repeated)

    async def GetDispute(self, request: pb.GetDisputeRequest) -> pb.GetDisputeResponse:
        """Show a dispute with its frozen position."""
        found = await self._get(request.dispute)
        opened, view = found.opened, await self.house.view(found.opened.game)
        table = await self.house.table(view, opened.revision)
        place = self.house.place_of(view, table, opened.revision)
        viewer = place.viewer(request.viewer)
        shown = _bounded(request.entries, ENTRIES_DEFAULT, "entries")
        steps = await asyncio.to_thread(self._led_there, opened, shown)
        return pb.GetDisputeResponse(
            dispute=self._told(found),
            board=place.game.board(place.known(viewer), None if viewer == JUDGE else viewer),
            entries=[entry_message(place.teller, each, viewer) for each in steps],
            verdict=await self._verdict(place, viewer, found),
            precedents=await self._like(found, _bounded(request.precedents, PRECEDENTS_DEFAULT, "precedents")),
            basis=self.house.basis(view),
            said=await self._words(place, viewer, found),
        )

    async def ListDisputes(self, request: pb.ListDisputesRequest) -> pb.ListDisputesResponse:
        """A page of disputes."""
        size, after = requests.page(request.page_size, request.page_token)
        states = tuple(messages.read_name(each, dict(messages.STATES), "states") for each in request.states)
        found = await asyncio.to_thread(self.docket.all, request.game, states, after, size + 1)
        more = len(found) > size
        return pb.ListDisputesResponse(
            disputes=[self._told(each) for each in await self._open_to_caller(found[:size])],
            next_page_token=str(found[size - 1].position) if more else "",
        )

    async def FindPrecedents(self, request: pb.FindPrecedentsRequest) -> pb.FindPrecedentsResponse:
        """Rulings by rule, card and words."""
        limit = _bounded(request.limit, FOUND_DEFAULT, "limit")
        if len(request.rules) + len(request.cards) > messages.LIST_MAX:
            raise errors.bad_field("rules", f"and cards are more than {messages.LIST_MAX}")
        like = Like(self._text(request.words, "words"), tuple(request.rules), tuple(request.cards))
        like = await asyncio.to_thread(known, self.docket, self.house, like)
        if request.dispute:
            other = _like(await self._get(request.dispute))
            words = f"{like.words} {other.words}".strip()
            like = Like(words, (*like.rules, *other.rules), (*like.cards, *other.cards), other.missing)
        elif not (like.words or like.rules or like.cards):
            raise errors.bad_field("words", "give words, rules, cards or a dispute")
        return pb.FindPrecedentsResponse(precedents=await self._precedents(like, limit, request.dispute))

    async def VerifyDispute(self, request: pb.VerifyDisputeRequest) -> pb.VerifyDisputeResponse:
        """Check a dispute's chain."""
        witness = None
        if request.witness_entry or request.witness_head:
            if len(request.witness_head) != HEAD_BYTES or request.witness_entry < 1:
                raise errors.bad_field("witness_head", f"needs an entry number and a head of {HEAD_BYTES} bytes")
            witness = (request.witness_entry, request.witness_head)
        dispute = requests.needed(request.dispute, "dispute")
        if CALLER.get().games or self.house.delays.concern:
            await self._get(dispute)
        found = await asyncio.to_thread(self.docket.verify, dispute, witness)
        if not found.sound:
            raise corrupt(dispute, found.bad, found.why, what="dispute")
        return pb.VerifyDisputeResponse(entry=found.last, head=found.head)

    # --- inside -----------------------------------------------------------------------------

    async def _do(self, command: Command, request_id: str) -> DisputeRecorded:
        if not isinstance(command, OpenDispute) and CALLER.get().games:
            await self._get(command.dispute)
        return await asyncio.to_thread(self.docket.do, command, request_id)

    async def _decision(self, dispute: str, sent: pb.Decision) -> Decision:
        """The decision; in the facts of a repair `@NAME` stands for the number of what the frozen board calls so."""
        decided = messages.read_decision(sent, self.house.quote)
        if not any(isinstance(each, Repair) and "@" in each.facts for each in decided.remedies):
            return decided
        opened = (await self._get(dispute)).opened
        view = await self.house.view(opened.game)
        table = await self.house.table(view, opened.revision)
        try:
            remedies = tuple(
                Repair(naming.numbered(each.facts, view.rules, table)) if isinstance(each, Repair) else each
                for each in decided.remedies
            )
        except (NotUnderstoodError, AmbiguousError) as error:
            raise errors.not_understood(error, "decision.remedies") from error
        except (ValueError, NotOfferedError) as error:
            raise errors.bad_field("decision.remedies", str(error), "DECISION_REFUSED") from error
        return msgspec.structs.replace(decided, remedies=remedies)

    async def _get(self, dispute: str) -> Dispute:
        found = await asyncio.to_thread(self.docket.get, requests.needed(dispute, "dispute"))
        CALLER.get().enter(found.opened.game)
        if not await asyncio.to_thread(self.house.delays.whole, found.opened.game):
            raise errors.not_found("dispute", dispute, f"no dispute {dispute!r}")
        return found

    def _led_there(self, opened: DisputeOpened, count: int) -> Sequence[Step]:
        """The last entries up to the frozen position and on to the disputed one; with none, those that changed nothing.

        Reads the log: call it in a thread.
        """
        about, frozen = opened.question.about, opened.revision
        steps = self.house.application.steps(opened.game, max(1, frozen - count + 1))
        led = itertools.takewhile(
            lambda step: (
                step.entry.number <= (about or opened.last)
                and (step.entry.number <= max(about, frozen) or step.entry.revision == frozen)
            ),
            steps,
        )
        return deque(led, maxlen=count)

    async def _open_to_caller(self, found: Iterable[Dispute]) -> list[Dispute]:
        """Those about games that the caller knows, and may see all of."""
        known = [each for each in found if CALLER.get().knows(each.opened.game)]
        whole = self.house.delays.whole
        return await asyncio.to_thread(lambda: [each for each in known if whole(each.opened.game)])

    def _told(self, found: Dispute) -> pb.Dispute:
        return messages.dispute_message(found, self.house.quote)

    def _text(self, text: str, field: str) -> str:
        return requests.bounded(text, messages.TEXT_MAX, field)

    async def _published(self, done: DisputeRecorded) -> Basis | None:
        """Let the watchers of the game know; what the answer rests on there."""
        if done.game is None:
            return await self._carried(done.dispute) if done.repeated else None
        view = await self.house.view(done.game.game_id)
        self.house.publish(done.game, view, None)
        return self.house.recorded(done.game, view)

    async def _carried(self, told: Dispute) -> Basis | None:
        """Where the game stood after the last step of a dispute, if that did anything there."""
        carried = getattr(told.entries[-1].content, "carried", None)
        if carried is None or not carried.entries:
            return None
        basis = self.house.basis(await self.house.view(told.opened.game), carried.revision)
        basis.entry, basis.head = carried.entries[-1], carried.head
        return basis

    async def _like(self, found: Dispute, limit: int) -> list[pb.Precedent]:
        return await self._precedents(_like(found), limit, found.id)

    async def _precedents(self, like: Like, limit: int, besides: str) -> list[pb.Precedent]:
        """What was ruled in like cases, as far as the caller may see their games."""
        found = await asyncio.to_thread(self.docket.precedents, like, limit, besides)
        if self.house.delays.concern:
            whole = {each.id for each in await self._open_to_caller(each.dispute for each in found)}
            found = [each for each in found if each.dispute.id in whole]
        return [messages.precedent_message(each, self.house.quote) for each in found]

    async def _question(self, view: GameView, revision: int, sent: pb.DisputeQuestion, *, judge: bool) -> Question:
        """The question with the adjudicator's answer, on what everybody may know, so that everybody may read it.

        A judge may name a hidden card; everybody reads the question and the answer to it.
        """
        text = self._text(sent.text, "question.text")
        if sent.about and sent.said:
            raise errors.bad_field("question.said", "is that of the entry in `about`; give one of the two")
        if not 0 <= sent.about <= view.last:
            raise errors.bad_field("question.about", f"there is no entry {sent.about}; the last is {view.last}")
        table = await self.house.table(view, revision)
        place = self.house.place_of(view, table, revision)
        known = place.known("")
        said, table = await self._said(place, (place.table if judge and sent.said else known,), sent.about, sent.said)
        if said is None:
            return Question(text, about=sent.about)
        said = place.game.said_to(said, "") if table is known else said
        verdict = judging.judge(place.game, table, said, ALL)
        cards = place.game.named(known, said)
        words = sent.said or place.teller.said(known, said, "")
        rules = _rules(verdict)
        return Question(text, words, sent.about, verdict.ruling.value, rules, tuple(verdict.missing), cards)

    async def _said(self, place: Place, tables: tuple[Any, ...], about: int, words: str) -> tuple[Any, Any]:
        """The declaration in question, if there is one, and the first of the tables on which it can be read."""
        if about:
            entry = await asyncio.to_thread(self.house.application.entry, place.basis.game, about)
            return declared(entry.content), tables[0]
        if not words:
            return None, tables[0]
        requests.bounded(words, requests.DECLARATION_LENGTH_MAX, "question.said")
        for last, table in zip((*(False for _ in tables[1:]), True), tables, strict=True):
            try:
                return place.game.read(table, words), table
            except (NotUnderstoodError, AmbiguousError) as error:
                if last:
                    raise errors.not_understood(error, "question.said") from error
        return None, tables[0]

    async def _words(self, place: Place, viewer: str, found: Dispute) -> str:
        """The declaration in question as the viewer may know it; an entry may hide something from the viewer."""
        question = found.opened.question
        if not question.about:
            return question.said
        said, known = await self._said(place, (place.known(viewer),), question.about, "")
        return "" if said is None else place.teller.said(known, said, viewer)

    async def _verdict(self, place: Place, viewer: str, found: Dispute) -> Any:
        """The adjudicator's answer at the frozen position, as the viewer may know it."""
        question, known = found.opened.question, place.known(viewer)
        said, _ = await self._said(place, (known, place.table), question.about, question.said)
        if said is None:
            return None
        verdict = judging.judge(place.game, known, place.teller.weighed(said, viewer), FAILING)
        return place.teller.verdict(known, known, said, verdict, FAILING, viewer)


def _rules(verdict: Verdict) -> tuple[str, ...]:
    """The rules of a verdict that decide it: what fails, then what is unknown, else what carries it."""
    for finding in (Finding.FAILS, Finding.UNKNOWN, Finding.HOLDS):
        rules = tuple(dict.fromkeys(each.rule for each in verdict.clauses if each.finding is finding and each.rule))
        if rules:
            return rules
    return ()


def _like(found: Dispute) -> Like:
    """What precedents of a dispute are looked for by."""
    question, stands = found.opened.question, found.stands
    rules = (*(stands.citations if stands else ()), *question.rules)
    cards = (*(stands.cards if stands else ()), *question.cards)
    words = f"{question.text} {stands.situation if stands else ''}"
    return Like(words, tuple(dict.fromkeys(rules)), tuple(dict.fromkeys(cards)), question.missing)


def _expected(number: int) -> int:
    if number < 1:
        raise errors.bad_field("expected_entry", "has to name the entry that you have seen; entries count from 1")
    return number


def _revision(number: int) -> int:
    if number < 0:
        raise errors.bad_field("expected_revision", "cannot be negative")
    return number


def _bounded(number: int, default: int, field: str) -> int:
    if number < 0:
        raise errors.bad_field(field, "cannot be negative")
    return min(number or default, SHOWN_MAX)
