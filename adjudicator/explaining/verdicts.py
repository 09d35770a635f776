"""A verdict as a tree, at three levels: the answer, what fails, everything."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.explaining.tree import Basis, Cite, Kind, Node
from adjudicator.kernel.judging import ALL, ANSWER, FAILING
from adjudicator.kernel.verdict import Clause, Verdict

Told = tuple[str, str, str]
"""Something that happened: its kind, one sentence about it, and the rule (or nothing)."""


def explain_verdict(said: str, given: Verdict, happened: Sequence[Told], cite: Cite, level: int = FAILING) -> Node:
    """The tree of a verdict on what was said (in notation). `given` has to carry the clauses that the level asks for.

    The root cites the deciding rule (`Verdict.headline`). `happened` are the facts in their order.
    """
    clauses = given.clauses if level == ALL else given.telling
    below: list[Node] = []
    if level != ANSWER:
        below += [condition(each, cite) for each in clauses]
        below += [Node(Kind.MISSING, _words(each), code=each) for each in given.missing]
        if given.options:
            options = tuple(Node(Kind.OPTION, each) for each in given.options)
            below.append(Node(Kind.INSTEAD, "would be legal instead", basis=Basis.ANY_OF, below=options))
        below += [Node(Kind.HAPPENED, text, code=kind, citation=cite(rule)) for kind, text, rule in happened if text]
        below += _foreseen(given, cite)
        below += [
            Node(Kind.NOT_HAPPENED, each.what, citation=cite(each.rule), evidence=(("because", each.because),))
            for each in given.non_events
        ]
    return Node(
        Kind.RULING,
        said,
        outcome=given.ruling.value,
        basis=Basis.ALL_OF if clauses and level != ANSWER else Basis.NONE,
        citation=cite(given.headline),
        below=tuple(below),
    )


def _foreseen(given: Verdict, cite: Cite) -> list[Node]:
    """What departs from the ordinary course only if nobody does anything in the chances that follow."""
    rules, words = given.foreseen
    if not rules:
        return []
    text = f"If nobody does anything before: {words}" if words else "If nobody does anything before."
    return [Node(Kind.HAPPENED, text, code="Foreseen", citation=cite(rules[0]))]


def conditions(given: Verdict, cite: Cite) -> tuple[Node, ...]:
    """The clauses that keep a declaration from being legal, as nodes."""
    return tuple(condition(each, cite) for each in given.telling)


def condition(clause: Clause, cite: Cite) -> Node:
    """A clause: what its rule says, what was looked at, and the card that decides instead of the rule."""
    cited = cite(clause.rule)
    below: tuple[Node, ...] = ()
    if clause.override is not None:
        over = clause.override
        below = (Node(Kind.CARD, over.source, clause.finding.value, citation=cite(over.rule)),)
    return Node(
        Kind.CONDITION,
        cited.says if cited is not None and cited.says else _words(clause.code),
        outcome=clause.finding.value,
        basis=Basis.UNLESS if below else Basis.NONE,
        code=clause.code,
        citation=cited,
        evidence=clause.evidence,
        below=below,
    )


def _words(code: str) -> str:
    """A stable code in small letters."""
    return code.replace("_", " ").lower() if code.isupper() or "_" in code else code
