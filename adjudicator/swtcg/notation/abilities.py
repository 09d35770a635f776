"""How an ability is called in a declaration: by its keyword and value, or by its key.

`luke evade 2` is the Evade 2 of Luke, as `evade 2 of luke` and `luke's evade 2` are; `luke ability` the only
ability without a name; where two are alike, `luke #0` names one by its number on the card (what the unit is given is
counted behind that), and `luke evade 2 from yoda` by who gives it; `luke #0 from yoda` is the first that Yoda gives.
Several Lucky are one (rots.keywords.lucky-values-add).
"""

from __future__ import annotations

import re
from typing import Any

from adjudicator.kernel.notation import AmbiguousError, NotUnderstoodError, nearest_first, the_one
from adjudicator.swtcg.notation.names import NOTHING_THERE, alias_of, aliases, folded, held, refer
from adjudicator.swtcg.standing.abilities import printed_beneath
from adjudicator.swtcg.table.table import Table
from adjudicator.swtcg.words.keywords import KEYWORDS
from adjudicator.swtcg.words.language import EquipTo, PilotOf
from adjudicator.swtcg.words.printed import printed
from adjudicator.swtcg.words.terms import within

UNNAMED, LUCKY = "ability", "lucky"
NAMES_ABILITY = re.compile(rf"{UNNAMED}|({'|'.join(sorted(KEYWORDS))})( \d+)?")
"""How an ability is called, whether or not a unit has it."""


def labels(table: Table, stack: int) -> dict[str, str]:
    """The abilities of a stack that may be played: key and name, in the order on the card."""
    found: dict[str, str] = {}
    for instance in table.index.by_stack.get(stack, ()):
        label = _label(instance.ability)
        if label:
            found[instance.key] = label
    return found


def asleep(table: Table, number: int) -> dict[str, str]:
    """The printed abilities of a stack that may be played where they work, but do not work here, those of the cards
    beneath its top one last: key and name.
    """
    stack = table.stacks.get(number)
    if stack is None or not table.known(stack):
        return {}
    awake = {instance.key for instance in table.index.by_stack.get(number, ())}
    found = {
        f"{number}.{place}": _label(each)
        for place, each in enumerate(printed(table.top(stack), table.edition.book.value))
    }
    found |= {f"{number}.{place}": _label(each) for place, each in printed_beneath(table, stack).items()}
    return {key: label for key, label in found.items() if label and key not in awake}


def lent(table: Table, number: int) -> list[tuple[str, str]]:
    """What a Pilot or Equipment gives, called by its giver: that of the unit it is on, else the text that gives it."""
    stack = table.stacks.get(number)
    if stack is None or not table.known(stack):
        return []
    found: list[tuple[str, str]] = []
    for place, text in enumerate(printed(table.top(stack), table.edition.book.value)):
        if isinstance(text, PilotOf | EquipTo):
            for at, each in enumerate(text.gives):
                found.append((f"{stack.host}.{number}.{at}" if stack.host else f"{number}.{place}", _label(each)))
    return [(key, label) for key, label in found if label]


def _label(ability: Any) -> str:
    """A keyword with its value, `ability` for one without a name, empty for what is not played."""
    kind = type(ability).__name__
    if kind == "Activated":
        if not ability.keyword:
            return UNNAMED
        amount = next((a for each in within(ability.do) if isinstance(a := getattr(each, "amount", None), int)), None)
        return f"{ability.keyword} {amount}" if amount else str(ability.keyword)
    if kind == "Keyword":
        return f"{ability.name} {ability.x}" if ability.x else str(ability.name)
    if kind == "Reserves":
        return _label(ability.ability)
    if kind == "Manual" and ability.form == "activated":
        return UNNAMED
    return ""


def ability_key(table: Table, words: tuple[str, ...], seat: str) -> str:
    """The key of the ability that some words name. Raises NotUnderstoodError and AmbiguousError."""
    text = " ".join(words)
    words, giver = _given_by(table, words, seat)
    try:
        stack, rest = the_stack(table, words, seat)
    except NotUnderstoodError:
        turned = _unit_first(words)
        if card := _in_hand(table, turned, seat):
            return f"{card}.0"
        if turned == words:
            if having := _having(table, words[0], seat):
                raise NotUnderstoodError(text, text, having) from None
            raise
        stack, rest = the_stack(table, turned, seat)
    if len(rest) == 1 and rest[0].startswith("#"):
        return _by_number(table, stack, rest[0][1:], giver)
    wanted = folded(" ".join(rest))
    known = list(labels(table, stack).items())
    if not any(label.startswith(wanted) for _, label in known):
        # to be told why it cannot be used, it has to be named
        known = [*known, *asleep(table, stack).items(), *lent(table, stack)]
    begun = [(key, label) for key, label in known if not wanted or label.startswith(wanted)]
    meant = [(key, label) for key, label in begun if label == wanted] or begun
    if giver:
        from_there = _given(table, stack, giver)
        meant = [(key, label) for key, label in meant if key in from_there]
    if meant and all(label.startswith(LUCKY) for _, label in meant):
        return meant[0][0]
    if not meant and not giver and stack in table.stacks and NAMES_ABILITY.fullmatch(wanted):
        return f"{stack}.{wanted}"  # it has none such now, which is for a ruling to say
    fits = [f"{words[0]} {label}" for _, label in known] or ["a unit with an ability"]
    return the_one(text, {f"{words[0]} {_number_of(table, stack, key)} ({label})": key for key, label in meant}, fits)


def _having(table: Table, word: str, seat: str) -> tuple[str, ...]:
    """The abilities of a player's units that begin with a word, as they are said with their units."""
    mine = (each for each in table.stacks.values() if each.controller == seat)
    found = ((each.id, label) for each in mine for label in labels(table, each.id).values())
    return tuple(f"{alias_of(table, number)} {label}" for number, label in found if label.startswith(folded(word)))


def _given_by(table: Table, words: tuple[str, ...], seat: str) -> tuple[tuple[str, ...], int]:
    """The words before `from` and a name, and the number of what is named; 0 where nothing is."""
    if "from" not in words[1:-1]:
        return words, 0
    at = words.index("from", 1)
    return words[:at], refer(table, " ".join(words[at + 1 :]), seat)


def _given(table: Table, number: int, giver: int) -> list[str]:
    """The keys of the abilities that a stack has from a giver, in their order."""
    return [each.key for each in table.index.by_stack.get(number, ()) if each.source == giver]


def _numbered(table: Table, number: int) -> list[str]:
    """The keys of a stack's abilities in the order in which they are counted: what is printed on its top card, what it
    is given, and what is printed beneath.
    """
    stack = table.stacks.get(number)
    if stack is None or not table.known(stack):
        return []
    on_card = [f"{number}.{place}" for place in range(len(printed(table.top(stack), table.edition.book.value)))]
    given = [key for key in labels(table, number) if key not in on_card]
    return [*on_card, *given, *(f"{number}.{place}" for place in printed_beneath(table, stack))]


def _by_number(table: Table, number: int, place: str, giver: int) -> str:
    """The key of an ability by its number: of those that a giver gives, if one is named, else of all that a stack has.

    What is no number, as older records have it, is the part of the key itself.
    """
    key = f"{number}.{place}"
    if not place.isdecimal():
        return key
    known, at = _numbered(table, number), int(place)
    if giver:
        given = _given(table, number, giver)
        if at < len(given):
            return given[at]
        return known[at] if at < len(known) and known[at] in given else key
    return known[at] if at < len(known) else key


def _number_of(table: Table, number: int, key: str) -> str:
    """The number of an ability as `_by_number` understands it; behind all of them for one that is not there."""
    known, own = _numbered(table, number), key.partition(".")[2]
    if key in known:
        return f"#{known.index(key)}"
    if NAMES_ABILITY.fullmatch(own):
        return own
    return f"#{own if own.isdecimal() else len(known)}"


def _unit_first(words: tuple[str, ...]) -> tuple[str, ...]:
    """`evade of luke` and `luke's evade` as `luke evade`."""
    if "of" in words[:-1]:
        at = words.index("of")
        return words[at + 1 :] + words[:at]
    return tuple(word.removesuffix("'s") for word in words)


def _in_hand(table: Table, words: tuple[str, ...], seat: str) -> int:
    """The card of the speaker's hand that the first words name, to be ruled on as a card in hand; or 0."""
    return next((card for end in range(len(words), 0, -1) if (card := held(table, " ".join(words[:end]), seat))), 0)


def the_stack(table: Table, words: tuple[str, ...], seat: str) -> tuple[int, tuple[str, ...]]:
    """What the first words name, the longest name first, and the words behind it.

    Raises NotUnderstoodError and AmbiguousError.
    """
    several: AmbiguousError | None = None
    for length in range(len(words), 0, -1):
        try:
            return refer(table, " ".join(words[:length]), seat), words[length:]
        except AmbiguousError as bad:
            several = bad
        except NotUnderstoodError:
            continue
    if several is not None:
        raise several
    raise NotUnderstoodError(" ".join(words), words[0], nearest_first(words[0], aliases(table)) or (NOTHING_THERE,))


def ability_words(table: Table, key: str, seat: str, alias: str) -> str:
    """How an ability is written so that `ability_key` finds it again; `alias` is that of its unit."""
    number = int(head) if (head := key.partition(".")[0]).isdecimal() else 0
    label = labels(table, number).get(key, "") or asleep(table, number).get(key, "")
    if label:
        try:
            if ability_key(table, (alias, *label.split()), seat) == key:
                return f"{alias} {label}"
        except (NotUnderstoodError, AmbiguousError):
            pass
    return f"{alias} {_number_of(table, number, key)}"
