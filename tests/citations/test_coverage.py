"""The arithmetic of coverage."""

from __future__ import annotations

from adjudicator.citations import Books
from adjudicator.citations.coverage import coverage, general, groups

ROTS = "swtcg-rots-2005"
CRF = "swtcg-crf-2005-05-11"


def test_nothing_proven(books: Books) -> None:
    """Without proof every testable rule is unproven, in the order of its text."""
    found = coverage(books, ())
    assert [document.id for document in books.documents] == list(found)
    assert (527, 491, 0, 0) == (found[ROTS].entries, found[ROTS].testable, found[ROTS].proven, found[ROTS].joined)
    assert 491 == len(found[ROTS].unproven)
    assert "rots.cards.edition-changes" == found[ROTS].unproven[0]
    assert 0.0 == found[ROTS].share


def test_everything_proven(books: Books) -> None:
    """With every rule proven nothing is left, and nothing counts as joined."""
    found = coverage(books, {entry.id for entry in books})
    assert {(): 1.0} == {share.unproven: share.share for share in found.values()}
    assert {0} == {share.joined for share in found.values()}


def test_a_joined_rule_is_proven_with_its_group(books: Books) -> None:
    """One member proves the group, across documents; the others are counted as joined."""
    found = coverage(books, {"crf.retreat.tapped-units-cannot"})
    assert (1, 0) == (found[CRF].proven, found[CRF].joined)
    assert (1, 1) == (found[ROTS].proven, found[ROTS].joined)
    assert "rots.retreat.tapped-units-cannot" not in found[ROTS].unproven


def test_what_is_not_testable_or_does_not_exist_proves_nothing(books: Books) -> None:
    """Ids of readings, of definitions without a check, and of nothing count for nothing."""
    idle = next(entry.id for entry in books.entries(ROTS) if not entry.testable)
    found = coverage(books, {idle, "ruling.no-such-point", "rots.no.such-rule"})
    assert {0} == {share.proven for share in found.values()}


def test_the_general_part_is_a_part(books: Books) -> None:
    """Of the consolidated rulings 211 general rules are testable."""
    found = coverage(books, {"crf.retreat.tapped-units-cannot"}, general)[CRF]
    assert (211, 1, 210) == (found.testable, found.proven, len(found.unproven))


def test_groups_stand_once_and_hold_at_least_two(books: Books) -> None:
    """Each joined rule is in exactly one group."""
    found = groups(books)
    members = [id for group in found for id in group]
    assert sorted(set(members)) == sorted(members)
    assert 2 <= min(len(group) for group in found)
    assert {entry.id for entry in books if entry.same_as} == set(members)
