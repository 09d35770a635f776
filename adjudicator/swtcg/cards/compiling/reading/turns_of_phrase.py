"""Turns of phrase, each with the plainer one that the grammar reads in its place."""

from __future__ import annotations

import re
from collections.abc import Callable

Turn = tuple[str, str | Callable[[re.Match[str]], str]]
"""What is found, and what stands for it."""

TURNS: tuple[Turn, ...] = (
    (r"\bmay also (?=(?:retreat|tap|untap|put|move|remove|return|search|look|choose|prevent|move)\b)", "may "),
    (
        r"\bmust (?:now )?attack ([^.,]*?) instead(?: of [^.,]*?)?(?: if (?:able|possible))?(?=\.|$)",
        r"now attacks \1",
    ),
    (r"\b(?:can't|doesn't|don't) count towards? (?:the )?control of\b", "doesn't count toward controlling"),
    (r"\bwith no (?=(?:shields|armor|stealth)\b)", "without "),
    (r"\b(your|his|her|their) own (?=attack dic?e\b|hand\b|deck\b|discard pile\b|build zone\b)", r"\1 "),
    (
        (
            r"^([^.,>\"]+?) can't intercept "
            r"(?:attacks (?:by|from|of) ([^.,]+?)|(this unit|your [^.,']*)'s attacks?)(?=\.|$)"
        ),
        lambda found: f"{found[2] or found[3]} can't be intercepted by {found[1][0].lower()}{found[1][1:]}",
    ),
    (r"\b((?:put|move|return) (?:it|him|her|that \w+)) back (?=(?:in|to|into) (?:its|the|that) )", r"\1 "),
    (r"\b(one|two|three|any|up to \w+|\d) of those (?=(?:in|into|on|from|face|to)\b)", r"\1 of them "),
    (r"; or (?=[a-z])", ", or "),
    (  # what is always so of one subject, when it attacks the ones and when it attacks the others
        (
            r"^(?!.*\b(?:until|turn|this attack|that attack)\b)(?!(?:one|two|up|any|choose|that|those|the)\b)"
            r"([^.,\">]+?) gets ([^.,\"]+?) when attacking ([^.,\"]+?),? and ((?:\+|\w+(?: \w+)? \d)[^.,\"]*?) "
            r"when attacking ([^.,\"]+?)\.?$"
        ),
        r"\1 gets \2 when attacking \3. \1 gets \4 when attacking \5.",
    ),
    (r"\b(?:when|while) using (?=bombard|ion cannon|barrage)", "as long as it is using "),
    (
        r"\b(you have|your opponent has) an? ([^.,]+?) and (you|your opponent) ha(?:s|ve) none\b",
        r"\1 a \2 and \3 doesn't have a \2",
    ),
    (r"\bhalf (that (?:much|many)) (damage|cards),? \(?rounded (up|down)\)?", r"half \1 rounded \3 \2"),
    (r"\b(?:as long as|while) attacking\b", "when attacking"),
    (r"^can't (?=(?:be|attack|retreat)\b)", "this unit can't "),
    (r"(?<=[a-z]) except (?:for )?(?=\w)", " other than "),
)
"""`normalising` goes through them in this order, whatever the case."""
