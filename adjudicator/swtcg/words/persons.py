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
        "idc.unique.name-pairs-tarkin-yularen-vader",
        (
            ("admiral tarkin", "grand moff tarkin"),
            ("admiral yularen", "colonel wullf yularen"),
            ("anakin skywalker", "darth vader"),
        ),
    ),
    (
        "idc.unique.name-pairs-hett-solo-ackbar-valorum",
        (
            ("asharad hett", "darth krayt"),
            ("ben solo", "kylo ren"),
            ("captain ackbar", "admiral ackbar"),
            ("chancellor finis valorum", "finis valorum"),
        ),
    ),
    (
        "idc.unique.name-pairs-palpatine",
        (("chancellor palpatine", "darth sidious"), ("senator palpatine", "emperor palpatine")),
    ),
    (
        "idc.unique.name-pairs-djarin-dooku-grogu-jacen",
        (
            ("din djarin", "the mandalorian"),
            ("dooku", "darth tyranus"),
            ("grogu", "the child"),
            ("jacen solo", "darth caedus"),
        ),
    ),
    (
        "idc.unique.name-pairs-kreia-horn-janson-malak",
        (
            ("kreia", "darth traya"),
            ("lieutenant corran horn", "corran horn"),
            ("lieutenant wes janson", "captain wes janson"),
            ("malak", "darth malak"),
        ),
    ),
    (
        "idc.unique.name-pairs-jade-maul-amidala",
        (("mara jade", "mara jade skywalker"), ("maul", "darth maul"), ("padme amidala", "queen amidala")),
    ),
    (
        "idc.unique.name-pairs-leia",
        (("princess leia", "leia organa solo"), ("leia organa", "general leia organa solo")),
    ),
    (
        "idc.unique.name-pairs-revan-rey-wedge",
        (("revan", "darth revan"), ("rey", "rey skywalker"), ("wedge antilles", "commander wedge antilles")),
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
