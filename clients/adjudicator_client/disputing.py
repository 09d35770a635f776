"""Calls at the judge's desk: disputes opened, ruled, appealed, decided, found."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence

from adjudicator.api.v1 import dispute_service_pb2 as pb
from adjudicator_client import desk
from adjudicator_client.desk import Decision, Speaker
from adjudicator_client.methods import asked, streamed
from adjudicator_client.requests import named
from adjudicator_client.wire import Connection


class Disputing(Connection):
    """The methods of clients about disputes. Each raises ValueError for a word that the API does not have."""

    @asked
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
        request_id: str = "",
    ) -> pb.OpenDisputeResponse:
        """Freeze a position (0: as it stands) and ask, about an entry or a declaration `said`; shows like cases."""
        sent = pb.OpenDisputeRequest(
            request_id=request_id,
            game=game,
            revision=revision,
            question=pb.DisputeQuestion(text=question, said=said, about=about),
            by=desk.speaker(by),
            note=note,
        )
        return await self._record(self.disputes.OpenDispute, sent)

    @asked
    async def rule_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str = "",
    ) -> pb.RuleDisputeResponse:
        """Rule, as a judge; without `expected_entry` on the dispute as it is now."""
        sent = pb.RuleDisputeRequest(
            request_id=request_id,
            dispute=dispute,
            expected_entry=await self._entry(dispute, expected_entry),
            expected_revision=expected_revision,
            decision=desk.decision(decision),
            by=desk.speaker(by),
        )
        return await self._record(self.disputes.RuleDispute, sent)

    @asked
    async def appeal_dispute(
        self,
        dispute: str,
        grounds: str,
        by: Speaker,
        *,
        expected_entry: int | None = None,
        request_id: str = "",
    ) -> pb.AppealDisputeResponse:
        """Appeal against the ruling."""
        sent = pb.AppealDisputeRequest(
            request_id=request_id,
            dispute=dispute,
            expected_entry=await self._entry(dispute, expected_entry),
            grounds=grounds,
            by=desk.speaker(by),
        )
        return await self._record(self.disputes.AppealDispute, sent)

    @asked
    async def decide_dispute(
        self,
        dispute: str,
        decision: Decision,
        by: Speaker,
        *,
        upheld: bool,
        expected_entry: int | None = None,
        expected_revision: int = 0,
        request_id: str = "",
    ) -> pb.DecideDisputeResponse:
        """Decide an appeal, as the head judge."""
        sent = pb.DecideDisputeRequest(
            request_id=request_id,
            dispute=dispute,
            expected_entry=await self._entry(dispute, expected_entry),
            expected_revision=expected_revision,
            upheld=upheld,
            decision=desk.decision(decision),
            by=desk.speaker(by),
        )
        return await self._record(self.disputes.DecideDispute, sent)

    @asked
    async def add_dispute_note(
        self, dispute: str, text: str, by: Speaker, *, request_id: str = ""
    ) -> pb.AddDisputeNoteResponse:
        """Add a remark."""
        sent = pb.AddDisputeNoteRequest(request_id=request_id, dispute=dispute, text=text, by=desk.speaker(by))
        return await self._record(self.disputes.AddDisputeNote, sent)

    @asked
    async def dispute(
        self, dispute: str, *, viewer: str = "", entries: int = 0, precedents: int = 0
    ) -> pb.GetDisputeResponse:
        """A dispute with its frozen position, the entries before it, the adjudicator's answer, and like cases."""
        sent = pb.GetDisputeRequest(dispute=dispute, viewer=viewer, entries=entries, precedents=precedents)
        return await self._ask(self.disputes.GetDispute, sent)

    @streamed
    def list_disputes(self, game: str = "", states: Sequence[str] = ()) -> AsyncGenerator[pb.Dispute, None]:
        """Disputes in the order in which they were opened; of a game, in some states ("ruled")."""
        sent = pb.ListDisputesRequest(game=game, states=[named(pb.DisputeState, each) for each in states])
        return self._pages(self.disputes.ListDisputes, sent, lambda page: page.disputes)

    @asked
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

    @asked
    async def verify_dispute(
        self, dispute: str, witness_entry: int = 0, witness_head: bytes = b""
    ) -> pb.VerifyDisputeResponse:
        """Check that a dispute was not altered, and that it holds a kept head of it."""
        sent = pb.VerifyDisputeRequest(dispute=dispute, witness_entry=witness_entry, witness_head=witness_head)
        return await self._ask(self.disputes.VerifyDispute, sent)

    async def _entry(self, dispute: str, expected: int | None) -> int:
        """The last entry of a dispute that the caller names, or the one that it has."""
        if expected is None:
            expected = (await self._ask(self.disputes.GetDispute, pb.GetDisputeRequest(dispute=dispute))).dispute.entry
        return expected
