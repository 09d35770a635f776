"""Selectors in words: what is meant, of what kind, whose, where and with what."""

from __future__ import annotations

import re

from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary
from adjudicator.swtcg.cards.compiling.reading.words import REFERENCES
from adjudicator.swtcg.cards.worded.places import ARENAS, SIDES, NoWordsError, no_words, where
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.language import CARD_IN_PLAY, PILOT_TEXT, THIS, UNIT_OR_PILOT, Those

CALLED = {meant: words for words, meant in reversed(REFERENCES.items())}
CALLED |= {("stack", "attacker"): "attacking unit", ("stack", "defender"): "defending unit"}
STATS = {
    "power": "power", "speed": "speed", "health": "health", "cost": "build cost", "total cost": "total build cost",
    "printed cost": "printed build cost", "printed power": "printed power", "remaining health": "remaining health",
}  # fmt: skip
PLAYERS = {"you": "you", "opponent": "your opponent"}
_AS_YOU = re.compile(r"uni[qt]", re.IGNORECASE).match
HOW = {"<=": "{} or less", ">=": "{} or more", "=": "equal to {}", "<": "less than {}", ">": "more than {}"}


def one(those: Those) -> str:
    """One of those: "one of your tapped Jedi units in the Space arena". Raises NoWordsError."""
    return _quantified(those, "one", "a")


def article_and(words: str) -> str:
    """A noun phrase with "a" or "an" before it."""
    return f"an {words}" if words[0] in "AEIOUaeiou" and not _AS_YOU(words) else f"a {words}"


def each(those: Those) -> str:
    """All of those: "each of your units"; a thing that is bound by its name. Raises NoWordsError."""
    return _quantified(those, "each", "each")


def standing(those: Those) -> str:
    """All of those, which stand on the table. Raises NoWordsError for cards that lie somewhere."""
    return no_words() if those.what == "card" else each(those)


def several(those: Those) -> str:
    """Those without a number: "your units", "Jedi units in the Space arena". Raises NoWordsError."""
    _unbound(those)
    return f"{SIDES[those.side]} {_kinds(those, plural=True)}" if those.side in SIDES else _kinds(those, plural=True)


def lone(those: Those, *, plural: bool = False) -> str:
    """What is meant, without whose it is and how many: "Jedi unit in the Space arena". Raises NoWordsError."""
    _unbound(those)
    return _kinds(those, plural=plural)


def count(those: Those, least: int, most: object) -> str:
    """So many of those, to be chosen. Raises NoWordsError."""
    if (least, most) == (1, 1):
        quantity = "one"
    elif least == 0 and isinstance(most, int):
        quantity = f"up to {most}"
    elif least == 0 and most is None:
        quantity = "any number"
    elif least == 0 and most == w.X():
        quantity = "up to X"
    elif least == 1 and most is None:
        quantity = "one or more"
    elif least == most:
        quantity = str(least)
    else:
        raise NoWordsError
    if those.bound:
        return f"{quantity} of {_plain_bound(those)}"
    if those.side in SIDES:
        return f"{quantity} of {SIDES[those.side]} {_kinds(those, plural=True)}"
    if those.side != "any":
        raise NoWordsError
    return f"{quantity} of {_kinds(those)}" if quantity == "any number" else f"{quantity} {_kinds(those)}"


def _unbound(those: Those) -> None:
    if those.bound or those.side not in (*SIDES, "any"):
        raise NoWordsError


def _quantified(those: Those, of: str, article: str) -> str:
    if those.bound:
        return bound(those)
    _unbound(those)
    if those.side in SIDES:
        return f"{of} of {SIDES[those.side]} {_kinds(those, plural=True)}"
    return f"{article} {_kinds(those)}" if article == "each" else article_and(_kinds(those))


def bound(those: Those) -> str:
    """A thing by what it is called, and what is said of it besides. Raises NoWordsError."""
    bare = structs.replace(Those(), what=those.what, bound=those.bound)
    rest = structs.replace(those, what="unit", bound="", side="any")
    for field in Those.__struct_fields__:
        if getattr(rest, field) != getattr(Those(), field) and field not in TAIL | set(STANDS):
            raise NoWordsError
    if those.side != "any" or any(getattr(rest, field) for field in ("types", "subtype", "name", "any_of", "keyword")):
        raise NoWordsError
    called = "this unit" if bare == THIS else f"the {_called(bare)}"
    states = [
        f" {said}" for field, value, said in STATES if getattr(those, field) is value and value is not None
    ]  # what an adjective says of others
    if len(states) != sum(getattr(those, field) is not None for field in STANDS):
        raise NoWordsError
    rest = structs.replace(rest, **dict.fromkeys(STANDS, None))
    return called + "".join(states) + _posts(rest)


def _plain_bound(those: Those) -> str:
    """Cards or units that were looked at or chosen, as something to choose among."""
    called = _called(Those(what=those.what, bound=those.bound))
    if those != Those(what=those.what, bound=those.bound):
        raise NoWordsError
    return f"the {called}".replace("card ", "cards ", 1)


def _called(bare: Those) -> str:
    called = CALLED.get((bare.what, bare.bound))
    if called is None:
        raise NoWordsError
    return called


STATES = (
    ("tapped", True, "that is tapped"), ("tapped", False, "that is untapped"),
    ("damaged", True, "that is damaged"), ("damaged", False, "with no damage counters on it"),
    ("stacked", True, "that is stacked"), ("piloted", True, "that is piloted"),
    ("attacking", True, "that is attacking"), ("defending", True, "that is being attacked"),
)  # fmt: skip
ADJECTIVES = (
    ("tapped", True, "tapped"), ("tapped", False, "untapped"), ("damaged", True, "damaged"),
    ("damaged", False, "undamaged"), ("unique", True, "unique"), ("unique", False, "non-unique"),
    ("stacked", True, "stacked"), ("piloted", True, "piloted"), ("attacking", True, "attacking"),
    ("defending", True, "defending"),
)  # fmt: skip
STANDS = tuple(dict.fromkeys(field for field, _, _ in STATES))
ADDED = tuple(dict.fromkeys(field for field, _, _ in ADJECTIVES))
NOUNS = {
    "unit": "unit", UNIT_OR_PILOT: "", "card": "card", "location": "Location card", "built": "card", "pilot": "Pilot",
    "equipment": "Equipment card", CARD_IN_PLAY: "card",
}  # fmt: skip
HEAD = {
    "what", "types", "subtype", "name", "unique", "tapped", "damaged", "piloted", "stacked", "card_side", "attacking",
    "defending", "any_of",
}  # fmt: skip
TAIL = {"side", "zones", "other", "where", "lowest", "highest", "attacking_whom", "mode", "but", "keyword",
        "piloted_by", "alongside", "aboard"}  # fmt: skip


def _kinds(those: Those, *, plural: bool = False) -> str:
    """Adjectives, kinds, noun and what follows it: "untapped Jedi or Sith units in the Space arena"."""
    usual = Those()
    for field in Those.__struct_fields__:
        if getattr(those, field) != getattr(usual, field) and field not in HEAD | TAIL:
            raise NoWordsError
    if those.what == "pilot" and those.zones == ("character",):
        raise NoWordsError  # it would be read as a unit that could be one
    made = [_one_kind(each) for each in _alternatives(those)]
    words, noun = made[-1]
    ahead = [each.removesuffix(f" {noun}") for each, _ in made[:-1]]
    if plural and not noun and not any(each.name for each in (those, *those.any_of)):  # a name stays as it is
        ahead, words = [in_plural(each) for each in ahead], in_plural(words)
    if {each for _, each in made} != {noun}:
        raise NoWordsError
    whole = f"{', '.join(ahead)} or {words}" if ahead else words
    return whole + "s" * (plural and bool(noun)) + _posts(those)


def in_plural(words: str) -> str:
    """Words of type lines said of several, without a noun behind them: "Bounty Hunters", "Jedi"."""
    return words if words.endswith(ALIKE) else f"{words}s"


ALIKE = ("s", "Jedi", "Sith", "First Order")
"""Words of type lines that are said of several as of one."""


def _alternatives(those: Those) -> list[Those]:
    """The kinds that are said one by one: "Space or Ground", "Jedi or Sith"."""
    if those.any_of:
        if those.types and any(part.types for part in those.any_of):
            raise NoWordsError  # of an arena and of another type as well
        first, *_, last = those.any_of if len(those.any_of) > 1 else those.any_of * 2
        if any(getattr(first, field) != getattr(Those(), field) for field in (*ADDED, "card_side")):
            raise NoWordsError  # what stands before the first is so of all
        if last.types and (last.subtype or last.name):
            raise NoWordsError  # what stands behind the last is so of all
        return [structs.replace(those, any_of=(), **_said(part)) for part in those.any_of]
    if len(those.types) > 1 and those.types != ARENAS:
        if those.subtype or those.name:
            raise NoWordsError
        return [structs.replace(those, types=(kind,)) for kind in those.types]
    return [those]


def _said(part: Those) -> dict[str, object]:
    """What an alternative says; only what stands before the noun can be said of one alone."""
    usual = Those()
    said = {
        field: value for field in Those.__struct_fields__ if (value := getattr(part, field)) != getattr(usual, field)
    }
    if set(said) - (HEAD - {"any_of", "what"}) or not (part.types or part.subtype or part.name):
        raise NoWordsError
    return said


def _one_kind(those: Those) -> tuple[str, str]:
    """One kind with its noun, and the noun."""
    words = [word for field, value, word in ADJECTIVES if getattr(those, field) is value]
    if len(words) != sum(getattr(those, field) is not None for field in ADDED):
        raise NoWordsError
    if (
        those.piloted is False
        or "'" in those.name.replace("'s ", " ")
        or (those.subtype and those.name)
        or (len(those.types) > 1 and those.types != ARENAS)
    ):
        raise NoWordsError
    if those.card_side:
        words.append(those.card_side if those.card_side == "neutral" else f"{those.card_side.capitalize()} Side")
    if (kind := _other_kind(those)) is not None:
        words.append(f"non-{kind}")
    if those.what == "unit" and not those.types and our_vocabulary().types(those.subtype) == {"equipment"}:
        raise NoWordsError
    kinds = [those.name or those.subtype] if those.name or those.subtype else []
    noun = NOUNS.get(those.what)
    units = those.types == ARENAS and those.what not in ("card", "built")
    if noun is None or units or (noun == "Pilot" and those.types):
        raise NoWordsError
    if those.what == "built":
        words.append("partially built")
    types = [] if those.types in (ARENAS, ("there",)) else [kind.capitalize() for kind in those.types]
    if those.what in ("location", "equipment") and types:
        raise NoWordsError
    noun = "unit card" if those.types == ARENAS else noun
    if not (noun or kinds or types):
        raise NoWordsError
    return " ".join(filter(None, [*words, *kinds, *types, noun])), noun


def _other_kind(those: Those) -> str | None:
    """The one word of a type line that is all that those are not."""
    but = those.but
    if but is None or but != Those(subtype=but.subtype) or " " in but.subtype or not but.subtype:
        return None
    return but.subtype


def _posts(those: Those) -> str:
    """What stands after the noun, each with a blank before it."""
    said = ["besides this card"] if those.other else []
    if those.types == ("there",):
        said.append("of that type")
    other = those.but if those.but is not None and _other_kind(those) is None else None
    if other is not None and (called := _called_besides(other)):
        said.append(called)
        other = None
    if place := where(those):
        said.append(place)
    if those.aboard:
        if those.what != "pilot":
            raise NoWordsError
        said.append(f"on {bound(Those(what='stack', bound=those.aboard))}")
    for bound_ in those.where:
        if bound_.stat not in STATS or bound_.how not in HOW:
            raise NoWordsError
        said.append(f"with {STATS[bound_.stat]} {_bound(bound_)}")
    for extreme in ("lowest", "highest"):
        if stat := getattr(those, extreme):
            if stat not in STATS:
                raise NoWordsError
            said.append(f"with the {extreme} {STATS[stat]}")
    if those.keyword:
        said.append("with a Pilot text" if those.keyword == PILOT_TEXT else f"with {those.keyword.title()}")
    return "".join(f" {each}" for each in (*said, *_relations(those, other)))


def _relations(those: Those, other: Those | None) -> list[str]:
    """How those stand to other things: who is aboard, what is beside them, whom they attack, which others are meant."""
    said: list[str] = []
    if those.piloted_by is not None:
        if those.piloted_by != THIS:
            raise NoWordsError
        said.append("with this unit on it")
    if those.alongside:
        if any(not isinstance(each.than, int) for each in those.where):
            raise NoWordsError  # it would be read as the place of what they are compared with
        said.append(f"in the same arena as {bound(Those(what='stack', bound=those.alongside))}")
    if those.attacking_whom is not None:
        whom = _within(those.attacking_whom)
        said.append(f"using {those.mode.title()} to attack {whom}" if those.mode else f"attacking {whom}")
    elif those.mode:
        raise NoWordsError
    if other is not None:
        if those.alongside or those.attacking_whom is not None or those.piloted_by is not None:
            raise NoWordsError
        said.append(f"other than {_within(other)}")
    return said


def _within(those: Those) -> str:
    """A thing that is spoken of within what is said of another: what stood after it would be read of that one."""
    if _posts(structs.replace(those, what="unit", bound="")) or (those.bound and bound(those) != bound(_bare(those))):
        raise NoWordsError
    return one(those)


def owned_by(those: Those, *, all_of: bool = True) -> str:
    """The owner of something: "the one chosen's". Raises NoWordsError where more is said after the noun."""
    if _posts(structs.replace(those, what="unit", bound="")) or (those.bound and bound(those) != bound(_bare(those))):
        raise NoWordsError
    return f"{each(those) if all_of else one(those)}'s"


def _bare(those: Those) -> Those:
    return Those(what=those.what, bound=those.bound)


def _called_besides(but: Those) -> str:
    """One thing that is left out, by what it is called; empty for others, which are said last."""
    called = CALLED.get((but.what, but.bound), "") if but == Those(what=but.what, bound=but.bound) else ""
    return f"besides the {called}" if called in REFERENCES else ""


def _bound(asked: w.Where) -> str:
    if isinstance(asked.than, int):
        return HOW[asked.how].format(asked.than)
    if asked.how not in ("<=", "="):
        raise NoWordsError
    return f"equal to or less than {amount(asked.than)}" if asked.how == "<=" else f"equal to {amount(asked.than)}"


# --- how much -------------------------------------------------------------------------------------


def amount(number: w.Amount) -> str:
    """An amount: "3", "X", "the number of your Jedi units". Raises NoWordsError."""
    if isinstance(number, int) and number >= 0:
        return str(number)
    if number == w.X():
        return "X"
    if isinstance(number, w.Count):
        return _times(number.times, f"the number of {several(number.of)}")
    if isinstance(number, w.Stat) and not number.over:
        return _times(number.times, _stat(number))
    if isinstance(number, w.Tally) and number.of == "force" and number.who in PLAYERS:
        return "your Force total" if number.who == "you" else "your opponent's Force total"
    if isinstance(number, w.Tally) and number.of == "arenas" and number.who in PLAYERS:
        return f"the number of arenas {does(number.who, 'control')}"
    if isinstance(number, w.Half):
        return f"half of {amount(number.of)}{' rounded up' * number.up}"
    if isinstance(number, w.Capped) and isinstance(number.most, int):
        return f"{amount(number.of)} but at most {number.most}"
    if isinstance(number, w.Sum) and len(number.of) == 2:
        first, second = number.of
        if isinstance(second, w.Times) and second.times == -1:
            return f"the difference between {amount(second.of)} and {amount(first)}"
    raise NoWordsError


def _stat(number: w.Stat) -> str:
    if number.stat == "damage":
        return f"the number of damage counters on {bound(number.of)}"
    if number.stat == "cards" and number.of.bound:
        return f"the number of cards in the stack of {bound(number.of)}"
    if number.stat in STATS:
        return f"the {STATS[number.stat]} of {bound(number.of)}"
    raise NoWordsError


def _times(times: int, said: str) -> str:
    if times < 1:
        raise NoWordsError
    return said if times == 1 else f"{times} times {said}"


def does(who: str, verb: str) -> str:
    """A player and what he or she does: "you draw", "your opponent draws"."""
    if who not in PLAYERS:
        raise NoWordsError
    return f"you {verb}" if who == "you" else f"{PLAYERS[who]} {verb}s"
