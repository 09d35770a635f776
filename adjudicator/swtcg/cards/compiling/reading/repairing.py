"""A paragraph's text before it is read: flaws of the files repaired, reminders left out.

The repairs are of signs (quotation marks, arrows, a lost apostrophe), of words that the files often miswrite or write
in two ways, and of pronouns of two words ("he or she") that the grammar has as one. Nothing here depends on a card.
"""

from __future__ import annotations

import re

from adjudicator.swtcg.cards.compiling.reading.cutting import sentences
from adjudicator.swtcg.cards.compiling.reading.turns_of_phrase import turned

_SPELLINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(found, re.IGNORECASE), put)
    for found, put in (
        (r"\.{2,}", "."),
        (r"\bin this way\b", "this way"),
        (r"\b(higher|greater|lower|equal) cost\b", r"\1 build cost"),
        (r"\b(?:its|the|that) attacker\b(?!')", "the attacking unit"),
        (r"\bthe attacked (?=unit\b|character\b)", "the defending "),
        (r"\b(would be discarded\b[^\"]*?) instead and ([^.,]*)(?=\.|$)", r"\1 and \2 instead"),
        (r"(?<=\w)\?(?=\w)", "'"),
        (r"\b(?<!your )opponents(?=\s+(?:must|may|can|don't)\b)|\beach opponent\b(?!')", "your opponent"),
        (r"\bopponents(?=\s+(?:chooses?|discards?|loses?|gains?|draws?|puts?|may|can)\b)", "opponent"),
        (r"\b(opponents'|opponents)(?=\s+\w)", "opponent's"),
        (r"\byou(?=\s+(?:opponent|characters?|build step|discard pile|deck|hand)\b)", "your"),
        (r"\b(?:an|the) opponent(?=\b(?!'))", "your opponent"),
        (r"\balready (?=has\b|have\b)", ""),
        (r"\brearrange (?=(?:them|those cards)\b)", "put "),
        (r"\b(put (?:them|those cards))(?= in any order)", r"\1 back"),
        (r"\brearrange (the top \w+ cards of [^.,]*? decks?)\b", r"look at \1 and put them back"),
        (r"(?<!\bor )\b(?:his|her) (?=controller\b)", "whose "),
        (r"\bput ([^.,]+?) out of play\b", r"remove \1 from the game"),
        (r"\b(?<![-'] )players can't\b", "neither player can"),
        (r"\beither of (?=those\b|these\b)", "one of "),
        (r"\bone of more\b", "one or more"),
        (r"\bchoose one-\s*", "choose one: "),
        (r"\bhe or she is\b", "it is"),
        (r"\bhe or she\b|\bhim or her\b|\bthey\b(?= may pay)", "that player"),
        (r"\bhis or her\b", "that player's"),
        (r"\b(tap) ->", "[tap] ->"),
        (r"\bat the (?:beginning|start) of\b", "at start of"),
        (r"\bstart of battle\b(?! (?:phase|step))", "start of the battle phase"),
        (r"(?<!your )\bopponent's\b", "your opponent's"),
        (r"\bwhile (?=attacking\b)", "when "),
        (r"\bwhile\b(?= )", "as long as"),
        (r"\bas well as\b", "and"),
        (r"\bthe arenas\b", "any arena"),
        (r"\b(is|are|was) the target of (?:an|the|this|that) attack\b", r"\1 being attacked"),
        (r"\b(is|are) the target of ([^.,]+?)'s attack\b", r"\1 being attacked by \2"),
        (r"\bthe target of (?:the|this|that) attack\b", "the defending unit"),
        (r",? (?:afterwards?|if any)(?=\.|$)", ""),
        (r"\bat the end of\b", "at end of"),
        (r"\b(from|in) each arena you control\b", r"\1 each arena under your control"),
        (r"\b(from|in) each arena that player controls\b", r"\1 each arena under that player's control"),
        (r"\b(?:their|its) owners?' (?=hands?\b|build zones?\b|decks?\b|discard piles?\b)", "its owner's "),
        (r"\b(the|this|that) current attack\b", "this attack"),
        (r"\b(?:was|were) (?=discarded(?: from [^.,]*?)? this turn\b)", "has been "),
        (r"\b(discarded|chosen) units(?= total\b)", r"\1 unit's"),
        (r"\.?\s+Or: *", ", or "),
        (r"\b(?:ready|untap) phase\b", "untap step"),
        (r"\bfacedown\b", "face down"),
        (
            r"\b(you|your opponent)( can't)? deploys? ([^.,]+?) using hidden cost\b",
            r"\1\2 use Hidden Cost to deploy \3",
        ),
        (r"(?<=s)' (?=[Aa]ctivated)", "'s "),
        (r"\bplace(?= (?:one|a|an|\d+) )", "put"),
        (r"\bown(?:er)?'s control\b", "control"),
        (r"\bher or her\b", "that player's"),
        (r"([+-]) (?=\d)", r"\1"),
        (r"\bbuild counter each\b", "build counter"),
        (r"\bis higher than your opponent's\b", "is more than your opponent's force total"),
        (r"\bfor this attack only\b", "for this attack"),
        (r"\bis now (?=\d)", "is "),
        (r"\b(non-\w+), (?=non-\w+ (?:units?|characters?|cards?)\b)", r"\1 and "),
        (r"\b(counters) that were (?=on it\b)", r"\1 "),
        (r"\bthe total number of\b", "the number of"),
        (r"\bthe following effects?\b", "these"),
        (r"\bface-(down|up)\b", r"face \1"),
        (r"\bwhen attacking unit(?=[.\"]|$)", "when attacking this unit"),
        (r"\bretailiate\b", "retaliate"),
        (r"\bcan not\b", "can't"),
        (r"\b(your (?:opponent's )?)(Jedi|Sith)(?= (?:get|have|lose)\b)", r"each of \1\2"),  # the verb says: several
        (r"\beach battle phase(?= (?:starts|ends)\b)", "the battle phase"),
        (r"\b(retaliate|evade|deflect)(?=,? where X\b)", r"\1 X"),
        (r"\bit's\b(?= (?:attacking|defending|piloted|using|(?:un)?tapped|being|in|not|attacked|a|damaged))", "it is"),
        (r"\bits\b(?= attacking)", "it is"),
        (r"\bend of battle step\b", "end of this battle step"),
        (r"\bfor the rest of (?:the|this|that) (turn|battle)\b", r"until end of \1"),
        (r"\bfor the rest of (the|this|that) attack\b", r"for \1 attack"),
    )
)
_FREE_TOO = re.compile(r"\.?\s*\(([^()]*\bwith no force cost now costs? [^()]*)\)", re.IGNORECASE)
"""Brackets that are no reminder: what had no Force cost has one."""

_STOP_IN_BRACKETS = re.compile(r"\s*\([^()]*\.\)(?=\s+if\b)")
"""A reminder with the stop of its sentence, which has lost the capital of the next."""

_UNPREVENTED = re.compile(r"\b(do)es damage \(before damage prevention\)", re.IGNORECASE)
"""Brackets that are no reminder: when it is that damage counts."""

_ONLY_BEFORE = re.compile(r"(\bplay only\b[^.()]*?)\s*\((before [^()]*)\)", re.IGNORECASE)
"""Brackets that are no reminder: up to when a card may be played."""

_LIMITS = r"(?:\w+ ){0,2}(?:max|min|at most|at least|no more than)"
_BRACKETS = re.compile(rf"\s*\((?!{_LIMITS})[^()]*\)", re.IGNORECASE)
"""Reminders, which are left out; what limits a number is none."""

_OPTION = re.compile(r"\s+Or: *")

_OWN_RESTRICTION = re.compile(r"\.? Play only ((?:if|when|during)\b[^.]*?)\.?$")
"""When an option of a choice may be chosen."""

_LAST_RESTRICTION = re.compile(r"\.( Play only [^.]*\.?)\s*$")
"""When any of the options may be chosen."""

_OUR_STEP = re.compile(r"\bour build step\b")

_UP = re.compile(r"\s*\(round(?:ed)? up\)([^.,]*)", re.IGNORECASE)
"""How half of an amount is rounded where that is not down."""

_AT_MOST = re.compile(
    r"\s*\((?:up to |to )?(?:an? )?(?:total )?(?:max(?:imum)?\.?|up to|no more than|at most) (?:of )?([+]?\d+)[^()]*\)",
    re.IGNORECASE,
)
"""Brackets that are no reminder either: how much it is at most."""

_AT_LEAST = re.compile(
    r"\.?\s*\((?:(?:down )?(?:to a )?minimum|(?:they|it|each) (?:still )?costs? (?:a minimum|at least)) "
    r"(?:build )?(?:cost )?(?:of )?(\d+)[^()]*\)",
    re.IGNORECASE,
)
"""And how much it is at least."""


def repaired(text: str) -> str:
    """The text with its flaws repaired and without what stands in brackets.

    Bracketed words remind of rules and are none themselves (idc.keywords.definitions-override-reminder-text).
    """
    text = _UP.sub(r"\1 rounded up", text)
    whole = _UNPREVENTED.sub(r"would \1 damage", text)
    whole = _AT_MOST.sub(lambda found: f", to a maximum of {found[1]}", whole)
    whole = _AT_LEAST.sub(lambda found: f" to a minimum of {found[1]}", whole)
    whole = _ONLY_BEFORE.sub(r"\1 and \2", whole)
    whole = _FREE_TOO.sub(r". \1", whole)
    whole = _in_braces(_with_options(_BRACKETS.sub("", _STOP_IN_BRACKETS.sub(".", whole))))
    for found, put in _SPELLINGS:
        whole = found.sub(put, whole)
    return " ".join(turned(whole).split())


def _in_braces(text: str) -> str:
    """A text whose options are of several sentences: those of each in braces."""
    head, mark, rest = text.partition("hoose one:")
    *first, last = _OPTION.split(rest)
    if not mark or not first or '"' in text:
        return text
    only = _LAST_RESTRICTION.search(last)
    options = [sentences(each) for each in (*first, last[: only.start()] if only is not None else last)]
    if all(len(each) < 2 for each in options):
        return text
    bound = [f"{{{'; '.join(each)}}}" if len(each) > 1 else each[0] for each in options]
    return f"{head}{mark} {' Or: '.join(bound)}.{only[1] if only is not None else ''}"


def _with_options(text: str) -> str:
    """A text whose options say when each may be chosen: as a condition of the option, or once for all if all say it."""
    options = _OPTION.split(_OUR_STEP.sub("your build step", text))
    said = [_OWN_RESTRICTION.search(option) for option in options]
    if len(options) < 2 or not any(said[:-1]) or '"' in text:
        return text
    if len({found[1] for found in said if found is not None}) == 1 and all(said):
        bare = [_OWN_RESTRICTION.sub(".", option) for option in options]
        return f"{' Or: '.join(bare)} Play only {said[0][1]}." if said[0] is not None else text
    return " Or: ".join(_OWN_RESTRICTION.sub(r" \1.", option) for option in options)
