"""What can be told of a paragraph that is not compiled, without keeping its words.

The hints are coarse and err on the wide side: a clause or value that reads
something a manual effect may touch is UNKNOWN, so a hint too many costs an
answer, and a hint too few would cost a wrong one.
"""

from __future__ import annotations

import re

from adjudicator.swtcg.cards.keyword_reader import Broken, parse
from adjudicator.swtcg.cards.paragraphs import with_self_sign
from adjudicator.swtcg.words.language import FREE, Cost, Manual

#: What an effect may touch, and the words by which it shows. Order is the order of the hints.
TOUCHES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (hint, re.compile(words, re.IGNORECASE))
    for hint, words in (
        ("speed", r"\bspeed\b"),
        ("power", r"\bpower\b|\bstun\b|\bshields\b|\bbombard\b|\bion cannon\b"),
        ("health", r"\bhealth\b"),
        ("cost", r"\bcosts?\b|\bbuild counters?\b.*\bdeploy\b"),
        ("damage", r"\bdamag|\bretaliate\b|\boverkill\b|\bcritical hit\b"),
        ("prevention", r"\bprevent|\bevade\b|\bdeflect\b|\bparry\b"),
        ("dice", r"\broll|\bdice\b|\bdie\b|\baccuracy\b|\barmor\b|\blucky\b|\bhits?\b"),
        ("reroll", r"\breroll"),
        ("attack", r"\battack|\bintercept\b|\bdefend|\bstealth\b"),
        ("tap", r"\btap|\buntap|\[tap\]"),
        ("move", r"\bretreat|\bmove|\bput\b.*\b(?:arena|build zone)\b|\breturn\b|\bset\b.*\baside\b|\bdeploy"),
        ("discard", r"\bdiscard"),
        ("hand", r"\bhand\b|\bdraw\b|\bshow\b"),
        ("deck", r"\bdeck\b|\bdraw\b|\bsearch\b|\bshuffle\b"),
        ("force", r"\bforce\b(?!\s+sensitive)"),
        ("build points", r"\bbuild points?\b"),
        ("build counters", r"\bbuild counters?\b"),
        ("counters", r"(?<!damage )(?<!build )\bcounters?\b"),
        ("control", r"\bcontrol"),
        ("abilities", r"\bgets?\b.*[\"“]|\babilit|\bloses\b|\bgame text\b"),
        ("subtypes", r"\btreat\b|\bsubtype"),
        ("stack", r"\bstack|\brearrange|\bbeneath\b|\bunder\b"),
        ("pilots", r"\bpilot"),
        ("equipment", r"\bequip"),
        ("locations", r"\blocations?\b"),
        ("missions", r"\bmissions?\b"),
        ("battle cards", r"\bbattle cards?\b"),
        ("permission", r"\bcan't\b|\bcannot\b|\bmay not\b|\bcan\b|\bmust\b|\bonly\b"),
        ("replacement", r"\binstead\b"),
        ("disrupt", r"\bdisrupt"),
        ("removed", r"\bfrom the game\b"),
    )
)
ANYTHING = "anything"
#: The restriction of a paragraph that has one in words that are not understood: whether it is met is not known.
UNREAD = "unread"
#: The restriction of a paragraph whose effect lasts "for this attack".
THIS_ATTACK = "this attack"
#: The form of a paragraph that says when a Battle card or Mission may be played, or what else it costs.
RESTRICTION = "restriction"

#: When an activated ability may be played, in the words of the effect language.
_ONLY = (
    (
        "build step",
        re.compile(r"play only during your? build step(?! or)|only during your build step play", re.IGNORECASE),
    ),
    ("would attack", re.compile(r"(?:play )?only when [\w' -]+ would attack", re.IGNORECASE)),
    ("no attack", re.compile(r"play only (?:when|if) no units? (?:is|are) attacking", re.IGNORECASE)),
    ("attacked", re.compile(r"play only when (?:this )?unit is attacked", re.IGNORECASE)),
    ("attack", re.compile(r"play only (?:when|if) (?:one of your|that|this) units? is attacking", re.IGNORECASE)),
)
#: A restriction in whatever words, the order of some Jedi Masters included.
_SOME = re.compile(r"\bplay only\b|\bonly (?:when|if|during)\b[^.]*\bplay\b", re.IGNORECASE)
#: A restriction behind one of several ways that another follows is of that way alone (rots.chances.choose-one-timing).
_OF_ONE_WAY = re.compile(r"\bchoose one:.*\bplay only\b.*\bor:", re.IGNORECASE | re.DOTALL)
#: An effect "for this attack" is for an attack (rots.chances.for-this-attack), unless it is granted or an option.
_THIS_ATTACK = re.compile(r"\bfor this attack\b", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"]*\"")
_TIMING = re.compile(r"\bplay only\b[^.]*\.?", re.IGNORECASE)
_TRIGGER = re.compile(
    r"(?:when|whenever|at the (?:start|end)|each time|upkeep|bounty|foresight|forewarning|resilience)\b", re.IGNORECASE
)
_RESTRICTION = re.compile(
    r"play this card only\b|you (?:may|can) complete [\w' -]+ only\b|to complete [\w' -]+, you must\b", re.IGNORECASE
)
#: What a cost is the last sentence of: another ability, whose costs are its own.
_SENTENCE_BEFORE = re.compile(r'^.*(?:[.;]|[.;)]")\s+(?=\S)', re.DOTALL)
_FORCE = re.compile(r"\bpay (\d+) (?:more )?force\b|\b(\d+) force pay\b", re.IGNORECASE)
#: Types whose paragraphs have a form of their own, whatever they say.
_FORM_OF_TYPE = ("battle", "mission", "location", "equipment")


def manual(text: str, key: str, types: tuple[str, ...], name: str) -> Manual:
    """Describe a paragraph that is to be carried out by hand. `key` must be stable."""
    before, arrow, after = text.partition(" -> ")
    # An arrow inside quotation marks belongs to an ability that the effect grants.
    paid = bool(arrow) and before.count('"') % 2 == 0 and not _TRIGGER.match(text)
    cost, hints = FREE, touches(after if paid else text)
    if paid:
        cost, whole = cost_of(before, name)
        if not whole and "cost" not in hints:
            hints = (*hints, "cost")
    return Manual(key=key, form=form_of(text, types, paid=paid), touches=hints, cost=cost, only=only_of(text))


def form_of(text: str, types: tuple[str, ...], *, paid: bool) -> str:
    """Tell what kind of ability a paragraph is, as far as its first words show."""
    if ("battle" in types or "mission" in types) and _RESTRICTION.match(text):
        return RESTRICTION
    for kind in _FORM_OF_TYPE:
        if kind in types:
            return kind
    if text.startswith("[Pilot]"):
        return "pilot"
    if text.casefold().startswith("reserves"):
        return "reserves"
    if _TRIGGER.match(text):
        return "triggered"
    return "activated" if paid else "static"


def only_of(text: str) -> str:
    """Read the timing restriction, if it is one of the usual ones and the only one; `UNREAD` if there is another."""
    if _OF_ONE_WAY.search(text):
        return UNREAD
    found = [only for only, words in _ONLY if words.search(text)]
    if len(found) == 1:
        return found[0]
    if found or _SOME.search(text):
        return UNREAD
    if not _THIS_ATTACK.search(_QUOTED.sub("", text)):
        return ""
    return UNREAD if "choose one" in text.casefold() else THIS_ATTACK


def cost_of(before: str, name: str) -> tuple[Cost, bool]:
    """Read what stands before an arrow: the cost, and whether that was all of it.

    Where the whole isn't understood, its Force still is, if it is a number.
    """
    bare = _SENTENCE_BEFORE.sub("", before).removeprefix("Enhance:").removeprefix("Reserves:").strip()
    cost = parse(with_self_sign(bare, name), "costs")
    if not isinstance(cost, Broken):
        return cost, True
    force = [int(one or two) for one, two in _FORCE.findall(bare)]
    return Cost(force=sum(force)), False


def touches(text: str) -> tuple[str, ...]:
    """List what an effect may touch, by the words it uses; `anything` if none is known."""
    effect = _TIMING.sub("", text)
    return tuple(hint for hint, words in TOUCHES if words.search(effect)) or (ANYTHING,)
