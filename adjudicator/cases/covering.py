"""Coverage: which indexed rules the passing cases prove, per document."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from adjudicator.cases.audit import Claim, audited, claimed
from adjudicator.cases.case import Case, CaseError, files, load
from adjudicator.cases.judge_desk import JudgeDesk
from adjudicator.cases.kept import Audits
from adjudicator.cases.runner import CaseResult, run_case
from adjudicator.citations import Books
from adjudicator.citations import load as load_books
from adjudicator.citations.coverage import Share, general
from adjudicator.citations.coverage import coverage as shares
from adjudicator.games import GameList


class Coverage(msgspec.Struct, frozen=True):
    """The coverage of all documents (`general`: without errata and rulings on one card), and what it rests on.

    `failed` are the cases that do not pass, which prove nothing; `fallen` the claims that the audit
    does not accept and no other case proves.
    """

    documents: dict[str, Share]
    general: dict[str, Share]
    failed: tuple[CaseResult, ...] = ()
    fallen: tuple[Claim, ...] = ()
    proven: tuple[str, ...] = ()


def run(paths: Iterable[str | Path], games: GameList) -> list[CaseResult]:
    """Run all case files below some paths, each under all of its editions. Raises CaseError for a missing path."""
    return [result for _, result in _run(paths, games)]


def _run(paths: Iterable[str | Path], games: GameList) -> list[tuple[Case, CaseResult]]:
    found: list[tuple[Case, CaseResult]] = []
    for path in files(paths):
        try:
            case = load(path)
        except CaseError as bad:
            found.append((Case(""), CaseResult(str(path), "", "", ((0, bad.why),))))
            continue
        found.extend((case, run_case(case, edition, JudgeDesk(games), str(path))) for edition in case.under)
    return found


def passing(paths: Iterable[str | Path], games: GameList) -> list[tuple[Case, CaseResult]]:
    """The cases that pass, with what came of them. Raises CaseError for a missing path."""
    return [(case, result) for case, result in _run(paths, games) if result.passed]


def coverage(
    paths: Iterable[str | Path], games: GameList, *, audit: bool = False, kept: Path | None = None
) -> Coverage:
    """What the cases below some paths prove; with `audit` only what survives it.

    `kept` is a folder in which audits are kept for the next time. Raises CaseError, and OSError for such a folder.
    """
    claims: list[Claim] = []
    failed: list[CaseResult] = []
    audits = Audits(kept if audit else None, games)
    for path in files(paths):
        try:
            case = load(path)
        except CaseError as bad:
            failed.append(CaseResult(str(path), "", "", ((0, bad.why),)))
            continue
        for edition in case.under:
            before = audits.find(path, edition)
            if before is not None:
                claims.extend(before)
                continue
            result = run_case(case, edition, JudgeDesk(games), str(path))
            if not result.passed:
                failed.append(result)
                continue
            found = (audited if audit else claimed)(case, result, games)
            audits.keep(path, edition, found)
            claims.extend(found)
    audits.write()
    return _coverage(claims, failed, games)


def _coverage(claims: list[Claim], failed: list[CaseResult], games: GameList) -> Coverage:
    books = load_books()
    known = [claim for claim in claims if _in_edition(books, games, claim)]
    proven = {claim.rule for claim in known if claim.proven}
    fallen = tuple(claim for claim in claims if claim.rule not in proven and not claim.proven)
    return Coverage(
        documents=shares(books, proven),
        general=shares(books, proven, general),
        failed=tuple(failed),
        fallen=fallen,
        proven=tuple(sorted(proven)),
    )


def _in_edition(books: Books, games: GameList, claim: Claim) -> bool:
    """Whether the edition of a case hears the document of the rule it claims."""
    try:
        document = books.entry(claim.rule).document
    except LookupError:
        return False
    return document in games.of(claim.edition).editions[claim.edition].documents
