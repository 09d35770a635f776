"""What somebody's words mention: the cards that a declaration names, and what a field of a fact holds of a name."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from adjudicator.swtcg.notation.names import aliases, face_of, refer, shown_name
from adjudicator.swtcg.notation.saying import say
from adjudicator.swtcg.notation.texts import CardText
from adjudicator.swtcg.table.table import Table


def named(table: Table, said: Any) -> tuple[str, ...]:
    """The titles of the cards that a declaration names, as far as the table knows them, in order of their aliases."""
    words = say(table, said).casefold()
    titles: dict[str, None] = {}
    for alias, number in aliases(table).items():
        title = shown_name(table, table.stacks[number])
        if title and (title.casefold() in words or re.search(rf"(?<![\w-]){re.escape(alias)}(?![\w-])", words)):
            titles[title] = None
    return tuple(titles)


def held_by(table: Table, words: str, field: str) -> Any:
    """What a field of a fact holds of what is called so.

    It is the number of the stack, or of its top card (`card`, `cards`); the key of the card of that name (`face`), or
    that card by value (`printed`). Raises NotUnderstoodError, AmbiguousError.
    """
    if field in {"face", "printed"}:
        name, _, key = words.rstrip("}").partition("{")
        face = face_of(CardText(name.strip(), key=key), table.faces, table.reckoning.catalogue)
        return face.key if field == "face" else msgspec.to_builtins(face)
    number = refer(table, words)
    stack = table.stacks.get(number)
    return stack.cards[0] if stack is not None and field in {"card", "cards"} else number
