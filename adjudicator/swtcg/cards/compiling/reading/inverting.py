"""Inverted sentences, as one Jedi Master speaks them, put straight.

The verb stands last there, mostly after its subject: "To that unit 2 damage he does." A clause whose last word is a
verb has it put first again, with its subject before it, then what it is done to, then the rest. This is tried only
where a sentence cannot be read as it stands.
"""

from __future__ import annotations

from lark import Token

VERBS = frozenset({
    "get", "draw", "choose", "discard", "do", "is", "put", "look", "pay", "play", "lose", "disrupt", "use", "can",
    "remove", "prevent", "deploy", "tap", "untap", "retreat", "return", "end", "start", "attack", "may",
})  # fmt: skip
AHEAD = frozenset({"to", "in", "into", "on", "from", "at", "under", "with", "of", "for"})
BREAKS = frozenset({",", "if", "when", "unless", "and", "then", "as long as", "until", "whenever"})
SUBJECTS = (("your", "opponent"), ("you",), ("§",), ("¤",), ("it",), ("that", "player"))


def straightened(row: list[Token]) -> list[Token] | None:
    """The tokens with inverted clauses put straight; None if there are none."""
    found: list[Token] = []
    changed = False
    for clause in _cut(row):
        straight = _straight(clause)
        changed = changed or straight is not None
        found.extend(straight if straight is not None else clause)
    return found if changed else None


def _cut(row: list[Token]) -> list[list[Token]]:
    """Cut tokens into clauses and the words between them."""
    parts: list[list[Token]] = [[]]
    for token in row:
        if str(token) in BREAKS:
            parts.extend(([token], []))
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _straight(clause: list[Token]) -> list[Token] | None:
    """A clause that ends in its verb, put straight; None if it does not."""
    end = len(clause)
    if end < 2:
        return None
    at = end - 1
    modal: list[Token] = []
    length = _subject(clause[:at])
    if length and str(clause[at]) == "may" and str(clause[0]) in VERBS:  # "draw a card you may"
        return [*clause[at - length :], *clause[: at - length]]
    if str(clause[at]) in ("can", "may", "can't", "cannot") and str(clause[at - 1]) not in VERBS:
        return None
    if str(clause[at]) in ("can", "may") and at > 1:
        modal = [clause[at]]
        at -= 1
        while at > 0 and _subject(clause[: at + 1]):
            break
    if str(clause[at]) not in VERBS:
        return None
    if str(clause[at]) == "do" and str(clause[0]) in VERBS:
        return [*clause[1:at], clause[0]]  # "end the battle phase does"
    if str(clause[at]) in ("start", "end") and clause[at - 1].type == "STEP":
        return None  # "when your build step starts" stands as it should
    verb = [clause[at]]
    rest = clause[:at]
    length = _subject(rest)
    subject = rest[len(rest) - length :] if length else []
    things, places = _phrases(rest[: len(rest) - length])
    if not things and not places and not subject:
        return None
    return [*subject, *modal, *verb, *things, *places]


def _subject(row: list[Token]) -> int:
    """How many tokens at the end are a subject."""
    words = tuple(str(token) for token in row)
    return next((len(each) for each in SUBJECTS if words[-len(each) :] == each), 0)


def _phrases(row: list[Token]) -> tuple[list[Token], list[Token]]:
    """What the verb is done to, and the phrases that say where, to whom or how, in their order."""
    ahead: list[list[Token]] = []
    things: list[Token] = []
    at = 0
    while at < len(row) and str(row[at]) in AHEAD:
        length = _phrase_length(row, at)
        ahead.append(row[at : at + length])
        at += length
    things = row[at:]
    return things, [token for phrase in ahead for token in phrase]


def _phrase_length(row: list[Token], at: int) -> int:
    """How long the phrase is that a preposition begins: up to its noun and what hangs on it."""
    length = 1
    while at + length < len(row):
        token = row[at + length]
        if token.type in ("NOUN", "TYPE") and not (
            at + length + 1 < len(row) and row[at + length + 1].type in ("NOUN", "ARENA")
        ):
            length += 1
            if at + length < len(row) and str(row[at + length]) in ("of", "in"):
                length += 1
                continue
            return length
        if token.type in ("NUM", "SIGNED") and length > 1 and str(row[at + length - 1]) != "top":
            return length
        length += 1
        if str(token) in ("arena", "deck", "hand", "pile", "zone"):
            return length
    return length
