"""Every effect by hand does something: some case with the card fails as soon as the effect is taken off it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from adjudicator.cases.case import Case, load
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.runner import run_case
from adjudicator.games import GameList
from adjudicator.swtcg.cards.by_hand import digest_of, hand_made
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary
from adjudicator.swtcg.cards.importer import read_card
from adjudicator.swtcg.cards.inline import EFFECTS
from adjudicator.swtcg.cards.paragraph_text import MANUAL
from adjudicator.swtcg.words.language import Ability
from tests.kit.star_wars import OUR_GAMES

CASES = Path(__file__).parents[3] / "tests" / "cases"
EDITIONS = ("swtcg-2005", "swtcg-2022")
"""The editions in which cards are tried: the committee's own in the committee's."""


@cache
def texts() -> dict[Path, str]:
    """The cases of the editions."""
    found = (path for edition in EDITIONS for path in sorted((CASES / edition).rglob("*.toml")))
    return {path: path.read_text(encoding="utf-8") for path in found}


def candidates(title: str) -> Iterator[Case]:
    """The cases that name a card."""
    for path, text in texts().items():
        if title in text:
            yield load(path)


def bare(case: Case, title: str, made: tuple[Ability, ...]) -> Case | None:
    """The case without the effects of its card, if it is written down there with just these; None if not."""
    found = None
    for at, card in enumerate(case.cards):
        effects = msgspec.convert(card.get(EFFECTS, []), list[Ability]) if card["Name"] == title else []
        if made and set(made) <= set(effects):
            rest: dict[str, Any] = {**card, EFFECTS: msgspec.to_builtins([e for e in effects if e not in made])}
            found = structs.replace(case, cards=(*case.cards[:at], rest, *case.cards[at + 1 :]))
    return found


def tried(case: Case) -> str:
    """The edition in which a case is tried; empty if it is of none of these."""
    return next((each for each in EDITIONS if each in case.under), "")


def holds(case: Case) -> bool:
    """Whether a case passes."""
    return bool(tried(case)) and run_case(case, tried(case), JudgeDesk(OUR_GAMES)).passed


def falls(case: Case, games: GameList = OUR_GAMES) -> bool:
    """Whether a case fails although its board can stand so."""
    problems = run_case(case, tried(case), JudgeDesk(games)).problems
    return bool(problems) and all(step for step, _ in problems)


@pytest.mark.parametrize("key", hand_made())
def test_an_effect_by_hand_does_something(key: str) -> None:
    """Without it a case with the card fails: one with the catalogue's card, or with its effect written down there."""
    made = hand_made()[key].abilities
    entry = our_catalogue().entry(key)
    title = entry.face.title
    kept = tuple(ability for ability in entry.face.abilities if ability not in made)
    without = structs.replace(entry, face=structs.replace(entry.face, abilities=kept))
    found = our_catalogue().card_set(entry.face.set)
    others = tuple(without if each.face.key == key else each for each in found.cards)
    poorer = msgspec.json.encode(structs.replace(found, cards=others))
    games = GameList(lambda: [(f"{found.set}.json", poorer)])
    for case in candidates(title):
        inline = any(card["Name"] == title for card in case.cards)
        if inline:
            if (other := bare(case, title, made)) is not None and holds(case) and falls(other):
                return
            continue
        if holds(case) and falls(case, games):
            return
    pytest.fail(f"{title} [{key}]: no case fails without its effect by hand")


def test_other_words_are_not_carried_out_by_hand() -> None:
    """A file that words a card otherwise is not taken to mean what the card meant: nobody has read those words."""
    for key, made in hand_made().items():
        code, _, number = key.partition("/")
        text = "|".join(["Whirl the frobnicator twice."] * max(made.paragraphs))
        entry = our_catalogue().entry(key)
        numbered = number.isdecimal()
        named = "A Card" if numbered else f"{entry.face.title} ({entry.printing})"
        cells = {"Name": named, "Set": code, "Number": number if numbered else "", "Type": "Battle", "Text": text}
        card = read_card(cells, compiler=Compiler(our_vocabulary()))
        assert key == card.entry.face.key
        assert {MANUAL} == {each.state for each in card.paragraphs}, key
        assert ["OTHER_WORDS_BY_HAND"] == [each.code for each in card.diagnostics], key


def test_signs_and_capitals_make_no_other_words() -> None:
    """A wording is told from another one by its words."""
    assert digest_of(["Draw 2 cards.", "(Not now)"]) == digest_of(["draw 2 CARDS (not now)."])
    assert digest_of(["Draw 2 cards."]) != digest_of(["Draw 3 cards."])
