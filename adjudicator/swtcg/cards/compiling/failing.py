"""Where understanding ends."""

from __future__ import annotations

from lark import Token

from adjudicator.swtcg.cards.compiling.lexing import UNKNOWN


class NotUnderstood(Exception):
    """Some words are not understood: `words` are those, `unknown` those that no text has had so far."""

    def __init__(self, words: str, *, unknown: bool = False, why: str = "") -> None:
        """Keep the words."""
        super().__init__(words)
        self.words = words
        self.unknown = unknown
        self.why = why


def not_read(text: str, row: list[Token], token: Token | None) -> NotUnderstood:
    """What was not understood of a text: its first unknown word, else the words where reading ended."""
    unknown = next((each for each in row if each.type == UNKNOWN), None)
    if unknown is not None:
        return NotUnderstood(str(unknown), unknown=True)
    if token is None:
        return NotUnderstood("(the end)")
    at = token.start_pos or 0
    return NotUnderstood(" ".join(text[at:].split()[:4]) or str(token))
