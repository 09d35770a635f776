"""What stands on the table, taken over from the table before: always what a look at everything would find."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from adjudicator.kernel.judging import require
from adjudicator.play import begun, choice
from adjudicator.swtcg import rest
from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.standing.conditions_met import standing
from adjudicator.swtcg.standing.continuous import Continuous, Index
from adjudicator.swtcg.table.table import Modifier, Scene, Table
from adjudicator.swtcg.words.language import Grant, Keyword, Those
from tests.kit.star_wars import SWTCG, card_pool, opening_of, our_decks, random_deck, read_board

EDITION, SIDES = "swtcg-2005", ("dark", "light")


def looked_at_anew(table: Table) -> Table:
    """The same table, of which nobody has seen anything yet."""
    anew = table.fork()
    anew.index_cache, anew.stood, anew.parts = None, None, {}
    return anew


def told(index: Index) -> dict[str, Any]:
    """All that an index says, as values that can be compared."""
    return {
        "by stack": {number: found for number, found in index.by_stack.items() if found},
        "chances": index.chances,
        "listeners": index.listeners,
        "taxes": [_said(entry) for entry in index.taxes],
        "replacements": [_said(entry) for entry in index.replacements],
        "stats": {stat: [_said(entry) for entry in entries] for stat, entries in index.stats.items()},
        "overrides": {code: [_said(entry) for entry in entries] for code, entries in index.overrides.items()},
        "overriding": set(index.overriding),
        "unread": index.unread,
        "grants": [_said(entry) for entry in index.grants],
        "silences": [_said(entry) for entry in index.silences],
        "silenced": index.silenced,
        "vain": index.vain,
        "volatile": index.volatile,
        "elsewhere": index.elsewhere,
    }


def _said(entry: Continuous) -> tuple[Any, ...]:
    return entry.change, entry.scene, entry.order, entry.name, entry.condition, entry.on, entry.modifier


@pytest.mark.parametrize("decks", ["ours", "random"])
def test_it_is_what_a_look_at_everything_finds(decks: str) -> None:
    """Over whole random games: the index of effects and whether all is at rest are as on a table never seen before."""
    catalogue = our_catalogue()
    pool = card_pool(catalogue)
    compared = 0
    for number in range(4):
        if decks == "ours":
            opening = opening_of(our_decks())
        else:
            dark, light = (random_deck(side, pool, catalogue, EDITION, f"standing {number}") for side in SIDES)
            opening = opening_of((dark, light))
        chance = random.Random(f"standing {number}")
        table = begun(SWTCG, opening).table
        while not SWTCG.over(table) and table.turn.number < 6:
            said = choice(SWTCG, table, chance)
            assert said is not None
            table = require(SWTCG, table, said).after
            anew = looked_at_anew(table)
            assert told(anew.index) == told(table.index)
            assert rest.quiet(anew) == rest.at_rest(table) == rest.quiet(table)
            compared += 1
    assert compared > 200


def with_characters(names: str) -> Table:
    """A table in a battle with characters of Dark."""
    return read_board(f"turn 3, Space battle; dark to play or pass\ndark:\n  character: {names}\nlight:\n", EDITION)


def test_the_order_of_the_stacks_is_kept() -> None:
    """A stack that is taken off and put back stands last, and so do its abilities."""
    table = with_characters("Darth Vader (E); Boba Fett (A)")
    before = standing(table)
    first = next(iter(table.stacks))
    table.stacks[first] = table.stacks.pop(first)
    after = standing(table)
    assert list(table.stacks) == list(after.parts) != list(before.parts)


def test_what_is_not_there_any_more_brings_nothing() -> None:
    """A stack that has left brings nothing, and the others bring the same values as before."""
    table = with_characters("Darth Vader (E); Boba Fett (A)")
    before = standing(table)
    first, second = table.stacks
    del table.stacks[first]
    after = standing(table)
    assert [second] == list(after.parts) == list(after.lists.by_stack)
    assert before.parts[second] is after.parts[second]


def test_what_one_draft_grants_is_not_granted_in_another() -> None:
    """Two drafts may each have a lasting effect of the same number; each grants what it says."""
    table = with_characters("Boba Fett (A)")
    number = next(iter(table.stacks))
    given = [Keyword(name="evade", x=1), Keyword(name="deflect", x=1)]
    found = []
    for ability in given:
        draft = table.fork()
        change = Grant(to=Those(), ability=ability)
        draft.modifiers[9] = Modifier(9, change, Scene("dark", source="a card"), "turn", on=(number,))
        found.append(draft.index.by_stack[number])
    assert found[0] != found[1]


def test_a_changed_value_is_looked_at_again() -> None:
    """A stack that another player controls now brings what it brings to that player."""
    table = with_characters("Boba Fett (A)")
    assert {seat for seat, _ in standing(table).lists.chances} <= {"dark"}
    number, stack = next(iter(table.stacks.items()))
    table.stacks[number] = msgspec.structs.replace(stack, controller="light")
    assert {seat for seat, _ in standing(table).lists.chances} <= {"light"}
