"""A paragraph's text before it is read: flaws of the files repaired, reminders left out, the card's own name marked.

The repairs are of three kinds: signs (quotation marks, arrows, a lost apostrophe), words that the files often
miswrite, and pronouns of two words ("he or she") that the grammar has as one. Nothing here depends on a card.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Sequence
from functools import cache, partial

from adjudicator.swtcg.cards.compiling.reading.cutting import sentences
from adjudicator.swtcg.cards.compiling.reading.turns_of_phrase import TURNS, Turn
from adjudicator.swtcg.cards.compiling.reading.words import is_word, our_vocabulary
from adjudicator.swtcg.cards.paragraphs import aliases

SELF_SIGN, OWN_SIGN = "§", "¤"
"""What stands for "this unit", and for the card called by its own name (rots.cards.own-name-self-reference)."""

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


_TURNED: tuple[Turn, ...] = (
    (r"\.{2,}", "."),
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
    (r"\bin this way\b", "this way"),
    (
        r"^(when(?:ever)?\b[^>]*?)\. (?:play|use)(?: this(?: ability)?)? only once (?:per|each) turn\.?$",
        r"Once per turn, \1",
    ),
    (r"\b(higher|greater|lower|equal) cost\b", r"\1 build cost"),
    (r"\b(?:its|the|that) attacker\b(?!')", "the attacking unit"),
    (r"\b(move [^.,]*?\bpilots?) from (?=this unit to |one of your [\w ]+? (?:on)?to )", r"\1 on "),
    (rf"\bof (?=({_VALUES}) \d+ or (?:more|less|higher|lower|greater|fewer)\b)", "with "),
    (r"\bdamage done by (?=[^.,]*? can't be prevented (?:by|with|using)\b)", "damage from "),
    (r"\bthe attacked (?=unit\b|character\b)", "the defending "),
    (r"\b(would be discarded\b[^\"]*?) instead and ([^.,]*)(?=\.|$)", r"\1 and \2 instead"),
    (r"\bon (?:a )?(\d)-(\d)(?=,)", _each_number),
    (
        r"^you may deploy ([^.,]+?) for (\d+) (?:less|fewer) build points?(?: (?=if\b|as long as\b)|\.?$)",
        r"\1 costs \2 less to deploy ",
    ),
    (r"(?<=\w)\?(?=\w)", "'"),
    (r"\b(?<!your )opponents(?=\s+(?:must|may|can|don't)\b)|\beach opponent\b(?!')", "your opponent"),
    (r"\bopponents(?=\s+(?:chooses?|discards?|loses?|gains?|draws?|puts?|may|can)\b)", "opponent"),
    (r"\b(opponents'|opponents)(?=\s+\w)", "opponent's"),
    (r"\byou(?=\s+(?:opponent|characters?|build step|discard pile|deck|hand)\b)", "your"),
    (r"\b(?:an|the) opponent(?=\b(?!'))", "your opponent"),
    (r"\balready (?=has\b|have\b)", ""),
    (r"\bthe (fastest|slowest) ((?:[A-Z][\w-]+ )*(?:unit|[A-Z][\w-]+))\b", _most_or_least),
    (r"\bput (?:an|(\d+)) (?:extra|additional) (?=(?:build|damage) counters?\b)", _so_many_more),
    (r"\brearrange (?=(?:them|those cards)\b)", "put "),
    (r"\b(put (?:them|those cards))(?= in any order)", r"\1 back"),
    (r"\brearrange (the top \w+ cards of [^.,]*? decks?)\b", r"look at \1 and put them back"),
    (r"^when (using [^.,]+), ([^.]+)$", r"\2 as long as it's \1"),
    (r"\bwhen (?=using\b)", "as long as it's "),
    (r"(?<!\bor )\b(?:his|her) (?=controller\b)", "whose "),
    (r"\bput ([^.,]+?) out of play\b", r"remove \1 from the game"),
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
    (r"\b(?<![-'] )players can't\b", "neither player can"),
    (r"\beither of (?=those\b|these\b)", "one of "),
    (r"\bone of more\b", "one or more"),
    (r"\bdamage that (?=(?:an?|any|each|one|the|your)\b[^.,]* would do\b)", "damage "),  # "that unit" would be one
    (r"\bchoose one-\s*", "choose one: "),
    (r"(?<=\bchoose one: )([^.;]*); or\b", r"\1, or"),
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
    (r"\b(equal to|gain|lose|draw|do) double (?=the number\b|that (?:much|many|damage)\b)", r"\1 twice "),
    (r"\b(is|are|was) the target of (?:an|the|this|that) attack\b", r"\1 being attacked"),
    (r"\b(is|are) the target of ([^.,]+?)'s attack\b", r"\1 being attacked by \2"),
    (r"\bthe target of (?:the|this|that) attack\b", "the defending unit"),
    (r"\balso (?=(?:gets?|does|gains?|loses?|can|draws?|may|discards?|deals?|do|lose|gain)\b)", ""),
    *TURNS,
    (
        r"(?<=,) (?:up to (?:a maximum of )?|maximum (?:of )?)([+]?\d+)(?: Force| power| cards?| damage)?(?=\.|$)",
        r" to a maximum of \1",
    ),
    (r"(?<!must )(?<!\bmay )\battacks? (each turn )?if (?:able|possible|it can)\b", r"must attack \1"),
    (r",? if (?:able|possible|it can|they can)\b", ""),
    (r",? (?:afterwards?|if any)(?=\.|$)", ""),
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
    (r"\bat the end of\b", "at end of"),
    (r"\b(?:the player who|whoever) (?:wins the bid|bids (?:higher|the most|more))\b", "the winner"),
    (
        (
            r"(?<=[.>] )((?!you may\b)[^.]*)\. "
            r"(your opponent|that player|(?:its|that [\w ]+'s) (?:controller|owner)) may pay "
            r"(\d+ Force|\d+ build points?) to (?:prevent|avoid|stop) this(?=\.|$)"
        ),
        r"\1 unless \2 pays \3",
    ),
    (r"\b(from|in) each arena you control\b", r"\1 each arena under your control"),
    (r"\b(from|in) each arena that player controls\b", r"\1 each arena under that player's control"),
    (r"\b(?:their|its) owners?' (?=hands?\b|build zones?\b|decks?\b|discard piles?\b)", "its owner's "),
    (r"\b(the|this|that) current attack\b", "this attack"),
    (r"\b(?:was|were) (?=discarded(?: from [^.,]*?)? this turn\b)", "has been "),
    (r"\bspeeds\b", "speed"),
    (r"\b(discarded|chosen) units(?= total\b)", r"\1 unit's"),
    (r"^you may (discard this (?:location|unit|card)) to (?=gain\b|draw\b)", r"\1 -> "),
    (r"\.?\s+Or: *", ", or "),
    (r"\bfacedown\b", "face down"),
    (r"\b(you|your opponent) deploys? ([^.,]+?) using hidden cost\b", r"\1 use Hidden Cost to deploy \2"),
    (r"\bbeneath\b", "under"),
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
    (r"\b(you gain \d+ Force for each [^,.\"]*?) and (?=\d+ Force for each\b)", r"\1. You gain "),
    (r"\bthe total number of\b", "the number of"),
    (r"\bthe following effects?\b", "these"),
    (r"^(play only [^.>]*?)\. ([^.>]*->.*?)\.?$", r"\2. \1."),
    (r"\bface-(down|up)\b", r"face \1"),
    (r"\bforce activated\b", "force-activated"),
    (r"\bwhen attacking unit(?=[.\"]|$)", "when attacking this unit"),
    (r"\bnon-(?=\w)", "non "),
    (r"\bcannot\b|\bcan not\b", "can't"),
    (r"\b(retaliate|evade|deflect)(?=,? where X\b)", r"\1 X"),
    (r"\bretailiate\b", "retaliate"),
    (r"\bdeply\b", "deploy"),
    (r"\bdoes't\b", "doesn't"),
    (r"\bactiviated\b", "activated"),
    (r"\bit's\b(?= (?:attacking|piloted|using|tapped|untapped|being|in|not|attacked|a|damaged))", "it is"),
    (r"\bits\b(?= attacking)", "it is"),
    (r"\b(he|she)'s\b", "it is"),
    (r"\bthere's\b", "there is"),
    (r"\bthey're\b", "they are"),
    (r"\byou're\b", "you are"),
    (r"\byou'll\b", "you will"),
    (r"\bisn't\b", "is not"),
    (r"\bhasn't\b", "has not"),
    (r"\baren't\b|\bwasn't\b|\bweren't\b", "is not"),
    (rf"\b({_VALUES}) ({_COMPARED}) than (?:its|his|her|their) own\b", r"\1 \2 than its \1"),
    (r"\b(its|his|her|their) own (?=\w)", r"\1 "),
    (r"\bend of battle step\b", "end of this battle step"),
    (r"\bdidn't\b", "do not"),
    (r"\bthat's\b", "that is"),
    (r"\bhaven't\b", "have not"),
    (r"\bfor the rest of (?:the|this|that) (turn|battle)\b", r"until end of \1"),
    (r"\bfor the rest of (the|this|that) attack\b", r"for \1 attack"),
    (r"\b(\d+(?: or (?:less|more|fewer))?) (?:health remaining|remaining health)\b", r"remaining health \1"),
)
_REPAIRS = tuple((re.compile(found, re.IGNORECASE), put) for found, put in _TURNED)
_FREE_TOO = re.compile(r"\.?\s*\(([^()]*\bwith no force cost now costs? [^()]*)\)", re.IGNORECASE)
"""Brackets that are no reminder: what had no Force cost has one."""
_STOP_IN_BRACKETS = re.compile(r"\s*\([^()]*\.\)(?=\s+if\b)")
"""A reminder with the stop of its sentence, which has lost the capital of the next."""
_UNPREVENTED = re.compile(r"\b(do)es damage \(before damage prevention\)", re.IGNORECASE)
"""Brackets that are no reminder: when it is that damage counts."""
_ONLY_BEFORE = re.compile(r"(\bplay only\b[^.()]*?)\s*\((before [^()]*)\)", re.IGNORECASE)
"""Brackets that are no reminder: up to when a card may be played."""
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_OPTION = re.compile(r"\s+Or: *")
_OWN_RESTRICTION = re.compile(r"\.? Play only ((?:if|when|during)\b[^.]*?)\.?$")
"""When an option of a choice may be chosen."""
_LAST_RESTRICTION = re.compile(r"\.( Play only [^.]*\.?)\s*$")
"""When any of the options may be chosen."""
_OUR_STEP = re.compile(r"\bour build step\b")
_UP = re.compile(r"\s*\(round(?:ed)? up\)([^.,]*)", re.IGNORECASE)
"""How half of an amount is rounded where that is not down."""
_AT_MOST = re.compile(r"\s*\((?:up to )?(?:a )?(?:max(?:imum)?\.?|up to) (?:of )?([+]?\d+)\)", re.IGNORECASE)
"""Brackets that are no reminder either: how much it is at most."""
_AT_LEAST = re.compile(r"\s*\((?:down )?(?:to a )?minimum (?:build )?(?:cost )?(?:of )?(\d+)[^()]*\)", re.IGNORECASE)
"""And how much it is at least."""
_HOLDER = re.compile(r"\bthis (?:unit|card|character|starfighter|speeder|mission|location|capital ship|creature|"
                     r"transport|equipment|walker|resource|event|tank|fighter|vehicle|droid)"
    r"\b", re.IGNORECASE,
)  # fmt: skip
_NAMED = re.compile(r"(?<=\w )([A-Z][a-z]\w+) $")
"""A word with a capital that does not begin a sentence."""
_CAPITAL = re.compile(r"\b[A-Z][\w-]*\w")
_TWO_PARTS = re.compile(r"\w+-\w+(?=-)")
"""How somebody of a name of three parts is called (Ki-Adi-Mundi)."""
_NAME_LETTERS_MIN = 4
_INCLUDING = re.compile(rf",?\s*\bincluding (?:{SELF_SIGN}|{OWN_SIGN}),?\s*")
_KEPT = 0xE000
"""The first of the signs that stand for other cards' names meanwhile; no text has them."""
_LETTERS = re.compile(r"[^0-9A-Za-z]+")


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
    for found, put in _REPAIRS:
        whole = found.sub(put, whole)
    return " ".join(whole.split())


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


def reminders(text: str) -> tuple[str, ...]:
    """What stands in brackets and is left out."""
    return tuple(found.strip() for found in _BRACKETS.findall(text))


def marked(
    text: str,
    name: str,
    *,
    unique: bool,
    others: Sequence[str] = (),
    kind: Callable[[str], str] | None = None,
    names: Container[str] = (),
) -> str:
    """The text with the signs for "this unit" and for the card's own name.

    A unique card is known by parts of its name too, save words that mean something else; any other card by its
    whole name only (crf.cards.nonunique-self-name-means-this-unit). A part within the name of one of the `others`
    means that one, and so does one that is the whole of one of the `names` ("Rancor", on Rancor Keeper), or that stands
    behind "a". `kind` tells the words of type lines: before another such word a part of the name is one too
    ("Gold Starfighters", on Gold Leader).
    """
    kept = [each for each in sorted(others, key=len, reverse=True) if each in text]
    for at, each in enumerate(kept):
        text = text.replace(each, chr(_KEPT + at))
    signed = own_name(name, unique).sub(partial(_own_or_other, name, kind, names), _HOLDER.sub(SELF_SIGN, text))
    if unique:
        signed = _called_as_a_kind(name).sub(OWN_SIGN, signed)
    for at, each in enumerate(kept):
        signed = signed.replace(chr(_KEPT + at), each)
    return _INCLUDING.sub(" ", _misspelt(signed, name) if unique else signed)


def _own_or_other(name: str, kind: Callable[[str], str] | None, names: Container[str], found: re.Match[str]) -> str:
    """The sign, save where a part of the name ends somebody else's ("Mara Jade Skywalker"), or is a subtype."""
    if found[0] != name and (found[0] in names or _ANY.search(found.string[: found.start()])):
        return found[0]
    behind = _NEXT.match(found.string[found.end() :])
    if kind is not None and behind is not None and kind(found[0]) and kind(behind[1]):
        return found[0]
    before = _NAMED.search(found.string[: found.start()])
    if before is None or found[0].casefold() == name.casefold() or is_word(before[1]) or before[1] in name.split():
        return OWN_SIGN
    return found[0]


_ANY = re.compile(r"\ban? $", re.IGNORECASE)
_NEXT = re.compile(r" ([A-Z][\w'-]*)")


def own_name(name: str, unique: bool) -> re.Pattern[str]:
    """What matches a card's own name in a text: hyphens, apostrophes and case aside."""
    words = name.split()
    ends = (f"{words[0]} {words[-1]}",) if len(words) > 2 else ()
    begins = tuple(each[0] for word in words if (each := _TWO_PARTS.match(word)))
    known = [name, *(part for part in (*aliases(name), *ends, *begins) if unique and _tells(part))]
    patterns = [r"[\W_]{0,2}".join(re.escape(part) for part in _LETTERS.split(each) if part) for each in known]
    ordered = sorted(dict.fromkeys(patterns), key=len, reverse=True)
    # A longer name that begins with it is another card's ("Luke Skywalker" on Luke's Speeder).
    return re.compile(rf"\b(?:{'|'.join(ordered)})\b(?!\s+[A-Z][a-z]+\s+card)", re.IGNORECASE)


@cache
def _called_as_a_kind(name: str) -> re.Pattern[str]:
    """What matches a part of a name that is a subtype as well, where it can only be the name: a subtype in the singular
    does not do anything without an article.
    """
    kinds = [part for part in name.split() if our_vocabulary().kind(part) == part and part not in ("Jedi", "Sith")]
    called = "|".join(re.escape(part) for part in kinds) or r"(?!)"
    begins = r"^|(?<=\. )|(?<=-> )|(?<=, )|(?<=\bif )|(?<=\bwhen )|(?<=\bwhenever )|(?<=\bas long as )"
    return re.compile(rf"(?i:{begins})(?:{called})(?= (?:is|gets|attacks|would|does|can|can't|has)\b)")


def _misspelt(text: str, name: str) -> str:
    """The sign also for a word of the name that is written wrong by one letter."""
    parts = [part for part in name.split() if _tells(part)]

    def mark(found: re.Match[str]) -> str:
        word = found[0]
        if len(word) < _NAME_LETTERS_MIN or is_word(word):
            return word
        return OWN_SIGN if any(_one_letter_off(word, part) for part in parts) else word

    return _CAPITAL.sub(mark, text)


def _one_letter_off(word: str, part: str) -> bool:
    """Whether a word is another but for one letter: another one, one too many or one too few."""
    one, other = word.casefold(), part.casefold()
    if len(one) == len(other):
        return sum(a != b for a, b in zip(one, other, strict=True)) == 1
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    return len(longer) == len(shorter) + 1 and any(
        longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))
    )


def _tells(part: str) -> bool:
    """Whether a part of a name tells the card by itself."""
    words = part.split()
    return any(len(word) > 2 and not is_word(word) for word in words) and words[-1].casefold() not in {"the", "of"}
