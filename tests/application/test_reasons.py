"""Why a hidden card was refused is stored where only those who may know it find it."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.application import Adjudication, Divergence, Entry, Verified, seen_by
from adjudicator.kernel.entries import Declared, Opening
from tests.kit.recorded import clock, counting
from tests.kit.star_wars import SWTCG

BOARD = """
turn 3, Character battle; dark to play or pass
dark: force 0, hand [{}]
  character: vader = Darth Vader (S)
light: force 9
  character: yoda = Yoda (C)
"""
CARDS = ("Battle Fatigue", "Anakin Skywalker (A)")
"""A Battle card, which costs Force, and one that is none: they cannot be refused for the same reasons."""


def refused(card: str, said: str = "") -> tuple[Adjudication, Entry, bytes]:
    """The log, and the entry with its public bytes, of a declaration that is refused, of a card in dark's hand."""
    app = Adjudication([SWTCG], entropy=counting(), clock=clock())
    board = SWTCG.encode(SWTCG.read_board(BOARD.format(card), "swtcg-2005"))
    opening = Opening(SWTCG.id, "swtcg-2005", seats=(("dark", "Ann"), ("light", "Ben")), board=board)
    game = app.open_game(opening).game_id
    done = app.submit(game, SWTCG.read(app.get(game).table, said or f'dark: play "{card}"'))
    return app, app.entry(game, done.entry), app.envelopes(game)[done.entry - 1].public


def declared(entry: Any) -> Declared:
    """The content of an entry, which is a declaration."""
    content = getattr(entry, "content", entry)
    assert isinstance(content, Declared)
    return content


def test_the_public_bytes_do_not_tell_which_card_it_was() -> None:
    """Two cards refused for different reasons: equal public bytes, as many commitments, no code in either."""
    found, reasons = [], []
    for card in CARDS:
        app, entry, public = refused(card)
        with app:
            every = declared(entry).every_reason
            codes = [code for some in every for code in some]
            assert codes
            assert ((), ()) == (declared(entry).failing, declared(entry).missing)
            assert not [code for code in codes if code.encode() in public]
            found.append((public, len(app.envelopes(app.list_games()[0].game_id)[entry.number - 1].commitments)))
            reasons.append(every)
    assert found[0] == found[1]
    assert reasons[0] != reasons[1]


@pytest.mark.parametrize(("seat", "knows"), [("dark", True), ("light", False)])
def test_the_speaker_knows_why_and_nobody_else(seat: str, knows: bool) -> None:
    """What a seat may see of the entry has its own reasons and not the others'."""
    app, entry, _ = refused("Battle Fatigue")
    with app:
        own, every = declared(seen_by(entry.content, (seat,))).reasons
        assert (declared(entry).every_reason if knows else ()) == own.items
        assert () == every.items


def test_open_reasons_stay_open() -> None:
    """What everybody can see to fail is stored openly: a player who is not asked says so himself."""
    app, entry, public = refused("Battle Fatigue", "light: pass")
    with app:
        assert declared(entry).failing == declared(entry).every_reason[0] != ()
        assert declared(entry).failing[0].encode() in public


def test_audits_compare_all_reasons() -> None:
    """Rejudging compares the sealed reasons too, and the log verifies."""
    app, *_ = refused("Battle Fatigue")
    with app:
        game = app.list_games()[0].game_id
        assert [] == [each for each in app.rejudge(game) if isinstance(each, Divergence)]
        *_, last = app.verify(game)
        assert isinstance(last, Verified)
        assert last.sound
