"""The words of the effect language: all are listed, and each can be made to do nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from adjudicator.cases import vocabulary as proofs
from adjudicator.swtcg.doing import vocabulary
from adjudicator.swtcg.rules import INSTRUCTIONS
from adjudicator.swtcg.words import language as w
from adjudicator_cli.main import main
from tests.kit.star_wars import OUR_GAMES

CASE = """title = "A unit taps another"
board = '''
turn 3, light build step; light to build
dark: force 0
  character: foe = Plain Foe
light: force 0
  character: sage = Tapping Sage
'''

[[card]]
Name = "Plain Foe"
Side = "D"
Type = "Character"
Subtype = "Soldier"
Cost = 3
Speed = 30
Power = 2
Health = 6

[[card]]
Name = "Tapping Sage"
Side = "L"
Type = "Character"
Subtype = "Jedi"
Cost = 3
Speed = 30
Power = 2
Health = 6

[[card.Effects]]
type = "Activated"
only = "build step"
do = [{ type = "Tap", what = { type = "Those", side = "opponents" } }]

[[step]]
say = "light: activate sage ability"
ruling = "legal"
"""


def test_every_instruction_is_a_word_and_is_carried_out() -> None:
    """What a text can say is listed, and the interpreter carries out everything that there is."""
    kinds = set(get_args(w.Instruction))
    assert kinds == set(INSTRUCTIONS)
    words = {kind.__name__ for kind in kinds if kind not in vocabulary.UNROLLED}
    assert words == set(vocabulary.WORDS["instruction"])


def test_words_are_listed_once() -> None:
    """No word stands twice among those of its kind."""
    for words in vocabulary.WORDS.values():
        assert len(words) == len(set(words))


EFFECTS: list[Any] = [
    {
        "type": "Activated",
        "do": [
            {
                "type": "If",
                "condition": {"type": "InPhase", "at": "space"},
                "then": [{"type": "Tap", "what": {"type": "Those", "damaged": True, "zones": ["space", "ground"]}}],
            },
            {"type": "GainForce", "amount": {"type": "Tally", "of": "hand"}},
            {"type": "Modify", "of": {"type": "Those"}, "stat": "power", "amount": 1, "until": "battle"},
        ],
        "cost": {"type": "Cost", "tap": True},
        "only": "no attack",
    }
]


@pytest.mark.parametrize(
    ("word", "gone", "instead"),
    [
        ("Tap", '"Tap"', ""),
        ("InPhase", '"InPhase"', '{"type": "Both", "of": []}'),
        ("Tally", '"Tally"', '"amount": 0'),
        ("Those.damaged", '"damaged"', ""),
        ("Those.zones ground", '"ground"', '"zones": ["space"]'),
        ("until battle", '"until": "battle"', '"until": "permanent"'),
        ("only no attack", '"only"', ""),
        ("Cost.tap", '"tap"', ""),
    ],
)
def test_a_word_is_taken_out(word: str, gone: str, instead: str) -> None:
    """A word is found where it is said; taken out it is gone, what stands for it is there, and the rest can be read."""
    assert word in vocabulary.said(EFFECTS)
    changed = vocabulary.without(EFFECTS, word)
    written = json.dumps(changed)
    assert gone in json.dumps(EFFECTS)
    assert gone not in written
    assert instead in written
    msgspec.convert(changed, tuple[w.Ability, ...])


def _found(tmp_path: Path, step: str, kind: str, word: str) -> proofs.WordProof:
    (tmp_path / "case.toml").write_text(CASE + step)
    return next(each for each in proofs.proofs([tmp_path], OUR_GAMES, [kind]) if each.word == word)


def test_a_word_that_a_case_merely_contains_is_not_proven(tmp_path: Path) -> None:
    """Only a case that fails without the word proves it."""
    assert "" == _found(tmp_path, "", "instruction", "Tap").case
    assert 1 == _found(tmp_path, "", "instruction", "Tap").contained
    looks = 'facts = ["Tapped"]\n'
    assert _found(tmp_path, looks, "instruction", "Tap").case.endswith("case.toml")


def test_the_command_fails_for_a_word_without_a_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`adjudicate language --check` names the words that no case proves; an unknown kind is an error of the caller."""
    (tmp_path / "case.toml").write_text(CASE + 'facts = ["Tapped"]\n')
    assert 1 == main(["language", "--check", "--kind", "instruction", str(tmp_path)])
    told = capsys.readouterr().out
    assert "instruction Untap (in 0 cases)" in told
    assert "instruction Tap (" not in told
    assert 0 == main(["language", "--kind", "instruction", str(tmp_path)])
    assert 0 != main(["language", "--kind", "verb", str(tmp_path)])
