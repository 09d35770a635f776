"""Verdicts of the judge in process as plain values, in the same shape as those of a service."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.citations import Books
    from adjudicator.kernel.explained import Explained
    from adjudicator.kernel.verdict import Clause, Verdict


class Citing:
    """Citations under an edition, as plain values; the books are opened when the first one is needed."""

    def __init__(self, edition: str, rulebooks: str = "") -> None:
        self.edition = edition
        self._rulebooks = rulebooks
        self._books: Books | None = None

    @property
    def books(self) -> Books:
        """The books. Raises NotADirectoryError if the operator's folder is none."""
        if self._books is None:
            from pathlib import Path

            from adjudicator.citations import load

            self._books = load(Path(self._rulebooks) if self._rulebooks else None)
        return self._books

    def __call__(self, rule: str) -> dict[str, Any]:
        """A rule with its place; only the id for one that the books do not have."""
        from adjudicator.citations import UnknownDocument, UnknownRule

        try:
            found = self.books.cite(rule, self.edition)
        except (UnknownRule, UnknownDocument):
            return {"rule": rule}
        first, last = found.lines or (0, 0)
        told = {
            "rule": rule,
            "document": found.document,
            "document_title": found.title,
            "section": found.section,
            "page": found.page or 0,
            "last_page": found.page_last or found.page or 0,
            "first_line": first,
            "last_line": last,
            "paraphrase": found.says,
            "passage": found.passage or "",
            "same_as": list(found.same_as),
            "against": list(found.against),
            "prevails": found.prevails or "",
        }
        return {name: content for name, content in told.items() if content}


def clause(found: Clause, cite: Citing) -> dict[str, Any]:
    """A checked condition."""
    told: dict[str, Any] = {"code": found.code, "finding": found.finding.value}
    if found.rule:
        told["citation"] = cite(found.rule)
    if found.evidence:
        told["evidence"] = [{"name": name, "value": stood} for name, stood in found.evidence]
    if found.override is not None:
        told["override"] = {"source": found.override.source, "citation": cite(found.override.rule)}
    return told


def verdict(game: Any, table: Any, said: Any, given: Verdict, cite: Citing, *, whole: bool = True) -> dict[str, Any]:
    """A verdict on what was said on a table."""
    told = {"said": game.say(table, said), **ruling(given, cite, whole=whole)}
    for each in told.get("non_events", ()):
        each["what"] = game.in_names(table, each["what"])
    if given.facts:
        told["facts"] = facts(game, table, given.facts, cite)
    return told


def ruling(given: Verdict, cite: Citing, *, whole: bool = True) -> dict[str, Any]:
    """A ruling with what carries it, but for the facts: first the rule that it rests on before all others, and all that
    decide.

    Not `whole`, it has only the clauses that an explanation cannot do without; that rule is looked for among all.
    """
    told: dict[str, Any] = {"ruling": given.ruling.value}
    told |= deciding(given.deciding, cite)
    if clauses := given.clauses if whole else given.telling:
        told["clauses"] = [clause(each, cite) for each in clauses]
    if given.non_events:
        told["non_events"] = [
            {"what": each.what, "because": each.because, "citation": cite(each.rule)} for each in given.non_events
        ]
    if given.foreseen.rules:
        told["foreseen"] = {"what": given.foreseen.words, "citation": cite(given.foreseen.rules[0])}
    if given.missing:
        told["missing"] = list(given.missing)
    if given.options:
        told["options"] = list(given.options)
    return told


def facts(game: Any, table: Any, happened: Any, cite: Citing) -> list[dict[str, Any]]:
    """The facts, each told on the table that it has just changed."""
    draft = game.fork(table)
    told = []
    for fact in happened:
        game.fold(draft, fact)
        text = game.tell(draft, fact)
        if text:
            one = {"kind": type(fact).__name__, "text": text}
            if fact.rule:
                one["citation"] = cite(fact.rule)
            if fact.cause:
                one["cause"] = fact.cause
            told.append(one)
    return told


def deciding(rules: Sequence[str], cite: Citing) -> dict[str, Any]:
    """The rules that decide: the one named before all others, and all; nothing if none is known."""
    cited = [cite(rule) for rule in rules]
    return {"decides": cited[0], "deciding": cited} if cited else {}


def explained(found: Explained, cite: Citing) -> dict[str, Any]:
    """A value with everything that made it."""
    return {
        "what": found.what,
        "of": found.of,
        "total": found.total,
        "text": str(found),
        **deciding(found.deciding, cite),
        "contributions": [
            {"how": part.how, "amount": part.amount, "source": part.source}
            | ({"would": part.would} if part.would else {})
            | ({"citation": cite(part.rule)} if part.rule else {})
            for part in found.parts
        ],
    }
