"""Where one ability of a text box ends and the next begins, by what reads whole and not by a sign.

Most files part abilities by ` | `; others end them with a stop or a semicolon, or break one in two. The signs are
believed as long as all that stands between them is read. Else two parts are joined where one alone is not read and both
together are; and a part is cut where what begins behind a sign can only be another ability. In doubt it stays one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from adjudicator.swtcg.cards.paragraph_text import COMPILED, READ, Paragraph
from adjudicator.swtcg.words.language import Ability

PARTS_MAX = 40
"""How many signs of one text box are looked at; no real card has half as many."""

Reading = Callable[[Sequence[str]], tuple[Paragraph, ...]]
Cut = tuple[tuple[str, ...], tuple[Paragraph, ...]]

_KEYWORDS = (
    "accuracy|area damage|armor|avenge|backfire|barrage|bombard|critical hit|cunning|damage control|double damage|"
    "double strike|elude|ferocity|focus|fortitude|fury|hidden cost|inspiration|intimidation|ion cannon|lucky|overkill|"
    "overload|parry|precision|resilience|retaliate|riposte|shields|stealth|stun|surge|tenacity|velocity|consume"
)
_FRAMES = (
    r"upkeep|bounty|enhance|reserves|insert|switch|foresight|forewarning|adapt|stack|deploy|last stand|"
    r"alternative cost|reduced cost \d+"
)
_KEYWORD = re.compile(
    rf"(?:equipped [^.\"]*? (?:gets|can|may|has|loses)\b|(?:{_KEYWORDS})(?: [+-]?\d+)?(?=\s*(?:[.,;|(*]|and\b|$))|"
    rf"(?:{_FRAMES}):|\[pilot\])",
    re.IGNORECASE,
)
_KEYWORD_ALONE = re.compile(rf"(?:{_KEYWORDS})(?: [+-]?\d+)?\.?", re.IGNORECASE)
_COST = re.compile(
    r"(?:pay|tap|\[tap\]|discard|put|add|remove|retreat|lose|return|do|show|reveal|\d+ force)(?!\w)[^.\"|]*? -> ",
    re.IGNORECASE,
)
_OPENS = re.compile(r"(?:when|whenever|as long as)\b(?P<opener>[^,.]*)(?P<rest>[^.]*)", re.IGNORECASE)
_POINTS_BACK = re.compile(r"\b(?:that|those|them|they|chosen|this (?:turn|attack|way|battle))\b", re.IGNORECASE)
_IT = re.compile(r"\b(?:it|its|he|she|him|his|her)\b", re.IGNORECASE)
_NOUN = re.compile(r"[A-Z]|\b(?:this unit|one of|a unit|each)\b")
_OF_TIME = re.compile(
    r"\b(?:turn|phase|step|battle|attack) (?:ends|starts|begins)\b|\bthe (?:start|end) of\b", re.IGNORECASE
)
_NEVER = re.compile(r"(?:if you do|if they do|play only|use only|then|or|also|otherwise)\b", re.IGNORECASE)
_ALWAYS = re.compile(
    r"(?:each (?:of|\w+)|this unit|your|you can|[A-Z][\w'. -]*?) (?:[^.]*? )?"
    r"(?:gets?|can't|can|costs?|doesn't|has|loses?|counts?)\b"
)
_KEYWORD_PLAYED = re.compile(
    r"-> (?:evade|deflect|intercept|retaliate|absorb|ambush|persuade|protect|redirect)\b[ \d]*\.?$", re.IGNORECASE
)
_DONE_ONCE = re.compile(r" -> |^(?:when|whenever)\b", re.IGNORECASE)
_LAST = re.compile(r"\b(?:play|use) (?:this ability )?only [^.\"]*\.$", re.IGNORECASE)
_COMPLETED = re.compile(r"you (?:can|may) complete [^.]* only [^.]*\.", re.IGNORECASE)
_ON_A_CARRIER = re.compile(r"equipped [^.\"]*? (?:gets|can|may|has|loses)\b", re.IGNORECASE)
_LISTS = re.compile(r"\[pilot\]", re.IGNORECASE)
_SIGN = re.compile(r"(?P<stop>\.)\s+(?=[A-Z\[\"\d§])|\s*(?P<strong>;)\s*|\s+(?P<star>\*)\s+")


def parted(texts: Sequence[str], made: tuple[Paragraph, ...], read: Reading) -> Cut:
    """The abilities' texts as far as they can be told apart, and how they read; `texts` is what the signs part,
    `made` how that reads.

    `read` reads a whole card. All texts that are read stay as they are.
    """
    found = tuple(texts)
    if (cut := _ended(found)) != found:  # what would be read as its last sentence is no part of it
        again = read(cut)
        if _unread(again) <= _unread(made) and _abilities(again) != _abilities(made):
            found, made = cut, again
    if not _unread(made):
        return found, made
    found, made = _all_joined(found, made, read)
    at = 0
    while at < len(found) and len(found) < PARTS_MAX:
        if not _whole(made, at) and (better := _cut(found, at, read)) is not None:
            found, made = better
        else:
            at += 1
    return found, made


def _ended(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The texts, cut where a restriction has ended an ability and another begins."""
    found: list[str] = []
    for text in texts:
        rest = text
        for left, right, _ in _places(text):
            ends = _LAST.search(left) and _begins(right)
            if (ends or _ON_A_CARRIER.match(right) or _COMPLETED.fullmatch(left)) and rest.endswith(right):
                found.append(rest[: len(rest) - len(right)].strip(" ;*"))
                rest = right
        found.append(rest)
    return tuple(found)


def _abilities(made: Sequence[Paragraph]) -> list[Ability]:
    return [ability for each in made for ability in each.abilities]


def _whole(made: Sequence[Paragraph], at: int) -> bool:
    """Whether the text at a place is read to its end."""
    return all(each.state in (COMPILED, READ) for each in made if each.number == at + 1)


def _unread(made: Sequence[Paragraph]) -> int:
    return sum(each.state not in (COMPILED, READ) for each in made)


def _all_joined(texts: tuple[str, ...], made: tuple[Paragraph, ...], read: Reading) -> Cut:
    """The texts with those joined that are read together only."""
    at = 0
    while at + 1 < len(texts):
        if not (_whole(made, at) and _whole(made, at + 1)):
            for sign in _between(texts[at], texts[at + 1]):
                joined = (*texts[:at], f"{texts[at]}{sign}{texts[at + 1]}", *texts[at + 2 :])
                together = read(joined)
                if _whole(together, at) and _unread(together) < _unread(made):
                    texts, made, at = joined, together, max(at - 2, -1)
                    break
        at += 1
    return texts, made


def _between(left: str, right: str) -> Iterator[str]:
    """What may have stood where a bar has parted one ability: nothing, or the end of a sentence."""
    if not _begins(right):
        yield " "
        if left[-1:] not in ".:" and right[:1].isupper():
            yield ". "


def _cut(texts: tuple[str, ...], at: int, read: Reading) -> Cut | None:
    """The texts with one of them cut, if what is left of a sign or right of it is read by that."""
    places = tuple(_places(texts[at]))
    strong = tuple(_at_strong_signs(texts[at]))
    if len(strong) > 1 and not any(_NEVER.match(each) for each in strong):
        cut, made = _with(texts, at, strong, read)
        if all(_whole(made, at + more) or _begins(strong[more]) for more in range(len(strong))):
            return cut, made
    if len(begun := _at_beginnings(texts[at], places)) > 1:
        cut, made = _with(texts, at, begun, read)
        if all(_whole(made, at + more) for more in range(len(begun))):
            return cut, made
    for left, right, sure in reversed(places):
        begins = _begins(right)
        if not begins and not (sure or _stands_alone(left, right)):
            continue
        cut, made = _with(texts, at, (left, right), read)
        if _whole(made, at) and (begins or _whole(made, at + 1)):
            return cut, made
    for left, right, _ in places:
        if _begins(right):
            cut, made = _with(texts, at, (left, right), read)
            if _whole(made, at + 1):
                return cut, made
    for left, right, _ in places:
        if _KEYWORD_ALONE.fullmatch(left) and not _NEVER.match(right):
            return _with(texts, at, (left, right), read)
    return None


def _with(texts: tuple[str, ...], at: int, parts: Sequence[str], read: Reading) -> Cut:
    """The texts with one of them in parts, and how they read."""
    cut = (*texts[:at], *parts, *texts[at + 1 :])
    return cut, read(cut)


def _at_strong_signs(text: str) -> Iterator[str]:
    """What stands between the signs that part sentences at most by mistake."""
    start = 0
    for left, _, strong in _places(text):
        if strong:
            yield left[start:].lstrip(" ;*")
            start = len(left)
    yield text[start:].lstrip(" ;*")


def _at_beginnings(text: str, places: Sequence[tuple[str, str, bool]]) -> list[str]:
    """A text cut wherever something begins that can only be an ability of its own."""
    found, rest = [], text
    for _, right, _ in places:
        if _begins(right):
            found.append(rest[: len(rest) - len(right)].strip(" ;*"))
            rest = right
    return [*found, rest]


def _stands_alone(left: str, right: str) -> bool:
    """Whether a sentence says something that is always so, and goes on with nothing that was said before it.

    Behind a cost or a trigger a change of values may well be what is paid for, and its duration forgotten.
    """
    if _NEVER.match(right) or _POINTS_BACK.search(right.partition(".")[0]):
        return False
    return _ALWAYS.match(right) is not None and (
        _KEYWORD_PLAYED.search(left) is not None or not _DONE_ONCE.search(left)
    )


def _begins(text: str) -> bool:
    """Whether what stands behind a sign can only be an ability of its own."""
    if _NEVER.match(text):
        return False
    if _KEYWORD.match(text) or _COST.match(text):
        return True
    opens = _OPENS.match(text)
    if opens is None or _IT.match(opens["opener"].lstrip()) or _POINTS_BACK.search(opens["opener"]):
        return False
    if "this way" in opens[0]:
        return False
    return not _OF_TIME.search(opens["opener"]) or not _is_of_before(opens["rest"])


def _is_of_before(said: str) -> bool:
    """Whether what is done at a time is done to something that was spoken of before."""
    word = _IT.search(said)
    return _POINTS_BACK.search(said) is not None or (word is not None and not _NOUN.search(said[: word.start()]))


def _places(text: str) -> Iterator[tuple[str, str, bool]]:
    """Each place where a text could be cut, as what stands left and right of it, and whether its sign parts sentences
    at most by mistake. None is inside quotation marks or brackets, nor in a list.
    """
    depth, quoted, at = 0, False, 0
    listed = False
    while at < len(text):
        sign = text[at]
        if sign == '"':
            quoted = not quoted
        depth += (sign in "({") - (sign in ")}" and depth > 0)
        listed = listed or (sign == "[" and _LISTS.match(text, at) is not None)
        found = _SIGN.match(text, at) if not quoted and not depth else None
        if found is not None and text[found.end() :].strip():
            if not listed or found["strong"]:
                strong = found["stop"] is None
                yield text[: at + (not strong)].strip(), text[found.end() :].strip(), strong
            at = found.end()
            continue
        at += 1
