"""The peers: python-chess and pokerkit, which do for other games what we do, and what any reader of our bytes does."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

import chess
import msgspec
from pokerkit import Automation, NoLimitTexasHoldem

from tests.bench.measure import spent

SEED = 7
MID_GAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9"
PLIES = 80
BOARDS = 10
"""So often is the same position read, listed or played through in a turn."""


def parse_san() -> float:
    """One move of a mid-game board, read from its short notation and found legal."""
    board = chess.Board(MID_GAME)
    said = [board.san(move) for move in board.legal_moves] * BOARDS
    return spent(lambda: [board.parse_san(each) for each in said], len(said))


def moves_as_san() -> float:
    """All legal moves of a mid-game board in short notation."""
    board = chess.Board(MID_GAME)
    return spent(lambda: [[board.san(move) for move in board.legal_moves] for _ in range(BOARDS)], BOARDS)


def push() -> float:
    """One move of a random game, played on the board."""
    rng, board = random.Random(SEED), chess.Board()
    while len(board.move_stack) < PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
    moves, boards = board.move_stack, [chess.Board() for _ in range(BOARDS)]

    def play() -> None:
        for each in boards:
            for move in moves:
                each.push(move)

    return spent(play, BOARDS * len(moves))


def poker_action(hands: int = 3) -> float:
    """One action of random six-handed no-limit hold'em: list what can be done, choose, do it."""
    rng = random.Random(SEED)
    random.seed(SEED)
    actions = 0

    def play() -> None:
        nonlocal actions
        for _ in range(hands):
            state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * 6, 6)
            while state.status:
                can = {
                    state.fold: state.can_fold(),
                    state.check_or_call: state.can_check_or_call(),
                    state.complete_bet_or_raise_to: state.can_complete_bet_or_raise_to(),
                }
                act = rng.choice([act for act, possible in can.items() if possible])
                if act == state.complete_bet_or_raise_to:
                    act(state.min_completion_betting_or_raising_to_amount)
                else:
                    act()
                actions += 1

    whole = spent(play)
    return whole / actions


def decode_and_hash(states: Sequence[bytes]) -> float:
    """Stored states of entries, all of them: the envelope and its public part as plain lists, and a SHA-256 of it."""
    decode = msgspec.msgpack.decode
    return spent(lambda: [(decode(decode(each)[0]), hashlib.sha256(each).digest()) for each in states])
