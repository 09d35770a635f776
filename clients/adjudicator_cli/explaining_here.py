"""Explanations without a service: of a board that is typed in or lies in a file, with cards written beside it.

The lines below the board (`> light: pass`) are declared first, so one may ask wherever a table stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adjudicator.cases.judge_desk import begun, opening_of
from adjudicator.cases.sitting import Heard, Sitting
from adjudicator.citations import load
from adjudicator.explaining import (
    Node,
    explain_value,
    explain_verdict,
    lines,
    of_books,
    page,
    short,
    why_not_listed,
)  # fmt: skip
from adjudicator.explaining.tree import Cite
from adjudicator.kernel.judging import ALL, ANSWER, FAILING, judge
from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError
from adjudicator.kernel.verdict import Ruling
from adjudicator_cli.case_files import said_before
from adjudicator_cli.own_games import own_games
from adjudicator_cli.terminal import UnusableError

DRAWN: dict[str, Callable[[Node], str]] = {
    "lines": lambda tree: "\n".join(str(line) for line in lines(tree)),
    "tree": lambda tree: "\n".join(str(line) for line in lines(tree)),
    "short": short,
    "html": page,
}
LEVELS = {"answer": ANSWER, "failing": FAILING, "all": ALL}


class Here:
    """A table in this process, and the explanations of what is asked there."""

    def __init__(self, path: str, edition: str) -> None:
        """The table of a board, after what is said below it; without an `edition` under that which the file names.

        Raises CaseError, UnusableError.
        """
        case, lines_of = said_before(path)
        edition = edition or case.under[0]
        try:
            decks = {} if case.board else case.decks
            game, opening = opening_of(own_games(), edition, case.board, case.cards, case.settings, decks)
            sitting = Sitting(game, begun(game, opening))
            for step, line in zip(case.steps, lines_of, strict=True):
                _make(sitting, step.say, line)
        except ValueError as error:
            raise UnusableError(str(error)) from error
        self.game, self.table = sitting.game, sitting.table
        self._cite = of_books(load(None), edition)

    def verdict(self, words: str, level: str) -> Node:
        """The ruling on a declaration. Raises UnusableError."""
        said = self._read(words, self.game.read)
        return tree_of(self.game, self.table, said, judge(self.game, self.table, said, ALL), self._cite, LEVELS[level])

    def unlisted(self, words: str) -> Node:
        """Why something is not listed, also of a card that is nowhere at the table. Raises UnusableError."""
        said = self._read(words, self.game.read, self.game.read_anyway)
        return why_not_listed(self.game, self.table, said, self._cite)

    def value(self, of: str, name: str) -> Node:
        """A value. Raises UnusableError."""
        try:
            return explain_value(self.game.value(self.table, of, name), self._cite)
        except KeyError as error:
            raise UnusableError(f"no value {name} of {of}: {error.args[0] if error.args else ''}") from error
        except (NotUnderstoodError, AmbiguousError) as error:
            raise UnusableError(f"`{of}`: {error}") from error

    def _read(self, words: str, *ways: Callable[[Any, str], Any]) -> Any:
        """The declaration or the value that some words name, read in the first way that understands them."""
        first: Exception | None = None
        for read in ways:
            try:
                return read(self.table, words)
            except (NotUnderstoodError, AmbiguousError) as error:
                first = first or error
        raise UnusableError(f"`{words}`: {first}")


def _make(sitting: Sitting, words: str | None, line: int) -> None:
    """Say what stands below a board. Raises UnusableError if it is not understood or not legal."""
    if words is None:
        return
    heard = sitting.hear(words, made=True)
    where = f"line {line}: `{words}`" if line else f"`{words}`"
    if heard.verdict is None:
        raise UnusableError(f"{where}: {heard.error}")
    if not heard.already and heard.verdict.ruling is not Ruling.LEGAL:
        failing = ", ".join(each.code for each in heard.verdict.failing) or ", ".join(heard.verdict.missing)
        raise UnusableError(f"{where} is {heard.verdict.ruling.value} ({failing}), so nothing follows from it")


def tree_of(game: Any, table: Any, said: Any, given: Any, cite: Cite, level: int) -> Node:
    """The tree of a verdict on what was said on a table."""
    draft, happened = game.fork(table), []
    for fact in given.facts:
        game.fold(draft, fact)
        happened.append((type(fact).__name__, game.tell(draft, fact), fact.rule))
    renamed = msgspec.structs.replace
    turned_down = tuple(renamed(each, what=game.in_names(table, each.what)) for each in given.non_events)
    named = renamed(given, non_events=turned_down)
    return explain_verdict(game.say(table, said), named, happened, cite, level)


def drawn(game: Any, heard: Heard, edition: str, level: int, form: str) -> str:
    """The ruling on a line that was heard, in a form."""
    tree = tree_of(game, heard.before, heard.said, heard.verdict, of_books(load(None), edition), level)
    return DRAWN[form](tree)


def told(node: Node) -> dict[str, Any]:
    """A tree as plain values, in the shape that a service gives."""
    content: dict[str, Any] = {name: str(found) for name in TEXTS if (found := getattr(node, name))}
    if node.citation is not None:
        cited = msgspec.structs.asdict(node.citation)
        content["citation"] = {name: list(each) if isinstance(each, tuple) else each for name, each in cited.items()}
    if node.evidence:
        content["evidence"] = [{"name": name, "value": stood} for name, stood in node.evidence]
    if node.amount:
        content["amount"] = node.amount
    if node.below:
        content["below"] = [told(each) for each in node.below]
    return content


TEXTS = ("kind", "text", "outcome", "basis", "code", "how")
"""The fields of a node that are words."""
