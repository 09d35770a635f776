"""Frames of the sets of the 2020s, which are read and not carried out yet: Adapt, Alternative Cost, Stack."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

from adjudicator.swtcg.cards.compiling.reading.failing import NotUnderstood
from adjudicator.swtcg.cards.compiling.story.about import About
from adjudicator.swtcg.cards.keyword_reader import Broken
from adjudicator.swtcg.cards.keyword_reader import parse as parse_keywords
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import THIS, Those

_ADAPT = re.compile(r"adapt:\s*(?P<options>.+)", re.IGNORECASE | re.DOTALL)
_SLASH = re.compile(r"\s*(?:(?<!\d)/|/(?!\d))\s*(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
_COMMA = re.compile(r",\s+(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)")
_COST = re.compile(r"alternative cost:\s*(?P<cost>.+?)\.?", re.IGNORECASE)
_STACK = re.compile(r"stack:\s*(?:any )?(?P<what>[^.]+?)\.?", re.IGNORECASE)

_THIS_RESOURCE = re.compile(r"\bthis resource\b", re.IGNORECASE)
_DONE = re.compile(r"gain \d|put the top card of any player's deck", re.IGNORECASE)
_PAYING = r"(?i:pay|tap|discard|put|remove|add|do|return|lose|retreat)\b|\[tap\]|\d"
_BARE_COUNTERS = re.compile(r"^(add|remove) (?:\d+|X) counters?(?= ->)", re.IGNORECASE)
Abilities = Callable[[str], tuple[w.Ability, ...]]


def of_its_kind(text: str, types: tuple[str, ...]) -> str:
    """A text that says of what card of its player's it speaks; a player has one Resource, on which its counters lie."""
    if "resource" not in types:
        return text
    return _BARE_COUNTERS.sub(_on_the_resource, _THIS_RESOURCE.sub("your Resource", text))


def _on_the_resource(found: re.Match[str]) -> str:
    return f"{found[0]} {'to' if found[1].casefold() == 'add' else 'from'} your Resource"


def ways_to_pay(text: str) -> list[str]:
    """The ways of an Upkeep: "A, B, or C" are three, and "A, B" are two (rots.keywords.upkeep-several-costs). What one
    way asks is joined by "and". None if it asks nothing, but does something.
    """
    if _DONE.match(text):
        return []
    return re.split(rf",? or (?={_PAYING})|, (?:or )?", text.rstrip("."))


class Compiles(Protocol):
    """What of the compiler is needed here."""

    def cost(self, text: str, about: About) -> w.Cost:
        """A cost by itself."""

    def unit(self, phrase: str, about: About) -> Those | None:
        """The units that a phrase means."""


def framed(text: str, abilities: Abilities, compiler: Compiles, about: About) -> tuple[w.Ability, ...]:
    """The abilities of a paragraph in such a frame, none if it is in none. Raises NotUnderstood."""
    if (adapt := _ADAPT.fullmatch(text)) is not None:
        options = tuple(_option(each, abilities) for each in _SLASH.split(adapt["options"].rstrip(". ")))
        if len(options) < 2:
            raise NotUnderstood(text, why="one way to adapt")
        return (w.Keyword(name="adapt", do=(w.OneOfThese(options=options),)),)
    if (paid := _COST.fullmatch(text)) is not None:
        return (w.Keyword(name="alternative cost", costs=(compiler.cost(paid["cost"], about),)),)
    if (stack := _STACK.fullmatch(text)) is not None:
        those = compiler.unit(stack["what"], about)
        if those is None and not all(word[:1].isupper() or word[:1].isdigit() for word in stack["what"].split()):
            raise NotUnderstood(stack["what"])
        who = those if those is not None else Those(name=stack["what"])
        return (w.Static(changes=(w.Allow(clause="MAY_BE_STACKED", who=who, whom=THIS, until="permanent"),)),)
    return ()


def _option(text: str, abilities: Abilities) -> tuple[w.Instruction, ...]:
    """One way to adapt: what this unit then gets."""
    found = parse_keywords(text, "grant")
    if isinstance(found, Broken):
        found = tuple(made for item in _COMMA.split(text) for made in _item(item, abilities))
    return tuple(w.Grant(to=THIS, ability=each, until="permanent") for each in found)


def _item(text: str, abilities: Abilities) -> tuple[w.Ability, ...]:
    found = parse_keywords(text, "grant")
    return tuple(found) if not isinstance(found, Broken) else abilities(text.strip('"'))
