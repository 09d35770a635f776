"""The same thing said another way: turned as the grammar has it, before a text is read.

What has a place of its own in a sentence the grammar reads wherever it stands. Here are the ways of saying a thing that
are sentences of another build: a cost within an offer, an event behind what it sets off, a denial of something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_VALUES, _COMPARED = "speed|power|health|build cost", "greater|higher|more|less|lower|fewer"

_PAYING = r"(?:pay|discard|tap|put|retreat|lose) [^.,\"]*?"

_DOING = (
    r"(?:draw|gain|untap|tap|prevent|remove|do|deal|put|return|reroll|search|look|discard|disrupt|give|have|move|get|"
    r"retreat|make|reveal|choose|add|take)\b"
)

_EVENT_BEHIND = re.compile(r" when(?:ever)? (?P<event>.*)$")
"""The event that is named behind what is done."""


def _ability(found: re.Match[str]) -> str:
    """Of "You may pay 2 Force to draw a card": an ability with a cost; a trigger, if it says at its end when."""
    done = found[3].rstrip(". ")
    if (behind := _EVENT_BEHIND.search(done)) is not None:
        event = f"{found[1] or ''}whenever {behind['event']}"
        return f"{event}, you may {found[2]}. If you do, {done[: behind.start()]}."
    often = " Play only once per turn." if found[1] else ""
    return f"{found[2]} -> {done}.{often}"


def _each_number(found: re.Match[str]) -> str:
    """Of "on a 1-3": each of the numbers that a die may show."""
    numbers = [str(number) for number in range(int(found[1]), int(found[2]) + 1)]
    return f"on a {', '.join(numbers[:-1])} or {numbers[-1]}" if len(numbers) > 1 else found[0]


def _most_or_least(found: re.Match[str]) -> str:
    """Of "the fastest Speeder": the one with the highest speed."""
    extreme = "highest" if found[1].lower() == "fastest" else "lowest"
    return f"the {found[2]} with the {extreme} speed"


def _so_many_more(found: re.Match[str]) -> str:
    """Counters that are put where others may be: "an extra build counter" is one."""
    return f"put {found[1] or 'a'} "


_TURNS: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = tuple(
    (re.compile(found, re.IGNORECASE), put)
    for found, put in (
        (
            r"\b(?:can|may) ((?:attack|be attacked|retreat)\b[^.,\"]*) only (?=(?:if|as long as|while) )",
            r"can't \1 unless ",
        ),
        (r"\bunless (?:if|as long as|while) ", "unless "),
        (
            (
                r"\b(?:into|to|in) ((?:your|his or her|their|its owner's|your opponent's) build zone),? "
                r"with no build counters on (?:it|them)\b"
            ),
            r"face down into \1",
        ),
        (
            (
                r"\b((?:start of|beginning of|end of|during) (?:the|each) (?:next )?"
                r"(?:space|ground|character) battle)\b(?! step| phase)"
            ),
            r"\1 step",
        ),
        (
            r"^(when(?:ever)?\b[^>]*?)\. (?:play|use)(?: this(?: ability)?)? only once (?:per|each) turn\.?$",
            r"Once per turn, \1",
        ),
        (r"\b(move [^.,]*?\bpilots?) from (?=this unit to |one of your [\w ]+? (?:on)?to )", r"\1 on "),
        (rf"\bof (?=({_VALUES}) \d+ or (?:more|less|higher|lower|greater|fewer)\b)", "with "),
        (r"\bdamage done by (?=[^.,]*? can't be prevented (?:by|with|using)\b)", "damage from "),
        (r"\bon (?:a )?(\d)-(\d)(?=,)", _each_number),
        (
            r"^you may deploy ([^.,]+?) for (\d+) (?:less|fewer) build points?(?: (?=if\b|as long as\b)|\.?$)",
            r"\1 costs \2 less to deploy ",
        ),
        (r"\bthe (fastest|slowest) ((?:[A-Z][\w-]+ )*(?:unit|[A-Z][\w-]+))\b", _most_or_least),
        (r"\bput (?:an|(\d+)) (?:extra|additional) (?=(?:build|damage) counters?\b)", _so_many_more),
        (r"^when (using [^.,]+), ([^.]+)$", r"\2 as long as it's \1"),
        (
            r"\byour opponent can't attack ([^.,]+?) with more than one unit (?=each turn|per turn)",
            r"\1 can't be attacked by more than one unit ",
        ),
        (r"\bthe same (?:amount of|number of) (?=damage\b|Force\b|cards\b)", "that much "),
        (
            r"^the first ([^.,]*?) to attack\b([^.,]*) each turn (gets\b.*)$",
            r"The first time a \1 attacks\2 each turn, it \3",
        ),
        (r"\b(?:neither|none) of (those|your|your opponent's) ([^.,]*?) can (?!not\b)", r"\1 \2 can't "),
        (r"\bdamage that (?=(?:an?|any|each|one|the|your)\b[^.,]* would do\b)", "damage "),
        (r"\b(equal to|gain|lose|draw|do) double (?=the number\b|that (?:much|many|damage)\b)", r"\1 twice "),
        (r"\balso (?=(?:gets?|does|gains?|loses?|can|draws?|may|discards?|deals?|do|lose|gain)\b)", ""),
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
        (
            r"(?<=,) (?:up to (?:a maximum of )?|maximum (?:of )?)([+]?\d+)(?: Force| power| cards?| damage)?(?=\.|$)",
            r" to a maximum of \1",
        ),
        (r"(?<!must )(?<!\bmay )\battacks? (each turn )?if (?:able|possible|it can)\b", r"must attack \1"),
        (r",? if (?:able|possible|it can|they can)\b", ""),
        (rf"^(once (?:per|each|a) turn,? )?you may ({_PAYING}) to (?={_DOING})(.*)$", _ability),
        (
            rf"^once (?:per|each|a) turn, you may ({_DOING}(?!.*\bwhen)[^.]*)\.?$",
            r"Pay 0 Force -> \1. Play only once per turn.",
        ),
        (
            (
                rf"^once (?:(?:per|each|a) turn,? )?during (?:each of )?your build step,? you may ({_PAYING})\. "
                rf"if you do, ({_DOING}[^.]*)\.?$"
            ),
            r"\1 -> \2. Play only during your build step and only once per turn.",
        ),
        (
            rf"^once (?:(?:per|each|a) turn,? )?during (?:each of )?your build step,? you may ({_DOING}.*?)\.?$",
            r"Pay 0 Force -> \1. Play only during your build step and only once per turn.",
        ),
        (
            (
                rf"^during your build step,? you may ({_PAYING}) to ({_DOING}[^.]*?)\.?"
                r"( (?:use|play|activate) (?:this ability|it) only once (?:per|each|a) turn\.?)?$"
            ),
            r"\1 -> \2. Play only during your build step.\3",
        ),
        (
            (
                r"^((?:when|whenever|if) [^.]* is discarded\b.*\b(?:put|return) "
                r"(?:it|him|her|(?:that|this) \w+) [^.]*?) instead of (?:being discarded|discarding (?:it|him|her)|"
                r"putting (?:it|him|her|that card) into [^.]*?discard pile)\b"
            ),
            r"\1",
        ),
        (
            rf"^you may ({_DOING}[^.]*) (?:at any time|anytime)\.?$",
            r"Pay 0 Force -> \1. Play only anytime and only any number of times.",
        ),
        (
            (
                r"^(?:when|whenever|if) (.*?) is discarded\b([^,]*), (?:its owner )?removes? it from the game instead"
                r"(?: of (?:being discarded|discarding it|putting it into [^.]*discard pile))?"
            ),
            r"If \1 would be discarded\2, remove it from the game instead",
        ),
        (r"\b(would be discarded\b.*) instead of (?:being discarded|discarding (?:it|him|her))\b", r"\1 instead"),
        (rf"\byou may ({_PAYING}) to (?={_DOING})", r"you may \1. If you do, "),
        (r"\b(?:the player who|whoever) (?:wins the bid|bids (?:higher|the most|more))\b", "the winner"),
        (
            (
                r"(?<=[.>] )((?!you may\b)[^.]*)\. "
                r"(your opponent|that player|(?:its|that [\w ]+'s) (?:controller|owner)) may pay "
                r"(\d+ Force|\d+ build points?) to (?:prevent|avoid|stop) this(?=\.|$)"
            ),
            r"\1 unless \2 pays \3",
        ),
        (r"^you may (discard this (?:location|unit|card)) to (?=gain\b|draw\b)", r"\1 -> "),
        (r"\b(you gain \d+ Force for each [^,.\"]*?) and (?=\d+ Force for each\b)", r"\1. You gain "),
        (r"^(play only [^.>]*?)\. ([^.>]*->.*?)\.?$", r"\2. \1."),
        (rf"\b({_VALUES}) ({_COMPARED}) than (?:its|his|her|their) own\b", r"\1 \2 than its \1"),
        (r"\b(\d+(?: or (?:less|more|fewer))?) (?:health remaining|remaining health)\b", r"remaining health \1"),
    )
)


def turned(text: str) -> str:
    """The text as the grammar has it."""
    for found, put in _TURNS:
        text = found.sub(put, text)
    return text
