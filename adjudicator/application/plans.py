"""What each command adds to a game: pure work on a draft, before anything is saved."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from adjudicator.application.answers import GameView
from adjudicator.application.chance import Source, outcome
from adjudicator.application.codec import CLOSED, NOTE, OPENED, REOPENED, REWOUND, RULING
from adjudicator.application.commands import Close, GiveNonce, GiveRuling, Note, Open, Reopen, Rewind, Submit
from adjudicator.application.drafting import Draft, digests_of
from adjudicator.application.errors import NonceRefusedError, OpeningRefusedError, RulingRefusedError
from adjudicator.application.private import pack_items, unpack_items
from adjudicator.kernel.base import Sealed
from adjudicator.kernel.entries import (
    GameClosed,
    GameOpened,
    GameReopened,
    NoteAdded,
    Opening,
    Rewound,
    RulingGiven,
)
from adjudicator.kernel.game import ChanceDue, Game
from adjudicator.kernel.judging import FAILING, judge
from adjudicator.kernel.run import BoundExceeded, Run
from adjudicator.kernel.verdict import Ruling, Verdict

_replace = msgspec.structs.replace

TOLD = "A record tells the entries up to {}: their rolls and draws are the record's, not this house's."


def opened(
    game: Game, command: Open, seed: bytes, forked_from: tuple[str, int] | None, told: int = 0
) -> tuple[GameOpened, Any]:
    """The first entry of a game and the table after it; up to entry `told` a record tells it.

    Raises OpeningRefusedError.
    """
    if command.opening.settings.nonces_first and (command.nonces or not command.opening.seats):
        raise OpeningRefusedError("with nonces first, the game's seats give theirs after the seed is committed to")
    opening = _as_stored(command.opening)
    if not opening.board:
        opening = _mixed(opening, seed)
    try:
        run = Run(game, game.fork(game.deal(opening)), None)
        if not opening.board:
            game.start(run)
            run.advance()
    except ValueError as error:
        raise OpeningRefusedError(str(error)) from error
    except BoundExceeded as bound:
        raise OpeningRefusedError(f"{bound.name}: {' > '.join(bound.chain)}") from bound
    content = GameOpened(
        _replace(opening, board=b""),
        sha256(seed).digest(),
        Sealed((), (seed,)),
        Sealed((), (opening.board,) if opening.board else ()),
        tuple(run.facts),
        tuple(run.non_events),
        command.nonces,
        forked_from,
        digests_of(game, opening.edition),
        told,
    )
    return content, run.table


def _as_stored(opening: Opening) -> Opening:
    """The opening as it will be read from the log: packs are plain data, and no game may start from more than that."""
    packs = tuple((seat, Sealed(pack.audience, unpack_items(pack_items(pack.items)))) for seat, pack in opening.packs)
    return _replace(opening, packs=packs)


def _mixed(opening: Opening, seed: bytes) -> Opening:
    """The opening with each pack in an order drawn from the seed.

    A game may number cards in the order of their packs; whoever knows a deck's list must not be able to follow its
    cards by these numbers. The request that opened the game stays the same, so it can be repeated.
    """
    packs: list[tuple[str, Sealed]] = []
    for seat, pack in opening.packs:
        due = ChanceDue("order", pool=tuple(range(len(pack.items))), what=seat)
        before = sum(each == seat for each, _ in packs)
        order = outcome(due, Source(seed, "", f"pack:{seat}:{before + 1}" if before else f"pack:{seat}", 0))
        packs.append((seat, _replace(pack, items=tuple(pack.items[at] for at in order))))
    return _replace(opening, packs=tuple(packs))


def open_game(draft: Draft, content: GameOpened, table: Any) -> None:
    """Add the first entry, and what the house draws at once."""
    draft.add(OPENED, content, table)
    draft.house_chance()


def take(draft: Draft, content: GameOpened, table: Any, said: tuple[Any, ...]) -> None:
    """Add the first entry, what a record tells, a remark that says so, and what the house draws then.

    Raises OpeningRefusedError for what is not legal here.
    """
    draft.add(OPENED, content, table)
    for each in said:
        if isinstance(each, RulingGiven):
            draft.add(RULING, each, _after_facts(draft, each))
            continue
        verdict = draft.declared(each, FAILING, told=True)
        if verdict.ruling is not Ruling.LEGAL:
            raise OpeningRefusedError(f"entry {draft.view.last}: what the record tells is {verdict.ruling} here")
    draft.add(NOTE, NoteAdded(TOLD.format(draft.view.last)))
    draft.house_chance()


def _after_facts(draft: Draft, ruling: RulingGiven) -> Any:
    """The table after the facts of a judge's ruling, just as the record has them. Raises OpeningRefusedError."""
    rules, table = draft.view.rules, draft.view.rules.fork(draft.view.table)
    try:
        for fact in ruling.facts:
            rules.fold(table, fact)
    except Exception as error:
        raise OpeningRefusedError(f"entry {draft.view.last + 1}: its facts do not fold: {error!r}") from error
    broken = rules.invariants(table)
    if broken:
        raise OpeningRefusedError(f"entry {draft.view.last + 1} breaks: " + "; ".join(broken))
    return table


def submit(draft: Draft, command: Submit) -> Verdict:
    """Add a declaration with its ruling, and what the house draws then."""
    waited = draft.view.nonces_due
    verdict = draft.declared(command.declaration, command.level, command.remark, command.nonce)
    if verdict.ruling is Ruling.LEGAL or (waited and not draft.view.nonces_due):
        draft.house_chance()
    return verdict


def give_ruling(draft: Draft, command: GiveRuling) -> None:
    """Add a judge's ruling with what follows from it. Raises RulingRefusedError."""
    view = draft.view
    if not 0 <= command.about <= view.last:
        raise RulingRefusedError(f"there is no entry {command.about}", view.game_id)
    run = _ruled(view, command)
    content = RulingGiven(
        command.by,
        command.note,
        command.ruling,
        command.about,
        command.declaration,
        command.citation,
        tuple(run.facts) if run else (),
        tuple(run.non_events) if run else (),
    )
    draft.add(RULING, content, run.table if run else None)
    if run:
        draft.house_chance()


def rewind(draft: Draft, command: Rewind, table: Any) -> None:
    """Let the game go on from an earlier table; chance that it waits for is drawn anew, under a new number."""
    draft.add(REWOUND, Rewound(command.to_revision, command.why, command.by), table)
    draft.house_chance()


def note(draft: Draft, command: Note) -> None:
    """Add a remark."""
    draft.add(NOTE, NoteAdded(command.text, command.by, command.about))


def give_nonce(draft: Draft, command: GiveNonce) -> None:
    """Add what a seat gives, and what the house draws once all have given. Raises NonceRefusedError."""
    view = draft.view
    seats = [seat for seat, _ in view.seats]
    if seats and command.seat not in seats:
        raise NonceRefusedError(f"the seats of this game are {', '.join(seats)}", view.game_id)
    waited = view.nonces_due
    draft.nonce(command.seat, command.nonce)
    if waited:
        draft.house_chance()


def close(draft: Draft, command: Close) -> None:
    """Add the entry that ends a game, with the seed open."""
    view = draft.view
    result = command.result or view.rules.over(view.table) or ""
    draft.add(CLOSED, GameClosed(result, draft.seed, command.why, command.by))
    draft.view = _replace(draft.view, closed=True, result=result)


def reopen(draft: Draft, command: Reopen, seed: bytes) -> None:
    """Let a closed game go on, its chance from a new seed. Raises RulingRefusedError for one that is not closed.

    Where nonces come first they are due again: those from before were known when this seed was drawn.
    """
    view = draft.view
    if not view.closed:
        raise RulingRefusedError("the game is not closed, so there is nothing to reopen", view.game_id)
    draft.seed, commitment = seed, sha256(seed).digest()
    draft.add(REOPENED, GameReopened(view.result, commitment, Sealed((), (seed,)), command.why, command.by))
    nonces = () if view.settings.nonces_first else view.nonces
    draft.view = _replace(draft.view, closed=False, result="", commitment=commitment, nonces=nonces)
    draft.house_chance()


def fork_opening(game: Game, opening: Opening, table: Any) -> Opening:
    """The opening of a game that goes on from a table of another one."""
    return _replace(opening, board=game.encode(table))


def _why_not_carried(view: GameView, command: GiveRuling, error: Exception) -> str:
    """Why a ruling could not be carried out: for what nobody knows at this table, if it is that, else what broke."""
    unknown: tuple[str, ...] = ()
    if command.declaration is not None:
        unknown = judge(view.rules, view.table, command.declaration, FAILING).missing
    if unknown:
        return (
            f"this depends on what nobody knows here ({', '.join(unknown)}) and cannot be carried out before it is"
            " shown, by a repair in the same decision (docs/disputes.md has one)"
        )
    return f"the table cannot carry this ruling: {error!r}"


def _ruled(view: GameView, command: GiveRuling) -> Run | None:
    """What a ruling carries out, or None if it only stands in the log."""
    carried = command.declaration is not None and command.ruling == Ruling.LEGAL.value
    if not carried and not command.facts:
        return None
    said = command.declaration if carried else None
    run = Run(view.rules, view.rules.fork(view.table), said, before=view.table)
    try:
        if carried:
            view.rules.perform(run)
        if command.facts:
            run.happen(*command.facts)
        run.advance()
    except BoundExceeded as bound:
        raise RulingRefusedError(f"{bound.name}: {' > '.join(bound.chain)}", view.game_id) from bound
    except Exception as error:  # a declaration whose clauses fail can break any assumption of its own procedure
        raise RulingRefusedError(_why_not_carried(view, command, error), view.game_id) from error
    broken = view.rules.invariants(run.table)
    if broken:
        raise RulingRefusedError("the ruling breaks: " + "; ".join(broken), view.game_id)
    return run
