"""Formula and play on boards of real units: whenever the formula takes a question on itself, the engine agrees.

What real cards bring (costs of other kinds, texts that grant or move, uniques that meet) is where a formula goes wrong
unnoticed; this is how its list of what it does not know is kept honest.
"""

from __future__ import annotations

import random

from adjudicator.kernel.game.attack_odds import Question
from adjudicator.kernel.notation import NotUnderstoodError
from adjudicator.kernel.odds import OddsError
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.odds.asking import asked
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from tests.kit.star_wars import SWTCG

DARK, LIGHT = "dark", "light"

BOARDS, COMPARED_LEAST = 80, 20
EDITIONS = ("swtcg-2005", "swtcg-2005-rulebook", "swtcg-web")


def _units() -> list[Face]:
    catalogue = our_catalogue()
    faces = [entry.face for key in catalogue.sets for entry in catalogue.card_set(key).cards]
    return [face for face in faces if face.is_unit]


def _drawn(chance: random.Random, units: list[Face]) -> tuple[str, str]:
    """A board with up to three units of each side in one arena, and the attack of the fastest, in words."""
    arena = chance.choice(UNIT_TYPES)
    lines, there = [f"turn 3, {arena.capitalize()} battle; dark to play or pass"], {}
    for seat in (DARK, LIGHT):
        pool = [face for face in units if face.side in (seat, "neutral") and face.unit_type == arena]
        mine = {f"{seat[0]}{number}": face for number, face in enumerate(chance.sample(pool, chance.randint(1, 3)))}
        lines.append(f"{seat}: force {chance.randint(0, 5)}, hand []")
        lines.append(f"  {arena}: " + "; ".join(f"{alias} = {f.title} {{{f.key}}}" for alias, f in mine.items()))
        there.update(mine)
    fastest = max(there, key=lambda alias: there[alias].speed or 0)
    return "\n".join(lines) + "\n", f"{fastest} attacks {'l0' if fastest.startswith('d') else 'd0'}"


def test_the_engine_agrees_wherever_the_formula_answers() -> None:
    """Boards drawn by a seed: the joint distribution of damage is the same in both ways."""
    chance, units, compared = random.Random("real units"), _units(), 0
    for _ in range(BOARDS):
        text, attack = _drawn(chance, units)
        question = Question(
            attack=attack,
            attacker=chance.choice(("none", "plain", "best")),
            defender=chance.choice(("none", "plain", "best")),
            prevent=chance.choice(((), ("all",))),
            most=4000,
        )
        edition = chance.choice(EDITIONS)
        try:
            table = SWTCG.read_board(text, edition)
            formula = asked(SWTCG, table, question).odds
        except (NotUnderstoodError, OddsError):  # a title that needs more words, or not the go of that unit
            continue
        if formula.played:
            continue
        try:
            played = asked(SWTCG, table, _enumerated(question)).odds
        except OddsError:  # nobody can judge it while a text in words alone is in play
            continue
        if played.played:
            assert played.joint == formula.joint, (text, question)
            compared += 1
    assert compared >= COMPARED_LEAST


def _enumerated(question: Question) -> Question:
    fields = {name: getattr(question, name) for name in question.__struct_fields__}
    return Question(**{**fields, "enumerated": True})
