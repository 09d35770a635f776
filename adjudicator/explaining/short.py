"""A tree in one plain text of at most 280 characters, for a message or a caption."""

from __future__ import annotations

from adjudicator.explaining.tree import Basis, Cited, Kind, Node, sentence

SHORT_MAX = 280
_ELLIPSIS = "…"


def short(node: Node, limit: int = SHORT_MAX) -> str:
    """The answer, why, and the deciding rule's id, in at most `limit` characters; the id is never cut.

    A text that is too long is cut at its end: the reason first, then the declaration.
    """
    head, why, rule = _parts(node)
    end = f" [{rule}]" if rule else ""
    room = limit - len(end)
    text = f"{head}: {why}" if why else head
    if len(text) <= room:
        return text + end
    return _cut(text, room) + end


def _parts(node: Node) -> tuple[str, str, str]:
    """What it is about with the outcome, the reason, and the deciding rule."""
    rule = node.citation.rule if node.citation is not None else ""
    if node.kind is Kind.VALUE:
        terms = [f"{each.text} {each.amount}" for each in node.below]
        first = next((each.citation.rule for each in reversed(node.below) if each.citation is not None), "")
        if node.basis is not Basis.SUM:
            return f"{node.text} ({node.amount})", "; ".join(terms), rule or first
        return f"{node.text} is {node.amount}", " + ".join(terms).replace("+ -", "- "), rule or first
    outcome = node.outcome.upper() if node.kind is Kind.RULING else node.outcome
    against = [each for each in node.below if each.outcome in ("fails", "unknown")]
    if against:
        words = sentence(against[0].text) + (f" Unless: {against[0].below[0].text}." if against[0].below else "")
        others = " ".join(sentence(each.text) for each in against[1:])
        return f"{outcome}: {node.text}", words + (f" Also: {others}" if others else ""), rule
    return f"{outcome}: {node.text}", _why_and_then(node) or (node.citation.says if node.citation else ""), rule


def _why_and_then(node: Node) -> str:
    """Of what is legal: first why it is allowed, then what does not follow, then what happens."""
    allowed = [words for each in node.below if each.kind is Kind.CONDITION and (words := _allows(each, node.citation))]
    missed = [_denied(each.text, each.evidence[0][1]) for each in node.below if each.kind is Kind.NOT_HAPPENED]
    then = [each.text for each in node.below if each.kind in (Kind.HAPPENED, Kind.OPTION)]
    return " ".join(map(sentence, (*allowed[:1], *missed[:1], *then)))


def _allows(condition: Node, headline: Cited | None) -> str:
    """How a condition lets it be said, if it has the headline: its rule, or a card against its rule."""
    if condition.citation == headline:
        return condition.text
    by = next((each.text for each in condition.below if each.citation == headline), "")
    return f"{by} allows it against this rule: {condition.text}" if by else ""


def _denied(what: str, because: str) -> str:
    """That something does not happen, and why: "No attack dice: power is 0 or less"."""
    if what.startswith("what "):
        return f"Nothing of {what}: {because}"
    first, _, rest = what.partition(" ")
    return f"No {rest if first in ARTICLES and rest else what}: {because}"


ARTICLES = ("a", "an", "the")


def _cut(text: str, room: int) -> str:
    """A text cut at a word, with an ellipsis; at a letter if a single word is too long."""
    if room <= 1:
        return text[: max(0, room)]
    kept = text[: room - 1]
    at_word = kept.rpartition(" ")[0]
    return (at_word if len(at_word) > room // 2 else kept).rstrip(" ,;:") + _ELLIPSIS
