"""Paragraphs written in keyword abilities, turned into effect data.

`read_paragraph` is the whole of it: a paragraph goes in, abilities come out, or
the words at which understanding ended. It never half-understands: what is not
read to its end is not read at all, save that a Pilot, an Equipment, an Enhance,
a Bounty or a Reserves whose inside is unknown keeps its frame around a manual
inside. The grammar is `keyword_text.lark`; the keywords' own rules are rots.keywords.*.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

import msgspec
from lark import Lark, Token, Transformer, Tree, v_args
from lark.exceptions import UnexpectedInput, VisitError

from adjudicator.swtcg.cards.paragraphs import list_items, with_self_sign
from adjudicator.swtcg.cards.selecting import some
from adjudicator.swtcg.words.language import (
    FREE,
    THIS,
    ZERO_FORCE,
    Ability,
    Activated,
    Choose,
    Cost,
    Draw,
    GainForce,
    GainPoints,
    Instruction,
    Keyword,
    Modify,
    PilotOf,
    Prevent,
    RemoveDamage,
    Reserves,
    Static,
    Tap,
    Those,
    TreatAs,
    X,
)

STARTS = ("paragraph", "printed", "grant", "costed", "gain", "costs")
OLD_NAMES = {"elude": "precision"}
"""Keywords that have got another name (idc.keywords.elude-is-precision)."""
_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3}


class EnhanceText(msgspec.Struct, frozen=True):
    """An Enhance as read: its Force, whether on top of the card's own cost, and its sentence."""

    force: int
    more: bool
    rest: str


class EquipText(msgspec.Struct, frozen=True):
    """The cost of attaching an Equipment."""

    cost: Cost


class EquippedText(msgspec.Struct, frozen=True):
    """What a carrier of a kind gets: `also` if it adds to what every carrier gets."""

    carrier: str
    also: bool
    rest: str


class PilotText(msgspec.Struct, frozen=True):
    """A Pilot ability as read: the kinds it pilots, and the text of what it gives."""

    kinds: tuple[str, ...]
    rest: str


class ReservesText(msgspec.Struct, frozen=True):
    """A Reserves ability: the text that works in the build zone."""

    rest: str


Read = Ability | EnhanceText | EquipText | EquippedText | PilotText | ReservesText


class Broken(msgspec.Struct, frozen=True):
    """Where reading ended: the words not understood, and how many signs came before them."""

    words: str
    at: int


class _Unread(Exception):
    """A phrase inside a well-formed paragraph is not understood."""


@cache
def _parser() -> Lark:
    grammar = resources.files(__package__).joinpath("keyword_text.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", start=list(STARTS), maybe_placeholders=True)


def parse(text: str, start: str) -> Any:
    """Read a text by one rule of the grammar; `Broken` if it is not written by it."""
    bare = text.strip().rstrip(".").rstrip()
    try:
        return _Meaning().transform(_parser().parse(bare, start=start))
    except UnexpectedInput as bad:
        at: int = getattr(bad, "pos_in_stream", None) or 0
        # At the end of the text the parser names the last word, which was read; say that more was due.
        if getattr(getattr(bad, "token", None), "type", "") == "$END":
            at = len(bare)
        return Broken(" ".join(bare[at:].split()[:4]) or "(the end)", at)
    except VisitError as bad:
        if isinstance(bad.orig_exc, _Unread):
            phrase = str(bad.orig_exc)
            return Broken(phrase, max(bare.find(phrase), 0))
        raise


def read_items(rest: str, name: str) -> list[tuple[str, tuple[Ability, ...] | Broken]]:
    """Read what a Pilot or an Equipment gives, item by item, each with its text."""
    items: list[tuple[str, tuple[Ability, ...] | Broken]] = []
    for item in list_items(rest):
        # The granted text says "this unit" of the unit that gets it.
        signed = with_self_sign(item, name)
        bare = signed[1:-1] if signed.startswith('"') and signed.endswith('"') and signed.count('"') == 2 else signed
        items.append((item, parse(bare, "grant")))
    return items


def read_paragraph(text: str, name: str) -> tuple[Read, ...] | Broken:
    """Read one paragraph of the card called `name`. See the module for what comes back."""
    found: tuple[Read, ...] | Broken = parse(with_self_sign(text, name), "paragraph")
    return found


def _count(word: Token | None) -> int:
    assert word is not None
    return int(word) if word.isdecimal() else _COUNTS[word.casefold()]


def _those(word: Token | Tree[Any]) -> Those:
    found = some(str(word))
    if found is None:
        raise _Unread(str(word))
    return found


def _added(left: Cost, right: Cost) -> Cost:
    """Both costs together. Raises _Unread where both name cards in the same way."""
    both: dict[str, Any] = {}
    for field in Cost.__struct_fields__:
        one, two = getattr(left, field), getattr(right, field)
        if isinstance(one, Those) and isinstance(two, Those):
            raise _Unread(field)
        if field in ("discard_count", "tap_count", "counters", "out_count", "marks_count"):
            both[field] = max(one, two)
        else:
            both[field] = one or two if isinstance(one, bool) or not isinstance(one, int) else one + two
    return Cost(**both)


@v_args(inline=True)
class _Meaning(Transformer[Token, Any]):
    """Gives each rule of the grammar its meaning. Numbered keywords share `_numbered`."""

    def paragraph(self, read: Any) -> tuple[Read, ...]:
        return read if isinstance(read, tuple) else (read,)

    def grant(self, *given: Any) -> tuple[Ability, ...]:
        return tuple(each for one in given for each in (one if isinstance(one, tuple) else (one,)))

    def printed(self, *given: Keyword) -> tuple[Ability, ...]:
        return given

    def static(self, keyword: Keyword) -> Keyword:
        return keyword

    @staticmethod
    def _numbered(name: str, x: Token | None = None) -> Keyword:
        return Keyword(name=name, x=int(x) if x is not None else 0)

    def accuracy(self, x: Token) -> Keyword:
        return self._numbered("accuracy", x)

    def armor(self) -> Keyword:
        return self._numbered("armor")

    def bombard(self, x: Token) -> Keyword:
        return self._numbered("bombard", x)

    def critical_hit(self, x: Token) -> Keyword:
        return self._numbered("critical hit", x)

    def hidden_cost(self, x: Token) -> Keyword:
        return self._numbered("hidden cost", x)

    def ion_cannon(self, x: Token) -> Keyword:
        return self._numbered("ion cannon", x)

    def lucky(self, x: Token) -> Keyword:
        return self._numbered("lucky", x)

    def overkill(self) -> Keyword:
        return self._numbered("overkill")

    def shields(self, x: Token) -> Keyword:
        return self._numbered("shields", x)

    def stun(self, x: Token) -> Keyword:
        return self._numbered("stun", x)

    def bare_retaliate(self, x: Token) -> Keyword:
        return self._numbered("retaliate", x)

    def later(self, word: Token) -> Keyword:
        name = " ".join(word.casefold().split())
        return self._numbered(OLD_NAMES.get(name, name))

    def later_x(self, word: Token, x: Token) -> Keyword:
        return self._numbered(" ".join(word.casefold().split()), x)

    def later_played(self, word: Token, x: int | None = 0) -> tuple[str, int | None]:
        return word.casefold(), x

    def change(self, amount: Token, stat: Token) -> Static:
        return Static(changes=(Modify(of=THIS, stat=stat.casefold(), amount=int(amount)),))

    def amount(self, x: Token) -> int | None:
        return int(x) if x.isdecimal() else None

    def evade(self, x: int | None) -> tuple[str, int | None]:
        return "evade", x

    def deflect(self, x: int | None) -> tuple[str, int | None]:
        return "deflect", x

    def intercept(self) -> tuple[str, int | None]:
        return "intercept", 0

    def retaliate(self, x: int | None) -> tuple[str, int | None]:
        return "retaliate", x

    def played(self, cost: Cost, keyword: tuple[str, int | None]) -> Ability:
        name, x = keyword
        if x is None:
            # The X of the cost. An X that a further clause would give is not understood, and neither is
            # one for Deflect or Retaliate, which no card has.
            if not cost.x or name != "evade":
                raise _Unread("X")
            return Activated(do=(Prevent(amount=X()),), cost=cost, keyword="evade")
        return Keyword(name=name, x=x, cost=cost if cost != FREE or name != "retaliate" else ZERO_FORCE)

    def meditated(self, cost: Cost) -> Keyword:
        return Keyword(name="meditate", cost=cost)

    def upkeep(self, *costs: Cost) -> Keyword:
        return Keyword(name="upkeep", costs=costs)

    def bounty(self, do: tuple[Instruction, ...]) -> Keyword:
        return Keyword(name="bounty", do=do)

    def enhance(self, force: Token, more: Token | None, rest: Token) -> EnhanceText:
        return EnhanceText(int(force), more is not None, str(rest))

    def reserves(self, rest: Token) -> ReservesText:
        return ReservesText(str(rest))

    def pilot(self, kinds: Token, _gets: Token, rest: Token) -> PilotText:
        parts = str(kinds).replace(", and ", " and ").replace(", ", " and ").split(" and ")
        return PilotText(tuple(part.strip() for part in parts), str(rest))

    def treat_as(self, _who: Token, subtype: Token) -> TreatAs:
        if (words := str(subtype).strip()).endswith("s") and " " not in words:
            raise _Unread(words)
        return TreatAs(subtype=words)

    def extra_pilot(self, _who: Token) -> Static:
        return Static(changes=(Modify(of=THIS, stat="extra pilots", amount=1),))

    def equip(self, cost: Cost) -> EquipText:
        return EquipText(cost)

    def equipped(self, carrier: Token, also: Token | None, rest: Token) -> EquippedText:
        return EquippedText(str(carrier).strip(), also is not None, str(rest))

    def costs(self, *parts: Cost) -> Cost:
        total = FREE
        for part in parts:
            total = _added(total, part)
        return total

    def force(self, amount: Token) -> Cost:
        return Cost(force=int(amount))

    force_unsaid = force

    def force_x(self, _x: Token) -> Cost:
        return Cost(x=True)

    def points(self, amount: Token) -> Cost:
        return Cost(points=int(amount))

    def points_x(self, _x: Token) -> Cost:
        return Cost(x_points=True)

    def tap(self, _who: Token | None = None) -> Cost:
        return Cost(tap=True)

    def tap_others(self, those: Token) -> Cost:
        return Cost(tap_others=_those(those))

    def discard_cards(self, count: Token) -> Cost:
        return Cost(discard_cards=_count(count))

    def discard_this(self, _who: Token) -> Cost:
        return Cost(discard=THIS)

    def discard_some(self, those: Token) -> Cost:
        return Cost(discard=_those(those))

    def counters(self, count: Token, those: Token) -> Cost:
        if _count(count) != 1:
            raise _Unread(f"{count} damage counters")
        return Cost(counters_on=_those(those))

    def costed(self, cost: Cost, do: tuple[Instruction, ...]) -> tuple[Cost, tuple[Instruction, ...]]:
        return cost, do

    def gain(self, do: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        return do

    def gain_points(self, count: Token) -> tuple[Instruction, ...]:
        return (GainPoints(amount=_count(count)),)

    def gain_force(self, count: Token) -> tuple[Instruction, ...]:
        return (GainForce(amount=_count(count)),)

    def draw(self, count: Token) -> tuple[Instruction, ...]:
        return (Draw(amount=_count(count)),)

    def heal_all(self, those: Token) -> tuple[Instruction, ...]:
        return _on_one(those, lambda it: RemoveDamage(of=it))

    def heal(self, count: Token, those: Token) -> tuple[Instruction, ...]:
        return _on_one(those, lambda it: RemoveDamage(of=it, amount=_count(count)))

    def tap_some(self, those: Token) -> tuple[Instruction, ...]:
        return _on_one(those, lambda it: Tap(what=it))


def _on_one(phrase: Token, do: Any) -> tuple[Instruction, ...]:
    """Do it to this card, or to one that is chosen first."""
    those = _those(phrase)
    if those is THIS:
        return (do(THIS),)
    return (Choose(into="it", among=those), do(Those(bound="it")))


__all__ = [
    "Broken", "EnhanceText", "EquipText", "EquippedText", "PilotOf", "PilotText", "Read", "Reserves", "ReservesText",
    "parse", "read_items", "read_paragraph",
]  # fmt: skip
