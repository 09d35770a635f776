"""Whatever has the shape of a declaration is ruled on: numbers of nothing, cards elsewhere, choices that are none."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.base import Declaration, Sealed
from adjudicator.kernel.judging import ALL, ANSWER, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Finding, Ruling
from adjudicator.kernel.viewing import view_for
from adjudicator.play import begun, choice
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.table.table import CHANCE, JUDGE, Table
from tests.kit.star_wars import SWTCG, card_pool, opening_of, random_deck

DARK, LIGHT = "dark", "light"

GAMES, SPOKEN_MAX, WILD = 4, 120, 3
WORDS = ("", "space", "character", DARK, "x", ".", "1.", "77", "99999.0", "a.b.c", "bombard")


def number(table: Table, chance: random.Random) -> int:
    """A number of a card, of a stack, or of neither."""
    there = chance.choice((*table.cards, *table.stacks))
    return chance.choice((0, -1, 1, 2, 99_999, 2**40, there, there))


def changed(value: Any, table: Table, chance: random.Random) -> Any:
    """Another value of the same shape."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return number(table, chance)
    if isinstance(value, str):
        return chance.choice((*WORDS, f"{number(table, chance)}.{chance.randint(-1, 3)}"))
    if isinstance(value, Sealed):
        face = chance.choice((*table.faces, "NO/1"))
        items = (number(table, chance), (number(table, chance), face))
        return Sealed(value.audience, tuple(chance.choices(items, k=chance.randint(0, 2))))
    if isinstance(value, tuple) and value:
        at = chance.randrange(len(value))
        more = value[at : at + 1] * chance.randint(0, 2)
        return (*value[:at], changed(value[at], table, chance), *value[at + 1 :], *more)
    return value


def wild(said: Declaration, table: Table, chance: random.Random) -> Declaration | None:
    """The declaration with some of its fields changed; None for what the door turns away."""
    seat = chance.choice((DARK, LIGHT, JUDGE, CHANCE))
    names = chance.sample(said.__struct_fields__, chance.randint(0, min(3, len(said.__struct_fields__))))
    fields = {name: seat if name == "seat" else changed(getattr(said, name), table, chance) for name in names}
    try:
        other = msgspec.convert(msgspec.to_builtins(msgspec.structs.replace(said, **fields)), type(said))
    except msgspec.ValidationError:
        return None
    return None if SWTCG.objection(table, other) else other


@pytest.mark.parametrize("edition", list(SWTCG.editions))
def test_whatever_has_the_shape_of_a_declaration_is_ruled_on(edition: str) -> None:
    """It is judged on the whole table and on what each viewer knows of it; what is legal can be said and read, and what
    fails shows why.
    """
    catalogue = our_catalogue()
    pool = card_pool(catalogue)
    ruled = dict.fromkeys(Ruling, 0)
    for seed in range(GAMES):
        chance = random.Random(f"wild {edition} {seed}")
        dark, light = (random_deck(side, pool, catalogue, edition, f"{side} {seed}") for side in (DARK, LIGHT))
        table = begun(SWTCG, opening_of((dark, light), edition)).table
        for _ in range(SPOKEN_MAX):
            said = None if SWTCG.over(table) else choice(SWTCG, table, chance)
            if said is None:
                break
            for viewer in chance.choices((JUDGE, DARK, LIGHT, ""), k=WILD):
                known = table if viewer == JUDGE else view_for(SWTCG, table, viewer).table
                other = wild(said, table, chance)
                if other is not None:
                    verdict = judge(SWTCG, known, other, ALL)
                    ruled[verdict.ruling] += 1
                    assert _readable(known, other) or verdict.ruling is not Ruling.LEGAL, other
                    assert all(each.evidence for each in verdict.clauses if each.finding is Finding.FAILS), verdict
            table = judge(SWTCG, table, said, ANSWER).after
    assert all(ruled[each] > 20 for each in Ruling), ruled


def _readable(table: Table, said: Declaration) -> bool:
    """Whether what was said can be said in notation."""
    try:
        SWTCG.read(table, SWTCG.say(table, said))
    except (NotUnderstoodError, AmbiguousError):
        return False
    return True
