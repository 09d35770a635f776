"""What a client keeps of the games it has heard of."""

from __future__ import annotations

from adjudicator.api.v1.citation_pb2 import Basis
from adjudicator_client.requests import Witnesses


def test_the_newest_is_kept() -> None:
    """A newer answer replaces an older one, an older one replaces nothing."""
    witnesses = Witnesses()
    witnesses.keep(Basis(game="g", entry=5, revision=5, head=b"five"))
    witnesses.keep(Basis(game="g", entry=9, revision=8, head=b"nine"))
    witnesses.keep(Basis(game="g", entry=7, revision=7, head=b"seven"))
    assert (9, 8, b"nine") == (witnesses.kept["g"].entry, witnesses.kept["g"].revision, witnesses.kept["g"].head)


def test_a_question_about_the_past_moves_nobody_back() -> None:
    """An answer about an earlier revision rests on the newest entry, but the game still stands where it stood."""
    witnesses = Witnesses()
    witnesses.keep(Basis(game="g", entry=9, revision=9, head=b"nine"))
    witnesses.keep(Basis(game="g", entry=9, revision=4, head=b"nine"))
    assert 9 == witnesses.revision("g")
