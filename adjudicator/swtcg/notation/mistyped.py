"""Words of a declaration that nobody understands: at which of them the reading breaks, and what was meant there.

Players talk otherwise than the notation, and mistype it. What can be read one way only is read so (`plainer`); else the
error names the word that is wrong and the nearest that is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from adjudicator.kernel.notation import NEAR, NotUnderstoodError, close_to
from adjudicator.swtcg.notation.texts import SHAPES, VERBS
from adjudicator.swtcg.table.agreed import SHORTCUTS

ATTACKING = ("attacks",)
ABILITY = ("activate UNIT ABILITY",)
ABILITIES = (
    "evade", "intercept", "retaliate", "deflect", "parry", "lucky", "redirect", "absorb", "protect", "persuade",
)  # fmt: skip
"""Keywords that are often said as if they were verbs."""
BEHIND = ("with", "on", "onto", "beneath", "against", "in", "by", "to", "reroll", "enhance", "choose", "then", "stay")
"""The words of the notation that go on behind a name."""
SHORTEST = 3
"""How long a word has to be to be taken for another one mistyped."""
_LONG_ENOUGH = len("'with'")
_SPEAKER = r"^(\s*[^\s:]+\s*:\s*)"
_ME = re.compile(rf"{_SPEAKER}(?:I|we)\s+(?=\S)", re.IGNORECASE)
_THE = re.compile(r"\b(in|to|on|onto)\s+the\s+(?=(?:space|ground|character|build\s+zone)\b)", re.IGNORECASE)

OTHERWISE = {
    "atop": "onto", "over": "onto", "above": "onto", "into": "in", "for": "with", "at": "on", "targeting": "on",
    "end": "pass", "finished": "pass", "skip": "pass", "go": "propose", "ready": "propose",
    "construct": "build", "stack": "deploy", "summon": "deploy", "bring": "return", "unretreat": "return",
    "withdraw": "retreat", "give": "equip", "unequip": "detach", "remove": "detach", "pilot": "board",
    "unboard": "disembark", "swap": "rearrange", "reorder": "rearrange", "shoot": "attack", "hit": "attack",
    "tap": "decline", "don't": "decline", "cast": "play", "reroll": "activate", "pick": "choose", "select": "choose",
    "target": "choose", "pay": "choose", "exchange": "mulligan", "ok": "yes", "okay": "yes", "y": "yes",
    "sure": "yes", "n": "no", "nope": "no",
}  # fmt: skip
"""What players say for a word of the notation; it is only named to them."""


def plainer(text: str) -> str:
    """A declaration without what talk has more: "I", "the" before a place, a full stop."""
    return _THE.sub(r"\1 ", _ME.sub(r"\1", text.rstrip(" .!")))


def where_it_broke(text: str, bad: NotUnderstoodError) -> NotUnderstoodError:
    """The error at the word that is mistyped: the verb, or one that looks like what is expected further on."""
    seat, colon, rest = text.partition(":")
    words = rest.split()
    if not colon or not words:
        return bad
    if "'attacks'" in bad.fits or _shortcut(words):
        word, fits = _verb_meant(words)
    else:
        keywords = [each.strip("'") for each in bad.fits if each.startswith("'") and len(each) >= _LONG_ENOUGH]
        behind = (word for word in words[1:] if word not in keywords and close_to(word, keywords, least=NEAR))
        word, fits = next(behind, ""), ()
        if not word:
            return bad
        fits = close_to(word, keywords, 1, NEAR)
    return NotUnderstoodError(text, word, fits, 1, text.index(word, len(seat) + 1) + 1)


def _verb_meant(words: list[str]) -> tuple[str, tuple[str, ...]]:
    """The word that should be a verb in words that begin with none, which look like "... attacks ...", and what it may
    be: a shortcut or the keyword of an ability without its verb, a verb behind a name, or the first word.
    """
    if shortcut := _shortcut(words):
        return words[0], (f"propose {shortcut}",)
    first = _near(words[0], VERBS)
    for word in words:
        if word.casefold().removesuffix("s") in ABILITIES:
            return word, ABILITY
    if not first:
        behind = next((word for word in words[1:] if close_to(word, ATTACKING, least=NEAR)), "")
        if behind:
            return behind, ATTACKING
        for word in words[1:]:
            if verb := _near(word.removesuffix("s"), VERBS)[:1]:
                return word, (f"{verb[0]} in front of what it is about",)
    return words[0], first or close_to(words[0], VERBS) or (*SHAPES, *VERBS)


def _shortcut(words: list[str]) -> str:
    """The shortcut that is said without being proposed; empty if it is none."""
    return next(iter(close_to(" ".join(words), SHORTCUTS, 1, NEAR)), "")


def behind_a_name(bad: NotUnderstoodError, text: str, names: Callable[[str], bool]) -> NotUnderstoodError:
    """The error at the first word behind a name, where words that name nothing begin with what does name something and
    go on with what looks like a word of the notation.
    """
    words = bad.found.split()
    for length in range(len(words) - 1, 0, -1):
        word = words[length]
        fits = _near(word, BEHIND)
        if fits and names(" ".join(words[:length])):
            at = text.find(bad.found) + len(" ".join(words[:length])) + 1
            return NotUnderstoodError(text, word, fits, 1, max(at, 0) + 1)
    return bad


def _near(word: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The word of the notation that somebody means who says it otherwise, or mistypes it."""
    other = OTHERWISE.get(word.casefold(), "")
    near = close_to(word, known, 2, NEAR) if len(word) >= SHORTEST else ()
    return tuple(dict.fromkeys((*((other,) if other in known else ()), *near)))
