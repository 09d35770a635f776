"""The part *values* of a game: numbers explained and followed, two tables side by side, the odds of an attack.

A method with a body here is one that a game may leave out; the body is then its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from adjudicator.kernel.base import Fact
from adjudicator.kernel.explained import Explained
from adjudicator.kernel.game.not_offered import NotOfferedError
from adjudicator.kernel.verdict import NonEvent

if TYPE_CHECKING:  # loaded for who asks
    from adjudicator.kernel.game.attack_odds import Answer, Question
    from adjudicator.kernel.supposing import Difference


class Held(NamedTuple):
    """A number that changes by facts alone, so that a log tells how it came about.

    `count` gives it on a table. It is the part of a value that comes from `part`, or all of it if that is empty;
    `rules` names those by which the last of some facts changed it (what was turned down stands among them), in order,
    "" for the part's own. `amends` says of a later fact by which rule what its cause has changed stays so; mostly it
    says nothing. `in_vain` says of a fact that changed nothing, and of what the number stayed at, by which rule that is
    where one could expect otherwise; mostly it says nothing.
    """

    count: Callable[[Any], int]
    part: str = ""
    rules: Callable[[Sequence[Any]], Sequence[str]] = lambda facts: (facts[-1].rule,)
    amends: Callable[[Any], str] = lambda _: ""
    in_vain: Callable[[Any, int], str] = lambda _fact, _total: ""


class Values(Protocol):
    """Numbers of a table, explained; `kernel.following` follows them through what has happened."""

    def value(self, table: Any, of: str, name: str) -> Explained:
        """A value of something on the table, explained.

        Raises KeyError for unknown names, and what reading `of` raises.
        """

    # followed through a log ----------------------------------------------------------------
    def held(self, table: Any, of: str, name: str) -> Held | None:
        """A value that changes by facts alone; None for all others."""
        return None

    def lasts(self, name: str) -> bool:
        """Whether effects that last for a time change a value."""
        return False

    def ending(self, table: Any, fact: Fact) -> str | None:
        """The rule by which something ends with a fact, on the table before it, empty if by its own; None if nothing
        does.
        """
        return None

    def kept_from(self, table: Any, asked: tuple[str, str], event: NonEvent) -> bool:
        """Whether what was turned down would have changed a value; `asked` is whose value, and which."""
        return False

    # side by side --------------------------------------------------------------------------
    def differences(self, before: Any, after: Any) -> Sequence[Difference]:
        """The differences between two tables, in a fixed order.

        Raises NotOfferedError for a game that leaves it out.
        """
        raise NotOfferedError("the game does not tell how two tables differ")

    # odds ----------------------------------------------------------------------------------
    def odds(self, table: Any, question: Question) -> Answer:
        """The odds of an attack at a table.

        Raises kernel.odds.OddsError, what notation raises, and NotOfferedError for a game without odds.
        """
        raise NotOfferedError("the game has no odds")
