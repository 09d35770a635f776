"""The fifth situation of the gate: a rewind into the middle of a prevention chance, with house dice, over gRPC.

The other four are cases in tests/cases/swtcg-2005/gate. Each of the five also has to hold on a log that is
rebuilt by another process's application.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator_client import AdjudicatorClient, Seat
from tests.served import served

BOARD = """
turn 3, character battle; dark to play or pass
dark: force 9, deck 30
  character: sith = Sith Two (A)
light: force 9, deck 30
  character: jedi = Jedi One (A)
"""
CARDS = (
    {"Name": "Jedi One (A)", "Side": "L", "Type": "Character", "Subtype": "Jedi Knight", "Cost": "5", "Speed": "50",
     "Power": "5", "Health": "40", "Text": "Pay 1 Force -> Evade 1 | Pay 2 Force -> Deflect 2"},
    {"Name": "Sith Two (A)", "Side": "D", "Type": "Character", "Subtype": "Dark Jedi", "Cost": "5", "Speed": "60",
     "Power": "30", "Health": "40", "Text": "Pay 1 Force -> Evade 1"},
)  # fmt: skip


@pytest.fixture(scope="module")
def client() -> Iterator[AdjudicatorClient]:
    """A client of a running service."""
    with served() as address, AdjudicatorClient(address) as found:
        yield found


def _to_the_chance(client: AdjudicatorClient) -> str:
    """A game in which the house has rolled the attack dice and Light may prevent."""
    opened = client.open_game(
        "swtcg-2005", [Seat("dark", "d"), Seat("light", "l")], dice="house", decks="reported", board=BOARD, cards=CARDS
    )
    game = opened.game.game
    client.submit(game, "dark: pass")
    for _ in range(6):
        question = client.game(game).question
        if question.kind == "prevention" and "light" in question.asked:
            return game
        client.submit(
            game, "dark: attack jedi with sith" if question.kind == "attack" else f"{question.asked[0]}: pass"
        )
    raise AssertionError("no prevention chance for Light")


def test_a_rewind_into_a_prevention_chance_keeps_the_dice_that_were_rolled(client: AdjudicatorClient) -> None:
    """Back in the chance the same damage is pending, the spent Force is back, and the same plays are open."""
    game = _to_the_chance(client)
    before = client.game(game, viewer="judge")
    listed = [form.says for form in client.legal(game, seat="light").forms]
    assert "LEGAL" in str(client.submit(game, "light: activate jedi evade").verdict)
    client.submit(game, "light: pass")
    client.rewind(game, before.basis.revision, "the wrong ability was named")
    after = client.game(game, viewer="judge")
    assert before.board == after.board
    assert before.table == after.table
    assert listed == [form.says for form in client.legal(game, seat="light").forms]
    assert "LEGAL" in str(client.submit(game, "light: activate jedi deflect").verdict)


def test_dice_rolled_after_a_rewind_are_new_ones(client: AdjudicatorClient) -> None:
    """A roll is numbered by the log, so going back before it never brings the same dice again."""
    game = _to_the_chance(client)
    entries = list(client.entries(game, viewer="judge"))
    attack = next(e for e in entries if "AttackDeclared" in str(e))
    rolled = next(str(e) for e in entries if "DiceRolled" in str(e))
    client.rewind(game, attack.number - 1, "the attack is taken back")
    client.submit(game, "dark: attack jedi with sith")
    again = [str(e) for e in client.entries(game, viewer="judge") if "DiceRolled" in str(e)]
    assert 2 == len(again)
    assert rolled == again[0]
    assert _dice(again[0]) != _dice(again[1])


def test_the_log_verifies_and_rejudges_after_the_rewind(client: AdjudicatorClient) -> None:
    """The chain, the fold and today's judge agree with every entry, what was rewound included."""
    game = _to_the_chance(client)
    revision = client.game(game).basis.revision
    client.submit(game, "light: activate jedi evade")
    client.rewind(game, revision, "test")
    client.submit(game, "light: pass")
    checked = list(client.verify(game))
    assert checked[-1].total == checked[-1].done
    assert client.game(game).basis.head == checked[-1].basis.head
    assert [] == [found for each in client.rejudge(game) for found in each.divergences]


def _dice(entry: str) -> str:
    """The fact of the dice as the entry tells it."""
    return entry[entry.index("DiceRolled") :]
