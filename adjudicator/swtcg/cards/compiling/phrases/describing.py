"""What noun phrases mean: of what kind things are, in what state."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary
from adjudicator.swtcg.cards.compiling.story.kinds_together import _like, _together
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant
from adjudicator.swtcg.cards.compiling.story.selecting import Part, _kind, _marking, _other, _put
from adjudicator.swtcg.cards.compiling.story.spoken import ARENAS
from adjudicator.swtcg.cards.compiling.story.story import Story
from adjudicator.swtcg.words.language import Those

CRAFT = (
    "Bomber", "Capital Ship", "Patrol Ship", "Speeder", "Squadron", "Starfighter", "Submarine", "Tank", "Transport",
    "Walker",
)  # fmt: skip


def _of_one_kind(made: list[Those]) -> list[Those]:
    """Of "Sith Space and Ground units": both are Sith, as "Space" needs the noun of the last; so are "Sith Squadrons
    and Starfighters"; "non-Jedi and non-Sith units" are neither.
    """
    first, *others = made
    if others and all(each.but is not None and structs.replace(each, but=None) == Those() for each in made[:-1]):
        but = [each.but for each in made if each.but is not None]
        if len(but) == len(made):
            return [structs.replace(made[-1], but=Those(any_of=tuple(but)))]
    whose = next((first.subtype.removesuffix(craft) for craft in CRAFT if first.subtype.endswith(f" {craft}")), "")
    if whose and all(each.subtype in CRAFT for each in others):
        return [first, *(structs.replace(each, subtype=whose + each.subtype) for each in others)]
    if first.subtype and first.types and set(first.types) <= {"space", "ground"}:
        bare = [not (each.subtype or each.name) and bool(each.types) for each in others]
        return [
            first,
            *(structs.replace(e, subtype=first.subtype) if b else e for e, b in zip(others, bare, strict=True)),
        ]
    return made


@v_args(inline=True)
class DescribingMeaning(Transformer[Token, Any]):
    """Kinds, names and states, of `nouns.lark`."""

    vocabulary: Vocabulary

    def described__kinds(self, *kinds: Any) -> Part:
        """One or several kinds; what the last says of its noun and type counts for all before it."""
        state = tuple(takewhile(callable, kinds[0]))  # "tapped Jedi or Sith" are tapped, all of them

        def build(story: Story, those: Those) -> Those:
            full = [kinds[0], *(kind if callable(kind[0]) else (*state, *kind) for kind in kinds[1:])]
            made = [_kind(self.vocabulary, story, kind, those) for kind in full]
            last = made[-1]
            filled = [_like(each, last) for each in _of_one_kind(made)]
            return filled[0] if len(filled) == 1 else _together(those, filled)

        return build

    def one_kind(self, *parts: Any) -> tuple[Any, ...]:
        return parts

    def one_kind__all_but(self, *parts: Any) -> tuple[Any, ...]:
        """Of "non-unit cards": cards of every other type."""
        noun = str(parts[-1])
        if noun != "unit card":
            raise NotMeant(f"non {noun}")
        return (*parts[:-1], _put(what="card", but=Those(types=ARENAS)))

    def word__kind(self, word: Token) -> tuple[str, str]:
        return "kind", word

    def word__type(self, word: Token) -> tuple[str, str]:
        return "type", str(word)

    def word__name(self, word: Token) -> tuple[str, str]:
        return "name", str(word)

    def word__own_name(self, _word: Token) -> tuple[str, str]:
        return "own", ""

    def word__not_kind(self, word: Token) -> tuple[str, str]:
        return "not kind", str(word)

    def word__not_type(self, word: Token) -> tuple[str, str]:
        return "not type", str(word)

    def word__not_unique(self) -> Part:
        return _put(unique=False)

    def word__pilot(self) -> Part:
        return _put(what="pilot")

    def adjective__tapped(self) -> Part:
        return _put(tapped=True)

    def adjective__untapped(self) -> Part:
        return _put(tapped=False)

    def adjective__damaged(self) -> Part:
        return _put(damaged=True)

    def adjective__undamaged(self) -> Part:
        return _put(damaged=False)

    def adjective__other(self) -> Part:
        return _other

    def adjective__unique(self) -> Part:
        return _put(unique=True)

    def adjective__neutral(self) -> Part:
        return _put(card_side="neutral")

    def adjective__side(self, word: Token) -> Part:
        return _put(card_side=str(word).split()[0])

    def adjective__light(self) -> Part:
        return _put(card_side="light")

    def adjective__dark(self) -> Part:
        return _put(card_side="dark")

    def adjective__is_attacking(self) -> Part:
        return _put(attacking=True)

    def adjective__is_defending(self) -> Part:
        return _put(defending=True)

    def adjective__stacked(self) -> Part:
        return _put(stacked=True)

    def adjective__face_down(self) -> Part:
        return _put(what="built")

    def adjective__partially_built(self) -> Part:
        return _put(what="built")

    def adjective__discarded(self) -> Part:
        def add(story: Story, those: Those) -> Those:
            story.marks["said discarded"] = True
            return those

        return add

    def adjective__retreated(self) -> Part:
        """Of what has just been retreated it says nothing new; of what may be attacked, where it is."""

        def add(story: Story, those: Those) -> Those:
            story.marks["retreated"] = True
            return those

        return add

    def adjective__deployed(self) -> Part:
        return lambda story, those: those

    def adjective__different(self) -> Part:
        """Of "two different units": what is chosen together is; of what is counted nothing says so."""
        return _marking("told apart")

    def adjective__opposing(self) -> Part:
        return _put(side="opponents")

    def adjective__revealed(self) -> Part:
        return lambda story, those: those

    def adjective__unpiloted(self) -> Part:
        return _put(piloted=False)

    def adjective__fastest(self) -> Part:
        return _put(highest="speed")

    def adjective__slowest(self) -> Part:
        return _put(lowest="speed")

    def adjective__piloted(self) -> Part:
        return _put(piloted=True)
