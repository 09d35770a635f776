"""Random play on random boards full of the cards of the cases: triggers, disrupts, replacements, grants and all.

Whatever is listed is legal, somebody is always asked, no invariant breaks, and nothing rests on a document that the
edition does not have.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.cases.case import CaseError, load
from adjudicator.kernel.judging import ALL, judge
from adjudicator.kernel.verdict import Verdict
from adjudicator.play import choice
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.editions import EDITIONS
from adjudicator.swtcg.notation.texts import written
from adjudicator.swtcg.table.citing import DOCUMENTS
from adjudicator.swtcg.table.facts import Awaits
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.face import UNIT_TYPES, Face
from adjudicator.swtcg.words.language import Manual
from adjudicator.swtcg.words.persons import person
from tests.kit.star_wars import SWTCG, read_cards

CASES = Path(__file__).parents[1] / "cases"
BOARDS, SPOKEN_MAX = 40, 80
ENDLESS = "endless.toml"
"""The case whose cards set each other off for ever: a board with them comes to no rest."""
POINTS = ("turn 3, battle phase; dark to play or pass", "turn 3, dark build step", "turn 3, light retreat step")


def _faces() -> Iterator[Face]:
    """Each card of the catalogue and of the cases once, those aside whose texts only a judge can carry out."""
    seen: set[str] = set()
    for entry in our_catalogue().entries():
        if not any(isinstance(each, Manual) for each in entry.face.abilities):
            seen.add(entry.face.key)
            yield entry.face
    for path in sorted(CASES.rglob("*.toml")):
        if path.name == ENDLESS:
            continue
        try:
            case = load(path)
            faces = read_cards(case.cards)
        except (CaseError, ValueError):
            continue  # the cases' own test speaks of it
        for face in faces:
            if face.key not in seen and not any(isinstance(each, Manual) for each in face.abilities):
                seen.add(face.key)
                yield face


@pytest.fixture(scope="module")
def faces() -> tuple[Face, ...]:
    """All of them, in the order of the files."""
    return tuple(_faces())


def _written(face: Face) -> str:
    version = f" ({face.version})" if face.version else ""
    return f"{written(face.name)}{version} {{{face.key}}}"


def _board(faces: tuple[Face, ...], chance: random.Random) -> str:
    """A board with up to three units a side in each arena, Battle cards in both hands, plans and known piles."""
    battle = [face for face in faces if "battle" in face.types]
    cards = [face for face in faces if not face.costless]  # a Subordinate lies in an arena or in the supply
    built = [face for face in cards if "battle" not in face.types]
    lines = [chance.choice(POINTS)]
    people: set[str] = set()  # of a unique kind there is one: a contest comes before anything else
    for seat in ("dark", "light"):
        hand = ", ".join(map(_written, chance.sample(battle, 5)))
        deck, gone = (", ".join(map(_written, chance.sample(cards, count))) for count in (10, 3))
        force = chance.randint(0, 9)
        lines.append(f"{seat}: force {force}, build points 3, hand [{hand}], deck [{deck}], discard [{gone}]")
        plans = chance.sample(built, 2)
        lines.append(
            "  build zone: " + "; ".join(f"{_written(p)} face down, {chance.randint(1, 6)} counters" for p in plans)
        )
        for arena in UNIT_TYPES:
            drawn = chance.sample([face for face in faces if face.unit_type == arena], chance.randint(0, 3))
            units = [face for face in drawn if not (face.unique and person(face.name) in people)]
            people.update(person(face.name) for face in units)
            tapped = (", tapped" if chance.random() < 0.2 else "" for _ in units)
            lines.append(f"  {arena}: " + "; ".join(_written(u) + t for u, t in zip(units, tapped, strict=True)))
    return "\n".join(line for line in lines if not line.endswith(": "))


def _foreign(verdict: Verdict, edition: str) -> tuple[str, ...]:
    """The rules that carry a verdict though the edition does not have their document."""
    windows = [fact.agenda.window for fact in verdict.facts if isinstance(fact, Awaits)]
    cited = [clause.rule for clause in verdict.clauses] + [each.rule for each in verdict.non_events]
    cited += [fact.rule for fact in verdict.facts] + [window.rule for window in windows if window is not None]
    documents = EDITIONS[edition].documents
    return tuple(rule for rule in cited if DOCUMENTS.get(rule.partition(".")[0], documents[0]) not in documents)


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_play_of_effects(edition: str, faces: tuple[Face, ...]) -> None:
    """Every listed declaration is legal, somebody is asked until the game is over, and every table is sound."""
    said = 0
    for seed in range(BOARDS):
        chance = random.Random(f"{edition} {seed}")
        table: Table = SWTCG.read_board(_board(faces, chance), edition, faces)
        table.strict = seed % 3 == 0
        for _ in range(SPOKEN_MAX):
            if SWTCG.over(table):
                break
            declaration = choice(SWTCG, table, chance)
            assert declaration is not None, f"nobody can speak on board {seed}"
            verdict = judge(SWTCG, table, declaration, ALL)
            assert "legal" == verdict.ruling.value, (seed, declaration, verdict.failing, verdict.missing)
            assert () == _foreign(verdict, edition), (seed, declaration)
            table = verdict.after
            assert () == SWTCG.invariants(table), (seed, declaration)
            said += 1
    assert said > BOARDS * 20
