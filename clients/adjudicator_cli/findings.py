"""Findings about files of cards: told line by line, as data, and in a summary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator_cli.own_games import workshop
from adjudicator_cli.terminal import say_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from adjudicator.kernel.game.workshop import Finding

    Findings = Mapping[str, Sequence[Finding]]


def tell(told: dict[str, Any], table: Iterable[str], found: Findings, args: argparse.Namespace) -> int:
    """Print what was made of files and what was found wrong with them.

    The exit status is 1 if `--strict` minds a loss.
    """
    if args.json:
        say_json({**told, "findings": list(as_data(found))})
    else:
        print("\n".join((*table, *lines(found), *summary(found))))
    return 1 if args.strict and losses(found) else 0


def losses(found: Findings) -> int:
    """How many of the findings are losses."""
    return sum(one.lost for each in found.values() for one in each)


def lines(found: Findings) -> Iterator[str]:
    """Each finding with its file; many repairs of one kind in one file stand in one line."""
    rendered = workshop().rendered
    return (f"{path}: {line}" for path, each in found.items() for line in rendered(each))


def summary(found: Findings) -> Iterator[str]:
    """One line that counts repairs and losses, if there are any."""
    every, lost = sum(len(each) for each in found.values()), losses(found)
    if every:
        files = sum(bool(each) for each in found.values())
        yield f"findings: {every} in {files} file{'s' * (files > 1)}, {lost} of them with a loss"


def as_data(found: Findings) -> Iterator[dict[str, Any]]:
    """Each finding as plain values."""
    for path, each in found.items():
        for one in each:
            yield {
                "file": path,
                "line": one.line,
                "card": one.card,
                "code": one.code,
                "read": one.read,
                "taken": one.took,
                "lost": one.lost,
                "said": one.render(),
            }
