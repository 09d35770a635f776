"""Our words read back for effects that no card has: parts of the catalogue's effects put in each other's place.

Other sets say other things with the same words. Where our wording has no phrase for such an effect it is written out
as data, which tells nothing; where it has one, the compiler has to read the very same effect from it.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import structs

from adjudicator.swtcg.cards.catalogue import our_catalogue
from adjudicator.swtcg.cards.compiling.paragraph import Compiler
from adjudicator.swtcg.cards.compiling.reading.known_words import our_vocabulary
from adjudicator.swtcg.cards.compiling.telling.wanting import nameless, unpaid_x
from adjudicator.swtcg.cards.effect_reader import read_text
from adjudicator.swtcg.cards.wording import COMPILED, in_words, state, word
from adjudicator.swtcg.words import language as w
from adjudicator.swtcg.words.face import Face
from adjudicator.swtcg.words.terms import Word

EXAMPLES = 800
SEEDS = range(1, 9)
UNREAD_MAX = EXAMPLES // 400
"""So many may be left to the judge: the parts are put together blindly, and some mean nothing together."""
KINDS: tuple[Any, ...] = (
    w.Those, w.Event, w.Cost, w.There | w.Compare | w.Both | w.AnyOf | w.Not | w.Happened | w.Controls,
    w.Count | w.Stat | w.Tally | w.Half | w.Sum,
)  # fmt: skip
Place = tuple[str | int, ...]
Kind = tuple[int, str]


def kind_of(part: Word) -> Kind | None:
    """What may take the place of a part: another of its kind, and of a selector one that is called or not alike, and
    that lies face down to be built or does not.
    """
    number = next((at for at, kind in enumerate(KINDS) if isinstance(part, kind)), None)
    if number is None:
        return None
    if not isinstance(part, w.Those):
        return number, ""
    return number, f"{part.what in ('unit', 'stack')} {part.what == 'built'} {bool(part.bound)}"


def parts(value: Any, at: Place = ()) -> Iterator[tuple[Place, Word, Kind]]:
    """The parts of an effect that others may take the place of, with where they stand."""
    if isinstance(value, Word):
        if (kind := kind_of(value)) is not None:
            yield at, value, kind
        for field in value.__struct_fields__:
            yield from parts(getattr(value, field), (*at, field))
    elif isinstance(value, tuple):
        for number, each in enumerate(value):
            yield from parts(each, (*at, number))


def put(value: Any, at: Place, part: Word) -> Any:
    """An effect with another part in a place."""
    if not at:
        return part
    first, *rest = at
    if isinstance(first, int):
        return (*value[:first], put(value[first], tuple(rest), part), *value[first + 1 :])
    return structs.replace(value, **{first: put(getattr(value, first), tuple(rest), part)})


@cache
def known() -> tuple[list[tuple[w.Ability, Face]], dict[Kind, list[Word]]]:
    """The catalogue's effects that are wholly in words, with their faces, and all their parts by kind."""
    effects: list[tuple[w.Ability, Face]] = [
        (ability, entry.face)
        for entry in our_catalogue().entries()
        for ability in entry.face.abilities
        if isinstance(ability, w.Static | w.Triggered | w.Activated | w.Play)
        and state(ability) == COMPILED
        and in_words(ability)
    ]
    pools: dict[Kind, list[Word]] = defaultdict(list)
    for ability, _ in effects:
        for _, part, kind in parts(ability):
            pools[kind].append(part)
    return effects, pools


def recombined(chance: random.Random) -> Iterator[tuple[w.Ability, Face]]:
    """Effects with a part of another in them that our words say wholly; no unpaid X, no thing without a name."""
    effects, pools = known()
    while True:
        ability, face = chance.choice(effects)
        places = list(parts(ability))
        if not places:
            continue
        at, part, kind = chance.choice(places)
        other = chance.choice(pools[kind])
        if other != part and in_words(made := put(ability, at, other)) and not (unpaid_x(made) or nameless(made)):
            yield made, face


def test_what_our_words_say_is_read_back() -> None:
    """Of effects put together of others' parts, what is said in words reads as the same effect: never as another."""
    compiler = Compiler(our_vocabulary())
    misread: list[tuple[str, str]] = []
    unread: list[tuple[str, str]] = []
    for seed in SEEDS:
        found = recombined(random.Random(seed))
        for _ in range(EXAMPLES // len(SEEDS)):
            ability, face = next(found)
            said = word(ability)
            read = read_text(said, key="TST/1", types=face.types, name=face.name, unique=face.unique, compiler=compiler)
            got = tuple(each for paragraph in read for each in paragraph.abilities)
            if got != (ability,):
                whole = all(state(each) == COMPILED for each in got)
                (misread if whole else unread).append((face.key, said))
    assert [] == misread
    assert len(unread) <= UNREAD_MAX, unread
