"""How selectors are put together from the words of a noun phrase."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from lark import Token
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.lexing import is_singular
from adjudicator.swtcg.cards.compiling.reading.words import PLAIN, REFERENCES, Vocabulary
from adjudicator.swtcg.cards.compiling.story.about import GIVER
from adjudicator.swtcg.cards.compiling.story.kinds_together import _as_card, _only_alternatives
from adjudicator.swtcg.cards.compiling.story.mentions import HIDDEN, NotMeant, no_name
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS, IN_PLAY
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.face import SUBORDINATE
from adjudicator.swtcg.words.language import (
    PILOT_TEXT,
    THIS,
    UNIT_OR_PILOT,
    UNITS,
    Amount,
    Count,
    Stat,
    Those,
    Times,
    Where,
    X,
)

Part = Callable[[Story, Those], Those]

"""What a word or phrase adds to a selector."""

Told = Callable[[Story], Any]

UNIT_TYPES = ARENAS

ATTACKER, DEFENDER = Those(what="stack", bound="attacker"), Those(what="stack", bound="defender")

ALL = 99
"""As the least number of a choice: as many as may be chosen at most."""

STATS = {
    "build cost": "cost", "total build cost": "total cost", "printed build cost": "printed cost",
    "total printed build cost": "total cost",
    "printed force cost": "force cost", "total health": "health", "total power": "power",
    "total speed": "speed", "force cost": "force cost", "health remaining": "remaining health",
}  # fmt: skip


def stat_of(word: str) -> str:
    """The effect language's word for a value."""
    return STATS.get(word, word)


_REFERENCES = {tuple(PLAIN.get(word, word) for word in words.split()): meant for words, meant in REFERENCES.items()}


def reference(word: str) -> Those:
    """What our own wording calls by the order in which it was chosen, or by its part in an event."""
    what, bound = _REFERENCES[tuple(word.split())]
    return Those(what=what, bound=bound)


def by_mode(attacker: Those, whom: Those) -> tuple[Those, Those]:
    """Of "Attacks a Ground unit using Bombard": it is the attacker that uses it."""
    if not whom.mode:
        return attacker, whom
    return structs.replace(attacker, mode=whom.mode), structs.replace(whom, mode="")


def attacking(those: Those, whom: Those) -> Those:
    """Those that are attacking that."""
    those, whom = by_mode(those, whom)
    return structs.replace(those, attacking_whom=whom)


def _rest(story: Story) -> Those:
    """Of "the rest": of cards looked at, or of the units that one was chosen among."""
    rest: Those = story.marks.get("rest") or story.marks.get("others") or _not_meant("the rest")
    return rest


def _choice(story: Story, those: Those) -> Those:
    """Of "Of your choice": that it is chosen, the noun says."""
    return those


def _your_choice(story: Story, those: Those) -> Those:
    """Of "discards a card of your choice": whoever does it, you choose."""
    story.marks["you choose"] = True
    return those


def _put(**fields: Any) -> Part:
    return lambda story, those: structs.replace(those, **fields)


def _marking(word: str, **fields: Any) -> Part:
    """The same, and whoever reads on finds the word among the marks of the story."""

    def add(story: Story, those: Those) -> Those:
        story.marks[word] = True
        return structs.replace(those, **fields)

    return add


def _not_meant(what: str) -> Any:
    raise NotMeant(what)


def counted(those: Those, times: int) -> Amount:
    """How many there are of those; of all Pilots or Equipment on a unit that is a value of the unit. This one card is
    not counted ("for each of them", where several were spoken of elsewhere).
    """
    if those == THIS:
        raise NotMeant("how many of one")
    on_it = {Those(what=what, aboard=those.aboard): stat for what, stat in (("pilot", "pilots"), ("equipment",) * 2)}
    if those.what == "pilot" and those.other and those.aboard == "this":  # a Pilot speaks: besides him, not his unit
        those = without(structs.replace(those, other=False), GIVER)
    if those.aboard and those in on_it:
        return Stat(stat=on_it[those], of=Those(what="stack", bound=those.aboard), times=times)
    return Count(of=those, times=times)


def value_on(story: Story, noun: Noun, stat: str, times: int = 1) -> Stat:
    """How much there is of something on a thing; on several, on all of them together."""
    those = noun.build(story)
    if noun.how == "pick":
        raise NotMeant("on which of them")
    return Stat(stat=stat, of=those, times=times, over="" if those.bound else "total")


def could_pilot(those: Those) -> Those:
    """Pilots that are on no unit: cards with a Pilot text."""
    if those.what != "pilot":
        return those
    if those.keyword:
        raise NotMeant("a Pilot with another keyword")
    return structs.replace(those, what="unit", keyword=PILOT_TEXT)


def _other(story: Story, those: Those) -> Those:
    """Other than what was spoken of last; other than this card if that is what was spoken of, or nothing was."""
    last = story.mentions[-1].those if story.mentions else THIS
    if story.marks.get("of each") and not last.bound and not those.alongside:
        story.marks["each other"] = True  # "each of your Droids ... for each of your other Droids": than that one
        return structs.replace(those, other=True)
    if not story.mentions and story.marks.get("played") and those.alongside:  # "another unit in the same arena as it"
        return without(those, Those(what="stack", bound=those.alongside))
    if not story.mentions and story.marks.get("played"):
        story.marks["other than"] = True  # what it is, the words behind it may say
        return structs.replace(those, other=True)
    if last == THIS and those.side == "opponents" and story.marks.get("turned") == THIS:
        return without(those, DEFENDER)  # as this unit attacks: besides the one it attacks
    if last == ATTACKER and those.side == "yours" and story.marks.get("turned") == ATTACKER:
        return without(those, DEFENDER)  # the attack is turned from what it was on to another of yours
    if last.what == "stack" and last.any_of:
        return without(those, last)
    if story.mentions and story.mentions[-1].kind.aboard == "this" and "pilot" not in those.what.split():
        return structs.replace(those, other=True)  # from this unit to another
    on = story.mentions[-1].kind.aboard if story.mentions else ""
    if on and not {"pilot", "equipment"} & set(those.what.split()):
        return without(those, Those(what="stack", bound=on))  # from one unit to another
    if last.bound in ("", "this", "giver") and story.marks.get("played"):
        named = [each.those for each in story.mentions if each.those.bound]
        if not named:
            raise NotMeant("other than what")  # a card that is played is no unit
        last = named[-1]
    if last == THIS and those.side == "any" and story.marks.get("turned") == THIS:
        story.marks["met by this"] = DEFENDER  # "one of your opponent's other units": whose it is, is said behind it
        return structs.replace(those, other=True)
    if last == THIS and (met := _met_by_this(story, those)) is not None:
        story.marks["met by this"] = met
        return structs.replace(those, other=True)
    if last.bound in ("", "this", "giver"):
        return structs.replace(those, other=True)
    return without(those, Those(what=last.what, bound=last.bound))


def _met_by_this(story: Story, those: Those) -> Those | None:
    """Of "Whenever this unit damages a unit, it does 1 damage to another of your opponent's units": the damaged one."""
    if not story.mentions or story.mentions[0].those != Those(what="stack", bound="it"):
        return None
    alone = all(each.those == THIS for each in story.mentions[1:])
    return story.mentions[0].those if alone and story.mentions[0].kind.side != "yours" else None


def _differing(what: str) -> Part:
    """Several things that differ in something: that is a matter of choosing them."""

    def add(story: Story, those: Those) -> Those:
        story.marks["choosing"] = {**story.marks.get("choosing", {}), "different": what}
        return those

    return add


def _amount(amount: Any) -> Told:
    if isinstance(amount, Token):
        return lambda story: int(amount)
    told: Told = amount
    return told


def _times(amount: Amount, times: int) -> Amount:
    if isinstance(amount, int):
        return amount * times
    if isinstance(amount, X | Count | Stat):
        return structs.replace(amount, times=amount.times * times)
    return Times(of=amount, times=times)


def _with(story: Story, those: Those, parts: tuple[Part, ...]) -> Those:
    for part in parts:
        those = part(story, those)
    return those


def _where(those: Those, where: Where) -> Those:
    return structs.replace(those, where=(*those.where, where))


def whatever_they_are(part: Those) -> Those:
    """What is said of others within a selector ("that isn't a Jedi"): whether they are units, the selector says."""
    return structs.replace(part, what="unit") if part.what == UNIT_OR_PILOT else part


def without(those: Those, other: Those) -> Those:
    """Those that are not that either, besides what they are said not to be already."""
    other = whatever_they_are(other)
    if those.but is None:
        return structs.replace(those, but=other)
    before = those.but.any_of if _only_alternatives(those.but) else (those.but,)
    return structs.replace(those, but=Those(any_of=(*before, other)))


def _zone(those: Those, zone: str) -> Those:
    """A selector of what is in a zone of a player; what is in a hidden one is a card."""
    if zone in HIDDEN:
        those = _as_card(those) if those.what in ("location", "equipment") else could_pilot(those)
    what = "card" if zone in HIDDEN and those.what in (*UNITS, "stack") else those.what
    if what == "card" and zone == "build":
        what = "built"
    types = those.types
    if what == "card" and those.what in UNITS and not types:
        types = UNIT_TYPES
    before = those.zones if those.zones != IN_PLAY else ()  # "in play in your build zone"
    return structs.replace(those, zones=(*before, zone), what=what, types=types)


def _beside(those: Those, other: Those) -> Those:
    """In the same arena as something."""
    if other.bound == "this":
        return structs.replace(those, zones=("here",))
    if other.bound:
        return structs.replace(those, alongside=other.bound)
    if other.zones:
        return structs.replace(those, zones=other.zones)
    raise NotMeant("the same arena")


def _picked(quantity: tuple[int, Any, bool], parts: tuple[Part, ...]) -> Noun:
    least, most, several = quantity

    def build(story: Story) -> Those:
        return _with(story, Those(), parts)

    return Noun("pick", build, least, most, several)


def _joined(those: Those, kind: Those) -> Those:
    """What is of that kind besides: "if it's a Location", of a card that lies somewhere or of what stands there."""
    if those.what == "card" and kind.what in ("location", "equipment"):
        kind = _as_card(kind)
    fields = {
        field: getattr(kind, field)
        for field in Those.__struct_fields__
        if getattr(kind, field) != getattr(Those(), field)
    }
    if those.what != "stack" or kind.what not in ("location", "equipment"):
        fields.pop("what", None)
    if those.what == "card" and kind.what == "unit" and not kind.types:
        fields["types"] = UNIT_TYPES
    return structs.replace(those, **fields)


def _kind(vocabulary: Vocabulary, story: Story, parts: tuple[Any, ...], those: Those) -> Those:
    """One kind of thing: adjectives, words of the type line or a name, a noun."""
    parts = _battle_kinds(parts)
    kinds = [value for part in parts if isinstance(part, tuple) for key, value in (part,) if key == "kind"]
    for part in parts:
        if isinstance(part, tuple):
            those = _worded(vocabulary, story, those, *part)
        elif isinstance(part, Token):
            those = _noun(those, str(part))
            story.marks["single"] = is_singular(part)
        else:
            those = part(story, those)
    if last := [part for part in parts if isinstance(part, tuple | Token)][-1:]:
        story.marks["one of a kind"] = isinstance(last[0], tuple) and _is_one(last[0])
        story.marks["several of a kind"] = isinstance(last[0], tuple) and _are_several(last[0])
    if kinds and those.name:
        raise NotMeant(no_name(f"{' '.join(kinds)} {those.name}"))  # of which another card's name is a part
    if kinds and those.types == ("battle",):
        raise NotMeant("Battle cards of a kind")
    if kinds and those.what in UNITS and not those.types and vocabulary.types(" ".join(kinds)) == {"equipment"}:
        if "unit" in parts:
            raise NotMeant("a unit of a kind of Equipment")
        those = structs.replace(those, what="equipment")
    those = structs.replace(those, subtype=" ".join(kinds)) if kinds else those
    return those if any(isinstance(part, Token) for part in parts) else _without_the_word(those)


def _is_one(word: tuple[str, str]) -> bool:
    """Whether a word of type lines stands there in the singular, and is not the same in the plural."""
    key, value = word
    return key == "kind" and isinstance(value, Token) and is_singular(value) and value not in ("Jedi", "Sith")


def _are_several(word: tuple[str, str]) -> bool:
    """Whether a word of type lines stands there in the plural."""
    key, value = word
    return key in ("kind", "type") and isinstance(value, Token) and not is_singular(value)


def _without_the_word(those: Those) -> Those:
    """Of what is called by its name, subtype or type, without the word unit: units, and Pilots on units with them
    (crf.pilots.subtype-as-adjective-not-apply, gr.pilots.non-unit-effects-reach).
    """
    called = those.subtype or those.name or those.types
    return structs.replace(those, what=UNIT_OR_PILOT) if called and those.what == "unit" else those


def _battle_kinds(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of "Battle Droid": "Battle" before a word of type lines is one itself, and no Battle card is meant."""
    fixed = list(parts)
    for at, (one, other) in enumerate(pairwise(parts)):
        if one == ("type", "battle") and isinstance(other, tuple) and other[0] == "kind":
            fixed[at] = ("kind", "Battle")
    return tuple(fixed)


def _worded(vocabulary: Vocabulary, story: Story, those: Those, key: str, value: str) -> Those:
    if key == "type":
        if those.what == "built":
            return structs.replace(those, types=(*those.types, value))
        if value in ("location", "equipment"):
            return structs.replace(those, what=value)
        on_table = value in ARENAS or value == SUBORDINATE
        return structs.replace(those, types=(*those.types, value), what=those.what if on_table else "card")
    if key == "name":
        if value not in vocabulary.known:
            raise NotMeant(no_name(value))
        return structs.replace(those, name=value)
    if key == "own":
        return structs.replace(those, name=story.name)
    if key == "not kind":
        return without(those, Those(subtype=value))
    if key == "not type":
        return without(those, Those(types=(value,)))
    return those


def _noun(those: Those, noun: str) -> Those:
    those = could_pilot(those) if noun in ("card", "copy", "unit card", "unit") else those
    if noun == "unit card":
        return structs.replace(
            those, what="card" if those.what in UNITS else those.what, types=those.types or UNIT_TYPES
        )
    if noun == "unit" and those.what == "built":
        return structs.replace(those, types=those.types or UNIT_TYPES)
    if noun in ("card", "copy"):
        return structs.replace(those, what="card" if those.what in UNITS else those.what)
    return those
