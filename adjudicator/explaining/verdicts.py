"""A verdict as a tree, at three levels: the answer, what fails, everything."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.explaining.tree import Basis, Cite, Kind, Node, words_of
from adjudicator.kernel.judging import ALL, ANSWER, FAILING
from adjudicator.kernel.verdict import Clause, Verdict
from adjudicator.kernel.viewing import JUDGE

Told = tuple[str, str, str]
"""Something that happened: its kind, one sentence about it, and the rule (or nothing)."""


def explain_verdict(said: str, given: Verdict, happened: Sequence[Told], cite: Cite, level: int = FAILING) -> Node:
    """The tree of a verdict on what was said (in notation). `given` has to carry the clauses that the level asks for.

    The root cites the headline, and names all that decides (`Verdict.deciding`). Of what is legal it is said first why
    it is allowed, then what does not follow though one could expect it, then what happens (`happened`, in their order),
    and what the table waits for.
    """
    clauses = given.clauses if level == ALL else given.telling
    below: list[Node] = []
    deciding = given.deciding
    turned_down = [
        Node(Kind.NOT_HAPPENED, each.what, citation=cite(each.rule), evidence=(("because", each.because),))
        for each in sorted(given.non_events, key=lambda each: each.rule not in deciding)
    ]
    if level != ANSWER:
        below += [condition(each, cite) for each in clauses]
        below += [Node(Kind.MISSING, words_of(each), code=each) for each in given.missing]
        if given.options:
            options = tuple(Node(Kind.OPTION, each) for each in given.options)
            below.append(Node(Kind.INSTEAD, "would be legal instead", basis=Basis.ANY_OF, below=options))
        below += turned_down
        below += [Node(Kind.HAPPENED, text, code=kind, citation=cite(rule)) for kind, text, rule in happened if text]
        below += _foreseen(given, cite)
        below += _waits(given, cite)
    return Node(
        Kind.RULING,
        said,
        outcome=given.ruling.value,
        basis=Basis.ALL_OF if clauses and level != ANSWER else Basis.NONE,
        citation=cite(given.headline),
        evidence=(("decided by", ", ".join(deciding)),) if deciding[1:] else (),
        below=tuple(below),
    )


def _foreseen(given: Verdict, cite: Cite) -> list[Node]:
    """What departs from the ordinary course only if nobody does anything in the chances that follow."""
    rules, words = given.foreseen
    if not rules:
        return []
    text = f"If nobody does anything before: {words}" if words else "More follows if nobody does anything before."
    return [Node(Kind.HAPPENED, text, code="Foreseen", citation=cite(rules[0]))]


NO_PLAYER = {"chance": "dice or cards", JUDGE: "the judge"}
"""What is waited for where it is the word of no player."""


def _waits(given: Verdict, cite: Cite) -> list[Node]:
    """Whose word the table waits for after what is legal."""
    window = None if given.after is None else given.after.agenda.window
    if window is None:
        return []
    asked = " and ".join(NO_PLAYER.get(seat) or seat.capitalize() for seat in window.asked)
    return [Node(Kind.HAPPENED, f"The table waits for {asked}.", code="Awaits", citation=cite(window.rule))]


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
        cited.says if cited is not None and cited.says else words_of(clause.code),
        outcome=clause.finding.value,
        basis=Basis.UNLESS if below else Basis.NONE,
        code=clause.code,
        citation=cited,
        evidence=clause.evidence,
        below=below,
    )
