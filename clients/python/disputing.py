"""What both clients do at the judge's desk: disputes opened, ruled, appealed, decided, found."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Sequence

from adjudicator.api.v1 import dispute_service_pb2 as pb
from clients.python import desk
from clients.python.desk import Decision, Speaker
from clients.python.wire import AioWire, Wire


class Disputing(Wire):
    """The methods of the blocking client about disputes."""

    def open_dispute(
        self,
        game: str,
        question: str,
        by: Speaker,
        *,
        said: str = "",
        about: int = 0,
        revision: int = 0,
        note: str = "",
        request_id: str | None = None,
    ) -> pb.OpenDisputeResponse:
        """Freeze a position (0: as it stands) and ask, about an entry or a declaration `said`; shows like cases."""
        sent = desk.opening(
            game, question, by, said=said, about=about, revision=revision, note=note, request=request_id
        )
        return self._ask(self.disputes.OpenDispute, sent)

    def rule_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str | None = None,
    ) -> pb.RuleDisputeResponse:
        """Rule, as a judge; without `expected_entry` on the dispute as it is now."""
        entry = self._dispute_entry(dispute, expected_entry)
        sent = desk.ruling(dispute, decision, by, entry, expected_revision, request_id)
        return self._ask(self.disputes.RuleDispute, sent)

    def appeal_dispute(
        self,
        dispute: str,
        grounds: str,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        request_id: str | None = None,
    ) -> pb.AppealDisputeResponse:
        """Appeal against the ruling."""
        entry = self._dispute_entry(dispute, expected_entry)
        return self._ask(self.disputes.AppealDispute, desk.appealing(dispute, grounds, by, entry, request_id))

    def decide_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        upheld: bool,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str | None = None,
    ) -> pb.DecideDisputeResponse:
        """Decide an appeal, as the head judge."""
        entry = self._dispute_entry(dispute, expected_entry)
        sent = desk.deciding(dispute, upheld, decision, by, entry, expected_revision, request_id)
        return self._ask(self.disputes.DecideDispute, sent)

    def note_dispute(
        self, dispute: str, text: str, by: Speaker, *, request_id: str | None = None
    ) -> pb.AddDisputeNoteResponse:
        """Add a remark."""
        return self._ask(self.disputes.AddDisputeNote, desk.noting(dispute, text, by, request_id))

    def dispute(
        self, dispute: str, *, viewer: str = "", entries: int = 0, precedents: int = 0
    ) -> pb.GetDisputeResponse:
        """A dispute with its frozen position, the entries before it, the adjudicator's answer, and like cases."""
        sent = pb.GetDisputeRequest(dispute=dispute, viewer=viewer, entries=entries, precedents=precedents)
        return self._ask(self.disputes.GetDispute, sent)

    def list_disputes(self, game: str = "", states: Sequence[str] = ()) -> Iterator[pb.Dispute]:
        """Disputes in the order in which they were opened; of a game, in some states ("ruled")."""
        token = ""
        while True:
            page = self._ask(self.disputes.ListDisputes, desk.listing(game, states, token))
            yield from page.disputes
            token = page.next_page_token
            if not token:
                return

    def precedents(
        self,
        words: str = "",
        *,
        rules: Sequence[str] = (),
        cards: Sequence[str] = (),
        dispute: str = "",
        limit: int = 0,
    ) -> Sequence[pb.Precedent]:
        """Rulings in like cases, the best first; at least one of words, rules, cards and dispute is given."""
        sent = pb.FindPrecedentsRequest(words=words, rules=rules, cards=cards, dispute=dispute, limit=limit)
        return (self._ask(self.disputes.FindPrecedents, sent)).precedents

    def verify_dispute(self, dispute: str, witness: tuple[int, bytes] | None = None) -> pb.VerifyDisputeResponse:
        """Check that a dispute was not altered, and that it holds a kept head (entry and head)."""
        return self._ask(self.disputes.VerifyDispute, desk.verifying(dispute, witness))

    def _dispute_entry(self, dispute: str, expected: int | None) -> int:
        """The last entry of a dispute that the caller names, or the one that it has."""
        if expected is None:
            sent = pb.GetDisputeRequest(dispute=dispute)
            expected = (self._ask(self.disputes.GetDispute, sent)).dispute.entry
        return expected


class AioDisputing(AioWire):
    """The methods of the client for asyncio about disputes."""

    async def open_dispute(
        self,
        game: str,
        question: str,
        by: Speaker,
        *,
        said: str = "",
        about: int = 0,
        revision: int = 0,
        note: str = "",
        request_id: str | None = None,
    ) -> pb.OpenDisputeResponse:
        """Freeze a position (0: as it stands) and ask, about an entry or a declaration `said`; shows like cases."""
        sent = desk.opening(
            game, question, by, said=said, about=about, revision=revision, note=note, request=request_id
        )
        return await self._ask(self.disputes.OpenDispute, sent)

    async def rule_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str | None = None,
    ) -> pb.RuleDisputeResponse:
        """Rule, as a judge; without `expected_entry` on the dispute as it is now."""
        entry = await self._dispute_entry(dispute, expected_entry)
        sent = desk.ruling(dispute, decision, by, entry, expected_revision, request_id)
        return await self._ask(self.disputes.RuleDispute, sent)

    async def appeal_dispute(
        self,
        dispute: str,
        grounds: str,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        request_id: str | None = None,
    ) -> pb.AppealDisputeResponse:
        """Appeal against the ruling."""
        entry = await self._dispute_entry(dispute, expected_entry)
        return await self._ask(self.disputes.AppealDispute, desk.appealing(dispute, grounds, by, entry, request_id))

    async def decide_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        upheld: bool,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str | None = None,
    ) -> pb.DecideDisputeResponse:
        """Decide an appeal, as the head judge."""
        entry = await self._dispute_entry(dispute, expected_entry)
        sent = desk.deciding(dispute, upheld, decision, by, entry, expected_revision, request_id)
        return await self._ask(self.disputes.DecideDispute, sent)

    async def note_dispute(
        self, dispute: str, text: str, by: Speaker, *, request_id: str | None = None
    ) -> pb.AddDisputeNoteResponse:
        """Add a remark."""
        return await self._ask(self.disputes.AddDisputeNote, desk.noting(dispute, text, by, request_id))

    async def dispute(
        self, dispute: str, *, viewer: str = "", entries: int = 0, precedents: int = 0
    ) -> pb.GetDisputeResponse:
        """A dispute with its frozen position, the entries before it, the adjudicator's answer, and like cases."""
        sent = pb.GetDisputeRequest(dispute=dispute, viewer=viewer, entries=entries, precedents=precedents)
        return await self._ask(self.disputes.GetDispute, sent)

    async def list_disputes(self, game: str = "", states: Sequence[str] = ()) -> AsyncGenerator[pb.Dispute, None]:
        """Disputes in the order in which they were opened; of a game, in some states ("ruled")."""
        token = ""
        while True:
            page = await self._ask(self.disputes.ListDisputes, desk.listing(game, states, token))
            for each in page.disputes:
                yield each
            token = page.next_page_token
            if not token:
                return

    async def precedents(
        self,
        words: str = "",
        *,
        rules: Sequence[str] = (),
        cards: Sequence[str] = (),
        dispute: str = "",
        limit: int = 0,
    ) -> Sequence[pb.Precedent]:
        """Rulings in like cases, the best first; at least one of words, rules, cards and dispute is given."""
        sent = pb.FindPrecedentsRequest(words=words, rules=rules, cards=cards, dispute=dispute, limit=limit)
        return (await self._ask(self.disputes.FindPrecedents, sent)).precedents

    async def verify_dispute(self, dispute: str, witness: tuple[int, bytes] | None = None) -> pb.VerifyDisputeResponse:
        """Check that a dispute was not altered, and that it holds a kept head (entry and head)."""
        return await self._ask(self.disputes.VerifyDispute, desk.verifying(dispute, witness))

    async def _dispute_entry(self, dispute: str, expected: int | None) -> int:
        """The last entry of a dispute that the caller names, or the one that it has."""
        if expected is None:
            sent = pb.GetDisputeRequest(dispute=dispute)
            expected = (await self._ask(self.disputes.GetDispute, sent)).dispute.entry
        return expected
