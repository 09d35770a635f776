"""What is picked: one, so many, any number of something."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Transformer, v_args
from msgspec import structs

from adjudicator.swtcg.cards.compiling.phrases.following import YOU_CONTROL
from adjudicator.swtcg.cards.compiling.reading.words import Vocabulary, calls_somebody
from adjudicator.swtcg.cards.compiling.story.mentions import NotMeant, no_name
from adjudicator.swtcg.cards.compiling.story.selecting import ALL, Part, _other, _picked, _with
from adjudicator.swtcg.cards.compiling.story.story import Noun, Story
from adjudicator.swtcg.words.language import THIS, Those, X


@v_args(inline=True)
class PickMeaning(Transformer[Token, Any]):
    """What is picked and quantities, of `nouns.lark`."""

    thing__ref: Callable[..., Noun]
    vocabulary: Vocabulary

    pronoun__them: Callable[[], Noun]

    def picked__picked_of(self, quantity: tuple[int, Any, bool], whose: Part, described: Part, *posts: Part) -> Noun:
        return _picked(quantity, (described, whose, *posts))

    def picked__picked_a(self, quantity: tuple[int, Any, bool], described: Part, *posts: Part) -> Noun:
        noun = _picked(quantity, (described, *posts))
        return structs.replace(noun, extra={**noun.extra, "whose behind": True}) if YOU_CONTROL in posts else noun

    def picked__picked_of_those(self, quantity: tuple[int, Any, bool]) -> Noun:
        return self.picked__picked_among(quantity, self.pronoun__them())

    def picked__picked_among(self, quantity: tuple[int, Any, bool], noun: Noun, *posts: Part) -> Noun:
        least, most, several = quantity
        among = (lambda story: story.them(several=True)) if noun.plural and noun.extra.get("it") else noun.build

        def build(story: Story) -> Those:
            spoken = bool(story.mentions)
            found = among(story) if noun.extra.get("of the") is None or spoken else THIS
            if found == THIS and noun.extra.get("of the") is not None:  # none were spoken of, but it says which
                found = _with(story, Those(), noun.extra["of the"])
            return _with(story, found, posts)

        return Noun("pick", build, least, most, several)

    def picked__picked_bare(self, number: Token) -> Noun:
        """Of "Choose two": of the cards looked at, or of those that were asked for."""

        def build(story: Story) -> Those:
            last = story.mentions[-1] if story.mentions else None
            if last is not None and last.plural and last.those.what == "card" and not last.those.bound:
                return last.those  # "If there are any Battle cards there, choose one"
            if "rest" not in story.marks:
                raise NotMeant("so many of what")
            there: Those = story.marks["rest"]
            return there

        return Noun("pick", build, int(number), int(number), int(number) > 1)

    def picked__picked_ref(self, quantity: tuple[int, Any, bool], word: Token) -> Noun:
        return self.picked__picked_among(quantity, self.thing__ref(word))

    def picked__picked_another(self, *parts: Part | Token) -> Noun:
        said = tuple(part for part in parts if not isinstance(part, Token))
        return Noun("pick", lambda story: _with(story, Those(), (*said, _other)))

    def picked__picked_another_such(self) -> Noun:
        """Of "from one of your cards to another": another of those that one was chosen among."""

        def build(story: Story) -> Those:
            last = story.mentions[-1] if story.mentions else None
            if last is None or last.plural or not last.those.bound or last.kind.bound or last.kind.but is not None:
                raise NotMeant("another what")
            if last.kind.aboard:  # "from one of your Space units to another": of what that one is on
                last = story.carrier_of(last)
            return structs.replace(last.kind, but=Those(what=last.those.what, bound=last.those.bound))

        return Noun("pick", build)

    def picked__picked_of_yours(self, quantity: tuple[int, Any, bool]) -> Noun:
        """Of "from one of your opponent's units to one of yours": of the kind of things that was spoken of last."""
        least, most, several = quantity

        def build(story: Story) -> Those:
            last = story.mentions[-1] if story.mentions else None
            if last is None or last.plural or not last.those.bound or last.kind.bound or last.kind.but is not None:
                raise NotMeant("one of your what")
            return structs.replace(last.kind, side="yours")

        return Noun("pick", build, least, most, several)

    def picked__picked_version(self, *parts: Any) -> Noun:
        """Of "Another version of Han Solo": a card of that name."""
        *quantity, who = parts
        least, most, several = quantity[0] if quantity else (1, 1, False)
        name = str(who) if who.type == "PROPER" else ""
        if name and name not in self.vocabulary.known and not calls_somebody(name):
            raise NotMeant(no_name(name))
        return Noun("pick", lambda story: Those(what="card", name=name or story.name), least, most, several)

    def picked__picked_equal(self, described: Part, *parts: Any) -> Noun:
        *posts, amount = parts
        noun = _picked((ALL, None, True), (described, *posts))
        return structs.replace(noun, extra={"as many as": amount})

    so_many = picked__picked_equal

    def picked__picked_a_choice(self, described: Part, *posts: Part) -> Noun:
        return Noun("pick", lambda story: _with(story, described(story, Those()), posts))

    def quantity__number(self, number: Token) -> tuple[int, Any, bool]:
        return int(number), int(number), int(number) > 1

    def quantity__x(self, _letter: Token) -> tuple[Any, Any, bool]:
        return X(), X(), True

    def quantity__one(self) -> tuple[int, Any, bool]:
        return 1, 1, False

    def quantity__up_to(self, number: Token) -> tuple[int, Any, bool]:
        return 0, int(number), int(number) > 1

    def quantity__up_to_x(self, _letter: Token) -> tuple[int, Any, bool]:
        return 0, X(), True

    def quantity__any_one(self, number: Token | None = None) -> tuple[int, Any, bool]:
        count = int(number) if number is not None else 1
        return count, count, count > 1

    def quantity__any_number(self) -> tuple[int, Any, bool]:
        return 0, None, True

    def quantity__one_or_more(self, *numbers: Token) -> tuple[int, Any, bool]:
        return int(numbers[0]) if numbers else 1, None, True

    def quantity__that_many(self) -> tuple[int, Any, bool]:
        return -1, "that many", True
