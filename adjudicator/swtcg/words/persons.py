"""Persons: the names that stand for one person, by the lists that editions choose among (Edition.persons)."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.swtcg.words.card_names import normal

People = tuple[tuple[str, ...], ...]
"""A list of persons: a row for each, with all of his or her names as `normal` has them."""

PEOPLE_2005: People = (
    ("anakin skywalker", "darth vader"),
    ("beru lars", "beru whitesun"),
    ("padme amidala", "queen amidala"),
    ("chancellor palpatine", "emperor palpatine", "darth sidious"),
)
"""The rulebook of 2005 (rots.unique.different-names-same-person)."""

PEOPLE_2022: People = (
    ("padme amidala", "queen amidala"),
    ("kreia", "darth traya"),
    ("grogu", "the child"),
    ("darth sidious", "emperor palpatine", "senator palpatine", "chancellor palpatine"),
    ("malak", "darth malak"),
    ("maul", "darth maul"),
    ("finis valorum", "chancellor finis valorum"),
    ("din djarin", "the mandalorian"),
    ("revan", "darth revan"),
    ("ben solo", "kylo ren"),
    ("admiral yularen", "colonel wullf yularen"),
    ("admiral tarkin", "grand moff tarkin"),
    ("captain wes janson", "lieutenant wes janson"),
    ("corran horn", "lieutenant corran horn"),
    ("leia organa", "princess leia", "leia organa solo", "general leia organa solo"),
    ("admiral ackbar", "captain ackbar"),
    ("mara jade", "mara jade skywalker"),
    ("darth vader", "anakin skywalker"),
    ("rey", "rey skywalker"),
    ("wedge antilles", "commander wedge antilles"),
    ("jacen solo", "darth caedus"),
    ("dooku", "darth tyranus"),
    ("darth krayt", "asharad hett"),
)
"""The document of 2022 (idc.unique.name-pairs-palpatine and others); two pairs of one person are one row here
(ruling.rows-of-the-same-person-list).
"""

PAIRS_2022: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "idc.unique.name-pairs-revan-rey-wedge",
        (("commander wedge antilles", "wedge antilles"), ("rey", "rey skywalker"), ("darth revan", "revan")),
    ),
    (
        "idc.unique.name-pairs-jade-maul-amidala",
        (("queen amidala", "padme amidala"), ("maul", "darth maul"), ("mara jade skywalker", "mara jade")),
    ),
    (
        "idc.unique.name-pairs-djarin-dooku-grogu-jacen",
        (
            ("darth caedus", "jacen solo"),
            ("grogu", "the child"),
            ("darth tyranus", "dooku"),
            ("din djarin", "the mandalorian"),
        ),
    ),
    (
        "idc.unique.name-pairs-hett-solo-ackbar-valorum",
        (
            ("finis valorum", "chancellor finis valorum"),
            ("captain ackbar", "admiral ackbar"),
            ("kylo ren", "ben solo"),
            ("asharad hett", "darth krayt"),
        ),
    ),
    (
        "idc.unique.name-pairs-leia",
        (("general leia organa solo", "leia organa"), ("princess leia", "leia organa solo")),
    ),
    (
        "idc.unique.name-pairs-kreia-horn-janson-malak",
        (
            ("darth malak", "malak"),
            ("lieutenant wes janson", "captain wes janson"),
            ("corran horn", "lieutenant corran horn"),
            ("kreia", "darth traya"),
        ),
    ),
    (
        "idc.unique.name-pairs-palpatine",
        (("emperor palpatine", "senator palpatine"), ("chancellor palpatine", "darth sidious")),
    ),
    (
        "idc.unique.name-pairs-tarkin-yularen-vader",
        (
            ("darth vader", "anakin skywalker"),
            ("admiral yularen", "colonel wullf yularen"),
            ("grand moff tarkin", "admiral tarkin"),
        ),
    ),
)
"""The pairs that the document of 2022 prints, by the paragraph of each."""


@lru_cache(maxsize=4096)
def pair_paragraph(first: str, second: str, pairs: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> str:
    """The paragraph that prints two names as a pair, empty if none does."""
    both = {normal(first), normal(second)}
    return next((rule for rule, printed in pairs if any(set(pair) == both for pair in printed)), "")


@lru_cache(maxsize=4096)
def row_of(name: str, people: People) -> tuple[str, ...]:
    """The row of a list in which a name stands, empty if it stands in none."""
    folded = normal(name)
    return next((row for row in people if folded in row), ())


@lru_cache(maxsize=4096)
def person(name: str) -> str:
    """Who a name may be by any list: equal for two names if an edition counts them as one person, or could."""
    for row in (*PEOPLE_2022, *PEOPLE_2005):
        if normal(name) in row:
            return row[0]
    return name


def names_together(first: str, second: str, people: People) -> bool:
    """Whether two different names stand for one person on a list."""
    row = row_of(first, people)
    return first != second and bool(row) and row == row_of(second, people)
