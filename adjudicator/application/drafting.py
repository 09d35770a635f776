"""New entries on top of a game, before they are saved; and the house's chance, which adds its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.application.answers import Entry, GameView
from adjudicator.application.chain import next_head
from adjudicator.application.chance import Source, outcome, purpose_of
from adjudicator.application.codec import CHANCE, DECLARED, NONCE, REVEALED, Codec, Content
from adjudicator.application.errors import AdjudicationError
from adjudicator.application.histories import stream_of
from adjudicator.application.knowing import Reasons, known_of
from adjudicator.application.private import commitment
from adjudicator.application.replay import changes
from adjudicator.application.residents import Resident
from adjudicator.application.store import TOPIC_PREFIX, Envelope
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import Declared, NonceGiven
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.run import Tell
from adjudicator.kernel.verdict import Ruling, Verdict

HOUSE_CHANCE_MAX = 256
"""How many outcomes in a row the house may draw for one entry."""

CHANCE_SEAT = "chance"

_replace = msgspec.structs.replace


class HouseChanceError(AdjudicationError):
    """The house's outcome was refused, or due more than HOUSE_CHANCE_MAX times in a row, or told by another."""


class Draft:
    """Entries about to be recorded. Nothing of the game it starts from is touched.

    `tell` hears the facts of a declaration as they happen.
    """

    def __init__(
        self,
        view: GameView,
        seed: bytes,
        codec: Codec,
        entropy: Callable[[int], bytes],
        clock: Callable[[], int],
        tell: Tell | None = None,
    ) -> None:
        self.origin = self.view = view
        self.seed = seed
        self.entries: list[Entry] = []
        self.envelopes: list[Envelope] = []
        self.stream = stream_of(view.game_id)
        self._codec = codec
        self._entropy = entropy
        self._at = clock()
        self._tell = tell

    def add(self, kind: str, content: Content, table: Any = None) -> None:
        """One more entry; `table` is the table after it (None: unchanged)."""
        view = self.view
        number = view.last + 1
        public, items = self._codec.encode(kind, content)
        private = self._salted(items) if items else ()
        commitments = tuple([commitment(salt, item) for salt, item in private])
        head = next_head(view.head, number, public, commitments)
        self.envelopes.append(
            Envelope(self.stream, number, TOPIC_PREFIX + kind, public, commitments, private, head, self._at)
        )
        revision = number if changes(content) else view.revision
        self.entries.append(Entry(number, kind, content, head, self._at, revision))
        after = view.table if table is None else table
        self.view = _replace(view, table=after, last=number, revision=revision, head=head)

    def _salted(self, items: list[bytes]) -> tuple[tuple[bytes, bytes], ...]:
        """Private items, each with a salt of its own."""
        salts = self._entropy(32 * len(items))
        return tuple((salts[32 * at : 32 * at + 32], item) for at, item in enumerate(items))

    def declared(self, said: Any, level: int, remark: str = "", nonce: bytes = b"", *, told: bool = False) -> Verdict:
        """Judge a declaration on the table as it stands and add it with its ruling.

        A declaration that a record has `told` may be an outcome that the house would draw. Raises HouseChanceError.
        """
        view, kind = self.view, self._kind(said, told=told)
        verdict = judge(view.rules, view.table, said, level or FAILING, self._tell)
        self.add(kind, content_of(view, said, verdict, remark, nonce), verdict.after)
        if nonce:
            self._mix_in(said.seat, nonce)
        return verdict if level else _replace(verdict, clauses=())

    def nonce(self, seat: str, nonce: bytes) -> None:
        """Add what a seat gives to the house's chance."""
        self.add(NONCE, NonceGiven(seat, nonce))
        self._mix_in(seat, nonce)

    def _mix_in(self, seat: str, nonce: bytes) -> None:
        others = tuple(pair for pair in self.view.nonces if pair[0] != seat)
        self.view = _replace(self.view, nonces=(*others, (seat, nonce)))

    def house_chance(self) -> None:
        """Draw what the table waits for, if the house draws it, until it waits for something else.

        Nothing while it waits for nonces. Raises HouseChanceError.
        """
        if self.view.nonces_due:
            return
        for _ in range(HOUSE_CHANCE_MAX):
            view = self.view
            due = view.rules.chance_due(view.table)
            if due is None or not _by_house(view, due.kind):
                return
            source = Source(self.seed, view.game_id, purpose_of(due), view.last + 1, view.nonces)
            said = view.rules.chance_said(view.table, outcome(due, source))
            verdict = judge(view.rules, view.table, said, FAILING)
            if verdict.ruling is Ruling.ILLEGAL:
                raise HouseChanceError("the house's outcome was found illegal", view.game_id)
            self.add(CHANCE, content_of(view, said, verdict), verdict.after)
            if verdict.ruling is Ruling.UNDECIDED:  # a bound was reached: a judge has to go on from here
                return
        raise HouseChanceError(f"more than {HOUSE_CHANCE_MAX} outcomes in a row", self.view.game_id)

    def resident(self) -> Resident:
        """The game once all this is saved."""
        return Resident(self.view, self.seed)

    def _kind(self, said: Any, *, told: bool) -> str:
        due = self.view.rules.chance_due(self.view.table) if said.seat == CHANCE_SEAT else None
        if due is None:
            return DECLARED
        if not told and _by_house(self.view, due.kind):
            raise HouseChanceError("this outcome is for the house to draw", self.view.game_id)
        return CHANCE if due.kind == "dice" else REVEALED


def content_of(view: GameView, said: Any, verdict: Verdict, remark: str = "", nonce: bytes = b"") -> Declared:
    """What is recorded of a declaration and its verdict: openly only the reasons that everybody may know."""
    public: Reasons = ((), ())
    reasons: tuple[Sealed, ...] = ()
    if verdict.ruling is not Ruling.LEGAL:
        public, reasons = _reasons(view, said, (tuple(clause.code for clause in verdict.failing), verdict.missing))
    return Declared(
        said,
        verdict.ruling.value,
        public[0],
        verdict.facts,
        verdict.non_events,
        public[1],
        remark,
        nonce,
        digests_of(view.rules, view.edition),
        reasons,
    )


def _reasons(view: GameView, said: Any, every: Reasons) -> tuple[Reasons, tuple[Sealed, ...]]:
    """Of all reasons those that everybody may know, and sealed those that the speaker may know, and all."""
    public = known_of(every, view.rules, view.table, said, "")
    seated = any(said.seat == seat for seat, _ in view.seats)
    own = known_of(every, view.rules, view.table, said, said.seat) if seated and public != every else public
    return public, (Sealed((said.seat,) if seated else (), own), Sealed((), every))


def digests_of(game: Any, edition: str) -> tuple[str, str]:
    """Digests of the edition and of the catalogue ("" if the game has none) that rule."""
    return game.editions[edition].digest, game.cards.digest


def _by_house(view: GameView, kind: str) -> bool:
    return "house" == (view.settings.dice if kind == "dice" else view.settings.decks)
